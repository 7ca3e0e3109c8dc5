package web

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

// ask asks the handler as a browser on the same machine does.
func ask(h http.Handler, method, path string, header ...string) *http.Response {
	r := httptest.NewRequest(method, "http://localhost:8080"+path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func metrics() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "recorderd_build_info 1\n") })
}

func TestRoutes(t *testing.T) {
	tb := newTable(t, func(c *Config) { c.Metrics = metrics() })
	tb.sitDown(1)
	for _, c := range []struct {
		method, path string
		status       int
		contentType  string
		has          string
	}{
		{"GET", "/", 200, "text/html; charset=utf-8", "<!doctype html>"},
		{"GET", "/static/page.js", 200, "text/javascript; charset=utf-8", "import"},
		{"GET", "/static/page.css", 200, "text/css; charset=utf-8", "--paper"},
		{"GET", "/static/pieces.svg", 200, "image/svg+xml; charset=utf-8", "<symbol id=\"king\""},
		{"GET", "/record.jsonl", 200, "application/x-ndjson", `"ev":"start"`},
		{"GET", "/live.pgn", 200, "application/x-chess-pgn; charset=utf-8", `[Event "Évora Open"]`},
		{"GET", "/healthz", 200, "application/json", `"status":"ok"`},
		{"GET", "/metrics", 200, "text/plain; charset=utf-8", "recorderd_build_info"},
		{"HEAD", "/", 200, "text/html; charset=utf-8", ""},
		{"HEAD", "/record.jsonl", 200, "application/x-ndjson", ""},
		{"HEAD", "/events", 200, "text/event-stream", ""},
		{"HEAD", "/view", 200, "text/event-stream", ""},
		{"GET", "/static/", 404, "text/plain; charset=utf-8", ""},
		{"GET", "/static/../web.go", 307, "text/html; charset=utf-8", ""},
		{"GET", "/index.html", 404, "text/plain; charset=utf-8", ""},
		{"GET", "/nothing", 404, "text/plain; charset=utf-8", ""},
		{"POST", "/nothing", 404, "text/plain; charset=utf-8", ""},
		{"POST", "/", 405, "text/plain; charset=utf-8", ""},
		{"PUT", "/record.jsonl", 405, "text/plain; charset=utf-8", ""},
		{"DELETE", "/events", 405, "text/plain; charset=utf-8", ""},
		{"OPTIONS", "/live.pgn", 405, "text/plain; charset=utf-8", ""},
	} {
		res := ask(tb.h, c.method, c.path)
		what := c.method + " " + c.path
		if res.StatusCode != c.status || res.Header.Get("Content-Type") != c.contentType && c.method != "HEAD" {
			t.Errorf("%s: got %d, %q; want %d, %q", what, res.StatusCode, res.Header.Get("Content-Type"), c.status, c.contentType)
		}
		if got := body(t, res); !strings.Contains(got, c.has) || c.method == "HEAD" && got != "" {
			t.Errorf("%s: got the body %.80q, want %q in it", what, got, c.has)
		}
		if allow := res.Header.Get("Allow"); (c.status == 405) != (allow == "GET, HEAD") {
			t.Errorf("%s: got Allow %q", what, allow)
		}
		for name, want := range map[string]string{
			"Content-Security-Policy":      policy,
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Opener-Policy":   "same-origin",
			"Cross-Origin-Resource-Policy": "same-origin",
			"Access-Control-Allow-Origin":  "",
		} {
			if got := res.Header.Get(name); got != want {
				t.Errorf("%s: %s: got %q, want %q", what, name, got, want)
			}
		}
	}
}

func TestWithoutMetricsThereIsNoSuchRoute(t *testing.T) {
	if got := ask(newTable(t).h, "GET", "/metrics").StatusCode; got != 404 {
		t.Errorf("got %d, want 404", got)
	}
}

