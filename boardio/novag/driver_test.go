package novag_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/boardio/novag"
	"recorderd/boardio/novag/emulator"
	"recorderd/observation"
	"recorderd/timesource"
)

// rig is a rig whose board can do what only one of this make does.
type rig struct {
	*bench.Rig
	board *emulator.Board
}

// citrine and ucb run a test with a board that stands at the start and is up.
func citrine(t *testing.T, opt emulator.Options, test func(*rig)) {
	t.Helper()
	atStart(t, "citrine", emulator.NewCitrine, opt, test)
}

func ucb(t *testing.T, opt emulator.Options, test func(*rig)) {
	t.Helper()
	atStart(t, "ucb", emulator.NewUCB, opt, test)
}

func atStart(t *testing.T, name string, board func(timesource.Source, emulator.Options) *emulator.Board, opt emulator.Options, test func(*rig)) {
	t.Helper()
	build := func(src timesource.Source) (*emulator.Board, *emulated.Board) {
		b := board(src, opt)
		return b, b.Board
	}
	bench.On(t, name, boardio.Options{}, build, func(r *bench.Rig, b *emulator.Board) {
		r.SetPlacement(bench.Placed(bench.Start))
		r.Pass(2 * time.Second)
		r.WantFacts("up", up(bench.Start)...)
		test(&rig{r, b})
	})
}

func up(fen string) []string { return []string{bench.BoardUp, bench.Stands(fen)} }

func said(moves ...string) (lines []string) {
	for _, m := range moves {
		lines = append(lines, fmt.Sprintf(`"said":"%s"`, m))
	}
	return lines
}

// told returns what was said of moves since the last time.
func (r *rig) told() (moves []string) {
	for _, f := range r.Facts() {
		if m, ok := strings.CutPrefix(f, `"said":"`); ok {
			moves = append(moves, strings.TrimSuffix(m, `"`))
		}
	}
	return moves
}

// move carries a piece, lets it rest and waits.
func (r *rig) move(uci string) {
	from, to := bench.Square(uci[:2]), bench.Square(uci[2:4])
	r.Board.Do(func(time.Duration) {}) // what was due before
	p := r.at(from)
	r.Lift(from)
	r.Pass(400 * time.Millisecond)
	if len(uci) > 4 {
		p = observation.Piece(uci[4]) - 0x20 + p&0x20
	}
	r.Put(to, p)
	r.Pass(700 * time.Millisecond)
}

// at is what a test has put on a square, which it must know.
func (r *rig) at(sq observation.Square) observation.Piece {
	var p observation.Piece
	r.Board.Do(func(time.Duration) { p = r.board.Standing()[sq] })
	return p
}

func TestStartUpOfACitrine(t *testing.T) {
	citrine(t, emulator.Options{}, func(r *rig) {
		if got, want := string(r.Sent()), "I\r\nXON\r\nUON\r\nG\r\nP\r\n"; !strings.HasPrefix(got, want) {
			t.Errorf("sent %q, want %q first", got, want)
		}
		board, clock := r.Device.Describe()
		want := observation.Board{Sensing: observation.Moves, ScanMS: 100, Make: "Novag Citrine", Firmware: "UCBII V1.09"}
		if board != want || clock.Present {
			t.Errorf("described as %+v, %+v", board, clock)
		}
		r.WantStatus("up")
	})
}

// The absence is the test: a Citrine says nothing of a piece that was lifted.
func TestOnlyFinishedMovesAreSaid(t *testing.T) {
	citrine(t, emulator.Options{}, func(r *rig) {
		r.Lift(bench.Square("e2"))
		r.Pass(3 * time.Second)
		r.WantFacts("lifted")
		r.Put(bench.Square("e4"), 'P')
		r.Pass(3 * time.Second)
		r.WantFacts("put down", append(said("e2e4"), bench.Stands("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"))...)
		r.Pass(time.Minute)
		r.WantFacts("nothing more")
	})
}

