package simulate

import (
	"strings"
	"testing"
)

func TestFamousGamesAreLegalAndEndAsTheyDid(t *testing.T) {
	records := Famous()
	if len(records) < 5 {
		t.Fatalf("%d famous games, want at least 5", len(records))
	}
	for _, r := range records {
		g, err := r.Game()
		if err != nil {
			t.Error(err)
			continue
		}
		line := after(g)
		for i, m := range g.Moves {
			if san := line[i].SAN(m); san != r.Moves[i] {
				t.Errorf("%s: ply %d is written %s, want %s", r.White, i+1, r.Moves[i], san)
			}
		}
		last := &line[len(line)-1]
		mate := strings.HasSuffix(r.Moves[len(r.Moves)-1], "#")
		if last.Checkmate() != mate {
			t.Errorf("%s: mate is %v, want %v", r.White, last.Checkmate(), mate)
		}
		loser := map[string]string{"1-0": "black", "0-1": "white"}[r.Result]
		if mate && last.Side().String() != loser {
			t.Errorf("%s: %s is mated, result %s", r.White, last.Side(), r.Result)
		}
		if g.Names.White == "" || g.Names.Black == "" || g.Names.Site == "" || len(g.Names.Date) != 10 {
			t.Errorf("names are incomplete: %+v", g.Names)
		}
	}
}

func TestMovesOfSaysWhichPlyIsWrong(t *testing.T) {
	g := gameOf(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "")
	if _, err := MovesOf(g.Start, []string{"Ke2", "Ke7", "Ke7"}); err == nil || !strings.Contains(err.Error(), "ply 3") {
		t.Errorf("got %v, want an error about ply 3", err)
	}
}
