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

// servePage serves the page and its files. They were built into the program, so
// a file's hash is what tells a browser whether it has it.
func servePage(mux *http.ServeMux) {
	entries, err := files.ReadDir("static")
	if err != nil {
		panic("web: " + err.Error())
	}
	for _, e := range entries {
		body, err := files.ReadFile("static/" + e.Name())
		if err != nil {
			panic("web: " + err.Error())
		}
		route := "/static/" + e.Name()
		if e.Name() == "index.html" {
			route = "/{$}"
		}
		mux.HandleFunc("GET "+route, func(w http.ResponseWriter, r *http.Request) {
			serveBytes(w, r, contentTypes[path.Ext(e.Name())], body)
		})
	}
	mux.HandleFunc("GET /static/pieces.svg", func(w http.ResponseWriter, r *http.Request) {
		serveBytes(w, r, contentTypes[".svg"], []byte(pieces.SVG))
	})
}
