package emulated

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"recorderd/timesource"
)

// ErrUnplugged is what Serve returns after Unplug.
var ErrUnplugged = errors.New("emulated: unplugged")

// line is what goes to the computer: message after message, each as long on its
// way as its bytes take.
type line struct {
	byteTime time.Duration
	reports  bool          // each message is written alone
	wire     *Wire         // that is shared with other boards; nil for a line of its own
	free     time.Duration // when the last message has left
	messages []outgoing
}

type outgoing struct {
	due   time.Duration // when its last byte has left
	bytes []byte
}

// piece is how many bytes of a long message are written together.
const piece = 96

func (l *line) put(at time.Duration, b []byte) {
	l.free = max(l.free, at)
	if l.wire != nil {
		l.wire.put(l, l.free, b)
		l.free += time.Duration(len(b)) * l.byteTime
		return
	}
	for len(b) > piece && l.byteTime > 0 && !l.reports {
		l.put(at, b[:piece])
		b = b[piece:]
	}
	l.free += time.Duration(len(b)) * l.byteTime
	l.messages = append(l.messages, outgoing{l.free, b})
}

// clear forgets what has not left.
func (l *line) clear(now time.Duration) {
	l.messages, l.free = nil, now
	if l.wire != nil {
		l.wire.clear(l)
	}
}

// take returns what has left until now, in as many writes as are due.
func (l *line) take(now time.Duration) (writes [][]byte) {
	n := 0
	for ; n < len(l.messages) && l.messages[n].due <= now; n++ {
		if last := len(writes) - 1; last >= 0 && !l.reports {
			writes[last] = append(writes[last], l.messages[n].bytes...)
			continue
		}
		writes = append(writes, l.messages[n].bytes)
	}
	l.messages = slices.Delete(l.messages, 0, n)
	return writes
}

// send puts a message on the line, or what the faults leave of it.
func (b *Board) send(at time.Duration, m []byte) {
	w := Works{b}
	if b.cut || b.faults.Silent || w.Happens(b.faults.LoseFrame) {
		return
	}
	if w.Happens(b.faults.Garbage) {
		b.line.put(at, b.garbage())
	}
	m = slices.Clone(m)
	if w.Happens(b.faults.LoseByte) {
		i := b.chance.IntN(len(m))
		m = slices.Delete(m, i, i+1)
	}
	if w.Happens(b.faults.FlipBit) && len(m) > 0 {
		m[b.chance.IntN(len(m))] ^= 1 << b.chance.IntN(8)
	}
	b.line.put(at, m)
}

func (b *Board) garbage() []byte {
	g := make([]byte, 1+b.chance.IntN(20))
	for i := range g {
		g[i] = byte(b.chance.Uint32())
	}
	return g
}

// Inject puts these very bytes on the line.
func (b *Board) Inject(bytes ...byte) {
	b.do(func(now time.Duration) { b.line.put(now, bytes) })
}

// Serve gives the board power and a line, and lets it work until the line is
// lost, ctx is done or Unplug is called. It closes the line. A board can be
// served again after that, on another line; unless it has power of its own it
// knows nothing of what it was told before.
func (b *Board) Serve(ctx context.Context, rw io.ReadWriteCloser) error {
	b.serving.Lock() // the line before may still be on its way out
	defer b.serving.Unlock()
	ctx, cancel := context.WithCancelCause(ctx)
	b.plug(func() { cancel(ErrUnplugged) })
	defer b.unplugged()
	return serve(ctx, cancel, rw, b)
}

// end is what is at the other end of a line from the computer.
type end interface {
	hear([]byte)
	// Turn does what is due and returns what is to be written, and when to come
	// back.
	Turn() (writes [][]byte, next time.Duration)
	// rest waits until next, or until there may be something earlier to do.
	rest(ctx context.Context, next time.Duration) error
}

// serve lets who is at the end of a line hear and speak until it is lost or ctx
// is done, closes it and returns why.
func serve(ctx context.Context, cancel context.CancelCauseFunc, rw io.ReadWriteCloser, who end) error {
	defer context.AfterFunc(ctx, func() { rw.Close() })()
	deaf := make(chan struct{})
	go func() {
		defer close(deaf)
		cancel(fmt.Errorf("emulated: line lost: %w", listen(rw, who)))
	}()
	cancel(fmt.Errorf("emulated: line lost: %w", speak(ctx, rw, who)))
	<-deaf
	return context.Cause(ctx) // the first of these errors
}

// Unplug takes the line away, and the power that came with it.
func (b *Board) Unplug() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.unplug != nil {
		b.unplug()
	}
}

// Restart takes the power away for a moment. The line stays.
func (b *Board) Restart() { b.do(b.powerUp) }

// powerUp is power that comes, perhaps after it was away.
func (b *Board) powerUp(now time.Duration) {
	b.off, b.pending = false, nil
	b.line.clear(now)
	b.parts.PowerUp(now)
}

func (b *Board) plug(unplug func()) {
	b.do(func(now time.Duration) {
		b.cut, b.unplug = false, unplug
		if !b.opt.OwnPower {
			b.powerUp(now)
		}
	})
}

func (b *Board) unplugged() {
	b.do(func(now time.Duration) {
		b.cut, b.unplug = true, nil
		b.off = !b.opt.OwnPower
		b.line.clear(now)
	})
}

// listen hears commands until the line is lost.
func listen(r io.Reader, who end) error {
	buf := make([]byte, 512)
	for {
		n, err := r.Read(buf)
		who.hear(buf[:n])
		if err != nil {
			return err
		}
	}
}

// speak writes what is due when it is due.
func speak(ctx context.Context, w io.Writer, who end) error {
	for {
		writes, next := who.Turn()
		for _, bytes := range writes {
			if _, err := w.Write(bytes); err != nil {
				return err
			}
		}
		if err := who.rest(ctx, next); err != nil {
			return err
		}
	}
}

// hear takes what came on the line.
func (b *Board) hear(received []byte) {
	b.do(func(now time.Duration) {
		if len(received) > 0 && !b.faults.Silent {
			b.parts.Hear(now, received)
		}
	})
}

// Turn does what is due and returns what is to be written, and when to come
// back. Serve does that by itself.
func (b *Board) Turn() (writes [][]byte, next time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.advance(b.src.Now())
	writes = b.line.take(b.now)
	next = b.next().At
	if len(b.line.messages) > 0 {
		next = min(next, b.line.messages[0].due)
	}
	return writes, next
}

func (b *Board) rest(ctx context.Context, next time.Duration) error {
	return rest(ctx, b.src, next, b.wake)
}

// rest waits until next, or to be woken.
func rest(ctx context.Context, src timesource.Source, next time.Duration, wake <-chan struct{}) error {
	var due <-chan struct{}
	if next < math.MaxInt64 {
		timer := src.NewTimer(next - src.Now())
		defer timer.Stop()
		due = timer.C()
	}
	select {
	case <-due:
		return nil
	case <-wake:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
