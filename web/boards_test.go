package web

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"recorderd/live"
	"recorderd/observation"
	"recorderd/timesource"
)

func TestSeveralBoardsStandBesideEachOther(t *testing.T) {
	var manual timesource.Manual
	var boards []NamedBoard
	for _, name := range []string{"1", "table-2"} {
		b := live.NewBoard(name, &manual)
		b.Expect(observation.Header{Game: observation.Game{White: "W<" + name + ">", Black: "B"}})
		health := func() Health { return Health{} }
		if name == "1" {
			health = func() Health { return Health{Problems: []Problem{{Part: "board", Text: "is the cable in?"}}} }
		}
		boards = append(boards, NamedBoard{name, New(Config{Board: b, Health: health, Time: &manual})})
	}
	h := NewBoards(Config{
		Health:  func() Health { return Health{Problems: []Problem{{Part: "1/board", Text: "is the cable in?"}}} },
		Metrics: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("figures")) }),
	}, boards...)
	for _, c := range []struct {
		path   string
		status int
		has    string
	}{
		{"/", 200, `<a href="boards/table-2/"><b>table-2</b> W&lt;table-2&gt; – B</a></li>`},
		{"/", 200, `<p class="alert">is the cable in?</p>`},
		{"/static/page.css", 200, ".boards"},
		{"/healthz", 503, `"1/board"`},
		{"/metrics", 200, "figures"},
		{"/boards/1", 307, "/boards/1/"},
		{"/boards/1/", 200, `href="static/page.css"`},
		{"/boards/1/static/page.css", 200, ".boards"},
		{"/boards/1/healthz", 503, `"board"`},
		{"/boards/table-2/healthz", 200, "ok"},
		{"/boards/table-2/live.pgn", 200, "table-2"},
		{"/boards/3/", 404, "nothing here"},
		{"/live.pgn", 404, "such as /boards/1/live.pgn"},
		{"/boards/1/../../etc/passwd", 307, ""},
	} {
		res := ask(h, "GET", c.path)
		body, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != c.status || !strings.Contains(string(body)+res.Header.Get("Location"), c.has) {
			t.Errorf("%s: got %d, %v\n%s\nwant %d and %s", c.path, res.StatusCode, err, body, c.status, c.has)
		}
	}
}
