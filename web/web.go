// Package web is the one HTTP front of the recorder: it shows what live holds to
// browsers and programs, and passes on what people do. It sees no device.
package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"

	"github.com/rs/zerolog"

	"recorderd/live"
	"recorderd/observation"
	"recorderd/record"
	"recorderd/timesource"
)

// Config says what is served, and how much of it.
type Config struct {
	Board   *live.Board
	Metrics http.Handler  // nil: no /metrics
	Health  func() Health // nil: all is well
	Act     TakeAct       // nil: no /act
	Paper   MakePaper     // nil: no /games
	Version string
	Log     zerolog.Logger
	Time    timesource.Source // of heartbeats, and of the patience with slow readers

	// MaxStreams bounds how many event streams are open at a time; 0 means
	// DefaultMaxStreams.
	MaxStreams int
	// Hosts are names besides localhost under which a browser may ask over the
	// loopback interface, such as that of a reverse proxy.
	Hosts []string
}

// TakeAct takes an act for the game with this number, the present one for 0, and
// returns the lines that it caused. What it refuses is an error with a status,
// Refused; what is not taken before ctx ends is the error of ctx.
type TakeAct func(ctx context.Context, game int, a observation.Act) ([]record.Event, error)

// DefaultMaxStreams is the bound of Config.MaxStreams.
const DefaultMaxStreams = 100

// Handler answers the routes of the contract.
type Handler struct {
	cfg     Config
	mux     *http.ServeMux
	guard   guard
	view    view
	streams streams
	foreign http.CrossOriginProtection
}

// New returns the handler of one board.
func New(cfg Config) *Handler {
	if cfg.MaxStreams <= 0 {
		cfg.MaxStreams = DefaultMaxStreams
	}
	if cfg.Health == nil {
		cfg.Health = func() Health { return Health{} }
	}
	h := &Handler{cfg: cfg, mux: http.NewServeMux(), guard: guard{cfg.Hosts}}
	h.streams.init(cfg)
	h.mux.HandleFunc("GET /record.jsonl", h.record)
	h.mux.HandleFunc("GET /live.pgn", h.pgn)
	h.mux.HandleFunc("GET /healthz", h.health)
	h.mux.HandleFunc("GET /events", h.serveEvents)
	h.mux.HandleFunc("GET /view", h.serveView)
	if cfg.Act != nil {
		h.mux.HandleFunc("POST /act", h.act)
	}
	if cfg.Paper != nil {
		h.servePapers(cfg.Paper)
	}
	if cfg.Metrics != nil {
		h.mux.Handle("GET /metrics", cfg.Metrics)
	}
	servePage(h.mux)
	return h
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.guard.serve(w, r, h.mux) }

// Server returns a server for this handler, with limits for clients that are
// slow or silent. Its streams end when it is shut down.
func (h *Handler) Server() *http.Server { return newServer(h, h.cfg.Log, h.EndStreams) }

// newServer returns a server with limits for clients that are slow or silent.
func newServer(h http.Handler, log zerolog.Logger, endStreams func()) *http.Server {
	s := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          serverLog(log),
	}
	s.RegisterOnShutdown(endStreams)
	return s
}

func (h *Handler) record(w http.ResponseWriter, r *http.Request) {
	serveBytes(w, r, "application/x-ndjson", h.cfg.Board.RecordJSONL())
}

// pgn names its charset: a reader that is not told takes text for Latin-1.
func (h *Handler) pgn(w http.ResponseWriter, r *http.Request) {
	body, err := h.cfg.Board.PGN()
	if err != nil {
		h.cfg.Log.Error().Err(err).Msg("the PGN cannot be served")
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	serveBytes(w, r, "application/x-chess-pgn; charset=utf-8", body)
}

// serveBytes answers with all of the body, or tells who has it already that it
// is still the same.
func serveBytes(w http.ResponseWriter, r *http.Request, contentType string, body []byte) {
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", etag(body))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

func etag(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:16]) + `"`
}
