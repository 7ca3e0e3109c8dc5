// Package emulator is a Novag Citrine, or a Universal Chess Board, without the
// wood: it says on a line what a real one would, while hands move pieces.
//
// A real board knows the rules and takes a piece that was put down for a move if
// it is a legal one. This one knows no chess and needs none, for hands make legal
// moves only: a move is finished when what stands on the board is what stood
// before it with one move made, and stays so for a while. Hands that make a move in
// two steps, rook before king, are said to have taken back the first.
package emulator

import (
	"time"

	"recorderd/boardio/emulated"
	"recorderd/boardio/novag"
	"recorderd/observation"
	"recorderd/timesource"
)

// Options say what board it is. The zero value is a good one.
type Options struct {
	emulated.Options               // a scan is 50 ms; it never looks at a clock but to know whether people play
	Settle           time.Duration // how long a move must stand; 300 ms if zero
	Firmware         string        // UCBII V1.09 if empty

	Bar        bool // a line of a move ends with a bar
	Twice      bool // and comes twice
	NoMemory   bool // it forgets the game with its power, and says New Game when that comes back
	KeepsModes bool // it keeps its settings over a new game, as nobody has seen one do
}

func (o Options) withDefaults() Options {
	if o.Scan == 0 {
		o.Scan = 50 * time.Millisecond
	}
	if o.Settle == 0 {
		o.Settle = 300 * time.Millisecond
	}
	if o.Firmware == "" {
		o.Firmware = "UCBII V1.09"
	}
	return o
}

func init() {
	emulated.Register("citrine", func(src timesource.Source, opt emulated.Options) *emulated.Board {
		return NewCitrine(src, Options{Options: opt}).Board
	})
	emulated.Register("ucb", func(src timesource.Source, opt emulated.Options) *emulated.Board {
		return NewUCB(src, Options{Options: opt}).Board
	})
}

// Board is the emulated device.
type Board struct {
	*emulated.Board
	parts *parts
}

// NewCitrine returns an empty Citrine, in whose memory a game is about to begin.
func NewCitrine(src timesource.Source, opt Options) *Board { return build(src, opt, false) }

// NewUCB returns an empty Universal Chess Board.
func NewUCB(src timesource.Source, opt Options) *Board { return build(src, opt, true) }

func build(src timesource.Source, opt Options, ucb bool) *Board {
	opt.OwnPower = true
	p := &parts{opt: opt.withDefaults(), ucb: ucb, origin: src.Now(), game: newGame()}
	line := emulated.Line{Baud: novag.CitrineBaud}
	if ucb {
		line.Baud = novag.UCBBaud
	}
	b := emulated.New(src, p.opt.Options, line, func(w emulated.Works) emulated.Electronics {
		p.Works = w
		w.ClockWorked(p.clockWorked)
		return p
	})
	return &Board{b, p}
}

// NewGame is somebody pressing the button for a new game.
func (b *Board) NewGame() { b.Do(b.parts.newGame) }

// parts are the electronics.
type parts struct {
	emulated.Works
	opt    Options
	ucb    bool
	faults Faults
	origin time.Duration // when the first scan began

	game    game                  // the computer's idea of it
	seen    observation.Placement // as scanned last, by the squares of the game
	changed time.Duration         // when that was another one
	judged  bool                  // it was looked at since
	placed  bool                  // hands may have put the pieces back to the start since

	transmit bool // X ON
	referee  bool // U ON
	input    []byte
	heard    time.Duration // when the last command came
	position *shortPosition
}

// PowerUp implements emulated.Electronics. The power is its own, and what the
// computer has in its memory outlives a cut.
func (p *parts) PowerUp(at time.Duration) {
	p.transmit, p.referee, p.input, p.position = false, false, nil, nil
	p.seen, p.changed, p.judged = p.world(), at, true
	if p.opt.NoMemory {
		p.newGame(at)
	}
	if p.ucb {
		p.send(at, " ")
		p.send(at, "Xmit off")
		p.send(at, ".Referee off")
	}
}

// world is what stands on the board. The computer has been told how it stands.
func (p *parts) world() observation.Placement {
	if p.opt.Turned {
		return p.Placement().Turned()
	}
	return p.Placement()
}

// standsForNewGame is how long the pieces stand at the start until somebody has
// pressed the button.
const standsForNewGame = time.Second

// Next implements emulated.Electronics.
func (p *parts) Next() emulated.Deed {
	switch {
	case p.world() != p.seen:
		return emulated.Deed{At: p.Grid(p.origin, p.opt.Scan, 0), Do: p.scan}
	case !p.judged:
		return emulated.Deed{At: max(p.changed+p.opt.Settle, p.Now()), Do: p.settled}
	case p.placed && p.seen == novag.Start() && p.game.squares != p.seen:
		return emulated.Deed{At: max(p.changed+standsForNewGame, p.Now()), Do: p.newGame}
	}
	return emulated.Never
}

// scan looks at the board. Who lifts a piece takes what the opponent made for
// finished, so the computer does. Who sets up pieces on an empty board is taken
// to have told it which.
func (p *parts) scan(at time.Duration) {
	now := p.world()
	if p.seen == (observation.Placement{}) {
		p.game = game{squares: now}
	}
	for sq, piece := range p.seen {
		if now[sq] == observation.Empty && p.game.waits(piece) && p.playing() {
			p.judge(at)
			break
		}
	}
	p.seen, p.changed, p.judged, p.placed = now, at, false, true
}

// settled is when the board has stood for a while.
func (p *parts) settled(at time.Duration) {
	p.judged = true
	if p.playing() {
		p.judge(at)
	}
}

// clockWorked is a press: what stands is finished.
func (p *parts) clockWorked() {
	p.seen = p.world()
	p.judge(p.Now())
}

// playing reports whether pieces that move are moves. Where a clock stands, people
// set up another game.
func (p *parts) playing() bool {
	c := p.Clock()
	return c == nil || c.Report(p.Now()).Running != observation.NoSide
}

// judge says what the board shows, if that is a move.
func (p *parts) judge(at time.Duration) {
	for _, said := range p.game.judge(p.seen) {
		p.say(at, said)
	}
}

// say tells of a move that was made or taken back.
func (p *parts) say(at time.Duration, s saying) {
	if !p.transmit && !p.ucb {
		return
	}
	var line []byte
	switch {
	case !p.ucb:
		line = novag.AppendMove(nil, s.Move, s.back)
	case s.back:
		line = []byte("T")
	default:
		line = novag.AppendShortMove(nil, s.Move)
	}
	if p.opt.Bar {
		line = append(line, " |"...)
	}
	p.send(at, string(line))
	if p.opt.Twice {
		p.send(at, string(line))
	}
}

func (p *parts) newGame(at time.Duration) {
	p.game = newGame()
	if !p.opt.KeepsModes {
		p.transmit, p.referee = false, false
	}
	p.send(at, "New Game")
}

func (p *parts) send(at time.Duration, lines ...string) {
	for _, l := range lines {
		p.Send(at, []byte(l+"\r\n"))
	}
}

// Faults are chances between 0 and 1 that something goes wrong.
type Faults struct {
	emulated.Faults
	Hurried float64 // of each command that comes too soon after another, that it is lost
}

// SetFaults changes what goes wrong from now on.
func (b *Board) SetFaults(f Faults) {
	b.Board.SetFaults(f.Faults)
	b.Do(func(time.Duration) { b.parts.faults = f })
}

// Standing is what stands on the board, for those who work it by Do.
func (b *Board) Standing() observation.Placement { return b.parts.world() }
