package dgt_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/clockio"
	"recorderd/observation"
)

func clock(white, black int64, running string) string {
	return fmt.Sprintf(`"clock":{"white_ms":%d,"black_ms":%d,"running":"%s","flag":"none"}`, white*1000, black*1000, running)
}

// blitz is 3+2.
func blitz() *clockio.Countdown {
	stages := []clockio.Stage{{Base: 3 * time.Minute, Increment: 2 * time.Second}}
	return clockio.New(stages, stages)
}

// atStart is a board with a clock, up and at rest.
func (r *rig) atStart() {
	r.SetPlacement(placed(startFEN))
	r.clock = blitz()
	r.SetClock(r.clock)
	r.Pass(5 * time.Second)
	r.Forget()
}

func TestStartUp(t *testing.T) {
	inBubble(t, emulator.Options{LongSerial: "3000147740"}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.SetClock(blitz())
		r.Pass(0)
		want(t, "sent at once", "\x40", string(r.Sent()))
		r.Pass(900 * time.Millisecond)
		want(t, "then", "\x4D\x45\x55\x46\x42\x41\x4B\x42\x2B\x03\x03\x09\x00", string(r.Sent()))
		r.Pass(100 * time.Millisecond)
		r.WantFacts("reported", boardUp, startIs, clockUp, clock(180, 180, "none"))
		r.WantStatus("up")
		board, sensor := r.Device.Describe()
		want(t, "board", observation.Board{Sensing: "identity", ScanMS: 250, Make: "DGT", Serial: "3000147740", Firmware: "1.80"}, board)
		want(t, "clock", observation.ClockSensor{Present: true, ResolutionMS: 1000, PollMS: 800}, sensor)
	})
}

func TestAMoveAndAPress(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.StartClock(observation.White)
		r.Pass(1500 * time.Millisecond)
		r.Lift(square("e2"))
		r.Pass(400 * time.Millisecond)
		r.Put(square("e4"), 'P')
		r.Pass(300 * time.Millisecond)
		r.Press(observation.White)
		r.Pass(500 * time.Millisecond)
		want(t, "reported", []string{
			clock(180, 180, "white"), clock(179, 180, "white"), change("e2", ""), change("e4", "P"), clock(178, 180, "white"),
			clock(180, 180, "black"),
		}, r.Facts())
		r.Pass(time.Second)
		if cmds := string(r.Sent()); cmds != "\x42" && cmds != "\x45\x42" && cmds != "\x42\x45" {
			t.Errorf("a second after the change the squares are compared: sent % X", cmds)
		}
	})
}

func TestTimesOfReportsAreThoseOfArrival(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		begin := r.Source.Now()
		r.Lift(square("e2"))
		r.Pass(time.Second)
		reports := r.Reports()
		if len(reports) != 1 {
			t.Fatalf("got %d reports, want 1", len(reports))
		}
		// At most one scan and five bytes on the line.
		if at := reports[0].At - begin; at <= 5*time.Millisecond || at > 226*time.Millisecond {
			t.Errorf("lifted at 0, reported at %v", at)
		}
	})
}

func TestUnpluggedAndBack(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Plug(pulled)
		r.Pass(time.Minute)
		r.WantFacts("reported", boardDn, clockDn)
		r.WantStatus(bench.Gone)
		if r.Device.Stats().Connected {
			t.Error("connected all the same")
		}
		r.Lift(square("e2"))
		r.Put(square("e4"), 'P')
		r.Plug(nil)
		r.Pass(4 * time.Second)
		r.WantFacts("reported", boardUp, `"placement":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"`, clockUp, clock(180, 180, "none"))
		r.WantStatus("up")
		if s := r.Device.Stats(); s.Reconnects != 1 || !s.Connected {
			t.Errorf("got %d reconnects, connected %v", s.Reconnects, s.Connected)
		}
		r.Lift(square("e7"))
		r.Pass(time.Second)
		r.WantFacts("and then", change("e7", ""))
	})
}

func TestTroubleIsToldOnceUntilItChanges(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.Plug(pulled)
		r.Pass(time.Minute)
		r.Plug(&boardio.Error{Op: "open", Device: "/dev/ttyUSB0", Err: boardio.ErrPermission, Hint: "add the user"})
		r.Pass(time.Minute)
		r.Plug(nil)
		r.Pass(time.Minute)
		want(t, "status", []string{
			"open /dev/ttyUSB0: no such device: is the cable in?",
			"open /dev/ttyUSB0: no permission: add the user",
			"up",
		}, r.Status())
	})
}

func TestSilentBoardIsDead(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		r.Pass(3 * time.Second)
		r.WantFacts("after 3 s")
		r.Pass(2 * time.Second)
		r.WantFacts("after 5 s", boardDn, clockDn)
		r.Pass(time.Minute)
		r.WantStatus(bench.Silent)
		r.SetFaults(emulator.Faults{})
		r.Pass(5 * time.Second)
		r.WantFacts("back", boardUp, startIs, clockUp, clock(180, 180, "none"))
	})
}

func TestQuietBoardIsAliveAndHardlyBothered(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Pass(time.Hour)
		r.WantFacts("an hour")
		r.WantStatus()
		if n := len(r.Sent()); n > 4500 {
			t.Errorf("%d commands in an hour", n)
		}
	})
}

