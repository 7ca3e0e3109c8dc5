package record_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"recorderd/observation"
	"recorderd/position"
)

// People say anything at any time. Whatever they say, the record goes on, and
// makes sense.

// talker draws acts of all kinds by anyone, with values that make sense and
// values that do not.
type talker struct {
	*rand.Rand
	fens []string // positions that somebody may want back
	ply  int      // about how many there are
}

func (r talker) of(words ...string) string { return words[r.IntN(len(words))] }

// act draws one.
func (r talker) act() observation.Act {
	a := observation.Act{By: r.of("white", "black", "arbiter", "arbiter"), Kind: everyKind[r.IntN(len(everyKind))]}
	ms := [...]int64{-5, 0, 1, 60_000, 100 * 3600_000}[r.IntN(5)]
	ply := r.IntN(r.ply+4) - 2
	switch a.Kind {
	case observation.ActClaim:
		a.Claim = r.of("threefold", "fifty", "flag", "illegal-move", "touch-move", "dead-position", "quickplay", "rain", "")
		a.Move = r.of("", "", "Nf3", "O-O", "e9", "Ke1-e3?!illegal", "Rh8")
	case observation.ActSetClock:
		if r.IntN(4) > 0 {
			a.WhiteMS, a.BlackMS = &ms, new(int64)
		}
		a.Running = r.of("white", "black", "none", "")
	case observation.ActRestore:
		a.FEN = r.of(append(r.fens, "", "8/8/8/8/8/8/8/8 w - - 0 1", "kkkkkkkk/8/8/8/8/8/8/8 b KQkq e3 0 1", "nothing", "4k3/8/8/8/8/8/8/4K3 b - - 0 1")...)
	case observation.ActCorrectMove:
		a.Ply, a.SAN = ply, r.of("e4", "Nf3", "O-O", "exd6", "e8=Q", "Kxe8", "", "e2-e5?!illegal")
	case observation.ActTakeback:
		if r.IntN(4) > 0 {
			a.ToPly = &ply
		}
	case observation.ActResult:
		a.Result = r.of("1-0", "0-1", "1/2-1/2", "*", "0-0", "1/2-0")
		a.Reason = r.of("", "flag", "illegal-move", "ruling", "checkmate", "adjourned")
	case observation.ActAdjourn:
		a.SealedBy, a.DrawOffer = r.of("", "white", "nobody"), r.IntN(2) == 0
	case observation.ActRuling, observation.ActNote:
		a.Text = r.of("play on", "coffee")
	}
	return a
}

var everyKind = []observation.ActKind{
	observation.ActClaim, observation.ActDrawOffer, observation.ActDrawAccept, observation.ActDrawDecline, observation.ActResign,
	observation.ActStopClock, observation.ActStartClock, observation.ActSetClock, observation.ActRestore, observation.ActCorrectMove,
	observation.ActTakeback, observation.ActRuling, observation.ActResult, observation.ActAdjourn, observation.ActResume,
	observation.ActShown, observation.ActNote, observation.ActNewGame, observation.ActCloseGame, "sneeze",
}

// sprinkle has people say something about this often: between batches, in them,
// and several things at a time.
func (r talker) sprinkle(h *heard, often float64) (out []observation.Batch) {
	for _, b := range h.batches {
		b.Facts = slices.Clone(b.Facts)
		for r.Float64() < often {
			b.Facts = append(b.Facts, r.act())
		}
		out = append(out, b)
		for r.Float64() < often {
			out = append(out, observation.Batch{T: b.T, Facts: []observation.Fact{r.act()}})
		}
	}
	for range 3 { // and when all is over
		out = append(out, observation.Batch{T: out[len(out)-1].T + 700, Facts: []observation.Fact{r.act()}})
	}
	return out
}

// talkerFor knows the positions of a game.
func talkerFor(t *testing.T, h *heard, seed uint64) talker {
	t.Helper()
	start := position.Start()
	r := talker{Rand: rand.New(rand.NewPCG(seed, 22)), fens: []string{start.FEN()}}
	for _, line := range h.lines(t) {
		if fen, ok := line["fen"].(string); ok {
			r.fens = append(r.fens, fen)
			r.ply++
		}
	}
	return r
}

// TestWhateverPeopleSay sprinkles acts into every game.
func TestWhateverPeopleSay(t *testing.T) {
	eachHeard(t, 2, func(t *testing.T, h *heard) {
		for seed := range uint64(tries(2, 6)) {
			r := talkerFor(t, h, seed)
			often := min(0.1, 6/float64(len(h.batches)+12))
			if seed%2 == 1 {
				often *= 4
			}
			batches := r.sprinkle(h, often)
			if err := consistent(t, h.header, batches); err != nil {
				(&evening{header: h.header}).keep(t, batches)
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	})
}
