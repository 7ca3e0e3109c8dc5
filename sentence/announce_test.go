package sentence

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/position"
)

func TestPliesAreAnnouncedAsTheLawsHaveIt(t *testing.T) {
	for _, c := range []struct{ san, uci, german, digits string }{
		{"e4", "e2e4", "Bauer Eva zwei Eva vier", "Bauer Eva 2 Eva 4"},
		{"Nf3", "g1f3", "Springer Gustav eins Felix drei", "Springer Gustav 1 Felix 3"},
		{"Bxc6+", "b5c6", "Laeufer Bella fuenf Cesar sechs", "Laeufer Bella 5 Cesar 6"},
		{"Rad8", "a8d8", "Turm Anna acht David acht", "Turm Anna 8 David 8"},
		{"Qh7#", "h4h7", "Dame Hector vier Hector sieben", "Dame Hector 4 Hector 7"},
		{"Kd1", "e1d1", "Koenig Eva eins David eins", "Koenig Eva 1 David 1"},
		{"exd6", "e5d6", "Bauer Eva fuenf David sechs", "Bauer Eva 5 David 6"}, // en passant
		{"e8=Q", "e7e8q", "Bauer Eva sieben Eva acht Dame", "Bauer Eva 7 Eva 8 Dame"},
		{"bxa1=N+", "b2a1n", "Bauer Bella zwei Anna eins Springer", "Bauer Bella 2 Anna 1 Springer"},
		{"g1=B", "g2g1b", "Bauer Gustav zwei Gustav eins Laeufer", "Bauer Gustav 2 Gustav 1 Laeufer"},
		{"h8=R#", "h7h8r", "Bauer Hector sieben Hector acht Turm", "Bauer Hector 7 Hector 8 Turm"},
		{"O-O", "e1g1", "Kurze Rochade", "Kurze Rochade"},
		{"O-O-O+", "e8c8", "Lange Rochade", "Lange Rochade"},
		{"O-O#", "b1g1", "Kurze Rochade", "Kurze Rochade"},  // Chess960: king takes own rook
		{"O-O-O", "b1a1", "Lange Rochade", "Lange Rochade"}, // and goes to the right
	} {
		wantAnnounced(t, c.san, c.uci, GermanRanks, c.german)
		wantAnnounced(t, c.san, c.uci, DigitRanks, c.digits)
	}
}

func wantAnnounced(t *testing.T, san, uci string, ranks Ranks, want string) {
	t.Helper()
	if got := Announce(san, uci, ranks); got != want {
		t.Errorf("%s (%s): got %q, want %q", san, uci, got, want)
	}
}

// Nobody may hear that a ply is not legal, as far as its squares can be said.
func TestAnIrregularPlyIsSaidAsIfItWereLegal(t *testing.T) {
	for _, c := range []struct{ san, uci, want string }{
		{"Ke1-e3?!illegal", "e1e3", "Koenig Eva eins Eva drei"},
		{"Ke1xe3?!illegal", "e1e3", "Koenig Eva eins Eva drei"},
		{"e2-e5?!illegal", "e2e5", "Bauer Eva zwei Eva fuenf"},
		{"O-O?!illegal", "e1g1", "Kurze Rochade"},
		{"O-O-O?!illegal", "e8b8", "Lange Rochade"},                // the king stands on a wrong square
		{"Ke1-g1?!illegal", "e1g1", "Koenig Eva eins Gustav eins"}, // the rook was forgotten
		{"e7-e8=P?!illegal", "e7e8", "Bauer Eva sieben Eva acht"},
		{"e7-e8=?!illegal", "e7e8", "Bauer Eva sieben Eva acht"},
		{"e7-e8=K?!illegal", "e7e8", "Bauer Eva sieben Eva acht Koenig"},
		{"e7xd8=Q?!illegal", "e7d8", "Bauer Eva sieben David acht Dame"}, // of the wrong colour
		{"e7xd8?!illegal", "e7d8q", "Bauer Eva sieben David acht Dame"},  // what was taken stands elsewhere
		{"?!unexplained", "", ""},
		{"?!unexplained", "e2e4", "Eva zwei Eva vier"},
		{"", "", ""},
		{"e4", "", ""},
		{"e4", "e2e9", ""},
		{"e4", "e2", ""},
	} {
		wantAnnounced(t, c.san, c.uci, GermanRanks, c.want)
	}
}

func TestEveryPieceAndSquareHasAName(t *testing.T) {
	files := "Anna Bella Cesar David Eva Felix Gustav Hector"
	ranks := "eins zwei drei vier fuenf sechs sieben acht"
	pieces := map[string]string{"K": "Koenig", "Q": "Dame", "R": "Turm", "B": "Laeufer", "N": "Springer", "": "Bauer"}
	for letter, piece := range pieces {
		for from := range position.Square(64) {
			to := 63 - from
			say := func(s position.Square) string {
				return strings.Fields(files)[s.File()] + " " + strings.Fields(ranks)[s.Rank()]
			}
			san := letter + from.String() + to.String()
			wantAnnounced(t, san, from.String()+to.String(), GermanRanks, piece+" "+say(from)+" "+say(to))
		}
	}
}

