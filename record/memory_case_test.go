package record_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
	"recorderd/record"
)

// eventful has in its plies 5 to 16 captures, one of them en passant, a promotion
// and both castlings.
var eventful = strings.Fields("e4 a6 e5 d5 exd6 Nf6 dxc7 Nc6 cxd8=Q+ Nxd8 Nf3 e6 Be2 Be7 O-O O-O d4 b5 Nc3 Bb7 a3 Rc8 Bf4 Nd5")

// outAndBack has knights that go out and back three times, which brings the start position back.
var outAndBack = strings.Fields("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4 e5 Nf3 Nc6 d4")

// lostAt plays a game and loses the plies from first to last.
func lostAt(t *testing.T, sans []string, clock, restart bool, first, last int) lapsed {
	t.Helper()
	g := playedAt(t, sans, 5, clock, rand.New(rand.NewPCG(5, 5)))
	g.lose(away{g.truth[first-2].Made + 900, g.truth[last-1].Made + 900}, restart)
	return g
}

// recorded returns the lines of a record as it is made live, and the record.
func recorded(t *testing.T, h observation.Header, heard []observation.Batch) (*record.Record, []record.Event) {
	t.Helper()
	rec := newFor(t, h)
	written, lines := journaled(rec, heard)
	replay(t, h, written, lines)
	return rec, slices.Concat(lines...)
}

// wantMoves proves that a record ends with these moves and is sure of all of them.
func wantMoves(t *testing.T, rec *record.Record, sans []string) {
	t.Helper()
	s := rec.Summary()
	if diff := cmp.Diff(sans, s.Moves); diff != "" {
		t.Fatalf("moves:\n%s", diff)
	}
	for i, c := range s.Confidence {
		if c != record.Sure {
			t.Errorf("ply %d has a confidence of %d hundredths", i+1, c)
		}
	}
}

// lineOf returns the last line of this kind about a ply, as an object.
func lineOf(t *testing.T, lines []record.Event, ev string, ply int) map[string]any {
	t.Helper()
	for _, e := range slices.Backward(lines) {
		var line map[string]any
		if err := json.Unmarshal(record.AppendLine(nil, e), &line); err != nil {
			t.Fatal(err)
		}
		if line["ev"] == ev && line["ply"] == float64(ply) {
			return line
		}
	}
	t.Fatalf("no line %q about ply %d", ev, ply)
	return nil
}

func TestAGapOfTwelvePliesIsFilledExactly(t *testing.T) {
	for _, restart := range []bool{false, true} {
		for _, clock := range []bool{true, false} {
			t.Run(fmt.Sprintf("restart %v, clock %v", restart, clock), func(t *testing.T) {
				g := lostAt(t, eventful, clock, restart, 5, 16)
				rec, lines := recorded(t, g.header, g.with(0, g.gap.until, g.gap.until+200))
				wantMoves(t, rec, eventful)
				if f := lineOf(t, lines, "finding", 5); f["code"] != "missed-move" || fmt.Sprint(f["data"]) != "map[from:memory plies:12]" {
					t.Errorf("of the gap it is said: %v", f)
				}
				for ply := 5; ply <= 16; ply++ {
					if m := lineOf(t, lines, "move", ply); m["inferred"] != true || m["confidence"] != 1.0 {
						t.Errorf("ply %d: %v", ply, m)
					}
					done := lineOf(t, lines, "complete", ply)
					if _, spent := done["spent_ms"]; spent || (done["white_ms"] != nil) != clock || (done["black_ms"] != nil) != clock {
						t.Errorf("completion of ply %d: %v", ply, done)
					}
				}
				if n := strings.Count(string(written(lines)), `"retract"`); n > 0 {
					t.Errorf("%d plies were taken back", n)
				}
			})
		}
	}
}

// The times that the clock showed are those that the board has noted.
func TestThePressesOfAGapHaveTheTimesOfTheClock(t *testing.T) {
	g := lostAt(t, eventful, true, false, 5, 16)
	_, lines := recorded(t, g.header, g.with(0, g.gap.until, g.gap.until+200))
	var presses []float64
	for _, e := range g.log {
		if e.entry.Pressed {
			presses = append(presses, float64(e.entry.LeftMS))
		}
	}
	for ply := 6; ply <= 16; ply++ {
		key := []string{"black_ms", "white_ms"}[ply%2]
		if have := lineOf(t, lines, "complete", ply)[key]; have != presses[ply-1] {
			t.Errorf("ply %d: %s %v, want %v", ply, key, have, presses[ply-1])
		}
	}
}

