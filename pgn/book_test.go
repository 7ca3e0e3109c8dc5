package pgn

import (
	"os"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/record"
)

// book keeps the record of a game that a test plays.
type book struct {
	t      *testing.T
	pos    position.Position
	events []record.Event
	ply    int
	clocks [2]int64
}

func newBook(t *testing.T, fen string) *book {
	t.Helper()
	pos, err := position.ParseLoose(fen)
	if err != nil {
		t.Fatal(err)
	}
	b := &book{t: t, pos: pos, clocks: [2]int64{180_000, 180_000}}
	b.add(record.Start{FEN: fen, Mode: "blitz", Laws: "fide-2023", Fold: 1})
	return b
}

func (b *book) add(e record.Event) { b.events = append(b.events, e) }

// play makes and completes moves, 2100 ms each.
func (b *book) play(sans string) *book {
	b.t.Helper()
	for _, san := range strings.Fields(sans) {
		side := b.pos.Side()
		b.made(san)
		b.complete(side)
	}
	return b
}

// made makes a move and does not press.
func (b *book) made(san string) *book {
	b.t.Helper()
	m, err := b.pos.ParseSAN(san)
	if err != nil {
		b.t.Fatal(err)
	}
	b.ply++
	after := b.pos.After(m)
	b.add(record.Move{
		Ply: b.ply, Side: b.pos.Side(), SAN: b.pos.SAN(m), UCI: b.pos.UCI(m), Legal: true, Confidence: record.Sure, FEN: after.FEN(),
	})
	b.pos = after
	return b
}

func (b *book) complete(side observation.Side) *book {
	spent := int64(2100)
	b.clocks[side] -= spent
	white, black := b.clocks[0], b.clocks[1]
	b.add(record.Complete{Ply: b.ply, WhiteMS: &white, BlackMS: &black, SpentMS: &spent})
	return b
}

// illegal completes what is no legal move, after which the board is as in fen.
func (b *book) illegal(san, fen string) *book {
	b.t.Helper()
	after, err := position.ParseLoose(fen)
	if err != nil {
		b.t.Fatal(err)
	}
	b.ply++
	mover := after.Side().Other()
	b.add(record.Move{Ply: b.ply, Side: mover, SAN: san, Confidence: record.Sure, FEN: fen})
	b.pos = after
	return b.complete(mover)
}

func (b *book) retract(why string) *book {
	b.add(record.Retract{Ply: b.ply, Why: why})
	b.ply--
	return b
}

// at goes on from another position, after a retraction.
func (b *book) at(fen string) *book {
	b.t.Helper()
	pos, err := position.ParseLoose(fen)
	if err != nil {
		b.t.Fatal(err)
	}
	b.pos = pos
	return b
}

func (b *book) end(result, termination string) *book {
	b.add(record.End{Result: result, Termination: termination})
	return b
}

// header is that of an ordinary game.
func header() observation.Header {
	return observation.Header{
		Game: observation.Game{
			Event: "Open de Évora", Site: "Évora POR", Date: "2026.11.29", Round: "3.12", Board: 12,
			White: "Gonçalves, João", Black: "Silva, Inês", TimeControl: "180+2", Laws: "fide-2023",
		},
		Clock: observation.ClockSensor{Present: true, ResolutionMS: 1000},
	}
}

func write(t *testing.T, games ...Game) string {
	t.Helper()
	var b strings.Builder
	for _, g := range games {
		if err := Write(&b, g); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func readAll(t testing.TB, text string) (games []Game) {
	t.Helper()
	r := NewReader(strings.NewReader(text))
	for {
		g, err := r.Next()
		if err != nil {
			return games
		}
		games = append(games, g)
	}
}

// readOne reads a text that holds one game.
func readOne(t testing.TB, text string) Game {
	t.Helper()
	games := readAll(t, text)
	if len(games) != 1 {
		t.Fatalf("got %d games, want 1, from:\n%s", len(games), text)
	}
	return games[0]
}

func sans(g Game) string {
	var ws []string
	for _, p := range g.Moves {
		ws = append(ws, p.SAN)
	}
	return strings.Join(ws, " ")
}

// fixedGames returns the games of testdata/games.txt, moves in SAN.
func fixedGames(t testing.TB) []string {
	t.Helper()
	text, err := os.ReadFile("../testdata/games.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}
