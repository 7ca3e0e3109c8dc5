package pgn

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"recorderd/position"
)

// sameGame checks that a game that was written reads back as it was.
func sameGame(t testing.TB, wrote, read Game) {
	t.Helper()
	variant := read.Tag("Variant")
	if playable := isOrdinary(variant) || isChess960(variant); playable && len(read.Errors) > 0 {
		t.Errorf("read back with errors: %v", read.Errors)
	}
	if wrote.Start.FEN() != read.Start.FEN() || wrote.Start.Chess960() != read.Start.Chess960() {
		t.Errorf("start: wrote %s, read %s", wrote.Start.FEN(), read.Start.FEN())
	}
	if wrote.Result != read.Result {
		t.Errorf("result: wrote %s, read %s", wrote.Result, read.Result)
	}
	if len(wrote.Moves) != len(read.Moves) {
		t.Fatalf("wrote %d moves, read %d", len(wrote.Moves), len(read.Moves))
	}
	if !hasLongWord(wrote.Lead) && plainComment(wrote.Lead) != read.Lead {
		t.Errorf("lead: wrote %q, read %q", wrote.Lead, read.Lead)
	}
	for i, w := range wrote.Moves {
		r := read.Moves[i]
		if w.Move != r.Move || w.SAN != r.SAN {
			t.Errorf("ply %d: wrote %s, read %s", i+1, w.SAN, r.SAN)
		}
		if len(w.NAGs) != len(r.NAGs) {
			t.Errorf("ply %d: wrote NAGs %v, read %v", i+1, w.NAGs, r.NAGs)
		}
		if hasLongWord(w.said()) {
			continue
		}
		if !same(w.Clk, r.Clk) || !same(w.Emt, r.Emt) || plainComment(w.Comment) != r.Comment {
			t.Errorf("ply %d: wrote %q, read %q", i+1, w.said(), r.said())
		}
	}
	for _, tag := range wrote.Tags {
		switch value := plainValue(tag.Value); {
		case tag.Name == "Result" || tag.Name == "FEN" || tag.Name == "SetUp" || tag.Name == "Variant":
		case value == "" || len(tag.Name)+len(escape(value)) > 240:
		case read.Tag(tag.Name) != value:
			t.Errorf("tag %s: wrote %q, read %q", tag.Name, value, read.Tag(tag.Name))
		}
	}
}

// hasLongWord reports whether the layout may cut the comment between other than
// blanks.
func hasLongWord(comment string) bool {
	for _, unit := range units("{" + plainComment(comment) + "}") {
		if len(unit) > columns-10 {
			return true
		}
	}
	return false
}

// pieces of text that a random game is made of.
var scraps = []string{
	"e4", "1.", "*", "1-0", "{", "}", "[", "]", "%", ";", "(", ")", "$3", `"`, `\`, `\"`, `"]`, "[%clk", "[%eval 0.23]", "[Event \"x\"]",
	"é", "Людмила", "\n", "\r\n", "\t", "\x00", "\u2028", "\ufeff", "%20", "verylongwordwithoutblanks", "--", "...", " ", "  ", "!?",
}

func scrap(r *rand.Rand, most int) string {
	var b strings.Builder
	for range r.IntN(most + 1) {
		b.WriteString(scraps[r.IntN(len(scraps))])
		if r.IntN(2) == 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func randomGame(r *rand.Rand, start position.Position) Game {
	results := []string{"1-0", "0-1", "1/2-1/2", "*"}
	g := Game{Start: start, Result: results[r.IntN(len(results))], Lead: scrap(r, 5)}
	for _, name := range []string{"White", "Event", "Site", "Annotator", "Z1", "aTag", "TimeControl"} {
		g.SetTag(name, scrap(r, 8))
	}
	pos := start
	var buffer [position.MaxMoves]position.Move
	for range r.IntN(120) {
		legal := pos.Legal(buffer[:0])
		if len(legal) == 0 {
			break
		}
		p := Ply{Move: legal[r.IntN(len(legal))]}
		p.SAN = pos.SAN(p.Move)
		if r.IntN(3) > 0 {
			clk, emt := r.Int64N(20_000_000), r.Int64N(1000)*1000
			p.Clk, p.Emt = &clk, &emt
		}
		if r.IntN(4) == 0 {
			p.Comment = scrap(r, 12)
		}
		if r.IntN(6) == 0 {
			p.NAGs = append(p.NAGs, r.IntN(256), r.IntN(256))
		}
		g.Moves = append(g.Moves, p)
		pos = pos.After(p.Move)
	}
	return g
}

// What is written is strict, and reads back as it was: for games of random
// moves, ordinary and Chess960, with the worst texts that people come up with.
func TestWriteReadEquals(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var file bytes.Buffer
	var games []Game
	for n := range 150 {
		start := position.Start()
		if n%3 == 0 {
			fen, err := position.Chess960FEN(r.IntN(960))
			if err != nil {
				t.Fatal(err)
			}
			if start, err = position.ParseLoose(fen); err != nil {
				t.Fatal(err)
			}
			start.SetChess960(true)
		}
		g := randomGame(r, start)
		games = append(games, g)
		if err := Write(&file, g); err != nil {
			t.Fatal(err)
		}
	}
	strict(t, file.String())
	back := readAll(t, file.String())
	if len(back) != len(games) {
		t.Fatalf("wrote %d games, read %d", len(games), len(back))
	}
	for i := range games {
		sameGame(t, games[i], back[i])
		if t.Failed() {
			t.Fatalf("game %d:\n%s", i, write(t, games[i]))
		}
	}
}

// FuzzReader reads anything. Whatever game comes out can be written, in strict
// form, and reads back as the same game without an error.
func FuzzReader(f *testing.F) {
	files, err := filepath.Glob("testdata/*/*.pgn")
	if err != nil || len(files) == 0 {
		f.Fatalf("no PGN to begin with: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, s := range scraps {
		f.Add([]byte("[White \"" + s + "\"]\n\n{" + s + "} 1. e4 {" + s + "} e5 " + s + " 2. Nf3 {[%clk " + s + "]} *"))
	}
	for _, t := range slices.Concat(traps, questions) {
		if len(t.text) < 10_000 {
			f.Add([]byte(t.text))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) { survives(t, string(text)) })
}

func survives(t *testing.T, text string) {
	t.Helper()
	for _, g := range readAll(t, text) {
		file := write(t, g)
		strict(t, file)
		sameGame(t, g, readOne(t, file))
		if t.Failed() {
			t.Fatalf("errors %v, written as:\n%s", g.Errors, file)
		}
	}
}

// What a bad line or a bad disk does to a file: bytes changed, lost and doubled.
func TestReaderSurvivesDamage(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.pgn")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 600 {
		whole, err := os.ReadFile(files[n%len(files)])
		if err != nil {
			t.Fatal(err)
		}
		for range 1 + r.IntN(6) {
			at := r.IntN(len(whole))
			end := min(len(whole), at+r.IntN(20))
			switch r.IntN(3) {
			case 0:
				whole[at] = byte(r.IntN(256))
			case 1:
				whole = slices.Delete(whole, at, end)
			case 2:
				whole = slices.Insert(whole, at, slices.Clone(whole[at:end])...)
			}
		}
		survives(t, string(whole))
	}
}
