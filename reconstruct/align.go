package reconstruct

import (
	"cmp"
	"slices"

	"recorderd/observation"
)

// A memory may hold one gap or many games. Where a gap lies in it is found by the
// positions that stood before and after it, and, since one position may stand many
// times, by the signs that were seen before and after.

// excerpt is a part of a memory that may fill a lapse.
type excerpt struct {
	from, to int
	score    int // how many signs before and after it are those that were seen
}

const (
	// nearby is how many entries one scan may bring into another order, or are not
	// in both: a square that changed at once again, a press that was not heard.
	nearby = 6
	// maxLeft is how many changes at the end of a memory may be seen in another order.
	maxLeft = 2
	// alikeMS is how much what a clock showed may differ from what the board noted,
	// in milliseconds.
	alikeMS = 2000
	// maxExcerpt is how long such a part may be: hundreds of plies.
	maxExcerpt = 2048
	// maxExcerpts is how many places in a memory are looked at.
	maxExcerpts = 6
	// maxRead is how often a memory is read that does not fit yet.
	maxRead = 8
	// closeScore is how much less a place may score to be looked at too.
	closeScore = 2
)

// signsOf returns a board's memory as signs, with what changed at once again
// left out, seen from White's side.
func (t *Tracker) signsOf(m observation.Memory) []sign {
	signs := make([]sign, 0, len(m))
	for _, e := range m {
		s := sign{pressed: e.Pressed, square: e.Change.Square, piece: e.Change.Piece, left: [2]int64{-1, -1}, t: -1}
		switch {
		case e.Pressed && e.Side == observation.NoSide:
			continue
		case e.Pressed:
			s.side, s.left[e.Side] = e.Side, e.LeftMS
		case t.image.turned:
			s.square = s.square.Turned()
		}
		signs = append(signs, s)
	}
	return net(signs)
}

// net leaves out changes of a square that changed again with nothing between.
func net(signs []sign) []sign {
	var out []sign
	for _, s := range signs {
		if n := len(out); n > 0 && !s.pressed && !out[n-1].pressed && out[n-1].square == s.square {
			out[n-1].piece, out[n-1].t = s.piece, s.t
			continue
		}
		out = append(out, s)
	}
	return out
}

// excerpts returns the parts of a memory that may fill a lapse, the likeliest
// first.
func (t *Tracker) excerpts(l *lapse, log []sign) []excerpt {
	tr := &t.image.trail
	before, after := net(tr.between(l.since, l.from)), net(tr.between(l.to, pick(l.until < 0, tr.end(), l.until)))
	slices.Reverse(before)
	var found []excerpt
	ends := ends(l, log, after)
	for _, start := range starts(l, log, before) {
		for _, end := range ends {
			if n := end.at - start.at; n >= 0 && n <= maxExcerpt && unchanged(l, log[start.at:end.at]) {
				found = append(found, excerpt{start.at, end.at, start.score + end.score})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b excerpt) int { return cmp.Compare(b.score, a.score) })
	for n := range found {
		if n == maxExcerpts || found[n].score < found[0].score-closeScore {
			return found[:n]
		}
	}
	return found
}

// joint is a place in a memory at which the board stood as it did before or after
// a lapse.
type joint struct{ at, score int }

// standing is the board as far as the entries of a memory say how it stands.
type standing struct {
	squares observation.Placement
	known   [64]bool
}

func (st *standing) note(e sign) {
	if !e.pressed {
		st.squares[e.square], st.known[e.square] = e.piece, true
	}
}

// amiss counts the squares that do not stand as they should. It is false if one
// is among them that none of these entries is about.
func (st *standing) amiss(want *observation.Placement, entries []sign) (count int, ok bool) {
	for s := range want {
		if !st.known[s] || st.squares[s] == want[s] {
			continue
		}
		count++
		if !slices.ContainsFunc(entries, func(e sign) bool { return !e.pressed && int(e.square) == s }) {
			return count, false
		}
	}
	return count, true
}

// starts returns where in a memory the board may have been lost from sight, and
// how well what stands before it is what was seen, the latest first.
func starts(l *lapse, log, before []sign) (found []joint) {
	var st standing
	for i := 0; ; i++ {
		if n, ok := st.amiss(&l.before, log[i:min(i+nearby, len(log))]); ok {
			head := slices.Clone(log[:i])
			slices.Reverse(head)
			_, best, _ := matched(head, before)
			found = append(found, joint{i, best - 2*n})
		}
		if i == len(log) {
			return found
		}
		st.note(log[i])
	}
}

// ends returns where in a memory the board may have been seen again, and how well
// what follows is what was seen. Where nothing was missed later, it must be.
func ends(l *lapse, log, after []sign) (found []joint) {
	var st standing
	for i := 0; ; i++ {
		if n, ok := st.amiss(&l.after, log[max(i-nearby, 0):i]); ok {
			whole, best, score := matched(log[i:], after)
			switch {
			case l.until >= 0:
				found = append(found, joint{i, best - 2*n})
			case whole:
				found = append(found, joint{i, score - 2*n})
			}
		}
		if i == len(log) {
			return found
		}
		st.note(log[i])
	}
}

// unchanged reports whether the squares that these entries leave out stood after
// a lapse as they did before.
func unchanged(l *lapse, entries []sign) bool {
	stands := l.before
	for _, e := range entries {
		if !e.pressed {
			stands[e.square] = e.piece
		}
	}
	return stands.Differing(l.after) <= maxHand/2
}

// matched compares two sequences from their beginning. The score counts what is in
// both, less what is only in one of them; best is the highest on the way. It is
// whole if the first one was followed to its end, where a scan may be in another
// order.
func matched(a, b []sign) (whole bool, best, score int) {
	for len(a) > 0 && len(b) > 0 {
		d, skip := 0, 0
		for d = 0; d <= nearby; d++ {
			if skip = meets(a, b, d); skip >= 0 {
				break
			}
		}
		if d > nearby {
			break
		}
		a, b = a[skip+1:], b[d-skip+1:]
		score += 1 - d
		best = max(best, score)
	}
	if len(a) == 0 && len(b) == 0 {
		best++ // there is nothing else that it could be
	}
	changes := 0
	for i := range a {
		changes += pick(a[i].pressed, 0, 1)
	}
	return changes <= maxLeft, best, score - len(a)
}

// meets returns how much of a is skipped where a and b go on alike after d of
// them are skipped in both together, or -1.
func meets(a, b []sign, d int) int {
	for i := max(0, d-len(b)+1); i <= d && i < len(a); i++ {
		if a[i].like(&b[d-i]) {
			return i
		}
	}
	return -1
}

// like reports whether a memory's entry and what was seen may be the same.
func (s *sign) like(o *sign) bool {
	if s.pressed != o.pressed || !s.pressed {
		return s.pressed == o.pressed && s.square == o.square && s.piece == o.piece
	}
	a, b := s.left[s.side], o.left[s.side]
	return s.side == o.side && (a < 0 || b < 0 || abs64(a-b) <= alikeMS)
}

func abs64(n int64) int64 { return max(n, -n) }
