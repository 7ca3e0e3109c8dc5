package journal

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"recorderd/disk"
)

// What a journal asks of a disk.
type (
	FS   = disk.FS
	File = disk.File
)

// Disk is the file system of this machine.
var Disk FS = disk.Real

// ErrBusy is returned where another process writes the same journal.
var ErrBusy = disk.ErrBusy

const suffix = ".jsonl"

// Path returns where the journal of a game is.
func Path(dir string, number int) string {
	return filepath.Join(dir, fmt.Sprintf("%06d", number)+suffix)
}

// numbers returns the highest number that any file of a folder has, and those
// of the journals.
func numbers(names []string) (highest int, journals []int) {
	for _, name := range names {
		digits, rest, found := strings.Cut(name, ".")
		n, err := strconv.Atoi(digits)
		if !found || err != nil || n < 0 {
			continue
		}
		highest = max(highest, n)
		if "."+rest == suffix && fmt.Sprintf("%06d", n) == digits {
			journals = append(journals, n)
		}
	}
	return highest, journals
}
