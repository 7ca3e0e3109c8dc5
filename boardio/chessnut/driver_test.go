package chessnut_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/chessnut"
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
	var board *emulator.Board
	build := func(src timesource.Source) *emulated.Board {
		board = emulator.New(src, opt)
		return board.Board
	}
	driver := func(opt boardio.Options) boardio.Device { return chessnut.New(opt) }
	bench.In(t, build, driver, boardio.Options{}, func(r *bench.Rig) { test(&rig{r, board}) })
}

const (
	startIs = `"placement":"` + bench.Start + `"`
	boardUp = `"link":"board","up":true`
	boardDn = `"link":"board","up":false`

	begin   = "\x21\x01\x00"
	version = "\x27\x01\x01"
	battery = "\x29\x01\x00"
	silence = "read /dev/ttyUSB0: no answer: is the board on, and is this its port?"
)

var (
	square = bench.Square
	placed = bench.Placed
)

func change(sq, piece string) string { return fmt.Sprintf(`"sq":"%s","piece":"%s"`, sq, piece) }

func want[T any](t *testing.T, what string, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// atStart is a board that is up and at rest.
func (r *rig) atStart() {
	r.SetPlacement(placed(bench.Start))
	r.Pass(5 * time.Second)
	r.Facts()
	r.Status()
	r.Sent()
}

func TestStartUp(t *testing.T) {
	for _, opt := range []emulator.Options{{}, {Bluetooth: true}} {
		inBubble(t, opt, func(r *rig) {
			r.SetPlacement(placed(bench.Start))
			r.Pass(0)
			want(t, "sent at once", begin, string(r.Sent()))
			r.Pass(600 * time.Millisecond)
			want(t, "reported", []string{boardUp, startIs}, r.Facts())
			want(t, "status", []string{"up"}, r.Status())
			r.Pass(2 * time.Second)
			want(t, "asked", version+battery, string(r.Sent()))
			board, clock := r.Device.Describe()
			want(t, "board", observation.Board{Sensing: "identity", ScanMS: 200, Make: "Chessnut", Firmware: "CN_DVT9_210659"}, board)
			want(t, "clock", observation.ClockSensor{}, clock)
			want(t, "dropped", map[string]int64(nil), r.Device.Stats().Dropped)
		})
	}
}

func TestFirmwareThatDoesNotAnswer(t *testing.T) {
	inBubble(t, emulator.Options{Controller: emulator.Mute}, func(r *rig) {
		r.atStart()
		r.Pass(time.Minute)
		want(t, "reported", []string{}, r.Facts())
		want(t, "sent", battery, string(r.Sent()))
	})
}

func TestAMove(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		begin := r.Source.Now()
		r.Lift(square("e2"))
		r.Pass(500 * time.Millisecond)
		reports := r.Reports()
		if len(reports) != 1 || reports[0].At <= begin || reports[0].At > begin+400*time.Millisecond {
			t.Errorf("lifted at %v, got %+v", begin, reports)
		}
		r.Put(square("e4"), 'P')
		r.Pass(500 * time.Millisecond)
		want(t, "put down", []string{change("e4", "P")}, r.Facts())
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
		want(t, "castled and taken within a scan", []string{change("e1", ""), change("h1", ""), change("e2", ""),
			change("f1", "R"), change("g1", "K"), change("d3", "P")}, got)
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
		want(t, "reported", []string{change("e4", ""), change("d5", "P")}, r.Facts())
	})
}

func TestTurnedBoard(t *testing.T) {
	inBubble(t, emulator.Options{Options: emulated.Options{Turned: true}}, func(r *rig) {
		r.SetPlacement(placed(bench.Start))
		r.Pass(time.Second)
		want(t, "as the box numbers them", []string{boardUp, `"placement":"` + placed(bench.Start).Turned().String() + `"`}, r.Facts())
		r.Lift(square("e2"))
		r.Pass(time.Second)
		want(t, "e2 is the board's d7", []string{change("d7", "")}, r.Facts())
	})
}

