package finder

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/boardio"
	"recorderd/observation"
)

func auto(driver string) Options {
	return Options{Options: boardio.Options{Device: Auto}, Driver: driver}
}

func (r *recorder) wantTold(what string, want ...string) {
	r.w.t.Helper()
	if diff := cmp.Diff(want, r.told()); diff != "" {
		r.w.t.Errorf("%s: -want +got:\n%s", what, diff)
	}
}

func TestABoardOfAnyMakeIsFound(t *testing.T) {
	for name, c := range map[string]struct {
		what func(*world) thing
		want observation.Board
	}{
		"it answers":         {func(w *world) thing { return w.dgt("24680") }, observation.Board{Make: "DGT", Serial: "24680", Firmware: "1.80", Sensing: "identity", ScanMS: 250}},
		"it talks by itself": {func(w *world) thing { return w.talker() }, observation.Board{Make: "Talker"}},
	} {
		inWorld(t, func(w *world) {
			r := w.record(auto(Auto))
			defer r.stop()
			w.pass(3 * time.Second)
			r.wantTold(name, "find a board: no such device: no port is there; is the cable in?")
			if board, _ := r.Describe(); board != (observation.Board{}) || r.Stats().Frames != nil {
				t.Errorf("%s: before it is found: %v, %v", name, board, r.Stats())
			}
			w.connect("ttyUSB3", bare, w.silence())
			w.connect("ttyUSB4", ftdi, c.what(w))
			w.pass(8 * time.Second)
			r.wantTold(name, "up")
			if board, _ := r.Describe(); board != c.want || !r.Stats().Connected {
				t.Errorf("%s: got %v, want %v", name, board, c.want)
			}
			if want := []string{"board false", "board true", "placement"}; !slices.Equal(r.facts[:3], want) {
				t.Errorf("%s: reported %q, want %q", name, r.facts, want)
			}
		})
	}
}

// The worst is a cable that comes back just after the recorder has looked.
func TestABoardIsBackUnderAnyName(t *testing.T) {
	for name, opt := range map[string]Options{
		"anywhere, of any make": auto(Auto),
		"anywhere":              auto("dgt"),
		"at a name":             {Options: boardio.Options{Device: "ttyUSB0"}, Driver: "dgt"},
	} {
		inWorld(t, func(w *world) {
			if opt.Device != Auto {
				opt.Device = w.path("dev/" + opt.Device)
			}
			dgt := w.dgt("24680")
			w.connect("ttyUSB0", ftdi, dgt)
			r := w.record(opt)
			defer r.stop()
			w.pass(10 * time.Second)
			var slowest time.Duration
			at, names := "ttyUSB0", []string{"ttyUSB1", "ttyUSB0", "ttyACM0", "ttyUSB7", "ttyUSB1", "ttyUSB0", "ttyUSB2", "ttyUSB1"}
			for i, tty := range names {
				w.disconnect(at, ftdi)
				w.pass(3*time.Second + time.Duration(i)*700*time.Millisecond)
				r.told()
				w.connect(tty, ftdi, dgt)
				began := w.src.Now()
				w.pass(5 * time.Second)
				r.wantTold(name+": back as "+tty, "up")
				slowest = max(slowest, r.upAt-began)
				at = tty
			}
			if slowest > 4500*time.Millisecond {
				t.Errorf("%s: up only after %v", name, slowest)
			}
			t.Logf("%s: up after at most %v", name, slowest)
		})
	}
}

func TestNoOtherBoardIsTakenForIt(t *testing.T) {
	inWorld(t, func(w *world) {
		mine, strange := w.dgt("24680"), w.dgt("11111")
		w.connect("ttyUSB0", ftdi, mine)
		r := w.record(Options{Options: boardio.Options{Device: w.path("dev/ttyUSB0")}, Driver: "dgt"})
		defer r.stop()
		w.pass(2 * time.Second)
		w.disconnect("ttyUSB0", ftdi)
		w.connect("ttyUSB0", bare, strange)
		w.pass(20 * time.Second)
		r.wantTold("another board has its name", "up", "read /dev/ttyUSB0: gone: is the cable in?",
			"find the board with serial number 24680: another board (serial number 11111) is on /dev/ttyUSB0: connect the right one; if this one takes its place, restart the recorder")
		w.connect("ttyUSB5", ftdi, mine)
		w.pass(4 * time.Second)
		r.wantTold("both are there", "up")
		if board, _ := r.Describe(); board.Serial != "24680" {
			t.Errorf("recorded from %v", board)
		}
	})
}

