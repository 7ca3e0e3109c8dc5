package dgt_test

import (
	"fmt"
	"net"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/boardio"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/clockio"
	"recorderd/observation"
)

const (
	startIs = `"placement":"` + startFEN + `"`
	boardUp = `"link":"board","up":true`
	boardDn = `"link":"board","up":false`
	clockUp = `"link":"clock","up":true`
	clockDn = `"link":"clock","up":false`
)

func change(sq, piece string) string { return fmt.Sprintf(`"sq":"%s","piece":"%s"`, sq, piece) }

func clock(white, black int64, running string) string {
	return fmt.Sprintf(`"clock":{"white_ms":%d,"black_ms":%d,"running":"%s","flag":"none"}`, white*1000, black*1000, running)
}

func want[T any](t *testing.T, what string, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// blitz is 3+2.
func blitz() *clockio.Countdown {
	stages := []clockio.Stage{{Base: 3 * time.Minute, Increment: 2 * time.Second}}
	return clockio.New(stages, stages)
}

// atStart is a board with a clock, up and at rest.
func (r *rig) atStart() {
	r.SetPlacement(placed(startFEN))
	r.SetClock(blitz())
	r.pass(5 * time.Second)
	r.facts()
	r.said()
	r.commands()
}

func TestStartUp(t *testing.T) {
	inBubble(t, emulator.Options{LongSerial: "3000147740"}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.SetClock(blitz())
		r.pass(0)
		want(t, "sent at once", "\x40", string(r.commands()))
		r.pass(900 * time.Millisecond)
		want(t, "then", "\x4D\x45\x55\x46\x42\x41\x4B\x42", string(r.commands()))
		r.pass(100 * time.Millisecond)
		want(t, "reported", []string{boardUp, startIs, clockUp, clock(180, 180, "none")}, r.facts())
		want(t, "status", []string{"up"}, r.said())
		board, sensor := r.driver.Describe()
		want(t, "board", observation.Board{Sensing: "identity", ScanMS: 250, Make: "DGT", Serial: "3000147740", Firmware: "1.80"}, board)
		want(t, "clock", observation.ClockSensor{Present: true, ResolutionMS: 1000, PollMS: 800}, sensor)
	})
}

func TestAMoveAndAPress(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.StartClock(observation.White)
		r.pass(1500 * time.Millisecond)
		r.Lift(square("e2"))
		r.pass(400 * time.Millisecond)
		r.Put(square("e4"), 'P')
		r.pass(300 * time.Millisecond)
		r.Press(observation.White)
		r.pass(500 * time.Millisecond)
		want(t, "reported", []string{
			clock(180, 180, "white"), clock(179, 180, "white"), change("e2", ""), change("e4", "P"), clock(178, 180, "white"),
			clock(180, 180, "black"),
		}, r.facts())
		r.pass(time.Second)
		if cmds := string(r.commands()); cmds != "\x42" && cmds != "\x45\x42" && cmds != "\x42\x45" {
			t.Errorf("a second after the change the squares are compared: sent % X", cmds)
		}
	})
}

func TestTimesOfReportsAreThoseOfArrival(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		begin := r.src.Now()
		r.Lift(square("e2"))
		r.pass(time.Second)
		r.mu.Lock()
		defer r.mu.Unlock()
		if len(r.reports) != 1 {
			t.Fatalf("got %d reports, want 1", len(r.reports))
		}
		// At most one scan and five bytes on the line.
		if at := r.reports[0].At - begin; at <= 5*time.Millisecond || at > 226*time.Millisecond {
			t.Errorf("lifted at 0, reported at %v", at)
		}
	})
}

func TestUnpluggedAndBack(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		gone := &boardio.Error{Op: "open", Device: "/dev/ttyUSB0", Err: boardio.ErrAbsent, Hint: "is the cable in?"}
		r.plug(gone)
		r.pass(time.Minute)
		want(t, "reported", []string{boardDn}, r.facts())
		want(t, "status", []string{"read /dev/ttyUSB0: gone: is the cable in?"}, r.said())
		if r.driver.Stats().Connected {
			t.Error("connected all the same")
		}
		r.Lift(square("e2"))
		r.Put(square("e4"), 'P')
		r.plug(nil)
		r.pass(4 * time.Second)
		want(t, "reported", []string{boardUp, `"placement":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"`, clock(180, 180, "none")}, r.facts())
		want(t, "status", []string{"up"}, r.said())
		if s := r.driver.Stats(); s.Reconnects != 1 || !s.Connected {
			t.Errorf("got %d reconnects, connected %v", s.Reconnects, s.Connected)
		}
		r.Lift(square("e7"))
		r.pass(time.Second)
		want(t, "and then", []string{change("e7", "")}, r.facts())
	})
}