func TestUnpluggedAndBack(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Plug(&boardio.Error{Op: "open", Device: "/dev/ttyUSB0", Err: boardio.ErrAbsent, Hint: "is the cable in?"})
		r.Pass(time.Minute)
		want(t, "reported", []string{boardDn}, r.Facts())
		want(t, "status", []string{"read /dev/ttyUSB0: gone: is the cable in?"}, r.Status())
		r.Lift(square("e2"))
		r.Plug(nil)
		r.Pass(3 * time.Second)
		want(t, "reported", []string{boardUp, `"placement":"rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"`}, r.Facts())
		want(t, "status", []string{"up"}, r.Status())
		if s := r.Device.Stats(); s.Reconnects != 1 || !s.Connected {
			t.Errorf("got %d reconnects, connected %v", s.Reconnects, s.Connected)
		}
	})
}

func TestSilentBoardIsToldToTalkAndThenDead(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.board.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		r.Pass(1300 * time.Millisecond)
		if !bytes.Contains(r.Sent(), []byte(begin)) {
			t.Error("it was not told to talk again")
		}
		r.Pass(1600 * time.Millisecond)
		want(t, "after 2.9 s", []string{}, r.Facts())
		r.Pass(800 * time.Millisecond)
		want(t, "after 3.7 s", []string{boardDn}, r.Facts())
		r.Pass(time.Minute)
		want(t, "status", []string{silence}, r.Status())
		r.board.SetFaults(emulator.Faults{})
		r.Pass(6 * time.Second)
		want(t, "back", []string{boardUp, startIs}, r.Facts())
	})
}

func TestTwoSecondsOfSilenceAreNoEnd(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.board.SetFaults(emulator.Faults{Faults: emulated.Faults{Silent: true}})
		r.Pass(2 * time.Second)
		r.board.SetFaults(emulator.Faults{})
		r.Lift(square("e2"))
		r.Pass(time.Second)
		want(t, "reported", []string{change("e2", "")}, r.Facts())
		want(t, "status", []string(nil), r.Status())
	})
}

func TestBoardThatLostPowerIsToldAgain(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Restart()
		r.Lift(square("e2"))
		r.Pass(2 * time.Second)
		want(t, "reported", []string{change("e2", "")}, r.Facts())
		want(t, "status", []string(nil), r.Status())
	})
}

func TestQuietBoardIsAliveAndHardlyBothered(t *testing.T) {
	inBubble(t, emulator.Options{BatteryEvery: 10 * time.Second}, func(r *rig) {
		r.atStart()
		r.Pass(time.Hour)
		want(t, "an hour", []string{}, r.Facts())
		want(t, "status", []string(nil), r.Status())
		if got := r.Sent(); len(got) != 60*len(battery) || bytes.Contains(got, []byte(begin)) {
			t.Errorf("%d bytes were sent in an hour", len(got))
		}
	})
}

func TestOddReportsAreCountedAndPassedOver(t *testing.T) {
	inBubble(t, emulator.Options{Battery: 9}, func(r *rig) {
		r.atStart()
		r.Inject(0x01, 0x24, 0x58, 0x23)                                            // cut
		r.Inject(append([]byte{0x01, 0x24, 0xD0}, make([]byte, 35)...)...)          // a piece that does not exist
		r.Inject(0x66, 0x01, 0x00)                                                  // of a kind that is not known
		r.Inject(append([]byte{0x33, 0x24}, bytes.Repeat([]byte{0x44}, 36)...)...)  // the same
		r.Inject(append([]byte{0x00, 0x00}, bytes.Repeat([]byte{0x00}, 300)...)...) // the same
		r.Inject(0x2A, 0x02, 0x00, 0x00)                                            // a battery without a level
		r.board.PressButton(2)
		r.Lift(square("e2"))
		r.Pass(2 * time.Second)
		want(t, "reported", []string{change("e2", "")}, r.Facts())
		s := r.Device.Stats()
		want(t, "dropped", map[string]int64{"length": 1, "implausible": 1, "unknown": 2}, s.Dropped)
		want(t, "notes", map[string]int64{"button": 1, "battery low": 1}, s.Notes)
		want(t, "firmware", "CN_DVT9_210659", func() string { b, _ := r.Device.Describe(); return b.Firmware }())
	})
}

func TestAGameOfItsMemoryIsNotWhatStandsOnTheBoard(t *testing.T) {
	game := []observation.Placement{placed("8/8/8/8/8/8/8/K6k"), placed("8/8/8/8/8/8/K7/7k")}
	inBubble(t, emulator.Options{Stored: [][]observation.Placement{game}}, func(r *rig) {
		r.atStart()
		r.board.SendStored()
		r.Pass(2 * time.Second)
		want(t, "reported", []string{}, r.Facts())
		want(t, "told to go on", begin, string(r.Sent()))
		if got := r.Device.Stats().Notes["position of a stored game"]; got < 2 {
			t.Errorf("%d positions of a stored game were counted, want 2", got)
		}
		r.Lift(square("e2"))
		r.Pass(time.Second)
		want(t, "afterwards", []string{change("e2", "")}, r.Facts())
		if r.board.Stored() != 1 {
			t.Error("the game is no longer in the memory")
		}
	})
}

