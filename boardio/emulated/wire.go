package emulated

import (
	"context"
	"io"
	"math"
	"slices"
	"sync"
	"time"

	"recorderd/timesource"
)

// Wire is one line that several boards share. All of them hear what the computer
// says. What they say goes to it joined, as with transmitters that can only pull
// up: where two of them speak at one time, neither is understood.
type Wire struct {
	boards []*Board
	src    timesource.Source
	wake   chan struct{}

	serving sync.Mutex
	mu      sync.Mutex
	bytes   []spoken // on their way, by when they have left
	last    spoken   // that has left
	unplug  func()   // ends Serve; nil while nothing is served
}

// spoken is a byte of one board on its way.
type spoken struct {
	by       *line
	from, to time.Duration
	b        byte
	pause    bool // here what came so far is written
}

// NewWire puts boards on one line. They must not be served by themselves any
// more.
func NewWire(src timesource.Source, boards ...*Board) *Wire {
	w := &Wire{boards: boards, src: src, wake: make(chan struct{}, 1)}
	for _, b := range boards {
		b.wake, b.line.wire = w.wake, w
	}
	return w
}

// Serve gives all boards power and a line, as Board.Serve does.
func (w *Wire) Serve(ctx context.Context, rw io.ReadWriteCloser) error {
	w.serving.Lock()
	defer w.serving.Unlock()
	ctx, cancel := context.WithCancelCause(ctx)
	w.setUnplug(func() { cancel(ErrUnplugged) })
	defer w.setUnplug(nil)
	for _, b := range w.boards {
		b.plug(nil)
		defer b.unplugged()
	}
	return serve(ctx, cancel, rw, w)
}

func (w *Wire) setUnplug(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.unplug = f
}

// Unplug takes the line away from all boards.
func (w *Wire) Unplug() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.unplug != nil {
		w.unplug()
	}
}

func (w *Wire) hear(received []byte) {
	for _, b := range w.boards {
		b.hear(received)
	}
}

// Turn lets all boards do what is due, as Board.Turn does.
func (w *Wire) Turn() (writes [][]byte, next time.Duration) {
	next = math.MaxInt64
	for _, b := range w.boards {
		_, its := b.Turn()
		next = min(next, its)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if left := w.take(w.src.Now()); len(left) > 0 {
		writes = [][]byte{left}
	}
	for _, s := range w.bytes {
		if s.pause {
			return writes, min(next, s.to)
		}
	}
	return writes, next
}

func (w *Wire) rest(ctx context.Context, next time.Duration) error {
	return rest(ctx, w.src, next, w.wake)
}

// together is how many bytes an adapter passes on at once, if more are on their
// way.
const together = 16

// put is one board speaking.
func (w *Wire) put(by *line, at time.Duration, message []byte) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, b := range message {
		s := spoken{by, at, at + by.byteTime, b, i == len(message)-1 || i%together == together-1}
		at = s.to
		n := len(w.bytes)
		for n > 0 && w.bytes[n-1].to > s.to {
			n--
		}
		w.bytes = slices.Insert(w.bytes, n, s)
	}
}

// clear silences a board.
func (w *Wire) clear(by *line) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bytes = slices.DeleteFunc(w.bytes, func(s spoken) bool { return s.by == by })
}

// take returns what has left until now. A byte during which another board spoke
// has the bits of both.
func (w *Wire) take(now time.Duration) (left []byte) {
	n := 0
	for ; n < len(w.bytes) && w.bytes[n].to <= now; n++ {
		s := w.bytes[n]
		if w.last.by != s.by && s.from < w.last.to {
			s.b |= w.last.b
		}
		if n+1 < len(w.bytes) && w.bytes[n+1].by != s.by && w.bytes[n+1].from < s.to {
			s.b |= w.bytes[n+1].b
		}
		left = append(left, s.b)
		w.last = s
	}
	w.bytes = slices.Delete(w.bytes, 0, n)
	return left
}
