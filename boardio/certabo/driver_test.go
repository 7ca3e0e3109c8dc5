package certabo_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/certabo"
	"recorderd/boardio/certabo/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// rig is a rig whose board can do what only one of this make does.
type rig struct {
	*bench.Rig
	board *emulator.Board
}

func (r *rig) SetFaults(f emulator.Faults) { r.board.SetFaults(f) }

func inBubble(t *testing.T, opt emulator.Options, with boardio.Options, test func(*rig)) {
	t.Helper()
	build := func(src timesource.Source) (*emulator.Board, *emulated.Board) {
		b := emulator.New(src, opt)
		return b, b.Board
	}
	bench.On(t, "certabo", with, build, func(r *bench.Rig, b *emulator.Board) { test(&rig{r, b}) })
}

const (
	calibration = "rnbqkbnr/pppppppp/3q4/8/8/3Q4/PPPPPPPP/RNBQKBNR"
	untaught    = "read /dev/ttyUSB0: it is not known which tag is which piece: put all pieces in the start position, spare queens on d6 and d3, for five seconds"
)

// atStart is a board that was calibrated, with all pieces in the start position.
func (r *rig) atStart() {
	r.SetPlacement(bench.Placed(calibration))
	r.Pass(5 * time.Second)
	r.SetPlacement(bench.Placed(bench.Start))
	r.Pass(2 * time.Second)
	r.Forget()
}

func (r *rig) move(from, to string, p observation.Piece) {
	r.Lift(bench.Square(from))
	r.Pass(500 * time.Millisecond)
	r.Put(bench.Square(to), p)
	r.Pass(1500 * time.Millisecond)
}

func TestABoardThatWasNeverCalibrated(t *testing.T) {
	inBubble(t, emulator.Options{}, boardio.Options{}, func(r *rig) {
		r.Pass(2 * time.Second)
		r.WantFacts("an empty board")
		r.WantStatus(untaught)
		r.SetPlacement(bench.Placed(calibration))
		r.Pass(4 * time.Second)
		r.WantFacts("the start position", bench.BoardUp, bench.Stands(calibration))
		r.WantStatus("up")
		board, _ := r.Device.Describe()
		if !strings.HasPrefix(board.Firmware, "map ") || len(board.Firmware) != len("map 1a2b3c4d") {
			t.Errorf("the calibration is called %q", board.Firmware)
		}
		board.Firmware = ""
		bench.Want(t, "board", observation.Board{Sensing: "identity", ScanMS: 333, Make: "Certabo"}, board)
		bench.Want(t, "sent", "", string(r.Sent()))
	})
}

func TestACalibrationTakesASteadyPosition(t *testing.T) {
	inBubble(t, emulator.Options{NoSpares: true}, boardio.Options{}, func(r *rig) {
		r.SetPlacement(bench.Placed("rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR"))
		r.Pass(2 * time.Second)
		r.SetPlacement(bench.Placed(bench.Start)) // just in time
		r.Pass(2 * time.Second)
		r.WantFacts("two seconds later")
		r.Pass(4 * time.Second)
		r.WantFacts("six seconds later", bench.BoardUp, bench.Stands(bench.Start))
	})
}

func TestACalibrationIsKeptForTheNextTime(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "board")
	with := boardio.Options{Folder: folder}
	var name string
	inBubble(t, emulator.Options{}, with, func(r *rig) {
		r.atStart()
		board, _ := r.Device.Describe()
		name = board.Firmware
	})
	text, err := os.ReadFile(filepath.Join(folder, "certabo.toml"))
	if err != nil || !strings.Contains(string(text), strings.TrimPrefix(name, "map ")) {
		t.Errorf("it is called %q in a file of %q, %v", name, text, err)
	}
	inBubble(t, emulator.Options{}, with, func(r *rig) {
		if board, _ := r.Device.Describe(); board.Firmware != name {
			t.Errorf("the next time it is called %q, want %q", board.Firmware, name)
		}
		r.SetPlacement(bench.Placed("8/8/8/4k3/8/8/4P3/4K3"))
		r.Pass(1200 * time.Millisecond)
		r.WantFacts("in mid-game", bench.BoardUp, bench.Stands("8/8/8/4k3/8/8/4P3/4K3"))
		r.WantStatus("up")
	})
}

func TestADamagedCalibrationIsToldAndPutAside(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "certabo.toml")
	if err := os.WriteFile(path, []byte("sha256 = \"half"), 0o600); err != nil {
		t.Fatal(err)
	}
	inBubble(t, emulator.Options{}, boardio.Options{Folder: folder}, func(r *rig) {
		r.Pass(2 * time.Second)
		if got := r.Status(); len(got) != 1 || !strings.HasPrefix(got[0], untaught+" ("+path+" is damaged") {
			t.Errorf("status: got %q", got)
		}
		r.SetPlacement(bench.Placed(bench.Start))
		r.Pass(4 * time.Second)
		r.WantStatus("up")
	})
	if bad, err := os.ReadFile(path + ".bad"); err != nil || string(bad) != "sha256 = \"half" {
		t.Errorf("it was not put aside: %q, %v", bad, err)
	}
}

