package paper

import (
	"bytes"
	"testing"
)

func TestTheSameDocumentGivesTheSameBytes(t *testing.T) {
	first, err := PDF(sample())
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		again, err := PDF(sample())
		if err != nil || !bytes.Equal(first, again) {
			t.Fatalf("another PDF, or %v", err)
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
