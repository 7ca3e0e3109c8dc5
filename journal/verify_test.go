package journal

import (
	"bytes"
	"crypto/rand"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"recorderd/signature"
)

// signedJournal is a journal of three batches and two checkpoints, the last one
// final, and the key that signed it.
func signedJournal(t testing.TB) ([]byte, *signature.Key) {
	t.Helper()
	key, _, err := signature.LoadOrMake(filepath.Join(t.TempDir(), signature.KeyFile), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	opt := testOptions(t)
	opt.Key = key
	j, err := Create(opt, testHeader)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int64{10, 20, 30} {
		if _, err := j.Append(change(at)); err != nil {
			t.Fatal(err)
		}
	}
	for _, final := range []bool{false, true} {
		if _, err := j.Checkpoint(hash{1}, final); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return readFile(t, Path(opt.Dir, 1)), key
}

func TestCheckpointsAreSignedByTheKeyOfTheFirstLine(t *testing.T) {
	file, key := signedJournal(t)
	want := key.Public().String()
	checkpoints := 0
	v, err := Verify(bytes.NewReader(file), func(e Entry) error {
		if e.Opening != nil && e.Opening.Key != want {
			t.Errorf("the first line names %q, want %q", e.Opening.Key, want)
		}
		if e.Checkpoint == nil {
			return nil
		}
		checkpoints++
		by, err := e.Signer()
		if err != nil || by.String() != want {
			t.Errorf("line %d: signed by %v, %v, want %s", e.Number, by, err, want)
		}
		return nil
	})
	if err != nil || !v.Whole() || checkpoints != 2 {
		t.Errorf("got %+v with %d checkpoints, %v", v, checkpoints, err)
	}
}

// Whatever byte of a signed checkpoint is changed, it is no more what was signed.
func TestNoByteOfASignedLineCanBeChanged(t *testing.T) {
	file, _ := signedJournal(t)
	last := bytes.LastIndexByte(file[:len(file)-1], '\n') + 1
	for at := last; at < len(file); at++ {
		for _, bit := range []byte{1, 2, 32} {
			changed := bytes.Clone(file)
			changed[at] ^= bit
			v, err := Verify(bytes.NewReader(changed), func(e Entry) error {
				if e.Checkpoint == nil {
					return nil
				}
				_, err := e.Signer()
				return err
			})
			if err == nil && v.Whole() {
				t.Fatalf("byte %d with bit %d changed is not noticed: %s", at-last, bit, changed[last:])
			}
		}
	}
}

func TestWhatAPowerCutLeavesIsNoAlteration(t *testing.T) {
	file, _ := signedJournal(t)
	for n := range len(file) {
		v, err := Verify(bytes.NewReader(file[:n]), nil)
		if errors.Is(err, ErrBroken) || err == nil && v.Whole() {
			t.Fatalf("cut after %d bytes: got %+v, %v", n, v, err)
		}
	}
}

func TestATailThatNoPowerCutLeavesIsAnAlteration(t *testing.T) {
	file, _ := signedJournal(t)
	for _, tail := range []string{" ", "x", "{", "{}", "{}\n", "\n", `{"seq":6,"prev":"00`, `{"seq":7`, string(file)} {
		v, err := Verify(strings.NewReader(string(file)+tail), nil)
		if tail == "{" { // the next line may begin so
			if err != nil || v.Whole() {
				t.Errorf("behind the file %q: got %+v, %v", tail, v, err)
			}
			continue
		}
		if !errors.Is(err, ErrBroken) {
			t.Errorf("behind the file %q: got %+v, %v, want broken", tail, v, err)
		}
	}
}

// A line that hashes right and reads right can still be no line of a recorder.
func TestALineInAnotherFormIsNamed(t *testing.T) {
	opening, err := testOptions(t).withDefaults().opening(testHeader)
	if err != nil {
		t.Fatal(err)
	}
	first := appendLine(nil, Line{Opening: opening}, hash{})
	cases := map[string]string{
		"a space":           strings.Replace(string(first), `"obs":[]`, `"obs": []`, 1),
		"an unknown key":    strings.Replace(string(first), `"obs":[]`, `"obs":[],"more":1`, 1),
		"a key twice":       strings.Replace(string(first), `"obs":[]`, `"obs":[],"obs":[]`, 1),
		"another order":     strings.Replace(string(first), `"sync":false,"obs":[]`, `"obs":[],"sync":false`, 1),
		"another time zone": strings.Replace(string(first), `Z","sync"`, `+00:00","sync"`, 1),
		"an escape":         strings.Replace(string(first), `"software":"r`, `"software":"\u0072`, 1),
		"nothing in it":     string(appendLine(nil, Line{}, hash{})),
		"a signature":       string(appendLine(nil, Line{Opening: opening, Signature: "c2ln"}, hash{})),
	}
	for name, line := range cases {
		if line == string(first) {
			t.Errorf("%s: nothing was changed", name)
		}
		if v, err := Verify(strings.NewReader(line+"\n"), nil); !errors.Is(err, ErrBroken) || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%s: got %+v, %v", name, v, err)
		}
	}
}
