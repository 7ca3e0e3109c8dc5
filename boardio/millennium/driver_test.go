package millennium_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/boardio/millennium/emulator"
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
		want(t, "sent at once", "\xD6\xB5\xB6", string(r.Sent()))
		r.Pass(1100 * time.Millisecond)
		// The version is too old for a name; a status is asked for until it is
		// known that the board reports by itself.
		want(t, "then", []string{"I00", "I00", "S", "S", "R01", "R02", "W0203", "R02"}, r.Said())
		want(t, "reported", []string{boardUp, placementIs(startFEN)}, r.Facts())
		want(t, "status", []string{"up"}, r.Status())
		board, clock := r.Device.Describe()
		want(t, "board", observation.Board{Sensing: "identity", ScanMS: 41, Make: "Millennium", Firmware: "0103"}, board)
		want(t, "clock", observation.ClockSensor{}, clock)
		r.Pass(2400 * time.Millisecond)
		want(t, "at rest", []string{"S", "S", "S"}, r.Said())
	})
}

func TestABoardWithANameIsUpAtOnce(t *testing.T) {
	inBubble(t, emulator.Options{Version: "0201", Name: "Supreme 55"}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.Pass(150 * time.Millisecond)
		want(t, "reported", []string{boardUp, placementIs(startFEN)}, r.Facts())
		board, _ := r.Device.Describe()
		want(t, "board", observation.Board{Sensing: "identity", ScanMS: 41, Make: "Millennium", Firmware: "0201 Supreme 55"}, board)
	})
}

func TestOnlyWhatDiffersIsWritten(t *testing.T) {
	inBubble(t, emulator.Options{Name: "x"}, func(r *rig) {
		r.board.SetMemory(1, 0x14)
		r.board.SetMemory(2, 3)
		r.Pass(2 * time.Second)
		for _, command := range r.Said() {
			if command[0] == 'W' {
				t.Errorf("%s was written over the same", command)
			}
		}
		r.Plug(&boardio.Error{Op: "open", Device: "/dev/ttyUSB0", Err: boardio.ErrAbsent, Hint: "is the cable in?"})
		r.Pass(time.Second)
		r.board.SetMemory(1, 0x1E) // another program
		r.Plug(nil)
		r.Pass(4 * time.Second)
		if scan, mode := r.board.Memory(1), r.board.Memory(2); scan != 0x14 || mode != 3 {
			t.Errorf("the memory holds %02X and %02X, want 14 and 03", scan, mode)
		}
		want(t, "writes", int64(1), r.Device.Stats().Notes["setting written"])
	})
}

func TestABoardThatDoesNotSayThatItWrote(t *testing.T) {
	inBubble(t, emulator.Options{Version: "0110", NoAck: true}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.Pass(3 * time.Second)
		if mode := r.board.Memory(2); mode != 3 {
			t.Errorf("mode %d, want 3", mode)
		}
		r.Said()
		r.Pass(2400 * time.Millisecond)
		want(t, "it is known all the same", []string{"S", "S"}, r.Said())
	})
}

func TestAMoveACaptureAndACastling(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		step := func(what string, do func(), facts ...string) {
			t.Helper()
			do()
			r.Pass(100 * time.Millisecond)
			want(t, what, facts, r.Facts())
		}
		step("e2 lifted", func() { r.Lift(square("e2")) }, change("e2", ""))
		step("e4", func() { r.Put(square("e4"), 'P') }, change("e4", "P"))
		step("d7d5 between two scans", func() { r.Lift(square("d7")); r.Put(square("d5"), 'p') }, change("d7", ""), change("d5", "p"))
		step("the pawn is taken", func() { r.Lift(square("e4")); r.Put(square("d5"), 'P') }, change("e4", ""), change("d5", "P"))
		r.SetPlacement(placed("4k3/8/8/8/8/8/8/4K2R"))
		r.Pass(100 * time.Millisecond)
		r.Facts()
		step("castling in one scan", func() { r.SetPlacement(placed("4k3/8/8/8/8/8/8/5RK1")) },
			change("e1", ""), change("h1", ""), change("f1", "R"), change("g1", "K"))
	})
}

