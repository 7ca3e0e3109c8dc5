package timesource

import (
	"sync"
	"time"
)

// Manual is a source whose time moves only by Advance, for tests. The zero
// value stands at 0.
type Manual struct {
	mu     sync.Mutex
	cond   *sync.Cond // somebody made or stopped a timer
	now    time.Duration
	timers map[*manualTimer]struct{}
}

// Now returns the sum of all advances.
func (m *Manual) Now() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// Advance moves time forward and makes every timer due that is reached.
func (m *Manual) Advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now += d
	for t := range m.timers {
		if t.due <= m.now {
			delete(m.timers, t)
			close(t.c)
		}
	}
}

// AwaitTimers blocks until at least n timers wait to become due: a test knows
// then that what it drives has come to rest and can be given more time.
func (m *Manual) AwaitTimers(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for len(m.timers) < n {
		m.changed().Wait()
	}
}

// NewTimer implements Source.
func (m *Manual) NewTimer(d time.Duration) Timer {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := &manualTimer{source: m, due: m.now + d, c: make(chan struct{})}
	if d <= 0 {
		close(t.c)
		return t
	}
	if m.timers == nil {
		m.timers = make(map[*manualTimer]struct{})
	}
	m.timers[t] = struct{}{}
	m.changed().Broadcast()
	return t
}

func (m *Manual) changed() *sync.Cond {
	if m.cond == nil {
		m.cond = sync.NewCond(&m.mu)
	}
	return m.cond
}

type manualTimer struct {
	source *Manual
	due    time.Duration
	c      chan struct{}
}

func (t *manualTimer) C() <-chan struct{} { return t.c }

func (t *manualTimer) Stop() {
	t.source.mu.Lock()
	defer t.source.mu.Unlock()
	delete(t.source.timers, t)
}
