package recorder

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"recorderd/journal"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
)

func note(id, text string) observation.Act {
	return observation.Act{ID: id, By: "arbiter", Kind: observation.ActNote, Text: text}
}

func result(id, score string) observation.Act {
	return observation.Act{ID: id, By: "arbiter", Kind: observation.ActResult, Result: score, Reason: "ruling"}
}

// act has an act taken and returns the lines that it caused.
func (b *bench) act(number int, a observation.Act) string {
	b.Helper()
	lines, err := b.rec.Act(context.Background(), number, a)
	if err != nil {
		b.Fatalf("%s for game %d: %v", a.Kind, number, err)
	}
	return written(lines)
}

func written(lines []record.Event) string {
	var out []byte
	for _, e := range lines {
		out = append(record.AppendLine(out, e), '\n')
	}
	return string(out)
}

func (b *bench) refuses(number int, a observation.Act, want error) {
	b.Helper()
	if lines, err := b.rec.Act(context.Background(), number, a); !errors.Is(err, want) || lines != nil {
		b.Errorf("%s for game %d: got %v, %v, want %v", a.Kind, number, lines, err, want)
	}
}

// begin begins a game with the pieces at their start and 1. e4 made.
func (b *bench) begin() {
	b.Helper()
	b.say(placed(b.T, startFEN))
	b.pass(3 * time.Second)
	b.say(clockRuns(observation.White))
	b.say(lift("e2"))
	b.say(observation.Change{Square: lift("e4").Square, Piece: 'P'})
	b.say(clockRuns(observation.Black))
}

// closed begins a game and closes it.
func (b *bench) closed() {
	b.Helper()
	b.begin()
	b.act(0, observation.Act{By: "arbiter", Kind: observation.ActCloseGame})
}

// wantSealed wants the file of a game to be whole, closed, and its last
// checkpoint that of the record which follows from it.
func (b *bench) wantSealed(number int) {
	b.Helper()
	path := journal.Path(b.dir+"/games", number)
	checkSealed(b.T, path, true)
	text, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	var last struct{ Checkpoint struct{ Record string } }
	if err := json.Unmarshal(lines[len(lines)-1], &last); err != nil {
		b.Fatal(err)
	}
	out, _ := replayed(b.T, path)
	out = out[:bytes.LastIndex(out[:len(out)-1], []byte("\n"))+1] // without the summary
	if want := fmt.Sprintf("%x", sha256.Sum256(out)); last.Checkpoint.Record != want {
		b.Errorf("game %d: the last checkpoint has the record %s, want %s", number, last.Checkpoint.Record, want)
	}
}

func (b *bench) halt() {
	b.Helper()
	if err := b.stop(); err != nil && err != context.Canceled {
		b.Fatal(err)
	}
}

func TestAnActIsTakenOnce(t *testing.T) {
	b := newBench(t)
	b.start()
	b.begin()
	first := b.act(0, result("r-1", "1/2-0"))
	if !strings.Contains(first, `"ev":"end"`) || !strings.Contains(first, `"result":"1/2-0"`) {
		t.Fatalf("a result gave %q", first)
	}
	count := func() int {
		text, err := os.ReadFile(b.files()[0])
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(text), `"kind":"result"`)
	}
	for _, when := range []string{"at once", "after a restart", "after a reboot"} {
		switch when {
		case "after a restart":
			b.restart(false, placed(t, startFEN))
		case "after a reboot":
			b.restart(true, placed(t, startFEN))
		}
		if again := b.act(0, result("r-1", "1/2-0")); again != first {
			t.Errorf("%s: the same act gave\n%s\nwant\n%s", when, again, first)
		}
		if again := b.act(1, result("r-1", "1/2-0")); again != first {
			t.Errorf("%s: the same act for game 1 gave\n%s\nwant\n%s", when, again, first)
		}
		b.refuses(0, result("r-1", "1-0"), ErrOtherAct)
		if n := count(); n != 1 {
			t.Errorf("%s: %d results are in the journal, want 1", when, n)
		}
	}
	if other := b.act(0, result("", "0-1")); !strings.HasPrefix(other, `{"ev":"reopen"`) || count() != 2 {
		t.Errorf("another result gave %q", other)
	}
	b.act(0, result("", "0-1"))
	if count() != 3 {
		t.Error("an act without an id is not taken each time")
	}
	b.halt()
}

