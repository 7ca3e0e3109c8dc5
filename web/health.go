package web

import (
	"encoding/json"
	"net/http"
)

// Health is how the recorder is. Without problems all is well.
type Health struct {
	Problems []Problem
	Squares  *Squares // told to those who ask for it; nil where nobody watches them
}

// Problem is what is wrong with one part, in a sentence that tells an operator
// what to do.
type Problem struct {
	Part string `json:"part"` // "board", "clock", "journal" or another word
	Text string `json:"text"`
}

// Squares is what the squares of a board said since the recorder was started.
type Squares struct {
	Still      []string `json:"never_changed"` // while most of the others did; empty before
	Flickering []string `json:"flickering"`    // far more than the others
	Each       []Square `json:"each"`
}

// Square is what one of them said.
type Square struct {
	Name     string `json:"sq"`
	Changes  int64  `json:"changes"`
	Flickers int64  `json:"flickers"`
	AgoMS    *int64 `json:"last_change_ms_ago"` // nil for never
	Empty    bool   `json:"seen_empty"`
	Occupied bool   `json:"seen_occupied"`
}

// MarshalJSON writes the status before the problems.
func (h Health) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Status   string    `json:"status"`
		Problems []Problem `json:"problems"`
		Squares  *Squares  `json:"squares,omitempty"`
	}{h.status(), append([]Problem{}, h.Problems...), h.Squares})
}

func (h Health) status() string {
	if len(h.Problems) > 0 {
		return "degraded"
	}
	return "ok"
}

// health answers in short, and with the squares if "squares" is asked for.
func (h *Handler) health(w http.ResponseWriter, r *http.Request) {
	health := h.cfg.Health()
	if r.FormValue("squares") != "1" {
		health.Squares = nil
	}
	serveHealth(w, health)
}

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
