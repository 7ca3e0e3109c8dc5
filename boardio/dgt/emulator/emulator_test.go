package emulator

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"recorderd/boardio/bench"
	"recorderd/boardio/dgt"
	"recorderd/boardio/emulated"
	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/timesource"
)

// desk is a board at a desk, where somebody reads its messages.
type desk struct {
	*Board
	*bench.Desk
	t      *testing.T
	framer dgt.Framer
}

func atDesk(t *testing.T, opt Options, test func(*desk)) {
	t.Helper()
	build := func(src timesource.Source) *Board { return New(src, opt) }
	bench.AtDesk(t, build, func(b *Board, d *bench.Desk) { test(&desk{Board: b, Desk: d, t: t}) })
}

// take returns the messages that came since the last time, and when the last did.
func (d *desk) take() (came []string, last time.Duration) {
	for _, h := range d.Heard() {
		d.framer.Push(0, h.Bytes, func(m dgt.Frame) {
			came, last = append(came, fmt.Sprintf("%s % X", m.ID.Name(), m.Payload)), h.At
		})
	}
	return came, last
}

// tell sends commands and gives them a moment.
func (d *desk) tell(bytes ...byte) {
	d.Say(bytes...)
	d.Pass(150 * time.Millisecond)
}

// want checks what came since the last time.
func (d *desk) want(what string, messages ...string) {
	d.t.Helper()
	came, _ := d.take()
	if got, want := strings.Join(came, "\n"), strings.Join(messages, "\n"); got != want {
		d.t.Errorf("%s: got\n%s\nwant\n%s", what, got, want)
	}
}

var (
	placed = bench.Placed
	square = bench.Square
)

func minutes(m time.Duration) *clockio.Countdown {
	s := []clockio.Stage{{Base: m * time.Minute}}
	return clockio.New(s, s)
}

const startCodes = "08 09 0A 0C 0B 0A 09 08 07 07 07 07 07 07 07 07 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 " +
	"00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 01 01 01 01 01 01 01 02 03 04 06 05 04 03 02"

func TestCommandsAreAnswered(t *testing.T) {
	atDesk(t, Options{Options: emulated.Options{Serial: "01025"}, LongSerial: "3000147740", Version: [2]byte{3, 1}}, func(d *desk) {
		d.SetClock(minutes(90))
		d.Pass(time.Second)
		for _, c := range []struct {
			command byte
			want    []string
		}{
			{0x40, nil},
			{0x42, []string{"dump " + startCodes}},
			{0x41, []string{"clock 01 30 00 01 30 00 00"}},
			{0x45, []string{"serial 30 31 30 32 35"}},
			{0x46, []string{"address 08 01"}},
			{0x47, []string{fmt.Sprintf("mark % X", "Emulated electronic board\nno wood, no wires\nversion 3.01\nserial number 01025")}},
			{0x4D, []string{"version 03 01"}},
			{0x55, []string{"long serial 33 30 30 30 31 34 37 37 34 30"}},
			{0x4E, nil}, // the boot loader of a real one
			{0x3F, nil},
		} {
			d.tell(c.command)
			d.want(fmt.Sprintf("command %02X", c.command), c.want...)
		}
	})
}

func TestReactionTakesAFewMilliseconds(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		for range 50 {
			begin := d.Source.Now()
			d.tell(0x4D)
			_, last := d.take()
			if got := last - begin - 5*10*time.Second/dgt.Baud; got < fastest || got > slowest {
				t.Errorf("answered after %v, want %v to %v and five bytes", got, fastest, slowest)
			}
		}
		begin := d.Source.Now()
		d.tell(0x42)
		_, last := d.take()
		if got := last - begin; got < 69*time.Millisecond || got > 80*time.Millisecond {
			t.Errorf("a dump came after %v, want its 69.8 ms on the line and the reaction", got)
		}
	})
}

func TestChangesAreToldOnlyInUpdateModes(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		for _, c := range []struct {
			mode byte
			want []string
		}{
			{0x40, nil},
			{0x44, []string{"field 34 00", "field 34 01"}},
			{0x4B, []string{"field 34 00", "field 34 01"}},
			{0x40, nil},
		} {
			d.tell(c.mode)
			d.Lift(square("e2"))
			d.Pass(500 * time.Millisecond)
			d.Put(square("e2"), 'P')
			d.Pass(500 * time.Millisecond)
			d.want(fmt.Sprintf("mode %02X", c.mode), c.want...)
		}
	})
}

