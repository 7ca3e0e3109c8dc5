package pgn

import (
	"bufio"
	"io"
	"strings"
)

// scanner reads PGN byte by byte. It keeps what is not chess: where lines
// begin, which is where a percent sign escapes a line and a bracket may open the
// next game; line ends of all three kinds; and how much one game may still take.
// Where that is used up it reports the end of the input, so that whoever is
// reading, however deep, comes out.
type scanner struct {
	r       *bufio.Reader
	line    int  // of the byte read next, from 1
	column  int  // of the byte read next, from 0
	blank   bool // the line before is empty
	filled  bool // this line has more than blanks so far
	left    int  // bytes that this game may still take
	ended   bool // nothing more comes
	failure error
}

func newScanner(r io.Reader) *scanner {
	return &scanner{r: bufio.NewReaderSize(r, 16<<10), line: 1}
}

// peek returns the byte read next, and false at the end.
func (s *scanner) peek() (byte, bool) {
	if s.left <= 0 || s.ended {
		return 0, false
	}
	b, err := s.r.Peek(1)
	if err != nil {
		s.ended = true
		if err != io.EOF {
			s.failure = err
		}
		return 0, false
	}
	if b[0] == '\r' {
		return '\n', true
	}
	return b[0], true
}

// skip reads the byte that peek returned.
func (s *scanner) skip() {
	c, err := s.r.ReadByte()
	if err != nil {
		return
	}
	s.left--
	if c == '\r' {
		c = '\n'
		if b, err := s.r.Peek(1); err == nil && b[0] == '\n' {
			s.r.Discard(1)
			s.left--
		}
	}
	if c == '\n' {
		s.line++
		s.column, s.blank, s.filled = 0, !s.filled, false
		return
	}
	s.column++
	s.filled = s.filled || !isBlank(c)
}

// isBlank takes control characters for blanks: no text has a use for them.
func isBlank(c byte) bool { return c <= ' ' || c == 0x7f }

const byteOrderMark = "\ufeff"

// skipBlanks goes to the next byte that means something, passing over lines
// escaped by a percent sign.
func (s *scanner) skipBlanks() {
	for {
		c, ok := s.peek()
		switch {
		case !ok:
			return
		case isBlank(c):
			s.skip()
		case c == '%' && s.column == 0:
			s.restOfLine()
		case c == byteOrderMark[0] && s.follows(byteOrderMark):
			for range len(byteOrderMark) {
				s.skip()
			}
			s.column, s.filled = 0, false
		default:
			return
		}
	}
}

// restOfLine reads up to the end of the line, but not the newline.
func (s *scanner) restOfLine() string {
	var b strings.Builder
	for {
		c, ok := s.peek()
		if !ok || c == '\n' {
			return b.String()
		}
		b.WriteByte(c)
		s.skip()
	}
}

// until reads up to the byte end and past it. Where it says stop before that
// byte came, and at the end of the input, closed is false.
func (s *scanner) until(end byte, stop func() bool) (text string, closed bool) {
	var b strings.Builder
	for {
		c, ok := s.peek()
		if !ok || c != end && stop() {
			return b.String(), false
		}
		s.skip()
		if c == end {
			return b.String(), true
		}
		b.WriteByte(c)
	}
}

// next reports whether the next byte is one of these.
func (s *scanner) next(bytes string) bool {
	c, ok := s.peek()
	return ok && strings.IndexByte(bytes, c) >= 0
}

func (s *scanner) follows(text string) bool {
	b, err := s.r.Peek(len(text))
	return err == nil && string(b) == text
}

// tagAhead returns the name of the tag that begins with the next byte, if one
// does. It looks no further than it must, because more may not have come yet.
func (s *scanner) tagAhead() (name string, ok bool) {
	for n := 1; n <= maxTagName+10; n++ {
		b, err := s.r.Peek(n)
		if err != nil || b[0] != '[' {
			return "", false
		}
		switch b[n-1] {
		case '"':
			name = strings.Trim(string(b[1:n-1]), " \t")
			return name, isTagName(name)
		case '\n', '\r', ']':
			return "", false
		}
	}
	return "", false
}

// quoteCloses reports whether the quote that is the next byte has a bracket
// behind it, and whether the line ends there.
func (s *scanner) quoteCloses() (bracket, endOfLine bool) {
	for n := 2; n < 80; n++ {
		b, err := s.r.Peek(n)
		if err != nil {
			return bracket, true
		}
		switch c := b[n-1]; {
		case c == ']' && !bracket:
			bracket = true
		case c == '\n' || c == '\r':
			return bracket, true
		case c != ' ' && c != '\t':
			return bracket, false
		}
	}
	return bracket, false
}

// notInWords are the bytes that end a word of movetext.
const notInWords = "{}()[];$%\"<>*"

// word reads a move, a move number or what else stands between blanks. A full
// stop belongs to it behind a letter only, so "1.e4" is two words and "e.p." is
// one. A piece in parentheses is the promotion in "e8(Q)".
func (s *scanner) word() string {
	var b []byte
	for {
		c, ok := s.peek()
		switch {
		case !ok || isBlank(c) || c == '.' && !endsWithLetter(b):
			return string(b)
		case c == '(' && s.promotionAhead():
			for range 2 {
				c, _ = s.peek()
				b = append(b, c)
				s.skip()
			}
			c = ')'
		case strings.IndexByte(notInWords, c) >= 0:
			return string(b)
		}
		b = append(b, c)
		s.skip()
	}
}

func endsWithLetter(b []byte) bool {
	return len(b) > 0 && (b[len(b)-1]|0x20) >= 'a' && (b[len(b)-1]|0x20) <= 'z'
}

func (s *scanner) promotionAhead() bool {
	b, err := s.r.Peek(3)
	return err == nil && strings.IndexByte("QRBNqrbn", b[1]) >= 0 && b[2] == ')'
}

// skipGame goes to where the next game seems to begin, however far that is.
func (s *scanner) skipGame() {
	for {
		s.left = MaxGame
		c, ok := s.peek()
		if !ok {
			return
		}
		if c == '[' && !s.filled {
			if name, ok := s.tagAhead(); ok && (s.blank || name == "Event") {
				return
			}
		}
		s.skip()
	}
}
