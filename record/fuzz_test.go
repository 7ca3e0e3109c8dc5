package record_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
	"recorderd/simulate"
)

// facts makes observations of any bytes: three of them a fact.
func facts(in []byte) (batches []observation.Batch) {
	const pieces = "PNBRQKpnbrqk"
	fens := []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "8/8/8/8/8/8/8/8", "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr",
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR", "4k3/P7/8/3pP3/8/8/7p/R3K2R", "k6K/8/8/8/8/8/8/8",
	}
	acts := []observation.Act{
		{By: "white", Kind: observation.ActResign}, {By: "arbiter", Kind: observation.ActResult, Result: "1-0"},
		{By: "arbiter", Kind: observation.ActRestore, FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{By: "arbiter", Kind: observation.ActRestore, FEN: "4k3/8/8/8/8/8/8/4K3 b - - 0 1"}, {By: "arbiter", Kind: observation.ActResume},
		{By: "black", Kind: observation.ActClaim, Claim: "threefold"}, {By: "white", Kind: observation.ActClaim, Claim: "fifty", Move: "Nf3"},
		{By: "arbiter", Kind: observation.ActTakeback, ToPly: new(int)}, {By: "white", Kind: observation.ActDrawOffer}, {By: "black", Kind: observation.ActDrawAccept},
		{By: "arbiter", Kind: observation.ActAdjourn},
	}
	if len(in) > 0 && in[0]&0x80 != 0 { // with all that people may say
		acts = append(acts, otherActs()...)
	}
	t := int64(0)
	for ; len(in) >= 3; in = in[3:] {
		op, a, b := in[0], in[1], in[2]
		t += 1 + int64(b)*int64(op>>4)
		sq := observation.Square(a & 63)
		var f observation.Fact
		switch op & 15 {
		case 0, 1, 2, 3:
			f = observation.Change{Square: sq}
		case 4, 5, 6, 7:
			f = observation.Change{Square: sq, Piece: observation.Piece(pieces[int(b)%len(pieces)])}
		case 8, 9, 10:
			f = observation.Clock{HasTimes: true, WhiteMS: int64(a) * 1000, BlackMS: int64(b) * 1000, Running: observation.Side(a % 3), Flag: observation.Flag(b & 3)}
		case 11:
			f, _ = observation.ParsePlacement(fens[int(a)%len(fens)])
		case 12:
			f = observation.Link{Device: []observation.Device{observation.BoardDevice, observation.ClockDevice}[a&1], Up: b&1 != 0}
		case 13:
			f = observation.Restart{GapKnown: a&1 != 0, GapMS: int64(b), LostBytes: int64(a)}
		case 14:
			f = acts[int(a)%len(acts)]
		default:
			f = otherFact(a, b)
		}
		batches = append(batches, observation.Batch{T: t, Facts: []observation.Fact{f}})
	}
	return batches
}

// otherActs are the acts that are seldom heard, and some that make no sense.
func otherActs() []observation.Act {
	ply, ms := 1, int64(60000)
	return []observation.Act{
		{By: "arbiter", Kind: observation.ActSetClock, WhiteMS: &ms, BlackMS: &ms, Running: "black"}, {By: "arbiter", Kind: observation.ActSetClock},
		{By: "arbiter", Kind: observation.ActStopClock}, {By: "arbiter", Kind: observation.ActStartClock}, {By: "black", Kind: observation.ActDrawDecline},
		{By: "arbiter", Kind: observation.ActCorrectMove, Ply: 1, SAN: "e4"}, {By: "arbiter", Kind: observation.ActCorrectMove, Ply: -3, SAN: "O-O"},
		{By: "arbiter", Kind: observation.ActCorrectMove, Ply: 2, SAN: "Nf6"}, {By: "arbiter", Kind: observation.ActTakeback, ToPly: &ply}, {By: "arbiter", Kind: observation.ActTakeback},
		{By: "arbiter", Kind: observation.ActRuling, Text: "play on"}, {By: "arbiter", Kind: observation.ActNote, Text: "coffee"}, {By: "black", Kind: observation.ActShown},
		{By: "white", Kind: observation.ActClaim, Claim: "illegal-move"}, {By: "black", Kind: observation.ActClaim, Claim: "flag"}, {By: "white", Kind: observation.ActClaim, Claim: "touch-move"},
		{By: "black", Kind: observation.ActClaim, Claim: "dead-position"}, {By: "white", Kind: observation.ActClaim, Claim: "quickplay"}, {By: "white", Kind: observation.ActClaim, Claim: "rain"},
		{By: "arbiter", Kind: observation.ActNewGame}, {By: "arbiter", Kind: observation.ActCloseGame}, {By: "arbiter", Kind: observation.ActRestore, FEN: "nothing"}, {Kind: "sneeze"},
		{By: "arbiter", Kind: observation.ActResult, Result: "1/2-0", Reason: "ruling"}, {By: "arbiter", Kind: observation.ActResult},
	}
}

