package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"recorderd/signature"
)

// stationKey is the key of this device, made at the first start. Without one
// recording goes on, and its journals are not signed: a game does not wait for a
// key.
type stationKey struct {
	path string
	key  *signature.Key // nil if it can't be had
	made bool
	err  error
}

func keyOfStation(data string) (k stationKey) {
	k.path = filepath.Join(data, signature.KeyFile)
	k.key, k.made, k.err = takeKey(k.path, 0o750)
	return k
}

// takeKey reads the key of a file, or makes it, and its folder with this mode.
// An error beside a key is about the public half, which should stand beside it.
func takeKey(path string, folder fs.FileMode) (key *signature.Key, made bool, err error) {
	if err := os.MkdirAll(filepath.Dir(path), folder); err != nil {
		return nil, false, err
	}
	key, made, err = signature.LoadOrMake(path, rand.Reader)
	if err != nil {
		return nil, false, err
	}
	return key, made, key.Publish(path)
}

// keyFor returns the key to sign with: the one that is named; else that of the
// recorder to whose games one of the files belongs; else the user's own, which is
// made at the first use.
func keyFor(e env, named string, files ...string) (*signature.Key, error) {
	if named != "" {
		return signature.Load(named)
	}
	for _, f := range files {
		folder, err := filepath.Abs(filepath.Dir(f))
		if err != nil {
			return nil, err
		}
		if filepath.Base(folder) != "games" {
			continue
		}
		path := filepath.Join(filepath.Dir(folder), signature.KeyFile)
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) { // one of several boards
			path = filepath.Join(filepath.Dir(filepath.Dir(folder)), signature.KeyFile)
		}
		if _, err := os.Stat(path); err != nil {
			continue
		}
		key, err := signature.Load(path)
		if errors.Is(err, fs.ErrPermission) {
			err = fmt.Errorf("%w: call this as the user of the recorder, or name a key with --key", err)
		}
		return key, err
	}
	return ownKey(e)
}

// ownKey is the key of whoever calls the command.
func ownKey(e env) (*signature.Key, error) {
	state := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(state) {
		home, err := os.UserHomeDir()
		if err != nil {
			return nil, fmt.Errorf("no folder for a key of your own: %w: name a key with --key", err)
		}
		state = filepath.Join(home, ".local", "state")
	}
	path := filepath.Join(state, "recorderd", signature.KeyFile)
	key, made, err := takeKey(path, 0o700)
	if made {
		fmt.Fprintf(e.err, "recorderd: made a key of your own, %s, fingerprint %s\n", path, key.Public().Fingerprint())
	}
	return key, err
}
