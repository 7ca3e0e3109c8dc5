package position

import (
	"fmt"
	"sort"
	"strings"
)

// reference knows the same rules in the slowest and plainest way, a letter a
// square and every move tried on a copy, so that the two cannot share a mistake
// of cleverness.
type reference struct {
	at     [8][8]byte // rank, file; 0 is empty
	white  bool
	castle map[[2]int]bool // rank and file of a rook that has a right
	passed [2]int          // rank and file; rank -1 for none
}

type referenceMove struct {
	fromRank, fromFile, toRank, toFile int
	promotion                          byte
	castling, passing                  bool
}

func (m referenceMove) uci() string {
	s := fmt.Sprintf("%c%d%c%d", 'a'+m.fromFile, m.fromRank+1, 'a'+m.toFile, m.toRank+1)
	if m.promotion != 0 {
		s += strings.ToLower(string(rune(m.promotion)))
	}
	return s
}

// referenceOf takes over what the FEN says, with the raw passed square.
func referenceOf(p *Position) *reference {
	r := &reference{white: p.Side() == White, castle: map[[2]int]bool{}, passed: [2]int{-1, 0}}
	for s := Square(0); s < NoSquare; s++ {
		r.at[s.Rank()][s.File()] = p.At(s).Letter()
	}
	for _, side := range []Side{White, Black} {
		for _, w := range []Wing{KingSide, QueenSide} {
			if rook, ok := p.Rights().Rook(side, w); ok {
				r.castle[[2]int{rook.Rank(), rook.File()}] = true
			}
		}
	}
	if p.passed != NoSquare {
		r.passed = [2]int{p.passed.Rank(), p.passed.File()}
	}
	return r
}

func (r *reference) copy() *reference {
	c := *r
	c.castle = map[[2]int]bool{}
	for k := range r.castle {
		c.castle[k] = true
	}
	return &c
}

func on(rank, file int) bool { return rank >= 0 && rank < 8 && file >= 0 && file < 8 }

func isWhite(c byte) bool { return c >= 'A' && c <= 'Z' }

func upper(c byte) byte {
	if c >= 'a' {
		return c - 32
	}
	return c
}

func coloured(c byte, white bool) byte {
	if white {
		return c
	}
	return c + 32
}