func TestTheWholeRecordIsServed(t *testing.T) {
	tb := newTable(t)
	if res := ask(tb.h, "GET", "/record.jsonl"); res.StatusCode != 200 || body(t, res) != "" {
		t.Errorf("before the first game: got %d, want 200 and nothing", res.StatusCode)
	}
	tb.sitDown(1)
	tb.e4()
	res := ask(tb.h, "GET", "/record.jsonl")
	if got, want := body(t, res), string(tb.board.RecordJSONL()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if res.ContentLength <= 0 {
		t.Errorf("got a length of %d", res.ContentLength)
	}
}

func TestPGNIsNotSentTwice(t *testing.T) {
	tb := newTable(t)
	tb.sitDown(1)
	tb.e4()
	first := ask(tb.h, "GET", "/live.pgn")
	tag := first.Header.Get("ETag")
	if !regexp.MustCompile(`^"[0-9a-f]{32}"$`).MatchString(tag) {
		t.Fatalf("got the tag %q, want a strong one", tag)
	}
	if got := body(t, first); !strings.Contains(got, "1. e4") || first.Header.Get("Cache-Control") != "no-cache" {
		t.Errorf("got %q, %q", got, first.Header.Get("Cache-Control"))
	}
	for _, c := range []struct {
		known string
		want  int
	}{
		{tag, 304}, {"W/" + tag, 304}, {`"other", ` + tag, 304}, {"*", 304}, {`"other"`, 200}, {"nonsense", 200},
	} {
		res := ask(tb.h, "GET", "/live.pgn", "If-None-Match", c.known)
		if got := body(t, res); res.StatusCode != c.want || (got == "") != (c.want == 304) || res.Header.Get("ETag") != tag {
			t.Errorf("If-None-Match %s: got %d with %d bytes, want %d", c.known, res.StatusCode, len(got), c.want)
		}
	}
	tb.e5()
	if res := ask(tb.h, "GET", "/live.pgn", "If-None-Match", tag); res.StatusCode != 200 || res.Header.Get("ETag") == tag {
		t.Errorf("after another move: got %d, the tag %s", res.StatusCode, res.Header.Get("ETag"))
	}
}

func TestHealth(t *testing.T) {
	var health Health
	tb := newTable(t, func(c *Config) { c.Health = func() Health { return health } })
	check := func(status int, want string) {
		t.Helper()
		res := ask(tb.h, "GET", "/healthz")
		if got := body(t, res); res.StatusCode != status || got != want || res.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("got %d %s, want %d %s", res.StatusCode, got, status, want)
		}
	}
	check(200, `{"status":"ok","problems":[]}`+"\n")
	health.Problems = []Problem{{Part: "journal", Text: "no space left on device: free some"}}
	check(503, `{"status":"degraded","problems":[{"part":"journal","text":"no space left on device: free some"}]}`+"\n")
}

