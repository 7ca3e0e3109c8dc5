package record_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"recorderd/observation"
)

// The files in testdata/cases hold cases of the Laws as scripts. README.md there
// says how they are written.

const casesDir = "testdata/cases"

var keepCases = flag.String("cases", "", "write the traces of the cases into this folder, as scenarios")

// gameCase is one case under one edition: how a game is played, and what the
// record must hold of it.
type gameCase struct {
	name, title, at string
	game            observation.Game
	board           observation.Sensing
	stands, shows   string
	still, both     bool // the clock is not started; it holds for occupancy, too
	timed           bool // it is about these times
	script          []string
	expect          []string
}

func (c *gameCase) header() (observation.Header, error) {
	h := observation.Header{Game: c.game, Board: observation.Board{Sensing: observation.Identity}}
	if h.Game.TimeControl == "" {
		return h, errors.New("the case has no time: want a time control")
	}
	h.Clock.Present = h.Game.TimeControl != "-"
	return h, nil
}

// term takes one of the lines with which a case begins.
func (c *gameCase) term(key, value string) bool {
	switch key {
	case "laws":
		c.game.Laws = value
	case "time":
		c.game.TimeControl = value
	case "from":
		c.game.FEN = value
	case "variant":
		c.game.Variant = value
	case "rules":
		competition := value == "competition"
		c.game.CompetitionRules = &competition
	case "stands":
		c.stands = value
	case "shows":
		c.shows = value
	case "still":
		c.still = true
	case "both":
		c.both = true
	case "timed":
		c.timed = true
	case "board":
		c.board = observation.Sensing(value)
	default:
		return false
	}
	return true
}

// line takes one line of a case.
func (c *gameCase) line(text string) {
	key, value, _ := strings.Cut(text, " ")
	switch {
	case key == "doubt" || len(c.script) == 0 && c.term(key, strings.TrimSpace(value)):
	case slices.Contains([]string{"expect", "forbid", "never", "summary"}, key):
		c.expect = append(c.expect, text)
	default:
		for _, s := range strings.Split(text, " ; ") {
			c.script = append(c.script, strings.TrimSpace(s))
		}
	}
}

// play plays the case and returns its trace and what is expected of it.
func (c *gameCase) play(how rhythm) (trace []byte, e *expectation, err error) {
	tb, err := newTable(c, how)
	if err != nil {
		return nil, nil, err
	}
	for _, line := range c.script {
		if err := tb.statement(line); err != nil {
			return nil, nil, fmt.Errorf("%q: %w", line, err)
		}
	}
	tb.pass(1000)
	tb.now += 1200
	tb.say(observation.Tick{})
	e, err = c.expectation(tb.marks)
	if c.board == observation.Occupancy {
		tb.trace = withoutPieces(tb.trace)
	}
	return tb.trace, e, err
}

func (c *gameCase) expectation(marks map[string]int64) (*expectation, error) {
	e := &expectation{Title: c.title, Topic: c.name, Summary: object{}}
	if c.both {
		e.Tags = []string{"both"}
	}
	for _, text := range c.expect {
		key, rest, _ := strings.Cut(text, " ")
		var line object
		var err error
		switch key {
		case "expect":
			line, err = expectedLine(rest, marks)
			e.Events = append(e.Events, line)
		case "never":
			line, err = expectedLine(rest, marks)
			e.never = append(e.never, line)
		case "forbid":
			for _, code := range strings.Fields(rest) {
				e.Forbid = append(e.Forbid, code)
			}
		case "summary":
			err = expectedSummary(rest, e.Summary)
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
	}
	return e, nil
}

// readCases reads the cases of a file: a line with name and title, then lines
// that are indented. A line "for" makes a case of its own with its values in the
// place of the names in braces.
func readCases(name string) (found []*gameCase, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var block []string
	at := 0
	end := func() error {
		if len(block) == 0 {
			return nil
		}
		some, err := variants(block)
		for _, c := range some {
			c.at = fmt.Sprintf("%s:%d", filepath.Base(name), at)
		}
		found, block = append(found, some...), nil
		return err
	}
	for i, line := range strings.Split(string(text), "\n") {
		rest := strings.TrimSpace(line)
		if rest == "" || rest[0] == '#' {
			continue
		}
		if line[0] != '\t' {
			if err := end(); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, at, err)
			}
			at = i + 1
		}
		block = append(block, rest)
	}
	return found, end()
}

