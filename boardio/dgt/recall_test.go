package dgt_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
)

var (
	pulled = &boardio.Error{Op: "open", Device: "/dev/ttyUSB0", Err: boardio.ErrAbsent, Hint: "is the cable in?"}
	own    = emulator.Options{Options: emulated.Options{OwnPower: true}}
)

// opening is twelve plies, with captures and a castling, and what the clock shows
// when each is pressed: 3+2, every ply a little over two seconds.
var opening = []struct {
	lifts, puts string // squares, pieces and squares
	side        observation.Side
	left        int64
}{
	{"e2", "Pe4", observation.White, 180}, {"e7", "pe5", observation.Black, 180},
	{"g1", "Nf3", observation.White, 180}, {"b8", "nc6", observation.Black, 180},
	{"f1", "Bc4", observation.White, 180}, {"f8", "bc5", observation.Black, 180},
	{"e1 h1", "Kg1 Rf1", observation.White, 180}, {"g8", "nf6", observation.Black, 180},
	{"f3 e5", "Ne5", observation.White, 180}, {"c6 e5", "ne5", observation.Black, 180},
	{"d2", "Pd4", observation.White, 180}, {"c5 d4", "bd4", observation.Black, 180},
}

// play plays it and returns what the board must have noted.
func (r *rig) play() (noted []string) {
	for _, ply := range opening {
		for _, from := range strings.Fields(ply.lifts) {
			r.Lift(square(from))
			noted = append(noted, fmt.Sprintf(`{"sq":"%s","piece":""}`, from))
			r.Pass(400 * time.Millisecond)
		}
		for _, put := range strings.Fields(ply.puts) {
			r.Put(square(put[1:]), observation.Piece(put[0]))
			change := fmt.Sprintf(`{"sq":"%s","piece":"%c"}`, put[1:], put[0])
			if last := len(noted) - 1; strings.Contains(noted[last], put[1:]) {
				noted = noted[:last] // nothing was noted between: written over
			}
			noted = append(noted, change)
			r.Pass(400 * time.Millisecond)
		}
		r.Press(ply.side)
		shown := r.shown(ply.side)
		noted = append(noted, fmt.Sprintf(`{"%s_ms":%d}`, ply.side, shown))
		r.Pass(1200 * time.Millisecond)
	}
	return noted
}

// shown is what the clock shows of a side, whose time stands.
func (r *rig) shown(side observation.Side) int64 {
	return r.clock.Report(r.Source.Now()).Remaining(side)
}

// remembered returns the entries of the memories that were reported.
func remembered(facts []string) (memories [][]string) {
	for _, f := range facts {
		if list, ok := strings.CutPrefix(f, `"memory":[`); ok {
			list = strings.ReplaceAll(strings.TrimSuffix(list, "]"), "},{", "}\n{")
			memories = append(memories, strings.Split(list, "\n"))
		}
	}
	return memories
}

func TestTwelvePliesWithoutACableAreRemembered(t *testing.T) {
	for _, turned := range []bool{false, true} {
		opt := own
		opt.Turned = turned
		inBubble(t, opt, func(r *rig) {
			r.atStart()
			r.StartClock(observation.White)
			r.Pass(time.Second)
			r.Plug(pulled)
			r.Pass(time.Second)
			noted := r.play()
			r.Plug(nil)
			r.Pass(45 * time.Second)
			facts := r.Facts()
			memories := remembered(facts)
			if len(memories) != 1 {
				t.Fatalf("turned %v: got %d memories, want one, in %v", turned, len(memories), facts)
			}
			got := memories[0][len(memories[0])-len(noted):]
			if turned {
				noted = turn(noted)
			}
			want(t, fmt.Sprint("turned ", turned), noted, got)
		})
	}
}

// turn is what a board notes that stands turned.
func turn(noted []string) (turned []string) {
	for _, n := range noted {
		if name, ok := strings.CutPrefix(n, `{"sq":"`); ok {
			n = `{"sq":"` + square(name[:2]).Turned().String() + name[2:]
		}
		turned = append(turned, n)
	}
	return turned
}

// askedAfter returns how long it took until the memory was asked for. It returns
// before the board can have reacted.
func (r *rig) askedAfter(limit time.Duration, do func()) time.Duration {
	r.Sent()
	for passed := time.Duration(0); passed < limit; {
		do()
		r.Pass(time.Millisecond)
		passed += time.Millisecond
		if slices.Contains(r.Sent(), 0x49) {
			return passed
		}
	}
	return limit
}

