package record

// kind is how findings of one code are always told.
type kind struct {
	level  Level
	text   string // see wording; what is in brackets is left out where data says nothing of it
	sensed bool   // what sensors and people did: no reading of the plies makes it void
	late   bool   // it is said after the end too
}

// kinds are the codes of the contract, section 4.
var kinds = map[string]kind{
	"checkmate":        {level: Decisive, text: "Checkmate: the game is over."},
	"stalemate":        {level: Decisive, text: "Stalemate: the game is drawn."},
	"dead-position":    {level: Decisive, text: "No series of legal moves leads to a mate by either side: the game is drawn."},
	"fivefold":         {level: Decisive, text: "The same position has occurred five times: the game is drawn without a claim."},
	"seventyfive-move": {level: Decisive, text: "Seventy-five moves by each side without pawn move or capture: the game is drawn without a claim."},

	"threefold":  {level: Claimable, text: "The same position has occurred at least three times: the player to move may claim a draw."},
	"fifty-move": {level: Claimable, text: "Fifty moves by each side without pawn move or capture: the player to move may claim a draw."},
	"flag-fall":  {level: Claimable, text: "{Side's} flag has fallen.", sensed: true},

	"illegal-move-completed": {level: Irregularity, text: "{Side} pressed the clock on a move that is not legal[: {kind}]."},
	"illegal-move-stands":    {level: Irregularity, text: "{Side's} move was not legal, the opponent has answered it and nobody acted: it stands."},
	"both-kings-in-check":    {level: Irregularity, text: "Both kings stand in check."},
	"pawn-on-last-rank":      {level: Irregularity, text: "A pawn stands on the last rank[, on {square},] and was not replaced."},
	"king-missing":           {level: Irregularity, text: "{Side's} king is missing from the board."},
	"piece-surplus":          {level: Irregularity, text: "There are more pieces on the board than the game can have[: {piece} on {square}]."},
	"setup-wrong":            {level: Irregularity, text: "The board was not set up as announced[: {kind}]."},
	"press-without-move":     {level: Irregularity, text: "{Side} pressed the clock and had made no move."},
	"both-flags":             {level: Irregularity, text: "Both flags are down.", sensed: true},
	"clock-jump":             {level: Irregularity, text: "The clock's time jumped.", sensed: true},
	"clock-start-wrong":      {level: Irregularity, text: "The clock did not start with the time that was announced.", sensed: true},
	"increment-missing":      {level: Irregularity, text: "The clock did not add the increment.", sensed: true},
	"clock-stopped":          {level: Irregularity, text: "The clock stood although the game went on.", sensed: true},
	"clock-lost":             {level: Irregularity, text: "The clock is gone and the board is still there.", sensed: true},

	"illegal-move-withdrawn": {level: Note, text: "{Side} put back a move that is not legal[, {move},] before the clock was pressed."},
	"setup-window-closed":    {level: Note, text: "Enough moves were completed: the set-up can no longer be claimed."},
	"touch-move":             {level: Note, text: "{Side} lifted the {touched} for {held_ms} and then moved another piece[, the {moved}]."},
	"castling-rook-first":    {level: Note, text: "{Side} castled and lifted the rook before the king."},
	"two-pieces-lifted":      {level: Note, text: "{Side} had two pieces off the board together[: {pieces}]."},
	"move-changed":           {level: Note, text: "{Side} changed a move before the clock was pressed, after the piece had stood[ on {stops}]."},
	"piece-displaced":        {level: Note, text: "Pieces left their squares, or stood on others, without a move[: {squares}][; it was put right at {right_t}]."},
	"reply-before-press":     {level: Note, text: "The opponent answered before the clock was pressed."},
	"press-missing":          {level: Note, text: "{Side} did not press the clock after this move."},
	"event-after-end":        {level: Note, text: "This came after the end of the game and has no effect.", sensed: true, late: true},
	"draw-offer":             {level: Note, text: "{Side} offered a draw.", sensed: true},
	"result-signal":          {level: Note, text: "The kings were put on {white_king} and {black_king}: this says {result}.", sensed: true, late: true},
	"analysis":               {level: Note, text: "Pieces were moved that are no moves of the game.", sensed: true, late: true},
	"scoresheet-free":        {level: Note, text: "{Side} came under five minutes and need not write the moves.", sensed: true},
	"last-two-minutes":       {level: Note, text: "{Side} came under two minutes in the last period.", sensed: true},
	"rule-unverified":        {level: Note, text: "The rule that matters here could not be verified for this edition of the Laws: ask."},

	"ambiguous-move":    {level: Quality, text: "More than one move fits what the sensors saw."},
	"order-unknown":     {level: Quality, text: "The moves of this gap are sure, their order is not."},
	"missed-move":       {level: Quality, text: "Moves went unseen; they follow from what was seen before and after."},
	"unreadable":        {level: Quality, text: "What happened here could not be read."},
	"sensor-episode":    {level: Quality, text: "Many squares changed at once: no hand does that.", sensed: true},
	"square-unreliable": {level: Quality, text: "The sensor of one square cannot be trusted[: {square}].", sensed: true},
	"second-opinion":    {level: Quality, text: "Two implementations of the rules do not agree on this move."},
	"link-lost":         {level: Quality, text: "The cable of the {device} is out.", sensed: true},
	"link-restored":     {level: Quality, text: "The cable of the {device} is back.", sensed: true},
	"recovered":         {level: Quality, text: "The recorder was restarted during the game.", sensed: true},
}
