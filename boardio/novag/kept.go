package novag

// The problem: a Universal Chess Board can't be asked what stands on it. A
// recorder that is started again in mid-game must not say that the pieces stand at
// the start, or the game would be over. So what stands there is kept in a file, ply
// by ply, and read when a game goes on.

import (
	"io"
	"os"
	"path/filepath"

	"recorderd/disk"
	"recorderd/observation"
)

// keptFile holds the first field of a FEN.
const keptFile = "ucb-squares"

// keep remembers what stands on the board beyond the end of this program. If that
// fails the recorder goes on: it only matters if the program ends in this game.
func (d *Driver) keep() {
	if d.Folder == "" {
		return
	}
	if _, err := disk.MakeDir(disk.Real, d.Folder); err != nil {
		d.Note("squares not kept")
		return
	}
	err := disk.WriteOver(filepath.Join(d.Folder, keptFile), 0o640, func(w io.Writer) error {
		_, err := io.WriteString(w, d.game.squares.String())
		return err
	})
	if err != nil {
		d.Note("squares not kept")
	}
}

// kept is what stood on the board when it was heard last.
func (d *Driver) kept() (squares observation.Placement, ok bool) {
	if d.Folder == "" {
		return squares, false
	}
	text, err := os.ReadFile(filepath.Join(d.Folder, keptFile))
	if err != nil {
		return squares, false
	}
	squares, err = observation.ParsePlacement(string(text))
	return squares, err == nil
}
