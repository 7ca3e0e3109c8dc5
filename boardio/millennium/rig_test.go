package millennium_test

import (
	"math/bits"
	"strings"
	"testing"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/boardio/millennium"
	"recorderd/boardio/millennium/emulator"
	"recorderd/timesource"
)

// rig is a rig whose board can do what only one of this make does.
type rig struct {
	*bench.Rig
	board *emulator.Board
}

func (r *rig) SetFaults(f emulator.Faults) { r.board.SetFaults(f) }

// inBubble runs a test with a rig, whose driver runs as soon as time passes.
func inBubble(t *testing.T, opt emulator.Options, test func(*rig)) {
	t.Helper()
	inBubbleWith(t, opt, boardio.Options{}, test)
}

func inBubbleWith(t *testing.T, opt emulator.Options, options boardio.Options, test func(*rig)) {
	t.Helper()
	build := func(src timesource.Source) (*emulator.Board, *emulated.Board) {
		b := emulator.New(src, opt)
		return b, b.Board
	}
	bench.On(t, "millennium", options, build, func(r *bench.Rig, b *emulator.Board) { test(&rig{r, b}) })
}

// Said returns what the driver said since the last call, as text without
// checksums.
func (r *rig) Said() []string {
	said := []string{}
	f := millennium.Commands()
	f.Push(0, r.Sent(), func(m millennium.Frame) { said = append(said, string(m.Letter)+string(m.Data)) })
	return said
}

// withParity is text as it goes over the line.
func withParity(text string) []byte {
	b := []byte(text)
	for i, c := range b {
		if bits.OnesCount8(c)&1 == 0 {
			b[i] |= 0x80
		}
	}
	return b
}

const startFEN = bench.Start

// occupiedFEN is a placement as a board sees it that can't tell the pieces.
func occupiedFEN(fen string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune("PNBRQKpnbrqk", c) {
			return 'o'
		}
		return c
	}, fen)
}

var (
	square = bench.Square
	placed = bench.Placed
)
