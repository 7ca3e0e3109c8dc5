package signature

import (
	"bytes"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// seed is random bytes that are always the same.
type seed byte

func (s seed) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(s)
	}
	return len(p), nil
}

// testKey is the key of a file, always the same one for a seed.
func testKey(t testing.TB, s seed) (k *Key, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), KeyFile)
	k, made, err := LoadOrMake(path, s)
	if err != nil || !made {
		t.Fatalf("make a key: made %v, %v", made, err)
	}
	return k, path
}

func TestAKeyIsMadeOnceAndForItsOwnerAlone(t *testing.T) {
	k, path := testKey(t, 1)
	info, err := os.Stat(path)
	if err != nil || info.Mode() != 0o600 {
		t.Errorf("the key has mode %v, %v, want 0600", info.Mode(), err)
	}
	again, made, err := LoadOrMake(path, rand.Reader)
	if err != nil || made || again.Public().String() != k.Public().String() {
		t.Errorf("the second time: made %v, %v, the key %s, want %s", made, err, again.Public(), k.Public())
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("beside the key there is more: %v, %v", left, err)
	}
}

func TestOfTwoKeysMadeAtATimeOneIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), KeyFile)
	var makers sync.WaitGroup
	var all sync.Map
	var made atomic.Int32
	for range 8 {
		makers.Go(func() {
			k, mine, err := LoadOrMake(path, rand.Reader)
			if err != nil {
				t.Error(err)
				return
			}
			all.Store(k.Public().String(), true)
			if mine {
				made.Add(1)
			}
		})
	}
	makers.Wait()
	keys := 0
	all.Range(func(_, _ any) bool { keys++; return true })
	if keys != 1 || made.Load() != 1 {
		t.Errorf("%d makers had made %d keys, and %d are in use; want one", 8, made.Load(), keys)
	}
}

func TestAKeyThatCannotBeUsedIsExplained(t *testing.T) {
	_, good := testKey(t, 2)
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	ecdsa := filepath.Join(t.TempDir(), "ecdsa")
	sshKeygen(t, nil, "-q", "-t", "ecdsa", "-N", "", "-f", ecdsa)
	other, err := os.ReadFile(ecdsa)
	if err != nil {
		t.Fatal(err)
	}
	locked := filepath.Join(t.TempDir(), "locked")
	sshKeygen(t, nil, "-q", "-t", "ed25519", "-N", "a password", "-f", locked)
	secret, err := os.ReadFile(locked)
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name, want string
		mode       fs.FileMode
		text       []byte
	}{
		{"open to the group", "chmod 600", 0o640, text},
		{"open to all", "chmod 600", 0o644, text},
		{"cut", "a new one is made", 0o600, text[:len(text)/2]},
		{"empty", "a new one is made", 0o600, nil},
		{"of another type", "want ssh-ed25519", 0o600, other},
		{"behind a password", "a new one is made", 0o600, secret},
	}
	for _, c := range cases {
		path := filepath.Join(t.TempDir(), KeyFile)
		if err := os.WriteFile(path, c.text, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		_, made, err := LoadOrMake(path, rand.Reader)
		if err == nil || made || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: made %v, %v; want an error with %q", c.name, made, err, c.want)
		}
		if kept, err := os.ReadFile(path); err != nil || !bytes.Equal(kept, c.text) {
			t.Errorf("%s: the file was touched: %v", c.name, err)
		}
	}
}

func TestAKeyThatIsNoFileIsNotWaitedFor(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(t.TempDir(), KeyFile)
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{folder, pipe} {
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), "is no file") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestWhereNoKeyCanBeMadeThereIsNone(t *testing.T) {
	_, made, err := LoadOrMake(filepath.Join(t.TempDir(), "missing", KeyFile), rand.Reader)
	if !errors.Is(err, fs.ErrNotExist) || made {
		t.Errorf("in a folder that is not there: made %v, %v", made, err)
	}
	dir := t.TempDir()
	if _, _, err := LoadOrMake(filepath.Join(dir, KeyFile), strings.NewReader("short")); err == nil {
		t.Error("a key was made of five random bytes")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("what failed left %v, %v", left, err)
	}
}

func TestThePublicHalfIsPublishedAsSSHKeygenDoes(t *testing.T) {
	k, path := testKey(t, 3)
	for range 2 { // the second time it is there
		if err := k.Publish(path); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path + ".pub")
	if err != nil {
		t.Fatal(err)
	}
	if want := sshKeygen(t, nil, "-y", "-f", path); string(got) != want {
		t.Errorf("got %q, ssh-keygen -y says %q", got, want)
	}
	for _, file := range []string{path, path + ".pub"} {
		if got := sshKeygen(t, nil, "-l", "-f", file); !strings.Contains(got, k.Public().Fingerprint()+" ") {
			t.Errorf("ssh-keygen -l says %q of %s, we say %s", got, filepath.Base(file), k.Public().Fingerprint())
		}
	}
	if err := k.Publish(filepath.Join(path, "none")); err == nil {
		t.Error("it was published in a folder that is not there")
	}
}
