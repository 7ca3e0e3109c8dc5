package simulate

// Habits says how often hands do what they need not, in a thousand of the
// occasions named. The zero Habits makes no errors.
type Habits struct {
	Hurry bool // pieces fly faster and the press comes sooner

	// While a move is made.
	Slide       int // of moves over empty squares: the piece stops on each of them
	Bounce      int // of plies: the piece is off again for a moment after it landed
	WrongSquare int // of plies: it rests on another square first
	Carried     int // of captures (22 % of plies): the victim is held over another square
	LateRook    int // of castlings: the rook follows after the press

	// Beside it.
	Adjust     int // of plies: a piece is straightened where it stands
	Series     int // of adjustments: two to four pieces
	Touch      int // of plies: another piece is lifted first and put back
	KnockOver  int // of plies: one to three neighbours fall
	WrongFirst int // of knock-overs: a fallen piece is put on a wrong square first

	// Between the two players.
	EarlyReply  int // of plies: the answer begins before the press
	Overlap     int // of recaptures: it begins before the capturer rests
	Forgotten   int // of plies: no press
	DoublePress int // of plies: two

	// After the end.
	Kings    int // of games: both kings go to the centre
	Analysis int // of games: moves are tried
	SetUp    bool
}
