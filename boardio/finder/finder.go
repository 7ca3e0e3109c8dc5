// Package finder finds boards: which port of this machine has one, of which make,
// and where a board that was found once is after its cable came back.
//
// ports.go lists the ports, sniff.go asks one of them what is on it, harm.go
// keeps questions from doing damage, and this file keeps one board.
package finder

// The problem: the name of a port says nothing about what is behind it, and
// changes when cables do. Two recorders on one machine would take each other's
// board after a hub lost power, and nobody would notice before the games are
// printed. So a board that was up once is known by the number it tells, and no
// other one is taken for it, whatever port it is on. A board that tells no
// number is known by the adapter it is connected with, or by the socket.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
)

// Auto is the device or the driver that is to be found.
const Auto = "auto"

// Options say which board is meant and what its driver is made of.
type Options struct {
	// Options are for the driver. Device is a path, or Auto for any port. Serial
	// is the serial number of the board, where several are there; with it any
	// port will do if the board is not at Device. Open is not used.
	boardio.Options
	Driver   string // the name of a make, or Auto
	DTR, RTS *bool  // as in boardio.Line; as the make has them if nil
	Machine  Machine
}

// Device is a board that is looked for first and then read by the driver of its
// make.
type Device struct {
	opt Options
	run context.Context // of Run

	mu     sync.Mutex
	kind   boardio.Make
	driver boardio.Device // nil until the make is known
	turned bool           // as Resume said

	// The rest belongs to the goroutine of Run.
	port  Port // which was opened last, or is to be opened
	ready bool // port was found just now and is not opened yet
	met   bool // the board was up
	tries tries
}

// New returns a Device that has looked at nothing yet. Its driver must be Auto or
// a make that is registered.
func New(opt Options) (*Device, error) {
	d := &Device{opt: opt}
	if opt.Driver == Auto {
		return d, nil
	}
	kind, known := boardio.MakeOf(opt.Driver)
	if !known {
		return nil, fmt.Errorf("no driver is called %q", opt.Driver)
	}
	d.settle(kind)
	return d, nil
}

// settle makes the driver.
func (d *Device) settle(kind boardio.Make) {
	kind.Line.DTR, kind.Line.RTS = cmp.Or(d.opt.DTR, kind.Line.DTR), cmp.Or(d.opt.RTS, kind.Line.RTS)
	opt := d.opt.Options
	opt.Open, opt.Status = d.open, d.status
	d.mu.Lock()
	defer d.mu.Unlock()
	d.kind, d.driver = kind, kind.New(opt)
	if r, ok := d.driver.(boardio.Resumer); ok && d.turned {
		r.Resume(true)
	}
}

func (d *Device) known() (boardio.Device, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.driver, d.driver != nil
}

// Describe implements boardio.Device. Of a make that is not known yet it says
// nothing.
func (d *Device) Describe() (board observation.Board, clock observation.ClockSensor) {
	if driver, ok := d.known(); ok {
		return driver.Describe()
	}
	return board, clock
}

// Stats implements boardio.Device.
func (d *Device) Stats() (s boardio.Stats) {
	if driver, ok := d.known(); ok {
		return driver.Stats()
	}
	return s
}

// Resume implements boardio.Resumer.
func (d *Device) Resume(turned bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.turned = turned
	if r, ok := d.driver.(boardio.Resumer); ok {
		r.Resume(turned)
	}
}

// Run implements boardio.Device.
func (d *Device) Run(ctx context.Context, out func(boardio.Report)) error {
	d.run = ctx
	if _, ok := d.known(); !ok {
		if err := d.search(ctx, out); err != nil {
			return err
		}
	}
	driver, _ := d.known()
	return driver.Run(ctx, out)
}

// search looks for a board of any make until one is there. It is kept like a line
// that can't be opened.
func (d *Device) search(ctx context.Context, out func(boardio.Report)) error {
	seeking, stop := context.WithCancel(ctx)
	defer stop()
	opt := d.opt.Options
	opt.Open = func() (boardio.Port, error) {
		at, err := d.look(seeking)
		if err == nil {
			d.port, d.ready = at.Port, true
			d.settle(at.Make)
			stop() // Keep ends without telling this error
			err = errors.New("found")
		}
		return nil, err
	}
	_ = boardio.NewKeeper(opt, observation.Board{}, observation.ClockSensor{}).Keep(seeking, out, nil)
	return ctx.Err()
}

// open finds the board, unless that has just been done, and opens its port.
func (d *Device) open() (boardio.Port, error) {
	if !d.ready {
		at, err := d.look(d.run)
		if err != nil {
			return nil, err
		}
		d.port = at.Port
	}
	d.ready = false
	return d.opt.Machine.opener(d.port, d.kind.Line)()
}

// status notes that the board was met, and names the port that was opened where
// the driver knows of none.
func (d *Device) status(err error) {
	var e *boardio.Error
	switch {
	case err == nil:
		d.met = true
	case errors.As(err, &e) && e.Device == d.opt.Device && d.port.Device != "":
		named := *e
		named.Device = d.port.Device
		err = &named
	}
	if d.opt.Status != nil {
		d.opt.Status(err)
	}
}

// wanted is the serial number that the board must tell, empty for any.
func (d *Device) wanted() string {
	board, _ := d.Describe()
	if d.met {
		return cmp.Or(d.opt.Serial, board.Serial)
	}
	return d.opt.Serial
}