// Who lost the answer to close-game or new-game may ask again.
func TestAnActThatEndsTheGameIsTakenOnce(t *testing.T) {
	b := newBench(t)
	b.start()
	b.begin()
	newGame := observation.Act{ID: "n", By: "arbiter", Kind: observation.ActNewGame}
	closeGame := observation.Act{ID: "c", By: "arbiter", Kind: observation.ActCloseGame}
	for range 3 {
		b.act(0, newGame)
	}
	for range 3 {
		b.act(0, closeGame)
	}
	b.refuses(0, note("", "late"), ErrNoGame)
	if n := len(b.files()); n != 2 {
		t.Errorf("%d files, want 2", n)
	}
	b.halt()
	b.wantSealed(1)
	b.wantSealed(2)
}

func TestARefusedActIsNowhere(t *testing.T) {
	b := newBench(t)
	b.start()
	newGame := observation.Act{By: "arbiter", Kind: observation.ActNewGame}
	b.refuses(0, newGame, ErrNoGame) // the board has said nothing
	b.say(placed(t, startFEN))
	b.pass(3 * time.Second)
	b.refuses(0, note("", "too early"), ErrNoGame)
	b.refuses(1, note("", "too early"), ErrNoSuchGame)
	b.begin() // within the time that goes into the file
	b.refuses(2, note("", "too early"), ErrNoSuchGame)
	b.refuses(1_000_000_000, note("", "too early"), ErrNoSuchGame)
	b.halt()
	text, err := os.ReadFile(b.files()[0])
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(text, []byte("too early")) || bytes.Contains(text, []byte("new-game")) {
		t.Errorf("an act that was refused is in the journal:\n%s", text)
	}
}

func TestAnActForAClosedGame(t *testing.T) {
	b := newBench(t)
	b.start()
	b.closed()
	b.pass(time.Minute)
	first := b.act(1, result("r", "0-1"))
	if !strings.HasPrefix(first, `{"ev":"end"`) || !strings.Contains(first, `"result":"0-1"`) {
		t.Errorf("a result gave %q", first)
	}
	b.wantSealed(1)
	shown, _ := replayed(t, b.files()[0])
	if got := b.board.RecordJSONL(); !bytes.Equal(got, shown) { // until the next game begins
		t.Errorf("the record that is shown is\n%s\nwant\n%s", got, shown)
	}

	b.begin()
	if takeback := b.act(1, observation.Act{By: "arbiter", Kind: observation.ActTakeback, ToPly: new(int)}); !strings.Contains(takeback, `"why":"agreement"`) {
		t.Errorf("a takeback while the next game is on gave %q", takeback)
	}
	for _, kind := range []observation.ActKind{observation.ActNewGame, observation.ActCloseGame} {
		b.refuses(1, observation.Act{By: "arbiter", Kind: kind}, ErrClosed)
	}
	b.wantSealed(1)
	size := len(contents(t, b.files()[0]))
	if again := b.act(1, result("r", "0-1")); again != first {
		t.Errorf("the same act gave\n%s\nwant\n%s", again, first)
	}
	b.refuses(1, result("r", "1-0"), ErrOtherAct)
	if now := len(contents(t, b.files()[0])); now != size {
		t.Errorf("an act that was known, and one that was refused, made the file longer by %d bytes", now-size)
	}
	second, _ := replayed(t, b.files()[1])
	if got := b.board.RecordJSONL(); !bytes.Equal(got, second) {
		t.Errorf("the record that is shown is not that of the game that is on:\n%s", got)
	}
	b.restart(true, placed(t, startFEN))
	if again := b.act(1, result("r", "0-1")); again != first {
		t.Errorf("after a reboot the same act gave\n%s\nwant\n%s", again, first)
	}
	b.halt()
	b.wantSealed(1)
}

