package reconstruct

import (
	"recorderd/position"
	"recorderd/touch"
)

func (t *Tracker) Unpressed() (Made, bool)                        { return Made{}, false }
func (t *Tracker) Turn() touch.Log                                { return nil }
func (t *Tracker) Correct(ply int, m position.Move) []Step        { return nil }
