package record_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
)

// book is what somebody knows of a game who has read the lines of its record so
// far and nothing else. It says which line has no sense after those before it.
type book struct {
	began    bool
	plies    []record.Move
	complete []bool
	found    []record.Finding // that stand
	end      *record.End
	acted    bool // an act of this batch may take plies back,
	tookBack bool // and plies were
}

// read takes the lines that one batch added at a time.
func (b *book) read(now int64, lines []record.Event) error {
	b.tookBack = false
	for _, e := range lines {
		if err := b.line(now, e); err != nil {
			return fmt.Errorf("at %d: %w: %s", now, err, record.AppendLine(nil, e))
		}
	}
	for _, e := range lines {
		f, ok := e.(record.Finding)
		if ok && f.Ply > len(b.plies) && f.Code != answering && !b.tookBack {
			return fmt.Errorf("at %d: %d plies stand: %s", now, len(b.plies), record.AppendLine(nil, f))
		}
	}
	return nil
}

// answering is a finding about a ply that may still be in the hand.
const answering = "reply-before-press"

func (b *book) line(now int64, e record.Event) error {
	if err := readsBack(e); err != nil {
		return err
	}
	switch e := e.(type) {
	case record.Start:
		return b.start(e)
	case record.Move:
		return b.move(now, e)
	case record.Complete:
		return b.completed(now, e)
	case record.Retract:
		return b.retract(e)
	case record.Finding:
		return b.finding(now, e)
	case record.Claim:
		return b.claim(now, e)
	case record.End:
		if b.end != nil {
			return fmt.Errorf("a second end")
		}
		if e.T > now || e.Result == "" || e.Termination == "" {
			return fmt.Errorf("an end without result, or to come")
		}
		b.end = &e
	case record.Reopen:
		if b.end == nil {
			return fmt.Errorf("nothing to reopen")
		}
		b.end = nil
	default:
		return fmt.Errorf("a line that no batch adds")
	}
	return nil
}

// readsBack wants a line to be read as what it was.
func readsBack(e record.Event) error {
	line := record.AppendLine(nil, e)
	again, err := record.ParseLine(line)
	if err != nil {
		return err
	}
	if record.Name(again) != record.Name(e) {
		return fmt.Errorf("it is read as %s", record.Name(again))
	}
	had, err := linesOf(line)
	if err != nil {
		return err
	}
	has, err := linesOf(record.AppendLine(nil, again))
	if err == nil && asText(had[0]) != asText(has[0]) {
		err = fmt.Errorf("it is read as %s", asText(has[0]))
	}
	return err
}

func (b *book) start(e record.Start) error {
	if b.began && len(b.plies) > 0 {
		return fmt.Errorf("a start, but %d plies stand", len(b.plies))
	}
	if b.end != nil {
		return fmt.Errorf("a start after the end")
	}
	b.began = true
	_, err := position.ParseLoose(e.FEN)
	return err
}

func (b *book) move(now int64, m record.Move) error {
	switch n := len(b.plies); {
	case !b.began:
		return fmt.Errorf("a move before the start")
	case b.end != nil:
		return fmt.Errorf("a move after the end")
	case m.Ply < 1 || m.Ply > n+1:
		return fmt.Errorf("a move when %d plies stand", n)
	case m.T > now || m.Known > now || m.Known != 0 && m.Known == m.T:
		return fmt.Errorf("times that cannot be")
	case m.SAN == "" || m.Side == observation.NoSide || m.Legal == strings.Contains(m.SAN, "?!"):
		return fmt.Errorf("a move that nobody made, or not marked as what it is")
	case m.Ply <= n && m.Side != b.plies[m.Ply-1].Side:
		return fmt.Errorf("another side in a second line")
	case m.Ply == n+1:
		b.plies, b.complete = append(b.plies, m), append(b.complete, false)
	}
	b.plies[m.Ply-1] = m
	_, err := position.ParseLoose(m.FEN)
	return err
}

func (b *book) completed(now int64, e record.Complete) error {
	switch {
	case e.Ply < 1 || e.Ply > len(b.plies):
		return fmt.Errorf("no such ply stands")
	case b.complete[e.Ply-1]:
		return fmt.Errorf("it was complete")
	case e.T > now || e.SpentMS != nil && *e.SpentMS < 0:
		return fmt.Errorf("times that cannot be")
	}
	b.complete[e.Ply-1] = true
	return nil
}

