package unwinnable

import (
	"math/rand/v2"
	"testing"

	"recorderd/position"
)

// On random walls of pawns errors of reasoning show that random pieces never
// bring out: the kings stand in each other's way, units are shut in and set
// free, and the last move before a stalemate decides. Where all that can arise
// can be looked at, it is, and the answers must be the same.
func TestWallsAreAsTheReferenceSays(t *testing.T) {
	rng := rand.New(rand.NewPCG(64, 1))
	var s Solver
	seen := map[string]int{}
	wanted := amount(1_500, 200_000)
	for asked := 0; asked < wanted; {
		p := randomWall(rng)
		r := explore(p, enough(&p, rng))
		for _, w := range bothSides {
			want := r.verdict(w)
			if want == Undetermined {
				continue
			}
			asked++
			seen[want.String()]++
			if p.EnPassant() != position.NoSquare {
				seen["en passant, "+want.String()]++
			}
			if p.Rights() != 0 {
				seen["castling, "+want.String()]++
			}
			a := mustDecide(t, &s, &p, w, exact)
			if a.Verdict != want {
				t.Errorf("%s, can %s mate: %s with proof %+v, want %s", p.FEN(), w, a.Verdict, a.Proof, want)
			}
		}
	}
	for _, what := range []string{"winnable", "unwinnable", "en passant, winnable", "castling, winnable"} {
		if seen[what] < wanted/100 {
			t.Errorf("of %d answers only %d were %s", wanted, seen[what], what)
		}
	}
}

// enough is how many positions to look at before a wall is given up. Most that
// can be seen whole are small; castling needs room.
func enough(p *position.Position, rng *rand.Rand) int {
	if p.Rights() != 0 || rng.IntN(16) == 0 {
		return 20_000
	}
	return 3_000
}

// randomWall returns a position with chains of pawns that are locked or nearly
// so, the kings anywhere, and a few pieces. Either side is to move; the other is
// not in check.
func randomWall(rng *rand.Rand) position.Position {
	for {
		var w wall
		castles := rng.IntN(16) == 0
		w.chains(rng, castles)
		rights := w.kings(rng, castles)
		w.pieces(rng)
		fen := w.board.String() + [...]string{" w ", " b "}[rng.IntN(2)] + rights
		p := withEnPassant(fen, rng)
		if rng.IntN(2) == 0 {
			p = flipped(&p)
		}
		if !p.InCheck(p.Side().Other()) && p.HasLegal() {
			return p
		}
	}
}

type wall struct{ board position.Placement }

func (w *wall) put(side position.Side, k position.Kind, file, rank int) {
	w.board[rank*8+file] = position.MakePiece(side, k)
}

// chains puts two pawns face to face on every file. From file to file the
// meeting point goes up or down by one rank, so that nothing can be taken,
// except that it jumps now and then. Some get a few faults.
func (w *wall) chains(rng *rand.Rand, low bool) {
	lowest, highest := 1, 5
	if low {
		highest = 3
	}
	rank := lowest + rng.IntN(highest-lowest+1)
	for file := range 8 {
		w.put(position.White, position.Pawn, file, rank)
		w.put(position.Black, position.Pawn, file, rank+1)
		switch rank += 1 - 2*rng.IntN(2); {
		case rng.IntN(48) == 0:
			rank = lowest + rng.IntN(highest-lowest+1)
		case rank < lowest:
			rank = lowest + 1
		case rank > highest:
			rank = highest - 1
		}
	}
	for !low && rng.IntN(5) < 2 {
		w.fault(rng)
	}
}

// fault takes a pawn off or puts it one rank back.
func (w *wall) fault(rng *rand.Rand) {
	s := 8 + rng.IntN(48)
	pawn := w.board[s]
	back := s - 8
	if pawn.Side() == position.Black {
		back = s + 8
	}
	if pawn == position.Empty || rng.IntN(2) == 0 {
		w.board[s] = position.Empty
	} else if back >= 8 && back < 56 && w.board[back] == position.Empty {
		w.board[s], w.board[back] = position.Empty, pawn
	}
}

