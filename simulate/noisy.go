package simulate

import (
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

// Fault is something that a sensor told from At until Until although no hand did
// it. NoSquare is the cable.
type Fault struct {
	Kind      FaultKind
	Square    observation.Square
	At, Until int64
}

// FaultKind is what was wrong.
type FaultKind string

const (
	OffCentre FaultKind = "off-centre"
	DropOut   FaultKind = "drop-out"
	WrongCode FaultKind = "wrong-code"
	Ghost     FaultKind = "ghost"
	Dead      FaultKind = "dead"
	LinkLoss  FaultKind = "link-loss"
)

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
	opt := Options{Seed: n.Hands, Terms: observation.Game{TimeControl: "-"}}
	opt.Style, opt.Habits = n.Level.Hands()
	if n.Clock {
		blitz := []clockio.Stage{{Base: 3 * time.Minute, Increment: 2 * time.Second}}
		opt.Clock = Stages{blitz, blitz}
		opt.Terms.TimeControl = "180+2"
	}
	tl := Session(opt, g)
	sensor := n.Level.Sensor(n.Sensing, n.Clock, n.Sensor)
	if n.ScanMS > 0 {
		sensor.Board.ScanMS = n.ScanMS
	}
	h, batches := Sense(tl, sensor)
	return h, batches, Truth{Played: tl.Games[0], Final: tl.Final()}
}
