package ichessone_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/boardio/ichessone"
	"recorderd/boardio/ichessone/emulator"
	"recorderd/timesource"
)

// inBubble runs a test with a rig, whose driver runs as soon as time passes.
func inBubble(t *testing.T, opt emulator.Options, test func(*rig)) {
	t.Helper()
	build := func(src timesource.Source) *emulated.Board { return emulator.New(src, opt).Board }
	driver := func(opt boardio.Options) boardio.Device { return ichessone.New(opt) }
	bench.In(t, build, driver, boardio.Options{}, func(r *bench.Rig) { test(&rig{r}) })
}

type rig struct{ *bench.Rig }

func want[T any](t *testing.T, what string, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func change(sq, piece string) string { return fmt.Sprintf(`"sq":"%s","piece":"%s"`, sq, piece) }

func placementIs(fen string) string { return `"placement":"` + fen + `"` }

const (
	startFEN = bench.Start
	boardUp  = `"link":"board","up":true`
	boardDn  = `"link":"board","up":false`
)

var (
	square = bench.Square
	placed = bench.Placed
)
