package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

func TestAPaperIsAskedForByItsAddress(t *testing.T) {
	var asked PaperRequest
	tb := newTable(t, func(c *Config) {
		c.Paper = func(_ context.Context, q PaperRequest) (Paper, error) {
			asked = q
			return Paper{"application/pdf", []byte("%PDF")}, nil
		}
	})
	for _, c := range []struct {
		path, file string
		want       PaperRequest
	}{
		{"/games/41/sheets/scoresheet.pdf", "game-000041-scoresheet.pdf", PaperRequest{Game: 41, Name: "scoresheet", Format: "pdf"}},
		{"/games/1/sheets/fifty-moves.html?lang=pt&at=24&letters=de", "game-000001-fifty-moves.html",
			PaperRequest{Game: 1, Name: "fifty-moves", Format: "html", Language: "pt", Letters: "de", Moment: "24"}},
		{"/games/1000000/record.jsonl", "game-1000000-record.jsonl", PaperRequest{Game: 1000000, Name: RecordPaper, Format: "jsonl"}},
		{"/games/2/bundle.zip?lang=es", "game-000002-bundle.zip", PaperRequest{Game: 2, Name: BundlePaper, Format: "zip", Language: "es"}},
		{"/games/2/sheets/report", "game-000002-report.", PaperRequest{Game: 2, Name: "report"}},
	} {
		r := ask(tb.h, "GET", c.path)
		if diff := cmp.Diff(c.want, asked); diff != "" || r.StatusCode != http.StatusOK || body(t, r) != "%PDF" {
			t.Errorf("%s: %s, -want +got:\n%s", c.path, r.Status, diff)
		}
		if got := r.Header.Get("Content-Disposition"); got != "inline; filename="+c.file {
			t.Errorf("%s: Content-Disposition %q", c.path, got)
		}
		if policy := r.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'; style-src 'unsafe-inline'") {
			t.Errorf("%s: policy %q", c.path, policy)
		}
		if again := ask(tb.h, "GET", c.path, "If-None-Match", r.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
			t.Errorf("%s again: %s", c.path, again.Status)
		}
	}
}

func TestThereIsNoPaperOfAGameThatIsNoNumber(t *testing.T) {
	tb := newTable(t, func(c *Config) {
		c.Paper = func(context.Context, PaperRequest) (Paper, error) {
			t.Error("it was made")
			return Paper{}, nil
		}
	})
	for _, n := range []string{"0", "-1", "01", "x", "1.5", "99999999999999999999", "%2e%2e"} {
		if r := ask(tb.h, "GET", "/games/"+n+"/sheets/report.pdf"); r.StatusCode != http.StatusNotFound {
			t.Errorf("game %s: %s", n, r.Status)
		}
	}
}

func TestWhyThereIsNoPaper(t *testing.T) {
	var err error
	tb := newTable(t, func(c *Config) {
		c.Paper = func(context.Context, PaperRequest) (Paper, error) { return Paper{}, err }
	})
	for _, c := range []struct {
		err    error
		status int
	}{
		{Refused{http.StatusBadRequest, errors.New("language \"de\"")}, http.StatusBadRequest},
		{errors.New("line 9 cannot be read"), http.StatusInternalServerError},
	} {
		err = c.err
		r := ask(tb.h, "GET", "/games/1/sheets/report.pdf")
		if got := body(t, r); r.StatusCode != c.status || !strings.Contains(got, c.err.Error()) {
			t.Errorf("%s: %s, want %d and why", r.Status, got, c.status)
		}
	}
}

// TestPapersAreMadeOneAfterTheOther asks for many at a time. Who would have to wait
// too long is told so.
func TestPapersAreMadeOneAfterTheOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var busy, most, made int
		var mu sync.Mutex
		release := make(chan struct{})
		tb := newTable(t, func(c *Config) {
			c.Paper = func(context.Context, PaperRequest) (Paper, error) {
				mu.Lock()
				busy++
				most, made = max(most, busy), made+1
				mu.Unlock()
				<-release
				mu.Lock()
				busy--
				mu.Unlock()
				return Paper{"application/pdf", []byte("%PDF")}, nil
			}
		})
		answers := make(chan int, 4)
		for range 4 {
			go func() { answers <- ask(tb.h, "GET", "/games/1/sheets/report.pdf").StatusCode }()
		}
		for range 3 { // they wait for the first, which is never done in time
			if got := <-answers; got != http.StatusServiceUnavailable {
				t.Errorf("who waited was answered %d", got)
			}
		}
		release <- struct{}{}
		if got := <-answers; got != http.StatusOK || most != 1 || made != 1 {
			t.Errorf("answered %d, %d made, %d at a time", got, made, most)
		}
	})
}
