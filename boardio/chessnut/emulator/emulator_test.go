package emulator

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// desk is a board at a desk, where each read is a report.
type desk struct {
	*Board
	*bench.Desk
	t *testing.T
}

func atDesk(t *testing.T, opt Options, test func(*desk)) {
	t.Helper()
	build := func(src timesource.Source) *Board { return New(src, opt) }
	bench.AtDesk(t, build, func(b *Board, d *bench.Desk) { test(&desk{b, d, t}) })
}

// heard returns what the board said since the last call.
func (d *desk) heard() (reports []string) {
	for _, h := range d.Heard() {
		reports = append(reports, fmt.Sprintf("% X", h.Bytes))
	}
	return reports
}

func (d *desk) say(report string) {
	d.t.Helper()
	d.Say(bench.Hex(report)...)
}

// want compares what the board said since the last call.
func (d *desk) want(what string, reports ...string) {
	d.t.Helper()
	bench.Want(d.t, what, reports, d.heard())
}

// ask says something and takes what comes in the half second after it.
func (d *desk) ask(report string, answers ...string) {
	d.t.Helper()
	d.say(report)
	d.Pass(500 * time.Millisecond)
	d.want(report, answers...)
}

// The examples of the protocol.
const (
	start  = "01 24 58 23 31 85 44 44 44 44 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 77 77 77 77 A6 C9 9B 6A"
	lifted = "01 24 58 23 31 85 44 44 44 44 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 77 07 77 77 A6 C9 9B 6A"
	e4     = "01 24 58 23 31 85 44 44 44 44 00 00 00 00 00 00 00 00 00 70 00 00 00 00 00 00 77 07 77 77 A6 C9 9B 6A"
)

func TestNothingIsSaidUntilItIsAskedFor(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.Pass(time.Minute)
		d.want("unasked")
	})
}

func TestPositionsOverBluetooth(t *testing.T) {
	atDesk(t, Options{Bluetooth: true}, func(d *desk) {
		d.Pass(98*time.Second + 900*time.Millisecond)
		d.say("21 01 00")
		d.Pass(700 * time.Millisecond)
		d.want("start", "23 01 00", start+" 63 00 00 00", start+" 63 00 00 00", start+" 63 00 00 00")
		d.Lift(bench.Square("e2"))
		d.Pass(800 * time.Millisecond)
		d.heard()
		d.Pass(200 * time.Millisecond)
		d.want("lifted", lifted+" 64 00 00 00")
		d.Put(bench.Square("e4"), 'P')
		d.Pass(600 * time.Millisecond)
		d.heard()
		d.Pass(200 * time.Millisecond)
		d.want("put down", e4+" 65 00 00 00")
	})
}

func TestPositionsOverUSB(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.say("21 01 00")
		d.Pass(500 * time.Millisecond)
		want := strings.Replace(start, "01 24", "01 3D", 1) + strings.Repeat(" 00", 31)
		d.want("65 bytes", "23 01 00", want)
		d.Pass(time.Minute)
		if n := len(d.heard()); n != 300 {
			t.Errorf("%d positions in a minute, want 300", n)
		}
	})
}

func TestABoardWithoutPowerForgets(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.say("21 01 00")
		d.Pass(time.Second)
		d.heard()
		d.Restart()
		d.Pass(time.Minute)
		d.want("nothing")
	})
}

func TestOfTwoWritesTheLastIsTaken(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.say("29 01 00")
		d.Pass(199 * time.Millisecond)
		d.ask("27 01 00", "28 0D 00 43 4E 43 41 31 30 30 5F 56 32 30 31")
		d.say("29 01 00")
		d.Pass(200 * time.Millisecond)
		d.ask("27 01 00", "2A 02 58 00", "28 0D 00 43 4E 43 41 31 30 30 5F 56 32 30 31")
	})
}

func TestAnswers(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.ask("27 01 01", "28 0F 01 43 4E 5F 44 56 54 39 5F 32 31 30 36 35 39")
		d.ask("27 01 00", "28 0D 00 43 4E 43 41 31 30 30 5F 56 32 30 31")
		d.ask("29 01 00", "2A 02 58 00")
		d.ask("0B 04 03 E8 00 C8", "23 01 00")
		d.ask("0B 04 07 D0 00 64", "23 01 00")
		if got := d.Beeped(); got != 2 {
			t.Errorf("it beeped %d times, want twice", got)
		}
		d.PressButton(3)
		d.Pass(0)
		d.want("a button", "0F 01 03")
		for _, odd := range []string{"00", "29", "29 01", "0A 08 FF", "41 01 0C", "42 21 00", "29 00 00"} {
			d.ask(odd)
		}
	})
	atDesk(t, Options{Battery: 100, Charging: true}, func(d *desk) { d.ask("29 01 00", "2A 02 64 01") })
	atDesk(t, Options{ChargingBit: true}, func(d *desk) { d.ask("29 01 00", "2A 02 D8 00") })
	atDesk(t, Options{Controller: Mute}, func(d *desk) { d.ask("27 01 01") })
	atDesk(t, Options{BatteryEvery: time.Second}, func(d *desk) {
		d.Pass(2 * time.Second)
		d.want("unasked", "2A 02 58 00", "2A 02 58 00")
	})
}

