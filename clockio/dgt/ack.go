package dgt

// answerMark stands where the hours of a time would be.
const answerMark = 0x0A

// Ack is what the clock answered, or said by itself: a status, a code, and two
// bytes that belong to the code.
type Ack [4]byte

// Codes of an Ack. Those with the high bit are messages of the clock itself.
const (
	AckDisplay     = 0x01
	AckIcons       = 0x02
	AckEnd         = 0x03
	AckButton      = 0x08
	AckVersion     = 0x09
	AckSetAndRun   = 0x0A
	AckBeep        = 0x0B
	AckText        = 0x0C
	AckReady       = 0x81
	AckButtonPress = 0x88
)

// Statuses of an Ack.
const (
	StatusDone    = 0x10
	StatusRefused = 0x40
)

// OK reports whether the clock did what it was told.
func (a Ack) OK() bool { return a[0] == StatusDone }

// Code says which command was answered, or which message this is.
func (a Ack) Code() byte { return a[1] }

// Version returns the version of the clock; ok is false in every answer to
// another command.
func (a Ack) Version() (main, sub int, ok bool) {
	return int(a[2] >> 4), int(a[2] & 0x0F), a.OK() && a.Code() == AckVersion
}

// AskVersion is the whole command that has the clock tell its version. It shows
// nothing to the players; all others do.
var AskVersion = []byte{0x2B, 0x03, 0x03, AckVersion, 0x00}

// Model is the kind of clock that tells this main version. What they say of times
// is the same.
func Model(main int) string {
	switch main {
	case 1:
		return "DGT XL"
	case 2:
		return "DGT 3000"
	}
	return "DGT"
}

// On the wire bit 7 of every byte belongs to the framing, so that of each of the
// four is kept above one of the two marks.

func decodeAck(p Payload) Ack {
	return Ack{
		p[1]&0x7F | p[3]<<3&0x80,
		p[2]&0x7F | p[3]<<2&0x80,
		p[4]&0x7F | p[0]<<3&0x80,
		p[5]&0x7F | p[0]<<2&0x80,
	}
}

func encodeAck(a Ack) Payload {
	return Payload{
		answerMark | a[2]>>7<<4 | a[3]>>7<<5,
		a[0] & 0x7F,
		a[1] & 0x7F,
		answerMark | a[0]>>7<<4 | a[1]>>7<<5,
		a[2] & 0x7F,
		a[3] & 0x7F,
		0,
	}
}