func variants(block []string) (found []*gameCase, err error) {
	var forms []string
	body := slices.DeleteFunc(slices.Clone(block[1:]), func(line string) bool {
		form, ok := strings.CutPrefix(line, "for ")
		if ok {
			forms = append(forms, form)
		}
		return ok
	})
	if forms == nil {
		forms = []string{""}
	}
	for _, form := range forms {
		c := &gameCase{board: observation.Identity}
		c.name, c.title, _ = strings.Cut(block[0], " ")
		var pairs, values []string
		for _, w := range strings.Fields(form) {
			key, value, ok := strings.Cut(w, "=")
			if !ok {
				return nil, fmt.Errorf("for %s: want names and values", form)
			}
			pairs = append(pairs, "{"+key+"}", strings.ReplaceAll(value, "_", " "))
			values = append(values, value)
		}
		if len(values) > 0 {
			c.name += "/" + strings.ReplaceAll(strings.Join(values[:min(2, len(values))], ","), "/", ".")
		}
		replace := strings.NewReplacer(pairs...)
		for _, line := range body {
			line = replace.Replace(line)
			if strings.Contains(line, "{") {
				return nil, fmt.Errorf("%s: %s: nobody says what is in the braces", c.name, line)
			}
			c.line(line)
		}
		found = append(found, c)
	}
	return found, nil
}

func allCases(t *testing.T) (found []*gameCase) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(casesDir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the files of the cases: %v, %v", files, err)
	}
	names := map[string]bool{}
	for _, file := range files {
		if filepath.Base(file) == pendingFile {
			continue
		}
		some, err := readCases(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range some {
			if names[c.name] {
				t.Errorf("%s: there are two of %s", c.at, c.name)
			}
			names[c.name] = true
		}
		found = append(found, some...)
	}
	return found
}

// plain is the rhythm of the cases.
var plain = rhythm{"plain", 100, 0, 1000}

// rhythms are others.
var rhythms = []rhythm{
	{"slow", 160, 31, 1000}, {"brisk", 85, 113, 1000}, {"late", 100, 77, 1000}, {"later", 115, 151, 1000}, {"tenths", 95, 53, 100},
}

// TestCases plays every case and holds its record against what is expected.
func TestCases(t *testing.T) {
	pending := newPending(t, casesDir)
	for _, c := range allCases(t) {
		trace, expect, err := c.play(plain)
		if err != nil {
			t.Errorf("%s: %s: %v", c.at, c.name, err)
			continue
		}
		keepCase(t, c, trace, expect)
		t.Run(c.name, func(t *testing.T) { judgeCase(t, pending, c, c.name, trace, expect) })
		if c.both {
			id := c.name + ",occupancy"
			t.Run(id, func(t *testing.T) { judgeCase(t, pending, c, id, withoutPieces(trace), expect) })
		}
	}
	pending.finish(t)
}

// TestCasesAtOtherSpeeds plays the cases with other hands: the record must be as
// right. It leaves out those that are about the times themselves.
func TestCasesAtOtherSpeeds(t *testing.T) {
	pending := newPending(t, casesDir)
	for _, how := range rhythms {
		for _, c := range allCases(t) {
			if c.timed || slices.Contains(pending.names, c.name) {
				continue
			}
			trace, expect, err := c.play(how)
			if err != nil {
				t.Errorf("%s: %s: %s hands: %v", c.at, c.name, how.name, err)
				continue
			}
			id := c.name + "," + how.name
			t.Run(id, func(t *testing.T) { judgeCase(t, pending, c, id, trace, expect) })
		}
	}
	pending.finish(t)
}

func judgeCase(t *testing.T, pending *pendingList, c *gameCase, id string, trace []byte, expect *expectation) {
	lines, err := linesOf(replayTrace(t, trace))
	if err == nil {
		err = expect.judge(lines)
	}
	if err != nil {
		err = fmt.Errorf("%s: %s: %w", c.at, c.title, err)
	}
	pending.verdict(t, id, err)
}

// keepCase writes a case as the folder of a scenario.
func keepCase(t *testing.T, c *gameCase, trace []byte, e *expectation) {
	t.Helper()
	if *keepCases == "" {
		return
	}
	folder := filepath.Join(*keepCases, strings.ReplaceAll(c.name, "/", ","))
	expect, err := json.MarshalIndent(object{
		"title": e.Title, "topic": e.Topic, "tags": e.Tags, "events": e.Events, "forbid": e.Forbid, "summary": e.Summary,
	}, "", " ")
	err = errors.Join(err, os.MkdirAll(folder, 0o755),
		os.WriteFile(filepath.Join(folder, "trace.jsonl"), trace, 0o644),
		os.WriteFile(filepath.Join(folder, "expect.json"), expect, 0o644))
	if err != nil {
		t.Fatal(err)
	}
}

// TestThePendingCasesAreCases wants every name of the list to be that of a case.
func TestThePendingCasesAreCases(t *testing.T) {
	names := map[string]bool{}
	for _, c := range allCases(t) {
		names[c.name], names[c.name+",occupancy"] = true, c.both
		for _, how := range rhythms {
			names[c.name+","+how.name] = !c.timed
		}
	}
	for _, name := range newPending(t, casesDir).names {
		if !names[name] {
			t.Errorf("%s lists %s, which there is not", pendingFile, name)
		}
	}
}