// A transfer that stops in the middle does not blind the recorder.
func TestAGameOfItsMemoryThatNeverEnds(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Inject(0x37, 0x01, 0xBE)
		r.Lift(square("e2"))
		r.Pass(time.Minute)
		want(t, "while it may go on", []string{}, r.Facts())
		r.Pass(61 * time.Second)
		want(t, "when it must be over", []string{change("e2", "")}, r.Facts())
	})
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Inject(0x37, 0x01, 0xBE)
		r.Restart() // and it does not even send positions
		r.Lift(square("e2"))
		r.Pass(2 * time.Second)
		want(t, "told to send what stands on it", []string{change("e2", "")}, r.Facts())
	})
}

func TestTapHasEveryByte(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Inject(0x01, 0x02, 0x03)
		r.Pass(time.Second)
		if got := r.Device.Stats().Bytes; got != int64(len(r.Tapped())) || got < 1000 {
			t.Errorf("%d bytes received, %d tapped", got, len(r.Tapped()))
		}
	})
}

func TestDeviceThatNeverTellsItsSquaresIsNotUp(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.Instead(func(line net.Conn) {
			report := make([]byte, 65)
			for {
				if _, err := line.Read(report); err != nil {
					return
				}
				line.Write([]byte{0x23, 0x01, 0x00}) // whatever it is told
			}
		})
		r.Pass(time.Minute)
		want(t, "reported", []string{boardDn}, r.Facts())
		want(t, "status", []string{silence}, r.Status())
	})
}

func TestAFloodOfNoiseEndsWithItsContext(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.Instead(func(line net.Conn) {
			go func() { // it takes what it is told
				for b := make([]byte, 64); ; {
					if _, err := line.Read(b); err != nil {
						return
					}
				}
			}()
			noise := rand.New(rand.NewPCG(1, 2))
			for {
				report := make([]byte, 1+noise.IntN(70))
				for i := range report {
					report[i] = byte(noise.Uint32())
				}
				if _, err := line.Write(report); err != nil {
					return
				}
				timesource.Sleep(context.Background(), r.Source, 2*time.Millisecond)
			}
		})
		r.Pass(20 * time.Second)
		if facts := r.Facts(); slices.Contains(facts, boardUp) {
			t.Errorf("noise is taken for a board: %q", facts)
		}
	})
}

func TestRunEndsWithItsContext(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.Stop()
		r.Pass(time.Minute)
		want(t, "reported after the end", []string{}, r.Facts())
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
			chance := rand.New(rand.NewPCG(seed, 1))
			world := placed(bench.Start)
			r.SetPlacement(world)
			r.Pass(3 * time.Second)
			r.board.SetFaults(faults)
			for range 500 {
				sq, p := observation.Square(chance.IntN(64)), observation.Piece("PNBRQKpnbrqk\x00\x00\x00\x00"[chance.IntN(16)])
				world[sq] = p
				r.Put(sq, p)
				r.Pass(time.Duration(chance.IntN(int(2 * time.Second))))
			}
			r.board.SetFaults(emulator.Faults{})
			r.Pass(5 * time.Second)
			if got := seen(r.Reports()); got != world {
				t.Errorf("seed %d: the reports say %v, there stands %v", seed, got, world)
			}
			for _, reason := range []string{"length", "unknown", "implausible"} {
				if r.Device.Stats().Dropped[reason] == 0 {
					t.Errorf("seed %d: nothing was dropped as %s: the line was not bad", seed, reason)
				}
			}
			if r.board.Stored() != 1 {
				t.Errorf("seed %d: a game was taken out of the board's memory", seed)
			}
		})
	}
}

// seen is what stands on the board, as far as the reports tell.
func seen(reports []boardio.Report) (pl observation.Placement) {
	for _, rep := range reports {
		for _, f := range rep.Facts {
			switch f := f.(type) {
			case observation.Placement:
				pl = f
			case observation.Change:
				pl[f.Square] = f.Piece
			}
		}
	}
	return pl
}