// otherFact is a fact that boards and clocks seldom have, or a tick.
func otherFact(a, b byte) observation.Fact {
	said := []observation.Said{"e2e4", "e7e5", "g1f3", "e1g1", "e7e8q", "a1a1", ""}
	games := []observation.Game{{White: "A. Lima"}, {TimeControl: "180+2"}, {FEN: "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"}, {Laws: "fide-1997"}, {TimeControl: "soon"}}
	switch a >> 5 {
	case 4:
		return said[int(b)%len(said)]
	case 5:
		return observation.Memory{
			observation.NotedChange(observation.Change{Square: observation.Square(b & 63)}),
			observation.NotedPress(observation.Side(a&1), int64(b)*1000),
			observation.NotedChange(observation.Change{Square: observation.Square(a & 31), Piece: observation.Piece("PNBRQKpnbrqk"[b%12])}),
		}
	case 6:
		return games[int(b)%len(games)]
	case 7:
		return observation.Clock{Running: observation.Side(b % 3)}
	}
	return observation.Tick{}
}

// FuzzRecord has the fold survive any order of facts, and give the same lines
// again for the same facts.
func FuzzRecord(f *testing.F) {
	f.Add([]byte{11, 0, 0, 0x80, 12, 255, 4, 28, 0, 0x18, 1, 0, 0, 52, 0, 6, 36, 6, 8, 0, 0})
	f.Add([]byte{11, 4, 0, 8, 0, 9, 0, 48, 0, 4, 56, 4, 8, 1, 9, 13, 0, 0, 11, 4, 1})
	f.Add([]byte{11, 0, 0, 14, 3, 0, 14, 4, 0, 12, 0, 0, 12, 0, 1, 11, 3, 200, 15, 0, 200})
	for seed := range uint64(8) {
		f.Add(stream(rand.New(rand.NewPCG(seed, 15)), 100))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, sensing := range []observation.Sensing{observation.Identity, observation.Occupancy} {
			first, again := foldAll(t, sensing, facts(in)), foldAll(t, sensing, facts(in))
			if !bytes.Equal(first, again) {
				t.Errorf("%s: two records of the same facts:\n%s\n---\n%s", sensing, first, again)
			}
		}
	})
}

// stream returns the bytes of this many facts, most often with a board that is
// set up at first.
func stream(r *rand.Rand, n int) []byte {
	in := make([]byte, 3*n)
	for i := range in {
		in[i] = byte(r.Uint32())
	}
	if r.IntN(4) > 0 {
		in[0], in[1] = 0x80|11, byte(r.IntN(6))
	}
	return in
}

// TestAnyFactsInAnyOrder has the fold survive streams of all kinds of facts,
// several of them at a time too.
func TestAnyFactsInAnyOrder(t *testing.T) {
	for seed := range uint64(tries(20, 500)) {
		r := rand.New(rand.NewPCG(seed, 16))
		batches := facts(stream(r, 300))
		for n := len(batches) - 1; n > 0; n-- {
			if r.IntN(4) == 0 {
				batches[n-1].Facts = append(batches[n-1].Facts, batches[n].Facts...)
				batches = append(batches[:n], batches[n+1:]...)
			}
		}
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			foldAll(t, []observation.Sensing{observation.Identity, observation.Occupancy, observation.Moves}[seed%3], batches)
		})
	}
}

// TestGamesInAnyOrder tears noisy games to pieces and puts what was heard
// together in other orders, with people talking in between.
func TestGamesInAnyOrder(t *testing.T) {
	eachEvening(t, 0, func(t *testing.T, e *evening, r *rand.Rand) string {
		batches := copied(e.batches)
		for range tries(1, 4) {
			for range 60 {
				switch from, n := r.IntN(len(batches)-20), 2+r.IntN(18); r.IntN(3) {
				case 0:
					shuffleFacts(r, batches[from:from+n])
				case 1:
					rest := facts(append([]byte{0xff}, stream(r, 3)...))
					batches[from].Facts = append(batches[from].Facts, rest[r.IntN(len(rest))].Facts...)
				default:
					batches = append(batches[:from], batches[from+n%4:]...)
				}
			}
			foldAll(t, e.header.Board.Sensing, batches)
		}
		return ""
	})
}

