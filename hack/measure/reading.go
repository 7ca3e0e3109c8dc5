package main

import (
	"slices"

	"recorderd/record"
)

// reading is what a record says of a game, followed as its lines become known.
type reading struct {
	moves     []record.Move    // the line that stands, ply 1 first
	findings  []record.Finding // those that no revision made void
	published map[said]int64   // when a ply was first said to be this move
	revisions int              // plies withdrawn because another reading fits better
	restated  int              // second lines for plies that stand
}

// said is a move that was said of a ply.
type said struct {
	ply  int
	move string
}

// hear takes the lines that became known at the time now.
func (r *reading) hear(now int64, events []record.Event) {
	for _, e := range events {
		switch e := e.(type) {
		case record.Start:
			r.moves = nil
		case record.Move:
			r.move(now, e)
		case record.Retract:
			r.retract(e)
		case record.Finding:
			r.findings = append(r.findings, e)
		}
	}
}

func (r *reading) move(now int64, m record.Move) {
	if m.Ply <= len(r.moves) {
		r.moves[m.Ply-1] = m
		r.restated++
	} else {
		r.moves = append(r.moves, m)
	}
	key := said{m.Ply, named(m)}
	if _, known := r.published[key]; !known {
		r.published[key] = now
	}
}

// retract withdraws a ply. What was found on a reading that is given up is void;
// what was found about a ply that the players took back stays found.
func (r *reading) retract(e record.Retract) {
	r.moves = r.moves[:min(len(r.moves), e.Ply-1)]
	if e.Why != "revision" {
		return
	}
	r.revisions++
	r.findings = slices.DeleteFunc(r.findings, func(f record.Finding) bool { return f.Ply >= e.Ply })
}

// named is a move as it is compared: in UCI, which does not depend on the plies
// before. An illegal one equals none.
func named(m record.Move) string {
	if !m.Legal {
		return m.SAN
	}
	return m.UCI
}

// line returns the moves as they are compared.
func (r *reading) line() []string {
	line := make([]string, len(r.moves))
	for i, m := range r.moves {
		line[i] = named(m)
	}
	return line
}

// sure reports whether the record stands for this ply without reserve. It may
// stand for an illegal one: to be wrong about that would be the worst.
func sure(m record.Move) bool {
	return !m.Inferred && m.Confidence == record.Sure
}

// doubts are the codes by which the record says that a ply may be wrong.
var doubts = []string{"ambiguous-move", "missed-move", "order-unknown", "unreadable"}

// doubtful returns which plies, counted from 0, the record does not stand for.
func (r *reading) doubtful() []bool {
	doubt := make([]bool, len(r.moves))
	for i, m := range r.moves {
		doubt[i] = !sure(m)
	}
	for _, f := range r.findings {
		if slices.Contains(doubts, f.Code) && f.Ply >= 1 && f.Ply <= len(doubt) {
			doubt[f.Ply-1] = true
		}
	}
	return doubt
}
