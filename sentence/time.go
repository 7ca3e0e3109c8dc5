package sentence

import "fmt"

const (
	second = 1000
	minute = 60 * second
	hour   = 60 * minute
)

// instant writes a time since the recording began.
func (s scope) instant(v any) (string, bool) {
	t, ok := whole(v)
	return hands(t) + s.tenths(t), ok
}

// reading writes what a clock shows.
func (s scope) reading(v any) (string, bool) {
	t, ok := whole(v)
	if t%second < 100 {
		return hands(t), ok
	}
	return hands(t) + s.tenths(t), ok
}

func hands(t int64) string {
	return fmt.Sprintf("%d:%02d:%02d", t/hour, t%hour/minute, t%minute/second)
}

func (s scope) tenths(t int64) string { return fmt.Sprintf("%s%d", s.Decimal, t%second/100) }

// duration says how long something took.
func (s scope) duration(v any) (string, bool) {
	t, ok := whole(v)
	if !ok {
		return "", false
	}
	if t >= minute && t < hour && t%minute < 100 {
		return s.counted("minute", t/minute), true
	}
	var said []string
	if t >= hour {
		said = append(said, s.number("hour", t/hour))
	}
	if t%hour >= minute {
		said = append(said, s.number("minute", t%hour/minute))
	}
	if t%minute >= 100 || said == nil {
		said = append(said, s.seconds(t%minute))
	}
	return s.join(said, s.List.And), true
}

func (s scope) seconds(t int64) string {
	if t%second < 100 {
		return s.number("second", t/second)
	}
	return fmt.Sprintf("%d%s %s", t/second, s.tenths(t), s.Unit["second"].Many)
}

// count says how many of a unit there are. None are nothing to say.
func (s scope) count(of string, v any) (string, bool) {
	n, ok := whole(v)
	if !ok || n == 0 {
		return "", false
	}
	return s.counted(of, n), true
}

// counted writes small numbers as words.
func (s scope) counted(of string, n int64) string {
	if words := s.Unit[of].Words; n >= 1 && n <= int64(len(words)) {
		return words[n-1]
	}
	return s.number(of, n)
}

func (s scope) number(of string, n int64) string {
	u := s.Unit[of]
	return fmt.Sprintf("%d %s", n, pick(n == 1, u.One, u.Many))
}