func TestACalibrationThatCannotBeKeptIsTrouble(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	inBubble(t, emulator.Options{}, boardio.Options{Folder: file}, func(r *rig) {
		r.SetPlacement(bench.Placed(bench.Start))
		r.Pass(5 * time.Second)
		r.WantFacts("reported all the same", bench.BoardUp, bench.Stands(bench.Start))
		got := r.Status()
		if n := len(got); n < 2 || got[n-2] != "up" || !strings.Contains(got[n-1], file) {
			t.Errorf("status: got %q", got)
		}
	})
}

func TestAMoveAndACapture(t *testing.T) {
	inBubble(t, emulator.Options{}, boardio.Options{}, func(r *rig) {
		r.atStart()
		r.move("e2", "e4", 'P')
		r.move("d7", "d5", 'p')
		r.WantFacts("moves", bench.Change("e2", ""), bench.Change("e4", "P"), bench.Change("d7", ""), bench.Change("d5", "p"))
		r.Lift(bench.Square("e4"))
		r.Pass(250 * time.Millisecond)
		r.Lift(bench.Square("d5"))
		r.Put(bench.Square("d5"), 'P')
		r.Pass(2 * time.Second)
		r.WantFacts("a capture in one swing", bench.Change("e4", ""), bench.Change("d5", "P"))
		bench.Want(t, "sent", "", string(r.Sent()))
	})
}

