package chessnut

// The problem: the line keeps reports whole, and USB sees to it that their bytes
// are right, so nothing has to be found in a stream. But what is a message?
//
//   - The same one has another length on USB and on Bluetooth, and another length
//     byte; what stands behind its content is padding, or nobody knows what.
//   - The system may pass on only the beginning of a report.
//   - Firmware differs: what one board says, another does not know.
//   - No document says with which number a board answers the question for its
//     version. It is a text at a certain place.
//
// So a report is judged by its first byte and by having enough bytes, and each
// for itself: whatever came before, the next good one is read.

// Reason says why a report was thrown away.
type Reason uint8

const (
	Good        Reason = iota
	BadLength          // a report of this kind is longer
	UnknownID          // of a kind that is not known
	Implausible        // it says what can't be
)

func (r Reason) String() string {
	return [...]string{"good", "length", "unknown", "implausible"}[r]
}

// Frame is a report that can be read. Its content shares memory with the report.
type Frame struct {
	ID      ID
	Content []byte // what stands behind the length byte, with whatever follows
}

// Parse judges a report.
func Parse(report []byte) (Frame, Reason) {
	if len(report) < headerLen {
		return Frame{}, BadLength
	}
	f := Frame{ID(report[0]), report[headerLen:]}
	kind, known := kinds[f.ID]
	switch {
	case known && len(f.Content) < kind.min:
		return Frame{}, BadLength
	case !known && version(f.Content) == "":
		return Frame{}, UnknownID
	case !known:
		f.ID = Version
	}
	return f, Good
}
