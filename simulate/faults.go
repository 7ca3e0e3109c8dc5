package simulate

// Faults says how often a sensor tells what is not so, in a thousand of the
// occasions named. The zero Faults is a good sensor.
type Faults struct {
	OffCentre int // of landings: the piece reads as empty now and then until it is touched again
	Flicker   int // of the scans of such a piece
	DropOuts  int // a game: a square is empty for one to three scans
	WrongCode int // of landings: a square beside the way, or its end, has another kind of this colour for one scan
	Ghost     int // of lifts: an empty neighbour has the piece for one scan
	Dead      int // of games: one square never changes
}

// boardStream is the sensor's part in the chances of its seed.
const boardStream = 1 << 32
