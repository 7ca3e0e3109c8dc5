// Package record says what counts: out of what was done it makes the contract's
// record of the game under an edition of the Laws, with findings and claims.
//
// A Record is a pure fold. The same header and the same batches give the same
// lines on any machine, live or replayed; nothing in it looks at a clock, draws
// a random number or follows the order of a map.
package record

import (
	"slices"

	"recorderd/clockwatch"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/reconstruct"
	"recorderd/secondopinion"
	"recorderd/unwinnable"
)

// Fold is the version of this function from observations to the record. It
// changes whenever an old journal would give other lines: 2 weighs readings
// against each other, where 1 followed a single one; 3 knows dead positions by
// more than their material; 4 judges all claims, hears the clock, and knows the
// Laws edition by edition; 5 fills gaps with what the board's memory holds.
const Fold = 5

// DefaultLaws is the edition of a game that names none.
const DefaultLaws = "fide-2023"

// Record is the record of one game.
type Record struct {
	Terms
	tracker    *reconstruct.Tracker
	scan       int64 // of the board
	resolution int64 // of the clock, in milliseconds
	now        int64
	began      bool
	faulty     bool // the tracker has failed: its readings have come to an end

	plies  []ply      // plies[0] is the start
	said   [][]remark // by ply
	order  int        // of the last remark
	second secondopinion.Asker
	solver unwinnable.Solver
	budget int // of the solver, for one question
	clock  clockLog
	watch  *clockwatch.Watch
	falls  []clockwatch.Fact // of flags
	end    *ending

	offer     observation.Side // whose draw offer stands
	offered   int64            // when it was made
	settled   *moment          // of the claim that ends the game
	setUp     []setUpFault
	doubted   map[string]bool // rules that were told to be unverified
	boardUp   bool
	boardLost int64 // when it was lost last
	corrected int   // the ply that the arbiter is correcting

	out []Event
}

// ending is how the game ended: by what stood on the board, or by what people
// did.
type ending struct {
	End
	judged bool
}

// New returns the record of a game that has not begun. The error is one of
// ParseTerms.
func New(h observation.Header) (*Record, error) {
	t, err := ParseTerms(h.Game)
	if err != nil {
		return nil, err
	}
	return &Record{
		Terms:      t,
		tracker:    reconstruct.New(h, t.start),
		scan:       h.Board.ScanMS,
		resolution: h.Clock.ResolutionMS,
		clock:      clockLog{present: h.Clock.Present, up: true},
		watch:      clockwatch.New(t.control, h.Clock.ResolutionMS, t.limits(t.ruleset())),
		offer:      observation.NoSide,
		doubted:    map[string]bool{},
		boardUp:    true,
		budget:     deadBudget,
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
		case observation.Act:
			r.watch.Act(b.T, f)
		}
	}
	r.follow(r.read(func() []reconstruct.Step { return r.tracker.Apply(b) }))
	for _, f := range b.Facts {
		if c, ok := f.(observation.Clock); ok {
			r.hearClock(c)
		}
	}
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
			r.find(Finding{T: r.now, Code: "unreadable", Ply: r.Plies(), Side: observation.NoSide, Data: data{"fault": true}}, fact)
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
	return r.plies[len(r.plies)-1].After
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
			s.Moves = append(s.Moves, p.SAN)
			s.Confidence = append(s.Confidence, Hundredths(p.Made.Confidence))
		}
	}
	p := r.last()
	s.FEN = p.FEN()
	r.standing(func(_ remark, f Finding) { s.Findings[f.Code]++ })
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
	r.watch = clockwatch.New(t.control, r.resolution, t.limits(t.ruleset()))
	if r.clock.heard {
		r.watch.Hear(r.now, r.clock.latest)
	}
}

// follow turns what was done into lines.
func (r *Record) follow(steps []reconstruct.Step) {
	ended := r.end != nil
	for _, s := range steps {
		switch s := s.(type) {
		case reconstruct.Began:
			r.begin(s)
		case reconstruct.Made:
			r.made(s)
		case reconstruct.Completed:
			r.complete(s)
		case reconstruct.Retracted:
			r.retract(s)
		case reconstruct.Revised:
			r.revise(s)
		case reconstruct.Refilled:
			r.refill(s)
		case reconstruct.Noticed:
			r.notice(s)
		}
	}
	if ended && r.end == nil {
		r.follow(r.read(r.tracker.Reopen))
	}
}

