// Package signature signs what a device recorded, in the format of OpenSSH, so
// that ssh-keygen can check it where nothing of ours is installed.
//
// A key is Ed25519, one a device. It says which device's software wrote a file;
// it cannot say that nobody opened the box.
package signature

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
)

// What is signed. The namespace keeps a signature of one kind from passing for
// one of another.
const (
	Checkpoint = "checkpoint@recorderd" // a line of a journal
	Evidence   = "evidence@recorderd"   // the manifest of a bundle
)

// ErrWrong is in every error about a signature that is not one of these bytes by
// this key.
var ErrWrong = errors.New("the signature is wrong")

// PublicKey is the public half of a device's key.
type PublicKey struct{ key ssh.PublicKey }

// ParsePublicKey reads "ssh-ed25519 AAAA...", as String writes it: nothing may
// follow.
func ParsePublicKey(s string) (PublicKey, error) {
	key, _, _, rest, err := ssh.ParseAuthorizedKey([]byte(s))
	if err != nil {
		return PublicKey{}, fmt.Errorf("public key %.40q: %w", s, err)
	}
	p := PublicKey{key}
	if key.Type() != ssh.KeyAlgoED25519 || len(rest) > 0 || p.String() != s {
		return PublicKey{}, fmt.Errorf("public key %.40q: want \"ssh-ed25519\" and the key, and nothing else", s)
	}
	return p, nil
}

// String is the key as authorized_keys has it, without a comment.
func (p PublicKey) String() string {
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(p.key)))
}

// Fingerprint is what people compare: "SHA256:" and 43 letters, as ssh-keygen -l
// prints it.
func (p PublicKey) Fingerprint() string { return ssh.FingerprintSHA256(p.key) }

// Sign signs a message in a namespace. The same message gives the same bytes:
// those of an OpenSSH signature without its armour.
func (k *Key) Sign(namespace string, message []byte) ([]byte, error) {
	s, err := sshsig.Sign(bytes.NewReader(message), k.signer, sshsig.HashSHA512, namespace)
	if err != nil {
		return nil, fmt.Errorf("sign with %s: %w", k.Public().Fingerprint(), err)
	}
	return s.Marshal(), nil
}

// Verify returns the key by which a message was signed in a namespace. Every
// other form of the same signature is wrong too: no byte of it can be changed.
func Verify(namespace string, message, sig []byte) (PublicKey, error) {
	s, err := sshsig.ParseSignature(sig)
	if err != nil {
		return PublicKey{}, fmt.Errorf("%w: %w", ErrWrong, err)
	}
	by := PublicKey{s.PublicKey}
	same := len(s.Signature.Rest) == 0 && bytes.Equal(s.Marshal(), sig)
	if by.key.Type() != ssh.KeyAlgoED25519 || s.HashAlgorithm != sshsig.HashSHA512 || !same {
		return by, fmt.Errorf("%w: want one of ssh-ed25519 over SHA-512", ErrWrong)
	}
	if err := sshsig.Verify(bytes.NewReader(message), s, s.PublicKey, s.HashAlgorithm, namespace); err != nil {
		return by, fmt.Errorf("%w: %w", ErrWrong, err)
	}
	return by, nil
}

const (
	armourBegin = "-----BEGIN SSH SIGNATURE-----\n"
	armourEnd   = "-----END SSH SIGNATURE-----\n"
	armourWidth = 70
)

// Armour writes a signature as the file that ssh-keygen -Y verify reads, byte
// for byte as ssh-keygen would.
func Armour(sig []byte) []byte {
	text := base64.StdEncoding.EncodeToString(sig)
	b := []byte(armourBegin)
	for len(text) > armourWidth {
		b = append(append(b, text[:armourWidth]...), '\n')
		text = text[armourWidth:]
	}
	return append(append(append(b, text...), '\n'), armourEnd...)
}

// Unarmour reads what Armour writes, and nothing else.
func Unarmour(file []byte) ([]byte, error) {
	body, begins := bytes.CutPrefix(file, []byte(armourBegin))
	body, ends := bytes.CutSuffix(body, []byte(armourEnd))
	sig, err := base64.StdEncoding.DecodeString(string(body))
	if !begins || !ends || err != nil || !bytes.Equal(Armour(sig), file) {
		return nil, fmt.Errorf("%w: this is no file of an OpenSSH signature", ErrWrong)
	}
	return sig, nil
}
