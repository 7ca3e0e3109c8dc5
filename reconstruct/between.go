package reconstruct

import (
	"recorderd/observation"
	"recorderd/position"
	"recorderd/touch"
)

// A piece that was let go between two squares is read on both by turns. Where its
// player meant it to stand is read all the same; but that it stands like this after
// his press is something his opponent may object to.

// byTurns is how often a piece must have come to one of the two squares and to the
// other: hands that put it straight do not go to and fro.
const byTurns = 4

// noteBetween tells, once, that the piece of a completed ply stands between two
// squares.
func (t *Tracker) noteBetween() {
	last := &t.told[t.lastTold()]

	n := last.node
	if t.phase != playing || n.move == 0 || t.between == n || last.completed < 0 || last.how != ByPress {
		return
	}
	squares, pieces := arrivals(&n.parent.pos, n.move)
	for i, s := range squares {
		if s == observation.NoSquare || n.pos.At(s) != pieces[i] {
			continue
		}
		other, since := t.sharedWith(&n.pos, s, last.completed)
		if other == observation.NoSquare {
			continue
		}
		t.between = n
		var places []touch.Absence
		for _, at := range []observation.Square{s, other} {
			places = append(places, touch.Absence{Place: touch.Place{Square: at.String(), Piece: string(t.tells(pieces[i]))}, FromT: &since})
		}
		t.tell(Noticed{T: t.now, Code: "piece-displaced", Ply: n.ply, Side: n.side,
			Data: map[string]any{"kind": "piece-between-squares", "squares": places, "open": true, "from_t": since}})
	}
}

// sharedWith returns the square beside s on which the piece of s was read by turns
// with s since a time, NoSquare if there is none, and from when on.
func (t *Tracker) sharedWith(p *position.Position, s observation.Square, after int64) (other observation.Square, from int64) {
	touches := since(t.image.touches, after)
	other, on := observation.NoSquare, observation.NoSquare
	turns, until := 0, t.now
	for i := len(touches) - 1; i >= 0 && turns < byTurns && until-touches[i].T <= t.image.blink; i-- {
		c := &touches[i]
		if c.After != t.tells(p.At(s)) || c.Before != observation.Empty {
			continue
		}
		switch at := c.Square; {
		case at == s && on != s, at == other && on == s, other == observation.NoSquare && beside(at, s) && p.At(at) == position.Empty:
			if at != s {
				other = at
			}
			if on != observation.NoSquare && shownAt(touches, on, c.T) != observation.Empty {
				return observation.NoSquare, 0 // not by turns: two pieces stand there
			}
			on, until, from = at, c.T, c.T
			turns++
		default:
			return observation.NoSquare, 0
		}
	}
	if turns < byTurns {
		return observation.NoSquare, 0
	}
	return other, from
}

// shownAt returns what a square showed at a time, by its touches up to then; with
// none of them it is taken for empty.
func shownAt(touches touch.Log, s observation.Square, at int64) observation.Piece {
	for i := len(touches) - 1; i >= 0; i-- {
		if touches[i].Square == s && touches[i].T <= at {
			return touches[i].After
		}
	}
	return observation.Empty
}

func beside(a, b observation.Square) bool {
	return a != b && abs(a.File()-b.File()) <= 1 && abs(a.Rank()-b.Rank()) <= 1
}