func (r *Record) begin(s reconstruct.Began) {
	r.began = true
	start := newPly(reconstruct.Made{T: s.T, Side: s.Position.Side().Other(), Legal: true, Confidence: int(Sure), After: s.Position})
	start.done = &Complete{T: s.T}
	r.plies = []ply{start}
	r.say(Start{
		T: s.T, FEN: s.Position.FEN(), Mode: string(r.mode), Laws: r.edition.ID,
		CompetitionRules: r.game.Competition(), Fold: Fold,
	})
	if r.edition.ModeUnsure(r.control) {
		r.unsure(0, []string{"mode"})
	}
	if s.Turned {
		r.find(Finding{T: s.T, Code: "setup-wrong", Level: Note, Side: observation.NoSide,
			Data: data{"kind": "board-reversed"}}, fact)
	}
}

func (r *Record) made(m reconstruct.Made) {
	if r.end != nil {
		return
	}
	m.Touches = r.inPlay(m.Touches)
	stopped := r.watch.Made(m.T, m.Side)
	r.plies = append(r.plies[:m.Ply], newPly(m))
	r.offerLapses(m.Side)
	r.sayPly()
	for _, f := range stopped {
		r.clockDid(f)
	}
}

// sayPly says the last ply and what follows from it, and repeats what was said
// of it when it was read otherwise.
func (r *Record) sayPly() {
	n := r.Plies()
	r.sayMove(n)
	r.sayDoubt(n)
	v := r.judge(n)
	if done := r.plies[n].done; done != nil {
		r.say(*done)
	}
	if v.end != nil {
		r.completeByEnd(n)
	}
	r.sayFound(n, v)
	r.repeat(n)
	r.sayStanding(n - 1)
	r.conclude(v)
}

func (r *Record) sayMove(n int) {
	m := &r.plies[n].Made
	line := Move{
		T: m.T, Ply: n, Side: m.Side, SAN: m.SAN, UCI: m.UCI, Legal: m.Legal, Confidence: Hundredths(m.Confidence),
		Inferred: m.Inferred, FEN: m.After.FEN(), Alternatives: m.Alternatives,
	}
	if m.Known != m.T {
		line.Known = m.Known
	}
	r.say(line)
}

// sayDoubt says once that a ply can be read otherwise. It was true even when the
// doubt is gone.
func (r *Record) sayDoubt(n int) {
	m := &r.plies[n].Made
	said := slices.ContainsFunc(r.remarks(n), func(old remark) bool {
		f, ok := old.event.(Finding)
		return ok && old.from == observed && f.Code == m.Doubt
	})
	if m.Doubt != "" && !said {
		r.find(Finding{T: m.Imaged, Code: m.Doubt, Ply: n, Side: m.Side}, observed)
	}
}

// sayStanding says that ply n, which is not legal, stands since the one after it
// was made.
func (r *Record) sayStanding(n int) {
	if r.plies[n].Legal || r.plies[n].Kind == "unreadable" {
		return
	}
	var v verdict
	r.judgeStanding(n, &v)
	r.sayFound(n, v)
}

// sayFound says what follows from ply n and was not said yet.
func (r *Record) sayFound(n int, v verdict) {
	for _, f := range v.found {
		if _, said := r.judgedAs(n, f.Code); !said {
			r.find(f, judged)
		}
	}
	r.unsure(n, v.unverified)
}

func (r *Record) complete(s reconstruct.Completed) {
	n := s.Ply
	if r.end != nil || n > r.Plies() || r.plies[n].done != nil {
		return
	}
	line := r.completionOf(n, s)
	r.plies[n].done, r.plies[n].pressed = &line, s.How == reconstruct.ByPress
	r.say(line)
	r.watch.Completed(r.plies[n].Side, r.completedBy(r.plies[n].Side))
	var v verdict
	r.judgeCompleted(n, &v)
	r.sayFound(n, v)
	r.conclude(v)
}

