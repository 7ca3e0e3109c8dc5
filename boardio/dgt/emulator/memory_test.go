package emulator

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/boardio/dgt"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// noted writes down what a board has noted since the last time.
func (d *desk) noted() string {
	var lines []string
	d.Do(func(time.Duration) {
		m := &d.parts.memory
		log, odd := dgt.ReadLog(m.log)
		m.log, m.last = nil, -1
		if odd > 0 {
			d.t.Errorf("%d notes that make no sense", odd)
		}
		for _, e := range log {
			lines = append(lines, noteOf(e))
		}
	})
	return strings.Join(lines, " ")
}

func noteOf(e dgt.Entry) string {
	switch e.Tag {
	case dgt.PieceTag:
		piece := e.Piece.String()
		if e.Piece == observation.Empty {
			piece = "-"
		}
		if e.Soon {
			piece = "+" + piece
		}
		return piece + e.Square.String()
	case dgt.LeftTag:
		return fmt.Sprint("L", e.Left)
	case dgt.RightTag:
		return fmt.Sprint("R", e.Left)
	}
	return fmt.Sprintf("%02X", byte(e.Tag))
}

func (d *desk) wantNoted(what, want string) {
	d.t.Helper()
	if got := d.noted(); got != want {
		d.t.Errorf("%s: noted %q, want %q", what, got, want)
	}
}

func TestABoardNotesWhatChanges(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.Pass(time.Second)
		if got := strings.Fields(d.noted()); len(got) != 34 || got[0] != "6A" || got[33] != "6F" {
			t.Errorf("when power comes: noted %v, want 6A, 32 pieces, 6F", got)
		}
		d.Lift(square("e2"))
		d.Pass(500 * time.Millisecond)
		d.Put(square("e4"), 'P')
		d.Pass(500 * time.Millisecond)
		d.wantNoted("a move", "-e2 Pe4")
		d.Pass(220*time.Millisecond - (d.Source.Now()-d.Board.parts.origin)%(220*time.Millisecond))
		d.Lift(square("d2"))
		d.Put(square("d4"), 'P')
		d.Pass(500 * time.Millisecond)
		d.wantNoted("both in one look", "Pd4 +-d2")
		d.Lift(square("g1"))
		d.Pass(500 * time.Millisecond)
		d.Put(square("g1"), 'N')
		d.Pass(500 * time.Millisecond)
		d.wantNoted("lifted and put back", "Ng1")
	})
}

func TestABoardNotesPresses(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.SetClock(minutes(90))
		d.Pass(time.Second)
		d.noted()
		d.StartClock(observation.White)
		d.Pass(2 * time.Second)
		d.wantNoted("a clock that starts", "")
		d.Press(observation.White)
		d.Pass(2 * time.Second)
		d.Press(observation.Black)
		d.Pass(time.Second)
		d.wantNoted("presses", "L1h29m58s R1h29m58s")
		d.Pass(400*time.Millisecond - (d.Source.Now()-d.Board.parts.origin)%(400*time.Millisecond) + time.Millisecond)
		d.Press(observation.White)
		d.Pass(50 * time.Millisecond)
		d.Press(observation.Black)
		d.Pass(time.Second)
		d.wantNoted("two between two looks at the clock", "")
		d.SetClock(nil)
		d.Pass(time.Second)
		d.wantNoted("unplugged", "")
	})
}

func TestABoardNotesHowAGameBegins(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.Pass(time.Second)
		d.noted()
		set := func(what, placement, want string) {
			d.t.Helper()
			d.SetPlacement(placed(placement))
			d.Pass(time.Second)
			var marks []string
			for _, n := range strings.Fields(d.noted()) {
				if n[0] >= '6' && n[0] <= '7' {
					marks = append(marks, n)
				}
			}
			if got := strings.Join(marks, " "); got != want {
				d.t.Errorf("%s: noted %q, want %q", what, got, want)
			}
		}
		set("a move", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "")
		set("taken back", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "")
		set("away", "rnbqkbnr/pppppppp/8/8/8/8/PPPP4/RNBQKBNR", "")
		set("and back", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "6F")
		set("Chess960", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR", "6C")
		set("empty", "8/8/8/8/8/8/8/8", "6D")
		set("turned", "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr", "7A")
	})
}

func TestTheMemoryIsSentWhole(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.tell(0x4B)
		for range 2200 {
			d.Lift(square("e2"))
			d.Pass(250 * time.Millisecond)
			d.Put(square("e4"), 'P')
			d.Pass(250 * time.Millisecond)
			d.Lift(square("e4"))
			d.Pass(250 * time.Millisecond)
			d.Put(square("e2"), 'P')
			d.Pass(250 * time.Millisecond)
		}
		d.take()
		begin := d.Source.Now()
		d.tell(0x49)
		d.Lift(square("d2"))
		d.Pass(4 * time.Second)
		d.want("half of it has come, and nothing else")
		d.Pass(5 * time.Second)
		came, _ := d.take()
		if len(came) != 2 || came[1] != "field 33 00" {
			t.Fatalf("got %d messages, want the memory and then the change", len(came))
		}
		ring := unhex(strings.TrimPrefix(came[0], "memory "))
		log, odd := dgt.ReadRing(ring)
		if len(ring) != dgt.LogSize || ring[len(ring)-1] != byte(dgt.EndOfLog) || odd != 0 || len(log) < 3900 {
			t.Errorf("%d bytes, %d notes, %d odd places; want a full ring", len(ring), len(log), odd)
		}
		if took := d.Source.Now() - begin; took > 10*time.Second {
			t.Errorf("it took %v", took)
		}
		d.wantTail("read", "6E -d2")
	})
}

func (d *desk) wantTail(what, want string) {
	d.t.Helper()
	if got := d.noted(); !strings.HasSuffix(got, want) {
		d.t.Errorf("%s: noted last %q, want %q", what, got[max(0, len(got)-40):], want)
	}
}

func unhex(s string) (b []byte) {
	for _, f := range strings.Fields(s) {
		var c byte
		fmt.Sscanf(f, "%02X", &c)
		b = append(b, c)
	}
	return b
}

func TestWhatIsNotedWithoutALine(t *testing.T) {
	for _, c := range []struct {
		name string
		own  bool
		want string
	}{
		{"power of its own", true, "-e2 Pe4"},
		{"power from the line", false, "6A"},
	} {
		atDesk(t, Options{Options: emulated.Options{OwnPower: c.own}}, func(d *desk) {
			d.Pass(time.Second)
			d.noted()
			d.Unplug()
			<-d.Ended
			d.Lift(square("e2"))
			d.Pass(time.Second)
			d.Put(square("e4"), 'P')
			d.Pass(time.Second)
			d.Connect()
			d.Pass(time.Second)
			got := d.noted()
			if c.own && got != c.want || !c.own && !strings.HasPrefix(got, c.want) {
				t.Errorf("%s: noted %q, want %q", c.name, got, c.want)
			}
			d.want("nothing is told that was said to nobody")
		})
	}
}

func TestSameDeedsSameMemory(t *testing.T) {
	see := func() []byte {
		var m timesource.Manual
		b := New(&m, Options{Options: emulated.Options{OwnPower: true, Seed: 7}})
		b.SetPlacement(placed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"))
		m.Advance(time.Second)
		b.Do(b.parts.PowerUp)
		return slices.Clone(b.parts.memory.log)
	}
	if a, b := see(), see(); !slices.Equal(a, b) || len(a) < 100 {
		t.Errorf("got\n% X\nand\n% X", a, b)
	}
}