// Both ends of a move in one frame: the square that it left comes first.
func TestCastlingEmptiesFirst(t *testing.T) {
	inBubble(t, emulator.Options{Options: emulated.Options{Scan: time.Second}}, boardio.Options{}, func(r *rig) {
		r.SetPlacement(bench.Placed(bench.Start))
		r.Pass(12 * time.Second)
		r.SetPlacement(bench.Placed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R"))
		r.Pass(3 * time.Second)
		r.Facts()
		r.Pass(20 * time.Millisecond)
		r.Lift(bench.Square("e1"))
		r.Lift(bench.Square("h1"))
		r.Put(bench.Square("g1"), 'K')
		r.Put(bench.Square("f1"), 'R')
		r.Pass(4 * time.Second)
		r.WantFacts("reported", bench.Change("e1", ""), bench.Change("h1", ""), bench.Change("f1", "R"), bench.Change("g1", "K"))
	})
}

func TestReportsHaveTheTimeOfTheirFrame(t *testing.T) {
	inBubble(t, emulator.Options{}, boardio.Options{}, func(r *rig) {
		r.atStart()
		begin := r.Source.Now()
		r.Lift(bench.Square("e2"))
		r.Put(bench.Square("e4"), 'P')
		r.Pass(2 * time.Second)
		reports := r.Reports()
		if len(reports) == 0 {
			t.Fatal("nothing was reported")
		}
		// A known piece is believed at once: a scan, a frame and its bytes on the line.
		if at := reports[len(reports)-1].At - begin; at < 190*time.Millisecond || at > 900*time.Millisecond {
			t.Errorf("moved at 0, reported at %v", at)
		}
	})
}

func TestATurnedBoard(t *testing.T) {
	inBubble(t, emulator.Options{Options: emulated.Options{Turned: true}}, boardio.Options{Turned: true}, func(r *rig) {
		r.SetPlacement(bench.Placed(calibration))
		r.Pass(5 * time.Second)
		r.WantFacts("as the board numbers its squares", bench.BoardUp, bench.Stands("RNBKQBNR/PPPPPPPP/4Q3/8/8/4q3/pppppppp/rnbkqbnr"))
		r.move("e2", "e4", 'P')
		r.WantFacts("e2 is the board's d7", bench.Change("d7", ""), bench.Change("d5", "P"))
	})
}

func TestABoardWithoutPowerForAMomentGoesOn(t *testing.T) {
	inBubble(t, emulator.Options{}, boardio.Options{}, func(r *rig) {
		r.atStart()
		r.Restart()
		r.Pass(time.Second)
		r.move("e2", "e4", 'P')
		r.WantFacts("reported", bench.Change("e2", ""), bench.Change("e4", "P"))
		r.WantStatus()
	})
}

func TestAPromotionToASparePieceThatWasCalibrated(t *testing.T) {
	inBubble(t, emulator.Options{}, boardio.Options{}, func(r *rig) {
		r.atStart()
		r.SetPlacement(bench.Placed("3qk3/4P3/8/8/8/8/8/3QK3"))
		r.Pass(2 * time.Second)
		r.Facts()
		r.Lift(bench.Square("e7"))
		r.Pass(time.Second)
		r.Put(bench.Square("f8"), 'Q')
		r.Pass(2 * time.Second)
		r.WantFacts("reported", bench.Change("e7", ""), bench.Change("f8", "Q"))
		r.WantStatus()
	})
}

func TestAPieceThatWasNeverCalibrated(t *testing.T) {
	const trouble = "read /dev/ttyUSB0: the piece on f8 was never calibrated: put it where it belongs in the start position before the next game, a spare queen on d6 or d3"
	inBubble(t, emulator.Options{NoSpares: true}, boardio.Options{}, func(r *rig) {
		r.SetPlacement(bench.Placed(bench.Start))
		r.Pass(5 * time.Second)
		r.SetPlacement(bench.Placed("3qk3/4P3/8/8/8/8/8/3QK3"))
		r.Pass(2 * time.Second)
		r.Facts()
		r.Status()
		r.Lift(bench.Square("e7"))
		r.Pass(time.Second)
		r.Put(bench.Square("f8"), 'Q')
		r.Pass(time.Second)
		r.WantFacts("at first it may be noise", bench.Change("e7", ""))
		r.Pass(2 * time.Second)
		r.WantFacts("but it stays", bench.Change("f8", "o"))
		r.WantStatus(trouble)
		if got := r.Device.Stats().Notes["uncalibrated piece"]; got != 1 {
			t.Errorf("noted %d times, want 1", got)
		}
		r.Lift(bench.Square("f8"))
		r.Pass(2 * time.Second)
		r.WantFacts("it goes", bench.Change("f8", ""))
		r.WantStatus("up")
		r.Put(bench.Square("d8"), 'Q') // takes the black queen
		r.Pass(3 * time.Second)
		r.WantFacts("over a piece that is known", bench.Change("d8", "o"))
	})
}

func TestAPieceIsLearnedBeforeTheNextGame(t *testing.T) {
	inBubble(t, emulator.Options{NoSpares: true}, boardio.Options{}, func(r *rig) {
		r.SetPlacement(bench.Placed(bench.Start))
		r.Pass(5 * time.Second)
		before, _ := r.Device.Describe()
		r.Put(bench.Square("d3"), 'Q')
		r.Pass(5 * time.Second)
		facts := r.Facts()
		bench.Want(t, "first something, then a queen", []string{bench.Change("d3", "o"), bench.Change("d3", "Q")}, facts[max(0, len(facts)-2):])
		got := r.Status()
		bench.Want(t, "status", "up", got[len(got)-1])
		if after, _ := r.Device.Describe(); after.Firmware == before.Firmware {
			t.Errorf("the calibration is still called %q", after.Firmware)
		}
		r.Lift(bench.Square("d3"))
		r.Pass(2 * time.Second)
		r.Put(bench.Square("e5"), 'Q')
		r.Pass(2 * time.Second)
		r.WantFacts("then", bench.Change("d3", ""), bench.Change("e5", "Q"))
	})
}

func TestAnotherSetIsNotTakenForThisOne(t *testing.T) {
	folder := t.TempDir()
	small := certabo.Calibration{{9, 9, 9, 9, 9}: 'Q'}
	if err := os.WriteFile(filepath.Join(folder, "certabo.toml"), small.Append(nil), 0o600); err != nil {
		t.Fatal(err)
	}
	inBubble(t, emulator.Options{}, boardio.Options{Folder: folder}, func(r *rig) {
		r.SetPlacement(bench.Placed("8/8/8/4k3/8/8/4P3/4K3"))
		r.Pass(4 * time.Second)
		r.WantFacts("in mid-game")
		r.WantStatus(untaught)
		r.SetPlacement(bench.Placed(bench.Start))
		r.Pass(4 * time.Second)
		r.WantFacts("in the start position", bench.BoardUp, bench.Stands(bench.Start))
	})
	text, _ := os.ReadFile(filepath.Join(folder, "certabo.toml"))
	if c, err := certabo.ParseCalibration(text); err != nil || len(c) != 33 || c[certabo.Tag{9, 9, 9, 9, 9}] != 'Q' {
		t.Errorf("both are kept: got %d tags, %v", len(c), err)
	}
}

// The frames of the protocol's examples, one after the other, three times each: a
// ghost is seen by nobody.
func TestExamplesOfFramesAsAGame(t *testing.T) {
	start := certabo.Tags{}
	for sq, p := range bench.Placed(calibration) {
		if p != observation.Empty {
			start[sq] = certabo.Tag{3, 0, 84, 7, 100 + byte(sq^56)}
		}
	}
	at := func(name string) *certabo.Tag { return &start[bench.Square(name)] }
	inBubble(t, emulator.Options{}, boardio.Options{}, func(r *rig) {
		r.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		r.Pass(time.Millisecond)
		show := func(times int) {
			for range times {
				r.Inject(certabo.AppendFrame(nil, start.Numbers()...)...)
				r.Pass(300 * time.Millisecond)
			}
		}
		show(10)
		r.WantFacts("calibration", bench.BoardUp, bench.Stands(calibration))
		*at("d6"), *at("d3") = certabo.Tag{}, certabo.Tag{}
		show(3)
		pawn := *at("e2")
		*at("e2") = certabo.Tag{}
		show(3)
		*at("c5") = certabo.Tag{196, 3, 166, 0, 65}
		show(1)
		*at("c5") = certabo.Tag{}
		show(2)
		*at("e4") = pawn
		show(1)
		got := r.Facts()
		slices.Sort(got[:2])
		bench.Want(t, "reported", []string{bench.Change("d3", ""), bench.Change("d6", ""), bench.Change("e2", ""), bench.Change("e4", "P")}, got)
	})
}