func TestTimesOfReportsAreThoseOfArrival(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		begin := r.Source.Now()
		r.Lift(square("e2"))
		r.Pass(500 * time.Millisecond)
		reports := r.Reports()
		if len(reports) != 1 {
			t.Fatalf("got %d reports, want 1", len(reports))
		}
		// At most one scan, and the answer to a question before it.
		if at := reports[0].At - begin; at < 17*time.Millisecond || at > 80*time.Millisecond {
			t.Errorf("lifted at 0, reported at %v", at)
		}
	})
}

func TestABoardThatLiesTheOtherWay(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "deep", "board")
	turned := emulator.Options{Options: emulated.Options{Turned: true}}
	inBubbleWith(t, turned, boardio.Options{Folder: folder}, func(r *rig) {
		r.Pass(2 * time.Second)
		want(t, "empty", []string{boardUp, placementIs("8/8/8/8/8/8/8/8")}, r.Facts())
		r.SetPlacement(placed("8/8/8/8/8/8/8/4K3"))
		r.Pass(time.Second)
		want(t, "nobody can know", []string{change("d8", "K")}, r.Facts())
		r.SetPlacement(placed(startFEN))
		r.Pass(time.Second)
		want(t, "the start position tells", []string{placementIs(startFEN)}, r.Facts())
		r.Lift(square("e2"))
		r.Pass(time.Second)
		want(t, "then", []string{change("e2", "")}, r.Facts())
	})
	kept, err := os.ReadFile(filepath.Join(folder, "millennium-order.txt"))
	if err != nil || string(kept) != "a8 first\n" {
		t.Errorf("kept %q, %v", kept, err)
	}
	// In the middle of a game, after a restart.
	inBubbleWith(t, turned, boardio.Options{Folder: folder}, func(r *rig) {
		r.SetPlacement(placed("8/8/4k3/8/8/8/8/4K2R"))
		r.Pass(2 * time.Second)
		want(t, "remembered", []string{boardUp, placementIs("8/8/4k3/8/8/8/8/4K2R")}, r.Facts())
	})
	// Set up from the other side.
	inBubbleWith(t, emulator.Options{}, boardio.Options{Folder: folder}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.Pass(2 * time.Second)
		want(t, "learned anew", []string{boardUp, placementIs(startFEN)}, r.Facts())
	})
	if kept, _ := os.ReadFile(filepath.Join(folder, "millennium-order.txt")); string(kept) != "h1 first\n" {
		t.Errorf("kept %q", kept)
	}
}

func TestTheConfigurationTellsTheOrderUntilAStartPositionDoes(t *testing.T) {
	inBubbleWith(t, emulator.Options{Options: emulated.Options{Turned: true}}, boardio.Options{Turned: true}, func(r *rig) {
		r.SetPlacement(placed("8/8/4k3/8/8/8/8/4K2R"))
		r.Pass(2 * time.Second)
		want(t, "reported", []string{boardUp, placementIs("8/8/4k3/8/8/8/8/4K2R")}, r.Facts())
	})
}

func TestAnOrderThatCannotBeKeptIsCounted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	inBubbleWith(t, emulator.Options{}, boardio.Options{Folder: filepath.Join(file, "board")}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.Pass(5 * time.Second)
		want(t, "reported", []string{boardUp, placementIs(startFEN)}, r.Facts())
		want(t, "counted", int64(1), r.Device.Stats().Notes["order of squares not kept on disk"])
	})
}

func TestLettersOfABoardThatOnlyGuessesAreNotUsed(t *testing.T) {
	for _, turned := range []bool{false, true} {
		inBubble(t, emulator.Options{Options: emulated.Options{Turned: turned}, Version: "0201", Name: "e-one", Guesses: true}, func(r *rig) {
			r.SetPlacement(placed(startFEN))
			r.Pass(time.Second)
			want(t, "reported", []string{boardUp, placementIs(occupiedFEN(startFEN))}, r.Facts())
			board, _ := r.Device.Describe()
			want(t, "sensing", observation.Occupancy, board.Sensing)
			r.Lift(square("e2"))
			r.Put(square("e4"), 'P')
			r.Pass(time.Second)
			got := r.Facts()
			wanted := []string{change("e2", ""), change("e4", "o")}
			if turned { // it does not know that it is
				wanted = []string{change("d7", ""), change("d5", "o")}
			}
			want(t, "a move", wanted, got)
		})
	}
}

func TestUnpluggedAndBack(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
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
		r.Pass(time.Second)
		want(t, "and then", []string{change("e7", "")}, r.Facts())
	})
}

