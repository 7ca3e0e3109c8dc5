package chessnut_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/chessnut/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// rig is a rig whose board can do what only one of this make does.
type rig struct {
	*bench.Rig
	board *emulator.Board
}

// inBubble runs a test with a rig, whose driver runs as soon as time passes.
func inBubble(t *testing.T, opt emulator.Options, test func(*rig)) {
	t.Helper()
	build := func(src timesource.Source) (*emulator.Board, *emulated.Board) {
		b := emulator.New(src, opt)
		return b, b.Board
	}
	bench.On(t, "chessnut", boardio.Options{}, build, func(r *bench.Rig, b *emulator.Board) { test(&rig{r, b}) })
}

const (
	begin   = "\x21\x01\x00"
	version = "\x27\x01\x01"
	battery = "\x29\x01\x00"
)

var (
	square = bench.Square
	placed = bench.Placed
)

func TestStartUp(t *testing.T) {
	for _, opt := range []emulator.Options{{}, {Bluetooth: true}} {
		inBubble(t, opt, func(r *rig) {
			r.SetPlacement(placed(bench.Start))
			r.Pass(0)
			bench.Want(t, "sent at once", begin, string(r.Sent()))
			r.Pass(600 * time.Millisecond)
			r.WantFacts("reported", bench.BoardUp, bench.Stands(bench.Start))
			r.WantStatus("up")
			r.Pass(2 * time.Second)
			bench.Want(t, "asked", version+battery, string(r.Sent()))
			board, clock := r.Device.Describe()
			bench.Want(t, "board", observation.Board{Sensing: "identity", ScanMS: 200, Make: "Chessnut", Firmware: "CN_DVT9_210659"}, board)
			bench.Want(t, "clock", observation.ClockSensor{}, clock)
			bench.Want(t, "dropped", map[string]int64(nil), r.Device.Stats().Dropped)
		})
	}
}

func TestFirmwareThatDoesNotAnswer(t *testing.T) {
	inBubble(t, emulator.Options{Controller: emulator.Mute}, func(r *rig) {
		r.AtStart()
		r.Pass(time.Minute)
		r.WantFacts("reported")
		bench.Want(t, "sent", battery, string(r.Sent()))
	})
}

func TestAMove(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.AtStart()
		begin := r.Source.Now()
		r.Lift(square("e2"))
		r.Pass(500 * time.Millisecond)
		reports := r.Reports()
		if len(reports) != 1 || reports[0].At <= begin || reports[0].At > begin+400*time.Millisecond {
			t.Errorf("lifted at %v, got %+v", begin, reports)
		}
		r.Put(square("e4"), 'P')
		r.Pass(500 * time.Millisecond)
		r.WantFacts("put down", bench.Change("e4", "P"))
	})
}

func TestWhatIsInOneReportIsEmptiedFirst(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.SetPlacement(placed("r3k3/8/8/8/8/3p4/4P3/R3K2R"))
		r.Pass(5 * time.Second)
		r.Facts()
		r.SetPlacement(placed("r3k3/8/8/8/8/3P4/8/R4RK1"))
		r.Pass(time.Second)
		got := r.Facts()
		bench.Want(t, "castled and taken within a scan", []string{bench.Change("e1", ""), bench.Change("h1", ""), bench.Change("e2", ""),
			bench.Change("f1", "R"), bench.Change("g1", "K"), bench.Change("d3", "P")}, got)
	})
}

// Another piece on a square is a change of that square, without a time between in
// which it was empty that nobody saw.
func TestACaptureWithinOneScan(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.SetPlacement(placed("8/8/8/3p4/4P3/8/8/8"))
		r.Pass(5 * time.Second)
		r.Facts()
		r.Lift(square("e4"))
		r.Pass(400 * time.Millisecond)
		r.Put(square("d5"), 'P')
		r.Pass(400 * time.Millisecond)
		r.WantFacts("reported", bench.Change("e4", ""), bench.Change("d5", "P"))
	})
}

func TestTurnedBoard(t *testing.T) {
	inBubble(t, emulator.Options{Options: emulated.Options{Turned: true}}, func(r *rig) {
		r.SetPlacement(placed(bench.Start))
		r.Pass(time.Second)
		r.WantFacts("as the box numbers them", bench.BoardUp, bench.Stands(placed(bench.Start).Turned().String()))
		r.Lift(square("e2"))
		r.Pass(time.Second)
		r.WantFacts("e2 is the board's d7", bench.Change("d7", ""))
	})
}

func TestASilentBoardIsToldToTalk(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.AtStart()
		r.board.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		r.Pass(1300 * time.Millisecond)
		if !bytes.Contains(r.Sent(), []byte(begin)) {
			t.Error("it was not told to talk again")
		}
	})
}

func TestTwoSecondsOfSilenceAreNoEnd(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.AtStart()
		r.board.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		r.Pass(2 * time.Second)
		r.board.SetFaults(emulator.Faults{})
		r.Lift(square("e2"))
		r.Pass(time.Second)
		r.WantFacts("reported", bench.Change("e2", ""))
		r.WantStatus()
	})
}

