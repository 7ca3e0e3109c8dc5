package unwinnable

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"recorderd/position"
)

// atOnce is a budget as the record has it for one question.
const atOnce = 2000

// after follows moves in SAN from a position of which nothing is known.
func after(t *testing.T, s *Solver, p *position.Position, sans string) (o Outlook) {
	t.Helper()
	for _, san := range strings.Fields(sans) {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		o = s.Follow(&o, p, m, atOnce)
		*p = p.After(m)
	}
	return o
}

func TestDeadAtTheMoveThatMakesItSo(t *testing.T) {
	for _, c := range []struct {
		what, fen, sans string
		dead, alive     bool
	}{
		{"the last rook is taken", "8/8/8/8/3k4/8/4r3/4K3 w - -", "Kxe2", true, false},
		{"it is not", "8/8/8/8/3k4/8/4r3/4K3 w - -", "Kf1", false, true},
		{"a knight is left with the one who took", "8/8/8/8/3k4/8/4r3/3NK3 w - -", "Kxe2", true, false},
		{"two knights are left", "8/8/8/8/3k4/8/4r3/2NNK3 w - -", "Kxe2", false, true},
		{"only White is lost", "8/8/8/8/3k4/q7/4r3/3NK3 w - -", "Kxe2", false, true},
		{"dead, and a move on", "8/8/8/8/3k4/8/4r3/4K3 w - -", "Kxe2 Ke4", true, false},
	} {
		var s Solver
		p := mustRead(t, c.fen)
		o := after(t, &s, &p, c.sans)
		if o.Dead() != c.dead || o.Alive() != c.alive {
			t.Errorf("%s: dead %v, alive %v", c.what, o.Dead(), o.Alive())
		}
	}
}