func contents(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The time of an act goes on from the end of the file, as long as anybody knows
// how long that was.
func TestTimeGoesOnInAClosedGame(t *testing.T) {
	b := newBench(t)
	b.start()
	b.closed()
	_, last := b.lastLine(1)
	b.time.Advance(90 * time.Second)
	b.act(1, note("", "a minute and a half later"))
	if text, at := b.lastLine(1); at-last != 90_000 || strings.Contains(text, "restart") {
		t.Errorf("the act is %d ms after the end, want 90000:\n%s", at-last, text)
	}
	b.halt()
}

// lastLine returns the last line of a file with observations, and its time.
func (b *bench) lastLine(number int) (text string, at int64) {
	b.Helper()
	for line := range strings.Lines(string(contents(b.T, journal.Path(b.dir+"/games", number)))) {
		var l struct{ Obs []struct{ T int64 } }
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			b.Fatal(err)
		}
		if len(l.Obs) > 0 {
			text, at = line, l.Obs[0].T
		}
	}
	return text, at
}

// The power may go while an act is added to a closed game: before its line is
// whole, or before the checkpoint that follows it is. Whatever is left, that is
// not the open game.
func TestThePowerGoesDuringAnActForAClosedGame(t *testing.T) {
	for _, c := range []struct {
		name  string
		cut   func(file []byte) []byte // of what was written
		open  bool                     // the file does not end with a checkpoint, until the next start
		taken bool                     // the act is in the journal
		told  bool                     // that bytes were lost
	}{
		{"nothing was written", func(f []byte) []byte { return upTo(f, 2) }, false, false, false},
		{"within the act", func(f []byte) []byte { return f[:len(upTo(f, 2))+50] }, false, false, true},
		{"after the act", func(f []byte) []byte { return upTo(f, 1) }, true, true, false},
		{"within the checkpoint", func(f []byte) []byte { return f[:len(upTo(f, 1))+50] }, true, true, true},
		{"but for the last newline", func(f []byte) []byte { return f[:len(f)-1] }, false, true, false},
	} {
		for _, next := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, another game on: %v", c.name, next), func(t *testing.T) {
				b := newBench(t)
				b.start()
				b.closed()
				if next {
					b.begin()
				}
				answer := b.act(1, result("r", "0-1"))
				b.halt()
				path := journal.Path(b.dir+"/games", 1)
				left := c.cut(contents(t, path))
				if err := os.WriteFile(path, left, 0o644); err != nil {
					t.Fatal(err)
				}

				b.start()
				if active := b.rec.Counts().Active; active != next {
					t.Errorf("a game is being recorded: %v, want %v", active, next)
				}
				if !next && c.open {
					b.wantSealed(1)
				}
				got := b.act(1, result("r", "0-1"))
				if c.taken && got != answer {
					t.Errorf("sent again the act gave\n%s\nwant\n%s", got, answer)
				}
				if !strings.Contains(got, `"result":"0-1"`) {
					t.Errorf("sent again the act gave %q", got)
				}
				b.wantSealed(1)
				text := contents(t, path)
				if n := bytes.Count(text, []byte(`"kind":"result"`)); n != 1 {
					t.Errorf("%d results in the file, want 1", n)
				}
				if told := bytes.Contains(text, []byte(`"lost_bytes":50`)); told != c.told {
					t.Errorf("that bytes were lost is told: %v, want %v\n%s", told, c.told, text)
				}
				b.begin()
				if len(b.files()) != 2 {
					t.Errorf("%d files after another game was on, want 2", len(b.files()))
				}
				b.halt()
			})
		}
	}
}

// upTo returns a file without its last n lines.
func upTo(file []byte, n int) []byte {
	lines := bytes.SplitAfter(file, []byte("\n"))
	return bytes.Join(lines[:len(lines)-1-n], nil)
}

