package record_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
)

// An arbiter enters a move for the wrong ply, sees it, and enters the right one.

// TestSlipsAreUndone corrects a ply of every game to something else and back, once
// or several times, at any moment, and wants the game as it was.
func TestSlipsAreUndone(t *testing.T) {
	for i, h := range heardScenarios(t) {
		if i%tries(3, 1) != 0 { // boards of both kinds in turn
			continue
		}
		for seed := range uint64(tries(4, 12)) {
			r := rand.New(rand.NewPCG(seed, 31))
			at := len(h.batches) - 1
			if seed%2 == 1 {
				at = r.IntN(len(h.batches))
			}
			if err := slip(t, h, at, r); err != nil {
				t.Errorf("%s, seed %d: %v", h.name, seed, err)
			}
		}
	}
}

// TestSlipInTheOperaGame has a knight that captures and recaptures hang on a slip.
func TestSlipInTheOperaGame(t *testing.T) {
	trace := readFile(t, filepath.Join("..", "testdata", "traces", "opera.jsonl"))
	for _, text := range [][]byte{trace, withoutPieces(trace)} {
		h := heardTrace(t, "opera", text)
		for at := 30; at < len(h.batches); at += 9 {
			wrong := []observation.Act{corrected(3, "Nc3"), corrected(3, "Nf3")}
			if err := undone(t, h, at, wrong); err != nil {
				t.Errorf("%s, after batch %d: %v", h.header.Board.Sensing, at, err)
			}
		}
	}
}

func corrected(ply int, san string) observation.Act {
	return observation.Act{By: "arbiter", Kind: observation.ActCorrectMove, Ply: ply, SAN: san}
}

// slip corrects some legal ply that is sure after a batch to other moves, and back.
func slip(t *testing.T, h *heard, at int, r *rand.Rand) error {
	v := hearWith(t, h, h.batches[:at+1])
	if v.end != nil && !endedByTheBoard[v.end.Termination] {
		return nil // the arbiter's correction withdraws what people have decided
	}
	doubtful := func(m record.Move) bool { return m.Legal && m.Confidence < 100 }
	if !v.done[len(v.moves)] || slices.ContainsFunc(v.moves, doubtful) {
		return nil // it may be read otherwise yet, and a correction leaves one reading
	}
	legal := slices.DeleteFunc(slices.Clone(v.moves), func(m record.Move) bool { return !m.Legal })
	if len(legal) == 0 {
		return nil
	}
	m := legal[r.IntN(len(legal))]
	before := v.before(h, m.Ply)
	var acts []observation.Act
	for range 1 + r.IntN(3) {
		others := before.Legal(nil)
		acts = append(acts, corrected(m.Ply, before.SAN(others[r.IntN(len(others))])))
	}
	return undone(t, h, at, append(acts, corrected(m.Ply, m.SAN)))
}

var endedByTheBoard = map[string]bool{"checkmate": true, "stalemate": true, "dead-position": true, "fivefold": true, "seventyfive-move": true}

// before returns the position before a ply.
func (v *viewer) before(h *heard, ply int) position.Position {
	fen := v.start
	if ply > 1 {
		fen = v.moves[ply-2].FEN
	}
	p, err := position.ParseLoose(fen)
	if err != nil {
		v.t.Fatal(err)
	}
	return p
}

// undone has an arbiter say this after a batch, and reports what has become of the
// game when it is over.
func undone(t *testing.T, h *heard, at int, acts []observation.Act) error {
	said := slices.Clone(h.batches[:at+1])
	for _, a := range acts {
		said = append(said, observation.Batch{T: h.batches[at].T, Facts: []observation.Fact{a}})
	}
	was, is := hearWith(t, h, h.batches), hearWith(t, h, append(said, h.batches[at+1:]...))
	if a, b := was.game(), is.game(); !slices.Equal(a, b) {
		return fmt.Errorf("after %v at batch %d of %d:\n%q\nwas\n%q", acts, at, len(h.batches), b, a)
	}
	return nil
}

// hearWith returns what stands after these batches.
func hearWith(t *testing.T, h *heard, batches []observation.Batch) *viewer {
	t.Helper()
	rec := newFor(t, h.header)
	v := &viewer{t: t, done: map[int]bool{}}
	for _, b := range batches {
		v.take(rec.Apply(b))
	}
	v.agrees(rec.Summary())
	return v
}

// game is what stands of a game: its moves, its positions, its end on the board.
func (v *viewer) game() (words []string) {
	for _, m := range v.moves {
		words = append(words, m.SAN+" "+m.FEN)
	}
	if v.end != nil && endedByTheBoard[v.end.Termination] {
		words = append(words, v.end.Result+" "+v.end.Termination)
	}
	return words
}
