package record_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"recorderd/record"
)

// reading is what a record must hold. Its lines of play come in this order;
// findings may stand anywhere between them.
type reading struct {
	text     string
	play     []item
	findings []string
	final    map[int]string // by ply: the move line that stands in the end
	fen      string
}

// item is a word, or a group: of any order, or that may be missing.
type item struct {
	word     string
	anyOrder []item
	optional []item
}

// parseReading reads the words of a reading.
func parseReading(text string) (*reading, error) {
	r := &reading{text: text, final: map[int]string{}}
	spaced := strings.NewReplacer("[", " [ ", "]", " ] ", "<", " < ", ">", " > ").Replace(text)
	words := strings.Fields(spaced)
	var err error
	if r.play, words, err = r.items(words, ""); err == nil && len(words) > 0 {
		err = fmt.Errorf("%q closes nothing", words[0])
	}
	if err != nil {
		return nil, fmt.Errorf("reading %q: %w", text, err)
	}
	return r, nil
}

// items reads words up to the one that closes the group.
func (r *reading) items(words []string, closing string) (found []item, rest []string, err error) {
	for len(words) > 0 {
		w := words[0]
		words = words[1:]
		switch {
		case w == closing:
			return found, words, nil
		case w == "[":
			var group []item
			group, words, err = r.items(words, "]")
			found = append(found, item{optional: group})
		case w == "<":
			var group []item
			group, words, err = r.items(words, ">")
			found = append(found, item{anyOrder: group})
		case strings.HasPrefix(w, "fen:"):
			r.fen = w[len("fen:"):]
		case strings.HasPrefix(w, "="):
			n, _, _ := strings.Cut(w[1:], ":")
			ply, e := strconv.Atoi(n)
			r.final[ply], err = w[1:], e
		case isPlay(w):
			found = append(found, item{word: w})
		default:
			r.findings = append(r.findings, w)
		}
		if err != nil {
			return nil, nil, err
		}
	}
	if closing != "" {
		err = fmt.Errorf("%q is missing", closing)
	}
	return found, nil, err
}

// isPlay reports whether a word is about a line of play and not about a finding.
func isPlay(w string) bool {
	return strings.ContainsAny(w[:1], "0123456789-") || w == "reopen" ||
		strings.HasPrefix(w, "start") || strings.HasPrefix(w, "end:")
}

// told is a record sorted for comparison.
type told struct {
	play     []record.Event
	findings []record.Finding
	final    map[int]record.Move
	heard    map[string][]int64
	fen      string
	err      error
}

// sortOut parts the lines of a record. A second line of a standing ply is not
// play: it changes what stands in the end. What a revision made void is left
// out.
func sortOut(sc *scene) *told {
	r := &told{final: map[int]record.Move{}, heard: sc.heard, fen: sc.rec.Summary().FEN}
	for _, e := range sc.lines {
		switch e := e.(type) {
		case record.Finding:
			r.findings = append(r.findings, e)
			continue
		case record.Start:
			clear(r.final)
		case record.Move:
			if r.second(e) {
				continue
			}
		case record.Retract:
			r.takeBack(e)
		}
		r.play = append(r.play, e)
	}
	return r
}

// second takes the further line of a ply that stands.
func (r *told) second(m record.Move) bool {
	old, stands := r.final[m.Ply]
	r.final[m.Ply] = m
	if !stands {
		return false
	}
	if old.SAN == m.SAN && old.FEN == m.FEN && old.Confidence == m.Confidence && reflect.DeepEqual(old.Alternatives, m.Alternatives) {
		r.err = cmp.Or(r.err, fmt.Errorf("ply %d has a second line that says the same", m.Ply))
	}
	return true
}

func (r *told) takeBack(e record.Retract) {
	delete(r.final, e.Ply)
	if e.Why != "revision" {
		return
	}
	aboutDevices := []string{"link-lost", "link-restored", "recovered", "clock-lost", "sensor-episode", "square-unreliable"}
	r.findings = slices.DeleteFunc(r.findings, func(f record.Finding) bool {
		return f.Ply >= e.Ply && !slices.Contains(aboutDevices, f.Code)
	})
}

