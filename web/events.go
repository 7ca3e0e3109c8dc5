package web

import (
	"net/http"
	"time"
)

// heartbeat is the silence after which a comment tells proxies, and the kernel
// at both ends, that the stream still lives.
const heartbeat = 15 * time.Second

// serveEvents streams the lines of the record, and announcements after them if
// they are asked for. Who comes back with the id of the last line it had goes on
// after it.
func (h *Handler) serveEvents(w http.ResponseWriter, r *http.Request) {
	announcer, err := newAnnouncer(r.URL.Query())
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	last := r.Header.Get("Last-Event-ID")
	if last == "" {
		last = r.URL.Query().Get("lastEventId")
	}
	h.streams.serve(w, r, func(s *stream) {
		follower := h.cfg.Board.Follow(last)
		for _, e := range follower.Passed() {
			announcer.hear(e)
		}
		var out []byte
		for {
			lines, more := follower.Take()
			out = out[:0]
			for _, l := range lines {
				out = l.AppendID(append(out, "id: "...))
				out = append(append(append(out, "\ndata: "...), l.Data...), "\n\n"...)
				if a, ok := announcer.hear(l.Event); ok {
					out = append(append(append(out, "event: announce\ndata: "...), asJSON(a)...), "\n\n"...)
				}
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
