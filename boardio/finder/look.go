package finder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"recorderd/boardio"
)

// look returns where the board is.
func (d *Device) look(ctx context.Context) (Answer, error) {
	_, known := d.known()
	mute := known && d.kind.Greet == nil // boards of this make can't be asked
	named := d.opt.Device != Auto
	here, there := d.opt.Machine.At(d.opt.Device)
	if named && !d.met && (d.opt.Serial == "" || mute) {
		switch {
		case known:
			return Answer{Port: here, Make: d.kind}, nil // opening it says what is wrong
		case !there:
			return Answer{}, d.absent()
		}
		return d.ask(ctx, here)
	}
	ports := d.ports()
	if named && there {
		ports = append([]Port{here}, without(ports, here)...)
	}
	switch {
	case d.met && (d.wanted() == "" || mute):
		return d.same(ports)
	case mute:
		return Answer{}, &boardio.Error{Op: "find", Device: "a board", Err: errNoQuestion, Hint: nameIt}
	}
	return d.ask(ctx, ports...)
}

// ports are those at which the board may be.
func (d *Device) ports() []Port {
	return slices.DeleteFunc(d.opt.Machine.Ports(), func(p Port) bool {
		return slices.ContainsFunc(d.opt.Besides, func(other string) bool {
			there, ok := d.opt.Machine.At(other)
			return ok && there.isAt(p)
		})
	})
}

// errNoQuestion is about makes that are not looked for.
var errNoQuestion = errors.New("boards of this make can't be asked what they are")

const nameIt = "name its port as board.device in the configuration"

func (d *Device) absent() error {
	return &boardio.Error{Op: "open", Device: d.opt.Device, Err: boardio.ErrAbsent, Hint: "is the cable in?"}
}

// wanted is the serial number that the board must tell, empty for any.
func (d *Device) wanted() string {
	board, _ := d.Describe()
	if d.met {
		return cmp.Or(d.opt.Serial, board.Serial)
	}
	return d.opt.Serial
}

// same returns the port on which the board must be that tells no number.
func (d *Device) same(ports []Port) (Answer, error) {
	if p, ok := again(d.port, ports); ok {
		return Answer{Port: p, Make: d.kind}, nil
	}
	return Answer{}, &boardio.Error{Op: "find", Device: "the board", Err: boardio.ErrAbsent, Hint: "is the cable in the socket where it was? if another board takes its place, restart the recorder"}
}

// ask asks what is on these ports, until the board answers on one. Where it was,
// or where the operator says that it is, is looked at first, so that whatever is
// at the others is left in peace.
func (d *Device) ask(ctx context.Context, ports ...Port) (Answer, error) {
	s := Sniffer{Machine: d.opt.Machine, Source: d.opt.Source}
	if _, known := d.known(); known {
		s.Makes = []boardio.Make{d.kind}
	}
	maps.DeleteFunc(d.tries, func(device string, _ try) bool { // what was pulled out is news when it is back
		return !slices.ContainsFunc(ports, func(p Port) bool { return p.Device == device })
	})
	var answers []Answer
	for _, group := range [][]Port{d.only(ports, true), d.only(ports, false)} {
		answers = append(answers, d.askAll(ctx, s, group)...)
		if i := slices.IndexFunc(answers, d.ours); i >= 0 {
			clear(d.tries)
			return answers[i], nil
		}
	}
	return Answer{}, d.trouble(answers)
}

// only returns the ports at which the board is likely to be, or the others.
func (d *Device) only(ports []Port, likely bool) (some []Port) {
	for _, p := range ports {
		if d.likely(p) == likely {
			some = append(some, p)
		}
	}
	return some
}

func (d *Device) likely(p Port) bool {
	return p.Device == d.opt.Device || d.met && d.wasAt(p)
}

// wasAt reports whether the board was at this port when it was there last.
func (d *Device) wasAt(p Port) bool {
	return p.USB == d.port.USB && (p.USB != (USB{}) || p.Device == d.port.Device)
}

// ours reports whether the board is on this port: it tells the right number, or
// did not get around to telling any where ours was.
func (d *Device) ours(a Answer) bool {
	want := d.wanted()
	return slices.ContainsFunc(a.Found, func(f boardio.Found) bool {
		return want == "" || f.Serial == want || f.Serial == "" && d.met && d.wasAt(a.Port)
	})
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
	named := d.opt.Device != Auto
	if named && (len(answers) == 0 || answers[0].Port.Device != d.opt.Device) {
		return d.absent()
	}
	if len(answers) == 0 {
		return &boardio.Error{Op: "find", Device: name, Err: boardio.ErrAbsent, Hint: "no port is there; is the cable in?"}
	}
	var e *boardio.Error
	switch err := answers[0].Err; {
	case errors.As(err, &e):
		return e
	case errors.Is(err, ErrHarmful):
		return &boardio.Error{Op: "find", Device: name, Err: ErrHarmful, Hint: nameIt}
	case named:
		return &boardio.Error{Op: "ask", Device: d.opt.Device, Err: boardio.ErrSilent, Hint: "is the board on, and is this its port?"}
	}
	return &boardio.Error{Op: "find", Device: name, Err: boardio.ErrSilent, Hint: "is the board on? " + nameIt}
}

// try is what a port answered, and when. One on which there is no board is not
// asked over and over: something else may be there that questions disturb. With
// nobody to ask, looking for a board that comes back costs no time either.
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
	answers := make([]Answer, len(ports))
	var asking sync.WaitGroup
	for i, p := range ports {
		if old, ok := d.tries[p.Device]; ok && old.answer.Port == p && now < old.at+askAgain && !d.likely(p) {
			answers[i] = old.answer
			continue
		}
		delete(d.tries, p.Device)
		asking.Go(func() {
			answers[i] = s.Sniff(ctx, p)
			if d.ours(answers[i]) {
				stop()
			}
		})
	}
	asking.Wait()
	for _, a := range answers {
		if _, old := d.tries[a.Port.Device]; !old && (a.Err == nil || errors.Is(a.Err, boardio.ErrSilent)) {
			d.tries[a.Port.Device] = try{now, a}
		}
	}
	return answers
}
