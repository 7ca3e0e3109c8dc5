package web

import (
	"embed"
	"net/http"
	"path"

	"recorderd/pieces"
)

//go:embed static
var files embed.FS

// contentTypes are named here because a machine's own list may differ.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml; charset=utf-8",
}

// servePage serves the page of a board and its files.
func servePage(mux *http.ServeMux) {
	serveFiles(mux)
	mux.HandleFunc("GET /{$}", staticFile("index.html"))
}

// serveFiles serves the files of pages. They were built into the program, so a
// file's hash is what tells a browser whether it has it.
func serveFiles(mux *http.ServeMux) {
	entries, err := files.ReadDir("static")
	if err != nil {
		panic("web: " + err.Error())
	}
	for _, e := range entries {
		if name := e.Name(); path.Ext(name) != ".html" {
			mux.HandleFunc("GET /static/"+name, staticFile(name))
		}
	}
	mux.HandleFunc("GET /static/pieces.svg", func(w http.ResponseWriter, r *http.Request) {
		serveBytes(w, r, contentTypes[".svg"], []byte(pieces.SVG))
	})
}

func staticFile(name string) http.HandlerFunc {
	body, err := files.ReadFile("static/" + name)
	if err != nil {
		panic("web: " + err.Error())
	}
	return func(w http.ResponseWriter, r *http.Request) {
		serveBytes(w, r, contentTypes[path.Ext(name)], body)
	}
}