// opening has each kind of move but a promotion.
var opening = []string{"e2e4", "d7d5", "e4d5", "g8f6", "f1b5", "c7c6", "d5c6", "b8c6", "g1f3", "a7a6"}

func TestMovesOfEachKind(t *testing.T) {
	for name, on := range map[string]func(*testing.T, emulator.Options, func(*rig)){"citrine": citrine, "ucb": ucb} {
		t.Run(name, func(t *testing.T) {
			on(t, emulator.Options{Bar: true}, func(r *rig) {
				for _, m := range opening {
					r.move(m)
				}
				r.Lift(bench.Square("h1")) // the rook first
				r.Pass(time.Second)
				r.Put(bench.Square("h1"), 'R')
				r.Pass(time.Second)
				r.Lift(bench.Square("e1"))
				r.Put(bench.Square("g1"), 'K')
				r.Pass(2 * time.Second)
				r.Lift(bench.Square("h1"))
				r.Put(bench.Square("f1"), 'R')
				r.Pass(2 * time.Second)
				bench.Want(t, "said", append(opening, "e1g1"), r.told())
			})
		})
	}
}

func TestAPromotionAndACaptureEnPassant(t *testing.T) {
	citrine(t, emulator.Options{}, func(r *rig) {
		for _, m := range []string{"e2e4", "a7a6", "e4e5", "d7d5"} {
			r.move(m)
		}
		r.Lift(bench.Square("e5"))
		r.Put(bench.Square("d6"), 'P')
		r.Pass(time.Second)
		r.Lift(bench.Square("d5"))
		r.Pass(time.Second)
		for _, m := range []string{"a6a5", "d6c7", "a5a4", "c7b8n", "a8b8"} {
			r.move(m)
		}
		want := []string{"e2e4", "a7a6", "e4e5", "d7d5", "e5d6", "a6a5", "d6c7", "a5a4", "c7b8n", "a8b8"}
		bench.Want(t, "said", want, r.told())
	})
}

func TestAMoveThatIsTakenBack(t *testing.T) {
	for name, on := range map[string]func(*testing.T, emulator.Options, func(*rig)){"citrine": citrine, "ucb": ucb} {
		t.Run(name, func(t *testing.T) {
			on(t, emulator.Options{}, func(r *rig) {
				r.move("e2e4")
				r.move("e4e2")
				r.move("d2d4")
				r.move("d4d3") // instead
				bench.Want(t, "said", []string{"e2e4", "T", "d2d4", "T", "d2d3"}, r.told())
			})
		})
	}
}

func TestAMoveThatIsSaidTwiceIsTakenOnce(t *testing.T) {
	for name, on := range map[string]func(*testing.T, emulator.Options, func(*rig)){"citrine": citrine, "ucb": ucb} {
		t.Run(name, func(t *testing.T) {
			on(t, emulator.Options{Twice: true}, func(r *rig) {
				r.move("e2e4")
				r.move("e7e5")
				bench.Want(t, "said", []string{"e2e4", "e7e5"}, r.told())
				if got := r.Device.Stats().Dropped["repeated"]; got != 2 {
					t.Errorf("%d repeated lines were counted, want 2", got)
				}
			})
		})
	}
}

// A line has no checksum, and one letter more or less makes another move of it. The
// board's list of moves says what it was.
func TestAMoveThatNobodyCanHaveMadeIsAskedForAgain(t *testing.T) {
	for name, spoiled := range map[string]string{
		"from an empty square":              "g3-f3",
		"with a piece of the other side":    "g8-f3",
		"to a square of a piece of his own": "g1-f2",
	} {
		t.Run(name, func(t *testing.T) {
			citrine(t, emulator.Options{}, func(r *rig) {
				r.Spoil(func(b []byte) []byte {
					return bytes.ReplaceAll(b, []byte("M   2   g1-f3"), []byte("M   2   "+spoiled))
				})
				game := []string{"e2e4", "e7e5", "g1f3", "b8c6"}
				for _, m := range game {
					r.move(m)
				}
				r.Pass(2 * time.Second)
				bench.Want(t, "said", game, r.told())
			})
		})
	}
}

