package live

import (
	"testing"

	"recorderd/observation"
	"recorderd/record"
)

// ids takes all that a follower can have now.
func ids(f *Follower) (ids []string) {
	for {
		lines, _ := f.Take()
		if len(lines) == 0 {
			return ids
		}
		for _, l := range lines {
			ids = append(ids, string(l.AppendID(nil)))
		}
	}
}

func wantIDs(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
		return
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: got %q, want %q", what, got, want)
			return
		}
	}
}

func TestResume(t *testing.T) {
	b, _ := scripted([]record.Event{start, e4, e4Done})
	begin(t, b, 41).Apply(observation.Batch{})
	for _, c := range []struct {
		id   string
		want []string
	}{
		{"", []string{"41-1", "41-2", "41-3"}},
		{"41-0", []string{"41-1", "41-2", "41-3"}},
		{"41-2", []string{"41-3"}},
		{"41-3", nil},
		{"41-4", []string{"41-1", "41-2", "41-3"}}, // lines that this record lost
		{"40-2", []string{"41-1", "41-2", "41-3"}},
		{"42-1", []string{"41-1", "41-2", "41-3"}},
		{"41", []string{"41-1", "41-2", "41-3"}},
		{"41--1", []string{"41-1", "41-2", "41-3"}},
		{"+41-2", []string{"41-1", "41-2", "41-3"}},
		{"41-2-3", []string{"41-1", "41-2", "41-3"}},
		{"41-99999999999999999999", []string{"41-1", "41-2", "41-3"}},
		{"\x00\xff", []string{"41-1", "41-2", "41-3"}},
	} {
		wantIDs(t, "resume from "+c.id, ids(b.Follow(c.id)), c.want...)
	}
}

func TestAFollowerReadsAGameToItsEndBeforeTheNext(t *testing.T) {
	b, _ := scripted([]record.Event{start}, []record.Event{e4, e4Done})
	early := b.Follow("")
	wantIDs(t, "before any game", ids(early))
	g := begin(t, b, 1)
	g.Apply(observation.Batch{})
	wantIDs(t, "the first game", ids(early), "1-1")
	g.Apply(observation.Batch{})
	begin(t, b, 2).Apply(observation.Batch{})
	wantIDs(t, "after the second began", ids(early), "1-2", "1-3", "2-1")
	wantIDs(t, "somebody who comes now", ids(b.Follow("1-1")), "2-1")
}

func TestAFollowerIsToldOfLinesAndOfGames(t *testing.T) {
	b, _ := scripted(nothing, []record.Event{start})
	f := b.Follow("")
	told := func() <-chan struct{} { _, more := f.Take(); return more }

	more := told()
	g := begin(t, b, 1)
	if !isClosed(more) {
		t.Error("a game began: not told")
	}
	more = told()
	g.Apply(observation.Batch{})
	if isClosed(more) {
		t.Error("a batch without lines: told")
	}
	g.Apply(observation.Batch{})
	if !isClosed(more) {
		t.Error("a line came: not told")
	}
}

func TestAFollowerThatSleepsCostsNothingAndLosesNothing(t *testing.T) {
	const batches = 3 * maxTake
	steps := make([][]record.Event, batches)
	for i := range steps {
		steps[i] = []record.Event{e4}
	}
	b, _ := scripted(steps...)
	g := begin(t, b, 1)
	f := b.Follow("")
	for range batches {
		g.Apply(observation.Batch{})
	}
	lines, _ := f.Take()
	if len(lines) != maxTake {
		t.Errorf("took %d lines at once, want %d", len(lines), maxTake)
	}
	if got := len(ids(f)); got != batches-maxTake {
		t.Errorf("then %d lines, want %d", got, batches-maxTake)
	}
}

func TestWhatWhoComesBackHasAlready(t *testing.T) {
	b, _ := scripted([]record.Event{start, e4}, []record.Event{e4Done})
	if got := b.Follow("41-1").Passed(); got != nil {
		t.Errorf("before the first game: got %v", got)
	}
	g := begin(t, b, 41)
	g.Apply(observation.Batch{})
	for id, want := range map[string]int{"": 0, "41-1": 1, "41-2": 2, "41-3": 0, "40-2": 0} {
		got := b.Follow(id).Passed()
		if len(got) != want || want > 0 && record.Name(got[0]) != "start" {
			t.Errorf("resume from %q: %v were passed, want %d", id, got, want)
		}
	}
	f := b.Follow("41-1")
	g.Apply(observation.Batch{})
	lines, _ := f.Take()
	if len(lines) != 2 || record.Name(lines[0].Event) != "move" || record.Name(lines[1].Event) != "complete" || len(f.Passed()) != 3 {
		t.Errorf("got %+v, and %d passed", lines, len(f.Passed()))
	}
}
