package touch

import (
	"testing"

	"recorderd/observation"
)

const pushed = "3r4/4P1k1/8/8/8/8/8/6K1 w - - 0 1"

func TestPieceFirst(t *testing.T) {
	for _, row := range []struct {
		name, uci, text     string
		identity, occupancy bool
	}{
		{"the pawn first", "e7e8q", "e7- e8+P e8- e8+Q", false, false},
		{"the pawn taken off first", "e7e8q", "e7- ... e8+Q", false, false},
		{"the piece first", "e7e8q", "e8+Q ... e7-", true, true},
		{"the piece first, soon", "e7e8q", "e8+Q 100 e7-", true, false},
		{"in one scan", "e7e8q", "e7-,e8+Q", false, false},
		{"the pawn is missed late", "e7e8q", "e8+P e7- e8=Q", false, false},
		{"the pawn back for a while", "e7e8q", "e7- ... e7+P e8+Q ... e7-", true, true},
		{"it left and came back before the piece", "e7e8q", "e8+Q ... e7- e7+P e8- e7- e8+Q", false, false},
		{"another piece first", "e7e8q", "e8+R ... e8- e7- e8+Q", false, false},
		{"capturing", "e7d8q", "d8- d8+Q ... e7-", true, true},
		{"capturing with the pawn", "e7d8n", "d8- ... e7- d8+P d8=N", false, false},
		{"no promotion", "g1f1", "f1+K ... g1-", false, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			s := scene{fen: pushed, uci: row.uci, text: row.text}
			if got := s.ply(t, observation.Identity).PieceFirst(); got != row.identity {
				t.Errorf("identity: %v", got)
			}
			if got := s.ply(t, observation.Occupancy).PieceFirst(); got != row.occupancy {
				t.Errorf("occupancy: %v", got)
			}
		})
	}
}
