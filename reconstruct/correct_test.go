package reconstruct_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/reconstruct"
)

// table is a board, a clock, and the tracker that looks on.
type table struct {
	tb    testing.TB
	t     *reconstruct.Tracker
	start position.Position
	now   int64
	steps []reconstruct.Step

	occupancy bool // the board does not know its pieces
}

func newTable(tb testing.TB, sensing observation.Sensing, fen string) *table {
	tb.Helper()
	start := position.Start()
	if fen != "" {
		p, err := position.ParseLoose(fen)
		if err != nil {
			tb.Fatal(err)
		}
		start = p
	}
	g := emptyTable(tb, sensing, start)
	g.place(0, start.Placement().Observation())
	g.hear(3000, clock(start.Side()))
	return g
}

// emptyTable has a board of which nothing is known yet.
func emptyTable(tb testing.TB, sensing observation.Sensing, start position.Position) *table {
	h := observation.Header{Board: observation.Board{Sensing: sensing, ScanMS: 100}, Clock: observation.ClockSensor{Present: true}}
	return &table{tb: tb, t: reconstruct.New(h, start), start: start, occupancy: sensing == observation.Occupancy}
}

// place has the board report all its squares.
func (g *table) place(after int64, pl observation.Placement) {
	for s, p := range pl {
		if g.occupancy && p != observation.Empty {
			pl[s] = observation.Occupied
		}
	}
	g.hear(after, pl)
}

func clock(running observation.Side) observation.Clock {
	return observation.Clock{Running: running, Flag: observation.FlagNone}
}

// hear lets time pass, with the ticks that are asked for, and then hears this.
func (g *table) hear(after int64, facts ...observation.Fact) {
	until := g.now + after
	for {
		at, ok := g.t.Wake()
		if !ok || at >= until {
			break
		}
		g.now = at
		g.steps = append(g.steps, g.t.Apply(observation.Batch{T: at, Facts: []observation.Fact{observation.Tick{}}})...)
	}
	g.now = max(until, g.now+1)
	g.steps = append(g.steps, g.t.Apply(observation.Batch{T: g.now, Facts: facts})...)
}

// play makes these moves, each with a press.
func (g *table) play(sans ...string) {
	g.tb.Helper()
	for _, san := range sans {
		p, _ := g.t.Position()
		g.make(san)
		g.hear(600, clock(p.Side().Other()))
	}
}

// make makes a move without a press. It is one of a piece to an empty square, or
// a capture.
func (g *table) make(san string) {
	g.tb.Helper()
	p, _ := g.t.Position()
	m, err := p.ParseSAN(san)
	if err != nil {
		g.tb.Fatal(err)
	}
	g.lift(m.From())
	if p.At(m.To()) != position.Empty {
		g.lift(m.To())
	}
	g.put(m.To(), p.At(m.From()))
}

func (g *table) lift(s observation.Square) { g.hear(2000, observation.Change{Square: s}) }

func (g *table) put(s observation.Square, p position.Piece) {
	c := observation.Change{Square: s, Piece: observation.Piece(p.Letter())}
	if g.occupancy {
		c.Piece = observation.Occupied
	}
	g.hear(300, c)
}

func (g *table) correct(ply int, before position.Position, san string) (string, bool) {
	g.tb.Helper()
	m, err := before.ParseSAN(san)
	if err != nil {
		g.tb.Fatal(err)
	}
	steps, ok := g.t.Correct(ply, m)
	return words(steps), ok
}

// words says steps in a few words each.
func words(steps []reconstruct.Step) (s string) {
	for _, st := range steps {
		switch st := st.(type) {
		case reconstruct.Made:
			s += fmt.Sprintf("%d:%s ", st.Ply, st.SAN)
		case reconstruct.Completed:
			s += fmt.Sprintf("%d! ", st.Ply)
		case reconstruct.Retracted:
			s += fmt.Sprintf("-%d:%s ", st.Ply, st.Why)
		case reconstruct.Revised:
			for _, m := range st.Plies {
				s += fmt.Sprintf("%d=%s ", m.Ply, m.SAN)
			}
		case reconstruct.Noticed:
			s += st.Code + " "
		}
	}
	return s
}

// TestCorrect has plies corrected that stand, that do not, and to moves that are
// none.
func TestCorrect(t *testing.T) {
	start := position.Start()
	for _, test := range []struct {
		name, san string
		ply       int
		want      string
		ok        bool
	}{
		{"the last one", "Nc3", 3, "-3:ruling 3:Nc3 3! ", true},
		{"with what follows it", "e4", 1, "-3:ruling -2:ruling -1:ruling 1:e4 1! 2:e5 2! 3:Nf3 3! ", true},
		{"what it is", "Nf3", 3, "", true},
		{"a ply that is not there", "d6", 4, "", false},
		{"the start", "e4", 0, "", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := newTable(t, observation.Identity, "")
			g.play("d4", "e5", "Nf3")
			before := start
			for _, san := range []string{"d4", "e5", "Nf3"}[:max(test.ply-1, 0)] {
				m, err := before.ParseSAN(san)
				if err != nil {
					t.Fatal(err)
				}
				before = before.After(m)
			}
			if got, ok := g.correct(test.ply, before, test.san); got != test.want || ok != test.ok {
				t.Errorf("%q, %v; want %q, %v", got, ok, test.want, test.ok)
			}
			g.hear(0, observation.Tick{})
		})
	}
	t.Run("a move that is none", func(t *testing.T) {
		g := newTable(t, observation.Identity, "")
		g.play("d4", "e5")
		if got, ok := g.correct(2, start, "e4"); ok || got != "" {
			t.Errorf("%q, %v", got, ok)
		}
	})
	t.Run("before play", func(t *testing.T) {
		tracker := reconstruct.New(observation.Header{}, start)
		m, _ := start.ParseSAN("e4")
		if steps, ok := tracker.Correct(1, m); ok || len(steps) != 0 {
			t.Errorf("%v, %v", steps, ok)
		}
	})
}

