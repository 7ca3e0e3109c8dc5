package record_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// pendingList is a folder's list of what is not read as it must be, yet. A name
// on it may fail, and may not pass.
type pendingList struct {
	file   string
	names  []string
	still  []string
	judged map[string]bool
}

func newPending(t *testing.T, dir string) *pendingList {
	t.Helper()
	p := &pendingList{file: filepath.Join(dir, pendingFile), judged: map[string]bool{}}
	for _, line := range strings.Split(string(readFile(t, p.file)), "\n") {
		if line != "" && line[0] != '#' {
			p.names = append(p.names, line)
		}
	}
	return p
}

func (p *pendingList) verdict(t *testing.T, name string, err error) {
	t.Helper()
	p.judged[name] = true
	if err != nil {
		p.still = append(p.still, name)
	}
	verdict(t, err, slices.Contains(p.names, name))
}

// finish writes the list anew if that is asked for. What was not played keeps
// its place.
func (p *pendingList) finish(t *testing.T) {
	t.Helper()
	if !*rewritePending {
		return
	}
	notJudged := slices.DeleteFunc(slices.Clone(p.names), func(name string) bool { return p.judged[name] })
	text := "# What is not read as it must be, yet. What is may not stand here.\n" +
		strings.Join(append(append(p.still, notJudged...), ""), "\n")
	if err := os.WriteFile(p.file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
