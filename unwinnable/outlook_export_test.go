package unwinnable

import "recorderd/position"

// Known is an outlook in which a side has this helpmate.
func Known(winner position.Side, line ...position.Move) (o Outlook) {
	o.sides[winner] = Answer{Verdict: Winnable, Line: line}
	return o
}
