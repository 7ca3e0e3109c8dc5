package main

import (
	"crypto/rand"
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

// tellKey says with which key games are signed, or why with none.
func (s *station) tellKey(k stationKey) {
	if k.key == nil {
		s.troubles.set(keyPart, k.err.Error()+": games are recorded but not signed; put it right and start recorderd again")
		s.log.Error().Err(k.err).Msg("there is no signing key: games are recorded but not signed")
		return
	}
	if k.err != nil {
		s.log.Warn().Err(k.err).Msg("the public half of the signing key is not beside it")
	}
	told := "games are signed"
	if k.made {
		told = "a signing key was made: publish its fingerprint"
	}
	s.log.Info().Str("fingerprint", k.key.Public().Fingerprint()).Str("key", k.path).Msg(told)
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
