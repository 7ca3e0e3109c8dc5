package recording

import (
	"encoding/hex"
	"fmt"
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
	return fmt.Sprintf("recorderd:head:%d:%x", h.Line, h.Hash)
}
