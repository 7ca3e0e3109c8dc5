package certabo

import (
	"fmt"

	"recorderd/observation"
)

// Tag is what is in the foot of a piece: a number of five bytes. All zeros are no
// tag.
type Tag [5]byte

// none is what an empty square reads as.
var none Tag

// String writes a tag as the board does.
func (t Tag) String() string { return fmt.Sprintf("%d %d %d %d %d", t[0], t[1], t[2], t[3], t[4]) }

// faint reports whether so little of a tag was read that the maker's own program
// takes the square for empty. A calibrated tag may look like that all the same.
func (t Tag) faint() bool {
	zeros := 0
	for _, b := range t {
		if b == 0 {
			zeros++
		}
	}
	return zeros >= 3
}

// Tags are what one frame says of all squares.
type Tags [64]Tag

// ReadTags reads the numbers of a frame: five a square, from a8 along the ranks
// down to h1. There are TagNumbers of them.
func ReadTags(numbers []byte) (tags Tags) {
	for sq := range tags {
		copy(tags[sq][:], numbers[index(observation.Square(sq)):])
	}
	return tags
}

// Numbers are what the board says of these squares.
func (t *Tags) Numbers() []byte {
	numbers := make([]byte, TagNumbers)
	for sq := range t {
		copy(numbers[index(observation.Square(sq)):], t[sq][:])
	}
	return numbers
}

// index is the place of a square's first number in a frame.
func index(sq observation.Square) int { return 5 * int(sq^56) }

// Turned views the squares from the other side of the table.
func (t *Tags) Turned() (turned Tags) {
	for sq := range t {
		turned[observation.Square(sq).Turned()] = t[sq]
	}
	return turned
}
