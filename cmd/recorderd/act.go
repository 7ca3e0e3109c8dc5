package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"recorderd/journal"
	"recorderd/observation"
	"recorderd/record"
	"recorderd/recorder"
	"recorderd/web"
)

// refusals are the statuses with which the web answers what the recorder does
// not take.
var refusals = []struct {
	err    error
	status int
}{
	{recorder.ErrNoGame, http.StatusConflict},
	{recorder.ErrClosed, http.StatusConflict},
	{recorder.ErrOtherAct, http.StatusConflict},
	{recorder.ErrTooMany, http.StatusConflict},
	{journal.ErrBroken, http.StatusConflict},
	{recorder.ErrNoSuchGame, http.StatusNotFound},
	{recorder.ErrNotKept, http.StatusServiceUnavailable},
	{recorder.ErrStillOpen, http.StatusServiceUnavailable},
}

// act has the recorder take what somebody sends.
func (s *station) act(ctx context.Context, game int, a observation.Act) ([]record.Event, error) {
	lines, err := s.recorder.Act(ctx, game, a)
	for _, r := range refusals {
		if errors.Is(err, r.err) {
			return nil, web.Refused{Status: r.status, Err: s.advise(err)}
		}
	}
	return lines, err
}

// advise adds what whoever sent the act can do.
func (s *station) advise(err error) error {
	last := s.recorder.Counts().Game
	switch {
	case errors.Is(err, recorder.ErrNoGame) && last > 0:
		return fmt.Errorf("%w: for the last one add \"game\":%d", err, last)
	case errors.Is(err, recorder.ErrNoSuchGame):
		return fmt.Errorf("%w: see which files are in %s", err, s.data+"/games")
	}
	return err
}
