package signature

import (
	"crypto/ed25519"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/crypto/ssh"

	"recorderd/disk"
)

// KeyFile is the name of a device's key in its state directory.
const KeyFile = "signing.key"

// Key is the key of a device.
type Key struct{ signer ssh.Signer }

// Public returns the public half.
func (k *Key) Public() PublicKey { return PublicKey{k.signer.PublicKey()} }

// Load reads the key of a file. It must be for its owner's eyes alone: a key
// that others can read proves nothing.
func Load(path string) (*Key, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() { // opening a pipe would wait for ever
		return nil, fmt.Errorf("signing key: %s is no file: move it away and a new one is made", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("signing key: %w", err)
	}
	defer f.Close()
	info, err = f.Stat()
	if err != nil {
		return nil, fmt.Errorf("signing key: %w", err)
	}
	if open := info.Mode().Perm() & 0o077; open != 0 {
		return nil, fmt.Errorf("signing key: %s can be read by others than its owner: chmod 600 %s", path, path)
	}
	const most = 64 << 10
	text, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return nil, fmt.Errorf("signing key: %w", err)
	}
	return parseKey(path, text)
}

func parseKey(path string, text []byte) (*Key, error) {
	const hint = "put the right one there, or move it away and a new one is made"
	signer, err := ssh.ParsePrivateKey(text)
	if err != nil {
		return nil, fmt.Errorf("signing key: %s: %w: %s", path, err, hint)
	}
	if t := signer.PublicKey().Type(); t != ssh.KeyAlgoED25519 {
		return nil, fmt.Errorf("signing key: %s is of the type %s, want %s: %s", path, t, ssh.KeyAlgoED25519, hint)
	}
	return &Key{signer}, nil
}

// LoadOrMake reads the key of a file, or makes one there if there is none, in
// the format of ssh-keygen and with mode 0600. A key that was begun and not
// finished never gets the name; of two that are made at a time one is kept.
func LoadOrMake(path string, random io.Reader) (k *Key, made bool, err error) {
	k, err = Load(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return k, false, err
	}
	text, err := newKey(random)
	if err != nil {
		return nil, false, fmt.Errorf("signing key: make one: %w", err)
	}
	err = disk.WriteNew(path, 0o600, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	made = err == nil
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, false, fmt.Errorf("signing key: make one: %w", err)
	}
	k, err = Load(path)
	return k, made && err == nil, err
}

// Publish writes the public half beside the key, as ssh-keygen does, so that its
// fingerprint can be read without the key.
func (k *Key) Publish(path string) error {
	line := k.Public().String() + " recorderd\n"
	path += ".pub"
	if have, err := os.ReadFile(path); err == nil && string(have) == line {
		return nil
	}
	if err := os.WriteFile(path, []byte(line), 0o644); err != nil {
		return fmt.Errorf("public key: %w", err)
	}
	return nil
}

func newKey(random io.Reader) ([]byte, error) {
	_, private, err := ed25519.GenerateKey(random)
	if err != nil {
		return nil, err
	}
	block, err := ssh.MarshalPrivateKey(private, "recorderd")
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(block), nil
}
