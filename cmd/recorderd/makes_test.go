package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
	"recorderd/simulate"
)

// Every make that is emulated is played on here, through its driver and the whole
// fold, in a bubble of time. What is asked of one is asked of all.

// ofEveryMake runs a test for each kind.
func ofEveryMake(t *testing.T, test func(*testing.T, boardio.Make)) {
	for _, name := range emulated.Makes() {
		t.Run(name, func(t *testing.T) { test(t, makeOf(t, name)) })
	}
}

// bout is a game on a make of board: what was reported of it, and who sat there.
type bout struct {
	*bench.Rig
	t       *testing.T
	game    observation.Game
	reports []boardio.Report
}

// playBout has a test play on an emulated board that stands at the start and is
// up, and gives it the bout.
func playBout(t *testing.T, kind boardio.Make, seed uint64, test func(*bout)) {
	playBoutOn(t, kind, emulated.Options{Seed: seed}, test)
}

func playBoutOn(t *testing.T, kind boardio.Make, board emulated.Options, test func(*bout)) {
	opt := boardio.Options{Folder: t.TempDir()}
	bench.Of(t, kind.Name, board, opt, func(r *bench.Rig) {
		b := &bout{Rig: r, t: t, game: observation.Game{TimeControl: "-"}}
		r.SetPlacement(bench.Placed(bench.Start))
		r.Pass(10 * time.Second)
		test(b)
	})
}

// lines returns the record of all that was reported, up to the present time.
func (b *bout) lines() []record.Event {
	b.t.Helper()
	b.reports = append(b.reports, b.Reports()...)
	return foldReports(b.t, b.Device, b.game, b.reports, b.Source.Now())
}

// foldReports returns the record of what a device reported until a time. Where the
// fold wants to be woken it is.
func foldReports(t *testing.T, d boardio.Device, game observation.Game, reports []boardio.Report, until time.Duration) []record.Event {
	t.Helper()
	lines, _ := recordFrom(t, d, game, reports, until)
	return lines
}

