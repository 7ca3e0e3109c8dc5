package pgn

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// plainValue returns a tag's value without what no value may hold: a line that
// ends and a tab become a blank, other control characters go.
func plainValue(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
			return ' '
		case unicode.IsControl(r):
			return -1
		}
		return r
	}, decode(s))
}

// plainComment returns a comment as it can stand between braces: one blank
// between words, and parentheses for braces, which do not nest.
func plainComment(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '{':
			return '('
		case r == '}':
			return ')'
		case unicode.IsControl(r) && !unicode.IsSpace(r):
			return -1
		}
		return r
	}, decode(s))
	return strings.Join(strings.Fields(s), " ")
}

// decode takes what is not UTF-8 for ISO 8859-1, the character set of the
// standard.
func decode(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// escape puts a value between quotes.
func escape(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// splitCommands takes the clock and the time spent out of a comment. Of two, and
// of one whose time is not understood, the comment keeps what is left.
func splitCommands(comment string) (rest string, clk, emt *int64) {
	var b strings.Builder
	for {
		before, command, after, found := cutCommand(comment)
		b.WriteString(before)
		if !found {
			return plainComment(b.String()), clk, emt
		}
		comment = after
		name, arg, _ := strings.Cut(command[len("[%"):len(command)-1], " ")
		ms, ok := parseTime(arg)
		switch {
		case ok && name == "clk" && clk == nil:
			clk = &ms
		case ok && name == "emt" && emt == nil:
			emt = &ms
		default:
			b.WriteString(command)
			continue
		}
		b.WriteByte(' ')
	}
}

// cutCommand cuts text around its first command, such as [%clk 1:05:23].
func cutCommand(text string) (before, command, after string, found bool) {
	i := strings.Index(text, "[%")
	if i < 0 {
		return text, "", "", false
	}
	n := strings.IndexByte(text[i:], ']')
	if n < 0 {
		return text, "", "", false
	}
	return text[:i], text[i : i+n+1], text[i+n+1:], true
}

const (
	second = 1000
	minute = 60 * second
	hour   = 60 * minute
)

// parseTime reads h:mm:ss, with or without a fraction, into milliseconds. Two
// fields are not read: some mean minutes by them and some hours. A blank inside
// is where a program broke the line.
func parseTime(s string) (ms int64, ok bool) {
	s, fraction, _ := strings.Cut(strings.ReplaceAll(s, " ", ""), ".")
	fields := strings.Split(s, ":")
	if len(fields) != 3 {
		return 0, false
	}
	for _, f := range fields {
		n, err := strconv.ParseUint(f, 10, 24)
		if err != nil {
			return 0, false
		}
		ms = ms*60 + int64(n)*second
	}
	if fraction != "" {
		n, err := strconv.ParseUint((fraction + "00")[:3], 10, 16)
		if err != nil || strings.Trim(fraction, "0123456789") != "" {
			return 0, false
		}
		ms += int64(n)
	}
	return ms, true
}

// formatTime writes h:mm:ss, and a fraction only where there is one. A clock
// below zero stands at zero.
func formatTime(ms int64) string {
	ms = max(ms, 0)
	b := strconv.AppendInt(nil, ms/hour, 10)
	b = append(append(b, ':'), twoDigits(ms/minute%60)...)
	b = append(append(b, ':'), twoDigits(ms/second%60)...)
	if part := ms % second; part != 0 {
		digits := strconv.FormatInt(second+part, 10)[1:]
		b = append(append(b, '.'), strings.TrimRight(digits, "0")...)
	}
	return string(b)
}

func twoDigits(n int64) string { return strconv.FormatInt(100+n, 10)[1:] }
