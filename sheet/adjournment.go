package sheet

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"recorderd/observation"
	"recorderd/paper"
	"recorderd/record"
	"recorderd/recording"
)

// adjournmentWords are those of the envelope.
type adjournmentWords struct {
	Title       string            `toml:"title"`
	Answer      string            `toml:"answer"`
	AnswerNext  string            `toml:"answer_resumes"`
	Rule        string            `toml:"rule"`
	Board       string            `toml:"board"`
	At          string            `toml:"at"`
	Clock       string            `toml:"clock"`
	Used        string            `toml:"used"`
	SealedBy    string            `toml:"sealed_by"`
	ToMove      string            `toml:"to_move"`
	Number      string            `toml:"number"`
	Offer       string            `toml:"offer"`
	Offered     map[string]string `toml:"offered"`
	Resumes     string            `toml:"resumes"`
	Place       string            `toml:"place"`
	Sealed      string            `toml:"sealed"`
	SealedMove  string            `toml:"sealed_move"`
	Arbiter     string            `toml:"arbiter"`
	Check       string            `toml:"check"`
	NotResumed  string            `toml:"not_resumed"`
	ResumedAt   string            `toml:"resumed_at"`
	SetUp       string            `toml:"set_up"`
	SetUpRight  string            `toml:"set_up_right"`
	Clocks      string            `toml:"clocks"`
	ClocksSame  string            `toml:"clocks_same"`
	ClocksOther string            `toml:"clocks_other"`
	Made        string            `toml:"made"`
	Compare     string            `toml:"compare"`
}

// ErrNotAdjourned is the error of an envelope for a game that needs none.
var ErrNotAdjourned = errors.New("this game was not adjourned: there is no envelope to write")

// adjournment is what stands on the envelope of an adjourned game (Guidelines I.2
// of 2023), and how the game was resumed. The recorder does not know the sealed
// move.
func (w *writer) adjournment() error {
	t, act, ok := w.adjourned()
	if !ok {
		return ErrNotAdjourned
	}
	state, err := w.Recording.At(recording.AtTime(t))
	if err != nil {
		return err
	}
	then := newWriter(state, w.opt)
	then.marks = w.marks
	a := &w.words.Adjournment
	sealed := then.sealedNumber()
	answer := []string{say(a.Answer, "when", w.when(t), "number", sealed)}
	if act.Resumes != "" {
		answer = append(answer, say(a.AnswerNext, "resumes", join(act.Resumes, act.Place)))
	}
	w.begin(a.Title, joinSentences(answer))
	n := len(state.Score.Plies)
	w.add(paper.Boards{then.board(say(a.Board, "after", then.standsAfter(n)), state.Score.FEN(n), nil, then.envelopeLines(t, state.Score.FEN(n))...)})
	w.facts(then.envelope(t, act)...)
	w.part(a.Sealed)
	white, black := w.players()
	w.add(paper.Signatures{say(a.SealedMove, "number", sealed), a.Arbiter, w.words.Common.White + ": " + white, w.words.Common.Black + ": " + black})
	w.part(a.Check)
	w.resumption(t, then)
	return nil
}

// adjourned returns when the game was adjourned last, and the act by which.
func (w *writer) adjourned() (t int64, act observation.Act, ok bool) {
	for _, e := range w.Lines {
		if end, is := e.(record.End); is && end.Termination == "adjourned" {
			t, ok = end.T, true
		}
	}
	if ok {
		entered, _ := w.lastAct(observation.ActAdjourn, t, t)
		act = entered.Act
	}
	return t, act, ok
}

// lastAct returns the last act of a kind from one time to another, and is false
// if there is none.
func (w *writer) lastAct(kind observation.ActKind, from, to int64) (act timedAct, ok bool) {
	for _, a := range w.acts() {
		if a.Kind == kind && a.t >= from && a.t <= to {
			act, ok = a, true
		}
	}
	return act, ok
}

// sealedNumber is the number of the move that was sealed, after the last one that
// stands.
func (w *writer) sealedNumber() string {
	p := w.position(len(w.Score.Plies))
	return numberOf(p.FullMove(), p.Side())
}

// envelope says what stands on it; w is the writer of the moment when the game was
// adjourned.
func (w *writer) envelope(t int64, act observation.Act) []string {
	a, c := &w.words.Adjournment, &w.words.Common
	sealedBy := act.SealedBy
	if s, err := observation.ParseSide(sealedBy); err == nil {
		sealedBy = w.side(s)
	}
	return []string{
		a.At, w.when(t),
		a.SealedBy, cmp.Or(sealedBy, c.NotKnown),
		a.Number, w.sealedNumber(),
		a.Offer, w.offered(act.DrawOffer),
		a.Resumes, cmp.Or(act.Resumes, c.NotKnown),
		a.Place, cmp.Or(act.Place, c.NotKnown),
		a.Rule, w.ruled(w.Record.Edition().Recording.Envelope),
	}
}

