package emulator

import (
	"bytes"
	"time"

	"recorderd/boardio/dgt"
	clock "recorderd/clockio/dgt"
	"recorderd/observation"
)

// soon is how close two notes of pieces are that are marked so.
const soon = 250 * time.Millisecond

// memory is what a board notes of itself. It is not lost with the power.
type memory struct {
	log   []byte // no longer than the memory, with room for the mark at its end
	fresh []byte // the end of it that was not yet told on a bus
	last  int    // where the last note begins, if it is a piece's; else -1
	at    time.Duration
	marks map[dgt.Tag]bool // not to be noted again before more pieces were away
}

func newMemory() memory { return memory{last: -1, at: -soon, marks: make(map[dgt.Tag]bool)} }

// note adds a note, and forgets the oldest bytes if there is no room.
func (m *memory) note(e dgt.Entry) {
	m.log = newest(dgt.AppendEntry(m.log, e))
	m.fresh = newest(dgt.AppendEntry(m.fresh, e))
	m.last = -1
}

// newest is as much of a log as there is room for, beside the mark at its end.
func newest(log []byte) []byte {
	if over := len(log) - (dgt.LogSize - 1); over > 0 {
		return append(log[:0], log[over:]...)
	}
	return log
}

// takeFresh returns what was noted since the last time. It can't be written over
// any more.
func (m *memory) takeFresh() []byte {
	fresh := m.fresh
	m.fresh, m.last = nil, -1
	return fresh
}

// sinceStart returns what was told of the notes since a game was said to begin.
func (m *memory) sinceStart() []byte {
	told := m.log[:len(m.log)-len(m.fresh)]
	return told[max(0, bytes.LastIndexByte(told, byte(dgt.GameStart))):]
}

// piece notes what stands on a square now. If it was the last to be noted, and
// nobody has read that, it is written over.
func (m *memory) piece(at time.Duration, sq observation.Square, p observation.Piece) {
	e := dgt.Entry{Tag: dgt.PieceTag, Square: sq, Piece: p, Soon: at-m.at < soon}
	m.at = at
	if m.last >= 0 && m.log[m.last+1] == dgt.Index(sq) {
		copy(m.log[m.last:], dgt.AppendEntry(nil, e))
		copy(m.fresh[len(m.fresh)-2:], m.log[m.last:])
		return
	}
	m.note(e)
	m.last = len(m.log) - 2
}

// notePowerUp notes that power came, and what stands on the board, in any order.
func (p *parts) notePowerUp() {
	for range 3 {
		p.memory.note(dgt.Entry{Tag: dgt.Nothing})
	}
	p.memory.note(dgt.Entry{Tag: dgt.PowerUp})
	p.notePieces()
	p.memory.marks = make(map[dgt.Tag]bool)
	p.noteMarks()
}

func (p *parts) notePieces() {
	for _, i := range p.Chance().Perm(len(p.sampled)) {
		if sq := dgt.Square(byte(i)); p.At(sq) != observation.Empty {
			p.memory.note(dgt.Entry{Tag: dgt.PieceTag, Square: sq, Piece: p.At(sq)})
		}
	}
}

// noteMarks notes what a board knows of the rules: how a game begins. It is noted
// again only after more than two pieces had been away.
func (p *parts) noteMarks() {
	const few = 2
	pl := p.knows()
	for _, mark := range []struct {
		tag  dgt.Tag
		away int
	}{
		{dgt.StartPos, away(pl, start)},
		{dgt.TurnedPos, away(pl, start.Turned())},
		{dgt.FourRows, awayFromRows(pl)},
		{dgt.NoPieces, away(pl, observation.Placement{})},
	} {
		switch {
		case mark.away > few:
			p.memory.marks[mark.tag] = false
		case mark.away == 0 && !p.memory.marks[mark.tag]:
			p.memory.marks[mark.tag] = true
			p.memory.note(dgt.Entry{Tag: mark.tag})
		}
	}
}

// start is where the pieces stand before a game.
var start = func() observation.Placement {
	pl, err := observation.ParsePlacement("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	if err != nil {
		panic(err) // it is one
	}
	return pl
}()

// away counts the squares that are not as they should be.
func away(pl, want observation.Placement) (n int) {
	for sq := range pl {
		if pl[sq] != want[sq] {
			n++
		}
	}
	return n
}

// awayFromRows counts the pieces that keep a placement from being a whole set on
// the four outer rows. Where that has a mark of its own it counts as one away.
func awayFromRows(pl observation.Placement) int {
	outer, inner := 0, 0
	for sq, p := range pl {
		switch rank := sq / 8; {
		case p == observation.Empty:
		case rank < 2 || rank > 5:
			outer++
		default:
			inner++
		}
	}
	if pl == start || pl == start.Turned() {
		inner++
	}
	return max(32-outer, inner)
}

// knows is what stands on the board as it was sampled.
func (p *parts) knows() (pl observation.Placement) {
	for i, code := range p.sampled {
		pl[dgt.Square(byte(i))] = pieces[code]
	}
	return pl
}

// pieces are those of the codes.
var pieces = func() (t [16]observation.Piece) {
	for _, p := range "PNBRQKpnbrqk" {
		t[dgt.Code(observation.Piece(p))] = observation.Piece(p)
	}
	return t
}()

// noteClock notes what the side that was halted had left, when the lever is found
// turned.
func (p *parts) noteClock() {
	before, now := clock.Decode(p.noted), clock.Decode(p.face)
	p.noted = p.face
	switch {
	case before.Kind != clock.Times || now.Kind != clock.Times || before.RightUp == now.RightUp:
	case now.RightUp:
		p.memory.note(dgt.Entry{Tag: dgt.LeftTag, Left: now.Left.Time})
	default:
		p.memory.note(dgt.Entry{Tag: dgt.RightTag, Left: now.Right.Time})
	}
}

// readMemory sends all that was noted. The board does nothing else while that is
// on its way.
func (p *parts) readMemory(at time.Duration) {
	ring := append(make([]byte, 0, dgt.LogSize), p.memory.log...)
	ring = append(ring, byte(dgt.EndOfLog))
	for len(ring) < dgt.LogSize {
		ring = append(ring, byte(dgt.Nothing))
	}
	p.send(at, dgt.Memory, ring...)
	p.busy = at + dgt.MaxFrame*(10*time.Second/dgt.Baud)
	p.reacted = max(p.reacted, p.busy)
	p.memory.note(dgt.Entry{Tag: dgt.WasRead})
}
