package reconstruct

import (
	"fmt"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/position"
)

// script is a game as the catalogue of situations writes it: "e2-" a square
// reported empty, "e4+P" a piece that appears, "d5=N" a code that changes,
// "W!" and "B!" a press, "stop" and "run" the clock, "..." a pause of two
// seconds, "~" one of half a second, "." one of 200 ms. What stands between spaces
// comes one scan after the other, what is joined by "," in one batch.
type script struct {
	t       *Tracker
	now     int64
	running observation.Side
	steps   []string
}

const scan = 220

type setting struct {
	fen      string
	clock    bool
	stands   bool // the clock does not run yet
	sensing  observation.Sensing
	chess960 bool
}

// play runs a script from a position that stands on the board, with White's
// clock running if there is a clock that does not stand, and returns what was done, in short: "e4"
// for a ply, "e4!" completed by the press, "e4&" by the answer, "e4>" by the
// next own move, "-e4" taken back, and other codes as they are.
func play(t *testing.T, s setting, text string) string {
	t.Helper()
	start := position.Start()
	if s.fen != "" {
		p, err := position.ParseLoose(s.fen)
		if err != nil {
			t.Fatal(err)
		}
		start = p
	}
	start.SetChess960(s.chess960)
	if s.sensing == "" {
		s.sensing = observation.Identity
	}
	r := &script{
		t: New(observation.Header{Board: observation.Board{Sensing: s.sensing, ScanMS: scan},
			Clock: observation.ClockSensor{Present: s.clock}}, start),
		running: observation.NoSide,
	}
	r.apply(sensed(s.sensing, &start))
	r.now += 3000
	switch {
	case s.clock && s.stands:
		r.run(observation.NoSide)
	case s.clock:
		r.run(start.Side())
	}
	for _, word := range strings.Fields(text) {
		r.word(t, word)
	}
	return strings.Join(r.steps, " ")
}

func (r *script) word(t *testing.T, w string) {
	t.Helper()
	switch w {
	case "...":
		r.wait(2000)
		return
	case ".":
		r.wait(200)
		return
	case "~":
		r.wait(500)
		return
	case "W!":
		r.run(observation.Black)
		return
	case "B!":
		r.run(observation.White)
		return
	case "stop":
		r.run(observation.NoSide)
		return
	case "restart":
		r.apply(observation.Restart{GapKnown: true, GapMS: 500})
		return
	case "lost":
		r.apply(observation.Link{Device: observation.BoardDevice})
		return
	}
	var facts []observation.Fact
	for _, part := range strings.Split(w, ",") {
		facts = append(facts, r.fact(t, part))
	}
	r.apply(facts...)
}

func (r *script) fact(t *testing.T, w string) observation.Fact {
	t.Helper()
	if fen, ok := strings.CutPrefix(w, "seen:"); ok {
		pl, err := observation.ParsePlacement(fen)
		if err != nil {
			t.Fatal(err)
		}
		return pl
	}
	sq, err := observation.ParseSquare(w[:2])
	if err != nil {
		t.Fatalf("script: %q: %v", w, err)
	}
	p, err := observation.ParsePiece(strings.Trim(w[2:], "-+="))
	if err != nil {
		t.Fatalf("script: %q: %v", w, err)
	}
	if r.t.sensing == observation.Occupancy && w[2] != '-' {
		p = observation.Occupied
	}
	return observation.Change{Square: sq, Piece: p}
}

// wait lets time pass as the live loop does: it wakes the tracker where it
// wanted to be woken.
func (r *script) wait(ms int64) {
	end := r.now + ms
	for {
		at, ok := r.t.Wake()
		if !ok || at > end {
			break
		}
		r.now = at
		r.step(observation.Batch{T: at, Facts: []observation.Fact{observation.Tick{}}})
	}
	r.now = end
}

func (r *script) run(side observation.Side) {
	r.running = side
	r.apply(observation.Clock{Running: side})
}

func (r *script) apply(facts ...observation.Fact) {
	r.wait(scan)
	r.step(observation.Batch{T: r.now, Facts: facts})
}

func (r *script) step(b observation.Batch) {
	for _, s := range r.t.Apply(b) {
		r.steps = append(r.steps, r.short(s))
	}
}

func (r *script) short(s Step) string {
	switch s := s.(type) {
	case Began:
		return "start"
	case Made:
		mark := ""
		if s.Inferred {
			mark = "?"
		}
		if s.Confidence < 100 {
			mark += fmt.Sprintf("(%d%v)", s.Confidence, s.Alternatives)
		}
		return fmt.Sprintf("%d:%s%s", s.Ply, s.SAN, mark)
	case Revised:
		var b strings.Builder
		for _, m := range s.Plies {
			fmt.Fprintf(&b, "%d:%s", m.Ply, m.SAN)
			if m.Confidence < 100 {
				fmt.Fprintf(&b, "(%d%v)", m.Confidence, m.Alternatives)
			}
			b.WriteString("* ")
		}
		return strings.TrimSpace(b.String())
	case Completed:
		return fmt.Sprintf("%d%s", s.Ply, [...]string{"!", "&", ">"}[s.How])
	case Retracted:
		return fmt.Sprintf("-%d", s.Ply)
	case Noticed:
		return fmt.Sprintf("%s@%d", s.Code, s.Ply)
	}
	return "?"
}