// TestCorrectBack has a slip make the later plies illegal, and undoes it.
func TestCorrectBack(t *testing.T) {
	sans := []string{"e4", "e5", "Nf3", "Nc6", "Nxe5", "Nxe5"}
	for _, sensing := range []observation.Sensing{observation.Identity, observation.Occupancy} {
		for _, slips := range [][]string{{"Nc3"}, {"Nh3"}, {"Nc3", "a3", "Nh3"}, {"Nc3", "Nf3", "Qh5"}} {
			g := newTable(t, sensing, "")
			g.play(sans...)
			was, _ := g.t.Position()
			before := position.Start()
			for _, san := range sans[:2] {
				m, err := before.ParseSAN(san)
				if err != nil {
					t.Fatal(err)
				}
				before = before.After(m)
			}
			for _, slip := range slips {
				if got, ok := g.correct(3, before, slip); !ok {
					t.Errorf("%s, %v: %s cannot be: %q", sensing, slips, slip, got)
				}
			}
			got, ok := g.correct(3, before, "Nf3")
			is, _ := g.t.Position()
			if want := "3:Nf3 3! 4:Nc6 4! 5:Nxe5 5! 6:Nxe5 6! "; !ok || !strings.HasSuffix(got, want) || is != was {
				t.Errorf("%s, %v: %q, %s; want %q, %s", sensing, slips, got, is.FEN(), want, was.FEN())
			}
		}
	}
}

// TestCorrectionsTellALine corrects plies at random while random moves are made,
// and wants steps that can be followed: one line, whose moves lead to what is told.
func TestCorrectionsTellALine(t *testing.T) {
	for seed := range uint64(50) {
		g, asked := anyGame(t, seed, false), anyGame(t, seed, true)
		if words(g.steps) != words(asked.steps) {
			t.Fatalf("seed %d: asking has changed\n%s to\n%s", seed, words(g.steps), words(asked.steps))
		}
		var line []reconstruct.Made
		for i, s := range g.steps {
			line = follow(t, line, s)
			if t.Failed() {
				t.Fatalf("seed %d, step %d of: %s", seed, i, words(g.steps))
			}
		}
	}
}

// anyGame makes random deeds, and may ask each time what stands unpressed.
func anyGame(t *testing.T, seed uint64, ask bool) *table {
	r := rand.New(rand.NewPCG(seed, 7))
	g := newTable(t, []observation.Sensing{observation.Identity, observation.Occupancy}[seed%2], "")
	for range 30 {
		g.anyDeed(r)
		if ask {
			g.t.Unpressed()
		}
	}
	return g
}

// anyDeed makes a move, legal or not, or corrects one.
func (g *table) anyDeed(r *rand.Rand) {
	p, _ := g.t.Position()
	moves := p.Legal(nil)
	if len(moves) == 0 {
		return
	}
	m := moves[r.IntN(len(moves))]
	switch r.IntN(8) {
	case 0:
		var all []reconstruct.Made
		for _, s := range g.steps {
			all = follow(g.tb, all, s)
		}
		if len(all) == 0 {
			return
		}
		before := all[r.IntN(len(all))]
		other := before.Before.Legal(nil)
		steps, ok := g.t.Correct(before.Ply, other[r.IntN(len(other))])
		if !ok {
			g.tb.Errorf("ply %d cannot be corrected", before.Ply)
		}
		g.steps = append(g.steps, steps...)
	case 1:
		g.lift(m.From())
		g.put(observation.Square(r.IntN(64)), p.At(m.From()))
		g.hear(600, clock(p.Side().Other()))
	case 2:
		g.lift(m.From())
		g.put(observation.Square(r.IntN(64)), p.At(m.From()))
		g.hear(1000, observation.Tick{})
	default:
		g.lift(m.From())
		g.put(m.To(), p.At(m.From()))
		g.hear(600, clock(p.Side().Other()))
	}
}

func follow(t testing.TB, line []reconstruct.Made, s reconstruct.Step) []reconstruct.Made {
	check := func(m reconstruct.Made) {
		if after := m.Before.After(m.Move); m.Legal && after.Placement() != m.After.Placement() {
			t.Errorf("%s does not lead from %s to %s", m.SAN, m.Before.FEN(), m.After.FEN())
		}
	}
	switch s := s.(type) {
	case reconstruct.Made:
		if s.Ply != len(line)+1 {
			t.Errorf("ply %d of %d is made", s.Ply, len(line))
			return line
		}
		line = append(line, s)
		check(s)
	case reconstruct.Retracted:
		if s.Ply != len(line) {
			t.Errorf("ply %d of %d is taken back", s.Ply, len(line))
			return line
		}
		line = line[:s.Ply-1]
	case reconstruct.Revised:
		for _, m := range s.Plies {
			if m.Ply < 1 || m.Ply > len(line) {
				t.Errorf("ply %d of %d is revised", m.Ply, len(line))
				return line
			}
			line[m.Ply-1] = m
			check(m)
		}
	}
	return line
}
