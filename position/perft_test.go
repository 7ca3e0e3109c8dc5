package position

import (
	"math/rand/v2"
	"os"
	"testing"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// amount is how much a test does: in the long form more, and less where the
// race detector makes everything ten times slower and has nothing to find.
func amount(short, long int) int {
	switch {
	case os.Getenv("RECORDERD_LONG") != "":
		return long
	case underRace:
		return short / 10
	}
	return short
}

// mustParse is for positions that a test names.
func mustParse(t testing.TB, fen string) Position {
	t.Helper()
	p, err := Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// perftTable has counts by depth, from 1. Those beyond about five million nodes
// are for the long form.
var perftTable = []struct {
	name, fen string
	nodes     []uint64
}{
	{"start", StartFEN, []uint64{20, 400, 8902, 197281, 4865609, 119060324}},
	{"kiwipete", kiwipete, []uint64{48, 2039, 97862, 4085603, 193690690}},
	{"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []uint64{14, 191, 2812, 43238, 674624, 11030083}},
	{"position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []uint64{6, 264, 9467, 422333, 15833292}},
	{"position 4 mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", []uint64{6, 264, 9467, 422333, 15833292}},
	{"position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []uint64{44, 1486, 62379, 2103487, 89941194}},
	{"position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []uint64{46, 2079, 89890, 3894594, 164075551}},
	{"promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", []uint64{24, 496, 9483, 182838, 3605103, 71179139}},
	{"en passant would open the rank", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", []uint64{18, 92, 1670, 10138, 185429, 1134888}},
	{"en passant would open the diagonal", "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1", []uint64{8, 104, 736, 9287, 62297, 824064}},
	{"en passant gives check", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", []uint64{15, 126, 1928, 13931, 206379, 1440467}},
	{"castling gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", []uint64{15, 66, 1198, 6399, 120330, 661072}},
	{"long castling gives check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", []uint64{16, 71, 1286, 7418, 141077, 803711}},
	{"rights lost by capture", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", []uint64{26, 1141, 27826, 1274206}},
	{"castling prevented", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", []uint64{44, 1494, 50509, 1720476}},
	{"promotion out of check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", []uint64{11, 133, 1442, 19174, 266199, 3821001}},
	{"discovered check", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", []uint64{29, 165, 5160, 31961, 1004658}},
	{"promotion gives check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", []uint64{9, 40, 472, 2661, 38983, 217342}},
	{"under-promotion gives check", "8/P1k5/K7/8/8/8/8/8 w - - 0 1", []uint64{6, 27, 273, 1329, 18135, 92683}},
	{"stalemate", "K1k5/8/P7/8/8/8/8/8 w - - 0 1", []uint64{2, 6, 13, 63, 382, 2217}},
	{"double check", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", []uint64{10, 25, 268, 926, 10857, 43261}},
	{"Chess960 with inner rooks", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", []uint64{21, 528, 12189, 326672, 8146062}},
	{"Chess960 king beside rook", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", []uint64{21, 807, 18002, 667366, 16253601}},
	{"Chess960 rights of one side", "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", []uint64{20, 479, 10471, 273318, 6417013}},
}

func TestPerftIsExact(t *testing.T) {
	most := uint64(amount(5_000_000, 200_000_000))
	for _, c := range perftTable {
		t.Run(c.name, func(t *testing.T) {
			p := mustParse(t, c.fen)
			for i, want := range c.nodes {
				if want > most {
					break
				}
				if got := Perft(p, i+1); got != want {
					t.Errorf("perft %d of %s = %d, want %d", i+1, c.fen, got, want)
				}
			}
		})
	}
}

// The plain generator counts the same, so that no number of the table rests on
// what somebody wrote somewhere.
func TestReferenceAgreesWithTheTable(t *testing.T) {
	most := uint64(amount(20_000, 300_000))
	for _, c := range perftTable {
		p := mustParse(t, c.fen)
		for i, want := range c.nodes {
			if want > most {
				break
			}
			if got := referenceOf(&p).perft(i + 1); got != want {
				t.Errorf("%s: reference perft %d = %d, want %d", c.name, i+1, got, want)
			}
		}
	}
}

func TestPerftOfEveryChess960Start(t *testing.T) {
	for n := 0; n < 960; n += 960 / amount(30, 960) {
		fen, err := Chess960FEN(n)
		if err != nil {
			t.Fatal(err)
		}
		p := mustParse(t, fen)
		if got, want := Perft(p, 2), referenceOf(&p).perft(2); got != want {
			t.Errorf("start %d: perft 2 = %d, want %d", n, got, want)
		}
	}
}

// shuffled returns any pieces on any squares, with whatever rights are borne
// out and often a pawn that just stepped.
func shuffled(rng *rand.Rand) Position {
	var pl Placement
	for range 2 + rng.IntN(40) {
		k := [...]Kind{Pawn, Pawn, Pawn, Knight, Bishop, Rook, Queen, King}[rng.IntN(8)]
		pl[rng.IntN(64)] = MakePiece(Side(rng.IntN(2)), k)
	}
	if rng.IntN(2) == 0 {
		onlyKings(&pl, rng)
	}
	fen := pl.String() + [...]string{" w ", " b "}[rng.IntN(2)] +
		[...]string{"KQkq ", "AHah ", "BGcf ", "- "}[rng.IntN(4)]
	for f := range 8 {
		for _, s := range []Square{16 + Square(f), 40 + Square(f)} {
			if p, _ := ParseLoose(fen + s.String()); p.passed != NoSquare {
				return p
			}
		}
	}
	p, _ := ParseLoose(fen)
	return p
}

// onlyKings leaves one king each, on the first rank half of the time.
func onlyKings(pl *Placement, rng *rand.Rand) {
	for s := range pl {
		if pl[s].Kind() == King {
			pl[s] = Empty
		}
	}
	white, black := rng.IntN(64), rng.IntN(64)
	if rng.IntN(2) == 0 {
		white, black = rng.IntN(8), 56+rng.IntN(8)
	}
	pl[white], pl[black] = MakePiece(White, King), MakePiece(Black, King)
}

func randomChess960(t testing.TB, rng *rand.Rand) Position {
	fen, err := Chess960FEN(rng.IntN(960))
	if err != nil {
		t.Fatal(err)
	}
	return mustParse(t, fen)
}

func BenchmarkPerft(b *testing.B) {
	for name, fen := range map[string]string{"start": StartFEN, "kiwipete": kiwipete} {
		b.Run(name, func(b *testing.B) {
			p := mustParse(b, fen)
			p.SetChess960(false)
			nodes := uint64(0)
			for b.Loop() {
				nodes += Perft(p, 4)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
