package observation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// ErrNotUnderstood is in every error about a line that is no observation.
var ErrNotUnderstood = errors.New("not understood")

// wire is an observation as it stands in a line. Exactly one kind of fact may
// be in it.
type wire struct {
	T         *int64       `json:"t"`
	Placement *string      `json:"placement"`
	Square    *string      `json:"sq"`
	Piece     *string      `json:"piece"`
	Said      *string      `json:"said"`
	Clock     *wireClock   `json:"clock"`
	Link      *string      `json:"link"`
	Up        *bool        `json:"up"`
	Tick      *bool        `json:"tick"`
	Memory    *[]wireEntry `json:"memory"`
	Restart   *wireRestart `json:"restart"`
	Game      *Game        `json:"game"`
	Act       *Act         `json:"act"`
}

// wireEntry is an entry of a board's memory: a square, or the time of one side.
type wireEntry struct {
	Square  *string `json:"sq"`
	Piece   *string `json:"piece"`
	WhiteMS *int64  `json:"white_ms"`
	BlackMS *int64  `json:"black_ms"`
}

type wireClock struct {
	WhiteMS *int64 `json:"white_ms"`
	BlackMS *int64 `json:"black_ms"`
	Running string `json:"running"`
	Flag    string `json:"flag"`
}

type wireRestart struct {
	GapMS     *int64 `json:"gap_ms"`
	LostBytes int64  `json:"lost_bytes"`
}

// ParseLine reads one observation: one JSON object with its time and one fact.
// Keys that this version does not know are passed over, for the contract may
// grow; a line without any fact it knows is an error.
func ParseLine(line []byte) (t int64, f Fact, err error) {
	if t, f, ok := Guess(line); ok && bytes.Equal(AppendLine(nil, t, f), line) {
		return t, f, nil
	}
	return decodeLine(line)
}

func decodeLine(line []byte) (t int64, f Fact, err error) {
	var w wire
	if err := json.Unmarshal(line, &w); err != nil {
		return 0, nil, fmt.Errorf("%w: %v", ErrNotUnderstood, err)
	}
	if w.T == nil || *w.T < 0 {
		return 0, nil, fmt.Errorf("%w: \"t\" is missing or below zero", ErrNotUnderstood)
	}
	if f, err = w.fact(); err != nil {
		return 0, nil, fmt.Errorf("%w: %w", ErrNotUnderstood, err)
	}
	return *w.T, f, nil
}

func (w *wire) fact() (f Fact, err error) {
	kinds := 0
	take := func(present bool, read func() (Fact, error)) {
		if !present {
			return
		}
		kinds++
		if kinds == 1 {
			f, err = read()
		}
	}
	take(w.Placement != nil, func() (Fact, error) { return asFact(ParsePlacement(*w.Placement)) })
	take(w.Square != nil, func() (Fact, error) { return asFact(parseChange(*w.Square, w.Piece)) })
	take(w.Said != nil, func() (Fact, error) { return Said(*w.Said), nil })
	take(w.Clock != nil, func() (Fact, error) { return asFact(w.Clock.clock()) })
	take(w.Link != nil, func() (Fact, error) { return asFact(parseLink(*w.Link, w.Up)) })
	take(w.Tick != nil, func() (Fact, error) { return Tick{}, nil })
	take(w.Memory != nil, func() (Fact, error) { return asFact(parseMemory(*w.Memory)) })
	take(w.Restart != nil, func() (Fact, error) { return w.Restart.restart(), nil })
	take(w.Game != nil, func() (Fact, error) { return *w.Game, nil })
	take(w.Act != nil, func() (Fact, error) { return asFact(checkAct(*w.Act)) })
	switch {
	case err != nil:
		return nil, err
	case kinds == 0:
		return nil, errors.New("no observation that this version knows stands in it")
	case kinds > 1:
		return nil, errors.New("more than one observation stands in it: one fact a line")
	}
	return f, nil
}

func asFact[F Fact](f F, err error) (Fact, error) { return f, err }

func parseChange(square string, piece *string) (Change, error) {
	sq, err := ParseSquare(square)
	if err != nil {
		return Change{}, err
	}
	if piece == nil {
		return Change{}, fmt.Errorf("square %s without \"piece\"", square)
	}
	p, err := ParsePiece(*piece)
	return Change{sq, p}, err
}

func parseMemory(ws []wireEntry) (Memory, error) {
	m := make(Memory, 0, len(ws))
	for _, w := range ws {
		e, err := w.entry()
		if err != nil {
			return nil, err
		}
		m = append(m, e)
	}
	return m, nil
}

