package bench

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/boardio"
	"recorderd/observation"
)

// Facts that most tests wait for, as Rig.Facts writes them.
const (
	BoardUp   = `"link":"board","up":true`
	BoardDown = `"link":"board","up":false`
	ClockUp   = `"link":"clock","up":true`
	ClockDown = `"link":"clock","up":false`
)

// States of a link that most tests wait for, as Rig.Status writes them.
const (
	Silent = "read /dev/ttyUSB0: no answer: is the board on, and is this its port?"
	Gone   = "read /dev/ttyUSB0: gone: is the cable in?"
)

// Change is the fact that a piece stands on a square, or none.
func Change(sq, piece string) string { return fmt.Sprintf(`"sq":"%s","piece":"%s"`, sq, piece) }

// Stands is the fact of a whole placement, by the first field of its FEN.
func Stands(fen string) string { return `"placement":"` + fen + `"` }

// Want compares, and says what of it is not as wanted.
func Want[T any](t testing.TB, what string, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// Fold returns what stands on the board, as far as reports tell, and how many
// changes they told.
func Fold(reports []boardio.Report) (pl observation.Placement, changes int) {
	for _, rep := range reports {
		for _, f := range rep.Facts {
			switch f := f.(type) {
			case observation.Placement:
				pl = f
			case observation.Change:
				pl[f.Square] = f.Piece
				changes++
			}
		}
	}
	return pl, changes
}

// ErrPulled is what opening a line gives whose cable is out.
var ErrPulled = &boardio.Error{Op: "open", Device: "/dev/ttyUSB0", Err: boardio.ErrAbsent, Hint: "is the cable in?"}
