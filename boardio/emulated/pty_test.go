package emulated

import (
	"errors"
	"os"
	"testing"
	"time"
)

// A board that talks by itself fills a line that nobody reads, and must not hang
// on it.
func TestWhoWritesToALineThatNobodyReadsCanBeInterrupted(t *testing.T) {
	p, err := OpenPTY()
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	defer p.Close()
	if err := p.SetWriteDeadline(time.Now().Add(50 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := p.Write(make([]byte, 1<<20))
		ended <- err
	}()
	select {
	case err := <-ended:
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("got %v, want %v", err, os.ErrDeadlineExceeded)
		}
	case <-time.After(10 * time.Second):
		t.Error("it still waits for somebody to read")
	}
}