// Whoever can mate is known by a line that can be replayed, in every ply of
// whole games, and what is known does not depend on what was asked before.
func TestAnOutlookIsWorthWhatItsLineIs(t *testing.T) {
	text, err := os.ReadFile("../testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	var s Solver
	carried, asked := 0, 0
	for _, game := range strings.Split(string(text), "\n")[:10] {
		p := position.Start()
		var o Outlook
		for i, san := range strings.Fields(game) {
			m, err := p.ParseSAN(san)
			if err != nil {
				t.Fatal(err)
			}
			was := o
			o = s.Follow(&was, &p, m, atOnce)
			var fresh Solver
			if i%20 == 0 && !reflect.DeepEqual(o, fresh.Follow(&was, &p, m, atOnce)) {
				t.Fatalf("after %s in %s another solver sees another outlook", san, p.FEN())
			}
			p.Play(m)
			if !o.Alive() && !p.Stalemate() {
				t.Fatalf("nobody is said to be able to mate in %s", p.FEN())
			}
			for _, side := range [...]position.Side{position.White, position.Black} {
				a := o.Of(side)
				if a.Verdict != Winnable {
					continue
				}
				if wrong := replay(p, side, a.Line); wrong != nil {
					t.Fatalf("after %s: %s", san, wrong)
				}
				if a.Work == 0 {
					carried++
				} else {
					asked++
				}
			}
		}
	}
	if carried < asked {
		t.Errorf("%d lines went on and %d were looked for: it should be the other way round", carried, asked)
	}
}

func TestALineGoesOn(t *testing.T) {
	var s Solver
	p := position.Start()
	o := after(t, &s, &p, "f3 e5 g4")
	side, line := lineOf(t, o)
	last := p
	for len(line) > 0 {
		o = s.Follow(&o, &last, line[0], atOnce)
		last.Play(line[0])
		line = line[1:]
		a := o.Of(side)
		if a.Verdict != Winnable || a.Work != 0 || len(a.Line) != len(line) {
			t.Fatalf("%d moves before the mate: %+v", len(line), a)
		}
	}
}

func lineOf(t *testing.T, o Outlook) (position.Side, []position.Move) {
	t.Helper()
	for _, side := range [...]position.Side{position.White, position.Black} {
		if a := o.Of(side); a.Verdict == Winnable {
			return side, a.Line
		}
	}
	t.Fatal("no side is known to be able to mate")
	return position.NoSide, nil
}

// The line is a promise here: what matters is when another one is looked for.
func TestAMoveThatCanBeTakenBackKeepsTheLine(t *testing.T) {
	for _, c := range []struct {
		what, fen, move string
		detour          string // before the line
	}{
		{"a knight's move", position.StartFEN, "Nc3", "b8a6 c3b1 a6b8"},
		{"a pawn's", position.StartFEN, "e3", ""},
		{"a king's", "4k3/8/8/8/8/8/8/4K2R w - -", "Kd2", "e8d7 d2e1 d7e8"},
		{"a capture", "4k3/8/8/8/8/n7/8/RN2K3 w - -", "Nxa3", ""},
		{"a king that loses its rights", "4k3/8/8/8/8/8/8/4K2R w K -", "Kd2", ""},
		{"the other's rights", "4k2r/8/8/8/8/8/8/4K3 w k -", "Kd2", ""},
		{"castling", "4k3/8/8/8/8/8/8/4K2R w K -", "O-O", ""},
		{"a capture en passant was possible", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3", "Kd8", ""},
		{"it left a square that is attacked", "8/8/8/8/8/8/3k4/R3r2K w - -", "Kh2", ""},
		{"every answer moves a pawn", "k7/p1R5/8/8/8/8/8/K6R w - -", "Rb1", ""},
	} {
		var s Solver
		p := mustRead(t, c.fen)
		m, err := p.ParseSAN(c.move)
		if err != nil {
			t.Fatal(err)
		}
		promise, err := p.ParseUCI(p.UCI(p.Legal(nil)[0]))
		if err != nil || promise == m {
			t.Fatalf("%s: another promise is wanted than %s", c.what, p.UCI(promise))
		}
		var known Outlook
		known.sides[p.Side()] = winnable([]position.Move{promise})
		o := s.Follow(&known, &p, m, atOnce)
		var got string
		q := p.After(m)
		if line := o.Of(p.Side()).Line; len(line) == 4 && line[3] == promise {
			for _, m := range line[:3] {
				got += q.UCI(m) + " "
				q.Play(m)
			}
		}
		if got = strings.TrimSpace(got); got != c.detour {
			t.Errorf("%s: %q goes before the line, want %q", c.what, got, c.detour)
		}
	}
}

// Moves to and fro do not make the line grow for ever.
func TestALineStaysShort(t *testing.T) {
	var s Solver
	p := position.Start()
	var o Outlook
	for i := range 400 {
		san := strings.Fields("Nc3 Nc6 Rb1 Rb8 Ra1 Ra8 Nb1 Nb8")[i%8]
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		o = s.Follow(&o, &p, m, atOnce)
		p.Play(m)
		if _, line := lineOf(t, o); len(line) > 70 {
			t.Fatalf("ply %d: a line of %d moves", i, len(line))
		}
	}
}

func TestWhatCannotBeWonStaysSo(t *testing.T) {
	var s Solver
	p := mustRead(t, "8/8/8/8/3k4/q7/4r3/3NK3 w - -")
	o := after(t, &s, &p, "Kxe2")
	if a := o.Of(position.White); a.Verdict != Unwinnable || a.Proof.Rule != 2 {
		t.Fatalf("a knight against a queen, and %+v", a)
	}
	m, err := p.ParseSAN("Qa6")
	if err != nil {
		t.Fatal(err)
	}
	if now := s.Follow(&o, &p, m, atOnce); !reflect.DeepEqual(now.Of(position.White), o.Of(position.White)) {
		t.Errorf("after a move White has %+v", now.Of(position.White))
	} else if proof, age, ok := now.Proof(position.White); !ok || age != 1 || proof.Rule != 2 {
		t.Errorf("after a move White's proof is %v, %d moves old, %v", proof, age, ok)
	}
	if _, _, ok := o.Proof(position.Black); ok {
		t.Error("it is proved that a queen cannot mate")
	}
	// It is kept, and not asked again: after what is dead nothing can be alive.
	bare := mustRead(t, "8/8/8/8/3k4/8/4r3/4K3 w - -")
	dead := after(t, &s, &bare, "Kxe2")
	if now := s.Follow(&dead, &p, m, atOnce); !now.Dead() {
		t.Error("what was known for ever was asked again")
	}
}

// The other side is not asked where one can mate.
func TestOneSideIsEnough(t *testing.T) {
	var s Solver
	p := position.Start()
	o := after(t, &s, &p, "e4")
	side, _ := lineOf(t, o)
	if a := o.Of(side.Other()); a.Verdict != Undetermined || a.Work != 0 {
		t.Errorf("%s was asked for nothing: %+v", side.Other(), a)
	}
}

// Without a king there is no question; a pawn left on the last rank is to be
// replaced first, or the position restored.
func TestOfSomePositionsNothingIsKnown(t *testing.T) {
	for fen, san := range map[string]string{
		"8/8/8/8/8/8/R7/K7 w - -":    "Kb1",
		"P7/8/8/8/3k4/8/4K3/8 b - -": "Kc4",
	} {
		var s Solver
		p := mustRead(t, fen)
		if o := after(t, &s, &p, san); !reflect.DeepEqual(o, Outlook{}) {
			t.Errorf("%s: known: %+v", fen, o)
		}
	}
}

func TestProofsInWords(t *testing.T) {
	for want, p := range map[string]Proof{
		"none":                              {},
		"material 2":                        {Class: ByMaterial, Rule: 2},
		"wall":                              {Class: ByWall},
		"the only position":                 {Class: ByClosure, States: 1},
		"all 12 positions":                  {Class: ByClosure, States: 12},
		"all 7 positions, bishops anywhere": {Class: ByHaze, States: 7},
	} {
		if got := p.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