// The gap was read as one that cannot be read, and five more plies were made. They
// keep their times and completions, and follow on with other numbers.
func TestAMemoryThatComesLateTakesThePlaceOfAGuess(t *testing.T) {
	for _, clock := range []bool{true, false} {
		g := lostAt(t, eventful, clock, false, 5, 16)
		came := g.truth[21].Made - 900
		_, before := recorded(t, g.header, g.heard[:slices.IndexFunc(g.heard, func(b observation.Batch) bool { return b.T >= came })])
		if m := lineOf(t, before, "move", 5); m["san"] != "?!unexplained" {
			t.Fatalf("without the memory ply 5 is %v", m)
		}
		rec, lines := recorded(t, g.header, g.with(0, came-2000, came))
		wantMoves(t, rec, eventful)
		if s := rec.Summary(); s.Findings["unreadable"] != 0 || s.Findings["missed-move"] != 1 {
			t.Errorf("findings %v", s.Findings)
		}
		moved := len(eventful[:20]) - numberOf(before, eventful[19])
		for ply := 18; ply <= 20 && clock; ply++ {
			for _, ev := range []string{"move", "complete"} {
				have, want := lineOf(t, lines, ev, ply), lineOf(t, before, ev, ply-moved)
				for _, key := range []string{"t", "san", "white_ms", "black_ms", "spent_ms"} {
					if have[key] != want[key] {
						t.Errorf("%s %d: %s is %v, and was %v", ev, ply, key, have[key], want[key])
					}
				}
			}
		}
	}
}

// numberOf returns the last ply that was said to be this move.
func numberOf(lines []record.Event, san string) (ply int) {
	for _, e := range lines {
		if m, ok := e.(record.Move); ok && m.SAN == san {
			ply = m.Ply
		}
	}
	return ply
}

// Two earlier games and the pieces being set up stand in the memory as well.
func TestTheGapIsFoundInTheLogOfAnEvening(t *testing.T) {
	games := hundredGames(t)
	for _, clock := range []bool{true, false} {
		for _, sans := range [][]string{eventful, outAndBack}[:map[bool]int{true: 2, false: 1}[clock]] { // without a clock one round is like another
			g := lostAt(t, sans, clock, false, 5, 12)
			var m observation.Memory
			for i, earlier := range [][]string{games[3], outAndBack} {
				e := playedAt(t, earlier, uint64(i), clock, rand.New(rand.NewPCG(1, uint64(i))))
				m = append(m, memoryOf(e.log, 0, e.last)...)
				m = append(m, setUpAfter(m)...)
			}
			came := g.gap.until + 300
			rec, _ := recorded(t, g.header, insertBefore(g.heard, came, append(m, memoryOf(g.log, 0, g.gap.until)...)))
			wantMoves(t, rec, sans)
		}
	}
}

// setUpAfter returns the changes with which the pieces are set up again.
func setUpAfter(m observation.Memory) (set observation.Memory) {
	start, _ := observation.ParsePlacement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	stands := start
	for _, e := range m {
		if !e.Pressed {
			stands[e.Change.Square] = e.Change.Piece
		}
	}
	for _, put := range []bool{false, true} {
		for s, want := range start {
			c := observation.Change{Square: observation.Square(s)}
			if put {
				c.Piece = want
			}
			if stands[s] != want {
				set = append(set, observation.NotedChange(c))
			}
		}
	}
	return set
}

// A bishop that slides was seen on the squares that it passed, and left them with
// nothing between.
func TestASlideInAMemoryIsOneMove(t *testing.T) {
	g := lostAt(t, eventful, true, false, 5, 16)
	var m observation.Memory
	for _, e := range memoryOf(g.log, 0, g.gap.until) {
		if !e.Pressed && e.Change.Piece == 'B' && e.Change.Square.String() == "e2" {
			f1, _ := observation.ParseSquare("f1")
			m = append(m, observation.NotedChange(observation.Change{Square: f1}), observation.NotedChange(observation.Change{Square: e.Change.Square}))
		}
		m = append(m, e)
	}
	rec, _ := recorded(t, g.header, insertBefore(g.heard, g.gap.until+200, m))
	wantMoves(t, rec, eventful)
}

// The same position stands again and again: how often counts for a claim.
func TestKnightsThatGoOutAndBackInAGapAreCounted(t *testing.T) {
	for _, late := range []int64{200, 6000} {
		g := lostAt(t, outAndBack, true, false, 3, 11)
		rec, lines := recorded(t, g.header, g.with(0, g.gap.until, g.gap.until+late))
		wantMoves(t, rec, outAndBack)
		if n := rec.Summary().Findings["threefold"]; n < 2 {
			t.Errorf("%d times threefold, want more:\n%s", n, written(lines))
		}
	}
}

