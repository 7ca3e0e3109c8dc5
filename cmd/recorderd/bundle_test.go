package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestAConfigurationIsPackedWithoutCommentsAndSecrets(t *testing.T) {
	path := filepath.Join(t.TempDir(), "recorderd.toml")
	text := "# the password of the router is 1234\ndata = \"/srv/games\"\n[board]\ndtr = true\n[game]\nwhite = \"A. Lima\"\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := exportFlags{config: path}.settings()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"data = \"/srv/games\"\n", "dtr = true\n", "white = \"A. Lima\"\n"} {
		if !strings.Contains(string(got), want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if strings.Contains(string(got), "1234") {
		t.Errorf("a comment is in\n%s", got)
	}
	if err := os.WriteFile(path, got, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := loadConfig(path); err != nil {
		t.Errorf("what was packed is no configuration: %v", err)
	}
	again, err := exportFlags{config: path}.settings()
	if err != nil || string(again) != string(got) {
		t.Errorf("the second time: %v\n%s", err, again)
	}
}

func TestSecretsAreTakenOutByTheirNames(t *testing.T) {
	tree := map[string]any{
		"data": "x", "API_Token": "x", "hub": map[string]any{"password": "x", "url": "x", "nkey": "x"},
		"boards": []map[string]any{{"name": "x", "clientSecret": "x"}},
	}
	withoutSecrets(tree)
	want := map[string]any{"data": "x", "hub": map[string]any{"url": "x"}, "boards": []map[string]any{{"name": "x"}}}
	if !reflect.DeepEqual(tree, want) {
		t.Errorf("got %v, want %v", tree, want)
	}
}

// The command answers 1 to whatever was changed.
func TestVerifyAnswersOneToEveryEdit(t *testing.T) {
	dir := t.TempDir()
	key := filepath.Join(dir, "signing.key")
	if _, _, err := takeKey(key, 0o700); err != nil {
		t.Fatal(err)
	}
	sealed, bundle := filepath.Join(dir, "1.jsonl"), filepath.Join(dir, "1.zip")
	printed(t, "import", "--key", key, "--out", sealed, operaTrace)
	printed(t, "export", "--format", "bundle", "--key", key, "--out", bundle, sealed)
	for _, file := range []string{sealed, bundle} {
		printed(t, "verify", file)
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 40 {
			chance := rand.New(rand.NewPCG(uint64(n), 1))
			changed, at := bytes.Clone(whole), chance.IntN(len(whole))
			changed[at] ^= 1 << chance.IntN(8)
			if n%4 == 0 {
				changed = changed[:at]
			}
			edited := filepath.Join(dir, "edited")
			if err := os.WriteFile(edited, changed, 0o600); err != nil {
				t.Fatal(err)
			}
			var out, msg bytes.Buffer
			if status := recorderd(env{strings.NewReader(""), &out, &msg}, []string{"verify", edited}); status != exitBad {
				t.Errorf("%s, edit %d at byte %d: status %d: %s", filepath.Base(file), n, at, status, out.String())
			}
		}
	}
}
