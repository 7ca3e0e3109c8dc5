package main

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"recorderd/simulate"
)

func TestTheSameSeedGivesTheSameTables(t *testing.T) {
	p := parameters{games: "../../testdata/games.txt", rounds: 1, seed: 7, levels: []simulate.Level{simulate.LevelHeavy}}
	games, err := readGames(p.games)
	if err != nil {
		t.Fatal(err)
	}
	once, err := measure(p, games[:4])
	if err != nil {
		t.Fatal(err)
	}
	again, err := measure(p, games[:4])
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(once, again) {
		t.Error("two runs differ")
	}
}

func TestTheTablesAreMarkdown(t *testing.T) {
	var out bytes.Buffer
	if err := run([]string{"-games", "../../testdata/games.txt", "-first", "1", "-levels", "none", "-speed", "1"}, &out); err != nil {
		t.Fatal(err)
	}
	columns, rows := 0, 0
	for _, line := range strings.Split(out.String(), "\n") {
		switch n := strings.Count(line, "|"); {
		case n == 0:
			columns = 0
		case columns == 0:
			columns = n
		case n != columns:
			t.Errorf("%d columns, want %d: %s", n, columns, line)
		default:
			rows++
		}
	}
	if rows < 4*len(tables)-3 {
		t.Errorf("%d rows:\n%s", rows, out.String())
	}
}

func TestWrongFlagsAreRefused(t *testing.T) {
	for _, args := range []string{"-levels worst", "-first 0", "-rounds 0", "game.txt", "-games nowhere.txt"} {
		if err := run(strings.Fields(args), &bytes.Buffer{}); err == nil {
			t.Errorf("%s: no error", args)
		}
	}
}
