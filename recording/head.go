package recording

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Head is the last checkpoint of a journal. Whoever has noted it can tell later
// that nothing before it was changed, by whomever.
type Head struct {
	Line   int64 // its number, counted from 0
	Hash   [32]byte
	Wall   time.Time
	Synced bool
	Final  bool
}

// Code is what a person notes: the first 16 hexadecimal digits of the hash of the
// checkpoint's line, in groups of four.
func (h Head) Code() string {
	digits := strings.ToUpper(hex.EncodeToString(h.Hash[:8]))
	return digits[:4] + "-" + digits[4:8] + "-" + digits[8:12] + "-" + digits[12:]
}

// QR is what a phone notes: the whole of it.
func (h Head) QR() string {
	return fmt.Sprintf("%s%d:%x", headScheme, h.Line, h.Hash)
}

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

// Is reports whether the checkpoint in a line, counted from 0, is the noted one.
func (n Noted) Is(line int64, hash [32]byte) bool {
	return (n.line < 0 || n.line == line) && strings.HasPrefix(hex.EncodeToString(hash[:]), n.digits)
}

// Beyond reports whether the noted line is not among the first lines of a file.
func (n Noted) Beyond(lines int) bool { return n.line >= int64(lines) }
