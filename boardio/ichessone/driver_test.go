package ichessone_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/boardio/ichessone"
	"recorderd/boardio/ichessone/emulator"
	"recorderd/observation"
)

// atStart is a board that is up and at rest.
func (r *rig) atStart() {
	r.SetPlacement(placed(startFEN))
	r.Pass(5 * time.Second)
	r.Facts()
	r.Status()
	r.Sent()
}

func TestStartUp(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.Pass(0)
		want(t, "sent at once", "RH", string(r.Sent()))
		r.Pass(150 * time.Millisecond)
		want(t, "then", "RPRPCPIRQ", string(r.Sent()))
		want(t, "reported", []string{boardUp, placementIs(startFEN)}, r.Facts())
		want(t, "status", []string{"up"}, r.Status())
		board, clock := r.Device.Describe()
		want(t, "board", observation.Board{Sensing: "identity", ScanMS: 100, Make: "iChessOne", Firmware: "iChessOne 1.0"}, board)
		want(t, "clock", observation.ClockSensor{}, clock)
		r.Pass(2450 * time.Millisecond)
		want(t, "at rest", "RPRPRP", string(r.Sent()))
	})
}

func TestAMoveACaptureAndACastling(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		step := func(what string, do func(), facts ...string) {
			t.Helper()
			do()
			r.Pass(120 * time.Millisecond)
			want(t, what, facts, r.Facts())
		}
		step("e2 lifted", func() { r.Lift(square("e2")) }, change("e2", ""))
		step("e4", func() { r.Put(square("e4"), 'P') }, change("e4", "P"))
		step("d7d5 between two scans", func() { r.Lift(square("d7")); r.Put(square("d5"), 'p') }, change("d7", ""), change("d5", "p"))
		step("the pawn is taken", func() { r.Lift(square("e4")); r.Put(square("d5"), 'P') }, change("e4", ""), change("d5", "P"))
		r.SetPlacement(placed("4k3/8/8/8/8/8/8/4K2R"))
		r.Pass(time.Second)
		r.Facts()
		step("castling in one scan", func() { r.SetPlacement(placed("4k3/8/8/8/8/8/8/5RK1")) },
			change("e1", ""), change("h1", ""), change("f1", "R"), change("g1", "K"))
	})
}

func TestTurnedBoardIsReportedAsItNumbersItsSquares(t *testing.T) {
	inBubble(t, emulator.Options{Options: emulated.Options{Turned: true}}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.Pass(time.Second)
		want(t, "reported", []string{boardUp, placementIs("RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr")}, r.Facts())
	})
}

func TestAPositionThatDiffersInMuchIsAskedForAgain(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		// A byte came in between, and moved all that stands behind it.
		moved := ichessone.AppendPosition(nil, placed(startFEN))
		moved = slices.Insert(moved[:33], 10, 0x00)
		r.Inject(moved...)
		r.Pass(time.Second)
		want(t, "one that was damaged", []string{}, r.Facts())
		want(t, "it was doubted", int64(1), r.Device.Stats().Notes["position doubted"])
		r.SetPlacement(placed("8/8/4k3/8/8/8/8/4K2R"))
		r.Pass(300 * time.Millisecond)
		if got := r.Facts(); len(got) < 30 {
			t.Errorf("all pieces were swept off: %d changes", len(got))
		}
	})
}

func TestASquareThatWasDamagedIsPutRightAtOnce(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		wrong := placed(startFEN)
		wrong[square("e5")] = 'q'
		r.Inject(ichessone.AppendPosition(nil, wrong)...)
		r.Pass(5 * time.Millisecond)
		want(t, "it may have stood there", []string{change("e5", "q")}, r.Facts())
		r.Pass(150 * time.Millisecond)
		want(t, "it did not", []string{change("e5", "")}, r.Facts())
	})
}

