package dgt

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
)

func sq(name string) observation.Square {
	s, err := observation.ParseSquare(name)
	if err != nil {
		panic(err)
	}
	return s
}

func note(tag Tag) Entry { return Entry{Tag: tag} }

func piece(square string, p observation.Piece) Entry {
	return Entry{Tag: PieceTag, Square: sq(square), Piece: p}
}

func soon(square string, p observation.Piece) Entry {
	return Entry{Tag: PieceTag, Square: sq(square), Piece: p, Soon: true}
}

func left(tag Tag, h, m, s int) Entry {
	return Entry{Tag: tag, Left: time.Duration(h*3600+m*60+s) * time.Second}
}

// example is number 14 of the protocol.
const example = "7F 7F 7F 6A 6F 40 34 51 24 71 29 58 47 1C 40 0C 61 29 51 6E 6B"

var exampleLog = []Entry{
	note(PowerUp), note(StartPos),
	piece("e2", observation.Empty), soon("e4", 'P'), left(LeftTag, 1, 29, 58),
	piece("e5", 'p'), piece("e7", observation.Empty), left(RightTag, 1, 29, 51),
	note(WasRead),
}

var logs = []struct {
	name, bytes string
	want        []Entry
	odd         int
}{
	{"14 the example", example, exampleLog, 0},
	{"nothing", "", nil, 0},
	{"only its end", "6B 40 34", nil, 0},
	{"what stands behind the end is not read", "6D 6B 6F", []Entry{note(NoPieces)}, 0},
	{"places without a note", "00 7F 00 6C 00", []Entry{note(FourRows)}, 0},
	{"all marks", "6A 6C 6D 6E 6F 7A 7B 7C", []Entry{note(PowerUp), note(FourRows), note(NoPieces), note(WasRead), note(StartPos), note(TurnedPos), note(GameStart), note(Watchdog)}, 0},
	{"reserved marks are passed on", "7D 7E", []Entry{note(0x7D), note(0x7E)}, 0},
	{"a figure that tells a result", "4D 1B", []Entry{piece("d5", observation.Empty)}, 0},
	{"the longest time", "69 59 59", []Entry{left(RightTag, 9, 59, 59)}, 0},
	{"a piece without its square", "40 71 00 05 6F", []Entry{left(LeftTag, 1, 0, 5), note(StartPos)}, 1},
	{"a square without its piece", "34 51 24", []Entry{soon("e4", 'P')}, 1},
	{"a square that is none is the next piece", "40 51 24", []Entry{soon("e4", 'P')}, 1},
	{"a time without its seconds", "71 29 6F", []Entry{note(StartPos)}, 1},
	{"a time without anything", "71 61 29 51", []Entry{left(RightTag, 1, 29, 51)}, 1},
	{"minutes that are no digits", "71 2A 41 24", []Entry{piece("e4", 'P')}, 2},
	{"a high bit", "80 6F", []Entry{note(StartPos)}, 1},
	{"cut off at the end", "41 24 40", []Entry{piece("e4", 'P')}, 1},
	{"a time cut off at the end", "41 24 71 29", []Entry{piece("e4", 'P')}, 1},
}

func TestLogs(t *testing.T) {
	for _, c := range logs {
		got, odd := ReadLog(hex(c.bytes))
		if diff := cmp.Diff(c.want, got); diff != "" || odd != c.odd {
			t.Errorf("%s: %d odd places, want %d (-want +got):\n%s", c.name, odd, c.odd, diff)
		}
	}
}

func TestExampleOfALogIsWrittenAsItIsRead(t *testing.T) {
	b := hex("7F 7F 7F")
	for _, e := range append(slices.Clone(exampleLog), note(EndOfLog)) {
		b = AppendEntry(b, e)
	}
	if want := hex(example); !slices.Equal(b, want) {
		t.Errorf("got  % X\nwant % X", b, want)
	}
	if got := AppendEntry(nil, left(LeftTag, 30, 0, 0)); !slices.Equal(got, hex("79 59 59")) {
		t.Errorf("a time that does not fit: % X", got)
	}
}