// envelopeLines are those beside the board: the pieces, who is to move, and the
// clocks with the times that were used.
func (w *writer) envelopeLines(t int64, fen string) []string {
	a, c := &w.words.Adjournment, &w.words.Common
	white, black := w.clocksAt(t)
	return append(w.pieceLists(fen), w.named(a.ToMove, w.turn(fen)),
		w.named(say(a.Clock, "side", c.White), join(w.clock(white), w.used(observation.White, white))),
		w.named(say(a.Clock, "side", c.Black), join(w.clock(black), w.used(observation.Black, black))))
}

// offered says what was entered of a draw offer that stands.
func (w *writer) offered(offer any) string {
	words := w.words.Adjournment.Offered
	switch offer := offer.(type) {
	case bool:
		return words[strconv.FormatBool(offer)]
	case string:
		if s, err := observation.ParseSide(offer); err == nil {
			return words[s.String()]
		}
		return cmp.Or(offer, words["unknown"])
	}
	return words["unknown"]
}

// used says how long a player has thought: the turns that the recorder measured,
// and for the player to move what his clock lost since his last one.
func (w *writer) used(s observation.Side, left *int64) string {
	var total int64
	last := w.Record.Control().Initial(s)
	for _, p := range w.Score.Plies {
		if p.Side != s {
			continue
		}
		if p.Done == nil || p.Done.SpentMS == nil || p.Done.WhiteMS == nil {
			return ""
		}
		total += *p.Done.SpentMS
		last = *p.Done.WhiteMS
		if s == observation.Black {
			last = *p.Done.BlackMS
		}
	}
	p := w.position(len(w.Score.Plies))
	if p.Side() == s {
		if left == nil {
			return ""
		}
		total += max(0, last-*left)
	}
	return say(w.words.Adjournment.Used, "time", w.opt.Language.Reading(total/1000*1000))
}

// resumption says how the game went on: whether the position and the clocks were
// as they had been, and which move was made first.
func (w *writer) resumption(adjourned int64, then *writer) {
	a := &w.words.Adjournment
	resume, ok := w.lastAct(observation.ActResume, adjourned+1, w.T)
	if !ok {
		w.para(a.NotResumed)
		return
	}
	n := len(then.Score.Plies)
	facts := []string{a.ResumedAt, w.when(resume.t)}
	facts = append(facts, a.SetUp, w.setUpAgain(resume.t, n), a.Clocks, w.clocksAgain(resume.t, then))
	if _, made := w.ply(n + 1); made {
		facts = append(facts, a.Made, say(a.Compare, "move", w.move(n+1)))
	}
	w.facts(facts...)
	for _, f := range w.found("clock-start-wrong", "clock-jump") {
		if f.T >= resume.t && f.Ply == n {
			w.para(f.In(w.opt.Language))
		}
	}
}

// setUpAgain says what was wrong with the position that was set up.
func (w *writer) setUpAgain(since int64, n int) string {
	var said []string
	for _, f := range w.found("setup-wrong") {
		if f.T >= since && f.Ply == n {
			said = append(said, f.In(w.opt.Language))
		}
	}
	if len(said) == 0 {
		return w.words.Adjournment.SetUpRight
	}
	return joinSentences(said)
}

// clocksAgain says whether the clocks were set as they had stood: by the last
// report before one of them ran again.
func (w *writer) clocksAgain(since int64, then *writer) string {
	a := &w.words.Adjournment
	white, black := then.clocksAt(then.T)
	if white == nil {
		return w.words.Common.NotKnown
	}
	before := w.T
	for _, b := range w.Batches {
		if b.T >= since && b.T < before && slices.ContainsFunc(b.Facts, runs) {
			before = b.T - 1
		}
	}
	whiteNow, blackNow := w.clocksAt(before)
	words := a.ClocksSame
	if whiteNow == nil || *whiteNow != *white || *blackNow != *black {
		words = a.ClocksOther
	}
	return say(words, "white", w.clock(whiteNow), "black", w.clock(blackNow), "was_white", w.clock(white), "was_black", w.clock(black))
}

// runs reports whether a clock is running.
func runs(f observation.Fact) bool {
	c, ok := f.(observation.Clock)
	return ok && c.Running != observation.NoSide
}
