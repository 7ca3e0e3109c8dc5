package simulate

import (
	"context"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	_ "recorderd/boardio/certabo"
	_ "recorderd/boardio/certabo/emulator"
	"recorderd/boardio/emulated"
	_ "recorderd/boardio/tabutronic"
	_ "recorderd/boardio/tabutronic/emulator"
	"recorderd/observation"
)

// What hands do on boards that send all their squares in lines, over and over, is
// what the drivers read: the position after each ply. Hands first show a board
// that reads tags which is which.
func TestGamesPlayedOnBoardsThatSendLinesAreSeen(t *testing.T) {
	taught, err := observation.ParsePlacement("rnbqkbnr/pppppppp/3q4/8/8/3Q4/PPPPPPPP/RNBQKBNR")
	if err != nil {
		t.Fatal(err)
	}
	games := famousGames(t)
	opt := playing(1972, Usual())
	opt.Clock = Stages{}
	tl := Session(opt, games...)
	for _, name := range []string{"certabo", "tabutronic"} {
		var board observation.Placement
		seen := make(map[observation.Placement]bool)
		m, _ := boardio.MakeOf(name)
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			src := bubble{time.Now()}
			device, _ := emulated.Make(name, src, emulated.Options{})
			driver := m.New(boardio.Options{Device: "board", Source: src, Open: func() (boardio.Port, error) {
				mine, its := net.Pipe()
				go device.Serve(ctx, its)
				return pipe{mine}, nil
			}})
			device.SetPlacement(taught)
			go driver.Run(ctx, func(r boardio.Report) {
				for _, f := range r.Facts {
					switch f := f.(type) {
					case observation.Placement:
						board = f
					case observation.Change:
						board[f.Square] = f.Piece
					}
				}
				seen[board] = true
			})
			time.Sleep(5 * time.Second)
			if err := Play(ctx, src, tl, device); err != nil {
				t.Error(err)
			}
			time.Sleep(2 * time.Second)
			cancel()
			synctest.Wait()
		})
		sees := Sensor{Board: observation.Board{Sensing: m.Sensing}}
		for _, g := range games {
			for ply, pos := range after(g) {
				if !seen[sees.view(placementOf(pos))] {
					t.Errorf("%s, %s: the position after ply %d was never seen", name, g.Names.White, ply)
				}
			}
		}
		if final := sees.view(tl.Final()); board != final {
			t.Errorf("%s: %s stands in the end, want %s", name, board, final)
		}
	}
}
