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

// edit returns the file with one edit, and its name.
func (e editor) edit(file []byte) (name string, changed []byte) {
	parts := e.units(file)
	what := "line"
	if e.IntN(2) == 0 {
		parts, what = slices.Collect(slices.Chunk(file, 1)), "byte"
	}
	i := e.IntN(len(parts))
	switch e.IntN(7) {
	case 0:
		name, parts = "drop", slices.Delete(slices.Clone(parts), i, i+1)
	case 1:
		name, parts = "repeat", slices.Insert(slices.Clone(parts), i, parts[i])
	case 2:
		j := e.IntN(len(parts))
		name, parts = fmt.Sprintf("swap with %d", j), slices.Clone(parts)
		parts[i], parts[j] = parts[j], parts[i]
	case 3:
		j := e.IntN(len(parts))
		name, parts = fmt.Sprintf("insert %d before", j), slices.Insert(slices.Clone(parts), i, parts[j])
	case 4:
		name, parts = "flip a bit of", slices.Clone(parts)
		parts[i] = bytes.Clone(parts[i])
		parts[i][e.IntN(len(parts[i]))] ^= 1 << e.IntN(8)
	case 5:
		name, parts = "change a byte of", slices.Clone(parts)
		parts[i] = bytes.Clone(parts[i])
		parts[i][e.IntN(len(parts[i]))] = byte(e.IntN(256))
	default:
		name, parts = "cut before", parts[:i]
	}
	return fmt.Sprintf("%s %s %d", name, what, i), slices.Concat(parts...)
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
				e := editor{rand.New(rand.NewPCG(uint64(n), 6)), linesOf}
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
