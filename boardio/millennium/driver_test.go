package millennium_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/boardio/millennium/emulator"
	"recorderd/observation"
)

func TestStartUp(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.Pass(0)
		bench.Want(t, "sent at once", "\xD6\xB5\xB6", string(r.Sent()))
		r.Pass(1100 * time.Millisecond)
		// The version is too old for a name; a status is asked for until it is
		// known that the board reports by itself.
		bench.Want(t, "then", []string{"I00", "I00", "S", "S", "R01", "R02", "W0203", "R02"}, r.Said())
		r.WantFacts("reported", bench.BoardUp, bench.Stands(startFEN))
		r.WantStatus("up")
		board, clock := r.Device.Describe()
		bench.Want(t, "board", observation.Board{Sensing: "identity", ScanMS: 41, Make: "Millennium", Firmware: "0103"}, board)
		bench.Want(t, "clock", observation.ClockSensor{}, clock)
		r.Pass(2400 * time.Millisecond)
		bench.Want(t, "at rest", []string{"S", "S", "S"}, r.Said())
	})
}

func TestABoardWithANameIsUpAtOnce(t *testing.T) {
	inBubble(t, emulator.Options{Version: "0201", Name: "Supreme 55"}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.Pass(150 * time.Millisecond)
		r.WantFacts("reported", bench.BoardUp, bench.Stands(startFEN))
		board, _ := r.Device.Describe()
		bench.Want(t, "board", observation.Board{Sensing: "identity", ScanMS: 41, Make: "Millennium", Firmware: "0201 Supreme 55"}, board)
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
		r.Plug(bench.ErrPulled)
		r.Pass(time.Second)
		r.board.SetMemory(1, 0x1E) // another program
		r.Plug(nil)
		r.Pass(4 * time.Second)
		if scan, mode := r.board.Memory(1), r.board.Memory(2); scan != 0x14 || mode != 3 {
			t.Errorf("the memory holds %02X and %02X, want 14 and 03", scan, mode)
		}
		bench.Want(t, "writes", int64(1), r.Device.Stats().Notes["setting written"])
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
		bench.Want(t, "it is known all the same", []string{"S", "S"}, r.Said())
	})
}

func TestAMoveACaptureAndACastling(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.AtStart()
		step := func(what string, do func(), facts ...string) {
			t.Helper()
			do()
			r.Pass(100 * time.Millisecond)
			bench.Want(t, what, facts, r.Facts())
		}
		step("e2 lifted", func() { r.Lift(square("e2")) }, bench.Change("e2", ""))
		step("e4", func() { r.Put(square("e4"), 'P') }, bench.Change("e4", "P"))
		step("d7d5 between two scans", func() { r.Lift(square("d7")); r.Put(square("d5"), 'p') }, bench.Change("d7", ""), bench.Change("d5", "p"))
		step("the pawn is taken", func() { r.Lift(square("e4")); r.Put(square("d5"), 'P') }, bench.Change("e4", ""), bench.Change("d5", "P"))
		r.SetPlacement(placed("4k3/8/8/8/8/8/8/4K2R"))
		r.Pass(100 * time.Millisecond)
		r.Facts()
		step("castling in one scan", func() { r.SetPlacement(placed("4k3/8/8/8/8/8/8/5RK1")) },
			bench.Change("e1", ""), bench.Change("h1", ""), bench.Change("f1", "R"), bench.Change("g1", "K"))
	})
}

func TestTimesOfReportsAreThoseOfArrival(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.AtStart()
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
		r.WantFacts("empty", bench.BoardUp, bench.Stands("8/8/8/8/8/8/8/8"))
		r.SetPlacement(placed("8/8/8/8/8/8/8/4K3"))
		r.Pass(time.Second)
		r.WantFacts("nobody can know", bench.Change("d8", "K"))
		r.SetPlacement(placed(startFEN))
		r.Pass(time.Second)
		r.WantFacts("the start position tells", bench.Stands(startFEN))
		r.Lift(square("e2"))
		r.Pass(time.Second)
		r.WantFacts("then", bench.Change("e2", ""))
	})
	kept, err := os.ReadFile(filepath.Join(folder, "millennium-order.txt"))
	if err != nil || string(kept) != "a8 first\n" {
		t.Errorf("kept %q, %v", kept, err)
	}
	// In the middle of a game, after a restart.
	inBubbleWith(t, turned, boardio.Options{Folder: folder}, func(r *rig) {
		r.SetPlacement(placed("8/8/4k3/8/8/8/8/4K2R"))
		r.Pass(2 * time.Second)
		r.WantFacts("remembered", bench.BoardUp, bench.Stands("8/8/4k3/8/8/8/8/4K2R"))
	})
	// Set up from the other side.
	inBubbleWith(t, emulator.Options{}, boardio.Options{Folder: folder}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.Pass(2 * time.Second)
		r.WantFacts("learned anew", bench.BoardUp, bench.Stands(startFEN))
	})
	if kept, _ := os.ReadFile(filepath.Join(folder, "millennium-order.txt")); string(kept) != "h1 first\n" {
		t.Errorf("kept %q", kept)
	}
}