func TestBoardThatLostPowerIsToldAgain(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.AtStart()
		r.Restart()
		r.Lift(square("e2"))
		r.Pass(2 * time.Second)
		r.WantFacts("reported", bench.Change("e2", ""))
		r.WantStatus()
	})
}

func TestQuietBoardIsAliveAndHardlyBothered(t *testing.T) {
	inBubble(t, emulator.Options{BatteryEvery: 10 * time.Second}, func(r *rig) {
		r.AtStart()
		r.Pass(time.Hour)
		r.WantFacts("an hour")
		r.WantStatus()
		if got := r.Sent(); len(got) != 60*len(battery) || bytes.Contains(got, []byte(begin)) {
			t.Errorf("%d bytes were sent in an hour", len(got))
		}
	})
}

func TestOddReportsAreCountedAndPassedOver(t *testing.T) {
	inBubble(t, emulator.Options{Battery: 9}, func(r *rig) {
		r.AtStart()
		r.Inject(0x01, 0x24, 0x58, 0x23)                                            // cut
		r.Inject(append([]byte{0x01, 0x24, 0xD0}, make([]byte, 35)...)...)          // a piece that does not exist
		r.Inject(0x66, 0x01, 0x00)                                                  // of a kind that is not known
		r.Inject(append([]byte{0x33, 0x24}, bytes.Repeat([]byte{0x44}, 36)...)...)  // the same
		r.Inject(append([]byte{0x00, 0x00}, bytes.Repeat([]byte{0x00}, 300)...)...) // the same
		r.Inject(0x2A, 0x02, 0x00, 0x00)                                            // a battery without a level
		r.board.PressButton(2)
		r.Lift(square("e2"))
		r.Pass(2 * time.Second)
		r.WantFacts("reported", bench.Change("e2", ""))
		s := r.Device.Stats()
		bench.Want(t, "dropped", map[string]int64{"length": 1, "implausible": 1, "unknown": 2}, s.Dropped)
		bench.Want(t, "notes", map[string]int64{"button": 1, "battery low": 1}, s.Notes)
		bench.Want(t, "firmware", "CN_DVT9_210659", func() string { b, _ := r.Device.Describe(); return b.Firmware }())
	})
}

func TestAGameOfItsMemoryIsNotWhatStandsOnTheBoard(t *testing.T) {
	game := []observation.Placement{placed("8/8/8/8/8/8/8/K6k"), placed("8/8/8/8/8/8/K7/7k")}
	inBubble(t, emulator.Options{Stored: [][]observation.Placement{game}}, func(r *rig) {
		r.AtStart()
		r.board.SendStored()
		r.Pass(2 * time.Second)
		r.WantFacts("reported")
		bench.Want(t, "told to go on", begin, string(r.Sent()))
		if got := r.Device.Stats().Notes["position of a stored game"]; got < 2 {
			t.Errorf("%d positions of a stored game were counted, want 2", got)
		}
		r.Lift(square("e2"))
		r.Pass(time.Second)
		r.WantFacts("afterwards", bench.Change("e2", ""))
		if r.board.Stored() != 1 {
			t.Error("the game is no longer in the memory")
		}
	})
}

// A transfer that stops in the middle does not blind the recorder.
func TestAGameOfItsMemoryThatNeverEnds(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.AtStart()
		r.Inject(0x37, 0x01, 0xBE)
		r.Lift(square("e2"))
		r.Pass(time.Minute)
		r.WantFacts("while it may go on")
		r.Pass(61 * time.Second)
		r.WantFacts("when it must be over", bench.Change("e2", ""))
	})
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.AtStart()
		r.Inject(0x37, 0x01, 0xBE)
		r.Restart() // and it does not even send positions
		r.Lift(square("e2"))
		r.Pass(2 * time.Second)
		r.WantFacts("told to send what stands on it", bench.Change("e2", ""))
	})
}

func TestDeviceThatNeverTellsItsSquaresIsNotUp(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.Instead(bench.Answers("\x23\x01\x00"))
		r.Pass(time.Minute)
		r.WantFacts("reported", bench.BoardDown)
		r.WantStatus(bench.Silent)
	})
}

// However bad the line is, when it gets better the recorder knows the board. Its
// own memory is what it was.
func TestAfterABadLineTheSquaresAreRight(t *testing.T) {
	faults := emulator.Faults{Faults: emulated.Faults{LoseByte: 0.05, LoseFrame: 0.05, Garbage: 0.05, FlipBit: 0.05},
		Nibble: 0.05, Cut: 0.05, Flicker: 0.05}
	for seed := range uint64(5) {
		opt := emulator.Options{Options: emulated.Options{Seed: seed}, Bluetooth: seed%2 == 0,
			Stored: [][]observation.Placement{{placed("8/8/8/8/8/8/8/K6k")}}}
		inBubble(t, opt, func(r *rig) {
			r.AtStart()
			r.board.SetFaults(faults)
			world, _ := r.Fumble(seed, 500)
			r.board.SetFaults(emulator.Faults{})
			r.Pass(5 * time.Second)
			what := fmt.Sprint("seed ", seed)
			r.WantStanding(what, world)
			r.WantDropped(what, "length", "unknown", "implausible")
			if r.board.Stored() != 1 {
				t.Errorf("seed %d: a game was taken out of the board's memory", seed)
			}
		})
	}
}
