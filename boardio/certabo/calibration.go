package certabo

// The problem: a board reads tags, and only who has seen the pieces in the start
// position knows which tag is which piece. Spare queens are not among those, nor
// a piece that was bought later; the tags of other sets are others again.
//
// So whenever the pieces stand in the start position, and nothing that is known
// speaks against it, the tags that were not known are learned: of a whole set the
// first time, of a single piece later. Spare queens may stand on d6 and d3
// meanwhile. What was learned is never forgotten, for no two tags are the same.

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"recorderd/observation"
)

// Calibration says which tag is which piece.
type Calibration map[Tag]observation.Piece

// The places of all pieces when they are learned, and the squares among them that
// may be empty.
var (
	startPosition = placed("rnbqkbnr/pppppppp/3q4/8/8/3Q4/PPPPPPPP/RNBQKBNR")
	spares        = []observation.Square{observation.SquareAt(3, 5), observation.SquareAt(3, 2)}
)

func placed(fen string) observation.Placement {
	pl, err := observation.ParsePlacement(fen)
	if err != nil {
		panic(err)
	}
	return pl
}

// Learn returns the calibration with the tags of a start position, and whether
// there were any that it did not know. Turned says on which side White sits where
// no piece that is known says it.
func (c Calibration) Learn(tags Tags, turned bool) (Calibration, bool) {
	for _, turned := range []bool{turned, !turned} {
		seen := tags
		if turned {
			seen = tags.Turned()
		}
		found, known, ok := c.match(&seen)
		switch {
		case !ok:
		case len(found) == 0:
			return c, false
		default:
			learned := maps.Clone(c)
			if learned == nil {
				learned = make(Calibration)
			}
			maps.Copy(learned, found)
			return learned, true
		}
		if known == 0 {
			break // the other way round is a guess too, and not what we were told
		}
	}
	return c, false
}

// match compares squares with the start position, as White sees them. It returns
// the tags that are not known, how many are, and whether all stand where they
// should.
func (c Calibration) match(tags *Tags) (found Calibration, known int, ok bool) {
	found, ok = make(Calibration), true
	all := make(map[Tag]bool)
	for sq, tag := range tags {
		want := startPosition[sq]
		piece, calibrated := c[tag]
		switch {
		case tag == none:
			ok = ok && (want == observation.Empty || slices.Contains(spares, observation.Square(sq)))
			continue
		case want == observation.Empty || all[tag] || calibrated && piece != want:
			ok = false
		case !calibrated:
			found[tag] = want
		}
		if calibrated {
			known++
		}
		all[tag] = true
	}
	return found, known, ok
}

// Fits reports whether most of what stands is known, so that this may be the set
// that was learned.
func (c Calibration) Fits(tags *Tags) bool {
	stand, known := 0, 0
	for _, tag := range tags {
		if tag == none {
			continue
		}
		stand++
		if c[tag] != observation.Empty {
			known++
		}
	}
	return len(c) > 0 && 2*known >= stand
}

// once returns the pieces that a frame shows on one square and no other.
func (c Calibration) once(tags *Tags) map[Tag]bool {
	once := make(map[Tag]bool)
	for _, tag := range tags {
		if c[tag] != observation.Empty {
			_, again := once[tag]
			once[tag] = !again
		}
	}
	return once
}

// lines are a tag and its piece each, in the order of the tags.
func (c Calibration) lines() []string {
	tags := slices.SortedFunc(maps.Keys(c), func(a, b Tag) int { return slices.Compare(a[:], b[:]) })
	lines := make([]string, len(tags))
	for i, tag := range tags {
		lines[i] = fmt.Sprintf("%q = %q\n", tag, c[tag])
	}
	return lines
}

// Hash is the SHA-256 of the lines of pieces, in hex.
func (c Calibration) Hash() string {
	sum := sha256.Sum256([]byte(strings.Join(c.lines(), "")))
	return hex.EncodeToString(sum[:])
}

// Name is what a journal has as the firmware of the board: which calibration its
// pieces were read by. It is the beginning of the hash.
func (c Calibration) Name() string { return "map " + c.Hash()[:8] }