func TestTheConfigurationTellsTheOrderUntilAStartPositionDoes(t *testing.T) {
	inBubbleWith(t, emulator.Options{Options: emulated.Options{Turned: true}}, boardio.Options{Turned: true}, func(r *rig) {
		r.SetPlacement(placed("8/8/4k3/8/8/8/8/4K2R"))
		r.Pass(2 * time.Second)
		r.WantFacts("reported", bench.BoardUp, bench.Stands("8/8/4k3/8/8/8/8/4K2R"))
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
		r.WantFacts("reported", bench.BoardUp, bench.Stands(startFEN))
		bench.Want(t, "counted", int64(1), r.Device.Stats().Notes["order of squares not kept on disk"])
	})
}

func TestLettersOfABoardThatOnlyGuessesAreNotUsed(t *testing.T) {
	for _, turned := range []bool{false, true} {
		inBubble(t, emulator.Options{Options: emulated.Options{Turned: turned}, Version: "0201", Name: "e-one", Guesses: true}, func(r *rig) {
			r.SetPlacement(placed(startFEN))
			r.Pass(time.Second)
			r.WantFacts("reported", bench.BoardUp, bench.Stands(occupiedFEN(startFEN)))
			board, _ := r.Device.Describe()
			bench.Want(t, "sensing", observation.Occupancy, board.Sensing)
			r.Lift(square("e2"))
			r.Put(square("e4"), 'P')
			r.Pass(time.Second)
			got := r.Facts()
			wanted := []string{bench.Change("e2", ""), bench.Change("e4", "o")}
			if turned { // it does not know that it is
				wanted = []string{bench.Change("d7", ""), bench.Change("d5", "o")}
			}
			bench.Want(t, "a move", wanted, got)
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
		r.WantFacts("reported", bench.BoardUp, bench.Stands(occupiedFEN(startFEN)))
	})
}

func TestABoardWithoutPowerForAMoment(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.AtStart()
		r.Restart()
		r.Pass(100 * time.Millisecond)
		r.Lift(square("e2"))
		r.Pass(500 * time.Millisecond)
		r.WantFacts("it has kept its mode", bench.Change("e2", ""))
	})
}

func TestAResetByAnotherProgramIsSurvived(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.AtStart()
		r.board.Reset()
		r.board.SetMemory(2, 1)
		r.Pass(time.Second)
		r.Lift(square("e2"))
		r.Pass(3 * time.Second)
		r.WantFacts("after the three seconds", bench.Change("e2", ""))
		r.WantStatus()
		r.Put(square("e4"), 'P')
		r.Pass(100 * time.Millisecond)
		r.WantFacts("told to report again", bench.Change("e4", "P"))
	})
}

func TestAQuietBoardIsHardlyBothered(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.AtStart()
		r.Pass(time.Hour)
		r.WantFacts("an hour")
		r.WantStatus()
		if n := len(r.Said()); n > 4501 {
			t.Errorf("%d commands in an hour", n)
		}
	})
}

func TestALostStatusIsFoundByAsking(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.AtStart()
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{LoseFrame: 1}})
		r.Lift(square("e2"))
		r.Pass(100 * time.Millisecond)
		r.SetFaults(emulator.Faults{})
		r.Pass(time.Second)
		r.WantFacts("reported", bench.Change("e2", ""))
	})
}

func TestWhatWasDamagedIsAskedForSooner(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.AtStart()
		r.SetFaults(emulator.Faults{Parity: 1})
		r.Lift(square("e2"))
		r.Pass(60 * time.Millisecond)
		r.SetFaults(emulator.Faults{})
		r.Pass(400 * time.Millisecond)
		r.WantFacts("reported", bench.Change("e2", ""))
		if s := r.Device.Stats(); s.Dropped["parity"] == 0 {
			t.Errorf("dropped %v", s.Dropped)
		}
	})
}

func TestABoardWithoutParityIsSpokenToWithoutIt(t *testing.T) {
	inBubble(t, emulator.Options{Plain: true, Version: "0017", Name: "55mm", Guesses: true}, func(r *rig) {
		r.SetPlacement(placed(startFEN))
		r.Pass(1500 * time.Millisecond)
		r.WantFacts("reported", bench.BoardUp, bench.Stands(occupiedFEN(startFEN)))
		r.Sent()
		r.Pass(800 * time.Millisecond)
		bench.Want(t, "sent", "S53", string(r.Sent()))
	})
}
