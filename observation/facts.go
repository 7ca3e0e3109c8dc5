package observation

// Fact is one thing that a sensor or a person said: one of the types of this
// file, and nothing else.
type Fact interface{ fact() }

// Batch is what became known at one time and is judged together. T is
// milliseconds since the start of the game's file; it never decreases.
type Batch struct {
	T     int64
	Facts []Fact
}

// Change is one square reported anew.
type Change struct {
	Square Square
	Piece  Piece
}

// Said is what a board of finished moves said, such as "e2e4".
type Said string

// Clock is one report of the clock. A sensor that sees only presses has no
// times. Running is the side whose time runs.
type Clock struct {
	HasTimes         bool
	WhiteMS, BlackMS int64
	Running          Side
	Flag             Flag
}

// Remaining returns what this side had left in milliseconds.
func (c Clock) Remaining(s Side) int64 {
	if s == Black {
		return c.BlackMS
	}
	return c.WhiteMS
}

// Device is one of the two things on a cable.
type Device string

const (
	BoardDevice Device = "board"
	ClockDevice Device = "clock"
)

// Link is a cable that came or went.
type Link struct {
	Device Device
	Up     bool
}

// Tick says that time passed and nothing came.
type Tick struct{}

// Memory is what the board's own memory held, oldest first.
type Memory []MemoryEntry

// MemoryEntry is one thing that a board has noted: a square that changed, or with
// Pressed what Side had left on his clock, in milliseconds, when he pressed it.
type MemoryEntry struct {
	Change  Change
	Pressed bool
	Side    Side
	LeftMS  int64
}

// NotedChange is the entry of a square that changed.
func NotedChange(c Change) MemoryEntry { return MemoryEntry{Change: c} }

// NotedPress is the entry of a press of the clock.
func NotedPress(s Side, leftMS int64) MemoryEntry {
	return MemoryEntry{Pressed: true, Side: s, LeftMS: leftMS}
}

// Restart says that the recorder was away. Without GapKnown nobody knows for
// how long.
type Restart struct {
	GapKnown  bool
	GapMS     int64
	LostBytes int64
}

// Game holds the names and terms of a game. An empty field, and a nil one, is
// not known.
type Game struct {
	Event            string `json:"event,omitempty"`
	Site             string `json:"site,omitempty"`
	Date             string `json:"date,omitempty"`
	Round            string `json:"round,omitempty"`
	Board            int    `json:"board,omitempty"`
	White            string `json:"white,omitempty"`
	Black            string `json:"black,omitempty"`
	TimeControl      string `json:"time_control,omitempty"`
	Laws             string `json:"laws,omitempty"`
	CompetitionRules *bool  `json:"competition_rules,omitempty"`
	FEN              string `json:"fen,omitempty"`
	Variant          string `json:"variant,omitempty"`
	Signals          string `json:"signals,omitempty"` // which kings on which squares say which result
}

// Competition reports whether the Competition Rules apply in rapid or blitz.
func (g Game) Competition() bool { return g.CompetitionRules != nil && *g.CompetitionRules }

// Merge returns g with the fields that are known in later put over its own.
func (g Game) Merge(later Game) Game {
	over := func(mine *string, theirs string) {
		if theirs != "" {
			*mine = theirs
		}
	}
	over(&g.Event, later.Event)
	over(&g.Site, later.Site)
	over(&g.Date, later.Date)
	over(&g.Round, later.Round)
	over(&g.White, later.White)
	over(&g.Black, later.Black)
	over(&g.TimeControl, later.TimeControl)
	over(&g.Laws, later.Laws)
	over(&g.FEN, later.FEN)
	over(&g.Variant, later.Variant)
	over(&g.Signals, later.Signals)
	if later.Board != 0 {
		g.Board = later.Board
	}
	if later.CompetitionRules != nil {
		g.CompetitionRules = later.CompetitionRules
	}
	return g
}

// Terms returns the fields that decide how the game is judged, without the
// names.
func (g Game) Terms() Game {
	return Game{TimeControl: g.TimeControl, Laws: g.Laws, CompetitionRules: g.CompetitionRules, FEN: g.FEN, Variant: g.Variant, Signals: g.Signals}
}

