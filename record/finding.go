package record

import (
	"recorderd/observation"
	"recorderd/reconstruct"
)

// data is what stands in "data" of a finding or a claim.
type data map[string]any

func (d data) orNil() any {
	if d == nil {
		return nil
	}
	return d
}

// kind is how findings of one code are always told.
type kind struct {
	level Level
	text  string
}

// kinds are the codes of the contract that this version finds.
var kinds = map[string]kind{
	"checkmate":        {Decisive, "Checkmate: the game is over."},
	"stalemate":        {Decisive, "Stalemate: the game is drawn."},
	"dead-position":    {Decisive, "Neither side can ever mate with what is left: the game is drawn."},
	"fivefold":         {Decisive, "The same position has occurred five times: the game is drawn without a claim."},
	"seventyfive-move": {Decisive, "Seventy-five moves by each side without pawn move or capture: the game is drawn without a claim."},

	"threefold":  {Claimable, "The same position has occurred at least three times: the player to move may claim a draw."},
	"fifty-move": {Claimable, "Fifty moves by each side without pawn move or capture: the player to move may claim a draw."},

	"illegal-move-completed": {Irregularity, "The clock was pressed on a move that is not legal."},
	"both-kings-in-check":    {Irregularity, "Both kings stand in check."},
	"pawn-on-last-rank":      {Irregularity, "A pawn stands on the last rank and was not replaced."},
	"king-missing":           {Irregularity, "A king is missing from the board."},
	"setup-wrong":            {Irregularity, "The board was not set up as announced."},
	"press-without-move":     {Irregularity, "The clock was pressed and no move had been made."},

	"move-changed":       {Note, "A move was changed before the clock was pressed, after the piece had stood there."},
	"reply-before-press": {Note, "The opponent answered before the clock was pressed."},
	"press-missing":      {Note, "The player did not press the clock after this move."},
	"event-after-end":    {Note, "This came after the end of the game and has no effect."},
	"draw-offer":         {Note, "A draw was offered."},

	"ambiguous-move": {Quality, "More than one move fits what the sensors saw."},
	"order-unknown":  {Quality, "The moves of this gap are sure, their order is not."},
	"missed-move":    {Quality, "Moves went unseen; they follow from what was seen before and after."},
	"unreadable":     {Quality, "What happened here could not be read."},
	"second-opinion": {Quality, "Two implementations of the rules do not agree on this move."},
	"link-lost":      {Quality, "The cable of the board or the clock is out."},
	"link-restored":  {Quality, "The cable of the board or the clock is back."},
	"recovered":      {Quality, "The recorder was restarted during the game."},
}

// find says a finding, with the level and the text of its code.
func (r *Record) find(f Finding) {
	k := kinds[f.Code]
	if f.Level == "" {
		f.Level = k.level
	}
	f.Text = k.text
	r.counts[f.Code]++
	r.say(f)
}

// notice says what was found beside the moves.
func (r *Record) notice(n reconstruct.Noticed) {
	f := Finding{T: n.T, Code: n.Code, Ply: n.Ply, Side: n.Side}
	if n.Data != nil {
		f.Data = data(n.Data)
	}
	if n.Code == "press-without-move" {
		r.pressedWithoutMove(&f)
	}
	r.find(f)
}

// pressedWithoutMove adds what the edition says of a press without a move,
// where it counts as an illegal one.
func (r *Record) pressedWithoutMove(f *Finding) {
	r.faults[f.Side]++
	f.Data = data{"count": r.faults[f.Side]}
}

func (r *Record) linkChanged(l observation.Link) {
	if l.Device == observation.ClockDevice {
		r.clock.up = l.Up
	}
	if !r.began || r.end != nil {
		return
	}
	code := "link-lost"
	if l.Up {
		code = "link-restored"
	}
	r.find(Finding{T: r.now, Code: code, Ply: r.Plies(), Side: observation.NoSide, Data: data{"device": string(l.Device)}})
}

func (r *Record) restarted(f observation.Restart) {
	if !f.GapKnown {
		r.clock.unknown = r.now
	}
	if !r.began || r.end != nil {
		return
	}
	d := data{"gap_ms": nil, "lost_bytes": f.LostBytes}
	if f.GapKnown {
		d["gap_ms"] = f.GapMS
	}
	r.find(Finding{T: r.now, Code: "recovered", Ply: r.Plies(), Side: observation.NoSide, Data: d})
}
