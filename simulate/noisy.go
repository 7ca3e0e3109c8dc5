package simulate

import (
	"fmt"
	"time"

	"recorderd/clockio"
	"recorderd/observation"
)

// Noise is a game of which everything is known but the game: who plays it how
// clumsily, and which board sees it how badly. The same Noise gives the same
// bytes.
type Noise struct {
	Level   Level
	Sensing observation.Sensing
	Clock   bool // 180+2; else none

	Hands, Sensor, Link uint64 // seeds

	Losses int   // how often the cable goes, for 2 to 20 s
	ScanMS int64 // another scan period than the level's, if not zero
}

// Truth is what really happened at a noisy board.
type Truth struct {
	Played
	Final  observation.Placement // what stands in the end
	Faults []Fault               // what the sensor told although no hand did it
}

// Noisy plays one game at a noisy board and returns its trace and the truth. A
// game without a result that goes on at its end is drawn by agreement.
func Noisy(level Level, sensing observation.Sensing, withClock bool, seed uint64, g Game) (observation.Header, []observation.Batch, Truth) {
	return Noise{Level: level, Sensing: sensing, Clock: withClock, Hands: seed, Sensor: seed, Link: seed}.Play(g)
}

// Play plays a game.
func (n Noise) Play(g Game) (observation.Header, []observation.Batch, Truth) {
	if g.Result == "" {
		g.Result = "1/2-1/2"
	}
	tl, sensor := Session(n.options(), g), n.sensor()
	felt, faults := sensor.Feel(tl)
	batches := withTicks(batches(sensor.sightings(felt)), tl.End)
	return sensor.header(tl), batches, Truth{Played: tl.Games[0], Final: tl.Final(), Faults: faults}
}

func (n Noise) options() Options {
	opt := Options{Seed: n.Hands, Terms: observation.Game{TimeControl: "-"}}
	opt.Style, opt.Habits = n.Level.Hands()
	if n.Clock {
		blitz := []clockio.Stage{{Base: 3 * time.Minute, Increment: 2 * time.Second}}
		opt.Clock = Stages{blitz, blitz}
		opt.Terms.TimeControl = "180+2"
	}
	return opt
}

func (n Noise) sensor() Sensor {
	s := n.Level.Sensor(n.Sensing, n.Clock, n.Sensor)
	if n.ScanMS > 0 {
		s.Board.ScanMS = n.ScanMS
	}
	s.Losses, s.LinkSeed = n.Losses, n.Link
	return s
}

// String prints what the noise is made of, to stand beside every result.
func (n Noise) String() string {
	style, habits := n.Level.Hands()
	s := n.sensor()
	return fmt.Sprintf("noise %s, seeds %d %d %d, sensing %s, scan %d ms, clock %v poll %d ms, losses %d\nhands %+v %+v\nsensor %+v",
		n.Level, n.Hands, n.Sensor, n.Link, s.Board.Sensing, s.Board.ScanMS, s.Clock.Present, s.Clock.PollMS, n.Losses, style, habits, s.Faults)
}