// Names returns the fields that say who plays and where, without the terms.
func (g Game) Names() Game {
	g.TimeControl, g.Laws, g.CompetitionRules, g.FEN, g.Variant, g.Signals = "", "", nil, "", "", ""
	return g
}

// Act is what a player or an arbiter did or said. Which fields mean something
// depends on Kind; the contract lists them.
type Act struct {
	ID        string  `json:"id,omitempty"`
	Name      string  `json:"name,omitempty"`
	By        string  `json:"by,omitempty"`
	Kind      ActKind `json:"kind"`
	Claim     string  `json:"claim,omitempty"`
	Move      string  `json:"move,omitempty"`
	WhiteMS   *int64  `json:"white_ms,omitempty"`
	BlackMS   *int64  `json:"black_ms,omitempty"`
	Running   string  `json:"running,omitempty"`
	FEN       string  `json:"fen,omitempty"`
	Ply       int     `json:"ply,omitempty"`
	SAN       string  `json:"san,omitempty"`
	ToPly     *int    `json:"to_ply,omitempty"`
	Text      string  `json:"text,omitempty"`
	Result    string  `json:"result,omitempty"`
	Reason    string  `json:"reason,omitempty"`
	SealedBy  string  `json:"sealed_by,omitempty"`
	Resumes   string  `json:"resumes,omitempty"`
	Place     string  `json:"place,omitempty"`
	DrawOffer any     `json:"offer,omitempty"`
}

// Side returns the player who acted, NoSide for an arbiter.
func (a Act) Side() Side {
	s, err := ParseSide(a.By)
	if err != nil {
		return NoSide
	}
	return s
}

// ActKind is what was done.
type ActKind string

const (
	ActClaim       ActKind = "claim"
	ActDrawOffer   ActKind = "draw-offer"
	ActDrawAccept  ActKind = "draw-accept"
	ActDrawDecline ActKind = "draw-decline"
	ActResign      ActKind = "resign"
	ActStopClock   ActKind = "stop-clock"
	ActStartClock  ActKind = "start-clock"
	ActSetClock    ActKind = "set-clock"
	ActRestore     ActKind = "restore"
	ActCorrectMove ActKind = "correct-move"
	ActTakeback    ActKind = "takeback"
	ActRuling      ActKind = "ruling"
	ActResult      ActKind = "result"
	ActAdjourn     ActKind = "adjourn"
	ActResume      ActKind = "resume"
	ActShown       ActKind = "shown"
	ActNote        ActKind = "note"
	ActNewGame     ActKind = "new-game"
	ActCloseGame   ActKind = "close-game"
)

func (Placement) fact() {}
func (Change) fact()    {}
func (Said) fact()      {}
func (Clock) fact()     {}
func (Link) fact()      {}
func (Tick) fact()      {}
func (Memory) fact()    {}
func (Restart) fact()   {}
func (Game) fact()      {}
func (Act) fact()       {}

// Header opens a trace, and stands in the first line of a journal.
type Header struct {
	Game  Game
	Board Board
	Clock ClockSensor
}

// Sensing is what a board can tell.
type Sensing string

const (
	Identity  Sensing = "identity"  // every square knows which piece stands on it
	Occupancy Sensing = "occupancy" // every square knows whether something stands on it
	Moves     Sensing = "moves"     // the board says only finished moves
)

// Board describes the sensor of the squares; ScanMS is one scan of all of them.
type Board struct {
	Sensing  Sensing `json:"sensing,omitempty"`
	ScanMS   int64   `json:"scan_ms,omitempty"`
	Make     string  `json:"make,omitempty"`
	Serial   string  `json:"serial,omitempty"`
	Firmware string  `json:"firmware,omitempty"`
}

// ClockSensor describes the clock: the step of its times, how often it is asked,
// and what it said it is.
type ClockSensor struct {
	Present      bool   `json:"present"`
	ResolutionMS int64  `json:"resolution_ms,omitempty"`
	PollMS       int64  `json:"poll_ms,omitempty"`
	Make         string `json:"make,omitempty"`
	Firmware     string `json:"firmware,omitempty"`
}