// A Citrine forgets its settings at every new game: one that is not told again says
// nothing of the next.
func TestSettingsAreSaidAgainAtANewGame(t *testing.T) {
	for name, on := range map[string]func(*testing.T, emulator.Options, func(*rig)){"citrine": citrine, "ucb": ucb} {
		t.Run(name, func(t *testing.T) {
			on(t, emulator.Options{}, func(r *rig) {
				r.move("e2e4")
				r.Pass(2 * time.Second)
				r.Facts()
				r.Sent()
				r.SetPlacement(bench.Placed(bench.Start))
				r.board.NewGame()
				r.Pass(500 * time.Millisecond)
				r.WantFacts("New Game", bench.Stands(bench.Start))
				if got := string(r.Sent()); !strings.Contains(got, "XON\r\nUON\r\n") {
					t.Errorf("sent %q, want XON and UON", got)
				}
				r.move("d2d4")
				bench.Want(t, "said", []string{"d2d4"}, r.told())
			})
		})
	}
}

// The board goes on while its cable is out, and remembers.
func TestMovesThatWereMadeWithTheCableOutAreSaidAfterwards(t *testing.T) {
	citrine(t, emulator.Options{}, func(r *rig) {
		r.move("e2e4")
		r.move("e7e5")
		r.Pass(2 * time.Second)
		r.Facts()
		r.Plug(bench.ErrPulled)
		r.Pass(time.Second)
		r.WantFacts("unplugged", bench.BoardDown)
		r.move("e5e6") // taken back and made otherwise
		r.move("g1f3")
		r.move("b8c6")
		r.Plug(nil)
		r.Pass(4 * time.Second)
		r.WantFacts("plugged in", append(up("r1bqkbnr/pppp1ppp/2n1p3/8/4P3/5N2/PPPP1PPP/RNBQKB1R"), said("T", "e7e6", "g1f3", "b8c6")...)...)
		r.move("f1b5")
		bench.Want(t, "said", []string{"f1b5"}, r.told())
	})
}

// A Universal Chess Board remembers nothing for anybody: it comes back as it was
// heard last.
func TestAUniversalChessBoardComesBackAsItWas(t *testing.T) {
	ucb(t, emulator.Options{}, func(r *rig) {
		r.move("e2e4")
		r.Facts()
		r.Plug(bench.ErrPulled)
		r.Pass(time.Second)
		r.Plug(nil)
		r.Pass(4 * time.Second)
		r.WantFacts("again", append([]string{bench.BoardDown}, up("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")...)...)
	})
}

// A recorder that is started again in mid-game says what stood there, or nothing;
// the start position would be another game.
func TestAUniversalChessBoardIsNotAtTheStartWhenAGameGoesOn(t *testing.T) {
	for _, c := range []struct {
		name, kept string
		resumed    bool
		want       []string
	}{
		{"another start", "4k3/8/8/8/8/8/8/4K3", false, up(bench.Start)},
		{"a game goes on", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", true, up("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")},
		{"nothing was kept", "", true, up("")[:1]},
		{"nonsense was kept", "rnbq", true, up("")[:1]},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "board")
			if c.kept != "" {
				os.Mkdir(folder, 0o755)
				os.WriteFile(filepath.Join(folder, "ucb-squares"), []byte(c.kept), 0o644)
			}
			build := func(src timesource.Source) *emulated.Board {
				return emulator.NewUCB(src, emulator.Options{}).Board
			}
			driver := func(o boardio.Options) boardio.Device {
				d := novag.NewUCB(o)
				if c.resumed {
					d.Resume(false)
				}
				return d
			}
			bench.In(t, build, driver, boardio.Options{Folder: folder}, func(r *bench.Rig) {
				r.Pass(2 * time.Second)
				bench.Want(t, c.name, c.want, r.Facts())
				r.Inject([]byte("Me7e5\r\n")...)
				r.Pass(time.Second)
				if diff := cmp.Diff(said("e7e5"), r.Facts()); diff != "" && c.name != "another start" {
					t.Errorf("a move (-want +got):\n%s", diff)
				}
				r.Inject([]byte("New Game\r\n")...)
				r.Inject([]byte("Me2e4\r\n")...)
				r.Pass(time.Second)
			})
			if text, err := os.ReadFile(filepath.Join(folder, "ucb-squares")); string(text) != "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR" {
				t.Errorf("%q is kept, %v", text, err)
			}
		})
	}
}

