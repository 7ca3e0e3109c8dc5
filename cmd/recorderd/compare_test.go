package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTwoBoardsOfOneGameAreCompared(t *testing.T) {
	const scenarios = "../../record/testdata/scenarios/"
	opera, evergreen := scenarios+"game-opera-blitz/trace.jsonl", scenarios+"game-evergreen-no-clock/trace.jsonl"
	cut := filepath.Join(t.TempDir(), "cut.jsonl")
	text, err := os.ReadFile(opera)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(cut, append(text[:len(text)/2:len(text)/2], "\nnot a line\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		args   []string
		status int
		out    string // begins with, or holds
		err    string
	}{
		{[]string{opera, opera}, exitDone, "Both boards have the same game: 33 plies", ""},
		{[]string{opera, evergreen}, exitDone, "The boards differ from ply 4 on", ""},
		{[]string{opera, evergreen}, exitDone, "scenarios/game-evergreen-no-", ""},
		{[]string{"--lang", "es", opera, evergreen}, exitDone, "Los tableros difieren", ""},
		{[]string{"--format", "pdf", opera, evergreen}, exitDone, "%PDF-", ""},
		{[]string{"--format", "html", opera, evergreen}, exitDone, "<!DOCTYPE html>", ""},
		{[]string{"--format", "doc", opera, evergreen}, exitUsage, "", "want text, pdf or html"},
		{[]string{"--lang", "fr", opera, evergreen}, exitUsage, "", "language \"fr\""},
		{[]string{opera}, exitUsage, "", "want 2 argument(s)"},
		{[]string{opera, "no-such-file"}, exitBad, "", "no such file"},
		{[]string{cut, opera}, exitBad, "", "cut.jsonl: line"},
	}
	for _, c := range cases {
		var out, msg bytes.Buffer
		status := recorderd(env{nil, &out, &msg}, append([]string{"compare"}, c.args...))
		if status != c.status || !strings.Contains(strings.ToLower(out.String()), strings.ToLower(c.out)) || !strings.Contains(msg.String(), c.err) {
			t.Errorf("compare %q: status %d, %.300s, %s", c.args, status, out.String(), msg.String())
		}
	}
}
