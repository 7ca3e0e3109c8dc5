package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"recorderd/journal"
	"recorderd/signature"
	"recorderd/web"
)

// archived is a station that serves one sealed game and one that is cut in the
// middle of a line, as that of a game that is on may be.
func archived(t *testing.T) (s *station, sealed, open string) {
	t.Helper()
	s = &station{data: t.TempDir()}
	dir := filepath.Join(s.data, "games")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	key := filepath.Join(s.data, signature.KeyFile)
	if _, _, err := takeKey(key, 0o700); err != nil {
		t.Fatal(err)
	}
	sealed, open = journal.Path(dir, 1), journal.Path(dir, 2)
	printed(t, "import", "--key", key, "--out", sealed, operaTrace)
	text, err := os.ReadFile(sealed)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(open, text[:len(text)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	return s, sealed, open
}

func TestWhatIsServedIsWhatTheCommandsMake(t *testing.T) {
	s, sealed, open := archived(t)
	config := filepath.Join(t.TempDir(), "recorderd.toml")
	if err := os.WriteFile(config, []byte("[game]\nevent = \"Évora Open\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var err error
	if s.settings, err = (exportFlags{config: config}).settings(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ask  web.PaperRequest
		want []string // the command
	}{
		{web.PaperRequest{Game: 1, Name: "scoresheet", Format: "pdf", Names: "none"}, []string{"export", "--format", "pdf", "--sheet", "scoresheet", "--names", "none", sealed}},
		{web.PaperRequest{Game: 1, Name: "report", Format: "pdf"}, []string{"export", "--format", "pdf", sealed}},
		{web.PaperRequest{Game: 1, Name: "scoresheet", Format: "html", Language: "pt", Letters: "figurine", Moment: "20"},
			[]string{"export", "--format", "html", "--sheet", "scoresheet", "--lang", "pt", "--letters", "figurine", "--at", "20", sealed}},
		{web.PaperRequest{Game: 1, Name: "threefold", Format: "html"}, []string{"export", "--format", "html", "--sheet", "repetition", sealed}},
		{web.PaperRequest{Game: 2, Name: "scoresheet", Format: "pdf"}, []string{"export", "--format", "pdf", "--sheet", "scoresheet", open}},
		{web.PaperRequest{Game: 1, Name: web.RecordPaper, Format: "jsonl"}, []string{"replay", sealed}},
		{web.PaperRequest{Game: 2, Name: web.RecordPaper, Format: "jsonl"}, []string{"replay", open}},
		{web.PaperRequest{Game: 1, Name: web.BundlePaper, Format: "zip", Language: "es"}, []string{"export", "--format", "bundle", "--lang", "es", "--config", config, sealed}},
	} {
		made, err := s.paper(t.Context(), c.ask)
		if err != nil {
			t.Errorf("%+v: %v", c.ask, err)
			continue
		}
		if want := printed(t, c.want...); !bytes.Equal(made.Body, want) {
			t.Errorf("%+v gives other bytes than %v", c.ask, c.want)
		}
	}
}

func TestPapersThatAreRefused(t *testing.T) {
	s, sealed, _ := archived(t)
	text, err := os.ReadFile(sealed)
	if err != nil {
		t.Fatal(err)
	}
	bad := bytes.Replace(text, []byte(`"obs"`), []byte(`"obz"`), 1)
	if err := os.WriteFile(journal.Path(filepath.Dir(sealed), 3), bad, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ask    web.PaperRequest
		status int // 0 for a fault of ours
		has    string
	}{
		{web.PaperRequest{Game: 4, Name: "report", Format: "pdf"}, 404, "game 4: there is no journal of it on the disk"},
		{web.PaperRequest{Game: 4, Name: web.BundlePaper, Format: "zip"}, 404, "game 4"},
		{web.PaperRequest{Game: 1, Name: "scroll", Format: "pdf"}, 404, "want one of repetition"},
		{web.PaperRequest{Game: 1, Name: "report", Format: "pgn"}, 404, "ends with .pdf or .html"},
		{web.PaperRequest{Game: 1, Name: "report"}, 404, "ends with .pdf or .html"},
		{web.PaperRequest{Game: 1, Name: "adjournment", Format: "pdf"}, 404, "was not adjourned"},
		{web.PaperRequest{Game: 1, Name: "report", Format: "pdf", Moment: "999"}, 404, "no such ply"},
		{web.PaperRequest{Game: 1, Name: "report", Format: "pdf", Moment: "noon"}, 400, "moment"},
		{web.PaperRequest{Game: 1, Name: "report", Format: "pdf", Language: "de"}, 400, "language"},
		{web.PaperRequest{Game: 1, Name: "report", Format: "pdf", Letters: "ru"}, 400, "letters"},
		{web.PaperRequest{Game: 1, Name: "report", Format: "pdf", Names: "some"}, 400, "names"},
		{web.PaperRequest{Game: 1, Name: web.BundlePaper, Format: "zip", Language: "de"}, 400, "language"},
		{web.PaperRequest{Game: 3, Name: "report", Format: "pdf"}, 0, "line"},
	} {
		_, err := s.paper(t.Context(), c.ask)
		var refused web.Refused
		errors.As(err, &refused)
		if err == nil || refused.Status != c.status || !strings.Contains(err.Error(), c.has) {
			t.Errorf("%+v: %d %v, want %d and %q", c.ask, refused.Status, err, c.status, c.has)
		}
	}
}
