package boardio

import "time"

// silentBeats are the beats in vain after which a line is dead.
const silentBeats = 5

// Pulse finds out that a board has died. It counts questions in vain and not
// time, so that a machine that slept does not take the board for dead when it
// wakes.
type Pulse struct {
	every  time.Duration
	at     time.Duration // of the next beat
	alive  bool          // since the last one
	silent int           // beats in vain
}

// NewPulse returns a Pulse that beats from now on, a little faster than this: a
// board that falls silent right after a beat is dead five heartbeats later all the
// same.
func NewPulse(now, heartbeat time.Duration) Pulse {
	every := heartbeat * (silentBeats - 1) / silentBeats
	return Pulse{every: every, at: now + every}
}

// Due is when to call Beat.
func (p *Pulse) Due() time.Duration { return p.at }

// Life takes a sign of life, and returns how many beats were in vain before it.
func (p *Pulse) Life() (silent int) {
	silent = p.silent
	p.alive, p.silent = true, 0
	return silent
}

// Beat counts one beat, which is in vain if there was no sign of life since the
// last one, and returns how many of them there were in a row.
func (p *Pulse) Beat(now time.Duration) (silent int) {
	p.at = now + p.every
	if !p.alive {
		p.silent++
	}
	p.alive = false
	return p.silent
}

// Dead reports whether the board counts as gone.
func (p *Pulse) Dead() bool { return p.silent >= silentBeats }
