package emulator

import (
	"time"

	"recorderd/boardio/certabo"
	"recorderd/observation"
)

// send sends what was read, or what the faults leave of it.
func (p *parts) send(at time.Duration) {
	tags := p.read
	p.misread(&tags)
	frame := certabo.AppendFrame(nil, tags.Numbers()...)
	if p.faults.Feeds {
		frame = withFeeds(frame)
	}
	if p.Happens(p.faults.Ack) {
		i := p.Chance().IntN(len(frame))
		frame = append(append(frame[:i:i], "L\r\n"...), frame[i:]...)
	}
	if p.Happens(p.faults.Cut) {
		frame = frame[:p.Chance().IntN(len(frame))]
	}
	if len(frame) > 0 {
		p.Send(at, frame)
	}
}

// misread is what an antenna makes of the tags.
func (p *parts) misread(tags *certabo.Tags) {
	if p.blindness == 0 && p.Happens(p.faults.DropOut) {
		p.blind, p.blindness = p.any(tags, true), 1+p.Chance().IntN(2)
	}
	if p.blindness > 0 {
		p.blindness--
		tags[p.blind] = certabo.Tag{}
	}
	if p.Happens(p.faults.Twice) {
		if sq := p.any(tags, true); tags[sq^1] == (certabo.Tag{}) {
			tags[sq^1] = tags[sq]
		}
	}
	if p.Happens(p.faults.Ghost) {
		var ghost certabo.Tag
		for i := range ghost {
			ghost[i] = byte(p.Chance().Uint32())
		}
		tags[p.any(tags, false)] = ghost
	}
}

// any returns a square with a tag, or without one, if there is any.
func (p *parts) any(tags *certabo.Tags, with bool) (sq observation.Square) {
	for _, n := range p.Chance().Perm(64) {
		if sq = observation.Square(n); with == (tags[sq] != certabo.Tag{}) {
			break
		}
	}
	return sq
}

// withFeeds puts a line feed behind every 64 characters, whatever they are.
func withFeeds(frame []byte) (fed []byte) {
	for len(frame) > 64 {
		fed = append(append(fed, frame[:64]...), '\n')
		frame = frame[64:]
	}
	return append(fed, frame...)
}