func TestHealthHasTheSquaresWhenItIsAskedForThem(t *testing.T) {
	ago := int64(1200)
	health := Health{Squares: &Squares{Still: []string{"h8"}, Flickering: []string{}, Each: []Square{
		{Name: "a1", Changes: 3, Flickers: 1, AgoMS: &ago, Empty: true, Occupied: true}, {Name: "h8", Occupied: true},
	}}}
	tb := newTable(t, func(c *Config) { c.Health = func() Health { return health } })
	for path, want := range map[string]string{
		"/healthz":           `{"status":"ok","problems":[]}`,
		"/healthz?squares=0": `{"status":"ok","problems":[]}`,
		"/healthz?squares=1": `{"status":"ok","problems":[],"squares":{"never_changed":["h8"],"flickering":[],"each":[` +
			`{"sq":"a1","changes":3,"flickers":1,"last_change_ms_ago":1200,"seen_empty":true,"seen_occupied":true},` +
			`{"sq":"h8","changes":0,"flickers":0,"last_change_ms_ago":null,"seen_empty":false,"seen_occupied":true}]}}`,
	} {
		if got := body(t, ask(tb.h, "GET", path)); got != want+"\n" {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

// A page from elsewhere whose name was made to point here is not answered.
func TestOverLoopbackOnlyLocalhostIsAnswered(t *testing.T) {
	tb := newTable(t, func(c *Config) { c.Hosts = []string{"board7.hall.example"} })
	loopback := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	hall := &net.TCPAddr{IP: net.IPv4(192, 168, 7, 7), Port: 8080}
	for _, c := range []struct {
		host  string
		local net.Addr
		want  int
	}{
		{"localhost", loopback, 200},
		{"LocalHost.:8080", loopback, 200},
		{"board.localhost:8080", loopback, 200},
		{"127.0.0.1:8080", loopback, 200},
		{"127.1.2.3", loopback, 200},
		{"[::1]:8080", loopback, 200},
		{"[::1]", loopback, 200},
		{"[::ffff:127.0.0.1]:8080", loopback, 200},
		{"board7.hall.example", loopback, 200},
		{"", loopback, 200},
		{"evil.example", loopback, 421},
		{"evil.example:8080", loopback, 421},
		{"localhost.evil.example", loopback, 421},
		{"127.0.0.1.evil.example", loopback, 421},
		{"192.168.7.7:8080", loopback, 421},
		{"[", loopback, 421},
		{"evil.example", nil, 421},
		{"evil.example", &net.TCPAddr{IP: net.IPv6loopback}, 421},
		{"board9.hall.example:8080", hall, 200},
	} {
		r := httptest.NewRequest("GET", "/healthz", nil)
		r.Host = c.host
		if c.local != nil {
			r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, c.local))
		}
		w := httptest.NewRecorder()
		tb.h.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("host %q at %v: got %d, want %d", c.host, c.local, w.Code, c.want)
		}
	}
}

func TestThePageNeedsNothingFromElsewhere(t *testing.T) {
	entries, err := files.ReadDir("static")
	if err != nil {
		t.Fatal(err)
	}
	outside := regexp.MustCompile(`(?:https?:)?//[a-z0-9.]+\.[a-z]+`)
	for _, e := range entries {
		b, err := files.ReadFile("static/" + e.Name())
		if err != nil {
			t.Fatal(err)
		}
		b = bytes.ReplaceAll(b, []byte("http://www.w3.org/2000/svg"), nil) // a name, not an address
		if found := outside.Find(b); found != nil {
			t.Errorf("%s asks for %s", e.Name(), found)
		}
		if strings.HasSuffix(e.Name(), ".html") && regexp.MustCompile(`(?i)<style|style=|\son\w+=|<script>`).Match(b) {
			t.Errorf("%s has script or style of its own, which its policy forbids", e.Name())
		}
		res := ask(newTable(t).h, "GET", "/static/"+e.Name())
		if want := contentTypes["."+e.Name()[strings.LastIndexByte(e.Name(), '.')+1:]]; want == "" {
			t.Errorf("%s has no content type", e.Name())
		} else if res.StatusCode != 200 && e.Name() != "index.html" {
			t.Errorf("%s: got %d", e.Name(), res.StatusCode)
		}
	}
}

func TestAPageThatIsKnownIsNotSentAgain(t *testing.T) {
	h := newTable(t).h
	tag := ask(h, "GET", "/").Header.Get("ETag")
	if res := ask(h, "GET", "/", "If-None-Match", tag); res.StatusCode != 304 || tag == "" {
		t.Errorf("got %d for the tag %q, want 304", res.StatusCode, tag)
	}
}

func TestTheServerHasLimits(t *testing.T) {
	s := newTable(t).h.Server()
	if s.ReadHeaderTimeout <= 0 || s.ReadTimeout <= 0 || s.WriteTimeout <= 0 || s.IdleTimeout <= 0 || s.MaxHeaderBytes <= 0 || s.ErrorLog == nil {
		t.Errorf("got %+v", s)
	}
}