func (w *wireEntry) entry() (MemoryEntry, error) {
	kinds := 0
	for _, has := range [...]bool{w.Square != nil, w.WhiteMS != nil, w.BlackMS != nil} {
		if has {
			kinds++
		}
	}
	switch {
	case kinds != 1:
		return MemoryEntry{}, errors.New("an entry of a memory has one of \"sq\", \"white_ms\" and \"black_ms\"")
	case w.WhiteMS != nil:
		return NotedPress(White, *w.WhiteMS), nil
	case w.BlackMS != nil:
		return NotedPress(Black, *w.BlackMS), nil
	}
	c, err := parseChange(*w.Square, w.Piece)
	return NotedChange(c), err
}

func (w *wireClock) clock() (Clock, error) {
	c := Clock{Running: NoSide}
	if (w.WhiteMS == nil) != (w.BlackMS == nil) {
		return c, errors.New("a clock has the times of both sides or none")
	}
	if w.WhiteMS != nil {
		c.HasTimes, c.WhiteMS, c.BlackMS = true, *w.WhiteMS, *w.BlackMS
	}
	var err error
	if w.Running != "none" {
		if c.Running, err = ParseSide(w.Running); err != nil {
			return c, fmt.Errorf("\"running\": want white, black or none, not %q", w.Running)
		}
	}
	c.Flag, err = parseFlag(w.Flag)
	return c, err
}

func parseLink(device string, up *bool) (Link, error) {
	d := Device(device)
	if d != BoardDevice && d != ClockDevice {
		return Link{}, fmt.Errorf("%q is no link: want board or clock", device)
	}
	if up == nil {
		return Link{}, fmt.Errorf("link %s without \"up\"", device)
	}
	return Link{d, *up}, nil
}

func (w *wireRestart) restart() Restart {
	r := Restart{LostBytes: w.LostBytes}
	if w.GapMS != nil {
		r.GapKnown, r.GapMS = true, *w.GapMS
	}
	return r
}

// AppendLine appends the line of one fact, without a newline. The same fact
// gives the same bytes everywhere.
func AppendLine(b []byte, t int64, f Fact) []byte {
	b = strconv.AppendInt(append(b, `{"t":`...), t, 10)
	switch f := f.(type) {
	case Placement:
		b = append(append(append(b, `,"placement":"`...), f.String()...), '"')
	case Change:
		b = appendChange(append(b, ','), f)
	case Said:
		b = appendJSON(append(b, `,"said":`...), string(f))
	case Clock:
		b = appendClock(b, f)
	case Link:
		b = append(append(append(b, `,"link":"`...), f.Device...), `","up":`...)
		b = strconv.AppendBool(b, f.Up)
	case Tick:
		b = append(b, `,"tick":true`...)
	case Memory:
		b = append(b, `,"memory":[`...)
		for i, e := range f {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendEntry(b, e)
		}
		b = append(b, ']')
	case Restart:
		b = append(b, `,"restart":{"gap_ms":`...)
		if f.GapKnown {
			b = strconv.AppendInt(b, f.GapMS, 10)
		} else {
			b = append(b, "null"...)
		}
		b = append(strconv.AppendInt(append(b, `,"lost_bytes":`...), f.LostBytes, 10), '}')
	case Game:
		b = appendJSON(append(b, `,"game":`...), f)
	case Act:
		b = appendJSON(append(b, `,"act":`...), f)
	}
	return append(b, '}')
}

func appendChange(b []byte, c Change) []byte {
	b = append(append(append(b, `"sq":"`...), c.Square.String()...), `","piece":"`...)
	return append(append(b, c.Piece.String()...), '"')
}

func appendEntry(b []byte, e MemoryEntry) []byte {
	if !e.Pressed {
		return append(appendChange(append(b, '{'), e.Change), '}')
	}
	b = append(append(append(b, `{"`...), e.Side.String()...), `_ms":`...)
	return append(strconv.AppendInt(b, e.LeftMS, 10), '}')
}

func appendClock(b []byte, c Clock) []byte {
	b = append(b, `,"clock":{`...)
	if c.HasTimes {
		b = strconv.AppendInt(append(b, `"white_ms":`...), c.WhiteMS, 10)
		b = strconv.AppendInt(append(b, `,"black_ms":`...), c.BlackMS, 10)
		b = append(b, ',')
	}
	b = append(append(append(b, `"running":"`...), c.Running.String()...), `","flag":"`...)
	return append(append(b, c.Flag.String()...), `"}`...)
}

// appendJSON appends v as encoding/json writes it, but keeps <, > and & as they
// are. The types it is given cannot fail to be written.
func appendJSON(b []byte, v any) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("observation: " + err.Error())
	}
	return append(b, bytes.TrimRight(buf.Bytes(), "\n")...)
}