// completedBy returns how many moves this side has completed.
func (r *Record) completedBy(s observation.Side) (moves int) {
	for i := range r.plies[1:] {
		if p := &r.plies[i+1]; p.Side == s && p.done != nil {
			moves++
		}
	}
	return moves
}

// completeByEnd completes the ply that ended the game: no press is needed
// (6.2.1).
func (r *Record) completeByEnd(n int) {
	p := &r.plies[n]
	if p.done != nil {
		return
	}
	line := r.completion(n, p.T, reconstruct.ByAnswer)
	p.done, p.byEnd = &line, true
	r.say(line)
}

// completionOf returns the line of a completion. What a board's memory holds has no
// times but those of the clock.
func (r *Record) completionOf(n int, c reconstruct.Completed) Complete {
	if c.How != reconstruct.ByMemory {
		return r.completion(n, c.T, c.How)
	}
	return shownTimes(Complete{T: c.T, Ply: n}, c.Left)
}

// shownTimes returns a line with what the clock showed, as far as that is known.
func shownTimes(line Complete, left [2]int64) Complete {
	line.WhiteMS, line.BlackMS = nil, nil
	if white := left[observation.White]; white >= 0 {
		line.WhiteMS = &white
	}
	if black := left[observation.Black]; black >= 0 {
		line.BlackMS = &black
	}
	return line
}

// completion returns the line of a completion that was heard of. What the clock
// showed at a press that nobody heard is not known, nor how long a turn was that
// began with one.
func (r *Record) completion(n int, at int64, how reconstruct.Completion) Complete {
	line := Complete{T: at, Ply: n}
	unseen, began := r.plies[n].Inferred, r.turnBegan(n)
	missed := r.clock.missed(began, at)
	late := missed && r.clock.missed(at, at) // the press came before it was heard
	if c, ok := r.clock.at(at, how == reconstruct.ByPress); ok && !late && !(missed && unseen && how != reconstruct.ByPress) {
		line.WhiteMS, line.BlackMS = &c.WhiteMS, &c.BlackMS
	}
	if spent, ok := r.clock.spent(began, at); ok && !late && !(missed && (unseen || r.plies[n-1].Inferred)) {
		line.SpentMS = &spent
	}
	return line
}

// turnBegan returns when the player of ply n had the move.
func (r *Record) turnBegan(n int) int64 {
	before := &r.plies[n-1]
	if before.done != nil {
		return before.done.T
	}
	return before.T
}

func (r *Record) retract(s reconstruct.Retracted) {
	if s.Ply > r.Plies() {
		return // it came after the end and was not said
	}
	if r.end != nil {
		r.reopen()
	}
	again := r.corrected > 0 && s.Ply > r.corrected && !(s.Ply == r.Plies() && r.plies[s.Ply].Kind == "two-moves")
	r.plies = r.plies[:s.Ply]
	r.say(Retract{T: s.T, Ply: s.Ply, Why: s.Why})
	for _, side := range [...]observation.Side{observation.White, observation.Black} {
		r.watch.Completed(side, r.completedBy(side))
	}
	switch {
	case again:
		return // it is made again after the one that was corrected, and what was found of it was said
	case s.Why != "revision":
		r.redress(s.Ply)
		return
	}
	r.void(s.Ply, observed)
	r.unsayStanding(s.Ply - 1)
}

// unsayStanding says a ply anew that was found to stand although no reply was
// made to it.
func (r *Record) unsayStanding(n int) {
	if _, ok := r.judgedAs(n, "illegal-move-stands"); ok {
		r.sayAnew(n)
	}
}

// conclude ends the game if the board does.
func (r *Record) conclude(v verdict) {
	if v.end != nil && r.end == nil {
		r.finish(ending{*v.end, true})
		r.fallsAfter(*v.end)
	}
}

func (r *Record) finish(e ending) {
	r.end = &e
	r.watch.Over(true)
	if !r.faulty {
		r.tracker.End()
	}
	r.say(e.End)
}

func (r *Record) reopen() {
	r.end = nil
	r.watch.Over(false)
	r.say(Reopen{T: r.now})
}
