package emulator

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"recorderd/boardio/bench"
	"recorderd/timesource"
)

// desk is a board at a desk, where commands are said and bytes read.
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

func (d *desk) say(command string) {
	d.t.Helper()
	d.Say([]byte(command)...)
	d.Pass(20 * time.Millisecond)
}

// want checks what came since the last time, in hexadecimal.
func (d *desk) want(what, want string) {
	d.t.Helper()
	if got := fmt.Sprintf("% X", d.Bytes()); got != want {
		d.t.Errorf("%s: got %s, want %s", what, got, want)
	}
}

const (
	start   = "3D 70 A8 9B C9 8A 77 77 77 77 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 11 11 11 11 42 35 63 24"
	lifted  = "3D 70 A8 9B C9 8A 77 77 77 77 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 11 11 01 11 42 35 63 24"
	afterE4 = "3D 70 A8 9B C9 8A 77 77 77 77 00 00 00 00 00 00 00 00 00 00 10 00 00 00 00 00 11 11 01 11 42 35 63 24"
)

func TestQuestions(t *testing.T) {
	atDesk(t, Options{Text: "iC", Percent: 61, Charging: true}, func(d *desk) {
		d.Pass(time.Second)
		d.want("unasked", "")
		for _, c := range []struct{ say, want string }{
			{"RP", start}, {"RB", "3D 62 01 3D"}, {"RH", "3D 68 69 43"},
			{"xxRP\x00", start}, {"RHRB", "3D 68 69 43 3D 62 01 3D"},
			{"R", ""}, {"B", "3D 62 01 3D"}, {"CPQQRB", "3D 62 01 3D"}, {"CPOFF", ""},
		} {
			d.say(c.say)
			d.want(fmt.Sprintf("%q", c.say), c.want)
		}
	})
}

func TestAMoveIsReportedOnChange(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.say("CPIRQ")
		d.Pass(time.Second)
		d.want("nothing changes", "")
		d.Lift(bench.Square("e2"))
		d.Pass(110 * time.Millisecond)
		d.want("lifted", lifted)
		d.Put(bench.Square("e4"), 'P')
		d.Pass(110 * time.Millisecond)
		d.want("put down", afterE4)
		d.say("CPOFF")
		d.Lift(bench.Square("e4"))
		d.Pass(time.Second)
		d.want("after CPOFF", "")
	})
}

func TestAPositionSoOften(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.say("CPM250")
		d.Pass(time.Second)
		d.want("in a second", strings.Repeat(start+" ", 3)+start)
	})
}

func TestPowerLossEndsWhatTheBoardWasTold(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.say("CPIRQ")
		d.say("CSOFF")
		d.Restart()
		d.Lift(bench.Square("e2"))
		d.Pass(time.Second)
		d.want("on change", "")
		if _, silent := d.LEDs(); silent {
			t.Error("it makes no sound")
		}
	})
}

func TestLights(t *testing.T) {
	atDesk(t, Options{}, func(d *desk) {
		d.say("CSOFF")
		d.say("EL\x80\x0F\x00\x00\x00\x00\x00\x10") // in two parts
		d.say("\x00\x10\x00\x00\x01\xFFRB")
		d.want("then a question", "3D 62 00 50")
		on, silent := d.LEDs()
		if want := [8]byte{4: 0x10, 6: 0x10}; on != want || !silent {
			t.Errorf("got % X, silent %v, want % X: e4 and e2", on, silent, want)
		}
	})
}
