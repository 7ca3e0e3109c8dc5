package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"recorderd/boardio"
	"recorderd/boardio/dgt"
	"recorderd/timesource"
)

// lines is what a device told, read while it may tell more.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return bytes.Count(l.text.Bytes(), []byte("\n"))
}

// boardAnswers asks the board at a path for its serial number.
func boardAnswers(path string) bool {
	port, err := boardio.Serial(path, boardio.Line{Baud: dgt.Baud})()
	if err != nil {
		return false
	}
	defer port.Close()
	if _, err := port.Write([]byte{byte(dgt.AskSerial)}); err != nil {
		return false
	}
	_, err = io.ReadFull(port, make([]byte, 8))
	return err == nil
}

func TestADeviceAnswersAgainWhenItsCableIsBack(t *testing.T) {
	link := filepath.Join(t.TempDir(), "board")
	told := &lines{}
	d := device{
		table: table{Board: emulatedBoard(t, demoMake, timesource.Boot())},
		link:  link, told: told, back: make(chan struct{}, 1),
	}
	tty, err := d.plugIn()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- d.serve(ctx, tty) }()
	eventually(t, "an answer", func() bool { return boardAnswers(link) })
	for times := 2; times < 5; times++ {
		d.Unplug()
		d.Plug()
		eventually(t, "another place", func() bool { return told.count() == times })
		eventually(t, "an answer", func() bool { return boardAnswers(link) })
	}
	stop()
	if err := <-served; err != nil {
		t.Error(err)
	}
	if _, err := os.Readlink(link); err != nil {
		t.Error(err)
	}
}