func TestTheBoardOfANumberIsChosen(t *testing.T) {
	inWorld(t, func(w *world) {
		w.connect("ttyUSB0", ftdi, w.dgt("11111"))
		w.connect("ttyUSB1", bare, w.dgt("24680"))
		for name, opt := range map[string]Options{"any port": auto(Auto), "the port of the other": {Options: boardio.Options{Device: w.path("dev/ttyUSB0")}, Driver: "dgt"}} {
			opt.Serial = "24680"
			r := w.record(opt)
			w.pass(10 * time.Second)
			r.wantTold(name, "up")
			if board, _ := r.Describe(); board.Serial != "24680" {
				t.Errorf("%s: recorded from %v", name, board)
			}
			r.stop()
		}
	})
}

// Behind an adapter it can be another board without any cable of USB moved, and a
// pseudo-terminal tells nothing of what is behind it.
func TestAnotherBoardBehindTheSameAdapterIsSeenToBeOne(t *testing.T) {
	inWorld(t, func(w *world) {
		mine, strange := w.dgt("24680"), w.dgt("11111")
		w.connect("ttyUSB0", ftdi, mine)
		w.connect("ttyUSB1", bare, w.silence())
		r := w.record(Options{Options: boardio.Options{Device: w.path("dev/ttyUSB0")}, Driver: "dgt"})
		defer r.stop()
		w.pass(2 * time.Second)
		w.behind("ttyUSB0", strange)
		w.pass(10 * time.Second)
		r.wantTold("another one", "up", "read /dev/ttyUSB0: gone: is the cable in?",
			"find the board with serial number 24680: another board (serial number 11111) is on /dev/ttyUSB0: connect the right one; if this one takes its place, restart the recorder")
		w.behind("ttyUSB0", mine)
		w.pass(7 * time.Second) // a look at the other one may have begun just before
		if told := r.told(); len(told) == 0 || told[len(told)-1] != "up" {
			t.Errorf("ours again: told %q, want up at last", told)
		}
		before := w.opened["ttyUSB1"]
		w.behind("ttyUSB0", mine)
		w.pass(4 * time.Second)
		r.wantTold("a loose cable", "read /dev/ttyUSB0: gone: is the cable in?", "up")
		if w.opened["ttyUSB1"] != before {
			t.Error("another port was asked although the board was where it was")
		}
	})
}

func TestOnlyTheNamedPortIsAskedOfWhichMakeItsBoardIs(t *testing.T) {
	inWorld(t, func(w *world) {
		w.connect("ttyUSB1", ftdi, w.dgt("24680"))
		r := w.record(Options{Options: boardio.Options{Device: w.path("dev/ttyUSB0")}, Driver: Auto})
		defer r.stop()
		w.pass(5 * time.Second)
		r.wantTold("it is not there", "open /dev/ttyUSB0: no such device: is the cable in?")
		w.connect("ttyUSB0", bare, w.silence())
		w.pass(10 * time.Second)
		r.wantTold("nothing answers there", "ask /dev/ttyUSB0: no answer: is the board on, and is this its port?")
		w.behind("ttyUSB0", w.dgt("11111"))
		w.pass(8 * time.Second)
		r.wantTold("it was switched on", "up")
		if w.opened["ttyUSB1"] != 0 {
			t.Error("another port was asked")
		}
	})
}

func TestAQuestionThatIsNotSaidIsTold(t *testing.T) {
	inWorld(t, func(w *world) {
		w.connect("ttyACM0", itself, w.silence())
		r := w.record(auto("rough"))
		defer r.stop()
		w.pass(3 * time.Second)
		r.wantTold("nobody is asked", "find a board: the question could harm a board of another make: name its port as board.device in the configuration")
	})
}

// Two recorders lose their boards at once, which come back with each other's
// names.
func TestRecordersDoNotTakeEachOthersBoards(t *testing.T) {
	inWorld(t, func(w *world) {
		boards := map[string]board{"11111": w.dgt("11111"), "22222": w.dgt("22222")}
		w.connect("ttyUSB0", ftdi, boards["11111"])
		w.connect("ttyUSB1", bare, boards["22222"])
		one := w.record(Options{Options: boardio.Options{Device: w.path("dev/ttyUSB0")}, Driver: "dgt"})
		two := w.record(Options{Options: boardio.Options{Device: w.path("dev/ttyUSB1")}, Driver: "dgt"})
		defer one.stop()
		defer two.stop()
		w.pass(3 * time.Second)
		w.disconnect("ttyUSB0", ftdi)
		w.disconnect("ttyUSB1", bare)
		w.pass(3 * time.Second)
		w.connect("ttyUSB0", bare, boards["22222"])
		w.connect("ttyUSB1", ftdi, boards["11111"])
		w.pass(20 * time.Second)
		for want, r := range map[string]*recorder{"11111": one, "22222": two} {
			if board, _ := r.Describe(); board.Serial != want || !r.Stats().Connected {
				t.Errorf("the recorder of %s has %v, connected %v: %q", want, board.Serial, r.Stats().Connected, r.told())
			}
		}
	})
}