func (r *rig) unplugFor(d time.Duration) {
	r.Plug(pulled)
	r.Pass(d)
	r.Plug(nil)
	for r.Pass(100 * time.Millisecond); !r.Device.Stats().Connected; r.Pass(100 * time.Millisecond) {
	}
}

func TestMemoryIsReadAtAQuietMoment(t *testing.T) {
	nothing := func() {}
	inBubble(t, own, func(r *rig) {
		r.atStart()
		if got := r.askedAfter(20*time.Second, nothing); got < 20*time.Second {
			t.Errorf("without a gap it was read after %v", got)
		}
		r.unplugFor(time.Second)
		if got := r.askedAfter(20*time.Second, nothing); got < 2900*time.Millisecond || got > 3500*time.Millisecond {
			t.Errorf("the clock stands: read after %v, want 3 s", got)
		}
		r.Pass(15 * time.Second)
		if got := r.askedAfter(20*time.Second, nothing); got < 20*time.Second {
			t.Errorf("it was read again after %v", got)
		}
		r.StartClock(observation.White)
		r.unplugFor(time.Second)
		if got := r.askedAfter(time.Minute, nothing); got < 9*time.Second || got > 11*time.Second {
			t.Errorf("a clock runs: read after %v, want 10 s", got)
		}
		r.Pass(15 * time.Second)
		r.SetClock(nil)
		r.unplugFor(time.Second)
		if got := r.askedAfter(time.Minute, nothing); got < 9*time.Second || got > 11*time.Second {
			t.Errorf("there is no clock: read after %v, want 10 s", got)
		}
		r.Pass(15 * time.Second)
		r.unplugFor(time.Second)
		up := false
		if got := r.askedAfter(20*time.Second, func() { // somebody who can't let go of his king
			if up = !up; up {
				r.Lift(square("e1"))
			} else {
				r.Put(square("e1"), 'K')
			}
			r.Pass(400 * time.Millisecond)
		}); got < 20*time.Second {
			t.Errorf("squares change all the time: read after %v", got)
		}
	})
}

func TestMemoryIsReadWhenNothingMovedForTwiceAsLongAsBefore(t *testing.T) {
	for _, c := range []struct{ pause, after time.Duration }{
		{2 * time.Second, 10 * time.Second},
		{9 * time.Second, 18 * time.Second},
		{25 * time.Second, 30 * time.Second},
	} {
		inBubble(t, own, func(r *rig) {
			r.atStart()
			r.StartClock(observation.White)
			r.Pass(time.Second)
			r.Lift(square("e2"))
			r.Pass(c.pause)
			r.Put(square("e2"), 'P')
			r.Pass(time.Second)
			r.unplugFor(time.Second)
			if got := r.askedAfter(time.Minute, func() {}); got < c.after-time.Second || got > c.after+time.Second {
				t.Errorf("a pause of %v: read after %v, want %v", c.pause, got, c.after)
			}
		})
	}
}

func TestWhatABoardSaysFirstAfterItsMemoryIsOfTheGap(t *testing.T) {
	inBubble(t, own, func(r *rig) {
		r.atStart()
		r.unplugFor(time.Second)
		r.askedAfter(20*time.Second, func() {})
		r.Pass(4 * time.Second)
		r.Facts()
		r.Lift(square("e2"))
		r.Pass(time.Second)
		r.Put(square("e4"), 'P')
		r.Pass(10 * time.Second)
		facts := r.Facts()
		for _, f := range facts {
			if strings.HasPrefix(f, `"sq"`) {
				t.Errorf("told as if it had been seen: %s, in %v", f, facts[1:])
			}
		}
		down := slices.Index(facts, `"link":"board","up":false`)
		if down < 0 || !slices.ContainsFunc(facts[down:], func(f string) bool { return strings.HasPrefix(f, `"placement"`) }) {
			t.Errorf("got %v, want a gap", facts[1:])
		}
	})
}

func TestMemoryIsReadWhenTheRecorderGoesOn(t *testing.T) {
	inBubble(t, own, func(r *rig) {
		r.Device.(boardio.Resumer).Resume(false)
		r.atStart()
		r.Pass(15 * time.Second)
		if got := remembered(r.Facts()); len(got) != 1 {
			t.Errorf("got %d memories, want one", len(got))
		}
	})
}

