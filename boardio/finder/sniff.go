package finder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"recorderd/boardio"
	"recorderd/timesource"
)

// Sniffer finds out what is at a port.
type Sniffer struct {
	Machine Machine
	Source  timesource.Source
	Makes   []boardio.Make // which are looked for; all if nil
	// Sure says that somebody who knows has said that a board of one of Makes is
	// there: no other one has to be spared.
	Sure bool
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
	all := s.Makes
	if all == nil {
		all = boardio.Makes()
	}
	a := Answer{Port: p, Err: fmt.Errorf("%w: is the board on, and is it one?", boardio.ErrSilent)}
	makes := makesFor(p, all)
	for _, crowd := range inTurn(makes) {
		m, found, err := s.look(ctx, p, crowd)
		switch {
		case err == nil:
			a.Make, a.Found, a.Err = m, found, nil
			return a
		case errors.Is(err, ErrHarmful):
			a.Unasked = append(a.Unasked, m)
		case !errors.Is(err, boardio.ErrSilent):
			a.Err = err // it can't be opened, for nobody
			return a
		}
	}
	if len(a.Unasked) > 0 && len(a.Unasked) == len(makes) {
		a.Err = ErrHarmful
	}
	return a
}

// look looks for boards of these makes, at once if they are several.
func (s Sniffer) look(ctx context.Context, p Port, makes []boardio.Make) (boardio.Make, []boardio.Found, error) {
	if len(makes) > 1 {
		return s.listen(ctx, p, makes)
	}
	if ctx.Err() != nil {
		return makes[0], nil, boardio.ErrSilent
	}
	found, err := makes[0].Look(ctx, s.opener(p, makes[0]), s.Source)
	return makes[0], found, err
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

// inTurn returns who is looked for together, one after the other: first those that
// are only listened to, at each speed all at once, then those that are asked, the
// slow lines before the fast ones.
func inTurn(makes []boardio.Make) (turns [][]boardio.Make) {
	makes = slices.Clone(makes)
	slices.SortFunc(makes, func(a, b boardio.Make) int {
		return cmp.Or(cmp.Compare(turn(a), turn(b)), cmp.Compare(a.Line.Baud, b.Line.Baud), cmp.Compare(a.Name, b.Name))
	})
	for i, m := range makes {
		if i > 0 && m.Listens && makes[i-1].Listens && makes[i-1].Line == m.Line {
			last := len(turns) - 1
			turns[last] = append(turns[last], m)
			continue
		}
		turns = append(turns, []boardio.Make{m})
	}
	return turns
}

func turn(m boardio.Make) int {
	if m.Listens {
		return 0
	}
	return 1
}

// opener opens a port for a look, in which nothing is said that may harm others.
// A HID device has told already of which make it is.
func (s Sniffer) opener(p Port, m boardio.Make) boardio.Opener {
	open := s.Machine.opener(p, m.Line)
	if m.HID != nil || s.Sure {
		return open
	}
	return func() (boardio.Port, error) {
		port, err := open()
		if err != nil {
			return nil, err
		}
		return &careful{Port: port, asked: m, own: p.Own, others: boardio.Makes()}, nil
	}
}
