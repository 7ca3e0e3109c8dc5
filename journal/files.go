package journal

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
)

const suffix = ".jsonl"

// Path returns where the journal of a game is.
func Path(dir string, number int) string {
	return filepath.Join(dir, fmt.Sprintf("%06d", number)+suffix)
}

// RawPath returns where the bytes that the device sent are kept, beside a journal.
func RawPath(journal string) string { return strings.TrimSuffix(journal, suffix) + ".raw.gz" }

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
