package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"recorderd/observation"
)

// Event is one line of the record: a Start, Move, Complete, Retract, Finding,
// Claim, End, Reopen or Summary.
type Event interface{ name() string }

// Start is said when play begins. FEN is the placement then standing, turned if
// need be.
type Start struct {
	T                int64  `json:"t"`
	FEN              string `json:"fen"`
	Mode             string `json:"mode"`
	Laws             string `json:"laws"`
	CompetitionRules bool   `json:"competition_rules"`
	Fold             int    `json:"fold"`
}

// Move is a ply that was made: T is its last square change, Known when the
// record was sure, zero where that is the same. FEN is the placement after it.
type Move struct {
	T            int64            `json:"t"`
	Known        int64            `json:"known,omitempty"`
	Ply          int              `json:"ply"`
	Side         observation.Side `json:"side"`
	SAN          string           `json:"san"`
	UCI          string           `json:"uci,omitempty"`
	Legal        bool             `json:"legal"`
	Confidence   Hundredths       `json:"confidence"`
	Inferred     bool             `json:"inferred"`
	FEN          string           `json:"fen"`
	Alternatives [][]string       `json:"alternatives,omitempty"`
}

// Number is the number that is written before a move: the counter of the
// position after it has gone up where Black has moved.
func (m Move) Number() int {
	f := strings.Fields(m.FEN)
	if len(f) < 6 {
		return (m.Ply + 1) / 2
	}
	n, err := strconv.ParseUint(f[5], 10, 16)
	if err != nil {
		return (m.Ply + 1) / 2
	}
	if m.Side == observation.Black && f[1] == "w" {
		n--
	}
	return int(n)
}

// Complete is a ply whose player pressed the clock, or what stands for it. The
// times are the clock's after it; SpentMS is measured by the recorder. What is
// not known is nil.
type Complete struct {
	T       int64  `json:"t"`
	Ply     int    `json:"ply"`
	WhiteMS *int64 `json:"white_ms,omitempty"`
	BlackMS *int64 `json:"black_ms,omitempty"`
	SpentMS *int64 `json:"spent_ms,omitempty"`
}

// Retract withdraws a ply.
type Retract struct {
	T   int64  `json:"t"`
	Ply int    `json:"ply"`
	Why string `json:"why"`
}

// Finding is something of weight that the record noticed.
type Finding struct {
	T       int64            `json:"t"`
	Code    string           `json:"code"`
	Level   Level            `json:"level"`
	Side    observation.Side `json:"side,omitzero"`
	Ply     int              `json:"ply"`
	Article string           `json:"article"`
	Text    string           `json:"text"`
	Data    any              `json:"data,omitempty"`
}

// Level says who should care about a finding.
type Level string

const (
	Decisive     Level = "decisive"     // the game is over
	Claimable    Level = "claimable"    // a player may claim
	Irregularity Level = "irregularity" // a player or the arbiter may act
	Note         Level = "note"         // worth keeping as evidence
	Quality      Level = "quality"      // how far to trust the record
)

// Claim is a claim as it was judged. Supported is nil where it cannot be told.
type Claim struct {
	T         int64  `json:"t"`
	Ply       int    `json:"ply"`
	By        string `json:"by"`
	Claim     string `json:"claim"`
	Supported *bool  `json:"supported"`
	Article   string `json:"article"`
	Data      any    `json:"data,omitempty"`
}

// End ends the game. Data say whether the opponent could mate, where the
// edition asks it of a resignation.
type End struct {
	T           int64  `json:"t"`
	Result      string `json:"result"`
	Termination string `json:"termination"`
	Article     string `json:"article"`
	Data        any    `json:"data,omitempty"`
}

// Reopen withdraws an End.
type Reopen struct {
	T int64 `json:"t"`
}

// Summary is the state of the record when it was read. It is no line of the
// record's hash, and no event.
type Summary struct {
	Result      string         `json:"result"`
	Termination string         `json:"termination"`
	Plies       int            `json:"plies"`
	Moves       []string       `json:"moves"`
	Confidence  []Hundredths   `json:"confidence"`
	FEN         string         `json:"fen"`
	Findings    map[string]int `json:"findings"`
}

func (Start) name() string    { return "start" }
func (Move) name() string     { return "move" }
func (Complete) name() string { return "complete" }
func (Retract) name() string  { return "retract" }
func (Finding) name() string  { return "finding" }
func (Claim) name() string    { return "claim" }
func (End) name() string      { return "end" }
func (Reopen) name() string   { return "reopen" }
func (Summary) name() string  { return "summary" }

// Hundredths is a share of one in steps of a hundredth, 0 to 100. It is written
// as 1, 0.97 or 0 without going through a floating-point number.
type Hundredths int

// Sure is the confidence of a ply that no other reading contests.
const Sure Hundredths = 100

// MarshalJSON writes the number of a JSON line.
func (h Hundredths) MarshalJSON() ([]byte, error) {
	if h < 0 || h > 100 {
		return nil, fmt.Errorf("confidence of %d hundredths: want 0 to 100", int(h))
	}
	if h%100 == 0 {
		return strconv.AppendInt(nil, int64(h/100), 10), nil
	}
	return bytes.TrimRight([]byte(fmt.Sprintf("0.%02d", int(h))), "0"), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (h *Hundredths) UnmarshalJSON(b []byte) error {
	whole, part, _ := bytes.Cut(b, []byte("."))
	part = append(append([]byte{}, part...), "00"...)[:2]
	n, err := strconv.Atoi(string(whole) + string(part))
	if err != nil || n < 0 || n > 100 {
		return fmt.Errorf("confidence %s: want 0 to 1 with two digits", b)
	}
	*h = Hundredths(n)
	return nil
}

// Name returns what stands in "ev".
func Name(e Event) string { return e.name() }

// AppendLine appends the event as a line of the record, without a newline. The
// same event gives the same bytes everywhere.
func AppendLine(b []byte, e Event) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		panic("record: a line cannot be written: " + err.Error())
	}
	b = append(append(append(b, `{"ev":"`...), e.name()...), `",`...)
	return append(b, bytes.TrimRight(buf.Bytes()[1:], "\n")...)
}

// ParseLine reads one line of a record, as AppendLine writes it.
func ParseLine(line []byte) (Event, error) {
	var head struct {
		Ev string `json:"ev"`
	}
	if err := json.Unmarshal(line, &head); err != nil {
		return nil, fmt.Errorf("line of a record: %w", err)
	}
	switch head.Ev {
	case "start":
		return parse(line, Start{})
	case "move":
		return parse(line, Move{})
	case "complete":
		return parse(line, Complete{})
	case "retract":
		return parse(line, Retract{})
	case "finding":
		return parse(line, Finding{Side: observation.NoSide})
	case "claim":
		return parse(line, Claim{})
	case "end":
		return parse(line, End{})
	case "reopen":
		return parse(line, Reopen{})
	case "summary":
		return parse(line, Summary{})
	}
	return nil, fmt.Errorf("line of a record: event %q is not known", head.Ev)
}

// parse reads a line into an event that holds what is meant by what is left out.
func parse[E Event](line []byte, e E) (Event, error) {
	if err := json.Unmarshal(line, &e); err != nil {
		return nil, fmt.Errorf("line of a record: %w", err)
	}
	return e, nil
}
