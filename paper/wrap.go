package paper

import (
	"strings"
	"unicode/utf8"
)

// measure says how much room a letter takes. That of a text is the sum.
type measure func(rune) float64

func (m measure) of(s string) float64 {
	var sum float64
	for _, r := range s {
		sum += m(r)
	}
	return sum
}

// widest is the room that a text takes if only its own lines are kept.
func (m measure) widest(s string) float64 {
	var widest float64
	for line := range strings.SplitSeq(s, "\n") {
		widest = max(widest, m.of(line))
	}
	return widest
}

// wrap breaks a text into lines that have room. A word that has not even a line
// to itself is broken where it must be. There is always one line, and in each
// one letter.
func (m measure) wrap(s string, room float64) []string {
	const slack = 1e-6 // the same letters may have another sum, word by word
	var lines []string
	for paragraph := range strings.SplitSeq(s, "\n") {
		lines = append(lines, m.wrapOne(paragraph, room+slack)...)
	}
	return lines
}

func (m measure) wrapOne(s string, room float64) []string {
	var lines []string
	var line string
	var used float64
	for word := range strings.SplitSeq(s, " ") {
		if word == "" {
			continue
		}
		need := m.of(word)
		if line != "" && used+m(' ')+need <= room {
			line += " " + word
			used += m(' ') + need
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		for need > room {
			cut := m.cut(word, room)
			if cut == len(word) {
				break
			}
			lines = append(lines, word[:cut])
			word = word[cut:]
			need = m.of(word)
		}
		line, used = word, need
	}
	return append(lines, line)
}

// cut is where to break a word: after the last sign in it that divides, or where
// the room ends. An accent stays with its letter.
func (m measure) cut(word string, room float64) int {
	var used float64
	end, divided := 0, 0
	for i, r := range word {
		used += m(r)
		if i > 0 && used > room && m(r) > 0 {
			break
		}
		end = i + utf8.RuneLen(r)
		if strings.ContainsRune("-–/_.,;:=", r) {
			divided = end
		}
	}
	if divided > end/2 && end < len(word) {
		return divided
	}
	return end
}

// columnWidths says how wide the columns of a table become in the room, gaps
// between them. Those that are Wide take what the others leave; only if that is
// next to nothing all must give way.
func columnWidths(t Table, titles, texts measure, room, gap float64) []float64 {
	wants := make([]float64, len(t.Columns))
	for i, c := range t.Columns {
		wants[i] = titles.widest(c.Title)
		for _, row := range t.Rows {
			wants[i] = max(wants[i], texts.widest(row[i]))
		}
	}
	room -= gap * float64(len(t.Columns)-1)
	left, least := room, 0.0
	var wide []float64
	for i, c := range t.Columns {
		if c.Wide {
			wide = append(wide, wants[i])
			least += min(wants[i], room/6)
		} else {
			left -= wants[i]
		}
	}
	if left < least {
		return share(wants, room)
	}
	shares := share(wide, left)
	spare := left
	for _, s := range shares {
		spare -= s
	}
	for i, c := range t.Columns {
		if c.Wide {
			wants[i] = shares[0] + spare/float64(len(wide))
			shares = shares[1:]
		}
	}
	return wants
}

// share gives each what it wants, and where there is not enough, all who want
// more than their part the same.
func share(wants []float64, room float64) []float64 {
	given := make([]float64, len(wants))
	open := 0
	for _, w := range wants {
		if w > 0 {
			open++
		}
	}
	for satisfied := true; satisfied && open > 0; {
		satisfied = false
		part := room / float64(open)
		for i, w := range wants {
			if given[i] == 0 && w > 0 && w <= part {
				given[i] = w
				room -= w
				open--
				satisfied = true
			}
		}
	}
	for i, w := range wants {
		if given[i] == 0 {
			given[i] = min(w, max(room/float64(max(open, 1)), 0))
		}
	}
	return given
}