func TestTroubleIsToldOnceUntilItChanges(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.plug(&boardio.Error{Op: "open", Device: "/dev/ttyUSB0", Err: boardio.ErrAbsent, Hint: "is the cable in?"})
		r.pass(time.Minute)
		r.plug(&boardio.Error{Op: "open", Device: "/dev/ttyUSB0", Err: boardio.ErrPermission, Hint: "add the user"})
		r.pass(time.Minute)
		r.plug(nil)
		r.pass(time.Minute)
		want(t, "status", []string{
			"open /dev/ttyUSB0: no such device: is the cable in?",
			"open /dev/ttyUSB0: no permission: add the user",
			"up",
		}, r.said())
	})
}

func TestSilentBoardIsDead(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		r.pass(4 * time.Second)
		want(t, "after 4 s", []string{}, r.facts())
		r.pass(2 * time.Second)
		want(t, "after 6 s", []string{boardDn}, r.facts())
		r.pass(time.Minute)
		want(t, "status", []string{"read /dev/ttyUSB0: no answer: is the board on, and is this its port?"}, r.said())
		r.SetFaults(emulator.Faults{})
		r.pass(5 * time.Second)
		want(t, "back", []string{boardUp, startIs, clock(180, 180, "none")}, r.facts())
	})
}

func TestQuietBoardIsAliveAndHardlyBothered(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.pass(time.Hour)
		want(t, "an hour", []string{}, r.facts())
		want(t, "status", []string(nil), r.said())
		if n := len(r.commands()); n > 3600 {
			t.Errorf("%d commands in an hour", n)
		}
	})
}

func TestLostChangeIsFoundByComparing(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{LoseFrame: 1}})
		r.Lift(square("e2"))
		r.pass(300 * time.Millisecond)
		r.SetFaults(emulator.Faults{})
		r.Put(square("e4"), 'P')
		r.pass(2 * time.Second)
		want(t, "reported", []string{change("e4", "P"), `"placement":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"`, clock(180, 180, "none")}, r.facts())
		if got := r.driver.Stats().Notes["missed update"]; got != 1 {
			t.Errorf("got %d missed updates, want 1", got)
		}
	})
}

func TestBoardThatForgotItsModeIsToldAgain(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Restart()
		r.pass(time.Second)
		r.Lift(square("e2"))
		r.pass(11 * time.Second)
		want(t, "found", []string{`"placement":"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"`, clock(180, 180, "none")}, r.facts())
		r.Put(square("e4"), 'P')
		r.pass(time.Second)
		want(t, "told at once again", []string{change("e4", "P")}, r.facts())
	})
}

func TestShortSilenceIsEndedByTellingTheModeAgain(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		r.Restart()
		r.pass(3500 * time.Millisecond)
		r.SetFaults(emulator.Faults{})
		r.pass(time.Second)
		r.Lift(square("e2"))
		r.pass(time.Second)
		if got := r.facts(); len(got) == 0 || got[len(got)-1] != change("e2", "") {
			t.Errorf("got %v, want the change at once", got)
		}
		want(t, "status", []string(nil), r.said())
	})
}

func TestJunkOnTheLine(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Inject(0x05, 0x8E, 0x00, 0x8E, 0x00, 0x05, 0x41, 0x00, 0x86, 0x00, 0x43, 0x01, 0x01) // ends in a dump without end
		r.pass(200 * time.Millisecond)
		r.Lift(square("e2"))
		r.pass(2 * time.Second)
		want(t, "reported", []string{change("e2", "")}, r.facts())
		want(t, "dropped", map[string]int64{"garbage": 1, "interrupted": 2, "implausible": 1}, r.driver.Stats().Dropped)
	})
}

// The examples of the protocol that are more than one message, numbered as there.
func TestExamplesOfStreams(t *testing.T) {
	field := func(at, code byte) []byte { return []byte{0x8E, 0x00, 0x05, at, code} }
	cutDump := append([]byte{0x86, 0x00, 0x43}, make([]byte, 17)...)
	for _, c := range []struct {
		name  string
		bytes []byte
		want  []string
		asked bool // the squares, before the second of quiet is over
	}{
		{"03 1.e4", slices.Concat(field(0x34, 0), field(0x24, 1)),
			[]string{change("e2", ""), change("e4", "P")}, false},
		{"15 a cut dump, then e4 with a stray byte", slices.Concat(cutDump, field(0x34, 0), []byte{0x05}, field(0x24, 1)),
			[]string{change("e2", ""), change("e4", "P")}, true},
		{"16 a queen slides from c1 and takes on c4", slices.Concat(field(0x22, 0), field(0x32, 6), field(0x2A, 6), field(0x3A, 0),
			field(0x32, 0), field(0x22, 6), field(0x2A, 0)),
			[]string{change("c4", ""), change("c2", "Q"), change("c3", "Q"), change("c1", ""), change("c2", ""), change("c4", "Q"), change("c3", "")}, false},
	} {
		inBubble(t, emulator.Options{}, func(r *rig) {
			r.SetPlacement(placed("8/8/8/8/2n5/8/4P3/2Q5"))
			r.pass(5 * time.Second)
			r.facts()
			r.commands()
			r.Inject(c.bytes...)
			r.pass(400 * time.Millisecond)
			want(t, c.name, c.want, r.facts()[:len(c.want)])
			if asked := slices.Contains(r.commands(), 0x42); asked != c.asked {
				t.Errorf("%s: the squares were asked for: %v, want %v", c.name, asked, c.asked)
			}
		})
	}
}

