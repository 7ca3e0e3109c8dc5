package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"recorderd/observation"
	"recorderd/timesource"
)

// Line is one line of a journal, read. A line of observations holds one batch;
// only files that were not made here may hold several times in one line.
type Line struct {
	Seq        int64
	Stamp      timesource.Stamp
	Batches    []observation.Batch
	Opening    *Opening    // in the first line only
	Checkpoint *Checkpoint // in lines that are checkpoints
	Signature  string      // of a checkpoint, in base64; empty where there was no key
}

// Opening is what the first line holds besides. Key is the public key that the
// checkpoints are signed with, empty where there was none.
type Opening struct {
	Header   observation.Header
	Software string
	Fold     int
	Key      string
	Nonce    string  // random, so that no two journals ever have the same hashes
	Imported *Origin // nil for what was recorded here
}

// Origin says where the observations of an imported journal are from: its lines
// were stamped when it was imported, not when they were observed.
type Origin struct {
	File   string // its name, as people know it
	SHA256 [sha256.Size]byte
}

// Checkpoint says what the record was when the line was written: the version of
// the fold that made it and the SHA-256 of its lines. Final is the last word
// about a game; a file that does not end with it is cut or still open.
type Checkpoint struct {
	Fold   int
	Record [sha256.Size]byte
	Final  bool
}

type hash = [sha256.Size]byte

// wallLayout is RFC 3339 in UTC with microseconds, always of the same length.
const wallLayout = "2006-01-02T15:04:05.000000Z"

// appendLine appends the bytes of a line without its newline, with prev as the
// hash of the line before. Keys have one order and there are no spaces: what is
// hashed, and will be signed, are these bytes.
//
// A signature goes to the very end as ,"sig":"..." so that the signed bytes are
// those of the line with that one piece taken out (checkpoint@recorderd, see the
// package signature).
func appendLine(b []byte, l Line, prev hash) []byte {
	b = strconv.AppendInt(append(b, `{"seq":`...), l.Seq, 10)
	b = hex.AppendEncode(append(b, `,"prev":"`...), prev[:])
	b = appendString(append(b, `","boot":`...), l.Stamp.BootID)
	b = strconv.AppendInt(append(b, `,"boot_ns":`...), l.Stamp.BootNS, 10)
	b = l.Stamp.Wall.UTC().AppendFormat(append(b, `,"wall":"`...), wallLayout)
	b = strconv.AppendBool(append(b, `","sync":`...), l.Stamp.Synced)
	b = append(b, `,"obs":[`...)
	first := true
	for _, batch := range l.Batches {
		for _, f := range batch.Facts {
			if !first {
				b = append(b, ',')
			}
			b = observation.AppendLine(b, batch.T, f)
			first = false
		}
	}
	b = append(b, ']')
	if o := l.Opening; o != nil {
		b = observation.AppendHeader(append(b, `,"header":`...), o.Header)
		b = appendString(append(b, `,"software":`...), o.Software)
		b = strconv.AppendInt(append(b, `,"fold":`...), int64(o.Fold), 10)
		b = appendString(append(b, `,"key":`...), o.Key)
		b = appendString(append(b, `,"nonce":`...), o.Nonce)
		if from := o.Imported; from != nil {
			b = appendString(append(b, `,"imported":{"file":`...), from.File)
			b = append(hex.AppendEncode(append(b, `,"sha256":"`...), from.SHA256[:]), `"}`...)
		}
	}
	if c := l.Checkpoint; c != nil {
		b = strconv.AppendInt(append(b, `,"checkpoint":{"fold":`...), int64(c.Fold), 10)
		b = append(hex.AppendEncode(append(b, `,"record":"`...), c.Record[:]), '"')
		if c.Final {
			b = append(b, `,"final":true`...)
		}
		b = append(b, '}')
	}
	if l.Signature != "" {
		b = appendString(append(b, `,"sig":`...), l.Signature)
	}
	return append(b, '}')
}

// appendString appends s as a JSON string. Go strings always can be one.
func appendString(b []byte, s string) []byte {
	if !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
		return append(append(append(b, '"'), s...), '"')
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.Encode(s)
	return append(b, bytes.TrimRight(buf.Bytes(), "\n")...)
}

// wire is a line as JSON has it. A pointer is a key that every line must have.
type wire struct {
	Seq        *int64             `json:"seq"`
	Prev       *string            `json:"prev"`
	Boot       *string            `json:"boot"`
	BootNS     *int64             `json:"boot_ns"`
	Wall       *time.Time         `json:"wall"`
	Sync       *bool              `json:"sync"`
	Obs        *[]json.RawMessage `json:"obs"`
	Header     json.RawMessage    `json:"header"`
	Software   string             `json:"software"`
	Fold       int                `json:"fold"`
	Key        string             `json:"key"`
	Nonce      string             `json:"nonce"`
	Imported   *wireOrigin        `json:"imported"`
	Checkpoint *wireCheckpoint    `json:"checkpoint"`
	Sig        string             `json:"sig"`
}

type wireOrigin struct {
	File   string `json:"file"`
	SHA256 string `json:"sha256"`
}

type wireCheckpoint struct {
	Fold   int    `json:"fold"`
	Record string `json:"record"`
	Final  bool   `json:"final"`
}

