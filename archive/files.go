package archive

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

const (
	journalEnd = ".jsonl"
	rawEnd     = ".raw.gz"
)

// fileName is the name of a journal, or of the raw bytes beside it. Between the
// number and the end is, in the folder of copies, which copy it is.
var fileName = regexp.MustCompile(`^([0-9]{6,})(\.[2-9])?(\.jsonl|\.raw\.gz)$`)

// numberOf returns the number of the game that a file is of.
func numberOf(name string) (number int, ok bool) {
	m := fileName.FindStringSubmatch(name)
	if m == nil {
		return 0, false
	}
	number, err := strconv.Atoi(m[1])
	return number, err == nil
}

// lastCopy is the highest number that a copy of a file can have.
const lastCopy = 9

// copyName returns the name of the nth copy of a file. The first has the name of
// the file itself, so that a folder of copies can be used as one of journals.
func copyName(name string, n int) string {
	if n == 1 {
		return name
	}
	number, end, _ := strings.Cut(name, ".")
	return number + "." + strconv.Itoa(n) + "." + end
}

func isJournal(name string) bool { return strings.HasSuffix(name, journalEnd) }

// newestFirst returns the files of games among names, the last game first: it may
// be going on.
func newestFirst(names []string) (files []string) {
	for _, name := range names {
		if m := fileName.FindStringSubmatch(name); m != nil && m[2] == "" {
			files = append(files, name)
		}
	}
	slices.SortFunc(files, func(a, b string) int {
		na, _ := numberOf(a)
		nb, _ := numberOf(b)
		return cmp.Or(cmp.Compare(nb, na), cmp.Compare(a, b))
	})
	return files
}

// finished returns how much of the end of a journal is whole lines. A power cut
// leaves lines without an end, and zeros where blocks were not written.
func finished(end []byte) int {
	n := bytes.LastIndexByte(end, '\n') + 1
	if n < len(end) || n == 0 {
		return n
	}
	begin := bytes.LastIndexByte(end[:n-1], '\n') + 1
	if bytes.IndexByte(end[begin:], 0) >= 0 {
		return begin
	}
	return n
}

// advice is what an operator can do about a disk that refuses.
func advice(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return ": make room on it"
	case errors.Is(err, syscall.EROFS):
		return ": mount it writable, and let the service write there with ReadWritePaths="
	case errors.Is(err, fs.ErrPermission):
		return ": let the user of recorderd write there"
	case errors.Is(err, syscall.EIO), errors.Is(err, syscall.ENODEV), errors.Is(err, syscall.ENXIO):
		return ": is it plugged in? If so, replace it"
	}
	return ""
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// standing returns the folder that a path is in or will be: itself, or the first
// above it that is there.
func (a *Archive) standing(path string) (dir string, device uint64, err error) {
	for {
		info, err := a.opt.Disk.Stat(path)
		if !errors.Is(err, fs.ErrNotExist) || path == filepath.Dir(path) {
			return path, info.Device, err
		}
		path = filepath.Dir(path)
	}
}

// rawFirst orders the files of one game: raw bytes before journals.
func rawFirst(a, b string) int {
	if isJournal(a) != isJournal(b) {
		if isJournal(b) {
			return -1
		}
		return 1
	}
	return cmp.Compare(a, b)
}
