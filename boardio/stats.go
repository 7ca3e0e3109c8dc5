package boardio

import (
	"maps"
	"sync"
	"time"
)

// Stats counts what came from a device since the program started. A name that
// was never counted is not in its map.
type Stats struct {
	Bytes      int64            // received
	Frames     map[string]int64 // whole messages, by their name
	Dropped    map[string]int64 // messages and bytes that made no sense, by reason
	Notes      map[string]int64 // odd things that cost nothing, by name
	Reconnects int64            // times the board came back
	Connected  bool
	LastFrame  time.Duration // boot time of the last whole message; 0 before the first
}

// Meter gathers Stats. The zero value is ready, and safe for concurrent use.
type Meter struct {
	mu    sync.Mutex
	stats Stats
	seen  bool // the board was connected before
}

// Stats returns the counts as they are now.
func (m *Meter) Stats() Stats {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := m.stats
	s.Frames, s.Dropped, s.Notes = maps.Clone(s.Frames), maps.Clone(s.Dropped), maps.Clone(s.Notes)
	return s
}

// Bytes counts received bytes.
func (m *Meter) Bytes(n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stats.Bytes += int64(n)
}

// Frame counts a whole message.
func (m *Meter) Frame(name string, at time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stats.LastFrame = at
	count(&m.stats.Frames, name)
}

// Drop counts something that was received in vain.
func (m *Meter) Drop(reason string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	count(&m.stats.Dropped, reason)
}

// Note counts something odd.
func (m *Meter) Note(name string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	count(&m.stats.Notes, name)
}

// Link notes whether the board is there.
func (m *Meter) Link(up bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if up && !m.stats.Connected && m.seen {
		m.stats.Reconnects++
	}
	m.stats.Connected = up
	m.seen = m.seen || up
}

func count(counts *map[string]int64, name string) {
	if *counts == nil {
		*counts = make(map[string]int64)
	}
	(*counts)[name]++
}