func TestUnpluggedInTheMiddleOfAStatus(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.inject("sRNBKQBNRPPP.PPPP......") // and no more
		r.Pass(10 * time.Millisecond)
		r.Plug(&boardio.Error{Op: "open", Device: "/dev/ttyUSB0", Err: boardio.ErrAbsent, Hint: "is the cable in?"})
		r.Pass(time.Second)
		r.Plug(nil)
		r.Pass(4 * time.Second)
		want(t, "reported", []string{boardDn, boardUp, placementIs(startFEN)}, r.Facts())
	})
}

func TestSilentBoardIsDeadWithinFiveSeconds(t *testing.T) {
	for phase := range 8 {
		inBubble(t, emulator.Options{}, func(r *rig) {
			r.atStart()
			r.Pass(time.Duration(phase) * 100 * time.Millisecond)
			r.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
			r.Pass(3500 * time.Millisecond)
			want(t, "after 3.5 s", []string{}, r.Facts())
			r.Pass(1500 * time.Millisecond)
			want(t, "after 5 s", []string{boardDn}, r.Facts())
			r.Pass(time.Minute)
			want(t, "status", []string{"read /dev/ttyUSB0: no answer: is the board on, and is this its port?"}, r.Status())
			r.SetFaults(emulator.Faults{})
			r.Pass(5 * time.Second)
			want(t, "back", []string{boardUp, placementIs(startFEN)}, r.Facts())
		})
	}
}

func TestABoardThatIsSwitchedOnLaterIsAskedAgain(t *testing.T) {
	inBubble(t, emulator.Options{Version: "0201", Name: "e-one", Guesses: true}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		r.Pass(3 * time.Second)
		r.SetFaults(emulator.Faults{})
		r.Pass(1500 * time.Millisecond)
		want(t, "reported", []string{boardUp, placementIs(occupiedFEN(startFEN))}, r.Facts())
	})
}

func TestABoardWithoutPowerForAMoment(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Restart()
		r.Pass(100 * time.Millisecond)
		r.Lift(square("e2"))
		r.Pass(500 * time.Millisecond)
		want(t, "it has kept its mode", []string{change("e2", "")}, r.Facts())
	})
}

func TestAResetByAnotherProgramIsSurvived(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.board.Reset()
		r.board.SetMemory(2, 1)
		r.Pass(time.Second)
		r.Lift(square("e2"))
		r.Pass(3 * time.Second)
		want(t, "after the three seconds", []string{change("e2", "")}, r.Facts())
		want(t, "status", []string(nil), r.Status())
		r.Put(square("e4"), 'P')
		r.Pass(100 * time.Millisecond)
		want(t, "told to report again", []string{change("e4", "P")}, r.Facts())
	})
}

func TestAQuietBoardIsHardlyBothered(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Pass(time.Hour)
		want(t, "an hour", []string{}, r.Facts())
		want(t, "status", []string(nil), r.Status())
		if n := len(r.Said()); n > 4501 {
			t.Errorf("%d commands in an hour", n)
		}
	})
}

func TestALostStatusIsFoundByAsking(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{LoseFrame: 1}})
		r.Lift(square("e2"))
		r.Pass(100 * time.Millisecond)
		r.SetFaults(emulator.Faults{})
		r.Pass(time.Second)
		want(t, "reported", []string{change("e2", "")}, r.Facts())
	})
}

func TestWhatWasDamagedIsAskedForSooner(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.SetFaults(emulator.Faults{Parity: 1})
		r.Lift(square("e2"))
		r.Pass(60 * time.Millisecond)
		r.SetFaults(emulator.Faults{})
		r.Pass(400 * time.Millisecond)
		want(t, "reported", []string{change("e2", "")}, r.Facts())
		if s := r.Device.Stats(); s.Dropped["parity"] == 0 {
			t.Errorf("dropped %v", s.Dropped)
		}
	})
}

func TestABoardWithoutParityIsSpokenToWithoutIt(t *testing.T) {
	inBubble(t, emulator.Options{Plain: true, Version: "0017", Name: "55mm", Guesses: true}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.Pass(1500 * time.Millisecond)
		want(t, "reported", []string{boardUp, placementIs(occupiedFEN(startFEN))}, r.Facts())
		r.Sent()
		r.Pass(800 * time.Millisecond)
		want(t, "sent", "S53", string(r.Sent()))
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
