package ichessone_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/boardio/ichessone"
	"recorderd/boardio/ichessone/emulator"
	"recorderd/observation"
)

func TestStartUp(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *bench.Rig) {
		r.SetPlacement(placed(startFEN))
		r.Pass(0)
		bench.Want(t, "sent at once", "RH", string(r.Sent()))
		r.Pass(150 * time.Millisecond)
		bench.Want(t, "then", "RPRPCPIRQ", string(r.Sent()))
		r.WantFacts("reported", bench.BoardUp, bench.Stands(startFEN))
		r.WantStatus("up")
		board, clock := r.Device.Describe()
		bench.Want(t, "board", observation.Board{Sensing: "identity", ScanMS: 100, Make: "iChessOne", Firmware: "iChessOne 1.0"}, board)
		bench.Want(t, "clock", observation.ClockSensor{}, clock)
		r.Pass(2450 * time.Millisecond)
		bench.Want(t, "at rest", "RPRPRP", string(r.Sent()))
	})
}

func TestAMoveACaptureAndACastling(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *bench.Rig) {
		r.AtStart()
		step := func(what string, do func(), facts ...string) {
			t.Helper()
			do()
			r.Pass(120 * time.Millisecond)
			bench.Want(t, what, facts, r.Facts())
		}
		step("e2 lifted", func() { r.Lift(square("e2")) }, bench.Change("e2", ""))
		step("e4", func() { r.Put(square("e4"), 'P') }, bench.Change("e4", "P"))
		step("d7d5 between two scans", func() { r.Lift(square("d7")); r.Put(square("d5"), 'p') }, bench.Change("d7", ""), bench.Change("d5", "p"))
		step("the pawn is taken", func() { r.Lift(square("e4")); r.Put(square("d5"), 'P') }, bench.Change("e4", ""), bench.Change("d5", "P"))
		r.SetPlacement(placed("4k3/8/8/8/8/8/8/4K2R"))
		r.Pass(time.Second)
		r.Facts()
		step("castling in one scan", func() { r.SetPlacement(placed("4k3/8/8/8/8/8/8/5RK1")) },
			bench.Change("e1", ""), bench.Change("h1", ""), bench.Change("f1", "R"), bench.Change("g1", "K"))
	})
}

func TestTurnedBoardIsReportedAsItNumbersItsSquares(t *testing.T) {
	inBubble(t, emulator.Options{Options: emulated.Options{Turned: true}}, func(r *bench.Rig) {
		r.SetPlacement(placed(startFEN))
		r.Pass(time.Second)
		r.WantFacts("reported", bench.BoardUp, bench.Stands("RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr"))
	})
}

func TestAPositionThatDiffersInMuchIsAskedForAgain(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *bench.Rig) {
		r.AtStart()
		// A byte came in between, and moved all that stands behind it.
		moved := ichessone.AppendPosition(nil, placed(startFEN))
		moved = slices.Insert(moved[:33], 10, 0x00)
		r.Inject(moved...)
		r.Pass(time.Second)
		r.WantFacts("one that was damaged")
		bench.Want(t, "it was doubted", int64(1), r.Device.Stats().Notes["position doubted"])
		r.SetPlacement(placed("8/8/4k3/8/8/8/8/4K2R"))
		r.Pass(300 * time.Millisecond)
		if got := r.Facts(); len(got) < 30 {
			t.Errorf("all pieces were swept off: %d changes", len(got))
		}
	})
}

func TestASquareThatWasDamagedIsPutRightAtOnce(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *bench.Rig) {
		r.AtStart()
		wrong := placed(startFEN)
		wrong[square("e5")] = 'q'
		r.Inject(ichessone.AppendPosition(nil, wrong)...)
		r.Pass(5 * time.Millisecond)
		r.WantFacts("it may have stood there", bench.Change("e5", "q"))
		r.Pass(150 * time.Millisecond)
		r.WantFacts("it did not", bench.Change("e5", ""))
	})
}

func TestABoardWithoutPowerForAMomentIsToldAgain(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *bench.Rig) {
		r.AtStart()
		r.Restart()
		for _, sq := range []string{"a2", "b2"} { // found by asking
			r.Lift(square(sq))
			r.Pass(time.Second)
			r.WantFacts(sq, bench.Change(sq, ""))
		}
		r.Lift(square("c2"))
		r.Pass(110 * time.Millisecond)
		r.WantFacts("told by itself again", bench.Change("c2", ""))
	})
}

func TestAfterAShortSilenceTheBoardIsToldAgain(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *bench.Rig) {
		r.AtStart()
		r.SetFaults(emulated.Faults{Silent: true})
		r.Restart()
		r.Pass(2500 * time.Millisecond)
		r.SetFaults(emulated.Faults{})
		r.Pass(time.Second)
		r.Lift(square("c2"))
		r.Pass(110 * time.Millisecond)
		r.WantFacts("told by itself", bench.Change("c2", ""))
		r.WantStatus()
	})
}

func TestAQuietBoardIsHardlyBothered(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *bench.Rig) {
		r.AtStart()
		r.Pass(time.Hour)
		r.WantFacts("an hour")
		r.WantStatus()
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

func TestNoiseIsNoSignOfLife(t *testing.T) {
	for _, noise := range []string{"\x00", "=", "=p\x00\x00", "=h iChessOne\n", "=b\x00\x50"} {
		inBubble(t, emulator.Options{}, func(r *bench.Rig) {
			r.AtStart()
			r.WantNoLife([]byte(noise)...)
		})
	}
}

func TestALowBatteryIsCounted(t *testing.T) {
	for _, c := range []struct {
		opt  emulator.Options
		want int64
	}{{emulator.Options{Percent: 10}, 1}, {emulator.Options{Percent: 10, Charging: true}, 0}, {emulator.Options{Percent: 61}, 0}} {
		inBubble(t, c.opt, func(r *bench.Rig) {
			r.Pass(65 * time.Second)
			bench.Want(t, "counted", c.want, r.Device.Stats().Notes["battery low"])
			bench.Want(t, "batteries", int64(1), r.Device.Stats().Frames["battery"])
		})
	}
}

func TestALostPositionIsFoundByAsking(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *bench.Rig) {
		r.AtStart()
		r.SetFaults(emulated.Faults{LoseFrame: 1})
		r.Lift(square("e2"))
		r.Pass(110 * time.Millisecond)
		r.SetFaults(emulated.Faults{})
		r.Pass(time.Second)
		r.WantFacts("reported", bench.Change("e2", ""))
	})
}
