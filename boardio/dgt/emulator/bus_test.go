package emulator

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio/dgt"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// busDesk is a line with boards 01025, 01026 and so on, at whose other end somebody
// writes down what comes.
type busDesk struct {
	t      *testing.T
	src    timesource.Source
	boards []*Board
	wire   *emulated.Wire
	line   net.Conn

	mu   sync.Mutex
	came []string
}

func onBench(t *testing.T, n int, test func(*busDesk)) {
	synctest.Test(t, func(t *testing.T) {
		b := &busDesk{t: t, src: timesource.Bubble()}
		for i := range n {
			board := New(b.src, Options{Options: emulated.Options{Serial: fmt.Sprint(1025 + i), Seed: uint64(i)}})
			board.SetPlacement(placed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"))
			b.boards = append(b.boards, board)
		}
		b.wire = NewBus(b.src, b.boards...)
		mine, its := net.Pipe()
		b.line = mine
		go b.wire.Serve(context.Background(), its)
		go b.listen(mine)
		b.pass(time.Second)
		test(b)
		b.wire.Unplug()
		synctest.Wait()
	})
}

func (b *busDesk) listen(line net.Conn) {
	f := dgt.NewBusFramer(func(r dgt.Reason) { b.note(r.String()) })
	buf := make([]byte, 8192)
	for {
		n, err := line.Read(buf)
		if err != nil {
			return
		}
		f.Push(b.src.Now(), buf[:n], func(m dgt.BusFrame) {
			b.note(strings.TrimSpace(fmt.Sprintf("%s %d % X", m.ID.Name(), m.Address, m.Data)))
		})
	}
}

func (b *busDesk) note(s string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.came = append(b.came, s)
}

func (b *busDesk) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (b *busDesk) take() (came []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	came, b.came = b.came, nil
	return came
}

// ask sends a command and returns what comes within a moment.
func (b *busDesk) ask(c dgt.BusCommand, address int) []string {
	b.send(dgt.AppendBusCommand(nil, c, address)...)
	b.pass(200 * time.Millisecond)
	return b.take()
}

func (b *busDesk) send(bytes ...byte) {
	if _, err := b.line.Write(bytes); err != nil {
		b.t.Fatal(err)
	}
}

func (b *busDesk) want(what string, got []string, want ...string) {
	b.t.Helper()
	if !slices.Equal(got, want) {
		b.t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func TestCommandsOfABusAreAnswered(t *testing.T) {
	onBench(t, 2, func(b *busDesk) {
		b.boards[0].SetClock(minutes(90))
		b.pass(time.Second)
		b.want("ping", b.ask(dgt.BusPing, 1026), "pong 1026")
		b.want("version", b.ask(dgt.BusVersion, 1025), "version 1025 01 50")
		b.want("clock", b.ask(dgt.BusClock, 1025), "clock 1025 01 30 00 01 30 00 00")
		b.want("no clock", b.ask(dgt.BusClock, 1026), "clock 1026 00 00 00 00 00 00 20")
		b.want("board", b.ask(dgt.BusBoard, 1025), "dump 1025 "+startCodes)
		b.want("nobody has this number", b.ask(dgt.BusBoard, 77))
		b.want("only some commands are for all", b.ask(dgt.BusBoard, dgt.Everybody))
		b.send(0x82, 0x08, 0x01, 0x0C)
		b.pass(200 * time.Millisecond)
		b.want("a wrong checksum", b.take())
		b.want("start of a game", b.ask(dgt.BusStart, 1025), "started 1025")
		if got := b.ask(dgt.BusChanges, 1025); len(got) != 1 || !strings.Contains(got[0], " 7B ") {
			t.Errorf("the start is noted: got %q", got)
		}
		b.boards[0].Lift(square("e2"))
		b.pass(time.Second)
		b.want("everything", b.ask(dgt.BusAll, 1025), "changes 1025 40 34", "clock 1025 01 30 00 01 30 00 00",
			"dump 1025 "+strings.Replace(startCodes, "01 01 01 01 01 01 01 01", "01 01 01 01 00 01 01 01", 1))
		b.pass(time.Second)
		if got := b.ask(dgt.BusFromStart, 1025); len(got) != 1 || !strings.HasPrefix(got[0], "game 1025 7B ") || !strings.HasSuffix(got[0], " 40 34") {
			t.Errorf("from the start: got %q", got)
		}
	})
}

func TestChangesAreGivenOnceAndRepeated(t *testing.T) {
	onBench(t, 1, func(b *busDesk) {
		b.ask(dgt.BusChanges, 1025)
		b.want("nothing new", b.ask(dgt.BusChanges, 1025), "changes 1025")
		b.boards[0].Lift(square("e2"))
		b.pass(time.Second)
		b.boards[0].Put(square("e4"), 'P')
		b.pass(time.Second)
		b.want("a move", b.ask(dgt.BusChanges, 1025), "changes 1025 40 34 41 24")
		b.want("once more", b.ask(dgt.BusRepeat, 1025), "changes 1025 40 34 41 24")
		b.boards[0].Lift(square("e4"))
		b.pass(time.Second)
		b.want("what was given is not written over", b.ask(dgt.BusChanges, 1025), "changes 1025 40 24")
		b.want("and forgotten", b.ask(dgt.BusChanges, 1025), "changes 1025")
	})
}

func TestPingToEverybody(t *testing.T) {
	onBench(t, 3, func(b *busDesk) {
		b.want("hushed", b.ask(dgt.BusIgnorePing, 1026), "pong 1026")
		b.send(dgt.AppendBusCommand(nil, dgt.BusPing, dgt.Everybody)...)
		b.pass(dgt.PingTime)
		got := b.take()
		slices.Sort(got)
		b.want("the others", got, "pong 1025", "pong 1027")
		b.send(dgt.AppendBusCommand(nil, dgt.BusPing, dgt.Everybody)...)
		b.pass(dgt.PingTime)
		if got := b.take(); !slices.Contains(got, "pong 1026") {
			t.Errorf("hushed only once: got %q", got)
		}
	})
}

func TestTwoWhoSpeakAtOnceAreNotUnderstood(t *testing.T) {
	onBench(t, 2, func(b *busDesk) {
		b.send(slices.Concat(dgt.AppendBusCommand(nil, dgt.BusBoard, 1025), dgt.AppendBusCommand(nil, dgt.BusBoard, 1026))...)
		b.pass(time.Second)
		for _, m := range b.take() {
			if strings.HasPrefix(m, "dump") {
				t.Errorf("got %q", m)
			}
		}
		b.ask(dgt.BusPing, 1025)
		b.want("alone it is", b.ask(dgt.BusPing, 1025), "pong 1025")
	})
}

func TestModesOfALine(t *testing.T) {
	onBench(t, 2, func(b *busDesk) {
		b.send(0x4D)
		b.pass(200 * time.Millisecond)
		if got := b.take(); len(got) == 0 || slices.Contains(got, "pong 1025") {
			t.Errorf("a command for a single board: got %q, want that both speak", got)
		}
		b.want("the first only ends it", b.ask(dgt.BusPing, 1025))
		b.ask(dgt.BusPing, 1025) // what is left of before ends
		b.want("then it is a bus", b.ask(dgt.BusPing, 1025), "pong 1025")
		b.ask(dgt.BusPing, 1026)
		b.want("the other too", b.ask(dgt.BusPing, 1026), "pong 1026")
		b.ask(dgt.BusEnd, 1025)
		b.want("ended by command", b.ask(dgt.BusPing, 1025))
		b.send(0x4A)
		b.pass(100 * time.Millisecond)
		b.want("and begun", b.ask(dgt.BusPing, 1025), "pong 1025")
	})
}

func TestABoardThatIsResetIsDeafForAWhile(t *testing.T) {
	onBench(t, 2, func(b *busDesk) {
		b.ask(dgt.BusReset, 1025)
		b.want("deaf", b.ask(dgt.BusPing, 1025))
		b.want("the other is not", b.ask(dgt.BusPing, 1026), "pong 1026")
		b.pass(3 * time.Second)
		if got := b.ask(dgt.BusChanges, 1025); len(got) != 1 || !strings.HasPrefix(got[0], "changes 1025 7F 7F 7F 6A") {
			t.Errorf("it came up again: got %q", got)
		}
	})
}

func TestPowerOfABusIsLostWithItsLine(t *testing.T) {
	onBench(t, 1, func(b *busDesk) {
		b.boards[0].Lift(square("e2"))
		b.pass(time.Second)
		b.wire.Unplug()
		b.pass(time.Second)
		b.boards[0].Put(square("e4"), 'P')
		b.pass(time.Second)
		mine, its := net.Pipe()
		b.line = mine
		go b.wire.Serve(context.Background(), its)
		go b.listen(mine)
		b.pass(time.Second)
		b.take()
		got := b.ask(dgt.BusChanges, 1025)
		if len(got) != 1 || !strings.HasPrefix(got[0], "changes 1025 7F 7F 7F 6A") {
			t.Errorf("got %q, want only what was noted when power came", got)
		}
		if !strings.Contains(strings.Join(b.ask(dgt.BusBoard, 1025), ""), observationOf(b, "e4")) {
			t.Error("what stands is not seen")
		}
	})
}

// observationOf is how a dump ends from this square on, as the board stands.
func observationOf(b *busDesk, from string) string {
	var codes []string
	for i := dgt.Index(square(from)); i < 64; i++ {
		var p observation.Piece
		b.boards[0].Do(func(time.Duration) { p = b.boards[0].parts.At(dgt.Square(i)) })
		codes = append(codes, fmt.Sprintf("%02X", dgt.Code(p)))
	}
	return strings.Join(codes, " ")
}