// matches compares a record with a reading and with the codes that may be there
// besides, any number of times or once. It returns what is wrong first.
func (r *reading) matches(got *told, may, once []string) error {
	if got.err != nil {
		return got.err
	}
	last := map[int]string{}
	if !got.follows(r.play, got.play, last) {
		return fmt.Errorf("the line of play is another")
	}
	for ply, w := range r.final {
		last[ply] = w
	}
	for ply, m := range got.final {
		if !got.any(last[ply], m) {
			return fmt.Errorf("ply %d reads %s in the end, want %s", ply, short(m), last[ply])
		}
	}
	for ply := range r.final {
		if _, ok := got.final[ply]; !ok {
			return fmt.Errorf("ply %d does not stand in the end", ply)
		}
	}
	if !strings.HasPrefix(got.fen, r.fen) {
		return fmt.Errorf("in the end %s, want %s", got.fen, r.fen)
	}
	return r.matchFindings(got, may, once)
}

func (r *reading) matchFindings(got *told, may, once []string) error {
	left := slices.Clone(got.findings)
	for _, w := range r.findings {
		i := slices.IndexFunc(left, func(f record.Finding) bool { return got.any(w, f) })
		if i < 0 {
			return fmt.Errorf("the finding %s is missing", w)
		}
		left = slices.Delete(left, i, i+1)
	}
	for _, f := range left {
		if slices.Contains(may, f.Code) {
			continue
		}
		i := slices.Index(once, f.Code)
		if i < 0 {
			return fmt.Errorf("the finding %s is one too many", short(f))
		}
		once = slices.Delete(slices.Clone(once), i, i+1)
	}
	return nil
}

// follows matches lines with items. It notes which word was the last for each
// ply.
func (r *told) follows(want []item, have []record.Event, last map[int]string) bool {
	if len(want) == 0 {
		return len(have) == 0
	}
	first, rest := want[0], want[1:]
	switch {
	case first.optional != nil:
		return r.follows(slices.Concat(first.optional, rest), have, last) || r.follows(rest, have, last)
	case first.anyOrder != nil:
		for i, it := range first.anyOrder {
			others := slices.Delete(slices.Clone(first.anyOrder), i, i+1)
			next := []item{it}
			if len(others) > 0 {
				next = append(next, item{anyOrder: others})
			}
			if r.follows(slices.Concat(next, rest), have, last) {
				return true
			}
		}
		return false
	}
	if len(have) == 0 || !r.any(first.word, have[0]) || !r.follows(rest, have[1:], last) {
		return false
	}
	if m, ok := have[0].(record.Move); ok && last[m.Ply] == "" {
		last[m.Ply] = first.word // the rest came first: this is the last word of the ply
	}
	return true
}

// any reports whether one of the words that | parts fits the line.
func (r *told) any(words string, e record.Event) bool {
	return slices.ContainsFunc(strings.Split(words, "|"), func(w string) bool { return r.fits(w, e) })
}

// fits reports whether a word fits a line. After ^ it names the word of the
// script at whose time the line happened, and after # which of several such.
func (r *told) fits(w string, e record.Event) bool {
	w, when, timed := strings.Cut(w, "^")
	switch e := e.(type) {
	case record.Start:
		fen, _ := strings.CutPrefix(w, "start:")
		return (w == "start" || fen != w && strings.HasPrefix(e.FEN, fen)) && (!timed || r.happened(when, e.T))
	case record.Move:
		return fitsMove(w, e) && (!timed || r.happened(when, e.T))
	case record.Complete:
		return w == fmt.Sprintf("%d!", e.Ply) && (!timed || r.happened(when, e.T))
	case record.Retract:
		ply, why, named := strings.Cut(w, ":")
		return ply == fmt.Sprintf("-%d", e.Ply) && (!named || why == e.Why)
	case record.End:
		return w == "end:"+e.Result+":"+e.Termination
	case record.Reopen:
		return w == "reopen"
	case record.Finding:
		return fitsFinding(w, e) && (!timed || r.happened(when, e.T))
	}
	return false
}

func (r *told) happened(when string, t int64) bool {
	word, nth, counted := strings.Cut(when, "#")
	times := r.heard[word]
	if !counted {
		return slices.Contains(times, t)
	}
	n, _ := strconv.Atoi(nth)
	return n >= 1 && n <= len(times) && times[n-1] == t
}

// marks are what stands behind the move of a word.
type marks struct {
	inferred, mayBeInferred bool // ? and %
	doubtful, open          bool // (...) and ~
	alternatives            []string
	least                   record.Hundredths // (95+): settled, but for a remainder
}

