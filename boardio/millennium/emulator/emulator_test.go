package emulator

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/boardio/bench"
	"recorderd/boardio/millennium"
	"recorderd/timesource"
)

// desk is a board at a desk, where text is said and read.
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

// text returns what came, after checking the parity of every character.
func (d *desk) text() string {
	d.t.Helper()
	came := d.Bytes()
	for _, c := range came {
		if bits.OnesCount8(c)&1 == 0 {
			d.t.Errorf("character %02X has even parity", c)
		}
	}
	return string(millennium.Strip(came))
}

// ask says commands and returns what comes until it has been answered.
func (d *desk) ask(commands ...string) string {
	d.t.Helper()
	for _, c := range commands {
		d.Say(millennium.Append(nil, c)...)
	}
	d.Pass(100 * time.Millisecond)
	return d.text()
}

// quiet is a board that reports nothing by itself.
func (d *desk) quiet() {
	d.SetMemory(atMode, 1)
	d.Pass(100 * time.Millisecond)
	d.Heard()
}

func (d *desk) want(what, want string) {
	d.t.Helper()
	if got := d.text(); got != want {
		d.t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

const startH1 = "sRNBKQBNRPPPPPPPP................................pppppppprnbkqbnr73"

func TestAFactoryNewBoardReportsEveryScan(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.Pass(1005 * time.Millisecond)
		var came []byte
		heard := d.Heard()
		for i, h := range heard {
			came = append(came, h.Bytes...)
			if i > 0 && h.At-heard[i-1].At != 40960*time.Microsecond {
				t.Fatalf("%v between two statuses", h.At-heard[i-1].At)
			}
		}
		if want := strings.Repeat(startH1, 24); string(millennium.Strip(came)) != want {
			t.Errorf("in a second %d bytes, want 24 statuses", len(came))
		}
	})
}

func TestQuestions(t *testing.T) {
	atDesk(t, Options{Name: "55mm"}, func(d *desk) {
		d.quiet()
		for _, c := range []struct{ say, want string }{
			{"V", "v010374"}, {"S", startH1}, {"X", "x78"}, {"R01", "r011476"},
			{"I00", "i0055mm\n"}, {"I01", ""}, {"G", ""},
			{"W0103", "w010375"}, {"R01", "r010370"}, {"W01FE", "w01FE75"}, {"R01", "r01FE70"},
		} {
			if got := d.ask(c.say); got != c.want {
				t.Errorf("%s: got %q, want %q", c.say, got, c.want)
			}
		}
		if got := d.ask("V", "R02", "V"); got != "v010374r020171v010374" {
			t.Errorf("three at once: got %q", got)
		}
	})
}

func TestWhatIsNotRightIsIgnored(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.quiet()
		for _, c := range []string{"V56", "\xD6\xB5\xB5", "\xD6\x35\xB6", "\xD6\xB5\x37", "hello"} {
			d.Say([]byte(c)...)
			d.Pass(100 * time.Millisecond)
			d.want(fmt.Sprintf("%q", c), "")
		}
	})
	atDesk(t, Options{Plain: true}, func(d *desk) {
		d.quiet()
		if got := d.ask("V"); got != "" {
			t.Errorf("a board without parity understands %q", got)
		}
		d.Say([]byte("V56")...)
		d.Pass(100 * time.Millisecond)
		if got := d.Bytes(); string(got) != "v010374" {
			t.Errorf("got %q, want it without parity", got)
		}
	})
}

const (
	afterLift = "sRNBKQBNRPPP.PPPP................................pppppppprnbkqbnr0D"
	afterE4   = "sRNBKQBNRPPP.PPPP...........P....................pppppppprnbkqbnr73"
)

func TestModesOfReporting(t *testing.T) {
	for _, c := range []struct {
		mode  byte
		after time.Duration // of the lift
		want  string
	}{
		{1, time.Second, ""},
		{2, 800 * time.Millisecond, ""},
		{2, 1500 * time.Millisecond, afterLift}, // every 1.04 s
		{3, 59 * time.Millisecond, afterLift},
		{4, 58 * time.Millisecond, ""},
		{4, 100 * time.Millisecond, afterLift},
		{5, 99 * time.Millisecond, ""},
		{5, 141 * time.Millisecond, afterLift},
		{7, 181 * time.Millisecond, ""},
		{7, 223 * time.Millisecond, afterLift},
	} {
		atDesk(t, Options{}, func(d *desk) {
			d.SetMemory(atPeriod, 255)
			d.quiet()
			d.SetMemory(atMode, c.mode)
			step := 40960 * time.Microsecond
			d.Pass(step - (d.Source.Now()-d.parts.origin)%step + time.Microsecond) // just after a scan
			d.Heard()
			d.Lift(bench.Square("e2"))
			d.Pass(c.after)
			d.want(fmt.Sprintf("mode %d after %v", c.mode, c.after), c.want)
		})
	}
}

func TestWhatDidNotLastIsNotReportedInMode5(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.quiet()
		d.SetMemory(atMode, 5)
		d.Lift(bench.Square("e2"))
		d.Pass(90 * time.Millisecond)
		d.Put(bench.Square("e2"), 'P')
		d.Pass(time.Second)
		d.want("two scans", "")
	})
}

func TestAMoveIsReportedOnChange(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.quiet()
		d.SetMemory(atMode, 3)
		d.Lift(bench.Square("e2"))
		d.Pass(100 * time.Millisecond)
		d.want("lifted", afterLift)
		d.Put(bench.Square("e4"), 'P')
		d.Pass(100 * time.Millisecond)
		d.want("put down", afterE4)
		d.Pass(time.Hour)
		d.want("an hour", "")
	})
}