func TestSquaresAreSampledOneAfterTheOther(t *testing.T) {
	atDesk(t, Options{Options: emulated.Options{Scan: 640 * time.Millisecond}}, func(d *desk) { // 10 ms a square
		d.tell(0x4B)
		toScan := func() { d.Pass(640*time.Millisecond - (d.Source.Now()-d.Board.parts.origin)%(640*time.Millisecond)) }

		toScan()
		d.Lift(square("e2")) // 52
		d.Put(square("e4"), 'P')
		d.Pass(time.Second)
		d.want("the square it went to comes first", "field 24 01", "field 34 00")

		toScan()
		d.Pass(365 * time.Millisecond) // e4 is number 36: just visited
		d.Put(square("e5"), 'P')
		d.Lift(square("e4"))
		d.Pass(200 * time.Millisecond)
		d.want("neither is visited again in this scan")
		d.Pass(time.Second)
		d.want("but in the next one", "field 1C 01", "field 24 00")

		toScan()
		d.Pass(10 * time.Millisecond)
		d.Lift(square("e2"))
		d.Lift(square("d1"))
		d.Pass(100 * time.Millisecond)
		d.Put(square("d1"), 'Q')
		d.Pass(time.Second)
		d.want("lifted and put back between two visits")

		toScan()
		d.Lift(square("d7"))
		d.Put(square("d7"), 'P') // a pawn takes there in one scan
		d.Put(square("d7"), 'N')
		d.Pass(time.Second)
		d.want("only the last state is seen", "field 0B 03")
	})
}

func TestSlideShowsTheSquaresBetween(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.SetPlacement(placed("8/8/8/8/2n5/8/8/2Q5"))
		d.Pass(time.Second)
		d.tell(0x4B)
		d.Lift(square("c4"))
		for _, step := range []string{"c2", "c3", "c4"} {
			d.Pass(120 * time.Millisecond)
			d.Put(square(step), 'Q')
			below := square(step) - 8
			d.Lift(below)
		}
		d.Pass(time.Second)
		came, _ := d.take()
		got := strings.Join(came, " ")
		if !strings.Contains(got, "field 22 00") || !strings.Contains(got, "field 22 06") || !strings.Contains(got, "field 3A 00") {
			t.Errorf("the capture is missing: %s", got)
		}
		if !strings.Contains(got, "field 32 06") && !strings.Contains(got, "field 2A 06") {
			t.Errorf("no square between was seen: %s", got)
		}
	})
}

func TestClockIsToldWhenItChanges(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.SetClock(minutes(3))
		d.Pass(time.Second)
		d.tell(0x4B)
		d.Pass(time.Minute)
		d.want("it stands")
		d.StartClock(observation.White)
		d.Pass(1500 * time.Millisecond)
		d.want("it runs", "clock 00 03 00 00 03 00 11", "clock 00 03 00 00 02 59 11")
		d.Press(observation.White)
		d.Pass(900 * time.Millisecond)
		d.StopClock()
		d.Pass(time.Minute)
		d.want("Black's time runs, then none", "clock 00 03 00 00 02 59 0B", "clock 00 03 00 00 02 59 02")
		d.SetClock(nil)
		d.Pass(time.Minute)
		d.want("unplugged", "clock 00 00 00 00 00 00 20")
	})
}

func TestClockIsToldAgainAndAgainInUpdateMode(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.SetClock(minutes(3))
		d.Pass(time.Second)
		d.tell(0x43)
		d.Pass(8 * time.Second)
		if came, _ := d.take(); len(came) < 9 || len(came) > 11 {
			t.Errorf("got %d messages in 8 s, want one every 0.8 s", len(came))
		}
	})
}

func TestOnlyTheFirstFlagIsShown(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.SetClock(minutes(1))
		d.Pass(time.Second)
		d.tell(0x4B)
		d.StartClock(observation.Black)
		d.Pass(61 * time.Second)
		d.Press(observation.Black)
		d.Pass(61 * time.Second)
		came, _ := d.take()
		if got := came[len(came)-1]; got != "clock 40 00 00 00 00 00 11" {
			t.Errorf("got %s, want both at zero and Black's flag", got)
		}
	})
}

func TestClockCommands(t *testing.T) {
	version := []byte{0x2B, 0x03, 0x03, 0x09, 0x00}
	atDesk(t, Options{ClockVersion: [2]int{1, 14}}, func(d *desk) {
		d.SetClock(minutes(90))
		d.Pass(time.Second)
		d.tell(version...)
		d.want("no answer in IDLE")
		d.tell(0x4B)
		d.tell(version...)
		d.want("version", "clock 0A 10 09 0A 1E 00 00")
		d.tell(0x2B, 0x03, 0x03, 0x03, 0x00)
		d.want("end", "clock 0A 10 03 0A 00 00 00")
		d.tell(0x2B, 0x0A, 0x03, 0x0A, 0x01, 0x1E, 0x00, 0x01, 0x1E, 0x00, 0x01, 0x00)
		d.want("it does not let itself be set", "clock 0A 40 0A 0A 00 00 00")
		d.tell(0x2B, 0x0C, 0x03, 0x0C, 0x72, 0x65, 0x63, 0x20, 0x42, 0x40, 0x20, 0x20, 0x00, 0x00)
		d.want("text with bytes in it that are commands elsewhere", "clock 0A 10 0C 0A 00 00 00")
		d.tell(0x2B, 0x03, 0x03, 0x77, 0x00)
		d.want("an unknown one")
		d.tell(0x2B, 0x00, 0x4D)
		d.want("a size of nothing", "version 01 50")
		d.SetFaults(Faults{RepeatAck: 1})
		d.tell(version...)
		d.want("twice", "clock 0A 10 09 0A 1E 00 00", "clock 0A 10 09 0A 1E 00 00")
		d.SetFaults(Faults{NullClock: 1})
		d.tell(0x41)
		d.want("null", "clock 00 00 00 00 00 00 00")
		d.SetClock(nil)
		d.Pass(time.Second)
		d.take()
		d.tell(version...)
		d.want("without a clock")
	})
}

