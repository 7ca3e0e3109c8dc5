package position

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// checkPacked packs and unpacks a position of a game that had these rights. The
// counters do not come back, nor a square en passant that is of no use, nor how
// castling is written, which is the game's affair.
func checkPacked(t *testing.T, p *Position, rights Rights) Packed {
	t.Helper()
	k := p.Pack()
	got, want := k.Unpack(rights), p.WithCounters(0, 1)
	want.passed = p.EnPassant()
	got.SetChess960(p.chess960)
	if got != want {
		t.Fatalf("%s came back as %s, or differs inside", p.FEN(), got.FEN())
	}
	return k
}

// sameness finds out whether positions are packed alike exactly if their keys
// are equal.
type sameness struct {
	packed map[Key]Packed
	keys   map[Packed]Key
	again  int
}

func newSameness() *sameness {
	return &sameness{packed: map[Key]Packed{}, keys: map[Packed]Key{}}
}

func (s *sameness) add(t *testing.T, p *Position, k Packed) {
	t.Helper()
	key := p.Key()
	if was, ok := s.packed[key]; ok && was != k {
		t.Fatalf("%s: packed in two ways", p.FEN())
	}
	if was, ok := s.keys[k]; ok && was != key {
		t.Fatalf("%s: another position is packed alike", p.FEN())
	}
	if _, ok := s.packed[key]; ok {
		s.again++
	}
	s.packed[key], s.keys[k] = k, key
}

// Random games, in which pieces often go home again, so that positions come
// back that differ only in a right, or not at all.
func TestPackedGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(32, 1))
	seen := map[string]int{}
	again, games := 0, amount(300, 20_000)
	for range games {
		p := packedStart(t, rng)
		rights, same := p.Rights(), newSameness()
		var last [2]Move
		for range 150 {
			same.add(t, &p, checkPacked(t, &p, rights))
			seen["all rights"] += count(p.rights == rights && rights != noRights)
			seen["some rights"] += count(p.rights != rights && p.rights != noRights)
			seen["legal en passant"] += count(p.EnPassant() != NoSquare)
			seen["illegal en passant"] += count(p.passed != NoSquare && p.EnPassant() == NoSquare)
			seen["Chess960"] += count(p.chess960 && p.rights != noRights)
			moves := p.Legal(nil)
			if len(moves) == 0 {
				break
			}
			m := lively(&p, moves, rng)
			if back := makeMove(last[p.side].To(), last[p.side].From()); rng.IntN(3) != 0 && slices.Contains(moves, back) {
				m = back
			}
			last[p.side] = m
			p = p.After(m)
		}
		again += same.again
	}
	for _, what := range []string{"all rights", "some rights", "legal en passant", "illegal en passant", "Chess960"} {
		if seen[what] < games/100 {
			t.Errorf("%d games had only %d positions with %s", games, seen[what], what)
		}
	}
	if again < games {
		t.Errorf("only %d positions came about again", again)
	}
}

// packedStart is where a game begins: usual, Chess960, full of chances, or soon
// with a capture en passant that a pin forbids.
func packedStart(t *testing.T, rng *rand.Rand) Position {
	pins := []string{
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"r3k2r/2pppp2/8/KP5r/1P3p2/8/2PPPPP1/8 w kq - 0 1",
		"4k3/2p1p3/8/KP1P3r/8/8/8/8 b - - 0 1",
		"8/8/8/8/kp1p3R/8/2P1P3/4K3 w - - 0 1",
	}
	switch rng.IntN(4) {
	case 0:
		return mustParse(t, pins[rng.IntN(len(pins))])
	case 1:
		return randomChess960(t, rng)
	case 2:
		return mustParse(t, kiwipete)
	}
	return Start()
}

// All positions of a few plies: many ways lead to the same.
func TestPackedTrees(t *testing.T) {
	depth, again := amount(3, 4), 0
	for _, c := range perftTable {
		p := mustParse(t, c.fen)
		rights, same := p.Rights(), newSameness()
		var visit func(p *Position, depth int)
		visit = func(p *Position, depth int) {
			same.add(t, p, checkPacked(t, p, rights))
			if depth == 0 {
				return
			}
			for _, m := range p.Legal(nil) {
				after := p.After(m)
				visit(&after, depth-1)
			}
		}
		visit(&p, depth)
		again += same.again
	}
	if again < 10_000 {
		t.Errorf("only %d positions came about again", again)
	}
}

// Any board with one king each comes back, whatever else stands on it: pawns on
// the first and last rank, kings in check, rights of Chess960.
func TestPackedBoards(t *testing.T) {
	rng, boards := rand.New(rand.NewPCG(32, 2)), 0
	for range amount(20_000, 500_000) {
		p := shuffled(rng)
		if p.Pieces(White, King).Count() != 1 || p.Pieces(Black, King).Count() != 1 {
			continue
		}
		boards++
		checkPacked(t, &p, p.Rights())
	}
	if boards < 5_000 {
		t.Errorf("only %d boards", boards)
	}
}
