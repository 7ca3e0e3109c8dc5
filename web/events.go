package web

import (
	"net/http"
	"time"
)

// heartbeat is the silence after which a comment tells proxies, and the kernel
// at both ends, that the stream still lives.
const heartbeat = 15 * time.Second

// serveEvents streams the lines of the record. Who comes back with the id of the last
// line it had goes on after it.
func (h *Handler) serveEvents(w http.ResponseWriter, r *http.Request) {
	last := r.Header.Get("Last-Event-ID")
	if last == "" {
		last = r.URL.Query().Get("lastEventId")
	}
	h.streams.serve(w, r, func(s *stream) {
		follower := h.cfg.Board.Follow(last)
		var out []byte
		for {
			lines, more := follower.Take()
			out = out[:0]
			for _, l := range lines {
				out = l.AppendID(append(out, "id: "...))
				out = append(append(append(out, "\ndata: "...), l.Data...), "\n\n"...)
			}
			if len(lines) == 0 {
				switch s.wait(more, heartbeat) {
				case gone:
					return
				case changed:
					continue
				case silence:
					out = append(out, ":\n\n"...)
				}
			}
			if !s.send(out) {
				return
			}
		}
	})
}
