package finder

// The problem: to find out what is at a port one has to say something, and what
// is a question to one make is an order to another one, such as to begin loading
// a new program. There may be anything: a board of another make, at another
// speed, that does not answer just now. So every byte is looked at before it is
// sent: what could each of the other makes hear of it?
//
// A board with a serial chip of its own listens at its speed, and of a byte at
// another one it hears something else, or nothing. A board that is itself the
// serial device on USB, or is behind Bluetooth, heeds no speed and hears the byte
// as it is. Asking.Say leaves so much time between two bytes that no receiver
// takes parts of both for one.

import (
	"errors"
	"fmt"
	"slices"

	"recorderd/boardio"
)

// ErrHarmful is why a make is not asked for.
var ErrHarmful = errors.New("the question could harm a board of another make")

// careful is a port on which nothing is said that may harm a board of another
// make.
type careful struct {
	boardio.Port
	asked  boardio.Make
	own    bool // Port.Own
	others []boardio.Make
	met    bool // a board of the make that is asked has answered
}

// Met is called by Asking.Met.
func (c *careful) Met() { c.met = true }

// Write says nothing of the bytes from the first harmful one on.
func (c *careful) Write(b []byte) (n int, err error) {
	if c.met {
		return c.Port.Write(b)
	}
	for _, said := range b {
		for _, other := range c.others {
			if other.Name != c.asked.Name && harms(other, said, c.asked.Line.Baud, c.own) {
				return 0, fmt.Errorf("say %02X: %w: %s", said, ErrHarmful, other.Title)
			}
		}
	}
	return c.Port.Write(b)
}

// harms reports whether a byte that is sent at a speed can harm boards of a make.
func harms(m boardio.Make, b byte, speed int, own bool) bool {
	switch {
	case m.Harmful == nil:
		return false
	case m.HID != nil:
		return false // on no serial port
	case !own:
		return m.Harmful(b)
	}
	return slices.ContainsFunc(Hears(b, speed, m.Line.Baud), m.Harmful)
}

// drift is how far two clocks may be apart, in percent: with more, neither side
// would understand its own kind.
const drift = 4

// Hears returns the bytes that a receiver of eight bits without parity may take
// from one byte that is sent alone at another speed: all that any two clocks
// within tolerance make of it. Whether the bit after a byte is the stop bit that
// it should be is not asked, for not every receiver does.
func Hears(b byte, speed, receiver int) []byte {
	var heard []byte
	for d := -drift; d <= drift; d++ {
		for _, h := range receive(b, 200*receiver, 2*(100+d)*speed) {
			if !slices.Contains(heard, h) {
				heard = append(heard, h)
			}
		}
	}
	return heard
}

// receive samples the line in the middle of each bit, as receivers do. The length
// of a bit, as it is sent and as it is expected, is in a unit that both share.
func receive(b byte, sent, expected int) (heard []byte) {
	high := func(at int) bool { // start bit, eight bits from the lowest, stop bit, silence
		bit := at/sent - 1
		return bit >= 8 || bit >= 0 && b>>bit&1 == 1
	}
	for at := 0; at < 10*sent; {
		if high(at) {
			at = (at/sent + 1) * sent
			continue
		}
		middle := at + expected/2
		if high(middle) {
			at = middle // too short for a start bit
			continue
		}
		var h byte
		for i := range 8 {
			if high(middle + (i+1)*expected) {
				h |= 1 << i
			}
		}
		heard = append(heard, h)
		at = middle + 9*expected
		for at < 10*sent && !high(at) { // no stop bit: it waits for the line to rest
			at = (at/sent + 1) * sent
		}
	}
	return heard
}
