package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"recorderd/signature"
)

// A key that others can read proves nothing. Games are recorded all the same, and
// it is said that they are not signed.
func TestRunWithAKeyThatOthersCanRead(t *testing.T) {
	t.Parallel()
	config, data := configure(t, filepath.Join(t.TempDir(), "ttyUSB0"), "")
	path := filepath.Join(data, signature.KeyFile)
	if _, _, err := takeKey(path, 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	c := startRun(t, config)
	c.await("not signed")
	health, status := c.problems()
	for _, want := range []string{`"part":"key"`, "chmod 600 " + path, "not signed", "start recorderd again"} {
		if status != http.StatusServiceUnavailable || !strings.Contains(health, want) {
			t.Errorf("/healthz: %d %s, want 503 and %q", status, health, want)
		}
	}
	c.stop()
}

func TestRunMakesAKeyAndSaysItsFingerprint(t *testing.T) {
	t.Parallel()
	config, data := configure(t, filepath.Join(t.TempDir(), "ttyUSB0"), "")
	c := startRun(t, config)
	c.await("a signing key was made")
	c.stop()
	key, err := signature.Load(filepath.Join(data, signature.KeyFile))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(c.logged(), key.Public().Fingerprint()) {
		t.Errorf("the log does not say %s:\n%s", key.Public().Fingerprint(), c.logged())
	}
	if public, err := os.ReadFile(filepath.Join(data, signature.KeyFile+".pub")); err != nil || !strings.HasPrefix(string(public), key.Public().String()) {
		t.Errorf("the public half: %q, %v", public, err)
	}
}