// A file that was never closed, though another follows it, is closed by an act.
func TestAnActForAGameThatWasCut(t *testing.T) {
	b := newBench(t)
	b.start()
	b.closed()
	b.begin()
	b.halt()
	path := journal.Path(b.dir+"/games", 1)
	if err := os.WriteFile(path, upTo(contents(t, path), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	b.start()
	if got := b.act(1, result("", "1-0")); !strings.Contains(got, `"result":"1-0"`) {
		t.Errorf("got %q", got)
	}
	b.wantSealed(1)
	b.halt()
}

func TestAnActForABrokenFileChangesNothing(t *testing.T) {
	b := newBench(t)
	b.start()
	b.closed()
	b.begin()
	b.halt()
	path := journal.Path(b.dir+"/games", 1)
	bad := bytes.Replace(contents(t, path), []byte(`"sq":"e4"`), []byte(`"sq":"e3"`), 1)
	if err := os.WriteFile(path, bad, 0o644); err != nil {
		t.Fatal(err)
	}
	b.start()
	b.refuses(1, note("", "x"), journal.ErrBroken)
	b.halt()
	if !bytes.Equal(contents(t, path), bad) {
		t.Error("the file was changed")
	}
}

// An act for which there is no room can be sent again when there is.
func TestAnActThatCouldNotBeKept(t *testing.T) {
	b := newBench(t)
	b.start()
	b.begin()
	long := note("n", strings.Repeat("x", observation.MaxLine))
	b.refuses(0, long, ErrNotKept)
	if b.act(0, note("n", "short")) != "" || b.rec.Counts().Refused != 1 {
		t.Error("a note says something, or what was refused is not counted")
	}
	b.act(0, observation.Act{By: "arbiter", Kind: observation.ActCloseGame})
	b.refuses(1, note("m", strings.Repeat("x", observation.MaxLine)), ErrNotKept)
	b.act(1, note("m", "short"))
	b.halt()
	b.wantSealed(1)
}

func TestActsFromManySides(t *testing.T) {
	b := newBench(t)
	b.start()
	b.closed()
	b.begin()
	const many = 40
	answers := make([]string, many)
	var all sync.WaitGroup
	for i := range many {
		all.Go(func() { // four send each act, half of them for the closed game
			lines, err := b.rec.Act(context.Background(), 1+i%2, result(fmt.Sprint(i%(many/4)), "1-0"))
			if err != nil {
				t.Error(err)
			}
			answers[i] = written(lines)
		})
	}
	all.Wait()
	for i := range many {
		if answers[i] != answers[i%(many/4)] || !strings.Contains(answers[i], `"ev":"end"`) {
			t.Errorf("sender %d got %q, the first of them %q", i, answers[i], answers[i%(many/4)])
		}
	}
	b.halt()
	for _, f := range b.files() {
		if n := bytes.Count(contents(t, f), []byte(`"kind":"result"`)); n != many/8 {
			t.Errorf("%s has %d results, want %d", f, n, many/8)
		}
	}
	b.wantSealed(1)
}

func TestALoopThatDoesNotComeRound(t *testing.T) {
	b := newBench(t)
	b.start()
	b.closed()
	b.halt()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, number := range []int{0, 1} {
		if _, err := b.rec.Act(ctx, number, note("", "x")); err != context.Canceled {
			t.Errorf("game %d: got %v, want %v", number, err, context.Canceled)
		}
	}
}

// FuzzWhatCanBeRestored holds the check of a FEN that is sent against the reader
// of the record.
func FuzzWhatCanBeRestored(f *testing.F) {
	for _, fen := range []string{
		"4k3/6pp/8/8/7q/8/1P5P/R3K3 w Q - 0 18", "8/8/8/8/8/8/8/8", "r3k2r/8/8/3pP3/8/8/8/R3K2R w HAkq d6 - -",
		"4k3/8/8/8/8/8/8/4K3 b hhAa-- a1 9999 0", "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ b\t-",
	} {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		b, err := json.Marshal(map[string]string{"by": "arbiter", "kind": "restore", "fen": fen})
		if err != nil {
			t.Fatal(err)
		}
		a, err := observation.ParseAct(b)
		if err != nil {
			return
		}
		if _, err := position.ParseLoose(a.FEN); err != nil {
			t.Errorf("%q is taken, and cannot be read: %v", a.FEN, err)
		}
	})
}

// A program that runs wild must not fill memory and disk.
func TestAGameTakesSoManyActs(t *testing.T) {
	var as answers
	again := []observation.Fact{note("", "again")}
	for range maxActs {
		if _, answered, err := as.to(again); answered || err != nil {
			t.Fatalf("after %d acts: %v, %v", as.count, answered, err)
		}
		as.keep(again, nil)
	}
	if _, answered, err := as.to(again); !answered || !errors.Is(err, ErrTooMany) {
		t.Errorf("one more: %v, %v, want %v", answered, err, ErrTooMany)
	}
	end := []observation.Fact{observation.Act{By: "arbiter", Kind: observation.ActCloseGame}}
	if _, answered, err := as.to(end); answered || err != nil {
		t.Errorf("it cannot be closed: %v, %v", answered, err)
	}
}