// parseLine reads a line and the hash that it says the line before has. after
// is the time of the batch before: times never go back. The errors wrap
// observation.ErrNotUnderstood.
func parseLine(raw []byte, after int64) (l Line, prev hash, err error) {
	if l, prev, ok := guessLine(raw, after); ok && bytes.Equal(appendLine(make([]byte, 0, len(raw)), l, prev), raw) {
		return l, prev, nil
	}
	return decodeLine(raw, after)
}

// guessLine reads a line of observations that appendLine may have written, without
// a decoder (see observation.Guess). It is right only if appendLine makes the same
// bytes of it.
func guessLine(raw []byte, after int64) (l Line, prev hash, ok bool) {
	var v [7][]byte
	if !observation.Between(raw, v[:], `{"seq":`, `,"prev":"`, `","boot":"`, `","boot_ns":`, `,"wall":"`, `","sync":`, `,"obs":[`, `]}`) {
		return l, prev, false
	}
	wall, err := time.Parse(time.RFC3339, string(v[4]))
	if err != nil || len(v[1]) != hex.EncodedLen(len(prev)) {
		return l, prev, false
	}
	if _, err := hex.Decode(prev[:], v[1]); err != nil {
		return l, prev, false
	}
	l.Stamp = timesource.Stamp{BootID: string(v[2]), Wall: wall.UTC(), Synced: string(v[5]) == "true"}
	if l.Seq, ok = observation.GuessInt(v[0]); ok {
		l.Stamp.BootNS, ok = observation.GuessInt(v[3])
	}
	for obs := v[6]; ok && len(obs) > 0; {
		one, rest := obs, []byte(nil)
		if i := bytes.Index(obs, []byte(`},{"t":`)); i >= 0 {
			one, rest = obs[:i+1], obs[i+2:]
		}
		var t int64
		var f observation.Fact
		if t, f, ok = observation.Guess(one); t < after {
			return l, prev, false
		}
		l.Batches = gather(l.Batches, t, f)
		obs, after = rest, t
	}
	return l, prev, ok
}

func decodeLine(raw []byte, after int64) (l Line, prev hash, err error) {
	var w wire
	if err := json.Unmarshal(raw, &w); err != nil {
		return l, prev, fmt.Errorf("%w: %v", observation.ErrNotUnderstood, err)
	}
	if w.Seq == nil || w.Prev == nil || w.Boot == nil || w.BootNS == nil || w.Wall == nil || w.Sync == nil || w.Obs == nil {
		return l, prev, fmt.Errorf("%w: no line of a journal: want seq, prev, boot, boot_ns, wall, sync and obs", observation.ErrNotUnderstood)
	}
	l.Seq, l.Signature = *w.Seq, w.Sig
	l.Stamp = timesource.Stamp{BootID: *w.Boot, BootNS: *w.BootNS, Wall: w.Wall.UTC(), Synced: *w.Sync}
	if prev, err = parseHash(*w.Prev); err != nil {
		return l, prev, fmt.Errorf("%w: \"prev\": %v", observation.ErrNotUnderstood, err)
	}
	if l.Batches, err = parseObs(*w.Obs, after); err != nil {
		return l, prev, err
	}
	if c := w.Checkpoint; c != nil {
		l.Checkpoint = &Checkpoint{Fold: c.Fold, Final: c.Final}
		if l.Checkpoint.Record, err = parseHash(c.Record); err != nil {
			return l, prev, fmt.Errorf("%w: \"record\": %v", observation.ErrNotUnderstood, err)
		}
	}
	if w.Header != nil {
		l.Opening, err = w.opening()
	}
	return l, prev, err
}

func (w *wire) opening() (o *Opening, err error) {
	o = &Opening{Software: w.Software, Fold: w.Fold, Key: w.Key, Nonce: w.Nonce}
	if w.Imported != nil {
		o.Imported = &Origin{File: w.Imported.File}
		if o.Imported.SHA256, err = parseHash(w.Imported.SHA256); err != nil {
			return nil, fmt.Errorf("%w: \"sha256\": %v", observation.ErrNotUnderstood, err)
		}
	}
	o.Header, err = observation.ParseHeader(w.Header)
	return o, err
}

func parseHash(s string) (h hash, err error) {
	b, err := hex.DecodeString(s)
	if err == nil && len(b) != len(h) {
		err = errors.New("want 64 hex digits")
	}
	copy(h[:], b)
	return h, err
}

// parseObs gathers the observations of one line by their time.
func parseObs(obs []json.RawMessage, after int64) (batches []observation.Batch, err error) {
	for _, o := range obs {
		t, f, err := observation.ParseLine(o)
		if err != nil {
			return nil, err
		}
		if t < after {
			return nil, fmt.Errorf("%w: time goes back from %d to %d", observation.ErrNotUnderstood, after, t)
		}
		batches = gather(batches, t, f)
		after = t
	}
	return batches, nil
}

// gather adds a fact to the batch of its time, which is the last one or a new one.
func gather(batches []observation.Batch, t int64, f observation.Fact) []observation.Batch {
	if n := len(batches); n > 0 && batches[n-1].T == t {
		batches[n-1].Facts = append(batches[n-1].Facts, f)
		return batches
	}
	return append(batches, observation.Batch{T: t, Facts: []observation.Fact{f}})
}
