package sheet

import (
	"errors"
	"strconv"
	"strings"

	"recorderd/observation"
	"recorderd/paper"
	"recorderd/record"
	"recorderd/signature"
)

// trustWords say how far a sheet can be trusted.
type trustWords struct {
	Title        string `toml:"title"`
	Trace        string `toml:"trace"`
	Sealed       string `toml:"sealed"`
	Open         string `toml:"open"`
	Broken       string `toml:"broken"`
	Torn         string `toml:"torn"`
	Imported     string `toml:"imported"`
	Fold         string `toml:"fold"`
	OtherFold    string `toml:"other_fold"`
	Key          string `toml:"key"`
	NoKey        string `toml:"no_key"`
	Times        string `toml:"times"`
	NoDoubt      string `toml:"no_doubt"`
	Readings     string `toml:"readings"`
	Inferred     string `toml:"inferred"`
	NotLegal     string `toml:"not_legal"`
	Unread       string `toml:"unread"`
	More         string `toml:"more"`
	Rules        string `toml:"rules"`
	Check        string `toml:"check"`
	Head         string `toml:"head"`
	NoHead       string `toml:"no_head"`
	PastHead     string `toml:"past_head"`
	MadeBy       string `toml:"made_by"`
	MarkDoubtful string `toml:"mark_doubtful"`
	MarkNotLegal string `toml:"mark_not_legal"`
}

// finish returns the document with what every sheet has at its end: what the
// marks mean, how far it can be trusted, and the head of the journal.
func (w *writer) finish() paper.Document {
	t := &w.words.Trust
	w.legend()
	w.part(t.Title)
	said := append(w.chain(), w.folds())
	said = append(said, w.doubts()...)
	said = append(said, t.Times, t.Rules)
	if w.opt.Software != "" {
		said = append(said, say(t.MadeBy, "software", w.opt.Software))
	}
	w.add(paper.List(said))
	if h := w.Head; h != nil {
		wall := say(w.words.Common.Day, "day", w.words.Common.NotKnown)
		if h.Synced {
			wall = h.Wall.UTC().Format("2006-01-02 15:04:05 UTC")
		}
		label := say(t.Head, "line", strconv.FormatInt(h.Line+1, 10), "wall", wall)
		w.add(paper.Code{Label: label, Text: h.Code(), QR: h.QR()})
		if !w.Sealed {
			w.add(paper.Paragraph{Text: t.PastHead, Look: paper.Small})
		}
	} else if w.Opening != nil {
		w.para(t.NoHead)
	}
	if w.Opening != nil {
		w.add(paper.Paragraph{Text: t.Check, Look: paper.Small})
	}
	return w.doc
}

// legend explains the marks that were set beside moves since it was last said.
func (w *writer) legend() {
	var said []string
	if w.marks[doubtful] {
		said = append(said, w.words.Trust.MarkDoubtful)
	}
	if w.marks[notLegal] {
		said = append(said, w.words.Trust.MarkNotLegal)
	}
	if len(said) > 0 {
		w.add(paper.Paragraph{Text: strings.Join(said, " "), Look: paper.Small})
	}
	clear(w.marks)
}

// chain says what the journal is: sealed, open, broken, cut.
func (w *writer) chain() (said []string) {
	t := &w.words.Trust
	switch {
	case w.Opening == nil:
		return []string{t.Trace}
	case len(w.Problems) > 0:
		said = append(said, say(t.Broken, "n", strconv.Itoa(len(w.Problems)), "line", strconv.Itoa(w.firstProblem())))
	case w.Sealed:
		said = append(said, t.Sealed)
	default:
		said = append(said, t.Open)
	}
	if w.Torn > 0 {
		said = append(said, say(t.Torn, "bytes", strconv.FormatInt(w.Torn, 10)))
	}
	if w.Imported() {
		said = append(said, t.Imported)
	}
	if w.Opening.Key == "" {
		return append(said, t.NoKey)
	}
	key := w.Opening.Key
	if k, err := signature.ParsePublicKey(key); err == nil {
		key = k.Fingerprint() // which is what an organiser publishes
	}
	return append(said, say(t.Key, "key", key))
}

// firstProblem returns the number of the line at which the chain breaks first.
func (w *writer) firstProblem() int {
	if at, ok := errors.AsType[*observation.LineError](w.Problems[0]); ok {
		return at.Line
	}
	return 0
}

// folds says by which version the record was read out of the observations.
func (w *writer) folds() string {
	now := strconv.Itoa(record.Fold)
	if w.Opening != nil && w.Opening.Fold != record.Fold {
		return say(w.words.Trust.OtherFold, "fold", now, "was", strconv.Itoa(w.Opening.Fold))
	}
	return say(w.words.Trust.Fold, "fold", now)
}

// mostDoubts is how many findings about the record itself are told one by one.
const mostDoubts = 8

// doubts says what in this game is not sure.
func (w *writer) doubts() (said []string) {
	t := &w.words.Trust
	for _, kind := range []struct {
		text string
		is   func(record.Scored) bool
	}{
		{t.Unread, func(p record.Scored) bool { return unread(p) }},
		{t.Inferred, func(p record.Scored) bool { return p.Inferred && !unread(p) }},
		{t.Readings, func(p record.Scored) bool { return p.Confidence < record.Sure && !unread(p) }},
		{t.NotLegal, func(p record.Scored) bool { return !p.Legal && !unread(p) }},
	} {
		if moves := w.which(kind.is); moves != "" {
			said = append(said, say(kind.text, "moves", moves))
		}
	}
	told := 0
	for _, e := range w.Record.Standing() {
		f, ok := e.(record.Finding)
		if !ok || !doubt(f) {
			continue
		}
		if told++; told <= mostDoubts {
			said = append(said, f.In(w.opt.Language))
		}
	}
	if told > mostDoubts {
		said = append(said, say(t.More, "n", strconv.Itoa(told-mostDoubts)))
	}
	if len(said) == 0 {
		return []string{t.NoDoubt}
	}
	return said
}

// unread reports whether a ply is a gap that could not be read.
func unread(p record.Scored) bool { return p.Inferred && p.Confidence == 0 && !p.Legal }

// doubt reports whether a finding says how far to trust the record, and the plies
// themselves do not show it.
func doubt(f record.Finding) bool {
	switch f.Code {
	case "ambiguous-move", "missed-move":
		return false
	case "clock-lost", "clock-jump", "rule-unverified":
		return true
	}
	return f.Level == record.Quality
}

// which lists the plies of which something is so.
func (w *writer) which(is func(record.Scored) bool) string {
	var said []string
	for _, p := range w.Score.Plies {
		if is(p) {
			said = append(said, w.number(p.Ply)+" "+w.written(p))
		}
	}
	return strings.Join(said, ", ")
}
