package sheet

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"recorderd/position"
)

// Letters are those that a notation has for the pieces, such as "pt".
type Letters string

// pieces are the letters of the record, in the order of every alphabet: king,
// queen, rook, bishop, knight, pawn.
const pieces = "KQRBNP"

var alphabets = map[Letters][]rune{
	"en":       []rune(pieces),
	"pt":       []rune("RDTBCP"),
	"es":       []rune("RDTACP"),
	"de":       []rune("KDTLSB"),
	"fr":       []rune("RDTFCP"),
	"figurine": []rune("♔♕♖♗♘♙"),
}

// ParseLetters reads the name of a notation; "" is that of the language.
func ParseLetters(s string) (Letters, error) {
	l := Letters(s)
	if _, known := alphabets[l]; !known && s != "" {
		return "", fmt.Errorf("letters %.20q: want one of %v", s, slices.Sorted(maps.Keys(alphabets)))
	}
	return l, nil
}

// piece returns the letter of a piece for the one of the record, and any other
// sign as it is.
func (l Letters) piece(english rune) rune {
	at := strings.IndexRune(pieces, english)
	if letters, known := alphabets[l]; known && at >= 0 {
		return letters[at]
	}
	return english
}

func (l Letters) of(k position.Kind) string {
	if k == position.NoKind || k == position.Pawn {
		return ""
	}
	return string(l.piece(rune(k.Letter())))
}

// move writes a legal move as the Laws have it on a scoresheet (Appendix C of
// 2023): castling with noughts, the piece of a promotion right behind the square,
// and a capture en passant named.
func (l Letters) move(p *position.Position, m position.Move) string {
	if m.IsCastling() {
		wing := "0-0"
		if m.Wing() == position.QueenSide {
			wing = "0-0-0"
		}
		return wing + p.CheckSign(m)
	}
	kind := p.At(m.From()).Kind()
	text := l.of(kind)
	switch {
	case kind != position.Pawn:
		text += p.TellApart(m)
	case p.IsCapture(m):
		text = m.From().String()[:1]
	}
	if p.IsCapture(m) {
		text += "x"
	}
	text += m.To().String() + l.of(m.Promotion()) + p.CheckSign(m)
	if m.IsEnPassant() {
		text += " e.p."
	}
	return text
}

// long writes a ply that is no legal move, out of the long form that the record
// has for it: "Ke1-e3", "e7-e8=P". There is no move to write it from.
func (l Letters) long(san string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case 'O':
			return '0'
		case '=':
			return -1
		}
		return l.piece(r)
	}, san)
}
