package main

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"recorderd/boardio/dgt"
	"recorderd/boardio/emulated"
	clock "recorderd/clockio/dgt"
	"recorderd/observation"
	"recorderd/position"
	"recorderd/simulate"
)

// quickBoard says what it is told to say the moment it is told: a board without
// scan period and without hands, to measure how long others take.
type quickBoard struct {
	testing.TB
	mu     sync.Mutex
	tty    io.ReadWriter
	stands observation.Placement
	face   clock.Reading
	wrote  time.Time // when the last message was written
	bytes  int64     // that were written
	settle func()    // returns when all that was said has been heard; nil where nobody waits
}

// connect begins to answer at a terminal. Without a clock until press is called.
func connect(t testing.TB, tty *emulated.PTY, stands observation.Placement) *quickBoard {
	q := &quickBoard{TB: t, tty: tty, stands: stands, face: clock.Reading{Kind: clock.NoClock}}
	go func() {
		buf := make([]byte, 64)
		for {
			n, err := tty.Read(buf)
			for _, c := range buf[:n] {
				q.answer(dgt.Command(c))
			}
			if err != nil {
				return // the terminal is closed
			}
		}
	}()
	return q
}

func (q *quickBoard) answer(c dgt.Command) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch c {
	case dgt.AskBoard:
		q.say(dgt.AppendDump(nil, q.stands))
	case dgt.AskVersion:
		q.say(dgt.AppendFrame(nil, dgt.Version, 1, 80))
	case dgt.AskSerial:
		q.say(dgt.AppendFrame(nil, dgt.Serial, []byte("24680")...))
	case dgt.AskClock:
		q.sayClock()
	}
}

// say writes a message. What can't be written because the terminal was closed is
// not missed.
func (q *quickBoard) say(message []byte) {
	q.wrote = time.Now()
	n, _ := q.tty.Write(message)
	q.bytes += int64(n)
}

func (q *quickBoard) sayClock() {
	face := clock.Encode(q.face)
	q.say(dgt.AppendFrame(nil, dgt.ClockTimes, face[:]...))
}

// written returns how many bytes were written.
func (q *quickBoard) written() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.bytes
}

// setUp changes all squares.
func (q *quickBoard) setUp(pl observation.Placement) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stands = pl
	q.say(dgt.AppendDump(nil, pl))
}

// change changes one square.
func (q *quickBoard) change(sq observation.Square, p observation.Piece) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.stands[sq] = p
	q.say(dgt.AppendFrame(nil, dgt.FieldState, dgt.Index(sq), dgt.Code(p)))
}

// press lets the time of this side run, that of nobody with NoSide.
func (q *quickBoard) press(runs observation.Side, left time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.face = clock.Reading{
		Left: clock.Half{Time: left}, Right: clock.Half{Time: left},
		Running: runs != observation.NoSide, RightUp: runs == observation.Black,
		LeftTurn: runs == observation.White, RightTurn: runs == observation.Black,
	}
	q.sayClock()
}

// changes are the squares that a move changes, those that become empty first.
func changes(before position.Position, m position.Move) (list []observation.Change) {
	after := before.After(m)
	from, to := before.Placement().Observation(), after.Placement().Observation()
	for _, emptied := range []bool{true, false} {
		for s := range to {
			if from[s] != to[s] && (to[s] == observation.Empty) == emptied {
				list = append(list, observation.Change{Square: observation.Square(s), Piece: to[s]})
			}
		}
	}
	return list
}

// latencies gather how long something took each time.
type latencies []time.Duration

// reader returns the next line that somebody who follows the record gets.
type reader func() []byte

// play plays a game as fast as it is followed, and returns how long each ply took
// from the bytes that completed it: a press of the clock, or where there is none
// the touch of the opponent. The last one is not completed by any bytes.
func (q *quickBoard) play(sans []string, clock bool, next reader) (took latencies) {
	moves, err := simulate.MovesOf(position.Start(), sans)
	if err != nil {
		q.Fatal(err)
	}
	pos := position.Start()
	if clock {
		q.press(observation.White, 30*time.Minute)
	}
	for i, m := range moves[:len(moves)-1] {
		for j, c := range changes(pos, m) {
			if q.settle != nil {
				q.settle() // on a real line the messages are milliseconds apart
			}
			q.change(c.Square, c.Piece)
			if !clock && i > 0 && j == 0 {
				took = append(took, q.await(i, next))
			}
		}
		pos = pos.After(m)
		if clock {
			if q.settle != nil {
				q.settle()
			}
			q.press(pos.Side(), 30*time.Minute)
			took = append(took, q.await(i+1, next))
		}
	}
	return took
}

// await takes lines until the one that completes a ply, and returns how long ago
// the last message was written.
func (q *quickBoard) await(ply int, next reader) time.Duration {
	want := fmt.Appendf(nil, `"ply":%d`, ply)
	for {
		line := next()
		if bytes.HasPrefix(line, []byte(`{"ev":"complete"`)) && bytes.Contains(line, want) {
			return time.Since(q.wrote)
		}
	}
}