func TestABoardWithoutANumberIsBackByItsSocket(t *testing.T) {
	inWorld(t, func(w *world) {
		talks, silent := w.talker(), w.silence()
		w.connect("ttyUSB0", bare, talks)
		r := w.record(auto("talker"))
		defer r.stop()
		w.pass(3 * time.Second)
		w.disconnect("ttyUSB0", bare)
		w.pass(3 * time.Second)
		w.connect("ttyUSB0", chip, w.talker()) // another one, in another socket
		w.pass(8 * time.Second)
		r.wantTold("another one is there", "up", "read /dev/ttyUSB0: gone: is the cable in?")
		w.connect("ttyUSB1", bare, w.talker())
		w.connect("ttyUSB2", ftdi, silent)
		w.pass(4 * time.Second)
		r.wantTold("it is back", "up")
		if got := [3]int{w.opened["ttyUSB1"], w.opened["ttyUSB2"]}; got != [3]int{1, 0} {
			t.Errorf("opened %v times, want 1 and 0: nobody is to be asked", got)
		}
	})
}

func TestWhatIsNoBoardIsNotAskedOverAndOver(t *testing.T) {
	inWorld(t, func(w *world) {
		w.connect("ttyUSB0", ftdi, w.silence())
		r := w.record(auto("dgt"))
		defer r.stop()
		w.pass(time.Minute)
		if got := w.opened["ttyUSB0"]; got < 4 || got > 6 {
			t.Errorf("asked %d times in a minute, want one in %v and the time of a question", got, askAgain)
		}
		r.wantTold("silence", "find a board: no answer: is the board on? name its port as board.device in the configuration")
	})
}

func TestSearchingEndsAtOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		w.connect("ttyUSB0", ftdi, w.silence())
		r := w.record(auto(Auto))
		w.pass(1500 * time.Millisecond)
		began := w.src.Now()
		r.stop()
		if took := w.src.Now() - began; took > 100*time.Millisecond {
			t.Errorf("it took %v", took)
		}
	})
}

func TestAMakeThatCantBeLookedForIsSaidSo(t *testing.T) {
	mute := boardio.Make{Name: "mute", Title: "Mute", Line: boardio.Line{Baud: 9600}, New: func(o boardio.Options) boardio.Device { return newTalker(o) }}
	if _, known := boardio.MakeOf(mute.Name); !known {
		boardio.Register(mute)
	}
	inWorld(t, func(w *world) {
		w.connect("ttyUSB0", ftdi, w.talker())
		r := w.record(auto("mute"))
		w.pass(3 * time.Second)
		r.wantTold("anywhere", "find a board: boards of this make can't be asked what they are: name its port as board.device in the configuration")
		r.stop()
		r = w.record(Options{Options: boardio.Options{Device: w.path("dev/ttyUSB0")}, Driver: "mute"})
		w.pass(3 * time.Second)
		r.wantTold("at its port", "up")
		r.stop()
	})
	if _, err := New(auto("none")); err == nil || !strings.Contains(err.Error(), `"none"`) {
		t.Errorf("a driver that there is not: %v", err)
	}
}

func TestHowTheBoardStandsIsKnownToADriverThatIsMadeLater(t *testing.T) {
	inWorld(t, func(w *world) {
		d := w.dgt("24680")
		r := w.record(auto(Auto))
		defer r.stop()
		r.Resume(true)
		w.connect("ttyUSB0", ftdi, d)
		w.pass(8 * time.Second)
		driver, _ := r.known()
		if _, ok := driver.(boardio.Resumer); !ok || !r.turned {
			t.Errorf("the driver %T was not told", driver)
		}
	})
}

// The port of a clock is not asked whether it is a board.
func TestPortsOfOtherThingsAreLeftInPeace(t *testing.T) {
	inWorld(t, func(w *world) {
		w.connect("ttyUSB0", ftdi, w.silence())
		w.connect("ttyUSB1", bare, w.dgt("24680"))
		opt := auto(Auto)
		opt.Besides = []string{w.path("dev/ttyUSB0")}
		r := w.record(opt)
		defer r.stop()
		w.pass(20 * time.Second)
		r.wantTold("the board is found", "up")
		if n := w.opened["ttyUSB0"]; n > 0 {
			t.Errorf("the other port was opened %d times", n)
		}
	})
}
