package web

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
	"recorderd/record"
)

const (
	e4Announced = "event: announce\ndata: {\"ply\":1,\"side\":\"white\",\"text\":\"Bauer Eva zwei Eva vier\"}\n\n"
	e4InDigits  = "event: announce\ndata: {\"ply\":1,\"side\":\"white\",\"text\":\"Bauer Eva 2 Eva 4\"}\n\n"
	e4Withdrawn = "event: announce\ndata: {\"ply\":1,\"side\":\"white\",\"withdrawn\":true}\n\n"
	d4Announced = "event: announce\ndata: {\"ply\":1,\"side\":\"white\",\"text\":\"Bauer David zwei David vier\"}\n\n"
	e5Announced = "event: announce\ndata: {\"ply\":2,\"side\":\"black\",\"text\":\"Bauer Eva sieben Eva fuenf\"}\n\n"
)

// spoken puts announcements after the lines of a stream: each after the next line of
// its kind, such as "move".
func spoken(t *testing.T, lines []string, announcements ...string) (out []string) {
	t.Helper()
	for _, l := range lines {
		out = append(out, l)
		if strings.Contains(l, `{"ev":"move"`) || strings.Contains(l, `{"ev":"retract"`) {
			if len(announcements) == 0 {
				t.Fatalf("nothing is expected after %s", l)
			}
			out, announcements = append(out, announcements[0]), announcements[1:]
		}
	}
	if len(announcements) > 0 {
		t.Fatalf("nothing in %q is announced as %q", lines, announcements)
	}
	return out
}

func TestPliesAreAnnouncedAfterTheirLines(t *testing.T) {
	for form, e4 := range map[string]string{"fide": e4Announced, "digits": e4InDigits} {
		tb := newTable(t)
		tb.sitDown(41)
		tb.e4()
		p := tb.serve()
		stream := reading(p.get(t, "/events?announce="+form))
		stream.want(t, "retry: 2000\n\n")
		before := tb.events(41, 1)
		stream.want(t, spoken(t, before, e4)...)
		tb.sitDown(42)
		tb.e4()
		stream.want(t, spoken(t, tb.events(42, 1), e4)...)
	}
}

// d4Instead is what the player makes of e4 before his press.
func (tb *table) d4Instead() {
	tb.see(tb.square("e2", 0))
	tb.see(tb.square("e4", 'P'))
	tb.see(clock(178000, 180000, observation.White))
	tb.see(tb.square("e4", 0))
	tb.see(tb.square("e2", 'P'))
	tb.see(clock(175000, 180000, observation.White))
	tb.see(tb.square("d2", 0))
	tb.see(tb.square("d4", 'P'))
	tb.see(clock(172000, 180000, observation.Black))
}

func TestWhatIsTakenBackIsWithdrawn(t *testing.T) {
	tb := newTable(t)
	tb.sitDown(41)
	tb.d4Instead()
	tb.e5()
	stream := reading(tb.serve().get(t, "/events?announce=fide"))
	stream.want(t, "retry: 2000\n\n")
	stream.want(t, spoken(t, tb.events(41, 1), e4Announced, e4Withdrawn, d4Announced, e5Announced)...)
}

func TestAnnouncementsGoOnAfterTheLastLineThatWasHad(t *testing.T) {
	tb := newTable(t)
	tb.sitDown(41)
	tb.d4Instead()
	tb.e5()
	p := tb.serve()
	whole := spoken(t, tb.events(41, 1), e4Announced, e4Withdrawn, d4Announced, e5Announced)
	for i, had := range whole {
		id, isLine := strings.CutPrefix(strings.SplitN(had, "\n", 2)[0], "id: ")
		if !isLine {
			continue
		}
		rest := whole[i+1:]
		if len(rest) > 0 && strings.HasPrefix(rest[0], "event: ") {
			rest = rest[1:] // it belongs to the line
		}
		stream := reading(p.get(t, "/events?announce=fide", "Last-Event-ID", id))
		stream.want(t, "retry: 2000\n\n")
		stream.want(t, rest...)
		news := tb.offer()
		stream.want(t, news...)
		whole = append(whole, news...)
	}
}

