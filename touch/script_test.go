package touch

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"recorderd/observation"
	"recorderd/position"
)

const (
	began = 10_000 // when the logs of these tests begin
	scan  = 200
)

// scene is a ply as the catalogue of situations writes it: "e2-" a square
// reported empty, "e4+P" a piece that appears, "d5=N" a code that changes, each
// a scan after the one before, what is joined by "," in one scan. "..." is two
// seconds, "~" half a second, a number so many milliseconds. "early:e7-" was off
// before the log begins.
type scene struct {
	fen   string // the start position if empty
	uci   string // the move; an irregular one has after instead
	after string // a placement
	text  string
}

// ply returns the scene as a board saw it.
func (s scene) ply(t testing.TB, sensing observation.Sensing) Ply {
	t.Helper()
	before := position.Start()
	if s.fen != "" {
		p, err := position.ParseLoose(s.fen)
		if err != nil {
			t.Fatal(err)
		}
		before = p
	}
	p := Ply{Before: &before, Rested: began - 600, Scan: scan}
	if s.after != "" {
		seen, err := observation.ParsePlacement(s.after)
		if err != nil {
			t.Fatal(err)
		}
		pl, _ := position.PlacementOf(seen)
		after := position.FromPlacement(pl, before.Side().Other(), before.Rights())
		p.After = &after
	} else {
		m, err := before.ParseUCI(s.uci)
		if err != nil {
			t.Fatal(err)
		}
		after := before.After(m)
		p.Move, p.Legal, p.After = m, true, &after
	}
	p.Log, p.Until = s.log(t, &before, sensing)
	return p
}

func (s scene) log(t testing.TB, before *position.Position, sensing observation.Sensing) (log Log, now int64) {
	t.Helper()
	board := before.Placement().Observation()
	if sensing == observation.Occupancy {
		board = dimmed(board)
	}
	now = began
	for _, word := range strings.Fields(s.text) {
		if ms, err := strconv.Atoi(word); err == nil {
			now += int64(ms)
			continue
		}
		if early, ok := strings.CutPrefix(word, "early:"); ok {
			sq, _ := observation.ParseSquare(early[:2])
			board[sq] = observation.Empty
			continue
		}
		switch word {
		case "...":
			now += 2000
			continue
		case "~":
			now += 500
			continue
		}
		now += scan
		for _, part := range strings.Split(word, ",") {
			sq, err := observation.ParseSquare(part[:2])
			if err != nil {
				t.Fatal(err)
			}
			p, err := observation.ParsePiece(part[3:])
			if err != nil {
				t.Fatal(err)
			}
			if p != observation.Empty && sensing == observation.Occupancy {
				p = observation.Occupied
			}
			if board[sq] != p {
				log = append(log, Touch{now, sq, board[sq], p})
				board[sq] = p
			}
		}
	}
	return log, now
}

// mirrored returns the scene with the sides exchanged.
func (s scene) mirrored() scene {
	m := scene{fen: mirrorFEN(s.fen), text: mirrorWords(s.text), uci: mirrorRanks(s.uci)}
	if s.after != "" {
		m.after = mirrorPlacement(s.after)
	}
	return m
}

func mirrorFEN(fen string) string {
	if fen == "" {
		fen = position.StartFEN
	}
	f := strings.Fields(fen)
	f[0] = mirrorPlacement(f[0])
	f[1] = map[string]string{"w": "b", "b": "w"}[f[1]]
	f[2] = swapCase(f[2])
	f[3] = mirrorRanks(f[3])
	return strings.Join(f, " ")
}

func mirrorPlacement(s string) string {
	ranks := strings.Split(swapCase(s), "/")
	slices.Reverse(ranks)
	return strings.Join(ranks, "/")
}

func mirrorWords(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		if _, err := strconv.Atoi(w); err == nil || w == "..." || w == "~" {
			continue
		}
		prefix := ""
		if early, ok := strings.CutPrefix(w, "early:"); ok {
			prefix, w = "early:", early
		}
		parts := strings.Split(w, ",")
		for j, p := range parts {
			parts[j] = mirrorRanks(p[:2]) + p[2:3] + swapCase(p[3:])
		}
		words[i] = prefix + strings.Join(parts, ",")
	}
	return strings.Join(words, " ")
}

func mirrorRanks(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '1' && r <= '8' {
			return '1' + '8' - r
		}
		return r
	}, s)
}

func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsUpper(r) {
			return unicode.ToLower(r)
		}
		return unicode.ToUpper(r)
	}, s)
}

// short writes facts in one line: code, whose, the pieces, times after the start of
// the log.
func short(facts []Fact, mover observation.Side) string {
	var words []string
	for _, f := range facts {
		whose := "mover"
		if f.Side != mover {
			whose = f.Side.String()
		}
		words = append(words, f.Code+"("+whose+") "+shortData(f))
	}
	return strings.Join(words, "; ")
}

func shortData(f Fact) string {
	switch f.Code {
	case TouchMove:
		moved, _ := f.Data["moved"].(Place)
		s := fmt.Sprintf("%s %v %v>%s %v", f.Data["touched"].(Place).Square, f.Data["held_ms"], f.Data["could"], moved.Square, f.Data["grade"])
		others, _ := f.Data["others"].([]Held)
		for _, o := range others {
			s += fmt.Sprintf(" +%s %d", o.Square, o.HeldMS)
		}
		return s
	case CastlingRookFirst:
		return fmt.Sprintf("%s %d before %s", f.Data["rook"].(Place).Square, f.Data["king_t"].(int64)-f.Data["rook_t"].(int64), f.Data["king"].(Place).Square)
	case TwoPiecesLifted:
		pieces := f.Data["pieces"].([]Place)
		return fmt.Sprintf("%s %s %d", pieces[0].Square, pieces[1].Square, f.Data["to_t"].(int64)-f.Data["from_t"].(int64))
	}
	var squares []string
	for _, a := range f.Data["squares"].([]Absence) {
		s := a.Square + " "
		if a.FromT != nil {
			s += strconv.FormatInt(*a.FromT-began, 10)
		}
		s += "-"
		if a.RightT != nil {
			s += strconv.FormatInt(*a.RightT-began, 10)
		}
		squares = append(squares, s)
	}
	return strings.Join(squares, " ")
}
