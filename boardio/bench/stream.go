package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/timesource"
)

// Stream is what went over a line, in its order.
type Stream []Event

// Event is one thing that happened on a line. Only bytes that came or were sent
// have bytes.
type Event struct {
	At    time.Duration
	Kind  Kind
	Bytes []byte
}

// Kind is what happened.
type Kind string

const (
	Opened Kind = "opened"
	Came   Kind = "came"
	Sent   Kind = "sent"
	Closed Kind = "closed" // the line was lost
)

func (r *Rig) note(kind Kind, b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stream = append(r.stream, Event{r.Source.Now(), kind, bytes.Clone(b)})
}

// Stream returns all that went over the line.
func (r *Rig) Stream() Stream {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stream
}

// Text writes a stream for people and for ReadStream: a line an event with its
// milliseconds since the first, the bytes in hexadecimal.
func (s Stream) Text() []byte {
	var b bytes.Buffer
	for _, e := range s {
		fmt.Fprintf(&b, "%d %s", (e.At - s[0].At).Milliseconds(), e.Kind)
		if len(e.Bytes) > 0 {
			fmt.Fprintf(&b, " %X", e.Bytes)
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// ReadStream reads what Text wrote. Lines that begin with # are passed over.
func ReadStream(text []byte) (Stream, error) {
	var s Stream
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if strings.HasPrefix(lines.Text(), "#") || lines.Text() == "" {
			continue
		}
		f := append(strings.Fields(lines.Text()), "")
		ms, err := strconv.ParseInt(f[0], 10, 64)
		b, errB := hex.DecodeString(f[min(2, len(f)-1)])
		if err != nil || errB != nil || len(f) < 3 {
			return nil, fmt.Errorf("line %d: want milliseconds, what happened, and bytes: %q", n, lines.Text())
		}
		s = append(s, Event{time.Duration(ms) * time.Millisecond, Kind(f[1]), b})
	}
	return s, lines.Err()
}

// Replay lets a driver read a stream again, in a bubble of time, and returns what
// it reports, up to a while after the end. Whatever it sends is heard by nobody.
func Replay(t *testing.T, s Stream, driver func(boardio.Options) boardio.Device, opt boardio.Options, then func(boardio.Device, []boardio.Report)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := player{src: timesource.Bubble(), events: s}
		p.began = p.src.Now()
		var mu sync.Mutex
		var reports []boardio.Report
		opt.Device, opt.Open, opt.Source = "stream", p.open, p.src
		d := driver(opt)
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() {
			ended <- d.Run(ctx, func(r boardio.Report) {
				mu.Lock()
				defer mu.Unlock()
				reports = append(reports, r)
			})
		}()
		timesource.Sleep(ctx, p.src, s[len(s)-1].At+afterwards)
		synctest.Wait()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("Run ended with %v, want context canceled", err)
		}
		then(d, reports)
	})
}

// afterwards is how long a driver goes on behind the end of a stream.
const afterwards = 10 * time.Second

// player is a line on which a stream comes again.
type player struct {
	src   timesource.Source
	began time.Duration

	mu     sync.Mutex
	events Stream // that have not happened
}

// open opens the line no earlier than it was opened.
func (p *player) open() (boardio.Port, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.events) == 0 || p.src.Now() < p.began+p.events[0].At {
		return nil, &boardio.Error{Op: "open", Device: "stream", Err: boardio.ErrAbsent, Hint: "it comes later"}
	}
	p.events = p.events[1:]
	ctx, cancel := context.WithCancel(context.Background())
	return &replayed{p, ctx, cancel}, nil
}

// replayed is one opening of the line.
type replayed struct {
	*player
	ctx   context.Context
	close context.CancelFunc
}

func (r *replayed) Read(b []byte) (int, error) {
	for {
		e, ok := r.next()
		if !ok {
			<-r.ctx.Done()
			return 0, io.EOF
		}
		if err := timesource.Sleep(r.ctx, r.src, r.began+e.At-r.src.Now()); err != nil {
			return 0, io.EOF
		}
		switch e.Kind {
		case Came:
			return copy(b, e.Bytes), nil
		case Closed:
			return 0, io.EOF
		}
	}
}

// next takes the next event of this opening.
func (r *replayed) next() (Event, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.events) == 0 || r.events[0].Kind == Opened {
		return Event{}, false
	}
	e := r.events[0]
	r.events = r.events[1:]
	return e, true
}

func (r *replayed) Write(b []byte) (int, error) { return len(b), nil }
func (r *replayed) Close() error                { r.close(); return nil }
func (r *replayed) ResetInputBuffer() error     { return nil }
