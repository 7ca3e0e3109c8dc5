package dgt

import (
	"context"
	"slices"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
	"recorderd/timesource"
)

// startUp is sent whenever the line was opened: what the board was told before
// is not to be relied on. The second question for the squares closes the gap
// between the first one and the update mode.
//
// Drivers in the field wait half a second before they say anything, because some
// boards are not ready at once. We begin at once, so that a board that is ready
// is up sooner, and say all of it again when no squares were reported in time.
var startUp = []Command{Reset, AskVersion, AskSerial, AskLong, AskAddress, AskBoard, AskClock, UpdateNice, AskBoard}

// rearm is startUp for a board that was silent for a while and may have been
// without power. It does no harm if it was not.
var rearm = []Command{UpdateNice, AskBoard, AskClock}

const (
	pause       = 100 * time.Millisecond // between two commands
	quiet       = time.Second            // after the last change the squares are compared
	compare     = 10 * time.Second       // and every so often when nothing happens
	silentBeats = 5                      // heartbeats in vain, then the line is dead
)

// patience is how long the squares may take after startUp, until all of it is
// said again.
func (d *Driver) patience() time.Duration { return 2 * d.opt.Heartbeat }

// retry is how long one answer with squares may take. The longest that was seen
// in the field is half of it.
func (d *Driver) retry() time.Duration { return d.opt.Heartbeat * 3 / 10 }

// session is one connection: it keeps in step with the board, so that the image
// is what stands on it, until the line is lost.
type session struct {
	*Driver
	port   boardio.Port
	out    func(boardio.Report)
	framer Framer

	up       bool                  // all squares were reported once
	image    observation.Placement // by the last dump and the changes since
	doubt    bool                  // something was dropped since the last dump
	oddClock bool                  // the last times made no sense
	alive    bool                  // since the last heartbeat
	silent   int                   // heartbeats in vain
	named    bool                  // the version is known

	queue     []Command
	sendAt    time.Duration // the board gets no command before
	restartAt time.Duration // startUp again, unless up
	beatAt    time.Duration // next heartbeat
	dumpAt    time.Duration // the squares are asked for
	askedAt   time.Duration // they were asked for last
}

func newSession(d *Driver, port boardio.Port, out func(boardio.Report)) *session {
	now := d.opt.Source.Now()
	s := &session{Driver: d, port: port, out: out, sendAt: now, beatAt: now + d.opt.Heartbeat}
	s.framer.Drop = s.dropped
	s.begin(now)
	return s
}

// begin says everything from the start.
func (s *session) begin(now time.Duration) {
	s.queue = slices.Clone(startUp)
	s.restartAt = now + s.patience()
	s.dumpAt, s.askedAt = s.restartAt, now-s.retry()
}

// chunk is what one read brought, or the error that ended reading.
type chunk struct {
	at    time.Duration
	bytes []byte
	err   error
}

