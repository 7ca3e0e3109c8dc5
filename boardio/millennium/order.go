package millennium

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"recorderd/disk"
)

// A recorder that starts in the middle of a game sees no start position. So the
// order that the last one showed is kept in a file of one line.
const orderFile = "millennium-order.txt"

func (o Order) String() string {
	if o == A8First {
		return "a8 first"
	}
	return "h1 first"
}

// remembered returns the order that is kept in this folder.
func remembered(folder string) (o Order, ok bool) {
	if folder == "" {
		return H1First, false
	}
	line, err := os.ReadFile(filepath.Join(folder, orderFile))
	if err != nil {
		return H1First, false // none, or one that can't be read, is learned again
	}
	switch strings.TrimSpace(string(line)) {
	case H1First.String():
		return H1First, true
	case A8First.String():
		return A8First, true
	}
	return H1First, false
}

// remember keeps the order in this folder.
func remember(folder string, o Order) error {
	changed, err := disk.MakeDir(disk.Real, folder)
	if err != nil {
		return err
	}
	for _, dir := range changed {
		if err := disk.Real.SyncDir(dir); err != nil {
			return err
		}
	}
	return disk.WriteOver(filepath.Join(folder, orderFile), 0o644, func(w io.Writer) error {
		_, err := io.WriteString(w, o.String()+"\n")
		return err
	})
}
