package web

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"recorderd/live"
)

// pulse is how often the page hears of the scene if nothing changes, so that it
// can tell silence of the board from silence of the network.
const pulse = 5 * time.Second

// view keeps what the page is sent as JSON, for all who look at the same moment.
type view struct {
	mu           sync.Mutex
	moment       live.Moment // of what is kept
	sheet, scene []byte
}

// serveView streams what the page shows: the event "sheet" when the score sheet
// changed, the event "scene" when pieces, clocks or links did. Each is the whole
// of it as it is now; what a client was too slow for it never hears of.
func (h *Handler) serveView(w http.ResponseWriter, r *http.Request) {
	h.streams.serve(w, r, func(s *stream) {
		var shown live.Moment
		var out []byte
		for {
			now, next := h.cfg.Board.Moment()
			beat := false
			if now == shown {
				switch s.wait(next, pulse) {
				case gone:
					return
				case changed:
					continue
				case silence:
					beat = true
				}
			}
			out = out[:0]
			if now.Sheet != shown.Sheet {
				out, shown.Sheet = h.view.appendSheet(out, h.cfg.Board)
			}
			if now.Scene != shown.Scene || beat {
				out, shown.Scene = h.appendScene(out)
			}
			if !s.send(out) {
				return
			}
		}
	})
}

func (v *view) appendSheet(out []byte, b *live.Board) ([]byte, uint64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if now, _ := b.Moment(); v.moment.Sheet != now.Sheet {
		var sheet live.Sheet
		sheet, v.moment.Sheet = b.Sheet()
		v.sheet = asJSON(sheet)
	}
	out = append(append(out, "event: sheet\ndata: "...), v.sheet...)
	return append(out, "\n\n"...), v.moment.Sheet
}

// appendScene puts before what is kept that which differs from one sending to the
// next: the age of the clock's report, and the health.
func (h *Handler) appendScene(out []byte) ([]byte, uint64) {
	scene, version := h.view.sceneNow(h.cfg.Board)
	out = append(out, "event: scene\ndata: {\"age_ms\":"...)
	out = strconv.AppendInt(out, h.cfg.Board.ClockAge().Milliseconds(), 10)
	out = append(append(out, ",\"version\":"...), asJSON(h.cfg.Version)...)
	out = append(append(out, ",\"health\":"...), asJSON(h.cfg.Health())...)
	out = append(append(out, ','), scene[1:]...)
	return append(out, "\n\n"...), version
}

func (v *view) sceneNow(b *live.Board) ([]byte, uint64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if now, _ := b.Moment(); v.moment.Scene != now.Scene {
		var scene live.Scene
		scene, v.moment.Scene = b.Scene()
		v.scene = asJSON(scene)
	}
	return v.scene, v.moment.Scene
}
