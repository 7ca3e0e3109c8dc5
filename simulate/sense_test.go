package simulate

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
	"recorderd/position"
)

var update = flag.Bool("update", false, "write the golden traces anew")

var (
	ideal = Sensor{Clock: observation.ClockSensor{Present: true}}
	fast  = Sensor{Board: observation.Board{ScanMS: 10}, Clock: observation.ClockSensor{Present: true, ResolutionMS: 1000}}
	slow  = Sensor{
		Board: observation.Board{Sensing: observation.Identity, ScanMS: 220, Make: "DGT"},
		Clock: observation.ClockSensor{Present: true, ResolutionMS: 1000, PollMS: 800}, Phase: 77,
	}
	reeds = Sensor{Board: observation.Board{Sensing: observation.Occupancy, ScanMS: 10}}
)

func TestGoldenTraces(t *testing.T) {
	g := famousGames(t)[2]
	for name, s := range map[string]Sensor{"ideal": ideal, "slow": slow, "reeds": reeds} {
		tl := Session(playing(1858, Usual()), g)
		h, bs := Sense(tl, s)
		var got bytes.Buffer
		if err := WriteTrace(&got, h, bs); err != nil {
			t.Fatal(err)
		}
		file := "testdata/opera-" + name + ".jsonl"
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("%s is not what the same seed gave before (-update writes it anew):\n%s", file, cmp.Diff(string(want), got.String()))
		}
	}
}

// images returns what the batches show of the board, one image after each.
func images(bs []observation.Batch) map[int64]observation.Placement {
	seen := make(map[int64]observation.Placement)
	var board observation.Placement
	for _, b := range bs {
		for _, f := range b.Facts {
			switch f := f.(type) {
			case observation.Placement:
				board = f
			case observation.Change:
				board[f.Square] = f.Piece
			}
		}
		seen[b.T] = board
	}
	return seen
}

func TestEverySensorShowsEveryPly(t *testing.T) {
	games := engineGames(t)
	for name, s := range map[string]Sensor{"ideal": ideal, "fast": fast, "slow": slow, "reeds": reeds} {
		for i, g := range games {
			tl := Hands(g.Start, g.Moves, playing(uint64(i), Usual()))
			_, bs := Sense(tl, s)
			seen := make(map[observation.Placement]bool)
			for _, pl := range images(bs) {
				seen[pl] = true
			}
			for ply, pos := range after(g) {
				if !seen[s.view(placementOf(pos))] {
					t.Errorf("%s board, game %d: the position after ply %d is never seen", name, i+1, ply)
				}
			}
			if got, want := images(bs)[bs[len(bs)-1].T], s.view(final(g)); got != want {
				t.Errorf("%s board, game %d: shows %s in the end, want %s", name, i+1, got, want)
			}
		}
	}
}

func TestBatchesAreInOrderAndEndWithATick(t *testing.T) {
	for i, g := range engineGames(t)[:25] {
		for name, s := range map[string]Sensor{"ideal": ideal, "fast": fast, "slow": slow, "reeds": reeds} {
			tl := Hands(g.Start, g.Moves, playing(uint64(i), Usual()))
			_, bs := Sense(tl, s)
			if _, ok := bs[0].Facts[0].(observation.Placement); !ok || bs[0].T != 0 {
				t.Fatalf("%s: the trace begins with %v", name, bs[0])
			}
			for n := 1; n < len(bs); n++ {
				if bs[n].T <= bs[n-1].T || len(bs[n].Facts) == 0 {
					t.Fatalf("%s: batch at %d after one at %d", name, bs[n].T, bs[n-1].T)
				}
			}
			last := bs[len(bs)-1]
			if !cmp.Equal(last.Facts, []observation.Fact{observation.Tick{}}) || last.T < tl.End {
				t.Errorf("%s: the trace ends with %v at %d", name, last.Facts, last.T)
			}
		}
	}
}

func TestTicksOnlyWhereNothingElseTellsTheTime(t *testing.T) {
	g := engineGames(t)[3]
	for name, s := range map[string]Sensor{"ideal": ideal, "slow": slow, "reeds": reeds} {
		_, bs := Sense(Hands(g.Start, g.Moves, playing(1, Usual())), s)
		running := false
		for n, b := range bs {
			for _, f := range b.Facts {
				switch f := f.(type) {
				case observation.Clock:
					running = f.Running != observation.NoSide
				case observation.Tick:
					if running && n < len(bs)-1 {
						t.Errorf("%s: a tick at %d while the clock runs", name, b.T)
					}
				}
			}
			if n > 0 && !running && n < len(bs)-1 && b.T-bs[n-1].T > silence {
				t.Errorf("%s: nothing between %d and %d", name, bs[n-1].T, b.T)
			}
		}
	}
}