func TestABoardWithoutPowerRemembersWhatWasBefore(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Lift(square("e2"))
		r.Pass(time.Second)
		r.Plug(pulled)
		r.Pass(time.Second)
		r.Put(square("e4"), 'P') // nobody sees it
		r.Plug(nil)
		r.Pass(20 * time.Second)
		memories := remembered(r.Facts())
		if len(memories) != 1 || len(memories[0]) < 33 {
			t.Fatalf("got %v, want one memory", memories)
		}
		m := memories[0]
		want(t, "before the power was lost", `{"sq":"e2","piece":""}`, m[len(m)-33])
		if !slices.Contains(m[len(m)-32:], `{"sq":"e4","piece":"P"}`) {
			t.Errorf("what stood when it came is not in it: %v", m[len(m)-32:])
		}
	})
}

func TestALinkLivesWhileTheMemoryIsRead(t *testing.T) {
	inBubble(t, own, func(r *rig) {
		r.atStart()
		r.unplugFor(time.Second)
		r.Status()
		r.askedAfter(20*time.Second, func() {})
		r.Pass(4 * time.Second)
		r.Sent()
		r.Lift(square("e2"))
		r.Pass(2 * time.Second)
		r.Put(square("e4"), 'P')
		r.Pass(time.Second)
		want(t, "sent meanwhile", "", string(r.Sent()))
		r.Pass(3 * time.Second)
		want(t, "status", []string(nil), r.Status())
		pl, _ := r.fold()
		want(t, "what was done meanwhile", placed("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"), pl)
		if got := r.askedAfter(20*time.Second, func() {}); got > 5*time.Second {
			t.Errorf("the memory knows more, and was not read again within %v", got)
		}
		r.Pass(10 * time.Second)
		m := remembered(r.Facts())
		if len(m) != 1 {
			t.Fatalf("got %d memories, want one more", len(m))
		}
	})
}

func TestMemoryThatDoesNotComeIsNotAskedForForEver(t *testing.T) {
	for name, c := range map[string]struct {
		faults emulator.Faults
		asked  func(*rig)
	}{
		"electronics that have none": {emulator.Faults{NoMemory: 1}, func(*rig) {}},
		"the rest does not come":     {emulator.Faults{}, func(r *rig) { r.Pass(2 * time.Second); r.Restart() }},
		"a byte of it is lost": {emulator.Faults{}, func(r *rig) {
			r.SetFaults(emulator.Faults{Faults: emulated.Faults{LoseByte: 1}})
			r.Pass(50 * time.Millisecond) // it is on its way
			r.SetFaults(emulator.Faults{})
		}},
	} {
		inBubble(t, own, func(r *rig) {
			r.atStart()
			r.SetFaults(c.faults)
			r.unplugFor(time.Second)
			r.Status()
			asked := 0
			for asked < 3 && r.askedAfter(30*time.Second, func() {}) < 30*time.Second {
				asked++
				c.asked(r)
			}
			if again := r.askedAfter(20*time.Second, func() {}); asked != 3 || again < 20*time.Second {
				t.Errorf("%s: asked for %d times, and again after %v; want three times", name, asked, again)
			}
			want(t, name+": status", []string(nil), r.Status())
			want(t, name+": memories", 0, len(remembered(r.Facts())))
			r.Lift(square("e2"))
			r.Pass(time.Second)
			want(t, name+": changes are told all the same", []string{change("e2", "")}, r.Facts())
		})
	}
}

func TestDeadWhileTheMemoryIsRead(t *testing.T) {
	inBubble(t, own, func(r *rig) {
		r.atStart()
		r.unplugFor(time.Second)
		r.askedAfter(20*time.Second, func() {})
		r.Pass(2 * time.Second)
		r.Status()
		r.Restart() // the rest of the memory does not come
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		r.Pass(7 * time.Second)
		want(t, "status", []string{"read /dev/ttyUSB0: no answer: is the board on, and is this its port?"}, r.Status())
	})
}

func TestMemoryThatNobodyAskedFor(t *testing.T) {
	inBubble(t, own, func(r *rig) {
		r.atStart()
		r.Inject(append([]byte{0x8F, 0x3E, 0x03, 0x40, 0x34, 0x6B}, make([]byte, 7933)...)...)
		r.Pass(15 * time.Second)
		want(t, "reported", 0, len(remembered(r.Facts())))
		if !strings.Contains(string(r.Sent()), "\x4B") {
			t.Error("the mode was not told again after it")
		}
	})
}
