package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// edits is how many seeded edits are made of each file: 10,000 in the long form.
func edits() int {
	if os.Getenv("RECORDERD_LONG") != "" {
		return 10_000
	}
	return 300
}

// editor changes files by chance. units splits a file into what is moved about
// besides bytes: lines, or entries of a ZIP.
type editor struct {
	*rand.Rand
	units func([]byte) [][]byte
}

func newEditor(n int, units func([]byte) [][]byte) editor {
	return editor{rand.New(rand.NewPCG(uint64(n), 6)), units}
}

// span is where a byte or a unit of a file stands.
type span struct{ from, to int }

func (e editor) pick(file []byte, bytewise bool) span {
	if bytewise {
		i := e.IntN(len(file))
		return span{i, i + 1}
	}
	units := e.units(file)
	i := e.IntN(len(units))
	from := len(slices.Concat(units[:i]...))
	return span{from, from + len(units[i])}
}

// edit returns the file with one edit, and its name.
func (e editor) edit(file []byte) (name string, changed []byte) {
	bytewise := e.IntN(2) == 0
	a, b := e.pick(file, bytewise), e.pick(file, bytewise)
	before, it, after := file[:a.from], file[a.from:a.to], file[a.to:]
	other := file[b.from:b.to]
	at := e.IntN(len(it))
	one := bytes.Clone(it)
	switch e.IntN(7) {
	case 0:
		name, changed = "drop", slices.Concat(before, after)
	case 1:
		name, changed = "repeat", slices.Concat(before, it, it, after)
	case 2:
		name, changed = fmt.Sprintf("insert %d at", b.from), slices.Concat(before, other, it, after)
	case 3:
		if b.from < a.from {
			a, b, it, other = b, a, other, it
		}
		name = fmt.Sprintf("swap %d with", b.from)
		changed = slices.Concat(file[:a.from], other, file[min(a.to, b.from):b.from], it, file[max(b.to, a.to):])
		if a == b {
			changed = file
		}
	case 4:
		one[at] ^= 1 << e.IntN(8)
		name, changed = "flip a bit in", slices.Concat(before, one, after)
	case 5:
		one[at] = byte(e.IntN(256))
		name, changed = "change a byte in", slices.Concat(before, one, after)
	default:
		name, changed = "cut before", before
	}
	return fmt.Sprintf("%s the %d bytes at %d", name, len(it), a.from), changed
}

func linesOf(file []byte) [][]byte {
	lines := bytes.SplitAfter(file, []byte("\n"))
	return slices.DeleteFunc(lines, func(l []byte) bool { return len(l) == 0 })
}

// likeAPowerCut reports whether a power cut may leave this of a journal: lines of
// it, and behind them something that was never finished, with nothing behind it
// or a hole of zeros in it.
func likeAPowerCut(file, changed []byte) bool {
	lines := linesOf(changed)
	if len(lines) == 0 {
		return true
	}
	last := lines[len(lines)-1]
	torn := !bytes.HasSuffix(last, []byte("\n")) || bytes.IndexByte(last, 0) >= 0
	return torn && bytes.HasPrefix(file, changed[:len(changed)-len(last)])
}

// sealedPrefix reports whether a file is the beginning of another one that had
// been sealed once before: nothing in it tells what came later.
func sealedPrefix(file, changed []byte) bool {
	lines := linesOf(changed)
	return bytes.HasPrefix(file, changed) && len(lines) > 0 && bytes.Contains(lines[len(lines)-1], []byte(`"final":true`)) && bytes.HasSuffix(changed, []byte("\n"))
}

// No edit of a sealed journal is accepted, and a cut is told from an alteration.
func TestNoEditOfASealedJournalIsAccepted(t *testing.T) {
	for name, file := range map[string][]byte{"a game": sealed(t, 80), "with an act after its end": sealedTwice(t, 40)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			counts := map[string]int{}
			for n := range edits() {
				e := newEditor(n, linesOf)
				what, changed := e.edit(file)
				if bytes.Equal(changed, file) {
					counts["changed nothing"]++
					continue
				}
				_, err := verify(changed, Options{})
				switch {
				case err == nil && sealedPrefix(file, changed):
					counts["were a sealed journal before"]++
				case err == nil:
					t.Errorf("edit %d, %s: is accepted", n, what)
				case bytes.HasPrefix(file, changed):
					counts["cut"]++
					if !errors.Is(err, ErrCut) {
						t.Errorf("edit %d, %s: is a cut, and told as %v", n, what, err)
					}
				case errors.Is(err, ErrCut):
					counts["like a power cut"]++
					if !likeAPowerCut(file, changed) {
						t.Errorf("edit %d, %s: is no cut, and told as %v", n, what, err)
					}
				default:
					counts["altered"]++
					if !errors.Is(err, ErrAltered) {
						t.Errorf("edit %d, %s: is told as %v", n, what, err)
					}
				}
			}
			t.Log(counts)
			if counts["altered"] < edits()/2 || counts["cut"] == 0 {
				t.Errorf("the edits are not what was meant: %v", counts)
			}
		})
	}
}

// The line that is named is the one that was changed, or the next one, which has
// its hash.
func TestTheFirstLineThatWasChangedIsNamed(t *testing.T) {
	lines := linesOf(sealed(t, 20))
	for i := range lines {
		changed := slices.Clone(lines)
		changed[i] = bytes.Replace(lines[i], []byte(`"sync":true`), []byte(`"sync":false`), 1)
		_, err := verify(slices.Concat(changed...), Options{})
		this, next := fmt.Sprintf("line %d:", i+1), fmt.Sprintf("line %d:", i+2)
		if !errors.Is(err, ErrAltered) || !bytes.Contains([]byte(err.Error()), []byte(this)) && !bytes.Contains([]byte(err.Error()), []byte(next)) {
			t.Errorf("line %d changed: %v", i+1, err)
		}
	}
}

// Whatever stands in a file, Verify returns.
func FuzzVerify(f *testing.F) {
	file := sealed(f, 4)
	f.Add(file)
	f.Add(file[:len(file)/2])
	f.Add([]byte("PK\x03\x04"))
	f.Add([]byte(`{"seq":0}` + "\n"))
	f.Add([]byte(`{"trace":1}`))
	f.Fuzz(func(t *testing.T, changed []byte) {
		for _, open := range []bool{false, true} {
			_, err := verify(changed, Options{Open: open})
			if err == nil && !open && !bytes.Equal(changed, file) && bytes.HasPrefix(changed, file[:len(file)/2]) {
				t.Errorf("an edit is accepted: %q", changed)
			}
		}
	})
}
