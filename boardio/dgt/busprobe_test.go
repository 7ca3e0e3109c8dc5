package dgt_test

import (
	"context"
	"fmt"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

func TestProbeFindsTheBoardsOfABus(t *testing.T) {
	for seed := range uint64(20) {
		for _, n := range []int{1, 2, 8} {
			found, took := probeBus(t, n, seed)
			if took > boardio.GreetTime {
				t.Errorf("seed %d, %d boards: it took %v", seed, n, took)
			}
			var wanted []boardio.Found
			for i := range n {
				f := boardio.Found{
					Board: observation.Board{Sensing: "identity", ScanMS: 250, Make: "DGT", Serial: serialOf(i), Firmware: "1.80"},
					Clock: i%2 == 0,
				}
				if n > 1 {
					f.Hint = fmt.Sprintf("one of %d boards on a shared line: each is configured by its serial", n)
				}
				wanted = append(wanted, f)
			}
			want(t, fmt.Sprintf("seed %d, %d boards", seed, n), wanted, found)
		}
	}
}

func probeBus(t *testing.T, n int, seed uint64) (found []boardio.Found, took time.Duration) {
	synctest.Test(t, func(t *testing.T) {
		src := timesource.Bubble()
		var boards []*emulator.Board
		for i := range n {
			b := emulator.New(src, emulator.Options{Options: emulated.Options{Serial: serialOf(i), Seed: seed*100 + uint64(i)}})
			if i%2 == 0 {
				b.SetClock(blitz())
			}
			boards = append(boards, b)
		}
		wire := emulator.NewBus(src, boards...)
		begin := src.Now()
		var err error
		found, err = dgtMake(t).Look(t.Context(), func() (boardio.Port, error) {
			mine, its := net.Pipe()
			go wire.Serve(context.Background(), its)
			return bench.Port(mine), nil
		}, src)
		if err != nil {
			t.Error(err)
		}
		took = src.Now() - begin
		wire.Unplug()
		synctest.Wait()
	})
	return found, took
}