func TestUnpluggedAndBack(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Inject(ichessone.AppendPosition(nil, placed(startFEN))[:17]...) // and no more
		r.Pass(10 * time.Millisecond)
		r.Plug(&boardio.Error{Op: "open", Device: "/dev/ttyUSB0", Err: boardio.ErrAbsent, Hint: "is the cable in?"})
		r.Pass(time.Minute)
		want(t, "reported", []string{boardDn}, r.Facts())
		want(t, "status", []string{"read /dev/ttyUSB0: gone: is the cable in?"}, r.Status())
		r.Lift(square("e2"))
		r.Put(square("e4"), 'P')
		r.Plug(nil)
		r.Pass(4 * time.Second)
		want(t, "reported", []string{boardUp, placementIs("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")}, r.Facts())
		want(t, "status", []string{"up"}, r.Status())
		r.Lift(square("e7"))
		r.Pass(200 * time.Millisecond)
		want(t, "and then", []string{change("e7", "")}, r.Facts())
	})
}

func TestSilentBoardIsDeadWithinFiveSeconds(t *testing.T) {
	for phase := range 8 {
		inBubble(t, emulator.Options{}, func(r *rig) {
			r.atStart()
			r.Pass(time.Duration(phase) * 100 * time.Millisecond)
			r.SetFaults(emulated.Faults{Silent: true})
			r.Pass(3500 * time.Millisecond)
			want(t, "after 3.5 s", []string{}, r.Facts())
			r.Pass(1500 * time.Millisecond)
			want(t, "after 5 s", []string{boardDn}, r.Facts())
			r.Pass(time.Minute)
			want(t, "status", []string{"read /dev/ttyUSB0: no answer: is the board on, and is this its port?"}, r.Status())
			r.SetFaults(emulated.Faults{})
			r.Pass(5 * time.Second)
			want(t, "back", []string{boardUp, placementIs(startFEN)}, r.Facts())
		})
	}
}

func TestABoardWithoutPowerForAMomentIsToldAgain(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Restart()
		for _, sq := range []string{"a2", "b2"} { // found by asking
			r.Lift(square(sq))
			r.Pass(time.Second)
			want(t, sq, []string{change(sq, "")}, r.Facts())
		}
		r.Lift(square("c2"))
		r.Pass(110 * time.Millisecond)
		want(t, "told by itself again", []string{change("c2", "")}, r.Facts())
	})
}

func TestAfterAShortSilenceTheBoardIsToldAgain(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.SetFaults(emulated.Faults{Silent: true})
		r.Restart()
		r.Pass(2500 * time.Millisecond)
		r.SetFaults(emulated.Faults{})
		r.Pass(time.Second)
		r.Lift(square("c2"))
		r.Pass(110 * time.Millisecond)
		want(t, "told by itself", []string{change("c2", "")}, r.Facts())
		want(t, "status", []string(nil), r.Status())
	})
}

func TestAQuietBoardIsHardlyBothered(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Pass(time.Hour)
		want(t, "an hour", []string{}, r.Facts())
		want(t, "status", []string(nil), r.Status())
		sent := string(r.Sent())
		if n := strings.Count(sent, "RP"); n > 4501 {
			t.Errorf("%d times asked for the position", n)
		}
		if n := strings.Count(sent, "RB"); n != 60 {
			t.Errorf("%d times asked for the battery, want 60", n)
		}
		if rest := strings.NewReplacer("RP", "", "RB", "").Replace(sent); rest != "" {
			t.Errorf("and sent %q", rest)
		}
	})
}

func TestALowBatteryIsCounted(t *testing.T) {
	for _, c := range []struct {
		opt  emulator.Options
		want int64
	}{{emulator.Options{Percent: 10}, 1}, {emulator.Options{Percent: 10, Charging: true}, 0}, {emulator.Options{Percent: 61}, 0}} {
		inBubble(t, c.opt, func(r *rig) {
			r.Pass(65 * time.Second)
			want(t, "counted", c.want, r.Device.Stats().Notes["battery low"])
			want(t, "batteries", int64(1), r.Device.Stats().Frames["battery"])
		})
	}
}

func TestALostPositionIsFoundByAsking(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.SetFaults(emulated.Faults{LoseFrame: 1})
		r.Lift(square("e2"))
		r.Pass(110 * time.Millisecond)
		r.SetFaults(emulated.Faults{})
		r.Pass(time.Second)
		want(t, "reported", []string{change("e2", "")}, r.Facts())
	})
}

func TestTapHasEveryByte(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Inject(0x01, 0x82, 0x03)
		r.Pass(time.Second)
		if got := r.Device.Stats().Bytes; got != int64(len(r.Tapped())) || got < 100 {
			t.Errorf("%d bytes received, %d tapped", got, len(r.Tapped()))
		}
	})
}