// offer is something that is not announced. It returns the lines of it.
func (tb *table) offer() []string {
	tb.t.Helper()
	had := len(tb.events(41, 1))
	tb.see(observation.Act{Kind: "draw-offer", By: "white"})
	lines := tb.events(41, had+1)
	if len(lines) == 0 {
		tb.t.Fatal("the record has no further line")
	}
	return lines
}

func TestNoOtherFormOfAnnouncementIsTaken(t *testing.T) {
	tb := newTable(t)
	for _, query := range []string{"announce=", "announce", "announce=FIDE", "announce=en", "announce=fide&announce=digits", "announce=fide%0A", "announce=" + strings.Repeat("x", 9000)} {
		for _, method := range []string{"GET", "HEAD"} {
			res := ask(tb.h, method, "/events?"+query)
			text, _ := io.ReadAll(res.Body)
			if res.StatusCode != 400 || method == "GET" && !strings.Contains(string(text), "announce=fide") || len(text) > 200 {
				t.Errorf("%s %.40s: got %d, %q", method, query, res.StatusCode, text)
			}
		}
	}
	if got := tb.h.Stats(); got != (Stats{}) {
		t.Errorf("streams: got %+v, want none", got)
	}
}

func TestASecondReadingIsAnnouncedIfItSoundsOtherwise(t *testing.T) {
	first := record.Move{Ply: 1, Side: observation.White, SAN: "e7-e8=P?!illegal", UCI: "e7e8"}
	queen, knight, unread := first, first, first
	queen.SAN, queen.UCI, queen.Legal = "e8=Q+", "e7e8q", true
	knight.SAN, knight.UCI = "e8=N", "e7e8n"
	unread.SAN, unread.UCI = "?!unexplained", ""
	surer := queen
	surer.Confidence = record.Sure
	say := func(text string, again bool) *announcement {
		return &announcement{Ply: 1, Side: observation.White, Text: text, Again: again}
	}
	withdrawn := &announcement{Ply: 1, Side: observation.White, Withdrawn: true}
	a, err := newAnnouncer(map[string][]string{"announce": {"fide"}})
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		event record.Event
		want  *announcement
	}{
		{record.Start{}, nil},
		{unread, nil},
		{record.Retract{Ply: 1}, nil},
		{unread, nil},
		{first, say("Bauer Eva sieben Eva acht", false)},
		{record.Complete{Ply: 1}, nil},
		{record.Finding{Ply: 1, Code: "illegal-move-completed"}, nil},
		{queen, say("Bauer Eva sieben Eva acht Dame", true)},
		{surer, nil},
		{knight, say("Bauer Eva sieben Eva acht Springer", true)},
		{unread, withdrawn},
		{knight, say("Bauer Eva sieben Eva acht Springer", false)},
		{record.Retract{Ply: 2}, nil},
		{record.Retract{Ply: 1}, withdrawn},
		{record.Retract{Ply: 1}, nil},
		{queen, say("Bauer Eva sieben Eva acht Dame", false)},
		{record.Start{}, nil},
		{queen, say("Bauer Eva sieben Eva acht Dame", false)},
	} {
		var got *announcement
		if now, ok := a.hear(c.event); ok {
			got = &now
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("event %d, %+v (- want, + got):\n%s", i+1, c.event, diff)
		}
	}
}

// announceAll returns what is announced after each event, "" for nothing, to
// somebody who was away for the first ones.
func announceAll(t *testing.T, events []record.Event, away int) (out []string) {
	t.Helper()
	a, err := newAnnouncer(map[string][]string{"announce": {"fide"}})
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range events {
		now, ok := a.hear(e)
		switch {
		case i < away:
		case ok:
			out = append(out, string(asJSON(now)))
		default:
			out = append(out, "")
		}
	}
	return out
}

