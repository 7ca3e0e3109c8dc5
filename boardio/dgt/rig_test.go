package dgt_test

import (
	"testing"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/clockio"
	"recorderd/observation"
	"recorderd/timesource"
)

// rig is a rig whose board can do what only one of this make does.
type rig struct {
	*bench.Rig
	board *emulator.Board
	clock *clockio.Countdown // that stands beside it, if it is atStart
}

// fold returns what stands on the board, as far as the reports tell.
func (r *rig) fold() (pl observation.Placement, changes int) { return bench.Fold(r.Reports()) }

func (r *rig) SetFaults(f emulator.Faults) { r.board.SetFaults(f) }

// inBubble runs a test with a rig, whose driver runs as soon as time passes.
func inBubble(t *testing.T, opt emulator.Options, test func(*rig)) {
	t.Helper()
	build := func(src timesource.Source) (*emulator.Board, *emulated.Board) {
		b := emulator.New(src, opt)
		return b, b.Board
	}
	bench.On(t, "dgt", boardio.Options{}, build, func(r *bench.Rig, b *emulator.Board) { test(&rig{Rig: r, board: b}) })
}

const (
	startFEN = bench.Start
	startIs  = `"placement":"` + startFEN + `"`
	boardUp  = bench.BoardUp
	boardDn  = bench.BoardDown
	clockUp  = bench.ClockUp
	clockDn  = bench.ClockDown
)

var (
	square = bench.Square
	placed = bench.Placed
	change = bench.Change
)

func want[T any](t *testing.T, what string, want, got T) {
	t.Helper()
	bench.Want(t, what, want, got)
}
