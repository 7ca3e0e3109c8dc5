package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"recorderd/observation"
	"recorderd/record"
)

const (
	maxAct      = 64 << 10        // bytes of an act
	actPatience = 5 * time.Second // until the loop must have taken it
)

// Refused is an error of Config.Act that says with which status to answer. Any
// other error is one of the program.
type Refused struct {
	Status int
	Err    error
}

func (e Refused) Error() string { return e.Err.Error() }
func (e Refused) Unwrap() error { return e.Err }

// act takes one act of a player or an arbiter, and answers with the lines of the
// record that it caused, be it none.
func (h *Handler) act(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	lines, err := h.takeAct(w, r)
	if err != nil {
		h.refuse(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-ndjson")
	var out []byte
	for _, e := range lines {
		out = append(record.AppendLine(out, e), '\n')
	}
	w.Write(out)
}

func (h *Handler) takeAct(w http.ResponseWriter, r *http.Request) ([]record.Event, error) {
	if err := h.sameOrigin(r); err != nil {
		return nil, err
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxAct))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return nil, Refused{http.StatusRequestEntityTooLarge, fmt.Errorf("an act has at most %d bytes: shorten its text", maxAct)}
	case err != nil:
		return nil, Refused{http.StatusBadRequest, fmt.Errorf("read the act: %w", err)}
	}
	game, a, err := parseAct(body)
	if err != nil {
		return nil, Refused{http.StatusBadRequest, err}
	}
	ctx, cancel := context.WithTimeout(r.Context(), actPatience)
	defer cancel()
	lines, err := h.cfg.Act(ctx, game, a)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		err = Refused{http.StatusServiceUnavailable, errors.New("the recorder did not come to it in time, the act is not taken: send it again")}
	}
	return lines, err
}

// sameOrigin keeps pages from elsewhere out. Their browser names them, and sends
// JSON only after it has asked whether it may, which is never answered.
func (h *Handler) sameOrigin(r *http.Request) error {
	if h.foreign.Check(r) != nil {
		return Refused{http.StatusForbidden, errors.New("an act is not taken from a page of another origin: open the recorder's own address")}
	}
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/json" {
		return Refused{http.StatusUnsupportedMediaType, errors.New("an act is sent with the header Content-Type: application/json")}
	}
	return nil
}

// parseAct reads an act and the number of the game it is for, 0 for the present
// one.
func parseAct(body []byte) (game int, a observation.Act, err error) {
	var keys map[string]json.RawMessage
	if json.Unmarshal(body, &keys) == nil {
		if number, given := keys["game"]; given {
			if err := json.Unmarshal(number, &game); err != nil || game < 1 {
				return 0, a, errors.New("\"game\": want the number of a game, from 1 on; without it, the act is for the present game")
			}
			delete(keys, "game")
			if body, err = json.Marshal(keys); err != nil {
				return 0, a, err
			}
		}
	}
	a, err = observation.ParseAct(body)
	return game, a, err
}

// refuse says why, to a program and to whoever wrote it.
func (h *Handler) refuse(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	if refused, ok := errors.AsType[Refused](err); ok {
		status = refused.Status
	}
	if status >= http.StatusInternalServerError {
		h.cfg.Log.Error().Err(err).Msg("an act is not taken")
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(append(asJSON(struct {
		Error string `json:"error"`
	}{err.Error()}), '\n'))
}
