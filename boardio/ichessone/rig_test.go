package ichessone_test

import (
	"testing"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/boardio/ichessone"
	"recorderd/boardio/ichessone/emulator"
	"recorderd/timesource"
)

// inBubble runs a test with a rig, whose driver runs as soon as time passes.
func inBubble(t *testing.T, opt emulator.Options, test func(*bench.Rig)) {
	t.Helper()
	build := func(src timesource.Source) *emulated.Board { return emulator.New(src, opt).Board }
	driver := func(opt boardio.Options) boardio.Device { return ichessone.New(opt) }
	bench.In(t, build, driver, boardio.Options{}, test)
}

const startFEN = bench.Start

var (
	square = bench.Square
	placed = bench.Placed
)
