package web

import (
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"recorderd/timesource"
)

// patience is how long one write to a client may take before the client is given
// up. Its browser connects again by itself and goes on where it was.
const patience = 10 * time.Second

// Stats counts the event streams of both kinds.
type Stats struct {
	Open    int64 // now
	Opened  int64 // ever
	Refused int64 // because too many were open
	Dropped int64 // because the client did not read
}

// Stats returns the counters.
func (h *Handler) Stats() Stats {
	s := &h.streams
	return Stats{s.open.Load(), s.opened.Load(), s.refused.Load(), s.dropped.Load()}
}

// EndStreams ends all streams, and those that are opened later at once.
func (h *Handler) EndStreams() { h.streams.end() }

// streams is all open event streams.
type streams struct {
	max                            int64
	time                           timesource.Source
	ended                          chan struct{}
	end                            func()
	open, opened, refused, dropped atomic.Int64
}

func (s *streams) init(cfg Config) {
	s.max, s.time, s.ended = int64(cfg.MaxStreams), cfg.Time, make(chan struct{})
	s.end = sync.OnceFunc(func() { close(s.ended) })
}

// stream is one client that is sent events.
type stream struct {
	all *streams
	w   http.ResponseWriter
	r   *http.Request
	rc  *http.ResponseController
}

// serve answers with a stream, which run fills until it returns.
func (s *streams) serve(w http.ResponseWriter, r *http.Request, run func(*stream)) {
	if s.open.Add(1) > s.max {
		s.open.Add(-1)
		s.refused.Add(1)
		w.Header().Set("Retry-After", "10")
		http.Error(w, "Too many event streams are open. Close a page that shows this board, or try again later.",
			http.StatusServiceUnavailable)
		return
	}
	defer s.open.Add(-1)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	if r.Method == http.MethodHead {
		return
	}
	s.opened.Add(1)
	st := &stream{all: s, w: w, r: r, rc: http.NewResponseController(w)}
	// The server's deadlines are for whole requests; a stream has its own.
	st.rc.SetReadDeadline(time.Time{})
	st.rc.SetWriteDeadline(time.Time{})
	if st.send([]byte("retry: 2000\n\n")) {
		run(st)
	}
}

// send writes and flushes. It reports whether the client is still there.
func (s *stream) send(p []byte) bool {
	timer := s.all.time.NewTimer(patience)
	written, watched := make(chan struct{}), make(chan struct{})
	gaveUp := false
	go func() {
		defer close(watched)
		select {
		case <-timer.C():
			gaveUp = true
			s.rc.SetWriteDeadline(time.Unix(1, 0)) // long ago: the write fails now
		case <-written:
		}
	}()
	_, err := s.w.Write(p)
	if err == nil {
		err = s.rc.Flush()
	}
	close(written)
	<-watched
	timer.Stop()
	if gaveUp {
		s.all.dropped.Add(1)
	}
	return err == nil && !gaveUp
}

// What a stream was woken by.
type woken int

const (
	changed woken = iota
	silence
	gone
)

// wait returns when there may be something to send, when nothing was for this
// long, or when the stream is at its end.
func (s *stream) wait(more <-chan struct{}, quiet time.Duration) woken {
	timer := s.all.time.NewTimer(quiet)
	defer timer.Stop()
	select {
	case <-s.r.Context().Done():
		return gone
	case <-s.all.ended:
		return gone
	case <-more:
		return changed
	case <-timer.C():
		return silence
	}
}