// eachScenario calls f with all records of the scenarios.
func eachScenario(t *testing.T, f func(name string, events []record.Event)) {
	t.Helper()
	files, err := filepath.Glob("../record/testdata/scenarios/*/record*.jsonl")
	if err != nil || len(files) < 150 {
		t.Fatalf("%d records (%v)", len(files), err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var events []record.Event
		for line := range bytes.Lines(text) {
			e, err := record.ParseLine(line)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			events = append(events, e)
		}
		f(name, events)
	}
}

// A device that speaks what it is sent, and forgets what is withdrawn, has told
// the plies that the record has.
func TestADeviceTellsThePliesOfTheRecord(t *testing.T) {
	var again, withdrawn int
	eachScenario(t, func(name string, events []record.Event) {
		a, err := newAnnouncer(map[string][]string{"announce": {"fide"}})
		if err != nil {
			t.Fatal(err)
		}
		told, plies := map[int]string{}, map[int]string{}
		for i, e := range events {
			switch e := e.(type) {
			case record.Start:
				if len(told) > 0 {
					t.Errorf("%s line %d: the plies begin anew while %v stand", name, i+1, told)
				}
			case record.Move:
				if plies[e.Ply] = e.UCI; e.UCI == "" {
					delete(plies, e.Ply)
				}
			case record.Retract:
				delete(plies, e.Ply)
			}
			now, ok := a.hear(e)
			if !ok {
				continue
			}
			if _, stands := told[now.Ply]; stands != (now.Again || now.Withdrawn) || now.Withdrawn == (now.Text != "") {
				t.Errorf("%s line %d: %+v while %v stand", name, i+1, now, told)
			}
			if now.Withdrawn {
				withdrawn++
				delete(told, now.Ply)
				continue
			}
			told[now.Ply] = now.Text
			if now.Again {
				again++
			}
		}
		for ply := range plies {
			if told[ply] == "" {
				t.Errorf("%s: ply %d stands in the record and is not told", name, ply)
			}
		}
		if len(told) != len(plies) {
			t.Errorf("%s: %d plies are told, the record has %d", name, len(told), len(plies))
		}
	})
	if again == 0 || withdrawn == 0 {
		t.Errorf("%d were announced again and %d withdrawn: the scenarios must have both", again, withdrawn)
	}
}

// Older editions want no sign of a flag, and a hint is never right: what is
// announced may not hang on whether plies are legal, or sure, or on what was found.
func TestAnnouncementsTellWhatWasPlayedAndNoMore(t *testing.T) {
	eachScenario(t, func(name string, events []record.Event) {
		var played []record.Event
		var want []string
		for i, said := range announceAll(t, events, 0) {
			switch e := events[i].(type) {
			case record.Start:
				played, want = append(played, record.Start{}), append(want, said)
			case record.Move:
				m := record.Move{Ply: e.Ply, Side: e.Side, SAN: strings.TrimSuffix(e.SAN, "?!illegal"), UCI: e.UCI}
				played, want = append(played, m), append(want, said)
			case record.Retract:
				played, want = append(played, record.Retract{Ply: e.Ply}), append(want, said)
			default:
				if said != "" {
					t.Errorf("%s line %d: a line of another kind is announced as %s", name, i+1, said)
				}
			}
		}
		if diff := cmp.Diff(want, announceAll(t, played, 0)); diff != "" {
			t.Errorf("%s (- announced, + of what was played):\n%s", name, diff)
		}
	})
}

func TestWhoComesBackAnywhereHearsTheRest(t *testing.T) {
	eachScenario(t, func(name string, events []record.Event) {
		whole := announceAll(t, events, 0)
		for away := range events {
			if diff := cmp.Diff(whole[away:], announceAll(t, events, away)); diff != "" {
				t.Errorf("%s after line %d (- want, + got):\n%s", name, away, diff)
			}
		}
	})
}
