package position

import "testing"

func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		what, fen                    string
		mate, stalemate, nothingLeft bool
	}{
		{"the start", StartFEN, false, false, false},
		{"fool's mate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", true, false, false},
		{"queen and king", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false, true, false},
		{"smothered", "6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", true, false, false},
		{"en passant is the only answer", "8/8/8/1pPk4/1K1r4/8/8/2r5 w - b6 0 1", false, false, false},
		{"an empty board", "8/8/8/8/8/8/8/8 w - - 0 1", false, true, false},
		{"two kings in one net", "8/8/8/8/K7/8/1r6/1r5K w - - 0 1", true, false, false},
		{"bare kings", "7k/8/8/8/8/8/8/K7 w - - 0 1", false, false, true},
		{"one knight", "7k/8/8/8/8/8/8/KN6 w - - 0 1", false, false, true},
		{"one bishop", "6bk/8/8/8/8/8/8/K7 w - - 0 1", false, false, true},
		{"two knights", "7k/8/8/8/8/8/8/KNN5 w - - 0 1", false, false, false},
		{"knight against knight", "6nk/8/8/8/8/8/8/KN6 w - - 0 1", false, false, false},
		{"knight against bishop", "6bk/8/8/8/8/8/8/KN6 w - - 0 1", false, false, false},
		{"many bishops of one colour", "7k/b1b5/8/8/8/4B3/5B2/K5B1 w - - 0 1", false, false, true},
		{"bishops of both colours", "7k/bb6/8/8/8/8/8/K7 w - - 0 1", false, false, false},
		{"a pawn", "7k/8/8/8/8/8/P7/K7 w - - 0 1", false, false, false},
		{"no king on one side is no game", "8/8/8/8/8/8/8/K7 b - - 0 1", false, true, false},
	} {
		p := mustParse(t, c.fen)
		if got := p.Checkmate(); got != c.mate {
			t.Errorf("%s: checkmate %v", c.what, got)
		}
		if got := p.Stalemate(); got != c.stalemate {
			t.Errorf("%s: stalemate %v", c.what, got)
		}
		if got := p.InsufficientMaterial(); got != c.nothingLeft {
			t.Errorf("%s: insufficient material %v", c.what, got)
		}
	}
}

func TestSurplus(t *testing.T) {
	for _, test := range []struct {
		name, before, after string
		at                  string
	}{
		{"nothing new", "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3", ""},
		{"a pawn has become a king", "4k3/P7/8/8/8/8/8/4K3", "K3k3/8/8/8/8/8/8/4K3", "a8"},
		{"of the other colour", "4k3/8/8/8/8/8/p7/4K3", "4k3/8/8/8/8/8/8/k3K3", "a1"},
		{"a second queen for a pawn", "4k3/P7/8/8/8/8/8/3QK3", "Q3k3/8/8/8/8/8/8/3QK3", ""},
		{"a second queen with all pawns", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "rnbqkbnr/pppppppp/8/8/8/4Q3/PPPPPPPP/RNBQKBNR", "e3"},
		{"more bishops than pawns can have become", "4k3/8/8/8/8/BBBBBBBB/8/3BKB2", "4k3/8/8/8/3B4/BBBBBBBB/B7/3BKB2", "a2"},
		{"there already", "K3k3/8/8/8/8/8/8/4K3", "K3k3/8/8/8/8/8/4K3/8", ""},
	} {
		before, err := ParseLoose(test.before + " w - - 0 1")
		if err != nil {
			t.Fatal(test.name, err)
		}
		after, err := ParseLoose(test.after + " w - - 0 1")
		if err != nil {
			t.Fatal(test.name, err)
		}
		at, ok := after.SurplusSince(&before)
		if ok != (test.at != "") || ok && at.String() != test.at {
			t.Errorf("%s: %s, %v; want %q", test.name, at, ok, test.at)
		}
	}
}
