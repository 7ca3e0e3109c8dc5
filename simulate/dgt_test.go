package simulate

import (
	"context"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/dgt"
	"recorderd/boardio/dgt/emulator"
	"recorderd/observation"
	"recorderd/timesource"
)

var _ World = (*emulator.Board)(nil)

// bubble is the time inside a synctest bubble, which passes as soon as everybody
// waits.
type bubble struct{ start time.Time }

func (b bubble) Now() time.Duration { return time.Since(b.start) }
func (b bubble) NewTimer(d time.Duration) timesource.Timer {
	t := bubbleTimer{c: make(chan struct{})}
	t.timer = time.AfterFunc(d, func() { close(t.c) })
	return t
}

type bubbleTimer struct {
	c     chan struct{}
	timer *time.Timer
}

func (t bubbleTimer) C() <-chan struct{} { return t.c }
func (t bubbleTimer) Stop()              { t.timer.Stop() }

type pipe struct{ net.Conn }

func (pipe) ResetInputBuffer() error { return nil }

// What hands do on an emulated DGT board is what the driver reads: the position
// after each ply, and each press.
func TestGamesPlayedOnADGTBoardAreSeen(t *testing.T) {
	games := famousGames(t)
	tl := Session(playing(1956, Usual()), games...)
	var board observation.Placement
	seen := make(map[observation.Placement]bool)
	presses, running := 0, observation.NoSide
	take := func(r boardio.Report) {
		for _, f := range r.Facts {
			switch f := f.(type) {
			case observation.Placement:
				board = f
			case observation.Change:
				board[f.Square] = f.Piece
			case observation.Clock:
				if running != observation.NoSide && f.Running == running.Other() {
					presses++
				}
				running = f.Running
			}
		}
		seen[board] = true
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		src := bubble{time.Now()}
		device := emulator.New(src, emulator.Options{})
		driver := dgt.New(boardio.Options{Device: "board", Source: src, Open: func() (boardio.Port, error) {
			mine, its := net.Pipe()
			go device.Serve(ctx, its)
			return pipe{mine}, nil
		}})
		device.SetPlacement(tl.Start)
		go driver.Run(ctx, take)
		time.Sleep(5 * time.Second)
		if err := Play(ctx, src, tl, device); err != nil {
			t.Error(err)
		}
		cancel()
		synctest.Wait()
	})
	for _, g := range games {
		for ply, pos := range after(g) {
			if !seen[placementOf(pos)] {
				t.Errorf("%s: the position after ply %d was never seen", g.Names.White, ply)
			}
		}
	}
	if board != tl.Final() {
		t.Errorf("%s stands in the end, want %s", board, tl.Final())
	}
	if want := len(pressTimes(tl)); presses != want {
		t.Errorf("%d presses were seen, want %d", presses, want)
	}
}
