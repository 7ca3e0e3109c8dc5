package simulate

import (
	"context"
	"errors"
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/dgt"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
)

// cabled is an emulated board whose cable can go.
type cabled struct {
	*emulator.Board
	out *atomic.Bool
}

func (c cabled) Unplug()                     { c.out.Store(true); c.Board.Unplug() }
func (c cabled) Plug()                       { c.out.Store(false) }
func (c cabled) Plan(at time.Duration) World { return c.Board.Plan(at) }
func (c cabled) open() (boardio.Port, error) {
	if c.out.Load() {
		return nil, errors.New("no such device")
	}
	mine, its := net.Pipe()
	go c.Serve(context.Background(), its)
	return pipe{mine}, nil
}

// The noise of hands, squares and cable reaches a driver through the bytes of an
// emulated board as it reaches a trace.
func TestNoiseIsHeardFromADGTBoard(t *testing.T) {
	g := engineGames(t)[2]
	n := Noise{Level: LevelHeavy, Sensing: observation.Identity, Clock: true, Hands: 3, Sensor: 3, Link: 3, Losses: 2}
	tl, s := Session(n.options(), g), n.sensor()
	s.Faults.Dead = 0
	felt, faults := s.Feel(tl)
	var board observation.Placement
	reports, back := 0, int64(0)
	take := func(r boardio.Report) {
		for _, f := range r.Facts {
			switch f := f.(type) {
			case observation.Placement:
				board = f
			case observation.Change:
				board[f.Square] = f.Piece
				reports++
			}
		}
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		src := bubble{time.Now()}
		device := cabled{emulator.New(src, emulator.Options{Options: emulated.Options{Scan: duration(s.Board.ScanMS)}}), new(atomic.Bool)}
		driver := dgt.New(boardio.Options{Device: "board", Source: src, Open: device.open})
		device.SetPlacement(tl.Start)
		go driver.Run(ctx, take)
		time.Sleep(5 * time.Second)
		if err := Play(ctx, src, felt, device); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * time.Second)
		back = driver.Stats().Reconnects
		cancel()
		device.Board.Unplug()
		synctest.Wait()
	})
	if board != tl.Final() {
		t.Errorf("%s stands in the end, want %s", board, tl.Final())
	}
	if back != 2 {
		t.Errorf("the board was back %d times, want 2", back)
	}
	if len(faults) < 5 || reports < 3*len(g.Moves) {
		t.Errorf("%d faults, %d reports of %d plies: this is no noise", len(faults), reports, len(g.Moves))
	}
}
