package sheet

import (
	"cmp"
	"strings"

	"recorderd/observation"
	"recorderd/record"
)

// timedAct is what a player or the arbiter did, and when.
type timedAct struct {
	observation.Act
	t int64
}

// acts returns what was done up to the moment of the sheet.
func (w *writer) acts() (all []timedAct) {
	for _, b := range w.Batches {
		for _, f := range b.Facts {
			if a, ok := f.(observation.Act); ok && b.T <= w.T {
				all = append(all, timedAct{a, b.T})
			}
		}
	}
	return all
}

// actWords say what was done, by the kind of the act.
type actWords struct {
	Arbiter string            `toml:"arbiter"`
	Named   string            `toml:"named"`
	Kind    map[string]string `toml:"kind"`
}

// did says an act in words. Claims and draw offers have sentences of their own.
func (w *writer) did(a timedAct) string {
	words := &w.words.Act
	white, black := a.WhiteMS, a.BlackMS
	back := 0
	if a.ToPly != nil {
		back = *a.ToPly
	}
	return say(words.Kind[string(a.Kind)], "by", w.actor(a),
		"white", w.clock(white), "black", w.clock(black), "running", w.words.Reconstruction.Running[cmp.Or(a.Running, "unknown")],
		"position", w.restored(a), "move", w.corrected(a), "back", w.after(back),
		"text", a.Text, "result", join(a.Result, w.words.Head.Termination[a.Reason]))
}

// actor names who acted.
func (w *writer) actor(a timedAct) string {
	words := &w.words.Act
	who := words.Arbiter
	if s := a.Side(); s != observation.NoSide {
		who = w.side(s)
	}
	if a.Name == "" {
		return who
	}
	return say(words.Named, "who", who, "name", a.Name)
}

// corrected writes the move that the arbiter entered for a ply.
func (w *writer) corrected(a timedAct) string {
	return strings.TrimSpace(w.number(a.Ply) + " " + w.san(a.SAN))
}

// restored says after which move the position stood to which the arbiter went
// back; one of another game is its FEN.
func (w *writer) restored(a timedAct) string {
	same := func(fen string) bool {
		was, to := w.parsed(fen), w.parsed(a.FEN)
		return was.Placement() == to.Placement() && was.Side() == to.Side()
	}
	at := a.FEN
	for _, e := range w.Lines {
		switch e := e.(type) {
		case record.Start:
			if e.T <= a.t && same(e.FEN) {
				at = w.words.Common.Start
			}
		case record.Move:
			if e.T <= a.t && same(e.FEN) {
				at = say(w.words.Common.After, "move", numberOf(e.Number(), e.Side)+" "+w.san(e.SAN))
			}
		}
	}
	return at
}

// joinSentences sets sentences behind each other.
func joinSentences(said []string) string { return strings.Join(said, " ") }
