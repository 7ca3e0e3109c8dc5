package position

import (
	"fmt"
	"strings"

	"recorderd/observation"
)

// SAN writes a legal move in standard algebraic notation: told apart among the
// legal moves only, with + or #.
func (p *Position) SAN(m Move) string {
	b := make([]byte, 0, 8)
	switch piece := p.board[m.From()].Kind(); {
	case m.IsCastling() && m.Wing() == KingSide:
		b = append(b, "O-O"...)
	case m.IsCastling():
		b = append(b, "O-O-O"...)
	case piece == Pawn:
		if p.IsCapture(m) {
			b = append(b, 'a'+byte(m.From().File()), 'x')
		}
		b = append(b, m.To().String()...)
		if k := m.Promotion(); k != NoKind {
			b = append(b, '=', k.Letter())
		}
	default:
		b = append(p.tellApart(append(b, piece.Letter()), m), captureSign(p.IsCapture(m))...)
		b = append(b, m.To().String()...)
	}
	return string(append(b, p.checkSign(m)...))
}

func captureSign(capture bool) string {
	if capture {
		return "x"
	}
	return ""
}

// TellApart returns what tells the piece of a legal move apart from others of its
// kind that may go to the same square: "", "g", "1" or "g1".
func (p *Position) TellApart(m Move) string { return string(p.tellApart(nil, m)) }

// CheckSign returns "+" if a legal move gives check, "#" if it mates, else "".
func (p *Position) CheckSign(m Move) string { return p.checkSign(m) }

// tellApart appends what tells the piece from others of its kind that may go to
// the same square: the file, else the rank, else both.
func (p *Position) tellApart(b []byte, m Move) []byte {
	var buffer [MaxMoves]Move
	piece, from := p.board[m.From()], m.From()
	others, sameFile, sameRank := false, false, false
	for _, o := range p.Legal(buffer[:0]) {
		if o.To() != m.To() || o.From() == from || o.IsCastling() || p.board[o.From()] != piece {
			continue
		}
		others = true
		sameFile = sameFile || o.From().File() == from.File()
		sameRank = sameRank || o.From().Rank() == from.Rank()
	}
	name := from.String()
	switch {
	case !others:
		return b
	case !sameFile:
		return append(b, name[0])
	case !sameRank:
		return append(b, name[1])
	}
	return append(b, name...)
}

func (p *Position) checkSign(m Move) string {
	after := p.After(m)
	switch {
	case !after.InCheck(after.side):
		return ""
	case after.HasLegal():
		return "+"
	}
	return "#"
}

// ParseSAN reads a legal move. It takes what people and boards write: signs
// for check, mate, capture and promotion missing or too many, castling with
// zeros, "e.p.", marks such as "!?", figurines, more squares than needed, and
// plain coordinates. What fits no legal move, or more than one, is an error.
func (p *Position) ParseSAN(s string) (Move, error) {
	w, ok := readWritten(s)
	if !ok {
		return 0, fmt.Errorf("move %q is not understood: want it as in Nf3, exd5, O-O or e8=Q", clip(s))
	}
	var buffer [MaxMoves]Move
	found := Move(0)
	for _, m := range p.Legal(buffer[:0]) {
		if !w.fits(p, m) {
			continue
		}
		if found != 0 {
			return 0, fmt.Errorf("move %q could be %s or %s in %s", s, p.SAN(found), p.SAN(m), p.FEN())
		}
		found = m
	}
	if found != 0 {
		return found, nil
	}
	if w.coordinates() {
		if m, err := p.ParseUCI(w.uci()); err == nil {
			return m, nil
		}
	}
	return 0, fmt.Errorf("move %q is not legal in %s", s, p.FEN())
}

// written is what a move in algebraic notation says.
type written struct {
	castling  bool
	wing      Wing
	kind      Kind // NoKind where none is written
	file      int  // of the square it leaves, -1 where not written
	rank      int
	to        Square
	promotion Kind
}

// coordinates reports whether only the two squares were written.
func (w written) coordinates() bool {
	return !w.castling && w.kind == NoKind && w.file >= 0 && w.rank >= 0
}

func (w written) uci() string {
	s := observation.SquareAt(w.file, w.rank).String() + w.to.String()
	if w.promotion != NoKind {
		s += strings.ToLower(string(rune(w.promotion.Letter())))
	}
	return s
}

func (w written) fits(p *Position, m Move) bool {
	if w.castling || m.IsCastling() {
		return w.castling && m.IsCastling() && m.Wing() == w.wing
	}
	kind := p.board[m.From()].Kind()
	return m.To() == w.to && m.Promotion() == w.promotion &&
		(w.file < 0 || m.From().File() == w.file) &&
		(w.rank < 0 || m.From().Rank() == w.rank) &&
		(kind == w.kind || w.kind == NoKind && (kind == Pawn || w.coordinates()))
}

// longestWritten bounds what is looked at: "Qa1xb2=Q e.p. mate!?" is shorter.
const longestWritten = 40

func readWritten(s string) (w written, ok bool) {
	w.file, w.rank = -1, -1
	if len(s) > longestWritten {
		return w, false
	}
	s = trimMarks(figurines.Replace(strings.TrimSpace(s)))
	if wing, ok := readCastling(s); ok {
		w.castling, w.wing = true, wing
		return w, true
	}
	if s, w.promotion = cutPromotion(s); len(s) < 2 {
		return w, false
	}
	to, err := observation.ParseSquare(s[len(s)-2:])
	if err != nil {
		return w, false
	}
	w.to, s = to, s[:len(s)-2]
	s = strings.TrimRight(s, "x:-")
	if s != "" {
		if k, isKind := kindOf(s[0]); isKind {
			w.kind, s = k, s[1:]
		}
	}
	if s != "" && s[0] >= 'a' && s[0] <= 'h' {
		w.file, s = int(s[0]-'a'), s[1:]
	}
	if s != "" && s[0] >= '1' && s[0] <= '8' {
		w.rank, s = int(s[0]-'1'), s[1:]
	}
	return w, s == ""
}

var figurines = strings.NewReplacer(
	"♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "",
	"♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "", "\ufe0e", "", "\ufe0f", "")

// trimMarks drops what may stand behind a move.
func trimMarks(s string) string {
	for {
		t := strings.TrimRight(s, "+#!? ")
		for _, mark := range [...]string{"e.p.", "ep", "mate"} {
			t = strings.TrimSuffix(t, mark)
		}
		if t == s {
			return s
		}
		s = t
	}
}

func readCastling(s string) (Wing, bool) {
	switch strings.NewReplacer("0", "O", "o", "O").Replace(s) {
	case "O-O":
		return KingSide, true
	case "O-O-O":
		return QueenSide, true
	}
	return KingSide, false
}

// cutPromotion cuts "=Q", "Q", "(Q)", "/Q" and the same with a small letter.
func cutPromotion(s string) (string, Kind) {
	t := strings.TrimSuffix(s, ")")
	if len(t) < 3 {
		return s, NoKind
	}
	k, ok := kindOf(strings.ToUpper(t[len(t)-1:])[0])
	if !ok || k == Pawn || k == King {
		return s, NoKind
	}
	return strings.TrimRight(t[:len(t)-1], "=(/"), k
}
