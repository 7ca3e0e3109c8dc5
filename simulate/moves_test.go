package simulate

import (
	"context"
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	_ "recorderd/boardio/novag"
	_ "recorderd/boardio/novag/emulator"
	"recorderd/observation"
)

// A board of finished moves says each ply of an evening, in order. It says more
// where hands stop on the way, and takes that back.
func TestGamesPlayedOnABoardOfFinishedMovesAreSaid(t *testing.T) {
	for _, name := range []string{"citrine", "ucb"} {
		t.Run(name, func(t *testing.T) {
			tl := Session(playing(1956, Usual()), famousGames(t)...)
			var said [][]string
			take := func(r boardio.Report) {
				for _, f := range r.Facts {
					switch f := f.(type) {
					case observation.Placement:
						if f == tl.Start {
							said = append(said, nil)
						}
					case observation.Said:
						now := &said[len(said)-1]
						if f == "T" {
							*now = (*now)[:len(*now)-1]
						} else {
							*now = append(*now, string(f))
						}
					}
				}
			}
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(context.Background())
				src := bubble{time.Now()}
				device, _ := emulated.Make(name, src, emulated.Options{})
				kind, _ := boardio.MakeOf(name)
				driver := kind.New(boardio.Options{Device: "board", Source: src, Open: func() (boardio.Port, error) {
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
			said = slices.DeleteFunc(said, func(moves []string) bool { return len(moves) == 0 })
			if len(said) != len(tl.Games) {
				t.Fatalf("%d games were said, want %d", len(said), len(tl.Games))
			}
			for i, g := range tl.Games {
				var want []string
				for _, p := range g.Plies {
					want = append(want, p.UCI)
				}
				if !slices.Equal(said[i], want) {
					t.Errorf("game %d: said\n%v, want\n%v", i+1, said[i], want)
				}
			}
		})
	}
}