func TestAPieceMayFlickerForOneScan(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.quiet()
		d.SetMemory(atMode, 3)
		d.SetFaults(Faults{Flicker: 0.1})
		d.Pass(10 * time.Second)
		d.SetFaults(Faults{})
		d.Pass(time.Second)
		statuses := strings.Count(d.text(), "s")
		if statuses < 10 || statuses > 60 {
			t.Errorf("%d statuses in 244 scans", statuses)
		}
		if got := d.ask("S"); got != startH1 {
			t.Errorf("in the end %q", got)
		}
	})
}

func TestAResetTakesThreeSeconds(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.quiet()
		d.SetMemory(atMode, 3)
		d.ask("L32" + strings.Repeat("F", 162))
		if got := d.ask("T") + d.ask("S") + d.ask("V"); got != "" {
			t.Errorf("got %q", got)
		}
		if leds, _ := d.LEDs(); leds != [81]byte{} {
			t.Error("LEDs are on")
		}
		d.Pass(2600 * time.Millisecond)
		d.want("before", "")
		d.Pass(300 * time.Millisecond)
		d.want("after", startH1)
	})
}

func TestTheMemoryStaysWithoutPower(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.ask("W0203")
		d.Restart()
		d.Pass(time.Second)
		d.Heard()
		if got := d.ask("R02"); got != "r020373" {
			t.Errorf("got %q", got)
		}
		d.Lift(bench.Square("e2"))
		d.Pass(100 * time.Millisecond)
		d.want("on change", afterLift)
	})
}

// The LED messages of the protocol: e2 and e4 blink against each other.
func TestLEDs(t *testing.T) {
	const (
		h1 = "L3200000000000000000000000000000000000000000000000000000000CCCC33330000000000CCCC3333000000000000000000000000000000000000000000000000000000000000000000000000000000004D"
		a8 = "L32000000000000000000000000000000000000000000000000000000000000000000000000000000003333CCCC00000000003333CCCC000000000000000000000000000000000000000000000000000000004D"
	)
	all := make(map[int]byte)
	for i := range 81 {
		all[i] = 0xFF
	}
	for _, c := range []struct {
		name, message string
		slot          time.Duration
		want          map[int]byte
	}{
		{"7 h1 first", h1, 204800 * time.Microsecond, map[int]byte{28: 0xCC, 29: 0xCC, 37: 0xCC, 38: 0xCC, 30: 0x33, 31: 0x33, 39: 0x33, 40: 0x33}},
		{"7 a8 first", a8, 204800 * time.Microsecond, map[int]byte{42: 0xCC, 43: 0xCC, 51: 0xCC, 52: 0xCC, 40: 0x33, 41: 0x33, 49: 0x33, 50: 0x33}},
		{"8 all off", "L" + strings.Repeat("0", 164) + "4C", 0, map[int]byte{}},
		{"8 all on", "L32" + strings.Repeat("F", 162) + "4D", 204800 * time.Microsecond, all},
	} {
		atDesk(t, Options{}, func(d *desk) {
			d.quiet()
			message := millennium.Append(nil, c.message[:len(c.message)-2])
			if text := string(millennium.Strip(slices.Clone(message))); text != c.message || len(text) != 167 {
				t.Errorf("%s: the checksum of %d characters is %s, want %s", c.name, len(text), text[len(text)-2:], c.message[165:])
			}
			d.Say(message...)
			d.Pass(100 * time.Millisecond)
			d.want(c.name, "l6C")
			leds, slot := d.LEDs()
			got := make(map[int]byte)
			for i, pattern := range leds {
				if pattern != 0 {
					got[i] = pattern
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" || slot != c.slot {
				t.Errorf("%s: slot %v (-want +got):\n%s", c.name, slot, diff)
			}
		})
	}
}

func TestABoardThatDoesNotAcknowledge(t *testing.T) {
	atDesk(t, Options{NoAck: true}, func(d *desk) {
		d.quiet()
		if got := d.ask("W0204", "L"+strings.Repeat("0", 164)); got != "" || d.Memory(2) != 4 {
			t.Errorf("got %q, and wrote %02X", got, d.Memory(2))
		}
	})
}

func TestABoardThatGuesses(t *testing.T) {
	atDesk(t, Options{Guesses: true, Name: "e-one"}, func(d *desk) {
		d.quiet()
		if got := d.ask("G"); got != "grnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR67" {
			t.Errorf("it believes %q", got)
		}
		d.SetMemory(atMode, 3)
		d.Lift(bench.Square("e2"))
		d.Pass(100 * time.Millisecond)
		d.Put(bench.Square("e4"), 'Q') // what it is the board can't see
		d.Pass(100 * time.Millisecond)
		d.want("a move", afterLift+afterE4)
		// It is told a position, and goes on from that one.
		d.quiet()
		d.ask("Gk..............................................................K33000000000")
		d.ask("G"+"k"+strings.Repeat(".", 62)+"K"+"000000000001", "S")
		d.SetPlacement(bench.Placed("8/k7/8/8/8/8/8/7K"))
		d.SetMemory(atMode, 3)
		d.Pass(100 * time.Millisecond)
		d.Heard()
		if got := d.ask("G"); got[:66] != "g........k......................................................K"+got[65:66] {
			t.Errorf("it believes %q", got)
		}
	})
}
