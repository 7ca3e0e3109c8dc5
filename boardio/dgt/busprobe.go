package dgt

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"recorderd/boardio"
	"recorderd/clockio/dgt"
	"recorderd/observation"
)

const (
	// pingWait is how long answers to a ping are waited for. Adapters add a little.
	pingWait = PingTime + 50*time.Millisecond
	// busAnswer is how long the answer of one board is waited for.
	busAnswer = answerTime * time.Millisecond
	// busEach is about how long it takes to ask one board all that is asked.
	busEach = 100 * time.Millisecond
)

// busProbe looks for the boards of a bus.
type busProbe struct {
	boardio.Asking
	framer  *BusFramer
	found   map[int]boardio.Found
	crowded bool // answers ran into each other
}

// greetBus asks who is on the line. Boards answer a ping some time within a second,
// so that most don't speak at once; those that were heard are asked not to answer
// the next one, until nobody new is heard. Every board answers, also one that has
// the line for itself.
func greetBus(a boardio.Asking) ([]boardio.Found, error) {
	p := &busProbe{Asking: a, found: make(map[int]boardio.Found)}
	p.framer = NewBusFramer(func(r Reason) { p.crowded = true })
	end := a.Now() + boardio.GreetTime - busEach
	// A board that was used alone only goes back to the bus at the first one.
	if err := p.ping(2); err != nil {
		return nil, err
	}
	for known := 1; len(p.found) > known || len(p.found) > 0 && p.crowded; {
		known, p.crowded = len(p.found), false
		if a.Now()+pingWait+time.Duration(known)*busEach > end {
			break
		}
		if err := p.hush(); err != nil {
			return nil, err
		}
		if err := p.ping(1); err != nil {
			return nil, err
		}
	}
	if len(p.found) < 2 {
		return p.boards(), nil
	}
	err := p.details(end)
	return p.boards(), err
}

// ping asks everybody, so many times, and takes the answers.
func (p *busProbe) ping(times int) error {
	for range times {
		if err := p.Say(AppendBusCommand(nil, BusPing, Everybody)...); err != nil {
			return err
		}
	}
	return p.Hear(pingWait, func(at time.Duration, received []byte) bool {
		p.framer.Push(at, received, p.take)
		return false
	})
}

func (p *busProbe) take(f BusFrame) {
	if f.ID != BusPong || f.Address == Everybody {
		return
	}
	p.Met()
	if _, known := p.found[f.Address]; !known {
		p.found[f.Address] = boardio.Found{Board: observation.Board{
			Make: "DGT", Sensing: observation.Identity, ScanMS: scanMS, Serial: fmt.Sprintf("%05d", f.Address),
		}}
	}
}

// hush asks those that were found not to answer the next ping.
func (p *busProbe) hush() error {
	for _, address := range p.addresses() {
		if _, err := p.ask(address, BusIgnorePing); err != nil {
			return err
		}
	}
	return nil
}

// ask asks one board and returns the data of its answer, nil if there is none.
func (p *busProbe) ask(address int, c BusCommand) (data []byte, err error) {
	if err := p.Say(AppendBusCommand(nil, c, address)...); err != nil {
		return nil, err
	}
	answered := false
	err = p.Hear(busAnswer, func(at time.Duration, received []byte) bool {
		p.framer.Push(at, received, func(f BusFrame) {
			p.take(f)
			if f.Address == address && f.ID == answers[c] {
				data, answered = slices.Clone(f.Data), true
			}
		})
		return answered
	})
	return data, err
}

// details asks each board for its firmware and its clock, as far as there is time.
func (p *busProbe) details(end time.Duration) error {
	hint := fmt.Sprintf("one of %d boards on a shared line: each is configured by its serial", len(p.found))
	for _, address := range p.addresses() {
		f := p.found[address]
		f.Hint = hint
		p.found[address] = f
	}
	for _, address := range p.addresses() {
		if p.Now() > end {
			return nil
		}
		version, err := p.ask(address, BusVersion)
		if err != nil {
			return err
		}
		times, err := p.ask(address, BusClock)
		if err != nil {
			return err
		}
		f := p.found[address]
		if len(version) == 2 {
			f.Firmware = fmt.Sprintf("%d.%d", version[0], version[1])
		}
		f.Clock = len(times) == len(dgt.Payload{}) && dgt.Decode(dgt.Payload(times)).Kind == dgt.Times
		p.found[address] = f
	}
	return nil
}

func (p *busProbe) addresses() []int { return slices.Sorted(maps.Keys(p.found)) }

func (p *busProbe) boards() (found []boardio.Found) {
	for _, address := range p.addresses() {
		found = append(found, p.found[address])
	}
	return found
}
