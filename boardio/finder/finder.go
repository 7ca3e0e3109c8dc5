// Package finder finds boards: which port of this machine has one, of which make,
// and where a board that was found once is after its cable came back.
//
// ports.go lists the ports, sniff.go asks one of them what is on it, harm.go
// keeps questions from doing damage, look.go knows a board again, and this file
// makes a Device of it.
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
	Driver   string   // the name of a make, or Auto
	DTR, RTS *bool    // as in boardio.Line; as the make has them if nil
	Besides  []string // paths of ports at which something else is: they are left in peace
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
	port  Port           // which was opened last, or is to be opened
	ready bool           // port was found just now and is not opened yet
	met   bool           // the board was up
	tries map[string]try // what ports answered, by their devices

	recalled bool   // what was found before the program started was asked for
	kept     memory // what is on disk of this
}

// New returns a Device that has looked at nothing yet. Its driver must be Auto or
// a make that is registered.
func New(opt Options) (*Device, error) {
	d := &Device{opt: opt, tries: make(map[string]try)}
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
		at, found := d.recall(seeking)
		var err error
		if !found {
			at, err = d.look(seeking)
		}
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
		d.remember()
	case errors.As(err, &e) && e.Device == d.opt.Device && d.port.Device != "":
		named := *e
		named.Device = d.port.Device
		err = &named
	}
	if d.opt.Status != nil {
		d.opt.Status(err)
	}
}

var _ boardio.Resumer = (*Device)(nil)