// listen reads until the port is closed or lost. The time is taken as soon as
// the bytes are here, not when somebody gets to look at them.
func listen(port boardio.Port, src timesource.Source, done <-chan struct{}) <-chan chunk {
	chunks := make(chan chunk, 16)
	go func() {
		defer close(chunks)
		buf := make([]byte, 4096)
		for {
			n, err := port.Read(buf)
			c := chunk{src.Now(), slices.Clone(buf[:n]), err}
			select {
			case chunks <- c:
			case <-done:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	return chunks
}

// run returns when the line is lost or ctx is done, with the port closed.
func (s *session) run(ctx context.Context) error {
	// What lies in the buffer is of another time. If it can't be thrown away it
	// will be framed like anything else.
	_ = s.port.ResetInputBuffer()
	done := make(chan struct{})
	chunks := listen(s.port, s.opt.Source, done)
	defer func() {
		close(done)
		s.port.Close()
		for range chunks { // until the reader has let go of the port
		}
	}()
	for {
		c, ok := s.wait(ctx, chunks)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case ok:
			s.receive(c)
			if c.err != nil {
				return &boardio.Error{Op: "read", Device: s.opt.Device, Err: boardio.ErrGone, Hint: "is the cable in?"}
			}
		default:
			if err := s.act(s.opt.Source.Now()); err != nil {
				return err
			}
		}
	}
}

// wait returns the next bytes; ok is false if something is to be done before
// any come. Bytes that are here already come first: they may be what is missed.
// But where they never end, what is a heartbeat overdue is done all the same.
func (s *session) wait(ctx context.Context, chunks <-chan chunk) (c chunk, ok bool) {
	rest := s.due() - s.opt.Source.Now()
	if rest > -s.opt.Heartbeat {
		select {
		case c = <-chunks:
			return c, true
		default:
		}
	}
	if rest <= 0 {
		return chunk{}, false
	}
	timer := s.opt.Source.NewTimer(rest)
	defer timer.Stop()
	select {
	case c = <-chunks:
		return c, true
	case <-timer.C():
	case <-ctx.Done():
	}
	return chunk{}, false
}

// due is when act has something to do, if nothing comes before.
func (s *session) due() time.Duration {
	due := min(s.beatAt, s.dumpAt)
	if !s.up {
		due = min(due, s.restartAt)
	}
	if s.framer.Open() {
		due = min(due, s.framer.Deadline())
	}
	if len(s.queue) > 0 {
		due = min(due, s.sendAt)
	}
	return due
}

// act does what is due.
func (s *session) act(now time.Duration) error {
	s.framer.Push(now, nil, nil)
	if !s.up && now >= s.restartAt {
		s.begin(now)
	}
	if now >= s.beatAt {
		if err := s.beat(now); err != nil {
			return err
		}
	}
	if now >= s.dumpAt {
		s.dumpAt = now + s.retry()
		s.ask(AskBoard)
	}
	if len(s.queue) == 0 || now < s.sendAt {
		return nil
	}
	return s.send(now)
}

// send gives the board the next command. A write can't block for long: a line
// that takes nothing is dead before its buffer is full.
func (s *session) send(now time.Duration) error {
	c := s.queue[0]
	s.queue = s.queue[1:]
	s.sendAt = now + pause
	if c == AskBoard {
		s.askedAt, s.dumpAt = now, now+s.retry()
	}
	if _, err := s.port.Write([]byte{byte(c)}); err != nil {
		return &boardio.Error{Op: "write to", Device: s.opt.Device, Err: boardio.ErrGone, Hint: "is the cable in?"}
	}
	return nil
}

// ask queues commands that are not queued already.
func (s *session) ask(commands ...Command) {
	for _, c := range commands {
		if !slices.Contains(s.queue, c) {
			s.queue = append(s.queue, c)
		}
	}
}

// beat asks for a sign of life where there was none. It counts questions in
// vain and not time, so that a machine that slept does not take the board for
// dead when it wakes.
func (s *session) beat(now time.Duration) error {
	s.beatAt = now + s.opt.Heartbeat
	if !s.alive && !(s.up && s.framer.Long(now-s.opt.Heartbeat)) { // a long message is life too
		s.silent++
	}
	s.alive = false
	if s.silent >= silentBeats {
		return &boardio.Error{Op: "read", Device: s.opt.Device, Err: boardio.ErrSilent, Hint: "is the board on, and is this its port?"}
	}
	if !s.named {
		s.ask(AskVersion)
	} else if s.silent > 0 {
		s.ask(AskSerial)
	}
	return nil
}

// life is a whole message of the board. After a silence it is told its mode
// again.
func (s *session) life() {
	if s.silent > 1 {
		s.ask(rearm...)
	}
	s.alive, s.silent = true, 0
}

// dropped counts what made no sense. A change of a square may have been in it.
func (s *session) dropped(r Reason) {
	s.meter.Drop(r.String())
	s.doubtful()
}

// doubtful has the squares asked for, but no faster than they can be answered.
func (s *session) doubtful() {
	s.doubt = true
	s.dumpAt = s.askedAt + s.retry()
}
