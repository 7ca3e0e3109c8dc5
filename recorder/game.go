package recorder

import (
	"errors"
	"fmt"
	"strings"

	"recorderd/journal"
	"recorderd/live"
	"recorderd/observation"
	"recorderd/record"
)

// game is the game that is being recorded.
type game struct {
	journal *journal.Journal
	live    *live.Game
	zero    int64 // milliseconds since boot at t 0
	last    int64 // t of the last batch
	watch   watch
	digest  *record.Digest
	start   string // placement of the announced start position
	ended   bool
	acts    answers
	opening bool          // what was heard before the file was made is still being put in
	gone    chan struct{} // closed when the file is, or its disk has failed
}

// wake returns when silence would matter, in milliseconds since boot: to the
// record, or because the game will be over.
func (g *game) wake() (at int64, ok bool) {
	if t, wants := g.live.Wake(); wants {
		at, ok = t+g.zero, true
	}
	if due, stands := g.watch.due(); stands && due > g.last+g.zero && (!ok || due < at) {
		at, ok = due, true
	}
	return at, ok
}

// open begins the file of a game and gives it what was already heard.
func (r *Recorder) open(o *opening) ([]record.Event, error) {
	h := r.header(o.game)
	opt := r.cfg.Journal
	opt.Above = r.above
	j, err := journal.Create(opt, h)
	if err != nil {
		r.cfg.Log.Error().Err(err).Msg("a game begins and no journal can be made for it: it is not recorded")
		return nil, fmt.Errorf("begin a game: %w", err)
	}
	lg, err := r.cfg.Board.Begin(j.Number(), h)
	if err != nil {
		err = errors.Join(err, j.Close())
		r.cfg.Log.Error().Err(err).Msg("a game begins whose terms cannot be read: it is not recorded")
		return nil, fmt.Errorf("begin a game: %w", err)
	}
	r.above = max(r.above, j.Number())
	r.game = r.newGame(j, lg, o.zero)
	r.lobby = nil
	r.tap(j.Number())
	r.counts.opened(j.Number())
	r.cfg.Log.Info().Int("game", j.Number()).Msg("a game begins")

	events, err := r.record(heard{o.zero, o.first})
	r.game.checkpoint(r)
	g := r.game
	g.opening = true
	for _, later := range o.later {
		more, failed := r.record(later)
		events, err = append(events, more...), errors.Join(err, failed)
	}
	g.opening = false
	return events, err
}

func (r *Recorder) newGame(j *journal.Journal, lg *live.Game, zero int64) *game {
	r.current.Store(j)
	return &game{
		journal: j, live: lg, zero: zero, last: -1,
		watch:  watch{start: r.start},
		digest: record.NewDigest(),
		start:  r.startFEN,
		gone:   make(chan struct{}),
	}
}

// header is the configured one with what the device and others said since.
func (r *Recorder) header(heard observation.Game) observation.Header {
	h := r.cfg.Header
	h.Game = h.Game.Merge(heard)
	if _, err := record.ParseTerms(h.Game); err != nil {
		h.Game = r.cfg.Header.Game.Merge(heard.Names()) // terms that nobody can read are none
	}
	board, clock := r.cfg.Device.Describe()
	if board.Sensing != "" {
		h.Board = board
	}
	h.Clock = clock
	if stamp := r.cfg.Stamper.Stamp(); h.Game.Date == "" && stamp.Synced {
		h.Game.Date = stamp.Wall.Local().Format("2006.01.02")
	}
	return h
}

func (r *Recorder) tap(number int) {
	if r.cfg.Tap == nil {
		return
	}
	path := journal.RawPath(journal.Path(r.cfg.Journal.Dir, number))
	if err := r.cfg.Tap.SwitchTo(path); err != nil {
		r.cfg.Log.Warn().Err(err).Msg("the raw bytes of this game are not kept")
	}
}