// Wherever a ring is cut, nothing is read that was not written, and hardly
// anything is lost.
func TestARingMayBeginInTheMiddleOfANote(t *testing.T) {
	whole := hex("41 24 71 45 29 47 1C 40 0C 61 51 09 41 24 6F 40 34 51 24 6B")
	all, _ := ReadLog(whole)
	for cut := range whole {
		got, odd := ReadRing(whole[cut:])
		if odd != 0 || len(got) > len(all) || !slices.Equal(all[len(all)-len(got):], got) {
			t.Errorf("begun at byte %d: got %v with %d odd places, which is no end of %v", cut, got, odd, all)
		}
		if after, _ := ReadLog(whole[min(cut+4, len(whole)-1):]); len(got) < len(after)-1 {
			t.Errorf("begun at byte %d: only %d notes", cut, len(got))
		}
	}
}

func TestMemoryHoldsSquaresAndPresses(t *testing.T) {
	const w, b = observation.White, observation.Black
	change := func(square string, p observation.Piece) observation.MemoryEntry {
		return observation.NotedChange(observation.Change{Square: sq(square), Piece: p})
	}
	for _, c := range []struct {
		name string
		log  []Entry
		left observation.Side
		want observation.Memory
	}{
		{"14 the example", exampleLog, w, observation.Memory{
			change("e2", observation.Empty), change("e4", 'P'), observation.NotedPress(w, 5_398_000),
			change("e5", 'p'), change("e7", observation.Empty), observation.NotedPress(b, 5_391_000),
		}},
		{"nothing", nil, w, observation.Memory{}},
		{"turned", []Entry{left(LeftTag, 0, 3, 0), left(RightTag, 0, 2, 0)}, b, observation.Memory{
			observation.NotedPress(b, 180_000), observation.NotedPress(w, 120_000),
		}},
		{"a game before on a turned board", []Entry{note(TurnedPos), left(LeftTag, 0, 3, 0), note(StartPos), left(LeftTag, 0, 2, 0)}, w, observation.Memory{
			observation.NotedPress(b, 180_000), observation.NotedPress(w, 120_000),
		}},
		{"pieces were taken away while it was off", []Entry{piece("e4", 'P'), piece("c5", 'p'), piece("c5", observation.Empty), piece("d8", 'q'), note(PowerUp), piece("d8", 'q'), piece("e2", 'P'), piece("e2", observation.Empty), piece("e4", 'P')}, w, observation.Memory{
			change("e4", 'P'), change("c5", 'p'), change("c5", observation.Empty), change("d8", 'q'), change("e4", observation.Empty),
			change("d8", 'q'), change("e2", 'P'), change("e2", observation.Empty), change("e4", 'P'),
		}},
		{"rows that do not say how it stands", []Entry{note(StartPos), note(FourRows), left(LeftTag, 0, 2, 0)}, b, observation.Memory{
			observation.NotedPress(b, 120_000),
		}},
	} {
		if diff := cmp.Diff(c.want, memory(c.log, c.left)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func FuzzLog(f *testing.F) {
	for _, c := range logs {
		f.Add(hex(c.bytes))
	}
	f.Add(hex(strings.Repeat("71 45 29 51 24 ", 30)))
	f.Fuzz(func(t *testing.T, noise []byte) {
		// The fuzzer may choose any bytes, but what came off the line has no high
		// bit: it would have begun a message.
		for i := range noise {
			noise[i] &= 0x7F
		}
		log, odd := ReadLog(noise)
		if len(log)+odd > len(noise) {
			t.Fatalf("% X: %d notes and %d odd places", noise, len(log), odd)
		}
		var written []byte
		for _, e := range log {
			written = AppendEntry(written, e)
		}
		again, odd := ReadLog(written)
		if odd != 0 || !slices.Equal(log, again) {
			t.Fatalf("% X: read as %v, and again as %v with %d odd places", noise, log, again, odd)
		}
		// After any noise two notes of no length bring it back in step.
		good := hex("7F 7F 71 29 58 41 24")
		log, _ = ReadLog(append(slices.DeleteFunc(slices.Clone(noise), func(b byte) bool { return Tag(b) == EndOfLog }), good...))
		if n := len(log); n < 2 || log[n-2] != left(LeftTag, 1, 29, 58) || log[n-1] != piece("e4", 'P') {
			t.Fatalf("% X: the good notes after it were read as %v", noise, log)
		}
	})
}
