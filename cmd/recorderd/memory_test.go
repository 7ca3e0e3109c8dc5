package main

import (
	"io"
	"sync"
	"testing"

	"recorderd/boardio"
	"recorderd/boardio/dgt"
	clock "recorderd/clockio/dgt"
)

// memoryLine is a serial line without a kernel: what a quick board says is read
// at once, and what the driver writes is answered at once.
type memoryLine struct {
	board  *quickBoard
	said   chan []byte
	rest   []byte
	closed chan struct{}
	once   sync.Once
}

func (l *memoryLine) Read(b []byte) (int, error) {
	if len(l.rest) == 0 {
		select {
		case l.rest = <-l.said:
		case <-l.closed:
			return 0, io.EOF
		}
	}
	n := copy(b, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

func (l *memoryLine) Write(b []byte) (int, error) {
	for _, c := range b {
		l.board.answer(dgt.Command(c))
	}
	return len(b), nil
}

func (l *memoryLine) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *memoryLine) ResetInputBuffer() error { return nil }

// boardEnd is where the quick board writes.
type boardEnd struct{ *memoryLine }

func (e boardEnd) Write(b []byte) (int, error) {
	e.said <- append([]byte(nil), b...)
	return len(b), nil
}

// openMemoryHall is a quick hall without a terminal, to measure what is ours.
func openMemoryHall(b *testing.B, control string) *quickHall {
	line := &memoryLine{said: make(chan []byte, 1024), closed: make(chan struct{})}
	line.board = &quickBoard{TB: b, tty: boardEnd{line}, stands: startPlacement(), face: clock.Reading{Kind: clock.NoClock}}
	return newQuickHall(b, control, line.board, func() (boardio.Port, error) { return line, nil })
}

// BenchmarkBytesInMemoryToEvent is BenchmarkBytesToEvent without the kernel's
// terminal: from the bytes that the driver reads to the event.
func BenchmarkBytesInMemoryToEvent(b *testing.B) {
	for _, c := range []struct{ name, control string }{{"touch", "-"}, {"press", "1800"}} {
		b.Run(c.name, func(b *testing.B) {
			h := openMemoryHall(b, c.control)
			h.measure(b, c.control != "-", h.followInside())
		})
	}
}