func TestAfterAMomentWithoutPowerMovesAreSaidAgain(t *testing.T) {
	for name, on := range map[string]func(*testing.T, emulator.Options, func(*rig)){"citrine": citrine, "ucb": ucb} {
		t.Run(name, func(t *testing.T) {
			on(t, emulator.Options{}, func(r *rig) {
				r.move("e2e4")
				r.SetFaults(emulated.Faults{Silent: true})
				r.Pass(3 * time.Second)
				r.Restart()
				r.SetFaults(emulated.Faults{})
				r.Pass(3 * time.Second)
				r.move("e7e5")
				r.Pass(3 * time.Second)
				bench.Want(t, "said", []string{"e2e4", "e7e5"}, r.told())
			})
		})
	}
}

// A board that lost its memory says New Game, and that is what stands on it.
func TestABoardThatLostItsMemoryBeginsANewGame(t *testing.T) {
	citrine(t, emulator.Options{NoMemory: true}, func(r *rig) {
		r.move("e2e4")
		r.Pass(2 * time.Second)
		r.Facts()
		r.Restart()
		r.Pass(2 * time.Second)
		r.WantFacts("without memory", bench.Stands(bench.Start))
	})
}

// Between two signs of life a power cut goes unseen; the next look at the squares
// finds what was not said, and that the settings are gone shows too.
func TestAShortPowerCutIsFoundByTheSquares(t *testing.T) {
	citrine(t, emulator.Options{}, func(r *rig) {
		r.Restart()
		r.move("e2e4")
		r.move("e7e5")
		r.Pass(15 * time.Second)
		r.move("g1f3")
		r.Pass(time.Second)
		bench.Want(t, "said", []string{"e2e4", "e7e5", "g1f3"}, r.told())
	})
}

// However bad the line is, when it gets better the recorder knows the game.
func TestAfterABadLineTheMovesAreRight(t *testing.T) {
	for seed := range uint64(5) {
		citrine(t, emulator.Options{Options: emulated.Options{Seed: seed}}, func(r *rig) {
			r.SetFaults(emulated.Faults{LoseByte: 0.03, LoseFrame: 0.03, Garbage: 0.03, FlipBit: 0.03})
			shuffle := []string{"g1f3", "g8f6", "b1c3", "b8c6", "f3g1", "f6g8", "c3b1", "c6b8"}
			game := append([]string{}, "e2e4", "e7e5")
			for range 8 {
				game = append(game, shuffle...)
			}
			for _, m := range game {
				r.move(m)
			}
			r.SetFaults(emulated.Faults{})
			r.Pass(15 * time.Second)
			bench.Want(t, fmt.Sprintf("seed %d: said", seed), game, kept(r.told()))
			if r.Device.Stats().Dropped["unknown"] == 0 {
				t.Errorf("seed %d: nothing was dropped: the line was not bad", seed)
			}
		})
	}
}

// kept are the moves that were not taken back.
func kept(told []string) (moves []string) {
	for _, m := range told {
		if m == "T" {
			moves = moves[:len(moves)-1]
			continue
		}
		moves = append(moves, m)
	}
	return moves
}