func TestFiguresThatTellAResultAreNoPieces(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Inject(0x8E, 0x00, 0x05, 0x1B, 0x0D)
		r.pass(2 * time.Second)
		want(t, "reported", []string{change("d5", "")}, r.facts())
		if got := r.driver.Stats().Notes["result figure"]; got != 1 {
			t.Errorf("got %d figures, want 1", got)
		}
	})
}

func TestClockMessagesThatAreNoTimes(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Inject(0x8D, 0x00, 0x0A, 0, 0, 0, 0, 0, 0, 0)                            // null
		r.Inject(0x8D, 0x00, 0x0A, 0x0A, 0x10, 0x08, 0x2A, 0x41, 0x35, 0x00)       // a button
		r.Inject(0x8D, 0x00, 0x0A, 0x0C, 0x30, 0x00, 0x01, 0x29, 0x58, 0x11)       // hour 12
		r.Inject(0x8D, 0x00, 0x0A, 0x00, 0x02, 0x50, 0x00, 0x03, 0x00, 0x03, 0x00) // times, and a byte too many
		r.pass(2 * time.Second)
		want(t, "reported", []string{clock(180, 170, "black"), clock(180, 180, "none")}, r.facts())
		s := r.driver.Stats()
		if s.Notes["null clock message"] != 1 || s.Notes["clock answer"] != 1 || s.Dropped["implausible"] != 1 {
			t.Errorf("got %v and %v", s.Notes, s.Dropped)
		}
	})
}

func TestClockUnpluggedAndBack(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.SetClock(nil)
		r.pass(time.Second)
		want(t, "unplugged", []string{clockDn}, r.facts())
		if _, c := r.driver.Describe(); c.Present {
			t.Error("it is still described as present")
		}
		r.SetClock(blitz())
		r.pass(time.Second)
		want(t, "back", []string{clockUp, clock(180, 180, "none")}, r.facts())
	})
}

func TestNoClockAtAll(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.pass(5 * time.Second)
		want(t, "reported", []string{boardUp, startIs, clockDn}, r.facts())
	})
}

func TestTurnedBoardGivesTheClockTheOtherWay(t *testing.T) {
	inBubble(t, emulator.Options{Options: emulated.Options{Turned: true}}, func(r *rig) {
		stages := func(m time.Duration) []clockio.Stage { return []clockio.Stage{{Base: m * time.Minute}} }
		r.SetClock(clockio.New(stages(5), stages(3)))
		r.pass(3 * time.Second)
		want(t, "empty: nobody can know", []string{boardUp, `"placement":"8/8/8/8/8/8/8/8"`, clockUp, clock(180, 300, "none")}, r.facts())
		r.SetPlacement(placed(startFEN))
		r.pass(3 * time.Second)
		facts := r.facts()
		want(t, "the clock is read again", clock(300, 180, "none"), facts[len(facts)-1])
		if !slices.Contains(facts, change("d8", "K")) {
			t.Errorf("White's king is not on the board's d8: got %v", facts)
		}
		r.StartClock(observation.White)
		r.pass(800 * time.Millisecond)
		want(t, "White runs", []string{clock(300, 180, "white")}, r.facts())
		r.Lift(square("e2"))
		r.pass(300 * time.Millisecond)
		want(t, "e2 is the board's d7", change("d7", ""), r.facts()[0])
	})
}

func TestFlagOfBothOrientations(t *testing.T) {
	for _, turned := range []bool{false, true} {
		inBubble(t, emulator.Options{Options: emulated.Options{Turned: turned}}, func(r *rig) {
			r.atStart()
			r.StartClock(observation.Black)
			r.pass(3*time.Minute + time.Second)
			facts := r.facts()
			want(t, fmt.Sprint("turned ", turned), `"clock":{"white_ms":180000,"black_ms":0,"running":"black","flag":"black"}`, facts[len(facts)-1])
		})
	}
}

func TestTapHasEveryByte(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Inject(0x01, 0x02, 0x03)
		r.pass(time.Second)
		if got := r.driver.Stats().Bytes; got != int64(len(r.tapped)) || got < 100 {
			t.Errorf("%d bytes received, %d tapped", got, len(r.tapped))
		}
	})
}

func TestDeviceThatNeverTellsItsSquaresIsNotUp(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.instead = func(line net.Conn) {
			command := make([]byte, 1)
			for {
				if _, err := line.Read(command); err != nil {
					return
				}
				line.Write([]byte{0x93, 0x00, 0x05, 0x01, 0x50}) // whatever it is asked
			}
		}
		r.pass(time.Minute)
		want(t, "reported", []string{boardDn}, r.facts())
		want(t, "status", []string{"read /dev/ttyUSB0: no answer: is the board on, and is this its port?"}, r.said())
	})
}

func TestRunEndsWithItsContext(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.stop()
		r.pass(time.Minute)
		want(t, "reported after the end", []string{}, r.facts())
	})
}
