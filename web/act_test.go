package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/record"
)

// desk is a handler whose acts are taken by the test.
type desk struct {
	h    *Handler
	game int
	act  observation.Act
	took int
	err  error // what it refuses with
}

func newDesk(t *testing.T) *desk {
	d := &desk{}
	d.h = newTable(t, func(c *Config) { c.Act = d.take }).h
	return d
}

func (d *desk) take(ctx context.Context, game int, a observation.Act) ([]record.Event, error) {
	if _, bounded := ctx.Deadline(); !bounded {
		return nil, errors.New("an act may wait for ever")
	}
	if d.err != nil {
		return nil, d.err
	}
	d.game, d.act, d.took = game, a, d.took+1
	if a.Kind == observation.ActNote {
		return nil, nil
	}
	return []record.Event{record.Reopen{T: 7}, record.End{T: 7, Result: a.Result, Termination: "ruling"}}, nil
}

// send sends an act as a program on the same machine does, or with other headers.
func (d *desk) send(body string, header ...string) *http.Response {
	r := httptest.NewRequest("POST", "http://localhost:8080/act", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	if r.Header.Get("Host") != "" {
		r.Host = r.Header.Get("Host")
	}
	w := httptest.NewRecorder()
	d.h.ServeHTTP(w, r)
	return w.Result()
}

const (
	draw = `{"by":"arbiter","kind":"result","result":"1/2-1/2"}`
	said = `{"by":"white","kind":"note","text":"j'adoube"}`
)

func TestAnActIsAnsweredWithItsLines(t *testing.T) {
	ended := `{"ev":"reopen","t":7}` + "\n" + `{"ev":"end","t":7,"result":"1/2-1/2","termination":"ruling","article":""}` + "\n"
	for _, c := range []struct {
		body   string
		game   int
		kind   observation.ActKind
		answer string
	}{
		{draw, 0, observation.ActResult, ended},
		{`{"game":17,` + draw[1:], 17, observation.ActResult, ended},
		{said, 0, observation.ActNote, ""},
		{" \n" + said + "\n", 0, observation.ActNote, ""},
	} {
		d := newDesk(t)
		res := d.send(c.body)
		if got := body(t, res); res.StatusCode != 200 || got != c.answer {
			t.Errorf("%s: got %d\n%s\nwant 200\n%s", c.body, res.StatusCode, got, c.answer)
		}
		if got := res.Header.Get("Content-Type"); got != "application/x-ndjson" || res.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: got %q, %q", c.body, got, res.Header.Get("Cache-Control"))
		}
		if d.took != 1 || d.game != c.game || d.act.Kind != c.kind {
			t.Errorf("%s: taken %d times as %+v of game %d", c.body, d.took, d.act, d.game)
		}
	}
}

func TestWhoMaySendAnAct(t *testing.T) {
	for _, c := range []struct {
		name   string
		header []string
		status int
	}{
		{"a program", nil, 200},
		{"another spelling of the type", []string{"Content-Type", "Application/JSON; charset=utf-8"}, 200},
		{"the page", []string{"Origin", "http://localhost:8080", "Sec-Fetch-Site", "same-origin"}, 200},
		{"the page in an old browser", []string{"Origin", "http://localhost:8080"}, 200},
		{"by number", []string{"Host", "127.0.0.1:8080", "Origin", "http://127.0.0.1:8080"}, 200},
		{"the page behind a proxy", []string{"Origin", "https://board7.hall.example", "Sec-Fetch-Site", "same-origin"}, 200},
		{"a page from elsewhere", []string{"Origin", "https://evil.example"}, 403},
		{"a page from elsewhere in a new browser", []string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, 403},
		{"another port of this machine", []string{"Origin", "http://localhost:3000"}, 403},
		{"another port in a new browser", []string{"Origin", "http://localhost:3000", "Sec-Fetch-Site", "same-site"}, 403},
		{"a page in a box", []string{"Origin", "null"}, 403},
		{"a name that was made to point here", []string{"Host", "evil.example:8080", "Origin", "http://evil.example:8080", "Sec-Fetch-Site", "same-origin"}, 421},
		{"a form", []string{"Content-Type", "application/x-www-form-urlencoded"}, 415},
		{"a form with text", []string{"Content-Type", "text/plain"}, 415},
		{"a form that looks like JSON", []string{"Content-Type", "text/plain; a=application/json"}, 415},
		{"no type", []string{"Content-Type", ""}, 415},
		{"nonsense", []string{"Content-Type", "application/json; charset"}, 415},
	} {
		d := newDesk(t)
		res := d.send(draw, c.header...)
		if res.StatusCode != c.status || (d.took == 1) != (c.status == 200) {
			t.Errorf("%s: got %d, taken %d times; want %d", c.name, res.StatusCode, d.took, c.status)
		}
		if c.status != 200 && c.status != 421 {
			wantError(t, c.name, res, "")
		}
	}
}

// wantError wants an answer that says in JSON what is wrong.
func wantError(t *testing.T, what string, res *http.Response, has string) {
	t.Helper()
	var got struct{ Error string }
	text := body(t, res)
	if err := json.Unmarshal([]byte(text), &got); err != nil || got.Error == "" || !strings.Contains(got.Error, has) {
		t.Errorf("%s: got %q, want an error with %q", what, text, has)
	}
	if res.Header.Get("Content-Type") != "application/json" {
		t.Errorf("%s: the error is %s", what, res.Header.Get("Content-Type"))
	}
}

