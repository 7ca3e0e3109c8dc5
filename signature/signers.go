package signature

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path"
	"strings"

	"golang.org/x/crypto/ssh"
)

// Signers are the keys that somebody trusts, as a file of allowed signers lists
// them (ssh-keygen(1), ALLOWED SIGNERS): a line has names, options, and a key.
type Signers []signer

type signer struct {
	names      string
	namespaces []string // patterns; none: every one
	key        PublicKey
}

// ParseSigners reads a file of allowed signers. Of the options it knows
// namespaces; a line with another one is an error, for it may take trust away.
func ParseSigners(r io.Reader) (Signers, error) {
	var all Signers
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		s, err := parseSigner(line)
		if err != nil {
			return nil, fmt.Errorf("allowed signers: line %d: %w", n, err)
		}
		all = append(all, s)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("allowed signers: %w", err)
	}
	return all, nil
}

func parseSigner(line string) (s signer, err error) {
	names, rest := line, ""
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		names, rest = line[:i], line[i:]
	}
	key, _, options, _, err := ssh.ParseAuthorizedKey([]byte(rest))
	if err != nil {
		return s, fmt.Errorf("want a name, perhaps namespaces=\"...\", and a key such as \"ssh-ed25519 AAAA...\": %w", err)
	}
	s = signer{names: names, key: PublicKey{key}}
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		if !strings.EqualFold(name, "namespaces") {
			return s, fmt.Errorf("the option %.40q is not known here: want namespaces=\"...\"", o)
		}
		s.namespaces = strings.Split(strings.Trim(value, `"`), ",")
	}
	return s, nil
}

// Trust returns the name under which a key is trusted in a namespace.
func (all Signers) Trust(namespace string, key PublicKey) (name string, ok bool) {
	for _, s := range all {
		if bytes.Equal(s.key.key.Marshal(), key.key.Marshal()) && s.covers(namespace) {
			return s.names, true
		}
	}
	return "", false
}

// literally takes from path.Match what OpenSSH does not have: only * and ? are
// more than themselves.
var literally = strings.NewReplacer(`\`, `\\`, `[`, `\[`)

// covers matches as OpenSSH does: a pattern behind "!" takes away what others
// give.
func (s signer) covers(namespace string) bool {
	given := len(s.namespaces) == 0
	for _, pattern := range s.namespaces {
		pattern, taken := strings.CutPrefix(pattern, "!")
		if ok, err := path.Match(literally.Replace(pattern), namespace); err != nil || !ok {
			continue
		}
		if taken {
			return false
		}
		given = true
	}
	return given
}

// Line returns the line of a file of allowed signers that trusts this key, under
// a name without spaces, for what recorderd signs.
func (p PublicKey) Line(name string) string {
	return fmt.Sprintf("%s namespaces=\"%s,%s\" %s\n", name, Evidence, Checkpoint, p)
}
