package touch

import (
	"cmp"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"recorderd/observation"
	"recorderd/position"
)

// TestOrderInsideOneTimeSaysNothing shuffles what came at the same time.
func TestOrderInsideOneTimeSaysNothing(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for _, row := range rows {
		for _, sensing := range []observation.Sensing{observation.Identity, observation.Occupancy} {
			p := row.ply(t, sensing)
			want := p.Facts()
			for range 5 {
				p.Log = shuffled(chance, p.Log)
				if got := p.Facts(); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s, %s: %+v, in another order %+v", row.name, sensing, want, got)
				}
			}
		}
	}
	for range 20_000 {
		p := randomPly(chance)
		want := p.Facts()
		p.Log = shuffled(chance, p.Log)
		if got := p.Facts(); !reflect.DeepEqual(got, want) {
			t.Fatalf("%s %v: %+v, in another order %+v", p.Before.FEN(), p.Log, want, got)
		}
	}
}

func shuffled(chance *rand.Rand, log Log) Log {
	log = slices.Clone(log)
	chance.Shuffle(len(log), func(i, j int) { log[i], log[j] = log[j], log[i] })
	slices.SortStableFunc(log, func(a, b Touch) int { return cmp.Compare(a.T, b.T) })
	return log
}

// TestOrderInsideOneScanSaysNothing moves the touches that belong to one scan
// within it: the same facts are told of the same squares.
func TestOrderInsideOneScanSaysNothing(t *testing.T) {
	const slack = scan / 2
	chance := rand.New(rand.NewPCG(3, 4))
	for _, text := range []string{
		"h1-,e1- g1+K,f1+R",
		"e1-,h1- f1+R,g1+K",
		"e1- ~ g1+K h1-,d2- f1+R,d2+Q",
	} {
		p := scene{castles, "e1g1", "", text}.ply(t, observation.Identity)
		log := slices.Clone(p.Log)
		for range 200 {
			for i := range log {
				p.Log[i].T = log[i].T - chance.Int64N(slack)
			}
			for _, f := range p.Facts() {
				if f.Code != TwoPiecesLifted {
					t.Fatalf("%q: %s from %v", text, short([]Fact{f}, p.Before.Side()), p.Log)
				}
			}
		}
	}
}

// TestFactsAreTrue makes random logs and looks whether what is told of them is
// in them and in the position.
func TestFactsAreTrue(t *testing.T) {
	chance := rand.New(rand.NewPCG(5, 6))
	told := map[string]int{}
	for range 100_000 {
		p := randomPly(chance)
		for _, f := range p.Facts() {
			told[f.Code]++
			checkFact(t, p, f)
		}
	}
	for _, code := range []string{TouchMove, CastlingRookFirst, TwoPiecesLifted, PieceDisplaced} {
		if told[code] < 100 {
			t.Errorf("%s was told %d times: the logs are too tame", code, told[code])
		}
	}
}

// TestNothingWithoutAStranger says nothing of a log that has only squares of the
// move, whatever they did.
func TestNothingWithoutAStranger(t *testing.T) {
	chance := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		p := randomPly(chance)
		used := p.used()
		p.Log = slices.DeleteFunc(p.Log, func(t Touch) bool { return !used.Has(t.Square) })
		if p.castles() {
			continue
		}
		if facts := p.Facts(); facts != nil {
			t.Fatalf("%s %s %v: %+v", p.Before.FEN(), p.Before.SAN(p.Move), p.Log, facts)
		}
	}
}

func checkFact(t *testing.T, p Ply, f Fact) {
	t.Helper()
	if Text(f.Code) == "" {
		t.Fatalf("%q has no text", f.Code)
	}
	switch f.Code {
	case TouchMove:
		checkTouchMove(t, p, f)
	case CastlingRookFirst:
		if first, second := f.Data["rook_t"].(int64), f.Data["king_t"].(int64); !p.castles() || second-first < p.Scan {
			t.Fatalf("%s: %+v, with a scan of %d", p.Before.SAN(p.Move), f, p.Scan)
		}
	case TwoPiecesLifted:
		pieces := f.Data["pieces"].([]Place)
		for _, place := range pieces {
			if at(p, place).Side() != p.Before.Side() || !wasLifted(p, place) {
				t.Fatalf("%s %v: %+v", p.Before.FEN(), p.Log, f)
			}
		}
		if pieces[0] == pieces[1] || f.Data["to_t"].(int64)-f.Data["from_t"].(int64) < p.Scan {
			t.Fatalf("%s %v: %+v", p.Before.FEN(), p.Log, f)
		}
	case PieceDisplaced:
		checkDisplaced(t, p, f)
	}
}

func checkTouchMove(t *testing.T, p Ply, f Fact) {
	t.Helper()
	place := f.Data["touched"].(Place)
	touched, _ := observation.ParseSquare(place.Square)
	playable := false
	var buffer [position.MaxMoves]position.Move
	for _, m := range p.Before.Legal(buffer[:0]) {
		playable = playable || m.From() == touched || p.Before.IsCapture(m) && victim(m) == touched
	}
	switch {
	case !playable:
		t.Fatalf("%s: touch-move about %v, which could not be played", p.Before.FEN(), place)
	case p.used().Has(touched):
		t.Fatalf("%s %s: touch-move about %v, which was played", p.Before.FEN(), p.Before.SAN(p.Move), place)
	case f.Data["held_ms"].(int64) < adjusting+p.Scan:
		t.Fatalf("touch-move after %v ms", f.Data["held_ms"])
	case !wasLifted(p, place):
		t.Fatalf("%v: touch-move about %v, which was not lifted", p.Log, place)
	}
}

