package web

import (
	"context"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
)

// MakePaper makes a paper of a game out of its journal. What it refuses is an
// error with a status, Refused.
type MakePaper func(context.Context, PaperRequest) (Paper, error)

// PaperRequest says which paper is wanted: the sheet of this name, RecordPaper or
// BundlePaper, of the game with this number. Language, Letters, Moment and Names
// are as they were asked for, empty where they were not.
type PaperRequest struct {
	Game                      int
	Name, Format              string
	Language, Letters, Moment string
	Names                     string
}

// The names of what is no sheet.
const (
	RecordPaper = "record"
	BundlePaper = "bundle"
)

// Paper is one that was made.
type Paper struct {
	ContentType string
	Body        []byte
}

// papers makes them one after the other: the machine has a game to record.
type papers struct {
	make MakePaper
	one  chan struct{}
}

// paperPatience is how long somebody waits for those before him.
const paperPatience = 20 * time.Second

func (h *Handler) servePapers(m MakePaper) {
	p := papers{m, make(chan struct{}, 1)}
	h.mux.HandleFunc("GET /games/{game}/sheets/{file}", h.paper(p, ""))
	h.mux.HandleFunc("GET /games/{game}/record.jsonl", h.paper(p, RecordPaper+".jsonl"))
	h.mux.HandleFunc("GET /games/{game}/bundle.zip", h.paper(p, BundlePaper+".zip"))
}

// paper answers with one paper. File is its name, "" where the address has it.
func (h *Handler) paper(p papers, file string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name := file
		if name == "" {
			name = r.PathValue("file")
		}
		q, err := readPaperRequest(r, name)
		var made Paper
		if err == nil {
			made, err = p.of(r.Context(), q)
		}
		if err != nil {
			h.noPaper(w, err)
			return
		}
		w.Header().Set("Content-Security-Policy", paperPolicy)
		w.Header().Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": q.fileName()}))
		serveBytes(w, r, made.ContentType, made.Body)
	}
}

// paperPolicy lets a sheet have its own looks within it, and nothing else.
const paperPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// of waits until nobody else has a paper made, and makes it.
func (p papers) of(ctx context.Context, q PaperRequest) (Paper, error) {
	ctx, cancel := context.WithTimeout(ctx, paperPatience)
	defer cancel()
	select {
	case p.one <- struct{}{}:
		defer func() { <-p.one }()
		return p.make(ctx, q)
	case <-ctx.Done():
		return Paper{}, Refused{http.StatusServiceUnavailable, errors.New("other papers are being made: ask again")}
	}
}

func readPaperRequest(r *http.Request, file string) (q PaperRequest, err error) {
	q.Game, err = strconv.Atoi(r.PathValue("game"))
	ending := path.Ext(file)
	q.Name, q.Format = strings.TrimSuffix(file, ending), strings.TrimPrefix(ending, ".")
	if err != nil || q.Game < 1 || strconv.Itoa(q.Game) != r.PathValue("game") {
		return q, Refused{http.StatusNotFound, fmt.Errorf("no game %.20q: want the number of one, from 1 on", r.PathValue("game"))}
	}
	asked := r.URL.Query()
	q.Language, q.Letters, q.Moment, q.Names = asked.Get("lang"), asked.Get("letters"), asked.Get("at"), asked.Get("names")
	return q, nil
}

// fileName is under which a browser keeps the paper.
func (q PaperRequest) fileName() string {
	return fmt.Sprintf("game-%06d-%s.%s", q.Game, q.Name, q.Format)
}

func (h *Handler) noPaper(w http.ResponseWriter, err error) {
	status := http.StatusInternalServerError
	if refused, ok := errors.AsType[Refused](err); ok {
		status = refused.Status
	}
	if status == http.StatusInternalServerError {
		h.cfg.Log.Error().Err(err).Msg("a paper cannot be made")
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, err.Error(), status)
}
