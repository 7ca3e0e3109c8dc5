// Package emulator is a Sentio board without the wood: on a line it sends the bytes
// that a real one would send, while hands move pieces. Its lights take commands
// like those of a Certabo.
package emulator

import (
	"time"

	"recorderd/boardio/certabo"
	lights "recorderd/boardio/certabo/emulator"
	"recorderd/boardio/emulated"
	"recorderd/boardio/tabutronic"
	"recorderd/observation"
	"recorderd/timesource"
)

// scan is one look at all squares, of which nobody has published the time.
const scan = 100 * time.Millisecond

func init() {
	emulated.Register("tabutronic", func(src timesource.Source, opt emulated.Options) *emulated.Board {
		return New(src, opt).Board
	})
}

// Board is the emulated device.
type Board struct {
	*emulated.Board
	parts *parts
}

// New returns an empty board: ten frames a second if nothing else is said.
func New(src timesource.Source, opt emulated.Options) *Board {
	if opt.Scan == 0 {
		opt.Scan = scan
	}
	p := &parts{scan: opt.Scan, origin: src.Now()}
	b := emulated.New(src, opt, emulated.Line{Baud: certabo.Baud}, func(w emulated.Works) emulated.Electronics {
		p.Works = w
		return p
	})
	return &Board{b, p}
}

// Lights returns the lights that shine.
func (b *Board) Lights() (l lights.Lights) {
	b.Do(func(time.Duration) { l = b.parts.lights })
	return l
}

// parts are the electronics.
type parts struct {
	emulated.Works
	scan   time.Duration
	origin time.Duration         // when the first scan began
	read   observation.Placement // by the last scan
	lights lights.Lights
}

// PowerUp implements emulated.Electronics.
func (p *parts) PowerUp(time.Duration) {
	p.read, p.lights = p.Placement(), lights.Lights{}
}

// Next implements emulated.Electronics. Only squares that are not as they were
// read need to be read again. A frame leaves when the last one was.
func (p *parts) Next() emulated.Deed {
	d := emulated.Deed{At: p.Grid(p.origin, p.scan, p.scan*127/128), Do: p.send}
	for i := range p.read {
		if sq := observation.Square(i); p.read[sq] != p.At(sq) {
			visit := p.Grid(p.origin, p.scan, p.scan*time.Duration(sq^56)/64)
			d = emulated.Earlier(d, emulated.Deed{At: visit, Do: func(time.Duration) { p.read[sq] = p.At(sq) }})
		}
	}
	return d
}

func (p *parts) send(at time.Duration) {
	p.Send(at, certabo.AppendFrame(nil, tabutronic.Ranks(p.read)...))
}

// Hear implements emulated.Electronics.
func (p *parts) Hear(at time.Duration, received []byte) {
	if said := p.lights.Hear(at, received); len(said) > 0 {
		p.Send(at, said)
	}
}