var (
	straight = [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	slanting = [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	allWays  = append(append([][2]int{}, straight...), slanting...)
	jumps    = [][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

// attacked asks every piece of a side whether it reaches the square.
func (r *reference) attacked(rank, file int, byWhite bool) bool {
	for fr := range 8 {
		for ff := range 8 {
			if c := r.at[fr][ff]; c != 0 && isWhite(c) == byWhite && r.reaches(fr, ff, rank, file) {
				return true
			}
		}
	}
	return false
}

func (r *reference) reaches(fr, ff, rank, file int) bool {
	c := r.at[fr][ff]
	slides := func(ways [][2]int, far int) bool {
		for _, d := range ways {
			for n := 1; n <= far; n++ {
				rr, f := fr+n*d[0], ff+n*d[1]
				if rr == rank && f == file {
					return true
				}
				if !on(rr, f) || r.at[rr][f] != 0 {
					break
				}
			}
		}
		return false
	}
	switch upper(c) {
	case 'P':
		ahead := 1
		if !isWhite(c) {
			ahead = -1
		}
		return rank == fr+ahead && (file == ff+1 || file == ff-1)
	case 'N':
		return slides(jumps, 1)
	case 'B':
		return slides(slanting, 7)
	case 'R':
		return slides(straight, 7)
	case 'Q':
		return slides(allWays, 7)
	}
	return slides(allWays, 1)
}

func (r *reference) kingAttacked(white bool) bool {
	for rank := range 8 {
		for file := range 8 {
			if r.at[rank][file] == coloured('K', white) && r.attacked(rank, file, !white) {
				return true
			}
		}
	}
	return false
}

func (r *reference) legal() (moves []referenceMove) {
	try := func(m referenceMove) {
		if after := r.after(m); !after.kingAttacked(r.white) {
			moves = append(moves, m)
		}
	}
	for fr := range 8 {
		for ff := range 8 {
			c := r.at[fr][ff]
			if c == 0 || isWhite(c) != r.white {
				continue
			}
			if upper(c) == 'P' {
				r.pawnMoves(fr, ff, try)
				continue
			}
			for tr := range 8 {
				for tf := range 8 {
					if r.reaches(fr, ff, tr, tf) && r.mayLand(tr, tf) {
						try(referenceMove{fromRank: fr, fromFile: ff, toRank: tr, toFile: tf})
					}
				}
			}
			if upper(c) == 'K' {
				r.castlings(fr, ff, try)
			}
		}
	}
	return moves
}

func (r *reference) mayLand(rank, file int) bool {
	c := r.at[rank][file]
	return c == 0 || isWhite(c) != r.white && upper(c) != 'K'
}

func (r *reference) pawnMoves(fr, ff int, try func(referenceMove)) {
	ahead, second, last := 1, 1, 7
	if !r.white {
		ahead, second, last = -1, 6, 0
	}
	step := func(tr, tf int, passing bool) {
		m := referenceMove{fromRank: fr, fromFile: ff, toRank: tr, toFile: tf, passing: passing}
		if tr != last {
			try(m)
			return
		}
		for _, k := range []byte("QRBN") {
			m.promotion = k
			try(m)
		}
	}
	if on(fr+ahead, ff) && r.at[fr+ahead][ff] == 0 {
		step(fr+ahead, ff, false)
		if fr == second && r.at[fr+2*ahead][ff] == 0 {
			step(fr+2*ahead, ff, false)
		}
	}
	for _, tf := range []int{ff - 1, ff + 1} {
		switch tr := fr + ahead; {
		case !on(tr, tf):
		case r.at[tr][tf] != 0 && r.mayLand(tr, tf):
			step(tr, tf, false)
		case r.passed == [2]int{tr, tf}:
			step(tr, tf, true)
		}
	}
}

// castlings says Chess960 castling as its rules do: all squares between the
// first and the last square of the king, and of the rook, are empty but for
// the two, and the king is attacked on no square of its way.
func (r *reference) castlings(kr, kf int, try func(referenceMove)) {
	for rf := range 8 {
		if !r.castle[[2]int{kr, rf}] {
			continue
		}
		kingTo, rookTo := 6, 5
		if rf < kf {
			kingTo, rookTo = 2, 3
		}
		ok := true
		for f := min(kf, kingTo, rf, rookTo); f <= max(kf, kingTo, rf, rookTo); f++ {
			onKingsWay := f >= min(kf, kingTo) && f <= max(kf, kingTo)
			onRooksWay := f >= min(rf, rookTo) && f <= max(rf, rookTo)
			if (onKingsWay || onRooksWay) && f != kf && f != rf && r.at[kr][f] != 0 {
				ok = false
			}
			if onKingsWay && r.attacked(kr, f, !r.white) {
				ok = false
			}
		}
		if ok {
			try(referenceMove{fromRank: kr, fromFile: kf, toRank: kr, toFile: rf, castling: true})
		}
	}
}

func (r *reference) after(m referenceMove) *reference {
	a := r.copy()
	c := r.at[m.fromRank][m.fromFile]
	a.white = !r.white
	a.passed = [2]int{-1, 0}
	a.at[m.fromRank][m.fromFile] = 0
	switch {
	case m.castling:
		a.at[m.toRank][m.toFile] = 0
		kingTo, rookTo := 6, 5
		if m.toFile < m.fromFile {
			kingTo, rookTo = 2, 3
		}
		a.at[m.fromRank][kingTo], a.at[m.fromRank][rookTo] = c, coloured('R', r.white)
	case m.promotion != 0:
		a.at[m.toRank][m.toFile] = coloured(m.promotion, r.white)
	default:
		a.at[m.toRank][m.toFile] = c
	}
	if m.passing {
		a.at[m.fromRank][m.toFile] = 0
	}
	if upper(c) == 'P' && (m.toRank-m.fromRank == 2 || m.fromRank-m.toRank == 2) {
		a.passed = [2]int{(m.fromRank + m.toRank) / 2, m.fromFile}
	}
	for rook := range a.castle {
		home := rook == [2]int{m.fromRank, m.fromFile} || rook == [2]int{m.toRank, m.toFile}
		if home || upper(c) == 'K' && rook[0] == m.fromRank && isWhite(r.at[rook[0]][rook[1]]) == r.white {
			delete(a.castle, rook)
		}
	}
	return a
}

// same writes what makes positions the same, to be compared.
func (r *reference) same() string {
	var b strings.Builder
	for rank := range 8 {
		for file := range 8 {
			if c := r.at[rank][file]; c != 0 {
				b.WriteByte(c)
			} else {
				b.WriteByte('.')
			}
		}
	}
	fmt.Fprint(&b, " ", r.white)
	var rooks []string
	for rook := range r.castle {
		rooks = append(rooks, fmt.Sprintf("%c%d", 'a'+rook[1], rook[0]+1))
	}
	sort.Strings(rooks)
	passed := "-"
	if r.passed[0] >= 0 {
		for _, m := range r.legal() {
			if m.passing {
				passed = m.uci()[2:4]
			}
		}
	}
	fmt.Fprint(&b, " ", rooks, " ", passed)
	return b.String()
}

func (r *reference) perft(depth int) (nodes uint64) {
	for _, m := range r.legal() {
		if depth == 1 {
			nodes++
		} else {
			nodes += r.after(m).perft(depth - 1)
		}
	}
	return nodes
}