// record puts a report into the game: on disk, into the record, out. An act that
// the game has already is answered as it was.
func (r *Recorder) record(h heard) ([]record.Event, error) {
	g := r.game
	if lines, taken, err := g.acts.to(h.facts); taken {
		return lines, err
	}
	b := observation.Batch{T: max(h.at-g.zero, g.last+1), Facts: h.facts}
	h.at = b.T + g.zero
	if _, err := g.journal.Append(b); err != nil {
		r.counts.refused(err)
		r.cfg.Log.Error().Err(err).Int("game", g.live.Number()).Msg("an observation could not be kept")
		return nil, fmt.Errorf("%w: %w", ErrNotKept, err)
	}
	g.last = b.T
	events := g.live.Apply(b)
	g.note(events)
	g.acts.keep(b.Facts, events)
	r.counts.batch(b, events)
	g.watch.see(h)
	if g.digest.Due(b, events) {
		g.checkpoint(r)
	}
	if !g.opening && (g.over(h.at) || asks(b, observation.ActCloseGame) || asks(b, observation.ActNewGame)) {
		r.close()
	}
	return events, nil
}

func asks(b observation.Batch, kind observation.ActKind) bool {
	for _, f := range b.Facts {
		if a, ok := f.(observation.Act); ok && a.Kind == kind {
			return true
		}
	}
	return false
}

// note keeps what checkpoints and the end of the game need.
func (g *game) note(events []record.Event) {
	g.digest.Add(events)
	for _, e := range events {
		switch e.(type) {
		case record.End:
			g.ended = true
		case record.Reopen:
			g.ended = false
		}
	}
}

func (g *game) state() state {
	s := g.live.Summary()
	placement, _, _ := strings.Cut(s.FEN, " ")
	return state{plies: s.Plies, ended: g.ended, atStart: placement == g.start}
}

func (g *game) over(at int64) bool {
	due, stands := g.watch.due()
	return stands && at >= due && g.watch.over(at, g.state())
}

func (g *game) checkpoint(r *Recorder) { g.seal(r, false) }

func (g *game) seal(r *Recorder, final bool) {
	if _, err := g.journal.Checkpoint(g.digest.Sum(), final); err != nil {
		r.cfg.Log.Error().Err(err).Int("game", g.live.Number()).Msg("a checkpoint could not be kept")
	}
}

// close ends the file of the game and waits for the next one.
func (r *Recorder) close() {
	g := r.game
	g.seal(r, true)
	g.live.Close()
	r.lobby = g.watch.after()
	r.game, r.last = nil, g
	r.counts.closed()
	r.cfg.Log.Info().Int("game", g.live.Number()).Int("plies", g.live.Summary().Plies).Msg("the game is closed")
	// The disk may be slow: the next game must not wait for it.
	go func() {
		defer close(g.gone)
		if err := g.journal.Close(); err != nil {
			r.cfg.Log.Error().Err(err).Int("game", g.live.Number()).Msg("the journal of a closed game is not wholly on the disk")
		}
	}()
}

// suspend leaves an open game so that the next start goes on with it.
func (r *Recorder) suspend() error {
	r.past <- struct{}{} // for good: nobody begins to write to a closed game any more
	var err error
	if g := r.game; g != nil {
		g.checkpoint(r)
		err = g.journal.Close()
	}
	if r.last != nil {
		<-r.last.gone
	}
	if r.cfg.Tap != nil {
		if lost := r.cfg.Tap.Close(); lost != nil { // the game has all that was understood of them
			r.cfg.Log.Warn().Err(lost).Msg("some raw bytes are not kept")
		}
	}
	return err
}

// takeUp goes on with a game from its journal.
func (r *Recorder) takeUp(j *journal.Journal, res journal.Resumed) error {
	lg, err := r.cfg.Board.Begin(res.Number, res.Opening.Header)
	if err != nil {
		return errors.Join(fmt.Errorf("go on with game %d: %w", res.Number, err), j.Close())
	}
	r.above = res.Number
	g := r.newGame(j, lg, 0)
	g.last = 0
	for _, b := range res.Batches {
		g.last = b.T
		events := lg.Apply(b)
		g.note(events)
		g.acts.keep(b.Facts, events)
		g.watch.see(heard{b.T, b.Facts})
	}
	now := r.cfg.Stamper.Stamp()
	t, restart := res.Restart(now)
	g.zero = now.BootNS/1e6 - t
	g.watch.changed += g.zero
	r.game, r.lobby = g, nil
	r.tap(res.Number)
	r.counts.opened(res.Number)
	r.counts.change(func(c *Counts) { c.Ply = lg.Summary().Plies })
	r.record(heard{t + g.zero, []observation.Fact{restart}})
	r.cfg.Log.Info().Int("game", res.Number).Int64("lost_bytes", res.LostBytes).Msg("an open game goes on")
	return nil
}
