package pgn

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/position"
)

// pgnExtract runs the independent reader of PGN. It exits with 0 whatever it
// reads: what is wrong stands on its standard error.
func pgnExtract(t *testing.T, file string, args ...string) string {
	t.Helper()
	program, err := exec.LookPath("pgn-extract")
	if err != nil {
		program = "/usr/games/pgn-extract" // where Debian puts it, off root's path
		if _, err := os.Stat(program); err != nil {
			t.Skip("pgn-extract is not installed: apt-get install pgn-extract")
		}
	}
	cmd := exec.Command(program, append(args, file)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	if stderr.Len() > 0 {
		t.Errorf("pgn-extract %s says:\n%s", strings.Join(args, " "), stderr.String())
	}
	return stdout.String()
}

// outcome is a result that the last position does not contradict.
func outcome(pos *position.Position, otherwise string) string {
	switch {
	case pos.Checkmate() && pos.Side() == observation.Black:
		return "1-0"
	case pos.Checkmate():
		return "0-1"
	case pos.Stalemate():
		return "1/2-1/2"
	}
	return otherwise
}

var oddNames = []string{
	"Gonçalves, João", "O'Neill, \"Bob\"", `Back\slash`, "Людмила", "[A] {b} (c)", "100 %; really", "X", "?", "", "王, 小明", strings.Repeat("long ", 40),
}

// An independent reader takes every game without a word, and reads the moves that
// were written.
func TestPGNExtractReadsTheSameMoves(t *testing.T) {
	var file strings.Builder
	var want []string
	for i, line := range fixedGames(t) {
		b := newBook(t, position.StartFEN).play(line)
		b.end(outcome(&b.pos, []string{"1-0", "0-1", "1/2-1/2", "*"}[i%4]), "resignation")
		h := header()
		h.Game.White, h.Game.Event = oddNames[i%len(oddNames)], oddNames[(i+3)%len(oddNames)]
		h.Game.TimeControl = []string{"180+2", "900b10", "40/5400+30:1800+30", "-", ""}[i%5]
		h.Clock.ResolutionMS = []int64{1000, 100}[i%2]
		for _, g := range FromRecord(h, b.events) {
			file.WriteString(write(t, g))
			want = append(want, coordinates(g))
		}
	}
	comparePGNExtract(t, file.String(), want)
}

// The same of games that random moves lead to, from odd starts and with odd
// comments.
func TestPGNExtractReadsGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.pgn")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, g := range readAll(t, string(text)) {
			want = append(want, coordinates(g))
		}
		comparePGNExtract(t, string(text), want)
	}
}

func comparePGNExtract(t *testing.T, text string, want []string) {
	t.Helper()
	strict(t, text)
	name := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if said := pgnExtract(t, name, "-s", "-r"); said != "" {
		t.Errorf("pgn-extract -s -r says:\n%s", said)
	}
	// It writes promotions with a capital letter.
	got := strings.Fields(strings.ToLower(pgnExtract(t, name, "-s", "--notags", "-C", "-N", "-V", "-w9999", "-Wuci")))
	if all := strings.Fields(strings.Join(want, " ")); strings.Join(got, " ") != strings.Join(all, " ") {
		for i := range min(len(got), len(all)) {
			if got[i] != all[i] {
				t.Fatalf("word %d: pgn-extract reads %s, want %s", i, got[i], all[i])
			}
		}
		t.Errorf("pgn-extract reads %d words, want %d", len(got), len(all))
	}
}

// coordinates writes a game as pgn-extract -Wuci does.
func coordinates(g Game) string {
	var b strings.Builder
	pos := g.Start
	for _, p := range g.Moves {
		fmt.Fprint(&b, pos.UCI(p.Move), " ")
		pos = pos.After(p.Move)
	}
	return b.String() + g.Result
}
