package signature

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"
)

// sshKeygen runs the real one and returns what it prints.
func sshKeygen(t testing.TB, in []byte, args ...string) string {
	t.Helper()
	out, err := trySSHKeygen(in, args...)
	if err != nil {
		t.Fatalf("ssh-keygen %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return out
}

func trySSHKeygen(in []byte, args ...string) (string, error) {
	cmd := exec.Command("ssh-keygen", args...)
	cmd.Stdin = bytes.NewReader(in)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

var messages = map[string][]byte{
	"nothing":  nil,
	"a line":   []byte("{\"seq\":17}"),
	"accents":  []byte("São João, 1½\n"),
	"long":     bytes.Repeat([]byte("0123456789abcdef"), 1<<16),
	"any byte": {0, 255, 10, 13, 0},
}

func mustSign(t testing.TB, k *Key, namespace string, message []byte) []byte {
	t.Helper()
	sig, err := k.Sign(namespace, message)
	if err != nil {
		t.Fatal(err)
	}
	return sig
}

func TestASignatureIsWhatSSHKeygenMakesWithTheSameKey(t *testing.T) {
	k, path := testKey(t, 4)
	for name, message := range messages {
		file := filepath.Join(t.TempDir(), "message")
		if err := os.WriteFile(file, message, 0o600); err != nil {
			t.Fatal(err)
		}
		sshKeygen(t, nil, "-Y", "sign", "-q", "-f", path, "-n", Evidence, file)
		want, err := os.ReadFile(file + ".sig")
		if err != nil {
			t.Fatal(err)
		}
		sig := mustSign(t, k, Evidence, message)
		if got := Armour(sig); !bytes.Equal(got, want) {
			t.Errorf("%s: got\n%s\nssh-keygen makes\n%s", name, got, want)
		}
		if back, err := Unarmour(want); err != nil || !bytes.Equal(back, sig) {
			t.Errorf("%s: the armour of ssh-keygen is not read: %v", name, err)
		}
		if by, err := Verify(Evidence, message, sig); err != nil || by.String() != k.Public().String() {
			t.Errorf("%s: verified as by %v, %v", name, by, err)
		}
	}
}

func TestSSHKeygenAcceptsWhatIsSignedAndNothingElse(t *testing.T) {
	k, _ := testKey(t, 5)
	other, _ := testKey(t, 6)
	const name = "board12@evora2026"
	dir := t.TempDir()
	signers := filepath.Join(dir, "allowed_signers")
	if err := os.WriteFile(signers, []byte(k.Public().Line(name)), 0o600); err != nil {
		t.Fatal(err)
	}
	message := []byte("e4 e5\n")
	cases := []struct {
		name, namespace string
		sig             []byte
		message         string
		good            bool
	}{
		{"a manifest", Evidence, mustSign(t, k, Evidence, message), "e4 e5\n", true},
		{"a checkpoint", Checkpoint, mustSign(t, k, Checkpoint, message), "e4 e5\n", true},
		{"another message", Evidence, mustSign(t, k, Evidence, message), "e4 c5\n", false},
		{"another namespace", Checkpoint, mustSign(t, k, Evidence, message), "e4 e5\n", false},
		{"a namespace that is not allowed", "file", mustSign(t, k, "file", message), "e4 e5\n", false},
		{"another key", Evidence, mustSign(t, other, Evidence, message), "e4 e5\n", false},
	}
	for _, c := range cases {
		file := filepath.Join(dir, "sig")
		if err := os.WriteFile(file, Armour(c.sig), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := trySSHKeygen([]byte(c.message), "-Y", "verify", "-f", signers, "-I", name, "-n", c.namespace, "-s", file)
		if (err == nil) != c.good {
			t.Errorf("%s: ssh-keygen -Y verify says %q, %v", c.name, out, err)
		}
		trusted, err := ParseSigners(strings.NewReader(k.Public().Line(name)))
		if err != nil {
			t.Fatal(err)
		}
		by, err := Verify(c.namespace, []byte(c.message), c.sig)
		as, ok := trusted.Trust(c.namespace, by)
		if ours := err == nil && ok && as == name; ours != c.good {
			t.Errorf("%s: we say %v (%v, trusted as %q), ssh-keygen %v", c.name, ours, err, as, c.good)
		}
	}
}

func TestSSHKeygenFindsWhoseSignatureItIs(t *testing.T) {
	k, _ := testKey(t, 7)
	dir := t.TempDir()
	signers, file := filepath.Join(dir, "allowed_signers"), filepath.Join(dir, "sig")
	if err := errors.Join(
		os.WriteFile(signers, []byte(k.Public().Line("board3@evora2026")), 0o600),
		os.WriteFile(file, Armour(mustSign(t, k, Evidence, []byte("x"))), 0o600),
	); err != nil {
		t.Fatal(err)
	}
	if got := sshKeygen(t, nil, "-Y", "find-principals", "-f", signers, "-s", file); got != "board3@evora2026\n" {
		t.Errorf("find-principals: got %q", got)
	}
}

// A signature has one form. Another one that says the same would let a signed
// file be changed.
func TestNoByteOfASignatureCanBeChanged(t *testing.T) {
	k, _ := testKey(t, 8)
	message := []byte("0-0-0")
	sig := mustSign(t, k, Checkpoint, message)
	for at := range sig {
		for bit := range 8 {
			changed := bytes.Clone(sig)
			changed[at] ^= 1 << bit
			if _, err := Verify(Checkpoint, message, changed); !errors.Is(err, ErrWrong) {
				t.Fatalf("byte %d with bit %d changed: %v", at, bit, err)
			}
		}
	}
	for n := range sig {
		if _, err := Verify(Checkpoint, message, sig[:n]); !errors.Is(err, ErrWrong) {
			t.Fatalf("cut to %d bytes: %v", n, err)
		}
	}
	if _, err := Verify(Checkpoint, message, append(bytes.Clone(sig), 0)); !errors.Is(err, ErrWrong) {
		t.Errorf("with a byte behind it: %v", err)
	}
}

func TestASignatureWithSomethingInsideItIsWrong(t *testing.T) {
	k, path := testKey(t, 9)
	message := []byte("Kxe7")
	s, err := sshsig.ParseSignature(mustSign(t, k, Checkpoint, message))
	if err != nil {
		t.Fatal(err)
	}
	s.Signature.Rest = []byte("more")
	if _, err := Verify(Checkpoint, message, s.Marshal()); !errors.Is(err, ErrWrong) {
		t.Errorf("with more behind the numbers: %v", err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.ParsePrivateKey(text)
	if err != nil {
		t.Fatal(err)
	}
	weak, err := sshsig.Sign(bytes.NewReader(message), signer, sshsig.HashSHA256, Checkpoint)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(Checkpoint, message, weak.Marshal()); !errors.Is(err, ErrWrong) {
		t.Errorf("over SHA-256: %v", err)
	}
}

func TestTheArmourHasOneForm(t *testing.T) {
	k, _ := testKey(t, 10)
	file := string(Armour(mustSign(t, k, Evidence, []byte("x"))))
	cases := map[string]string{
		"a space":         strings.Replace(file, "\n", " \n", 2),
		"CR LF":           strings.ReplaceAll(file, "\n", "\r\n"),
		"no last newline": strings.TrimSuffix(file, "\n"),
		"one more":        file + "\n",
		"text before":     "x\n" + file,
		"an empty line":   strings.Replace(file, "\n", "\n\n", 1),
		"one long line":   armourBegin + strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(file, armourBegin), armourEnd), "\n", "") + "\n" + armourEnd,
		"nothing":         "",
		"no end":          strings.TrimSuffix(file, armourEnd),
	}
	for name, changed := range cases {
		if _, err := Unarmour([]byte(changed)); !errors.Is(err, ErrWrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Unarmour([]byte(file)); err != nil {
		t.Errorf("as it was: %v", err)
	}
}

func TestAPublicKeyIsReadAsItIsWritten(t *testing.T) {
	k, _ := testKey(t, 11)
	text := k.Public().String()
	got, err := ParsePublicKey(text)
	if err != nil || got.String() != text || got.Fingerprint() != k.Public().Fingerprint() {
		t.Errorf("got %v, %v, want %s", got, err, text)
	}
	for _, bad := range []string{"", "ssh-ed25519", text + " comment", text + "\n", " " + text, "x " + text, text[:len(text)-4], text + "\n" + text} {
		if _, err := ParsePublicKey(bad); err == nil {
			t.Errorf("%q is taken for a key", bad)
		}
	}
}

func FuzzVerify(f *testing.F) {
	k, _ := testKey(f, 12)
	message := []byte("a line")
	sig, err := k.Sign(Checkpoint, message)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sig)
	f.Add(sig[:40])
	f.Add([]byte("SSHSIG"))
	f.Fuzz(func(t *testing.T, other []byte) {
		by, err := Verify(Checkpoint, message, other)
		if err == nil && by.String() == k.Public().String() && !bytes.Equal(other, sig) {
			t.Errorf("another signature of the same key is good: %x", other)
		}
		if err != nil && !errors.Is(err, ErrWrong) {
			t.Errorf("the error is no ErrWrong: %v", err)
		}
	})
}

func FuzzUnarmour(f *testing.F) {
	f.Add(Armour(bytes.Repeat([]byte{7}, 200)))
	f.Add([]byte(armourBegin + armourEnd))
	f.Fuzz(func(t *testing.T, file []byte) {
		if sig, err := Unarmour(file); err == nil && !bytes.Equal(Armour(sig), file) {
			t.Errorf("two files are one signature: %q", file)
		}
	})
}
