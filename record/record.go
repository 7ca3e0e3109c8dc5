// Package record says what counts: out of what was done it makes the contract's
// record of the game under an edition of the Laws, with findings and claims.
//
// A Record is a pure fold. The same header and the same batches give the same
// lines on any machine, live or replayed; nothing in it looks at a clock, draws
// a random number or follows the order of a map.
package record

import (
	"fmt"

	"recorderd/laws"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/reconstruct"
	"recorderd/secondopinion"
)

// Fold is the version of this function from observations to the record. It
// changes whenever an old journal would give other lines.
const Fold = 1

// DefaultLaws is the edition of a game that names none.
const DefaultLaws = "fide-2023"

// Record is the record of one game.
type Record struct {
	Terms
	tracker *reconstruct.Tracker
	now     int64
	began   bool
	faulty  bool // the tracker has failed: its readings have come to an end

	plies  []ply // plies[0] is the start
	clock  clockLog
	end    *End
	offer  observation.Side // whose draw offer stands
	counts map[string]int   // findings by code
	faults [2]int           // completed illegal moves and presses without one, by side

	out []Event
}

// ply is a position of the game and the move that led to it.
type ply struct {
	made      int64
	side      observation.Side
	san       string
	legal     bool
	completed int64 // when; -1 while it is not
	sure      Hundredths
	pos       position.Position
}

// Terms are what the header says of how the game is judged.
type Terms struct {
	game    observation.Game
	edition *laws.Edition
	control laws.TimeControl
	mode    laws.Mode
	start   position.Position
}

// ParseTerms reads the terms of a game. The error names the field and what it
// may be.
func ParseTerms(g observation.Game) (t Terms, err error) {
	t.game = g
	if g.Laws == "" {
		g.Laws = DefaultLaws
	}
	if t.edition, err = laws.Load(g.Laws); err != nil {
		return t, fmt.Errorf("laws: %w", err)
	}
	if t.control, err = laws.ParseTimeControl(orUnknown(g.TimeControl)); err != nil {
		return t, fmt.Errorf("time_control: %w", err)
	}
	t.mode = t.edition.Mode(t.control)
	if g.Variant != "" && g.Variant != "chess960" {
		return t, fmt.Errorf("variant: %q is not known: want chess960, or leave it out", g.Variant)
	}
	t.start = position.Start()
	if g.FEN != "" {
		if t.start, err = position.ParseLoose(g.FEN); err != nil {
			return t, fmt.Errorf("fen: %w", err)
		}
	}
	t.start.SetChess960(g.Variant == "chess960")
	return t, nil
}

// Start returns the announced start position.
func (t Terms) Start() position.Position { return t.start }

// Control returns the time control.
func (t Terms) Control() laws.TimeControl { return t.control }

// orUnknown is the time control of a game that names none.
func orUnknown(control string) string {
	if control == "" {
		return "?"
	}
	return control
}

// New returns the record of a game that has not begun. The error is one of
// ParseTerms.
func New(h observation.Header) (*Record, error) {
	t, err := ParseTerms(h.Game)
	if err != nil {
		return nil, err
	}
	return &Record{
		Terms:   t,
		tracker: reconstruct.New(h, t.start),
		clock:   clockLog{present: h.Clock.Present, up: true},
		offer:   observation.NoSide,
		counts:  map[string]int{},
	}, nil
}

// Apply takes the next batch of observations and returns the lines that it adds
// to the record, in their order. Times must not go back.
func (r *Record) Apply(b observation.Batch) []Event {
	r.out = nil
	r.now = b.T
	for _, f := range b.Facts {
		switch f := f.(type) {
		case observation.Game:
			r.learn(f)
		case observation.Clock:
			r.clock.hear(b.T, f)
		case observation.Link:
			r.linkChanged(f)
		case observation.Restart:
			r.restarted(f)
		}
	}
	r.follow(r.read(func() []reconstruct.Step { return r.tracker.Apply(b) }))
	for _, f := range b.Facts {
		if a, ok := f.(observation.Act); ok {
			r.act(a)
		}
	}
	return r.out
}

// Wake returns when silence would matter: the time for a tick, unless another
// observation comes before.
func (r *Record) Wake() (t int64, ok bool) {
	if r.faulty {
		return 0, false
	}
	return r.tracker.Wake()
}

// read has the tracker read on. A fault of ours must not end a recording, nor
// keep its journal from being replayed: it is told, no more moves are read, and
// the observations are kept for a better version.
func (r *Record) read(on func() []reconstruct.Step) (steps []reconstruct.Step) {
	if r.faulty {
		return nil
	}
	defer func() {
		if recover() != nil {
			r.faulty, steps = true, nil
			r.find(Finding{T: r.now, Code: "unreadable", Ply: r.Plies(), Side: observation.NoSide, Data: data{"fault": true}})
		}
	}()
	return on()
}

// Ended reports whether the game is over.
func (r *Record) Ended() bool { return r.end != nil }

// Game returns the names and terms as far as they are known.
func (r *Record) Game() observation.Game { return r.game }

// Turned reports whether the board stands turned by 180 degrees.
func (r *Record) Turned() bool { return r.tracker.Turned() }

// Plies returns how many plies stand.
func (r *Record) Plies() int { return max(0, len(r.plies)-1) }

// Placement returns the field of a FEN for the position after the last ply, or
// for the announced start.
func (r *Record) Placement() string {
	p := r.last()
	return p.Placement().String()
}

