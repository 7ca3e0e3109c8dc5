package emulator

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/boardio/millennium"
	"recorderd/timesource"
)

// desk is a board in a bubble of time with somebody at the other end who writes
// down everything and when it came.
type desk struct {
	*Board
	t    *testing.T
	src  timesource.Source
	line net.Conn

	mu    sync.Mutex
	came  []byte
	times []time.Duration // of each write
}

func atDesk(t *testing.T, opt Options, test func(*desk)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		src := timesource.Bubble()
		mine, its := net.Pipe()
		d := &desk{Board: New(src, opt), t: t, src: src, line: mine}
		d.SetPlacement(bench.Placed(bench.Start))
		ended := make(chan error, 1)
		go func() { ended <- d.Serve(context.Background(), its) }()
		go d.read()
		synctest.Wait()
		test(d)
		d.Unplug()
		if err := <-ended; !errors.Is(err, emulated.ErrUnplugged) {
			t.Errorf("Serve ended with %v, want %v", err, emulated.ErrUnplugged)
		}
	})
}

func (d *desk) read() {
	buf := make([]byte, 8192)
	for {
		n, err := d.line.Read(buf)
		if err != nil {
			return
		}
		d.mu.Lock()
		d.came = append(d.came, buf[:n]...)
		d.times = append(d.times, d.src.Now())
		d.mu.Unlock()
	}
}

// take returns what came since the last time, as it was on the wire.
func (d *desk) take() (came []byte, times []time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	came, times = d.came, d.times
	d.came, d.times = nil, nil
	return came, times
}

// text returns what came, after checking the parity of every character.
func (d *desk) text() string {
	d.t.Helper()
	came, _ := d.take()
	for _, c := range came {
		if bits.OnesCount8(c)&1 == 0 {
			d.t.Errorf("character %02X has even parity", c)
		}
	}
	return string(millennium.Strip(came))
}

func (d *desk) pass(t time.Duration) {
	timesource.Sleep(context.Background(), d.src, t)
	synctest.Wait()
}

// ask says commands and returns what comes until it has been answered.
func (d *desk) ask(commands ...string) string {
	d.t.Helper()
	for _, c := range commands {
		if _, err := d.line.Write(millennium.Append(nil, c)); err != nil {
			d.t.Fatal(err)
		}
	}
	d.pass(100 * time.Millisecond)
	return d.text()
}

// quiet is a board that reports nothing by itself.
func (d *desk) quiet() {
	d.SetMemory(atMode, 1)
	d.pass(100 * time.Millisecond)
	d.take()
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
		d.pass(1005 * time.Millisecond)
		came, times := d.take()
		if want := strings.Repeat(startH1, 24); string(millennium.Strip(slices.Clone(came))) != want {
			t.Errorf("in a second %d bytes, want 24 statuses", len(came))
		}
		for i := 1; i < len(times); i++ {
			if step := times[i] - times[i-1]; step != 40960*time.Microsecond {
				t.Fatalf("%v between two statuses", step)
			}
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
			d.line.Write([]byte(c))
			d.pass(100 * time.Millisecond)
			d.want(fmt.Sprintf("%q", c), "")
		}
	})
	atDesk(t, Options{Plain: true}, func(d *desk) {
		d.quiet()
		if got := d.ask("V"); got != "" {
			t.Errorf("a board without parity understands %q", got)
		}
		d.line.Write([]byte("V56"))
		d.pass(100 * time.Millisecond)
		if got, _ := d.take(); string(got) != "v010374" {
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
			d.pass(step - (d.src.Now()-d.parts.origin)%step + time.Microsecond) // just after a scan
			d.take()
			d.Lift(bench.Square("e2"))
			d.pass(c.after)
			d.want(fmt.Sprintf("mode %d after %v", c.mode, c.after), c.want)
		})
	}
}

func TestWhatDidNotLastIsNotReportedInMode5(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.quiet()
		d.SetMemory(atMode, 5)
		d.Lift(bench.Square("e2"))
		d.pass(90 * time.Millisecond)
		d.Put(bench.Square("e2"), 'P')
		d.pass(time.Second)
		d.want("two scans", "")
	})
}

func TestAMoveIsReportedOnChange(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.quiet()
		d.SetMemory(atMode, 3)
		d.Lift(bench.Square("e2"))
		d.pass(100 * time.Millisecond)
		d.want("lifted", afterLift)
		d.Put(bench.Square("e4"), 'P')
		d.pass(100 * time.Millisecond)
		d.want("put down", afterE4)
		d.pass(time.Hour)
		d.want("an hour", "")
	})
}

func TestAPieceMayFlickerForOneScan(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.quiet()
		d.SetMemory(atMode, 3)
		d.SetFaults(Faults{Flicker: 0.1})
		d.pass(10 * time.Second)
		d.SetFaults(Faults{})
		d.pass(time.Second)
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
		d.pass(2600 * time.Millisecond)
		d.want("before", "")
		d.pass(300 * time.Millisecond)
		d.want("after", startH1)
	})
}

func TestTheMemoryStaysWithoutPower(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.ask("W0203")
		d.Restart()
		d.pass(time.Second)
		d.take()
		if got := d.ask("R02"); got != "r020373" {
			t.Errorf("got %q", got)
		}
		d.Lift(bench.Square("e2"))
		d.pass(100 * time.Millisecond)
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
			d.line.Write(message)
			d.pass(100 * time.Millisecond)
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
		d.pass(100 * time.Millisecond)
		d.Put(bench.Square("e4"), 'Q') // what it is the board can't see
		d.pass(100 * time.Millisecond)
		d.want("a move", afterLift+afterE4)
		// It is told a position, and goes on from that one.
		d.quiet()
		d.ask("Gk..............................................................K33000000000")
		d.ask("G"+"k"+strings.Repeat(".", 62)+"K"+"000000000001", "S")
		d.SetPlacement(bench.Placed("8/k7/8/8/8/8/8/7K"))
		d.SetMemory(atMode, 3)
		d.pass(100 * time.Millisecond)
		d.take()
		if got := d.ask("G"); got[:66] != "g........k......................................................K"+got[65:66] {
			t.Errorf("it believes %q", got)
		}
	})
}