// shuffleFacts exchanges what was heard at some times.
func shuffleFacts(r *rand.Rand, batches []observation.Batch) {
	r.Shuffle(len(batches), func(i, j int) { batches[i].Facts, batches[j].Facts = batches[j].Facts, batches[i].Facts })
}

func foldAll(t *testing.T, sensing observation.Sensing, batches []observation.Batch) (out []byte) {
	r, err := record.New(observation.Header{Board: observation.Board{Sensing: sensing}, Game: observation.Game{TimeControl: "300"}})
	if err != nil {
		t.Fatal(err)
	}
	ended := false
	for _, b := range batches {
		if sensing == observation.Occupancy {
			b.Facts = occupied(b.Facts)
		}
		for _, e := range r.Apply(b) {
			out = append(record.AppendLine(out, e), '\n')
			switch e := e.(type) {
			case record.Finding:
				if bytes.Contains(record.AppendLine(nil, e), []byte(`"fault":true`)) {
					t.Fatalf("the tracker failed:\n%s", out)
				}
			case record.End:
				ended = true
			case record.Reopen:
				ended = false
			case record.Move:
				if ended {
					t.Fatalf("a move after the end:\n%s", out)
				}
			}
			if parsed, err := record.ParseLine(record.AppendLine(nil, e)); err != nil {
				t.Fatalf("a line that cannot be read: %v", err)
			} else if record.Name(parsed) != record.Name(e) {
				t.Fatalf("%s was read as %s", record.Name(e), record.Name(parsed))
			}
		}
		if at, ok := r.Wake(); ok && at <= b.T {
			t.Fatalf("at %d it wants to be woken at %d, which is past", b.T, at)
		}
		s := r.Summary()
		if len(s.Moves) != s.Plies || len(s.Confidence) != s.Plies {
			t.Fatalf("summary with %d plies, %d moves, %d confidences", s.Plies, len(s.Moves), len(s.Confidence))
		}
		out = append(record.AppendLine(out, s), '\n')
	}
	return out
}

func occupied(facts []observation.Fact) (out []observation.Fact) {
	for _, f := range facts {
		switch g := f.(type) {
		case observation.Change:
			if g.Piece != observation.Empty {
				g.Piece = observation.Occupied
			}
			f = g
		case observation.Placement:
			for s, p := range g {
				if p != observation.Empty {
					g[s] = observation.Occupied
				}
			}
			f = g
		}
		out = append(out, f)
	}
	return out
}

// TestDamagedGames plays games whose reports were lost, doubled, exchanged and
// invented: whatever comes out, the fold goes on and says the same again.
func TestDamagedGames(t *testing.T) {
	for i, sans := range hundredGames(t)[:20] {
		moves, err := simulate.MovesOf(position.Start(), sans)
		if err != nil {
			t.Fatal(err)
		}
		tl := simulate.Hands(position.Start(), moves, simulate.Options{Seed: uint64(i), Think: time.Second, Style: simulate.Usual()})
		_, batches := simulate.Sense(tl, simulate.Sensor{Board: observation.Board{ScanMS: 200}})
		for _, sensing := range []observation.Sensing{observation.Identity, observation.Occupancy} {
			damaged := damage(rand.New(rand.NewPCG(uint64(i), 7)), batches)
			if first, again := foldAll(t, sensing, damaged), foldAll(t, sensing, damaged); !bytes.Equal(first, again) {
				t.Errorf("game %d, %s: two records of the same facts", i+1, sensing)
			}
		}
	}
}

func damage(r *rand.Rand, batches []observation.Batch) (out []observation.Batch) {
	for _, b := range batches {
		switch n := r.IntN(100); {
		case n < 3: // lost
			continue
		case n < 6: // doubled
			out = append(out, b)
		case n < 9 && len(out) > 0: // exchanged
			last := &out[len(out)-1]
			last.Facts, b.Facts = b.Facts, last.Facts
		case n < 11: // invented
			out = append(out, observation.Batch{T: b.T, Facts: []observation.Fact{observation.Change{Square: observation.Square(r.IntN(64)), Piece: observation.Piece("PNBRQKpnbrqk"[r.IntN(12)])}}})
		}
		out = append(out, b)
	}
	return out
}
