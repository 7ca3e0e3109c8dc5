package main

import (
	"slices"

	"recorderd/record"
)

// truth is what was done in a game.
type truth struct {
	plies          []truePly
	deeds          []deed
	underPromotion bool
}

// truePly is a move with the times of its rest and of its completion, -1 if it
// never was completed.
type truePly struct {
	move            string
	made, completed int64
}

func (t truth) line() []string {
	line := make([]string, len(t.plies))
	for i, p := range t.plies {
		line[i] = p.move
	}
	return line
}

// outcome is how a game came out as a whole.
type outcome int

const (
	exactSure  outcome = iota // every move right, and the record stands for each
	exactDoubt                // every move right, some said with reserve
	told                      // something wrong, and the record says where
	short                     // plies missing without a word, what is said is right
	silent                    // a wrong ply for which the record stands
	outcomes
)

// tally is what was counted in one game or, added up, in many.
type tally struct {
	games   [outcomes]int
	under   [outcomes]int // of them, those with an under-promotion
	plies   int           // of the truth
	errors  int           // edit distance
	silent  int           // wrong plies for which the record stands
	reserve int           // plies for which it does not
	missing int           // plies missing without a word

	doubtful int // plies said with reserve
	covered  int // of them, those that are right or have the truth among their alternatives
	wrong    int // doubtful plies that are wrong
	among    int // of them, those that have the truth among their alternatives

	bins      [bins]bin
	revisions int
	restated  int
	fromRest  []int64 // milliseconds until a move was published
	fromPress []int64

	touches map[string]match
}

// bins are tenths of confidence below 1, and 1 itself.
const bins = 11

// bin is the plies of one range of confidence.
type bin struct{ plies, right, said int }

// judge compares what was read with the truth.
func judge(t truth, r *reading) tally {
	pairs := align(t.line(), r.line())
	c := tally{plies: len(t.plies), revisions: r.revisions, restated: r.restated}
	doubt := r.doubtful()
	for i, p := range pairs {
		c.ply(t, r, p)
		if p.read == none && !toldNear(pairs, i, doubt) {
			c.missing++
		}
	}
	c.outcome(t)
	c.touches = compare(t.deeds, pairs, r.findings)
	return c
}

// ply counts one pair.
func (c *tally) ply(t truth, r *reading, p pair) {
	if p.read == none {
		c.errors++
		return
	}
	m := r.moves[p.read]
	right := p.truth != none && t.plies[p.truth].move == named(m)
	if right {
		c.delays(t.plies[p.truth], r.published[said{p.read + 1, named(m)}])
	} else {
		c.errors++
	}
	c.confidence(m, right)
	switch {
	case !sure(m):
		c.reserve++
	case !right:
		c.silent++
	}
	if m.Confidence < record.Sure {
		c.doubt(right, slices.ContainsFunc(m.Alternatives, func(a []string) bool { return begins(t, p, a) }))
	}
}

// delays counts how long it took until a right move was published: nothing where
// it was known before.
func (c *tally) delays(p truePly, published int64) {
	c.fromRest = append(c.fromRest, max(0, published-p.made))
	if p.completed >= 0 {
		c.fromPress = append(c.fromPress, max(0, published-p.completed))
	}
}

func (c *tally) confidence(m record.Move, right bool) {
	b := &c.bins[int(m.Confidence)/10]
	b.plies++
	b.said += int(m.Confidence)
	if right {
		b.right++
	}
}

func (c *tally) doubt(right, alternative bool) {
	c.doubtful++
	if right || alternative {
		c.covered++
	}
	if !right {
		c.wrong++
		if alternative {
			c.among++
		}
	}
}

// begins reports whether the truth goes on with this reading from the ply of a
// pair on.
func begins(t truth, p pair, alternative []string) bool {
	if p.truth == none || len(alternative) == 0 || p.truth+len(alternative) > len(t.plies) {
		return false
	}
	for i, move := range alternative {
		if t.plies[p.truth+i].move != move {
			return false
		}
	}
	return true
}

// toldNear reports whether the record has doubts at the plies between which a
// missing one belongs.
func toldNear(pairs []pair, at int, doubt []bool) bool {
	for i := at; i >= 0; i-- {
		if n := pairs[i].read; n != none {
			if doubt[n] {
				return true
			}
			break
		}
	}
	for _, p := range pairs[at:] {
		if p.read != none {
			return doubt[p.read]
		}
	}
	return false
}

func (c *tally) outcome(t truth) {
	out := exactSure
	switch {
	case c.silent > 0:
		out = silent
	case c.missing > 0:
		out = short
	case c.errors > 0:
		out = told
	case c.reserve > 0:
		out = exactDoubt
	}
	c.games[out]++
	if t.underPromotion {
		c.under[out]++
	}
}

// add adds what was counted elsewhere.
func (c *tally) add(d tally) {
	for i := range outcomes {
		c.games[i] += d.games[i]
		c.under[i] += d.under[i]
	}
	c.plies += d.plies
	c.errors += d.errors
	c.silent += d.silent
	c.reserve += d.reserve
	c.missing += d.missing
	c.doubtful += d.doubtful
	c.covered += d.covered
	c.wrong += d.wrong
	c.among += d.among
	for i, b := range d.bins {
		c.bins[i].plies += b.plies
		c.bins[i].right += b.right
		c.bins[i].said += b.said
	}
	c.revisions += d.revisions
	c.restated += d.restated
	c.fromRest = append(c.fromRest, d.fromRest...)
	c.fromPress = append(c.fromPress, d.fromPress...)
	if c.touches == nil {
		c.touches = map[string]match{}
	}
	for code, m := range d.touches {
		c.touches[code] = c.touches[code].plus(m)
	}
}
