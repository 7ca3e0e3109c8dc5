package archive

import (
	"bytes"
	"testing"
)

// Whatever is in the place of a copy: either it becomes the beginning of the file,
// and nothing but zeros and a last line without an end was lost of it, or it is
// left as it is and another one is made.
func FuzzCopy(f *testing.F) {
	f.Add([]byte("{1}\n{22}\n"), []byte("{1}\n{2"))
	f.Add([]byte("{1}\n{22}\n"), []byte("{1}\n{3}\n"))
	f.Add([]byte("{1}\n{22}\n{"), []byte("{1}\n\x00\x00\x00\x00\n"))
	f.Add([]byte("{1}\n\x00\x00\n"), []byte("\x00\x00"))
	f.Add([]byte("{1}\n"), []byte("{1}\n{22}\n{333}"))
	f.Add([]byte{}, []byte("{"))
	f.Fuzz(func(t *testing.T, source, before []byte) {
		m := newMachine(t)
		const name, other = "000001.jsonl", "000001.2.jsonl"
		m.card.Put(games+"/"+name, source)
		m.stick.Put(copies+"/"+name, before)
		a, _ := m.archive()
		a.look(true)
		after, second := m.stick.OnPlate(copies+"/"+name), m.stick.OnPlate(copies+"/"+other)
		whole := source[:finished(source)]
		if len(m.stick.Files()) == 2 {
			if !bytes.Equal(after, before) || !bytes.Equal(second, whole) {
				t.Errorf("source %q\nbefore %q\nafter %q\nand %q", source, before, after, second)
			}
			return
		}
		if !bytes.HasPrefix(after, whole) || !bytes.HasPrefix(source, after) {
			t.Errorf("source %q\nbefore %q\nafter %q", source, before, after)
		}
		for i, b := range before[:finished(before)] {
			if b != 0 && (i >= len(after) || after[i] != b) {
				t.Fatalf("byte %d is lost: source %q\nbefore %q\nafter %q", i, source, before, after)
			}
		}
	})
}