// fitsMove reads "12:Nf3", with the marks behind it. A * in the move stands for
// anything. Where no mark is the move is sure and was seen.
func fitsMove(w string, m record.Move) bool {
	ply, san, ok := strings.Cut(w, ":")
	if !ok || ply != strconv.Itoa(m.Ply) {
		return false
	}
	san, k := cutMarks(san)
	if unexplained := san == "?!unexplained"; unexplained {
		k.open, k.mayBeInferred = true, true
	}
	switch {
	case !glob(san, m.SAN):
		return false
	case m.Legal == strings.Contains(m.SAN, "?!"):
		return false
	case m.Inferred != k.inferred && !k.mayBeInferred:
		return false
	case k.open:
		return true
	case k.least > 0:
		return m.Confidence >= k.least
	case k.doubtful:
		return m.Confidence < record.Sure && offers(m.Alternatives, k.alternatives)
	}
	return m.Confidence == record.Sure && len(m.Alternatives) == 0
}

func cutMarks(w string) (san string, k marks) {
	for {
		switch {
		case strings.HasSuffix(w, "?"):
			w, k.inferred = w[:len(w)-1], true
		case strings.HasSuffix(w, "%"):
			w, k.mayBeInferred = w[:len(w)-1], true
		case strings.HasSuffix(w, "~"):
			w, k.open = w[:len(w)-1], true
		case strings.HasSuffix(w, ")"):
			i := strings.LastIndex(w, "(")
			inside := w[i+1 : len(w)-1]
			w = w[:i]
			if least, ok := strings.CutSuffix(inside, "+"); ok {
				n, _ := strconv.Atoi(least)
				k.least = record.Hundredths(n)
				continue
			}
			k.doubtful = true
			k.alternatives = strings.FieldsFunc(inside, func(c rune) bool { return c == ',' })
		default:
			return w, k
		}
	}
}

// offers reports whether each of these moves begins one of the readings.
func offers(readings [][]string, moves []string) bool {
	for _, m := range moves {
		if !slices.ContainsFunc(readings, func(r []string) bool { return len(r) > 0 && r[0] == m }) {
			return false
		}
	}
	return true
}

func glob(pattern, s string) bool {
	before, after, any := strings.Cut(pattern, "*")
	if !any {
		return pattern == s
	}
	return len(s) >= len(before)+len(after) && strings.HasPrefix(s, before) && strings.HasSuffix(s, after)
}

// fitsFinding reads "code", "code@ply" and behind either "{key=value,...}" about
// the data and the side.
func fitsFinding(w string, f record.Finding) bool {
	w, conditions, _ := strings.Cut(w, "{")
	code, ply, placed := strings.Cut(w, "@")
	if code != f.Code || placed && ply != strconv.Itoa(f.Ply) {
		return false
	}
	have := dataOf(f)
	for _, c := range strings.FieldsFunc(strings.TrimSuffix(conditions, "}"), func(c rune) bool { return c == ',' }) {
		key, value, _ := strings.Cut(c, "=")
		if got, ok := have[key]; !ok || value != "*" && fmt.Sprint(got) != value {
			return false
		}
	}
	return true
}

// dataOf returns the data of a finding as its line has it, and its side.
func dataOf(f record.Finding) map[string]any {
	var line struct {
		Data map[string]any `json:"data"`
		Side string         `json:"side"`
	}
	if err := json.Unmarshal(record.AppendLine(nil, f), &line); err != nil || line.Data == nil {
		line.Data = map[string]any{}
	}
	line.Data["side"] = line.Side
	return line.Data
}

// short writes a line of the record as a reading has it.
func short(e record.Event) string {
	switch e := e.(type) {
	case record.Start:
		return "start"
	case record.Move:
		w := fmt.Sprintf("%d:%s", e.Ply, e.SAN)
		if e.Confidence < record.Sure {
			firsts := []string{fmt.Sprintf("%d%%", e.Confidence)}
			for _, a := range e.Alternatives {
				firsts = append(firsts, strings.Join(a, "+"))
			}
			w += "(" + strings.Join(firsts, ",") + ")"
		}
		if e.Inferred {
			w += "?"
		}
		return fmt.Sprintf("%s^%d", w, e.T)
	case record.Complete:
		return fmt.Sprintf("%d!^%d", e.Ply, e.T)
	case record.Retract:
		return fmt.Sprintf("-%d:%s", e.Ply, e.Why)
	case record.End:
		return "end:" + e.Result + ":" + e.Termination
	case record.Finding:
		d := dataOf(e)
		text, _ := json.Marshal(d)
		return fmt.Sprintf("%s@%d%s^%d", e.Code, e.Ply, strings.ReplaceAll(string(text), `"`, ""), e.T)
	}
	return record.Name(e)
}
