package main

import (
	"context"
	"path/filepath"
	"time"

	"recorderd/archive"
	"recorderd/timesource"
)

// newArchive returns what keeps the journals in a second place and removes those
// that were kept long enough, or nil where neither is wanted.
func (s *station) newArchive(cfg stationConfig) *archive.Archive {
	if cfg.evidence.Copy == "" && cfg.evidence.KeepDays == 0 {
		return nil
	}
	var key string
	if k := cfg.key.key; k != nil {
		key = k.Public().String()
	}
	return archive.New(archive.Options{
		Dir: filepath.Join(cfg.data, "games"), Copy: cfg.evidence.Copy, KeepDays: cfg.evidence.KeepDays, Key: key,
		Time: cfg.time, Stamper: cfg.stamp, OnState: s.copyState, OnRemoved: s.gameRemoved,
	})
}

// copyState takes how the second copy does.
func (s *station) copyState(st archive.State) {
	if st.Err == nil {
		s.log.Info().Msg("the second copy is complete again")
		return
	}
	s.log.Warn().Err(st.Err).Int64("behind", st.Behind).Msg("the second copy is in trouble; recording goes on")
}

// gameRemoved takes which file was kept long enough.
func (s *station) gameRemoved(path string, err error) {
	if err != nil {
		s.log.Warn().Err(err).Str("file", path).Msg("a game that was kept long enough is still there")
		return
	}
	s.log.Info().Str("file", path).Msg("a game was kept long enough and is removed")
}

// journalSynced takes that lines of a journal are on the disk.
func (s *station) journalSynced(took time.Duration, err error) {
	s.metrics.synced(took, err)
	if s.archive != nil {
		s.archive.Rouse()
	}
}

// lastCopy is how long the end of the program waits for what was written last to
// be copied: a stick may hang.
const lastCopy = 3 * time.Second

// keepArchive runs the archive, if there is one. The function that it returns ends
// it, once nothing is written any more.
func (s *station) keepArchive() (end func()) {
	if s.archive == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.archive.Run(ctx)
	}()
	return func() {
		cancel()
		limit := timesource.Boot().NewTimer(lastCopy)
		defer limit.Stop()
		select {
		case <-done:
		case <-limit.C():
			s.log.Warn().Msg("the second copy does not answer; it is caught up with at the next start")
		}
	}
}