// look returns where the board is.
func (d *Device) look(ctx context.Context) (Answer, error) {
	named := d.opt.Device != Auto
	here, there := d.opt.Machine.At(d.opt.Device)
	switch {
	case named && d.plain(here, there):
		return Answer{Port: here, Make: d.kind}, nil
	case named && there && !d.met && d.opt.Serial == "":
		return d.ask(ctx, []Port{here})
	}
	ports := d.opt.Machine.Ports()
	if d.met && d.wanted() == "" {
		return d.same(ports)
	}
	if named && there {
		ports = append([]Port{here}, without(ports, here)...)
	}
	return d.ask(ctx, ports)
}

// plain reports whether the port that the operator named is opened without a
// question: he said what is there, and nothing speaks against it.
func (d *Device) plain(here Port, there bool) bool {
	if _, known := d.known(); !known {
		return false
	}
	if !d.met {
		return d.opt.Serial == "" || d.kind.Greet == nil
	}
	return there && here.USB == d.port.USB || d.kind.Greet == nil && d.port.USB == (USB{})
}

// same returns the port on which the board must be that tells no number.
func (d *Device) same(ports []Port) (Answer, error) {
	if p, ok := again(d.port, ports); ok {
		return Answer{Port: p, Make: d.kind}, nil
	}
	return Answer{}, &boardio.Error{Op: "find", Device: "the board", Err: boardio.ErrAbsent, Hint: "is the cable in the socket where it was? if another board takes its place, restart the recorder"}
}

// ask asks what is on these ports, until the board answers on one.
func (d *Device) ask(ctx context.Context, ports []Port) (Answer, error) {
	s := Sniffer{Machine: d.opt.Machine, Source: d.opt.Source}
	if _, known := d.known(); known {
		s.Makes = []boardio.Make{d.kind}
		if d.kind.Greet == nil {
			return Answer{}, &boardio.Error{Op: "find", Device: "a board", Err: errNoQuestion, Hint: "name its port as board.device in the configuration"}
		}
	}
	answers := d.askAll(ctx, s, ports)
	for _, a := range answers {
		if d.ours(a) {
			d.tries = nil
			return a, nil
		}
	}
	return Answer{}, d.trouble(answers)
}

// errNoQuestion is about makes that are not looked for.
var errNoQuestion = errors.New("boards of this make can't be asked what they are")

// ours reports whether the board is on this port.
func (d *Device) ours(a Answer) bool {
	want := d.wanted()
	for _, f := range a.Found {
		if want == "" || f.Serial == want {
			return true
		}
	}
	return false
}

// trouble says why there is no board: another one first, since the operator can
// tell why that is; then what is wrong with the port that he named.
func (d *Device) trouble(answers []Answer) error {
	name := "a board"
	if want := d.wanted(); want != "" {
		name = "the board with serial number " + want
	}
	for _, a := range answers {
		if len(a.Found) > 0 {
			other := fmt.Errorf("another board (serial number %s) is on %s", cmp.Or(a.Found[0].Serial, "unknown"), a.Port.Device)
			return &boardio.Error{Op: "find", Device: name, Err: other, Hint: "connect the right one; if this one takes its place, restart the recorder"}
		}
	}
	var e *boardio.Error
	named := d.opt.Device != Auto
	switch {
	case len(answers) == 0 && !named:
		return &boardio.Error{Op: "find", Device: name, Err: boardio.ErrAbsent, Hint: "no port is there; is the cable in?"}
	case len(answers) == 0 || named && answers[0].Port.Device != d.opt.Device:
		return &boardio.Error{Op: "open", Device: d.opt.Device, Err: boardio.ErrAbsent, Hint: "is the cable in?"}
	case errors.As(answers[0].Err, &e):
		return e
	case named:
		return &boardio.Error{Op: "ask", Device: d.opt.Device, Err: boardio.ErrSilent, Hint: "is the board on, and is this its port?"}
	}
	return &boardio.Error{Op: "find", Device: name, Err: boardio.ErrSilent, Hint: "is the board on? name its port as board.device in the configuration"}
}

// tries are what ports answered, so that one on which there is no board is not
// asked over and over: something else may be there that questions disturb. With
// nobody to ask, looking for a board that comes back costs no time either.
type tries map[string]try

type try struct {
	at     time.Duration
	answer Answer
}

// askAgain is when a port is asked once more that was there all the time.
const askAgain = 10 * time.Second

// askAll asks those ports that are due, all at the same time, and returns what
// all of them answered. With the first that is ours the others are let be.
func (d *Device) askAll(ctx context.Context, s Sniffer, ports []Port) []Answer {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	now := d.opt.Source.Now()
	before, answers := d.tries, make([]Answer, len(ports))
	d.tries = make(tries)
	var asking sync.WaitGroup
	for i, p := range ports {
		if old, ok := before[p.Device]; ok && old.answer.Port == p && p != d.port && now < old.at+askAgain {
			answers[i], d.tries[p.Device] = old.answer, old
			continue
		}
		asking.Go(func() {
			answers[i] = s.Sniff(ctx, p)
			if d.ours(answers[i]) {
				stop()
			}
		})
	}
	asking.Wait()
	for _, a := range answers {
		_, skipped := d.tries[a.Port.Device]
		if !skipped && (a.Err == nil || errors.Is(a.Err, boardio.ErrSilent)) {
			d.tries[a.Port.Device] = try{now, a}
		}
	}
	return answers
}

var _ boardio.Resumer = (*Device)(nil)