func (b *book) retract(e record.Retract) error {
	switch {
	case e.Ply != len(b.plies) || e.Ply == 0:
		return fmt.Errorf("%d plies stand", len(b.plies))
	case b.end != nil:
		return fmt.Errorf("the game is over")
	case !slices.Contains([]string{"player", "agreement", "ruling", "revision"}, e.Why):
		return fmt.Errorf("no such reason")
	case !b.acted && e.Why == "ruling":
		return fmt.Errorf("nobody ruled that")
	}
	b.tookBack = true
	b.plies, b.complete = b.plies[:e.Ply-1], b.complete[:e.Ply-1]
	if e.Why == "revision" {
		b.found = slices.DeleteFunc(b.found, func(f record.Finding) bool { return f.Ply == e.Ply })
	}
	return nil
}

func (b *book) finding(now int64, f record.Finding) error {
	k, known := record.Kinds()[f.Code]
	switch text := string(record.AppendLine(nil, f)); {
	case !known:
		return fmt.Errorf("no such finding")
	case f.Level != k.Level() && f.Code != "setup-wrong":
		return fmt.Errorf("its level is %s", k.Level())
	case f.Level == "" || f.Text == "":
		return fmt.Errorf("it says nothing")
	case strings.Contains(text, `"fault":true`):
		return fmt.Errorf("the tracker failed")
	case f.T > now || f.Ply < 0:
		return fmt.Errorf("of a time to come, or no ply")
	case f.Level == record.Decisive && f.Article == "":
		return fmt.Errorf("a game ends under no article")
	}
	b.found = append(b.found, f)
	return nil
}

func (b *book) claim(now int64, c record.Claim) error {
	d, _ := c.Data.(record.Data)
	switch {
	case b.end != nil:
		return fmt.Errorf("a claim after the end")
	case c.T > now || c.Ply > len(b.plies):
		return fmt.Errorf("%d plies stand", len(b.plies))
	case c.Supported != nil && *c.Supported && d["remedy"] != nil:
		return fmt.Errorf("a remedy against a claim that holds")
	case c.Supported == nil || !*c.Supported:
		if d["result"] != nil || c.Data != nil && d["reason"] == nil && c.Claim != "dead-position" {
			return fmt.Errorf("a claim that does not hold, with a result or without a reason")
		}
	}
	return nil
}

// agrees holds a summary against what was read.
func (b *book) agrees(s record.Summary) error {
	result, termination := "*", "unfinished"
	if b.end != nil {
		result, termination = b.end.Result, b.end.Termination
	}
	if s.Result != result || s.Termination != termination {
		return fmt.Errorf("summary: %s %s, the lines say %s %s", s.Result, s.Termination, result, termination)
	}
	if s.Plies != len(b.plies) || len(s.Moves) != s.Plies || len(s.Confidence) != s.Plies {
		return fmt.Errorf("summary: %d plies, %d moves, %d confidences; the lines have %d", s.Plies, len(s.Moves), len(s.Confidence), len(b.plies))
	}
	for i, m := range b.plies {
		if m.SAN != s.Moves[i] || m.Confidence != s.Confidence[i] {
			return fmt.Errorf("summary: ply %d is %s %d, the lines say %s %d", i+1, s.Moves[i], s.Confidence[i], m.SAN, m.Confidence)
		}
	}
	if n := len(b.plies); n > 0 && s.FEN != b.plies[n-1].FEN {
		return fmt.Errorf("summary: %s, the lines say %s", s.FEN, b.plies[n-1].FEN)
	}
	count := map[string]int{}
	for _, f := range b.found {
		count[f.Code]++
	}
	if !maps.Equal(count, s.Findings) {
		return fmt.Errorf("summary: findings %v, the lines have %v", s.Findings, count)
	}
	return nil
}

// consistent plays batches and returns the first line that has no sense, or what
// the summary has otherwise.
func consistent(t *testing.T, h observation.Header, batches []observation.Batch) error {
	t.Helper()
	rec, b := newFor(t, h), &book{}
	for _, batch := range batches {
		b.acted = slices.ContainsFunc(batch.Facts, takesBack)
		if err := b.read(batch.T, rec.Apply(batch)); err != nil {
			return err
		}
		if err := b.agrees(rec.Summary()); err != nil {
			return fmt.Errorf("at %d: %w", batch.T, err)
		}
	}
	return nil
}

// takesBack reports whether a fact may take plies back by agreement or ruling.
func takesBack(f observation.Fact) bool {
	a, ok := f.(observation.Act)
	return ok && slices.Contains([]observation.ActKind{observation.ActTakeback, observation.ActRestore, observation.ActCorrectMove}, a.Kind)
}

// TestEveryRecordIsConsistent reads every record line by line as it grows.
func TestEveryRecordIsConsistent(t *testing.T) {
	eachHeard(t, 1, func(t *testing.T, h *heard) {
		if err := consistent(t, h.header, h.batches); err != nil {
			t.Error(err)
		}
	})
}