func TestAnActThatIsNotUnderstoodIsNotTaken(t *testing.T) {
	for _, c := range []struct {
		body   string
		status int
		has    string
	}{
		{``, 400, `want one JSON object`},
		{`[` + draw + `]`, 400, `want one JSON object`},
		{draw + draw, 400, `after top-level value`},
		{`{"by":"white","kind":"dance"}`, 400, `"kind": want`},
		{`{"by":"white","kind":"resign","colour":"red"}`, 400, `unknown key "colour"`},
		{`{"game":0,` + draw[1:], 400, `"game": want the number of a game`},
		{`{"game":-1,` + draw[1:], 400, `"game"`},
		{`{"game":1.5,` + draw[1:], 400, `"game"`},
		{`{"game":"1",` + draw[1:], 400, `"game"`},
		{`{"game":null,` + draw[1:], 400, `"game"`},
		{`{"game":1e99,` + draw[1:], 400, `"game"`},
		{`{"game":"../../etc/passwd",` + draw[1:], 400, `"game"`},
		{`{"GAME":1,` + draw[1:], 400, `unknown key "GAME"`},
		{strings.Repeat("[", 60000), 400, `want one JSON object`},
		{`{"by":"white","kind":"note","text":"` + strings.Repeat("x", maxAct) + `"}`, 413, `at most 65536 bytes`},
	} {
		d := newDesk(t)
		res := d.send(c.body)
		if res.StatusCode != c.status || d.took != 0 {
			t.Errorf("%.60s: got %d, taken %d times; want %d", c.body, res.StatusCode, d.took, c.status)
		}
		wantError(t, fmt.Sprintf("%.60s", c.body), res, c.has)
	}
}

func TestWhatIsRefusedSaysWhy(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		has    string
	}{
		{Refused{409, errors.New("no game")}, 409, "no game"},
		{fmt.Errorf("act: %w", Refused{404, errors.New("no such game")}), 404, "act: no such game"},
		{context.DeadlineExceeded, 503, "send it again"},
		{fmt.Errorf("late: %w", context.Canceled), 503, "send it again"},
		{io.ErrUnexpectedEOF, 500, "unexpected EOF"},
	} {
		d := newDesk(t)
		d.err = c.err
		res := d.send(draw)
		if res.StatusCode != c.status {
			t.Errorf("%v: got %d, want %d", c.err, res.StatusCode, c.status)
		}
		wantError(t, c.err.Error(), res, c.has)
	}
}

func TestAnActIsPosted(t *testing.T) {
	d := newDesk(t)
	for _, method := range []string{"GET", "HEAD", "PUT", "DELETE", "OPTIONS"} {
		res := ask(d.h, method, "/act", "Content-Type", "application/json")
		if res.StatusCode != 405 || res.Header.Get("Allow") != "POST" || res.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: got %d, Allow %q", method, res.StatusCode, res.Header.Get("Allow"))
		}
	}
	if got := ask(newTable(t).h, "POST", "/act", "Content-Type", "application/json").StatusCode; got != 404 {
		t.Errorf("where nobody takes acts: got %d, want 404", got)
	}
}

// What the docs show can be sent as it stands there, and they show every kind.
func TestTheExamplesInTheDocsAreTaken(t *testing.T) {
	text, err := os.ReadFile("../docs/arbiters.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := map[observation.ActKind]bool{}
	for _, m := range regexp.MustCompile(`(?m)^act '(.*?)'`).FindAllSubmatch(text, -1) {
		_, a, err := parseAct(m[1])
		if err != nil {
			t.Errorf("%s: %v", m[1], err)
		}
		shown[a.Kind] = true
	}
	_, err = observation.ParseAct([]byte(`{}`)) // names all kinds
	for _, kind := range regexp.MustCompile(`[a-z]+(-[a-z]+)*`).FindAllString(strings.TrimPrefix(err.Error(), `"kind": want `), -1) {
		if kind != "or" && kind != "not" && !shown[observation.ActKind(kind)] {
			t.Errorf("the docs show no %s", kind)
		}
	}
}

// A body that breaks off is no act.
func TestAnActThatBreaksOff(t *testing.T) {
	d := newDesk(t)
	r := httptest.NewRequest("POST", "http://localhost/act", io.MultiReader(strings.NewReader(draw), broken{}))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	d.h.ServeHTTP(w, r)
	if w.Code != 400 || d.took != 0 {
		t.Errorf("got %d, taken %d times", w.Code, d.took)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// Whatever is posted, it is an act that can be written, or a refusal in JSON.
func FuzzAct(f *testing.F) {
	for _, s := range []string{draw, said, `{"game":3,` + said[1:], `{"game":3}`, `{"game":{"game":1}}`, `null`, `{"by":"arbiter","kind":"adjourn","offer":[{}],"game":2}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		game, a, err := parseAct(b)
		if err != nil {
			return
		}
		if game < 0 {
			t.Fatalf("%q is for game %d", b, game)
		}
		if _, _, err := observation.ParseLine(observation.AppendLine(nil, 0, a)); err != nil {
			t.Fatalf("%q is taken, and cannot be read again: %v", b, err)
		}
	})
}
