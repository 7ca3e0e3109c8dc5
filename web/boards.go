package web

import (
	"html/template"
	"net/http"

	"github.com/rs/zerolog"
)

// Boards answers for several boards: each under /boards/NAME/ as if it were
// alone, and what is asked of all of them at /.
type Boards struct {
	guard  guard
	mux    *http.ServeMux
	boards []NamedBoard
	log    zerolog.Logger
}

// NamedBoard is the handler of one of them. Its name stands in paths as it is:
// it has letters, digits and a few signs.
type NamedBoard struct {
	Name string
	*Handler
}

// NewBoards returns the handler of several boards, with the health and the
// metrics of all of them. Of its configuration only Health, Metrics, Log and Hosts
// are used.
func NewBoards(cfg Config, boards ...NamedBoard) *Boards {
	b := &Boards{guard: guard{cfg.Hosts}, mux: http.NewServeMux(), boards: boards, log: cfg.Log}
	for _, board := range boards {
		at := "/boards/" + board.Name
		b.mux.Handle(at+"/", http.StripPrefix(at, board.Handler))
	}
	b.mux.HandleFunc("GET /{$}", b.list)
	b.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "There is nothing here. With several boards each has its own addresses, such as /boards/"+
			boards[0].Name+r.URL.Path, http.StatusNotFound)
	})
	b.mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, r *http.Request) { serveHealth(w, cfg.Health()) })
	if cfg.Metrics != nil {
		b.mux.Handle("GET /metrics", cfg.Metrics)
	}
	serveFiles(b.mux)
	return b
}

func (b *Boards) ServeHTTP(w http.ResponseWriter, r *http.Request) { b.guard.serve(w, r, b.mux) }

// EndStreams ends the streams of all boards.
func (b *Boards) EndStreams() {
	for _, board := range b.boards {
		board.EndStreams()
	}
}

// Server returns a server for all boards, as Handler.Server does for one.
func (b *Boards) Server() *http.Server { return newServer(b, b.log, b.EndStreams) }

var listPage = template.Must(template.New("boards").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Boards</title>
<link rel="icon" type="image/svg+xml" href="static/icon.svg">
<link rel="stylesheet" href="static/page.css">
<main>
<h1>Boards</h1>
<ul class="boards">
{{range .}}<li><a href="boards/{{.Name}}/"><b>{{.Name}}</b> {{.Players}}</a>{{range .Problems}}<p class="alert">{{.Text}}</p>{{end}}</li>
{{end}}</ul>
</main>
</html>
`))

// players are those of the game that is shown.
func (h *Handler) players() string {
	sheet, _ := h.cfg.Board.Sheet()
	if sheet.Game.White == "" && sheet.Game.Black == "" {
		return ""
	}
	return sheet.Game.White + " \u2013 " + sheet.Game.Black
}

// list links to the page of each board, and says what is wrong with it.
func (b *Boards) list(w http.ResponseWriter, r *http.Request) {
	type row struct {
		Name, Players string
		Problems      []Problem
	}
	var rows []row
	for _, board := range b.boards {
		rows = append(rows, row{board.Name, board.players(), board.cfg.Health().Problems})
	}
	w.Header().Set("Content-Type", contentTypes[".html"])
	w.Header().Set("Cache-Control", "no-store")
	if err := listPage.Execute(w, rows); err != nil {
		b.log.Debug().Err(err).Msg("the list of the boards was not read to its end")
	}
}