// Example 8.
func TestLights(t *testing.T) {
	var all []observation.Square
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			all = append(all, observation.SquareAt(file, rank))
		}
	}
	atDesk(t, Options{}, func(d *desk) {
		for _, c := range []struct {
			report string
			want   []observation.Square
		}{
			{"0A 08 00 00 00 00 08 00 08 00", []observation.Square{bench.Square("e4"), bench.Square("e2")}},
			{"0A 08 00 00 00 00 00 00 00 80", []observation.Square{bench.Square("a1")}},
			{"0A 08 01 00 00 00 00 00 00 00", []observation.Square{bench.Square("h8")}},
			{"0A 08 FF FF FF FF FF FF FF FF", all},
			{"0A 08 00 00 00 00 00 00 00 00", nil},
		} {
			d.ask(c.report, "23 01 00")
			bench.Want(t, c.report, c.want, d.Lit())
		}
	})
}

func TestStoredGames(t *testing.T) {
	first, second := bench.Placed("8/8/8/8/8/8/8/8"), bench.Placed(bench.Start)
	stored := [][]observation.Placement{{first}, {second}}
	empty := "01 24" + strings.Repeat(" 00", 32)
	atDesk(t, Options{Bluetooth: true, Stored: stored}, func(d *desk) {
		d.ask("31 01 00", "32 01 02")
		d.ask("33 01 00", "23 01 01") // not in this mode
		d.ask("34 01 01")
		d.ask("21 01 01", "23 01 00")
		d.ask("33 01 00", "23 01 00")
		d.ask("34 01 01", "37 01 BE", "36 08 01 00 00 00 00 00 00 00", start+" 02 00 00 00", "37 01 ED", "38 04 01 00 00 00")
		d.ask("34 01 00", "37 01 BE", "36 08 01 00 00 00 00 00 00 00", empty+" 03 00 00 00", "37 01 ED", "38 04 01 00 00 00")
		d.ask("34 01 00") // there are no more
		if d.Stored() != 2 {
			t.Error("sending a game takes it out of the memory")
		}
		d.ask("39 01 00")
		if d.Stored() != 0 {
			t.Error("what was sent is still in the memory")
		}
	})
	atDesk(t, Options{Stored: stored}, func(d *desk) {
		d.ask("39 01 00")
		if d.Stored() != 2 {
			t.Error("what was not sent is gone")
		}
	})
}

func TestFaults(t *testing.T) {
	fault := func(f Faults) (said []string) {
		atDesk(t, Options{Bluetooth: true, Options: emulated.Options{Seed: 7}}, func(d *desk) {
			d.say("21 01 00")
			d.Pass(300 * time.Millisecond)
			d.heard()
			d.SetFaults(f)
			d.Pass(20 * time.Second)
			said = d.heard()
		})
		return said
	}
	count := func(said []string, odd func(string) bool) (n int) {
		for _, s := range said {
			if odd(s) {
				n++
			}
		}
		return n
	}
	clean := func(s string) bool { return strings.HasPrefix(s, start) }
	if got := count(fault(Faults{}), clean); got != 100 {
		t.Errorf("%d clean positions without a fault, want 100", got)
	}
	for _, c := range []struct {
		name   string
		faults Faults
		odd    func(string) bool
	}{
		{"nibble", Faults{Nibble: 0.5}, func(s string) bool { return strings.ContainsAny(s[6:101], "DF") }},
		{"cut", Faults{Cut: 0.5}, func(s string) bool { return len(s) == 59 }},
		{"flicker", Faults{Flicker: 0.9}, func(s string) bool { return !clean(s) }},
	} {
		if got := count(fault(c.faults), c.odd); got < 30 || got > 70 {
			t.Errorf("%s: %d of 100 positions", c.name, got)
		}
	}
	if got := fault(Faults{Faults: emulated.Faults{Silent: true}}); len(got) != 0 {
		t.Errorf("a silent board said %q", got)
	}
}

func TestTheMakeIsRegistered(t *testing.T) {
	b, ok := emulated.Make("chessnut", timesource.Boot(), emulated.Options{})
	if !ok || b == nil {
		t.Error("no board of this make is emulated")
	}
}