// kings puts some of the kings behind their own pawns and the others anywhere,
// Black's often two squares from White's: kings that hold each other are what
// goes wrong. White's may be at home with a rook.
func (w *wall) kings(rng *rand.Rand, castles bool) (rights string) {
	rights = "- "
	behind := castles || rng.IntN(3) == 0
	white, black := w.free(rng), w.free(rng)
	for range 100 {
		if !behind || w.shelter(white) == position.White {
			break
		}
		white = w.free(rng)
	}
	if castles {
		white, rights = 4, "K "
		w.put(position.White, position.Rook, 7, 0)
		if rng.IntN(2) == 0 {
			w.board[7], w.board[0] = position.Empty, w.board[7]
			rights = "Q "
		}
	}
	w.board[white] = position.MakePiece(position.White, position.King)
	near := !behind && rng.IntN(2) == 0
	for range 100 {
		black = w.free(rng)
		if near && kingMoves[white][black] == 2 ||
			behind && w.shelter(black) == position.Black {
			break
		}
	}
	w.board[black] = position.MakePiece(position.Black, position.King)
	return rights
}

// shelter returns the side that has a pawn before this square and no pawn of
// the other side between.
func (w *wall) shelter(s int) position.Side {
	for at := s + 8; at < 64; at += 8 {
		if piece := w.board[at]; piece.Kind() == position.Pawn {
			if piece.Side() == position.White {
				return position.White
			}
			break
		}
	}
	for at := s - 8; at >= 0; at -= 8 {
		if piece := w.board[at]; piece.Kind() == position.Pawn {
			return piece.Side()
		}
	}
	return position.NoSide
}

func (w *wall) free(rng *rand.Rand) int {
	for {
		if s := rng.IntN(64); w.board[s] == position.Empty {
			return s
		}
	}
}

// pieces adds a few, mostly none and mostly bishops.
func (w *wall) pieces(rng *rand.Rand) {
	kinds := [...]position.Kind{
		position.Bishop, position.Bishop, position.Bishop, position.Bishop,
		position.Knight, position.Knight, position.Rook, position.Queen,
	}
	for rng.IntN(3) == 0 {
		w.board[w.free(rng)] = position.MakePiece(position.Side(rng.IntN(2)), kinds[rng.IntN(len(kinds))])
	}
}

// withEnPassant reads a FEN without its last fields, sometimes with a right to
// capture en passant where there can be one.
func withEnPassant(fen string, rng *rand.Rand) position.Position {
	if rng.IntN(6) == 0 {
		first := rng.IntN(8)
		for f := range 8 {
			for _, rank := range "36" {
				p, err := position.ParseLoose(fen + string(rune('a'+(first+f)%8)) + string(rank))
				if err == nil && p.EnPassant() != position.NoSquare {
					return p
				}
			}
		}
	}
	p, err := position.ParseLoose(fen)
	if err != nil {
		panic(err) // the generator writes no other
	}
	return p
}

// flipped returns the same position with the colours exchanged.
func flipped(p *position.Position) position.Position { return redrawn(p, 56, true) }

// mirrored returns the position with left and right exchanged. It has a meaning
// only without castling rights.
func mirrored(p *position.Position) position.Position { return redrawn(p, 7, false) }

// redrawn moves every unit to the square with these bits turned.
func redrawn(p *position.Position, turn position.Square, swap bool) position.Position {
	var pl position.Placement
	for s, piece := range p.Placement() {
		side := piece.Side()
		if swap {
			side = side.Other()
		}
		if piece != position.Empty {
			pl[position.Square(s)^turn] = position.MakePiece(side, piece.Kind())
		}
	}
	side, rights := p.Side(), []byte(p.Rights().String())
	if swap {
		side = side.Other()
		for i := range rights {
			if rights[i] != '-' {
				rights[i] ^= 'a' - 'A'
			}
		}
	}
	passed := p.EnPassant()
	if passed != position.NoSquare {
		passed ^= turn
	}
	q, err := position.ParseLoose(pl.String() + [...]string{" w ", " b "}[side] + string(rights) + " " + passed.String())
	if err != nil {
		panic(err) // a position was written
	}
	return q
}