// recordFrom is foldReports with the record itself.
func recordFrom(t *testing.T, d boardio.Device, game observation.Game, reports []boardio.Report, until time.Duration) ([]record.Event, *record.Record) {
	t.Helper()
	board, clock := d.Describe()
	rec, err := record.New(observation.Header{Game: game, Board: board, Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	var lines []record.Event
	last := int64(-1)
	wakeBefore := func(t int64) {
		for {
			wake, ok := rec.Wake()
			if wake = max(wake, last+1); !ok || wake >= t {
				return
			}
			lines = append(lines, rec.Apply(observation.Batch{T: wake, Facts: []observation.Fact{observation.Tick{}}})...)
			last = wake
		}
	}
	for _, r := range reports {
		at := (r.At - reports[0].At).Milliseconds()
		wakeBefore(at)
		last = max(at, last+1)
		lines = append(lines, rec.Apply(observation.Batch{T: last, Facts: r.Facts})...)
	}
	wakeBefore((until - reports[0].At).Milliseconds())
	return lines, rec
}

// plies returns the moves that stand in a record, in UCI, and what it says of
// its own doubt.
func plies(lines []record.Event) (moves, doubts []string) {
	stands := make(map[int]record.Move)
	last := 0
	for _, e := range lines {
		switch e := e.(type) {
		case record.Move:
			stands[e.Ply] = e
			last = max(last, e.Ply)
		case record.Retract:
			last = e.Ply - 1
		case record.Finding:
			if e.Level == record.Quality && !strings.HasPrefix(e.Code, "link-") {
				doubts = append(doubts, e.Code)
			}
		}
	}
	for ply := 1; ply <= last; ply++ {
		m := stands[ply]
		moves = append(moves, m.UCI)
		if !m.Legal || m.Confidence < 100 || m.Inferred {
			doubts = append(doubts, fmt.Sprintf("ply %d: %s", ply, m.SAN))
		}
	}
	return moves, doubts
}

// uci writes a game of the project in the record's notation.
func uci(t *testing.T, sans []string) []string {
	t.Helper()
	var text []string
	p := position.Start()
	for _, m := range movesOf(t, sans) {
		text = append(text, p.UCI(m))
		p = p.After(m)
	}
	return text
}

// hands are those that play on from a position: on a board that knows its pieces
// as they do in a hall, on another one with care.
func hands(kind boardio.Make, seed uint64, from position.Position, moves []position.Move) simulate.Timeline {
	return simulate.Session(handsFor(kind, seed), simulate.Game{Start: from, Moves: moves, Result: "*"})
}

func handsFor(kind boardio.Make, seed uint64) simulate.Options {
	opt := simulate.Options{Seed: seed, Terms: observation.Game{TimeControl: "-"}, Think: 3 * time.Second, Style: simulate.Usual()}
	if kind.Sensing == observation.Occupancy {
		opt.Style = simulate.Careful()
	}
	return opt
}

func movesOf(t *testing.T, sans []string) []position.Move {
	t.Helper()
	moves, err := simulate.MovesOf(position.Start(), sans)
	if err != nil {
		t.Fatal(err)
	}
	return moves
}

// positionAfter is what comes of moves that are made from the start.
func positionAfter(moves []position.Move) position.Position {
	p := position.Start()
	for _, m := range moves {
		p = p.After(m)
	}
	return p
}

// playOn has hands play, and the driver hear it.
func (b *bout) playOn(tl simulate.Timeline) {
	b.t.Helper()
	b.Pass(0)
	if err := simulate.Play(context.Background(), b.Source, tl, table{Board: b.Board}); err != nil {
		b.t.Fatal(err)
	}
	b.Pass(5 * time.Second)
}

// gamesOf are the games of the project that a make can tell: a board of occupied
// squares can't see to what a pawn was promoted.
func gamesOf(t *testing.T, kind boardio.Make, n int) (games [][]string) {
	for _, sans := range projectGames(t) {
		under := slices.ContainsFunc(sans, func(s string) bool { return strings.ContainsAny(s, "=") && !strings.Contains(s, "=Q") })
		if len(games) < n && !(under && kind.Sensing == observation.Occupancy) {
			games = append(games, sans)
		}
	}
	return games
}

func TestTwentyGamesOnEveryMake(t *testing.T) {
	n := 20
	if testing.Short() || underRace {
		n = 3
	}
	ofEveryMake(t, func(t *testing.T, kind boardio.Make) {
		for i, sans := range gamesOf(t, kind, n) {
			playBout(t, kind, uint64(i), func(b *bout) {
				b.playOn(hands(kind, uint64(i), position.Start(), movesOf(t, sans)))
				got, doubts := plies(b.lines())
				if want := uci(t, sans); !slices.Equal(got, want) {
					t.Errorf("game %d has\n %v\nwant\n %v\ndoubts %v", i+1, got, want, doubts)
				}
			})
		}
	})
}

// longestWait is how long a driver may take to see that a board has gone, and that
// it has come back.
const longestWait = 5 * time.Second

// A cable stops in the middle of a message, brings garbage, is pulled out, and
// comes back when two plies more have been made. The record has all of the game;
// of a board that can be asked for nothing it says what it does not know.
func TestCablesOfEveryMake(t *testing.T) {
	sans := strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6")
	for cut := range 4 { // bytes of the message that is under way
		ofEveryMake(t, func(t *testing.T, kind boardio.Make) {
			playBout(t, kind, uint64(cut), func(b *bout) {
				moves := movesOf(t, sans)
				b.playOn(hands(kind, 1, position.Start(), moves[:6]))
				gone := b.stopWithin(cut + 1)
				back := b.comeBack(uint64(cut))
				b.pull()
				unseen := positionAfter(moves[:8])
				b.SetPlacement(bench.Placed(unseen.Placement().String()))
				t.Logf("silence is told after %v; up %v after the noise, %v after the plug is in", gone, back, b.plugIn())
				b.playOn(hands(kind, 2, unseen, moves[8:]))
				got, doubts := plies(b.lines())
				mute := kind.Greet == nil // it can be asked for nothing: what was missed is doubted
				if want := uci(t, sans); !slices.Equal(got, want) && !(mute && len(doubts) > 0) {
					t.Errorf("cut after %d bytes: got\n %v\nwant\n %v\ndoubts %v", cut+1, got, want, doubts)
				}
			})
		})
	}
}

// stopWithin lets n bytes more through and then nothing. It returns after how long
// the driver noticed.
func (b *bout) stopWithin(n int) time.Duration {
	b.t.Helper()
	b.Spoil(func(received []byte) []byte {
		k := min(n, len(received))
		n -= k
		return received[:k]
	})
	b.Lift(bench.Square("h2")) // so that every make has something to say
	b.Pass(300 * time.Millisecond)
	b.Put(bench.Square("h2"), 'P')
	return 300*time.Millisecond + b.awaitLink(false)
}

// awaitLink passes time until the link is told to be so, not longer than a driver
// may take.
func (b *bout) awaitLink(up bool) time.Duration {
	b.t.Helper()
	for waited := time.Duration(0); ; waited += 100 * time.Millisecond {
		if b.Device.Stats().Connected == up {
			return waited
		}
		if waited > longestWait {
			b.t.Fatalf("after %v the link is not told to be up: %v; status %q", waited, up, b.Status())
		}
		b.Pass(100 * time.Millisecond)
	}
}

// comeBack has the line bring garbage for a second, and then be as it was.
func (b *bout) comeBack(seed uint64) time.Duration {
	b.t.Helper()
	chance := rand.New(rand.NewPCG(seed, 7))
	b.Spoil(func(received []byte) []byte {
		for i := range received {
			received[i] = byte(chance.Uint32())
		}
		return received
	})
	b.Pass(time.Second)
	b.Spoil(nil)
	return b.awaitLink(true)
}

func (b *bout) pull() {
	b.t.Helper()
	b.Plug(&boardio.Error{Op: "open", Device: "/dev/ttyUSB0", Err: boardio.ErrAbsent, Hint: "is the cable in?"})
	b.awaitLink(false)
}

func (b *bout) plugIn() time.Duration {
	b.t.Helper()
	b.Plug(nil)
	waited := b.awaitLink(true)
	b.Pass(2 * time.Second)
	return waited
}