func TestTurnedBoard(t *testing.T) {
	atDesk(t, Options{Options: emulated.Options{Turned: true}}, func(d *desk) {
		d.SetClock(minutes(3))
		d.Pass(time.Second)
		d.tell(0x4B)
		d.Lift(square("e2")) // 63 - 52
		d.Pass(time.Second)
		d.want("number", "field 0B 00")
		d.StartClock(observation.White) // on the right now
		d.Pass(800 * time.Millisecond)
		d.want("sides", "clock 00 03 00 00 03 00 0B")
	})
}

func TestPowerIsLostWithTheLine(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.tell(0x4B)
		d.Unplug()
		if err := <-d.Ended; !errors.Is(err, emulated.ErrUnplugged) {
			t.Errorf("got %v, want %v", err, emulated.ErrUnplugged)
		}
		d.Lift(square("e2"))
		d.Connect()
		d.Pass(time.Second)
		d.want("nothing is told before it is asked")
		d.tell(0x42)
		d.want("but it is seen", "dump "+strings.Replace(startCodes, "01 01 01 01 01 01 01 01", "01 01 01 01 00 01 01 01", 1))
		d.Line.Close()
		if err := <-d.Ended; err == nil || errors.Is(err, emulated.ErrUnplugged) {
			t.Errorf("the other end closed: got %v", err)
		}
		d.Connect()
		d.tell(0x4D)
		d.want("on another line", "version 01 50")
	})
}

// A source that runs a thousand times as fast must not change what is seen: the
// same deeds at the same times, once with every timer on time and once with
// nobody awake in between.
func TestLateWakingSeesTheSame(t *testing.T) {
	deeds := []struct {
		after time.Duration
		do    func(*Board)
	}{
		{300 * time.Millisecond, func(b *Board) { b.Lift(square("e2")) }},
		{350 * time.Millisecond, func(b *Board) { b.Put(square("e4"), 'P') }},
		{200 * time.Millisecond, func(b *Board) { b.StartClock(observation.Black) }},
		{900 * time.Millisecond, func(b *Board) { b.Lift(square("d7")); b.Put(square("d5"), 'p') }},
		{130 * time.Millisecond, func(b *Board) { b.Press(observation.Black) }},
		{5 * time.Second, func(b *Board) { b.Put(square("d5"), 'P'); b.Lift(square("e4")) }},
		{2 * time.Second, func(b *Board) {}},
	}
	see := func(awake bool) string {
		var m timesource.Manual
		b := New(&m, Options{})
		b.SetPlacement(placed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"))
		b.SetClock(minutes(3))
		m.Advance(time.Second)
		b.Do(func(now time.Duration) { b.parts.obey(now, dgt.UpdateNice) })
		var seen []byte
		for _, d := range deeds {
			for end := m.Now() + d.after; awake && m.Now() < end; {
				m.Advance(time.Millisecond)
				seen = append(seen, written(b)...)
			}
			if !awake {
				m.Advance(d.after)
			}
			d.do(b)
		}
		return fmt.Sprintf("% X", append(seen, written(b)...))
	}
	always, late := see(true), see(false)
	if always != late || len(always) < 100 {
		t.Errorf("always awake:\n%s\nlate:\n%s", always, late)
	}
}

func written(b *Board) []byte {
	writes, _ := b.Turn()
	return bytes.Join(writes, nil)
}

func TestFaultsSpoilTheBytes(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.SetFaults(Faults{Faults: emulated.Faults{LoseFrame: 1}})
		d.tell(0x4D)
		d.SetFaults(Faults{Faults: emulated.Faults{LoseByte: 1}})
		d.tell(0x4D)
		d.SetFaults(Faults{Faults: emulated.Faults{Silent: true}})
		d.tell(0x4D)
		d.want("nothing whole comes")
		d.SetFaults(Faults{})
		d.Inject(0x93, 0x00, 0x05, 0x07, 0x07)
		d.Pass(time.Second)
		d.want("these very bytes", "version 07 07")
	})
}