// heard is what a player who knows the position understands of an announcement.
// It is written without the tables of the code.
func heard(p *position.Position, text string) (uci string, err error) {
	wing, castles := map[string]position.Wing{"Kurze Rochade": position.KingSide, "Lange Rochade": position.QueenSide}[text]
	var found []string
	short := germanShort.Replace(text)
	var buffer [position.MaxMoves]position.Move
	for _, m := range p.Legal(buffer[:0]) {
		if m.IsCastling() != castles || castles && m.Wing() != wing {
			continue
		}
		if castles || spelled(p, m) == short {
			found = append(found, p.UCI(m))
		}
	}
	if len(found) != 1 {
		return "", fmt.Errorf("%q is understood as %q in %s", text, found, p.FEN())
	}
	return found[0], nil
}

// germanShort writes an announcement short: "B E2 E4", "S G1 F3", "B E7 E8 D".
var germanShort = strings.NewReplacer("Koenig", "K", "Dame", "D", "Turm", "T", "Laeufer", "L", "Springer", "S", "Bauer", "B",
	"Anna ", "A", "Bella ", "B", "Cesar ", "C", "David ", "D", "Eva ", "E", "Felix ", "F", "Gustav ", "G", "Hector ", "H",
	"eins", "1", "zwei", "2", "drei", "3", "vier", "4", "fuenf", "5", "sechs", "6", "sieben", "7", "acht", "8")

func spelled(p *position.Position, m position.Move) string {
	const german = " BSLTDK"
	words := []string{string(german[p.At(m.From()).Kind()]), strings.ToUpper(m.From().String()), strings.ToUpper(m.To().String())}
	if k := m.Promotion(); k != position.NoKind {
		words = append(words, string(german[k]))
	}
	return strings.Join(words, " ")
}

// checkHeard announces one legal ply and reads it back.
func checkHeard(t *testing.T, p *position.Position, m position.Move) {
	t.Helper()
	for _, ranks := range []Ranks{GermanRanks, DigitRanks} {
		text := Announce(p.SAN(m), p.UCI(m), ranks)
		if uci, err := heard(p, text); err != nil || uci != p.UCI(m) {
			t.Fatalf("%s (%s) in %s is announced %q and understood as %s (%v)", p.SAN(m), p.UCI(m), p.FEN(), text, uci, err)
		}
	}
}

func TestWhatIsAnnouncedIsUnderstoodAgain(t *testing.T) {
	file, err := os.Open("../testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	games := 0
	for lines := bufio.NewScanner(file); lines.Scan(); games++ {
		p := position.Start()
		for ply, san := range strings.Fields(lines.Text()) {
			m, err := p.ParseSAN(san)
			if err != nil {
				t.Fatalf("game %d ply %d: %v", games+1, ply+1, err)
			}
			checkHeard(t, &p, m)
			p = p.After(m)
		}
	}
	if games != 100 {
		t.Fatalf("%d games, want 100", games)
	}
}

// Castling is tried wherever it can be, from every fifth start position.
func TestChess960IsUnderstoodToo(t *testing.T) {
	castled := map[position.Wing]int{}
	for n := 0; n < 960; n += 5 {
		fen, err := position.Chess960FEN(n)
		if err != nil {
			t.Fatal(err)
		}
		p, err := position.Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		p.SetChess960(true)
		random := rand.New(rand.NewPCG(7, uint64(n)))
		for range 40 {
			moves := p.Legal(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			if i := slices.IndexFunc(moves, position.Move.IsCastling); i >= 0 {
				m = moves[i]
				castled[m.Wing()]++
			}
			checkHeard(t, &p, m)
			p = p.After(m)
		}
	}
	if castled[position.KingSide] < 20 || castled[position.QueenSide] < 20 {
		t.Errorf("castlings: got %v, want at least 20 each way", castled)
	}
}

// Paul Morphy against Duke Karl and Count Isouard, Paris 1858.
const opera = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 " +
	"Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"

func TestAGameAnnounced(t *testing.T) {
	const golden = "testdata/announced.txt"
	var b strings.Builder
	p := position.Start()
	for _, san := range strings.Fields(opera) {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, Announce(san, p.UCI(m), GermanRanks))
		p = p.After(m)
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("%s (- before, + now; -update writes it anew):\n%s", golden, diff)
	}
}

// Whatever is asked, a device says words of the Laws and nothing else.
func FuzzAnnounce(f *testing.F) {
	for _, s := range [][2]string{
		{"e4", "e2e4"}, {"O-O-O#", ""}, {"e7-e8=P?!illegal", "e7e8"}, {"bxa1=N+", "b2a1n"}, {"?!unexplained", ""}, {"=", "a1a1="}, {"\xff", "e2e4\xff"},
	} {
		f.Add(s[0], s[1])
	}
	words := strings.Fields("Koenig Dame Turm Laeufer Springer Bauer Anna Bella Cesar David Eva Felix Gustav Hector " +
		"eins zwei drei vier fuenf sechs sieben acht Kurze Lange Rochade")
	f.Fuzz(func(t *testing.T, san, uci string) {
		text := Announce(san, uci, GermanRanks)
		said := strings.Split(text, " ")
		for _, w := range said {
			if text != "" && !slices.Contains(words, w) {
				t.Fatalf("%q, %q is announced %q", san, uci, text)
			}
		}
		if len(said) > 6 {
			t.Fatalf("%q, %q is announced at length: %q", san, uci, text)
		}
	})
}
