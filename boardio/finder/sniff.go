package finder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"recorderd/boardio"
	"recorderd/timesource"
)

// Sniffer finds out what is at a port.
type Sniffer struct {
	Machine Machine
	Source  timesource.Source
	Makes   []boardio.Make // which are looked for; all if nil
}

// Answer is what is at a port.
type Answer struct {
	Port    Port
	Make    boardio.Make
	Found   []boardio.Found // the boards that are there; more than one on a bus
	Err     error           // why there is none; nil if there is one
	Unasked []boardio.Make  // not asked for, or not to the end: it could harm others
}

// Sniff asks what is at a port. Makes that talk by themselves are listened to
// first; the others are asked one after the other, slow lines first. It takes
// some seconds if nothing is there, and changes nothing at whatever is.
func (s Sniffer) Sniff(ctx context.Context, p Port) Answer {
	a := Answer{Port: p}
	all := s.Makes
	if all == nil {
		all = boardio.Makes()
	}
	makes := makesFor(p, all)
	slices.SortStableFunc(makes, inTurn)
	quiet := make(map[int]bool) // speeds at which nothing comes by itself
	for _, m := range makes {
		if ctx.Err() != nil {
			break
		}
		if m.Listens && len(makes) > 1 {
			if _, known := quiet[m.Line.Baud]; !known {
				quiet[m.Line.Baud] = s.isQuiet(ctx, p, m)
			}
			if quiet[m.Line.Baud] {
				continue
			}
		}
		found, err := m.Look(ctx, s.opener(p, m), s.Source)
		switch {
		case err == nil:
			return Answer{Port: p, Make: m, Found: found}
		case errors.Is(err, ErrHarmful):
			a.Unasked = append(a.Unasked, m)
		case !errors.Is(err, boardio.ErrSilent):
			a.Err = err // it can't be opened, for nobody
			return a
		}
	}
	a.Err = fmt.Errorf("%w: is the board on, and is it one?", boardio.ErrSilent)
	return a
}

// makesFor are those that can be looked for at a port.
func makesFor(p Port, all []boardio.Make) (makes []boardio.Make) {
	node, anyHID := p.HID.Path != "", p.HID.Vendor == 0
	for _, m := range all {
		if m.Greet != nil && (m.HID != nil) == node && (!node || anyHID || m.HID.Has(p.HID)) {
			makes = append(makes, m)
		}
	}
	return makes
}

// inTurn has those that listen before those that ask, and slow lines before fast
// ones.
func inTurn(a, b boardio.Make) int {
	if a.Listens != b.Listens {
		if a.Listens {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.Line.Baud, b.Line.Baud), cmp.Compare(a.Name, b.Name))
}

// opener opens a port for a look, in which nothing is said that may harm others.
// A HID device has told already of which make it is.
func (s Sniffer) opener(p Port, m boardio.Make) boardio.Opener {
	open := s.Machine.opener(p, m.Line)
	if m.HID != nil {
		return open
	}
	return func() (boardio.Port, error) {
		port, err := open()
		if err != nil {
			return nil, err
		}
		return careful{port, m, p.Own, boardio.Makes()}, nil
	}
}

// hush is how long a board that talks by itself may pause.
const hush = 1200 * time.Millisecond

// isQuiet reports whether nothing comes by itself at the speed of a make. An
// error is found out again by whoever looks.
func (s Sniffer) isQuiet(ctx context.Context, p Port, m boardio.Make) bool {
	quiet := true
	m.Greet = func(a boardio.Asking) ([]boardio.Found, error) {
		return nil, a.Hear(hush, func(time.Duration, []byte) bool {
			quiet = false
			return true
		})
	}
	_, err := m.Look(ctx, s.Machine.opener(p, m.Line), s.Source)
	return quiet && errors.Is(err, boardio.ErrSilent)
}
