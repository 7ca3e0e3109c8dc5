package simulate

import (
	"context"
	"fmt"
	"net"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/dgt"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// busSeat is one board of a bus, the games on it, and what was heard of them.
type busSeat struct {
	*emulator.Board
	games []Game
	tl    Timeline

	board   observation.Placement
	seen    map[observation.Placement]bool
	presses int
	running observation.Side
	changes []seenChange
	lost    int
}

type seenChange struct {
	at time.Duration
	observation.Change
}

func (s *busSeat) take(r boardio.Report) {
	for _, f := range r.Facts {
		switch f := f.(type) {
		case observation.Placement:
			s.board = f
		case observation.Change:
			s.board[f.Square] = f.Piece
			s.changes = append(s.changes, seenChange{r.At, f})
		case observation.Clock:
			if s.running != observation.NoSide && f.Running == s.running.Other() {
				s.presses++
			}
			s.running = f.Running
		case observation.Link:
			if f.Device == observation.BoardDevice && !f.Up {
				s.lost++
			}
		}
		s.seen[s.board] = true
	}
}

// delays returns how long after each piece was put down that was told, where it
// stayed long enough to be told for sure.
func (s *busSeat) delays(begin time.Duration) (delays []time.Duration) {
	next := 0
	for _, d := range s.tl.Deeds {
		at := begin + duration(d.At)
		for next < len(s.changes) && s.changes[next].at < at {
			next++
		}
		if d.Kind != Put {
			continue
		}
		for _, c := range s.changes[next:] {
			if c.at-at > 3*time.Second {
				break
			}
			if c.Square == d.Square && c.Piece == d.Piece {
				delays = append(delays, c.at-at)
				break
			}
		}
	}
	return delays
}

// playOnABus plays on all boards of one line at once and returns when it began.
func playOnABus(t *testing.T, seats []*busSeat) (begin time.Duration) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		src := timesource.Bubble()
		var wire *emulated.Wire
		open := func() (boardio.Port, error) {
			mine, its := net.Pipe()
			go wire.Serve(context.Background(), its)
			return pipe{mine}, nil
		}
		var boards []*emulator.Board
		var opts []boardio.Options
		for i, s := range seats {
			serial := fmt.Sprintf("%05d", 2000+i)
			s.Board = emulator.New(src, emulator.Options{Options: emulated.Options{Serial: serial, Seed: uint64(i)}})
			s.SetPlacement(s.tl.Start)
			boards = append(boards, s.Board)
			opts = append(opts, boardio.Options{Device: "bus", Source: src, Open: open, Serial: serial})
		}
		wire = emulator.NewBus(src, boards...)
		for i, d := range dgt.NewBus(opts) {
			go d.Run(ctx, seats[i].take)
		}
		time.Sleep(5 * time.Second)
		begin = src.Now()
		done := make(chan error)
		for _, s := range seats {
			go func() { done <- Play(ctx, src, s.tl, s.Board) }()
		}
		for range seats {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		time.Sleep(5 * time.Second)
		cancel()
		synctest.Wait()
		wire.Unplug()
		synctest.Wait()
	})
	return begin
}

// Eight boards on one line at 9600 baud, games on all of them at once: each
// position after a ply is seen, and each press.
func TestEightGamesAtOnceOnADGTBus(t *testing.T) {
	const boards = 8
	each := 1
	if os.Getenv("RECORDERD_LONG") != "" {
		each = 10
	}
	games := engineGames(t)
	var seats []*busSeat
	for i := range boards {
		s := &busSeat{games: games[i*each : (i+1)*each], running: observation.NoSide, seen: make(map[observation.Placement]bool)}
		s.tl = Session(playing(uint64(1956+i), Usual()), s.games...)
		seats = append(seats, s)
	}
	begin := playOnABus(t, seats)
	var delays []time.Duration
	plies := 0
	for i, s := range seats {
		for n, g := range s.games {
			for ply, pos := range after(g) {
				plies++
				if !s.seen[placementOf(pos)] {
					t.Errorf("board %d, game %d: the position after ply %d was never seen", i, n, ply)
				}
			}
		}
		if s.board != s.tl.Final() {
			t.Errorf("board %d: %s stands in the end, want %s", i, s.board, s.tl.Final())
		}
		if want := len(pressTimes(s.tl)); s.presses != want {
			t.Errorf("board %d: %d presses were seen, want %d", i, s.presses, want)
		}
		if s.lost > 0 {
			t.Errorf("board %d was lost", i)
		}
		delays = append(delays, s.delays(begin)...)
	}
	slices.Sort(delays)
	if len(delays) < plies/2 {
		t.Fatalf("%d delays of %d plies", len(delays), plies)
	}
	median, worst := delays[len(delays)/2], delays[len(delays)-1]
	t.Logf("%d positions; from a deed to its report: %v to %v, median %v, 99 of 100 within %v", plies, delays[0], worst, median, delays[len(delays)*99/100])
	if median > 400*time.Millisecond || worst > time.Second {
		t.Errorf("median %v, worst %v: too slow for a scan of 220 ms and eight turns", median, worst)
	}
}