func (r *Record) last() position.Position {
	if len(r.plies) == 0 {
		return r.start
	}
	return r.plies[len(r.plies)-1].pos
}

// Summary returns the state of the record. It changes nothing.
func (r *Record) Summary() Summary {
	s := Summary{
		Result: "*", Termination: "unfinished",
		Moves: []string{}, Confidence: []Hundredths{}, Findings: map[string]int{},
		Plies: r.Plies(),
	}
	if r.end != nil {
		s.Result, s.Termination = r.end.Result, r.end.Termination
	}
	if len(r.plies) > 0 {
		for _, p := range r.plies[1:] {
			s.Moves = append(s.Moves, p.san)
			s.Confidence = append(s.Confidence, p.sure)
		}
	}
	p := r.last()
	s.FEN = p.FEN()
	for code, n := range r.counts {
		s.Findings[code] = n
	}
	return s
}

func (r *Record) say(e Event) { r.out = append(r.out, e) }

// learn takes names and terms that became known: before ply 1 all of it counts,
// later only names. Terms that cannot be read change nothing.
func (r *Record) learn(g observation.Game) {
	if r.Plies() > 0 {
		r.game = r.game.Merge(g.Names())
		return
	}
	t, err := ParseTerms(r.game.Merge(g))
	if err != nil {
		r.game = r.game.Merge(g.Names())
		return
	}
	r.Terms = t
	r.tracker.Expect(t.start)
}

// follow turns what was done into lines.
func (r *Record) follow(steps []reconstruct.Step) {
	for _, s := range steps {
		switch s := s.(type) {
		case reconstruct.Began:
			r.begin(s)
		case reconstruct.Made:
			if r.end == nil {
				r.made(s)
			}
		case reconstruct.Completed:
			if r.end == nil {
				r.complete(s.Ply, s.T, s.How)
			}
		case reconstruct.Retracted:
			r.retract(s)
		case reconstruct.Noticed:
			if r.end == nil {
				r.notice(s)
			}
		}
	}
}

func (r *Record) begin(s reconstruct.Began) {
	r.began = true
	r.plies = []ply{{made: s.T, side: s.Position.Side().Other(), legal: true, completed: s.T, sure: Sure, pos: s.Position}}
	r.say(Start{
		T: s.T, FEN: s.Position.FEN(), Mode: string(r.mode), Laws: r.edition.ID,
		CompetitionRules: r.game.Competition(), Fold: Fold,
	})
	if s.Turned {
		r.find(Finding{T: s.T, Code: "setup-wrong", Level: Note, Side: observation.NoSide,
			Data: data{"kind": "board-reversed"}})
	}
}

func (r *Record) made(m reconstruct.Made) {
	p := ply{made: m.T, side: m.Side, san: m.SAN, legal: m.Legal, completed: -1, sure: Hundredths(m.Confidence), pos: m.After}
	if m.Restated {
		p.completed = r.plies[m.Ply].completed
		r.plies[m.Ply] = p
	} else {
		r.plies = append(r.plies[:m.Ply], p)
	}
	line := Move{
		T: m.T, Ply: m.Ply, Side: m.Side, SAN: m.SAN, UCI: m.UCI, Legal: m.Legal,
		Confidence: p.sure, Inferred: m.Inferred, FEN: m.After.FEN(), Alternatives: m.Alternatives,
	}
	if m.Known != m.T {
		line.Known = m.Known
	}
	r.say(line)
	r.offerLapses(m.Side)
	if m.Doubt != "" {
		r.find(Finding{T: m.Imaged, Code: m.Doubt, Ply: m.Ply, Side: m.Side})
	}
	if !m.Legal {
		r.irregular(m)
		return
	}
	r.confirm(m)
	r.judge(m)
}

// confirm asks the other implementation of the rules.
func (r *Record) confirm(m reconstruct.Made) {
	if m.Before.Chess960() {
		return
	}
	san, legal, err := secondopinion.Ask(m.Before.FEN(), m.UCI)
	if err != nil || legal && san == m.SAN {
		return
	}
	r.find(Finding{T: m.T, Code: "second-opinion", Ply: m.Ply, Side: m.Side,
		Data: data{"san": m.SAN, "other": san, "legal": legal}})
}

func (r *Record) complete(n int, at int64, how reconstruct.Completion) {
	p := &r.plies[n]
	if p.completed >= 0 {
		return
	}
	p.completed = at
	line := Complete{T: at, Ply: n}
	if c, ok := r.clock.at(at, how == reconstruct.ByPress); ok {
		line.WhiteMS, line.BlackMS = &c.WhiteMS, &c.BlackMS
	}
	if spent, ok := r.clock.spent(r.turnBegan(n), at); ok {
		line.SpentMS = &spent
	}
	r.say(line)
}

// turnBegan returns when the player of ply n had the move.
func (r *Record) turnBegan(n int) int64 {
	before := r.plies[n-1]
	if before.completed >= 0 {
		return before.completed
	}
	return before.made
}

func (r *Record) retract(s reconstruct.Retracted) {
	if s.Ply > r.Plies() {
		return // it came after the end and was not said
	}
	if r.end != nil {
		r.reopen()
	}
	r.plies = r.plies[:s.Ply]
	r.say(Retract{T: s.T, Ply: s.Ply, Why: s.Why})
}

func (r *Record) finish(e End) {
	r.end = &e
	if !r.faulty {
		r.tracker.End()
	}
	r.say(e)
}

func (r *Record) reopen() {
	r.end = nil
	r.say(Reopen{T: r.now})
}
