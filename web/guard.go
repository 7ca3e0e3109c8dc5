package web

import (
	"log"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/rs/zerolog"
)

// policy lets the page load its own files and nothing else from anywhere.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func secure(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// guard lets in who may ask. The hosts are those of Config.
type guard struct{ hosts []string }

// serve has the mux answer, if the one who asks can have meant this server.
func (g guard) serve(w http.ResponseWriter, r *http.Request, mux *http.ServeMux) {
	secure(w.Header())
	if !g.meant(r) {
		http.Error(w, "Over the loopback interface this recorder answers to localhost only, not to the name "+
			"that was asked for. Open http://localhost instead.", http.StatusMisdirectedRequest)
		return
	}
	mux.ServeHTTP(w, r)
}

// meant reports whether whoever asks can have meant this server. Over loopback
// everybody is trusted, so a page from elsewhere must not get there: it could
// have its own name point to 127.0.0.1 and then read what is served, but its
// browser still asks for that name.
func (g guard) meant(r *http.Request) bool {
	if addr, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr); ok && !addr.IP.IsLoopback() {
		return true
	}
	if r.Host == "" {
		return true // no browser asks like this
	}
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if ip, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return ip.Unmap().IsLoopback()
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || slices.Contains(g.hosts, host)
}

// serverLog passes on what net/http complains of: mostly clients that went away.
func serverLog(l zerolog.Logger) *log.Logger {
	return log.New(lineLog{l}, "", 0)
}

type lineLog struct{ zerolog.Logger }

func (l lineLog) Write(p []byte) (int, error) {
	l.Debug().Str("area", "http").Msg(strings.TrimSpace(string(p)))
	return len(p), nil
}
