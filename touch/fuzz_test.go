package touch

import (
	"testing"

	"recorderd/observation"
	"recorderd/position"
)

// FuzzFacts gives a ply any log at all, also one that no board sends.
func FuzzFacts(f *testing.F) {
	f.Add(uint8(0), uint8(0), true, int64(200), []byte{1, 1, 5, 0, 60, 1, 0, 5})
	f.Add(uint8(1), uint8(3), true, int64(0), []byte{0, 7, 4, 0, 0, 4, 6, 0, 2, 6, 0, 6, 2, 5, 0, 4})
	f.Add(uint8(5), uint8(9), false, int64(-5), []byte{255, 200, 13, 14, 128, 3, 0, 13})
	f.Fuzz(func(t *testing.T, from, move uint8, legal bool, scan int64, touches []byte) {
		before, err := position.ParseLoose(positions[int(from)%len(positions)])
		if err != nil {
			t.Fatal(err)
		}
		var buffer [position.MaxMoves]position.Move
		moves := before.Legal(buffer[:0])
		m := moves[int(move)%len(moves)]
		after := before.After(m)
		p := Ply{Before: &before, After: &after, Move: m, Legal: legal, Scan: scan, Log: anyLog(touches)}
		if !legal {
			p.Move = 0
		}
		for _, fact := range p.Facts() {
			if fact.Code == TouchMove && legal && scan > 0 && scan < 1<<32 {
				checkTouchMove(t, p, fact)
			}
		}
		p.Scan &= 1<<32 - 1
		for _, k := range p.TakenUp() {
			if s, _ := observation.ParseSquare(k.Square); before.At(s).Side() != before.Side() || k.HeldMS < adjusting {
				t.Errorf("%+v was taken up", k)
			}
		}
	})
}

// anyLog makes a touch of every four bytes: time passed, square, before, after.
// Times may stand still, and now and then run back.
func anyLog(b []byte) (log Log) {
	const letters = "\x00PNBRQKpnbrqko"
	piece := func(b byte) observation.Piece { return observation.Piece(letters[int(b)%len(letters)]) }
	now := int64(0)
	for ; len(b) >= 4; b = b[4:] {
		now += int64(int8(b[0]))*int64(int8(b[0])) - 2
		log = append(log, Touch{now, observation.Square(b[1] % 80), piece(b[2]), piece(b[3])})
	}
	return log
}