func TestLostChangeIsFoundByComparing(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{LoseFrame: 1}})
		r.Lift(square("e2"))
		r.Pass(300 * time.Millisecond)
		r.SetFaults(emulator.Faults{})
		r.Put(square("e4"), 'P')
		r.Pass(2 * time.Second)
		r.WantFacts("reported", change("e4", "P"), `"placement":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"`, clock(180, 180, "none"))
		if got := r.Device.Stats().Notes["missed update"]; got != 1 {
			t.Errorf("got %d missed updates, want 1", got)
		}
	})
}

func TestBoardThatForgotItsModeIsToldAgain(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Restart()
		r.Lift(square("e2"))
		r.Pass(11 * time.Second)
		r.WantFacts("found", `"placement":"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"`, clock(180, 180, "none"))
		r.Put(square("e4"), 'P')
		r.Pass(time.Second)
		r.WantFacts("told at once again", change("e4", "P"))
	})
}

func TestShortSilenceIsEndedByTellingTheModeAgain(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		r.Restart()
		r.Pass(2500 * time.Millisecond)
		r.SetFaults(emulator.Faults{})
		r.Pass(time.Second)
		r.Lift(square("e2"))
		r.Pass(time.Second)
		if got := r.Facts(); len(got) == 0 || got[len(got)-1] != change("e2", "") {
			t.Errorf("got %v, want the change at once", got)
		}
		r.WantStatus()
	})
}

func TestJunkOnTheLine(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Inject(0x05, 0x8E, 0x00, 0x8E, 0x00, 0x05, 0x41, 0x00, 0x86, 0x00, 0x43, 0x01, 0x01) // ends in a dump without end
		r.Pass(200 * time.Millisecond)
		r.Lift(square("e2"))
		r.Pass(2 * time.Second)
		r.WantFacts("reported", change("e2", ""))
		want(t, "dropped", map[string]int64{"garbage": 1, "interrupted": 2, "implausible": 1}, r.Device.Stats().Dropped)
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
			r.Pass(5 * time.Second)
			r.Facts()
			r.Sent()
			r.Inject(c.bytes...)
			r.Pass(400 * time.Millisecond)
			want(t, c.name, c.want, r.Facts()[:len(c.want)])
			if asked := slices.Contains(r.Sent(), 0x42); asked != c.asked {
				t.Errorf("%s: the squares were asked for: %v, want %v", c.name, asked, c.asked)
			}
		})
	}
}

func TestFiguresThatTellAResultAreNoPieces(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Inject(0x8E, 0x00, 0x05, 0x1B, 0x0D)
		r.Pass(2 * time.Second)
		r.WantFacts("reported", change("d5", ""))
		if got := r.Device.Stats().Notes["result figure"]; got != 1 {
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
		r.Pass(2 * time.Second)
		r.WantFacts("reported", clock(180, 170, "black"), clock(180, 180, "none"))
		s := r.Device.Stats()
		if s.Notes["null clock message"] != 1 || s.Notes["clock button"] != 1 || s.Dropped["implausible"] != 1 {
			t.Errorf("got %v and %v", s.Notes, s.Dropped)
		}
	})
}

func TestClockUnpluggedAndBack(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.SetClock(nil)
		r.Pass(time.Second)
		r.WantFacts("unplugged", clockDn)
		if _, c := r.Device.Describe(); c.Present {
			t.Error("it is still described as present")
		}
		r.SetClock(blitz())
		r.Pass(time.Second)
		r.WantFacts("back", clockUp, clock(180, 180, "none"))
	})
}

func TestNoClockAtAll(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.Pass(5 * time.Second)
		r.WantFacts("reported", boardUp, startIs, clockDn)
	})
}

func TestTurnedBoardGivesTheClockTheOtherWay(t *testing.T) {
	inBubble(t, emulator.Options{Options: emulated.Options{Turned: true}}, func(r *rig) {
		stages := func(m time.Duration) []clockio.Stage { return []clockio.Stage{{Base: m * time.Minute}} }
		r.SetClock(clockio.New(stages(5), stages(3)))
		r.Pass(3 * time.Second)
		r.WantFacts("empty: nobody can know", boardUp, `"placement":"8/8/8/8/8/8/8/8"`, clockUp, clock(180, 300, "none"))
		r.SetPlacement(placed(startFEN))
		r.Pass(3 * time.Second)
		facts := r.Facts()
		want(t, "the clock is read again", clock(300, 180, "none"), facts[len(facts)-1])
		if !slices.Contains(facts, change("d8", "K")) {
			t.Errorf("White's king is not on the board's d8: got %v", facts)
		}
		r.StartClock(observation.White)
		r.Pass(800 * time.Millisecond)
		r.WantFacts("White runs", clock(300, 180, "white"))
		r.Lift(square("e2"))
		r.Pass(300 * time.Millisecond)
		want(t, "e2 is the board's d7", change("d7", ""), r.Facts()[0])
	})
}

func TestFlagOfBothOrientations(t *testing.T) {
	for _, turned := range []bool{false, true} {
		inBubble(t, emulator.Options{Options: emulated.Options{Turned: turned}}, func(r *rig) {
			r.atStart()
			r.StartClock(observation.Black)
			r.Pass(3*time.Minute + time.Second)
			facts := r.Facts()
			want(t, fmt.Sprint("turned ", turned), `"clock":{"white_ms":180000,"black_ms":0,"running":"black","flag":"black"}`, facts[len(facts)-1])
		})
	}
}

func TestDeviceThatNeverTellsItsSquaresIsNotUp(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.Instead(bench.Answers("\x93\x00\x05\x01\x50"))
		r.Pass(time.Minute)
		r.WantFacts("reported", boardDn)
		r.WantStatus(bench.Silent)
	})
}
