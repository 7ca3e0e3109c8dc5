package certabo

// The problem: there is no checksum, and radio is noisy. A tag is not read for a
// frame or two; a tag that is not there is read on an empty square; while a piece
// is on its way it may be read on two squares, or as something else. A single
// frame proves nothing. But noise is seldom the same twice, so what stood in two
// of the last three frames is believed.
//
// That would hide what stood for less, and in a scramble a piece is taken as soon
// as it has landed. So one thing is believed at once: a tag that is a piece of the
// set and is read on one square only. Noise does not make forty bits of a piece
// that is elsewhere. It is on that square, and not on the one where it was before.

// How many frames are looked at, and in how many of them something must have
// stood.
const (
	lately  = 3
	often   = 2
	long    = 10 // to learn which tag is which piece
	usually = 6
)

// history is the last frames, those to come written over the oldest.
type history struct {
	frames [long]Tags
	seen   int // since the line was opened
}

func (h *history) add(t Tags) {
	h.frames[h.seen%long] = t
	h.seen++
}

// stood returns what a square read as in at least so many of the last frames; ok
// is false if nothing did.
func (h *history) stood(sq, last, least int) (t Tag, ok bool) {
	last = min(last, h.seen)
	for i := range last {
		t := h.frame(i)[sq]
		times := 0
		for j := range last {
			if h.frame(j)[sq] == t {
				times++
			}
		}
		if times >= least {
			return t, true
		}
	}
	return none, false
}

// frame returns one of the last frames, 0 for the latest.
func (h *history) frame(ago int) *Tags { return &h.frames[(h.seen-1-ago)%long] }

// squares returns what all squares read as in at least so many of the last
// frames, and how many of them there are of which that can be said.
func (h *history) squares(last, least int) (t Tags, sure int) {
	for sq := range t {
		tag, ok := h.stood(sq, last, least)
		if ok {
			sure++
		}
		t[sq] = tag
	}
	return t, sure
}
