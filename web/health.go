package web

import (
	"encoding/json"
	"net/http"
)

// Health is how the recorder is. Without problems all is well.
type Health struct{ Problems []Problem }

// Problem is what is wrong with one part, in a sentence that tells an operator
// what to do.
type Problem struct {
	Part string `json:"part"` // "board", "clock", "journal" or another word
	Text string `json:"text"`
}

// MarshalJSON writes the status before the problems.
func (h Health) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Status   string    `json:"status"`
		Problems []Problem `json:"problems"`
	}{h.status(), append([]Problem{}, h.Problems...)})
}

func (h Health) status() string {
	if len(h.Problems) > 0 {
		return "degraded"
	}
	return "ok"
}

func (h *Handler) health(w http.ResponseWriter, r *http.Request) { serveHealth(w, h.cfg.Health()) }

func serveHealth(w http.ResponseWriter, health Health) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if len(health.Problems) > 0 {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	w.Write(append(asJSON(health), '\n'))
}

// asJSON is for types of this program that can always be written.
func asJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic("web: " + err.Error())
	}
	return b
}
