package paper

import (
	"bytes"
	"flag"
	"os"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write testdata/sample.* anew")

// TestTheSampleLooksAsItWasLastSeen holds the sample against the files of it
// that were looked at. After a change write them anew, and look.
func TestTheSampleLooksAsItWasLastSeen(t *testing.T) {
	pdf, err := PDF(sample())
	if err != nil {
		t.Fatal(err)
	}
	page, err := HTML(sample())
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string][]byte{"pdf": pdf, "html": page, "txt": []byte(Text(sample()))} {
		file := "testdata/sample." + name
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Equal(got, want) {
			continue
		}
		if name == "pdf" {
			t.Errorf("another %s: %d bytes, want %d", file, len(got), len(want))
		} else {
			t.Errorf("another %s:\n%s", file, cmp.Diff(string(want), string(got)))
		}
	}
}

func TestTheSameDocumentGivesTheSameBytes(t *testing.T) {
	var made [8][]byte
	var wait sync.WaitGroup
	for i := range made {
		wait.Go(func() {
			var err error
			if made[i], err = PDF(sample()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	for _, other := range made[1:] {
		if !bytes.Equal(made[0], other) {
			t.Fatalf("two PDFs of one document, of %d and %d bytes", len(made[0]), len(other))
		}
	}
}

// BenchmarkPDF sets one page with three boards.
func BenchmarkPDF(b *testing.B) {
	d := sample()
	d.Blocks = d.Blocks[:8]
	for b.Loop() {
		if _, err := PDF(d); err != nil {
			b.Fatal(err)
		}
	}
}
