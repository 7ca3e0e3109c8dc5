package recorder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"recorderd/disk"
	"recorderd/journal"
	"recorderd/observation"
	"recorderd/record"
	"recorderd/timesource"
)

// toClosed takes an act into the file of a closed game: the act, then a new
// final checkpoint (contract, section 2). The file is read from its beginning
// and folded for that, so this runs beside the loop, which waits for nobody.
// shown is the game where it is the one that was closed last.
//
// If the power goes in between, the file has what was written, and says that it
// was closed; sealAgain or the next act puts the checkpoint behind it.
func (r *Recorder) toClosed(ctx context.Context, number int, shown *game, a observation.Act) ([]record.Event, error) {
	if a.Kind == observation.ActNewGame || a.Kind == observation.ActCloseGame {
		return nil, ErrClosed
	}
	select {
	case r.past <- struct{}{}:
		defer func() { <-r.past }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c, err := r.reopen(ctx, number, shown)
	if err != nil {
		return nil, fmt.Errorf("act for game %d: %w", number, err)
	}
	lines, err := c.take(a)
	if failed := c.close(err == nil || c.found.Closed); failed != nil {
		r.cfg.Log.Error().Err(failed).Int("game", number).Msg("an act for a closed game is not wholly on the disk")
	}
	if err != nil {
		return nil, fmt.Errorf("act for game %d: %w", number, err)
	}
	return lines, nil
}

// closedGame is a game that was closed, taken up from its file.
type closedGame struct {
	journal *journal.Journal
	found   journal.Resumed
	final   bool  // nothing stands after its last final checkpoint
	t       int64 // for what comes next
	record  *record.Record
	digest  *record.Digest
	acts    answers
	shown   *game // nil where nobody looks at it
}

func (r *Recorder) reopen(ctx context.Context, number int, shown *game) (*closedGame, error) {
	file := number
	if shown != nil {
		select {
		case <-shown.gone:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		file = shown.journal.Number() // a failing disk may have given it another one
	}
	j, found, err := journal.Reopen(r.cfg.Journal, file)
	missing := errors.Is(err, fs.ErrNotExist) || errors.Is(err, io.ErrUnexpectedEOF)
	switch {
	case errors.Is(err, disk.ErrBusy), missing && shown != nil:
		return nil, ErrStillOpen
	case missing:
		return nil, ErrNoSuchGame
	case err != nil:
		return nil, err
	}
	c, err := r.foldClosed(j, found, shown)
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return c, nil
}

func (r *Recorder) foldClosed(j *journal.Journal, found journal.Resumed, shown *game) (*closedGame, error) {
	rec, err := record.New(found.Opening.Header)
	if err != nil {
		return nil, err
	}
	c := &closedGame{journal: j, found: found, final: found.Final, record: rec, digest: record.NewDigest(), shown: shown}
	for _, b := range found.Batches {
		c.apply(b)
	}
	return c, c.tellLoss(r.cfg.Stamper.Stamp())
}

func (c *closedGame) apply(b observation.Batch) []record.Event {
	lines := c.record.Apply(b)
	c.digest.Add(lines)
	c.acts.keep(b.Facts, lines)
	return lines
}

// take writes an act, unless the file has it.
func (c *closedGame) take(a observation.Act) ([]record.Event, error) {
	facts := []observation.Fact{a}
	if lines, taken, err := c.acts.to(facts); taken {
		return lines, err
	}
	return c.add(observation.Batch{T: c.t, Facts: facts})
}

// tellLoss writes down that the end of the file was never finished and is cut
// off, if it was. That nobody looked at the board since the game was closed is
// no gap in the game, and not told.
func (c *closedGame) tellLoss(now timesource.Stamp) (err error) {
	var restart observation.Restart
	if c.t, restart = c.found.Restart(now); restart.LostBytes > 0 {
		_, err = c.add(observation.Batch{T: c.t, Facts: []observation.Fact{restart}})
		c.t++
	}
	return err
}

// add writes a batch, and publishes what follows from it where the game is shown
// still.
func (c *closedGame) add(b observation.Batch) ([]record.Event, error) {
	if _, err := c.journal.Append(b); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotKept, err)
	}
	c.final = false
	if c.shown != nil {
		c.shown.live.Apply(b)
	}
	return c.apply(b), nil
}

// close ends the file with a final checkpoint, if the game is to be sealed and
// the file has none at its end.
func (c *closedGame) close(seal bool) (err error) {
	if seal && !c.final {
		_, err = c.journal.Checkpoint(c.digest.Sum(), true)
	}
	return errors.Join(err, c.journal.Close())
}

// sealAgain closes the file of a game that was closed before: an act was added
// to it, and the program ended before its checkpoint. It is not the open game,
// and whatever is wrong with it keeps no other from being recorded.
func (r *Recorder) sealAgain(j *journal.Journal, found journal.Resumed) {
	r.above = max(r.above, found.Number)
	log := r.cfg.Log.With().Int("game", found.Number).Logger()
	c, err := r.foldClosed(j, found, nil)
	if err != nil {
		log.Error().Err(errors.Join(err, j.Close())).Msg("a game with an act after its end cannot be closed again")
		return
	}
	if err := c.close(true); err != nil {
		log.Error().Err(err).Msg("a game with an act after its end is not closed again on the disk")
		return
	}
	log.Info().Msg("a game with an act after its end is closed again")
}
