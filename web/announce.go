package web

import (
	"fmt"
	"net/url"

	"recorderd/observation"
	"recorderd/record"
	"recorderd/sentence"
)

// announcement is a ply for a device that speaks to a player who does not see the
// board. It has what was played and no more: whether that was legal, how sure it
// is and why it is withdrawn are nothing that a player may be told.
type announcement struct {
	Ply       int              `json:"ply"`
	Side      observation.Side `json:"side"`
	Text      string           `json:"text,omitempty"`
	Again     bool             `json:"again,omitempty"` // it replaces what was announced of this ply
	Withdrawn bool             `json:"withdrawn,omitempty"`
}

// announcer makes announcements out of the events of the record. They follow from
// the events alone, so that one that has heard those before a line goes on after
// it as if it had never been away.
type announcer struct {
	ranks sentence.Ranks
	stand map[int]announcement // what was announced and not withdrawn, by ply
}

// newAnnouncer returns what the query asks for: nil, which says nothing, where it
// asks for no announcements.
func newAnnouncer(query url.Values) (*announcer, error) {
	asked, wanted := query["announce"]
	if !wanted {
		return nil, nil
	}
	a := &announcer{stand: map[int]announcement{}}
	switch {
	case len(asked) > 1:
		return nil, fmt.Errorf("announce is given %d times: give it once, as announce=fide or announce=digits", len(asked))
	case asked[0] == "fide":
		a.ranks = sentence.GermanRanks
	case asked[0] == "digits":
		a.ranks = sentence.DigitRanks
	default:
		return nil, fmt.Errorf("announcements in the form %.20q are not known: ask for announce=fide, with German numbers, or announce=digits", asked[0])
	}
	return a, nil
}

// hear takes the next event and returns what is to be announced of it, if
// anything is.
func (a *announcer) hear(e record.Event) (announcement, bool) {
	if a == nil {
		return announcement{}, false
	}
	switch e := e.(type) {
	case record.Start:
		clear(a.stand)
	case record.Move:
		return a.move(e)
	case record.Retract:
		return a.withdraw(e.Ply)
	}
	return announcement{}, false
}

// move announces a ply, and one that is said a second time if it sounds otherwise.
func (a *announcer) move(m record.Move) (announcement, bool) {
	text := sentence.Announce(m.SAN, m.UCI, a.ranks)
	was, stands := a.stand[m.Ply]
	switch {
	case text == was.Text:
		return announcement{}, false
	case text == "":
		return a.withdraw(m.Ply)
	}
	now := announcement{Ply: m.Ply, Side: m.Side, Text: text, Again: stands}
	a.stand[m.Ply] = now
	return now, true
}

// withdraw takes back what was announced of a ply.
func (a *announcer) withdraw(ply int) (announcement, bool) {
	was, stands := a.stand[ply]
	delete(a.stand, ply)
	return announcement{Ply: ply, Side: was.Side, Withdrawn: true}, stands
}