func TestHeaderSaysWhoPlaysAndWhatSenses(t *testing.T) {
	g := randomGame(t, 5)
	g.Names = observation.Game{White: "A", Black: "B"}
	h, _ := Sense(Session(playing(1, Style{}), g), reeds)
	want := observation.Header{
		Game: observation.Game{
			Event: "Test", White: "A", Black: "B", TimeControl: "180+2", Laws: "fide-2023",
			FEN: g.Start.FEN(), Variant: "chess960",
		},
		Board: reeds.Board,
	}
	if d := cmp.Diff(want, h); d != "" {
		t.Errorf("header (-want +got):\n%s", d)
	}
}

// A square is read once in a period, so that its report is up to a period late
// and no more; two squares are read at two moments.
func TestEachSquareIsReadAtItsPlaceInTheScan(t *testing.T) {
	s := Sensor{Board: observation.Board{ScanMS: 640}, Phase: 100}
	cases := []struct {
		square  observation.Square
		t, want int64
	}{
		{0, 0, 100}, {0, 100, 100}, {0, 101, 740}, {1, 100, 110}, {1, 111, 750}, {63, 0, 730}, {63, 5000, 5210},
	}
	for _, c := range cases {
		if got := s.nextScan(c.square, c.t); got != c.want {
			t.Errorf("%s is read at %d at the earliest from %d on, want %d", c.square, got, c.t, c.want)
		}
	}
}

// What the scan does not catch is not reported: that is how most captures come
// to be one change of code.
func TestASlowScanMissesTheEmptySquareOfASwap(t *testing.T) {
	g := gameOf(t, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5")
	swapped := 0
	for seed := range uint64(100) {
		_, bs := Sense(Hands(g.Start, g.Moves, playing(seed, Style{Swap: 1})), slow)
		var reports []string
		for _, b := range bs {
			for _, f := range b.Facts {
				if c, ok := f.(observation.Change); ok {
					reports = append(reports, c.Square.String()+c.Piece.String())
				}
			}
		}
		if cmp.Equal(reports, []string{"e4", "d5P"}) {
			swapped++
		}
	}
	if swapped < 40 || swapped > 90 {
		t.Errorf("%d of 100 swaps left no empty square to be seen, want most but not all", swapped)
	}
}

func TestAPressIsReportedUpToOnePollLate(t *testing.T) {
	g := engineGames(t)[0]
	tl := Hands(g.Start, g.Moves, playing(9, Usual()))
	_, bs := Sense(tl, slow)
	var heard []int64 // when another side was first said to run
	running := observation.NoSide
	for _, b := range bs {
		for _, f := range b.Facts {
			if c, ok := f.(observation.Clock); ok && c.Running != running {
				if running != observation.NoSide && c.Running != observation.NoSide {
					heard = append(heard, b.T)
				}
				running = c.Running
			}
		}
	}
	presses := pressTimes(tl)
	if len(heard) != len(presses) {
		t.Fatalf("%d presses, %d heard", len(presses), len(heard))
	}
	late := int64(0)
	for i, at := range presses {
		if d := heard[i] - at; d < 0 || d >= slow.Clock.PollMS {
			t.Errorf("the press at %d was reported at %d", at, heard[i])
		}
		late = max(late, heard[i]-at)
	}
	if late < slow.Clock.PollMS/2 {
		t.Errorf("no report came later than %d ms, the poll is %d", late, slow.Clock.PollMS)
	}
}

func pressTimes(tl Timeline) (at []int64) {
	for _, d := range tl.Deeds {
		if d.Kind == Press {
			at = append(at, d.At)
		}
	}
	return at
}

func TestTheTraceCanBeReadAgain(t *testing.T) {
	h, bs := Sense(Session(playing(4, Usual()), famousGames(t)...), fast)
	var file bytes.Buffer
	if err := WriteTrace(&file, h, bs); err != nil {
		t.Fatal(err)
	}
	r, err := observation.NewReader(&file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(h, r.Header()); d != "" {
		t.Errorf("header (-want +got):\n%s", d)
	}
	for n, want := range bs {
		if got, err := r.Next(); err != nil || !cmp.Equal(want, got) {
			t.Fatalf("batch %d: %v, %v, want %v", n, got, err, want)
		}
	}
}

func TestWriteTraceTellsThatTheDiskIsFull(t *testing.T) {
	g := gameOf(t, position.StartFEN, "e4")
	h, bs := Sense(Hands(g.Start, g.Moves, playing(1, Style{})), ideal)
	for room := range 3 {
		if err := WriteTrace(&full{room}, h, bs); err == nil {
			t.Errorf("room for %d writes: no error", room)
		}
	}
}

// full takes so many writes and then no more.
type full struct{ room int }

func (f *full) Write(b []byte) (int, error) {
	if f.room == 0 {
		return 0, fmt.Errorf("no space left")
	}
	f.room--
	return len(b), nil
}