func checkDisplaced(t *testing.T, p Ply, f Fact) {
	t.Helper()
	open := false
	for _, a := range f.Data["squares"].([]Absence) {
		open = open || a.RightT == nil
		square, _ := observation.ParseSquare(a.Square)
		if !slices.ContainsFunc(p.Log, func(t Touch) bool { return t.Square == square }) {
			t.Fatalf("%v: %s did not change", p.Log, a.Square)
		}
		if a.FromT != nil && a.RightT != nil && *a.RightT-*a.FromT < adjusting+p.Scan {
			t.Fatalf("displaced from %d to %d", *a.FromT, *a.RightT)
		}
	}
	if open != f.Data["open"] {
		t.Fatalf("open is %v: %+v", f.Data["open"], f)
	}
}

func at(p Ply, place Place) position.Piece {
	s, _ := observation.ParseSquare(place.Square)
	return p.Before.At(s)
}

func wasLifted(p Ply, place Place) bool {
	s, _ := observation.ParseSquare(place.Square)
	_, ok := p.Log.FirstLift(s)
	return ok
}

// positions are where random plies start from.
var positions = []string{
	position.StartFEN, castles, exchange, passing, hanging,
	"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
	"8/4P1k1/8/8/8/8/8/K7 w - - 0 1",
	"4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
}

// randomPly returns a legal move with a log that may come from a board: hands and
// faults at random, with the squares of the move among them.
func randomPly(chance *rand.Rand) Ply {
	before, err := position.ParseLoose(positions[chance.IntN(len(positions))])
	if err != nil {
		panic(err)
	}
	var buffer [position.MaxMoves]position.Move
	moves := before.Legal(buffer[:0])
	m := moves[chance.IntN(len(moves))]
	for range 3 { // castling is rare otherwise
		if !m.IsCastling() {
			m = moves[chance.IntN(len(moves))]
		}
	}
	after := before.After(m)
	p := Ply{Before: &before, After: &after, Move: m, Legal: true, Rested: 1, Scan: 200}
	board := before.Placement().Observation()
	if chance.IntN(2) == 0 {
		board = dimmed(board)
	}
	p.Log = randomLog(chance, board, p.used(), &after)
	if len(p.Log) > 0 {
		p.Until = p.Log[len(p.Log)-1].T + chance.Int64N(3000)
	}
	return p
}

// board is what the sensors show, with the log of its changes.
type board struct {
	squares observation.Placement
	dim     bool // only occupied or empty
	now     int64
	changed [64]int64
	log     Log
}

// set changes a square, which no board reports twice at one time.

func (b *board) set(s position.Square, p observation.Piece) {
	if p != observation.Empty && b.dim {
		p = observation.Occupied
	}
	if b.changed[s] == b.now {
		b.now++
	}
	if b.squares[s] != p {
		b.changed[s] = b.now
		b.log = append(b.log, Touch{b.now, s, b.squares[s], p})
		b.squares[s] = p
	}
}

// randomLog lifts pieces, puts them back or elsewhere, and makes the move in
// between.
func randomLog(chance *rand.Rand, start observation.Placement, used position.Bitboard, after *position.Position) Log {
	b := board{squares: start, dim: slices.Contains(start[:], observation.Occupied), now: 1000}
	b.disturb(chance, start, 8)
	for _, s := range chance.Perm(64) {
		if s := position.Square(s); used.Has(s) {
			b.set(s, observation.Empty)
			b.now += chance.Int64N(400)
			b.disturb(chance, start, 2)
		}
	}
	end := after.Placement().Observation()
	for _, s := range chance.Perm(64) {
		if s := position.Square(s); used.Has(s) {
			b.set(s, end[s])
			b.now += chance.Int64N(400)
		}
	}
	b.disturb(chance, after.Placement().Observation(), 4)
	return b.log
}

// disturb changes squares at random: mostly it lifts what stands there or puts
// back what belongs there.
func (b *board) disturb(chance *rand.Rand, belongs observation.Placement, most int) {
	for range chance.IntN(most + 1) {
		s := position.Square(chance.IntN(16) + 48*chance.IntN(2))
		switch {
		case b.squares[s] != observation.Empty:
			b.set(s, observation.Empty)
		case belongs[s] != observation.Empty:
			b.set(s, belongs[s])
		case chance.IntN(4) == 0:
			b.set(s, observation.Piece("PNBRQKpnbrqk"[chance.IntN(12)]))
		}
		b.now += []int64{0, 0, 50, 200, 1500}[chance.IntN(5)]
	}
}

func dimmed(pl observation.Placement) observation.Placement {
	for s, p := range pl {
		if p != observation.Empty {
			pl[s] = observation.Occupied
		}
	}
	return pl
}
