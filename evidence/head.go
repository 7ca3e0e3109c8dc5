package evidence

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"recorderd/journal"
)

// Noted is a head of a journal that somebody noted: its short code, or what the
// picture beside it holds.
type Noted struct {
	digits string // hexadecimal, 16 or 64 of them
	line   int64  // number of its line counted from 0, -1 where that was not noted
}

const headScheme = "recorderd:head:"

// ParseHead reads a code such as 1F3A-90BC-77D2-0E4B, or what a phone read of
// the picture, recorderd:head:LINE:HASH.
func ParseHead(s string) (Noted, error) {
	n := Noted{line: -1}
	text := strings.TrimSpace(s)
	if rest, whole := strings.CutPrefix(text, headScheme); whole {
		line, digits, _ := strings.Cut(rest, ":")
		number, err := strconv.ParseInt(line, 10, 64)
		if err != nil || number < 0 || len(digits) != 64 {
			return n, errHead(s)
		}
		n.line, n.digits = number, strings.ToLower(digits)
	} else if n.digits = strings.ToLower(strings.NewReplacer("-", "", " ", "").Replace(text)); len(n.digits) != 16 {
		return n, errHead(s)
	}
	if _, err := hex.DecodeString(n.digits); err != nil {
		return n, errHead(s)
	}
	return n, nil
}

func errHead(s string) error {
	return fmt.Errorf("head %.80q: want 16 hexadecimal digits such as 1F3A-90BC-77D2-0E4B, or %sLINE:HASH", s, headScheme)
}

// is reports whether this checkpoint is the noted one.
func (n Noted) is(e journal.Entry) bool {
	return (n.line < 0 || n.line == e.Seq) && strings.HasPrefix(hex.EncodeToString(e.Hash[:]), n.digits)
}
