package touch

import (
	"slices"
	"testing"

	"recorderd/observation"
	"recorderd/simulate"
)

// TestNoise judges games of clumsy hands on bad boards. Hardly anything is told
// that did not happen, and most of what a board of this speed can show.
func TestNoise(t *testing.T) {
	for _, level := range simulate.Levels() {
		for _, sensing := range []observation.Sensing{observation.Identity, observation.Occupancy} {
			var s score
			for seed := range uint64(6) {
				for _, famous := range simulate.Famous() {
					g, err := famous.Game()
					if err != nil {
						t.Fatal(err)
					}
					h, batches, truth := simulate.Noisy(level, sensing, true, seed, g)
					s.judge(g, h.Board.ScanMS, logOf(batches), truth.Plies)
				}
			}
			t.Logf("%s, %s: %+v", level, sensing, s)
			if s.false*1000 > s.plies {
				t.Errorf("%s, %s: %d facts in %d plies did not happen", level, sensing, s.false, s.plies)
			}
			if s.told*4 < s.happened*3 {
				t.Errorf("%s, %s: %d of %d were told", level, sensing, s.told, s.happened)
			}
		}
	}
}

// score counts plies, what happened in them plainly enough to be told, how much of
// it was, and facts that are false.
type score struct{ plies, happened, told, false int }

// judge judges a game.
func (s *score) judge(g simulate.Game, scan int64, log Log, truth []simulate.Ply) {
	pos, prior := g.Start, Ply{}
	for i, m := range g.Moves {
		before, after := pos, pos.After(m)
		p := Ply{Before: &before, After: &after, Move: m, Legal: true, Scan: scan,
			Rested: prior.Rested, Known: prior.Known, Pressed: prior.Pressed}
		prior = Ply{Rested: p.rested(log, truth[i].Made), Pressed: max(truth[i].Completed, 0)}
		prior.Known = prior.Rested + scan*3/2 + 60
		p.Log, p.Until = log.between(p.Rested, prior.Known), prior.Known
		s.compare(p, truth[max(0, i-1):i+1])
		pos = after
	}
}

// logOf returns all changes of squares.
func logOf(batches []observation.Batch) (log Log) {
	var board observation.Placement
	for _, b := range batches {
		for _, f := range b.Facts {
			switch f := f.(type) {
			case observation.Placement:
				board = f
			case observation.Change:
				log = append(log, Touch{b.T, f.Square, board[f.Square], f.Piece})
				board[f.Square] = f.Piece
			}
		}
	}
	return log
}

func (l Log) between(after, until int64) (part Log) {
	for _, t := range l {
		if t.T > after && t.T <= until {
			part = append(part, t)
		}
	}
	return part
}

// rested returns when the board had shown all of a ply that was made at this time.
func (p *Ply) rested(log Log, made int64) int64 {
	for _, t := range log.between(made, made+p.Scan+20) {
		if p.used().Has(t.Square) {
			made = t.T
		}
	}
	return made
}

// codes are what is told of what hands did.
var codes = map[simulate.TouchKind]string{
	simulate.PutBack:     TouchMove,
	simulate.RookFirst:   CastlingRookFirst,
	simulate.BothOff:     TwoPiecesLifted,
	simulate.KnockedOver: PieceDisplaced,
}

// compare counts for a ply what is told of it. What is told may have begun in the
// ply before; a castling or a capture that is finished after the press is no ply
// to judge.
func (s *score) compare(p Ply, truth []simulate.Ply) {
	var happened, plain []string
	for i, ply := range truth {
		for _, x := range ply.Touches {
			switch x.Kind {
			case simulate.LateRook, simulate.LateVictim:
				return
			}
			happened = append(happened, codes[x.Kind])
			if i == len(truth)-1 && p.plain(x) {
				plain = append(plain, codes[x.Kind])
			}
		}
	}
	s.plies++
	s.happened += len(plain)
	for _, f := range p.Facts() {
		if !slices.Contains(happened, f.Code) {
			s.false++
		}
		if slices.Contains(plain, f.Code) {
			s.told++
		}
	}
}

// plain reports whether a board of this speed must show it: what lasts for less
// than a scan it may miss, and a touch may look an adjustment.
func (p *Ply) plain(x simulate.Touch) bool {
	lasted := x.Until - x.At
	switch x.Kind {
	case simulate.PutBack:
		return lasted >= adjusting+2*p.Scan
	case simulate.RookFirst, simulate.BothOff:
		return lasted >= 2*p.Scan
	}
	return false
}