// The board stands turned, and numbers its squares so.
func TestAGapOfATurnedBoard(t *testing.T) {
	g := lostAt(t, eventful, true, false, 5, 16)
	rec, _ := recorded(t, g.header, turned(g.with(0, g.gap.until, g.gap.until+200)))
	wantMoves(t, rec, eventful)
}

func turned(batches []observation.Batch) []observation.Batch {
	batches = copied(batches)
	for _, b := range batches {
		for i, f := range b.Facts {
			switch f := f.(type) {
			case observation.Placement:
				b.Facts[i] = f.Turned()
			case observation.Change:
				f.Square = f.Square.Turned()
				b.Facts[i] = f
			case observation.Memory:
				m := slices.Clone(f)
				for k := range m {
					m[k].Change.Square = m[k].Change.Square.Turned()
				}
				b.Facts[i] = m
			}
		}
	}
	return batches
}

// What does not fit, or says nothing new, changes no line.
func TestAMemoryThatChangesNothing(t *testing.T) {
	g := lostAt(t, eventful, true, false, 5, 16)
	other := playedAt(t, outAndBack, 3, true, rand.New(rand.NewPCG(3, 3)))
	short := lostAt(t, eventful, true, false, 11, 11)
	for name, c := range map[string]struct {
		heard  []observation.Batch
		header observation.Header
		at     int64
		memory observation.Memory
	}{
		"of another game":                {g.heard, g.header, g.gap.until + 200, memoryOf(other.log, 0, other.last)},
		"empty":                          {g.heard, g.header, g.gap.until + 200, observation.Memory{}},
		"without the last moves":         {g.heard, g.header, g.gap.until + 200, memoryOf(g.log, 0, g.truth[9].Made)},
		"without the middle of the gap":  {g.heard, g.header, g.gap.until + 9000, append(memoryOf(g.log, 0, g.truth[8].Made), memoryOf(g.log, g.truth[11].Made, g.gap.until)...)},
		"with no gap":                    {g.all, g.header, g.truth[12].Made + 1500, memoryOf(g.log, 0, g.truth[12].Made+900)},
		"of what was read with no doubt": {short.heard, short.header, short.truth[14].Made + 1500, memoryOf(short.log, 0, short.truth[14].Made+500)},
	} {
		t.Run(name, func(t *testing.T) {
			_, want := recorded(t, c.header, insertBefore(c.heard, c.at, observation.Tick{}))
			_, have := recorded(t, c.header, insertBefore(c.heard, c.at, c.memory))
			if diff := cmp.Diff(string(written(want)), string(written(have))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Two gaps, and one memory long after.
func TestTwoGapsAreFilledFromOneMemory(t *testing.T) {
	g := lostAt(t, eventful, true, false, 5, 12)
	g.heard = unplugged(g.heard, away{g.truth[14].Made + 900, g.truth[17].Made + 900}, true)
	rec, _ := recorded(t, g.header, g.with(0, g.truth[21].Made, g.truth[21].Made+3000))
	wantMoves(t, rec, eventful)
}

// A player resigns before the memory comes. The result stands.
func TestAnEndStandsWhenAGapIsFilled(t *testing.T) {
	g := lostAt(t, eventful, true, false, 5, 16)
	at := g.truth[19].Completed + 1500
	n := slices.IndexFunc(g.heard, func(b observation.Batch) bool { return b.T >= at })
	heard := append(slices.Clone(g.heard[:n]), observation.Batch{T: at, Facts: []observation.Fact{observation.Act{By: "white", Kind: observation.ActResign}}})
	heard = append(heard, observation.Batch{T: at + 5000, Facts: []observation.Fact{memoryOf(g.log, 0, at)}})
	rec, lines := recorded(t, g.header, heard)
	wantMoves(t, rec, eventful[:20])
	if s := rec.Summary(); s.Result != "0-1" || s.Termination != "resignation" {
		t.Errorf("result %s by %s", s.Result, s.Termination)
	}
	if last := record.Name(lines[len(lines)-1]); last != "end" {
		t.Errorf("the last line is %q", last)
	}
}

// What was moved after the end is no part of the game, though it is in the memory.
func TestWhatWasShownAfterTheEndIsNotFilledIn(t *testing.T) {
	for _, clock := range []bool{true, false} {
		g := lostAt(t, eventful, clock, false, 5, 16)
		at := g.truth[18].Made + 1500
		heard := insertBefore(g.heard, at, observation.Act{By: "black", Kind: observation.ActResign})
		rec, lines := recorded(t, g.header, insertBefore(heard, g.last+5000, memoryOf(g.log, 0, g.last)))
		wantMoves(t, rec, eventful[:19])
		if s := rec.Summary(); s.Result != "1-0" {
			t.Errorf("clock %v: result %s\n%s", clock, s.Result, written(lines))
		}
	}
}

// A claim is judged by the moves that the memory shows.
func TestAClaimIsJudgedByWhatTheMemoryShows(t *testing.T) {
	g := lostAt(t, outAndBack, true, false, 3, 10)
	at := g.truth[11].Completed + 400
	heard := insertBefore(g.heard, at, observation.Act{By: "white", Kind: observation.ActClaim, Claim: "threefold"})
	heard = insertBefore(heard, at+1500, memoryOf(g.log, 0, at))
	_, lines := recorded(t, g.header, heard)
	if c := lineOf(t, lines, "claim", 12); c["supported"] != true {
		t.Errorf("the claim: %v", c)
	}
}

// Where the order of the moves was not known, they are said again, and sure.
func TestAMemoryRemovesADoubt(t *testing.T) {
	sans := strings.Fields("e4 e5 Nc3 Nc6 Nf3 Nf6 d3 d6 Be2 Be7 O-O O-O a3 a6")
	g := lostAt(t, sans, true, false, 5, 8)
	came := g.truth[11].Made + 2000
	_, before := recorded(t, g.header, g.heard)
	doubted := 0
	for ply := 5; ply <= 8; ply++ {
		if m := lineOf(t, before, "move", ply); m["alternatives"] != nil {
			doubted++
		}
	}
	if doubted == 0 {
		t.Fatalf("the moves of the gap are not in doubt:\n%s", written(before))
	}
	rec, lines := recorded(t, g.header, g.with(0, came-500, came))
	wantMoves(t, rec, sans)
	if n := strings.Count(string(written(lines)), `"retract"`); n > 0 {
		t.Errorf("%d plies were taken back", n)
	}
}

// carried is a piece that goes from one square to another, and the press after it.
type carried struct {
	from, to string
	piece    observation.Piece
	side     observation.Side
}

// atHand plays these at a board with a clock, the plies from lost on unseen, and
// returns what was heard and what the board has noted.
func atHand(t *testing.T, plies []carried, lost int) (h observation.Header, heard []observation.Batch, m observation.Memory) {
	t.Helper()
	h = observation.Header{Game: observation.Game{TimeControl: "180+2"}, Board: observation.Board{Sensing: observation.Identity, ScanMS: 200}}
	h.Clock.Present = true
	board, err := observation.ParsePlacement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	if err != nil {
		t.Fatal(err)
	}
	left := [2]int64{180_000, 180_000}
	clock := func(s observation.Side) observation.Clock {
		return observation.Clock{HasTimes: true, WhiteMS: left[0], BlackMS: left[1], Running: s}
	}
	hear := func(at int64, facts ...observation.Fact) {
		heard = append(heard, observation.Batch{T: at, Facts: facts})
	}
	hear(0, board, clock(observation.NoSide))
	hear(2500, clock(observation.White))
	for i, p := range plies {
		at := int64(5000 + 3000*i)
		from, _ := observation.ParseSquare(p.from)
		to, _ := observation.ParseSquare(p.to)
		board[from], board[to] = observation.Empty, p.piece
		left[p.side] -= 1000
		if i == lost {
			hear(at-500, observation.Link{Device: observation.BoardDevice})
		}
		if i < lost {
			hear(at, observation.Change{Square: from})
			hear(at+300, observation.Change{Square: to, Piece: p.piece})
			hear(at+900, clock(p.side.Other()))
		}
		m = append(m, observation.NotedChange(observation.Change{Square: from}), observation.NotedChange(observation.Change{Square: to, Piece: p.piece}),
			observation.NotedPress(p.side, left[p.side]))
	}
	back := int64(5000 + 3000*len(plies))
	hear(back, observation.Link{Device: observation.BoardDevice, Up: true}, board, clock(plies[len(plies)-1].side.Other()))
	hear(back+300, m)
	hear(back+20_000, observation.Tick{})
	return h, heard, m
}

// What was no legal move comes out as it does when it is seen.
func TestAnIllegalMoveInAGapIsToldAsOne(t *testing.T) {
	w, b := observation.White, observation.Black
	plies := []carried{{"e2", "e4", 'P', w}, {"e7", "e5", 'p', b}, {"g1", "g3", 'N', w}, {"b8", "c6", 'n', b}, {"d2", "d3", 'P', w}}
	h, heard, _ := atHand(t, plies, 2)
	rec, _ := recorded(t, h, heard)
	s := rec.Summary()
	if diff := cmp.Diff(strings.Fields("e4 e5 Ng1-g3?!illegal Nc6 d3"), s.Moves); diff != "" {
		t.Error(diff)
	}
	if s.Findings["illegal-move-completed"] != 1 || s.Findings["unreadable"] != 0 {
		t.Errorf("findings %v", s.Findings)
	}
}

// Whatever stands in a memory, the fold goes on, and says no move that it cannot
// know: what it is sure of and nobody saw was played.
func TestAMangledMemoryIsNoGuess(t *testing.T) {
	games := hundredGames(t)
	wrong := 0
	for n := range tries(60, 1000) {
		rng := rand.New(rand.NewPCG(uint64(n), 11))
		g, _ := lapsedGame(t, games[n%100], uint64(n), n%2 == 0, rng)
		came := g.gap.until + rng.Int64N(max(g.last-g.gap.until, 1)) + 1
		m := mangled(memoryOf(g.log, 0, max(g.gap.until, came-500)), rng)
		rec, lines := recorded(t, g.header, insertBefore(g.heard, came, m))
		if s := string(written(lines)); strings.Contains(s, `"fault":true`) {
			t.Fatalf("%d: the tracker has failed", n)
		}
		var l, truly line
		l.hear(lines)
		for _, p := range g.truth {
			truly = append(truly, known{p.UCI, true})
		}
		filled := strings.Contains(string(written(lines)), `"from":"memory"`)
		for i := range l {
			l[i].sure = rec.Summary().Confidence[i] == record.Sure
		}
		if filled && contradicted(l, truly) > 0 {
			wrong++
			t.Logf("%d: %v, want %v", n, l.moves(), truly.moves())
		}
	}
	if wrong > tries(1, 10) {
		t.Errorf("%d records are sure of moves that were not played", wrong)
	}
}

// mangled is a memory with entries left out, doubled, exchanged or altered.
func mangled(m observation.Memory, rng *rand.Rand) observation.Memory {
	m = slices.Clone(m)
	for range 1 + rng.IntN(6) {
		i := rng.IntN(len(m))
		switch rng.IntN(5) {
		case 0:
			m = slices.Delete(m, i, min(i+1+rng.IntN(4), len(m)))
		case 1:
			m = slices.Insert(m, i, m[i])
		case 2:
			j := min(i+1, len(m)-1)
			m[i], m[j] = m[j], m[i]
		case 3:
			m[i].Change.Square = observation.Square(rng.IntN(64))
		case 4:
			m[i].Change.Piece = observation.Piece("PNBRQKpnbrqko"[rng.IntN(13)])
		}
	}
	return m
}

// However a memory comes, with what the board shows at its return or before it, with
// the gap alone or from the middle of the game on, and whether or not anybody wrote
// down the silence, the gap is filled.
func TestHoweverAMemoryComes(t *testing.T) {
	ways := map[string]func(g lapsed) []observation.Batch{
		"with the image": func(g lapsed) []observation.Batch {
			heard := copied(g.heard)
			n := slices.IndexFunc(heard, func(b observation.Batch) bool { return b.T == g.gap.until-1 })
			heard[n].Facts = append(heard[n].Facts, memoryOf(g.log, 0, g.gap.until))
			return heard
		},
		"before the image": func(g lapsed) []observation.Batch {
			return insertBefore(g.heard, g.gap.until-2, memoryOf(g.log, 0, g.gap.until))
		},
		"the gap alone": func(g lapsed) []observation.Batch { return g.with(g.gap.from, g.gap.until, g.gap.until+100) },
		"the gap alone, late": func(g lapsed) []observation.Batch {
			return g.with(g.gap.from, g.truth[18].Made, g.truth[19].Made)
		},
		"from the middle of the game on": func(g lapsed) []observation.Batch {
			return g.with(g.truth[1].Made+100, g.truth[18].Made, g.truth[19].Made)
		},
		"twice": func(g lapsed) []observation.Batch {
			return insertBefore(g.with(0, g.gap.until, g.gap.until+100), g.truth[20].Made, memoryOf(g.log, 0, g.truth[19].Made))
		},
	}
	for name, way := range ways {
		for _, clock := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, clock %v", name, clock), func(t *testing.T) {
				g := lostAt(t, eventful, clock, false, 5, 16)
				rec, _ := recorded(t, g.header, way(g))
				wantMoves(t, rec, eventful)
				silent := newFor(t, g.header)
				for _, b := range way(g) {
					silent.Apply(b)
				}
				wantMoves(t, silent, eventful)
			})
		}
	}
}
