package live

import (
	"slices"
	"strings"

	"recorderd/observation"
	"recorderd/record"
	"recorderd/sentence"
)

// Sheet is the score sheet of a game as the record has it now.
type Sheet struct {
	Number      int      `json:"number"` // 0 before the first game
	Closed      bool     `json:"closed"`
	Game        Names    `json:"game"`
	Mode        string   `json:"mode"`
	Start       string   `json:"start"` // FEN, empty before play began
	ToMove      string   `json:"to_move"`
	Moves       []Ply    `json:"moves"`
	Result      string   `json:"result"`
	Termination string   `json:"termination"`
	Notices     []Notice `json:"notices"` // the latest of them
	Unshown     int      `json:"unshown"` // how many were there before
}

// Names says what is played, where and by whom.
type Names struct {
	Event       string `json:"event"`
	Site        string `json:"site"`
	Date        string `json:"date"`
	Round       string `json:"round"`
	Board       int    `json:"board"`
	White       string `json:"white"`
	Black       string `json:"black"`
	TimeControl string `json:"time_control"`
	Laws        string `json:"laws"`
}

// Ply is one ply of the sheet. ClockMS is what its player's clock showed after
// it; what is not known is nil. It is not Completed as long as the clock was
// not pressed.
type Ply struct {
	Ply        int               `json:"ply"`
	Number     int               `json:"number"` // of the move, as it is written
	Side       observation.Side  `json:"side"`
	SAN        string            `json:"san"`
	UCI        string            `json:"uci"`
	Legal      bool              `json:"legal"`
	Inferred   bool              `json:"inferred"`
	Confidence record.Hundredths `json:"confidence"`
	Completed  bool              `json:"completed"`
	ClockMS    *int64            `json:"clock_ms"`
	SpentMS    *int64            `json:"spent_ms"`

	fen string
}

// Notice is a finding or a claim, in words.
type Notice struct {
	T       int64  `json:"t"`
	Ply     int    `json:"ply"`
	Code    string `json:"code"`
	Level   string `json:"level"`
	Article string `json:"article"`
	Text    string `json:"text"`
}

// maxNotices bounds what a page is sent: a square that flickers can be noticed
// very often.
const maxNotices = 40

// sheet is the Sheet being written.
type sheet struct {
	number  int
	closed  bool
	game    observation.Game
	mode    string
	start   string
	moves   []Ply
	end     *record.End
	notices []Notice
}

func newSheet(number int, g observation.Game) sheet { return sheet{number: number, game: g} }

func (s *sheet) apply(e record.Event) {
	switch e := e.(type) {
	case record.Start:
		s.start, s.mode, s.moves, s.end = e.FEN, e.Mode, nil, nil
	case record.Move:
		s.move(e)
	case record.Complete:
		s.complete(e)
	case record.Retract:
		s.retract(e)
	case record.Finding:
		s.notices = append(s.notices, Notice{e.T, e.Ply, e.Code, string(e.Level), e.Article, e.Text})
	case record.Claim:
		s.notices = append(s.notices, Notice{e.T, e.Ply, "claim", "claim", e.Article, e.In(sentence.English)})
	case record.End:
		s.end = &e
	case record.Reopen:
		s.end = nil
	}
}

// move writes a ply, or writes it anew where a second reading replaces it: what
// its completion said stays.
func (s *sheet) move(m record.Move) {
	p := Ply{
		Ply: m.Ply, Number: m.Number(), Side: m.Side, SAN: m.SAN, UCI: m.UCI, Legal: m.Legal,
		Inferred: m.Inferred, Confidence: m.Confidence, fen: m.FEN,
	}
	if i := s.find(m.Ply); i >= 0 {
		old := s.moves[i]
		p.Completed, p.ClockMS, p.SpentMS = old.Completed, old.ClockMS, old.SpentMS
		s.moves[i] = p
		return
	}
	s.moves = append(s.moves, p)
}

func (s *sheet) complete(c record.Complete) {
	i := s.find(c.Ply)
	if i < 0 {
		return
	}
	p := &s.moves[i]
	p.Completed, p.SpentMS, p.ClockMS = true, c.SpentMS, c.WhiteMS
	if p.Side == observation.Black {
		p.ClockMS = c.BlackMS
	}
}

// retract takes a ply off the sheet. What was found on a reading that turned out
// to be another is void; what players or arbiter took back stays found.
func (s *sheet) retract(r record.Retract) {
	s.moves = slices.DeleteFunc(s.moves, func(p Ply) bool { return p.Ply == r.Ply })
	if r.Why == "revision" {
		s.notices = slices.DeleteFunc(s.notices, func(n Notice) bool { return n.Ply == r.Ply })
	}
}

// find returns the index of a ply. It is nearly always the last.
func (s *sheet) find(ply int) int {
	for i := len(s.moves) - 1; i >= 0; i-- {
		if s.moves[i].Ply == ply {
			return i
		}
	}
	return -1
}

// fen is the record's position now.
func (s *sheet) fen() string {
	if n := len(s.moves); n > 0 {
		return s.moves[n-1].fen
	}
	return s.start
}

func (s *sheet) show() Sheet {
	out := Sheet{
		Number: s.number, Closed: s.closed, Mode: s.mode, Start: s.start, ToMove: sideToMove(s.fen()),
		Moves: clone(s.moves), Result: "*",
		Unshown: max(0, len(s.notices)-maxNotices),
		Game: Names{s.game.Event, s.game.Site, s.game.Date, s.game.Round, s.game.Board, s.game.White, s.game.Black,
			s.game.TimeControl, s.game.Laws},
	}
	out.Notices = clone(s.notices[out.Unshown:])
	if s.end != nil {
		out.Result, out.Termination = s.end.Result, s.end.Termination
	}
	return out
}

func sideToMove(fen string) string {
	if f := strings.Fields(fen); len(f) > 1 {
		switch f[1] {
		case "w":
			return "white"
		case "b":
			return "black"
		}
	}
	return ""
}
