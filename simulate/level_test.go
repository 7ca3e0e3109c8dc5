package simulate

import (
	"fmt"
	"math"
	"testing"

	"recorderd/observation"
	"recorderd/position"
)

// tally counts what happened in many games, and how often it could have.
type tally struct {
	games, plies, captures, recaptures, castlings, passants, overEmpty int
	touches                                                            map[TouchKind]int // plies with one
	each                                                               map[TouchKind]int
	faults                                                             map[FaultKind]int
	lifts, landings                                                    int
}

func tallyOf(t *testing.T, level Level, rounds int) tally {
	t.Helper()
	c := tally{touches: map[TouchKind]int{}, each: map[TouchKind]int{}, faults: map[FaultKind]int{}}
	for round := range rounds {
		for i, g := range engineGames(t) {
			g.Result = "*" // no king goes anywhere after the end
			tl, faults := noisyGame(level, uint64(round*1000+i), g)
			c.game(tl, faults, g)
		}
	}
	return c
}

// noisyGame leaves out what follows the end.
func noisyGame(level Level, seed uint64, g Game) (Timeline, []Fault) {
	n := Noise{Level: level, Sensing: observation.Identity, Clock: true, Hands: seed, Sensor: seed}
	opt := n.options()
	opt.Habits.Kings, opt.Habits.Analysis, opt.Habits.SetUp = 0, 0, false
	tl := Session(opt, g)
	_, faults := n.sensor().Feel(tl)
	return tl, faults
}

func (c *tally) game(tl Timeline, faults []Fault, g Game) {
	c.games++
	line := after(g)
	for i, m := range g.Moves {
		c.move(&line[i], m)
		if i > 0 && line[i].IsCapture(m) && line[i-1].IsCapture(g.Moves[i-1]) && m.To() == g.Moves[i-1].To() {
			c.recaptures++
		}
	}
	for _, ply := range tl.Games[0].Plies {
		had := map[TouchKind]bool{}
		for _, touch := range ply.Touches {
			had[touch.Kind] = true
			c.each[touch.Kind]++
		}
		for kind := range had {
			c.touches[kind]++
		}
	}
	for _, f := range faults {
		c.faults[f.Kind]++
	}
	for _, d := range tl.Deeds {
		switch d.Kind {
		case Lift:
			c.lifts++
		case Put:
			c.landings++
		}
	}
}

func (c *tally) move(pos *position.Position, m position.Move) {
	c.plies++
	switch {
	case m.IsCastling():
		c.castlings++
	case m.IsEnPassant():
		c.passants++
	case len(squaresBetween(m.From(), m.To())) > 0:
		c.overEmpty++
	}
	if pos.IsCapture(m) {
		c.captures++
	}
}

// near complains if a count is further from its share than chance explains, and
// more than a tenth.
func near(t *testing.T, what string, got, of, inThousand int) {
	t.Helper()
	want := float64(of) * float64(inThousand) / 1000
	if off := math.Abs(float64(got) - want); off > 4*math.Sqrt(want)+want/10 {
		t.Errorf("%s: %d in %d, want about %.0f", what, got, of, want)
	}
}

func TestLevelsAreAsTheirTableSays(t *testing.T) {
	for _, level := range Levels() {
		t.Run(string(level), func(t *testing.T) {
			c := tallyOf(t, level, 2)
			style, habits := level.Hands()
			near(t, "slides", c.touches[Slid], c.overEmpty, habits.Slide)
			near(t, "bounces", c.touches[Bounced], c.plies, habits.Bounce)
			near(t, "wrong squares", c.touches[Corrected], c.plies, habits.WrongSquare)
			near(t, "carried victims", c.touches[CarriedVictim], c.captures, habits.Carried)
			near(t, "adjustments", c.touches[Adjusted], c.plies, habits.Adjust)
			near(t, "touches", c.touches[PutBack], c.plies, habits.Touch)
			near(t, "knock-overs", c.touches[KnockedOver], c.plies, habits.KnockOver)
			near(t, "forgotten presses", c.touches[PressForgotten], c.plies, habits.Forgotten)
			near(t, "double presses", c.touches[PressedTwice], c.plies, habits.DoublePress)
			near(t, "early replies", c.touches[BegunEarly], c.plies, habits.EarlyReply)
			near(t, "overlaps", c.touches[Overlapped], c.recaptures, habits.Overlap)
			near(t, "rook first", c.touches[RookFirst], c.castlings, 10*style.RookFirst)
			near(t, "both off", c.touches[BothOff], c.castlings, 10*style.BothOff)
			near(t, "late rooks", c.touches[LateRook], c.castlings, habits.LateRook)
			near(t, "late victims", c.touches[LateVictim], c.passants, 10*style.VictimLate)

			faults := sensors[level].faults
			near(t, "off centre", c.faults[OffCentre], c.landings, faults.OffCentre)
			near(t, "wrong codes", c.faults[WrongCode], c.landings, faults.WrongCode)
			near(t, "ghosts", c.faults[Ghost], c.lifts, faults.Ghost)
			near(t, "drop-outs", c.faults[DropOut], c.games, faults.DropOuts)
			near(t, "dead squares", c.faults[Dead], c.games, faults.Dead)
		})
	}
}

func TestAdjustingComesInSeries(t *testing.T) {
	c := tallyOf(t, LevelHeavy, 1)
	// Seven of ten are of one piece, three of two to four.
	if mean := float64(c.each[Adjusted]) / float64(c.touches[Adjusted]); mean < 1.5 || mean > 1.75 {
		t.Errorf("%.2f pieces are adjusted at a time, want about 1.6", mean)
	}
}

// How long the things take that hands do, in milliseconds.
func TestTouchesLastAsLongAsTheTableSays(t *testing.T) {
	want := map[TouchKind]limits{
		Corrected: {300, 1500}, Adjusted: {120, 700}, PutBack: {300, 2500}, CarriedVictim: {60, 200},
		KnockedOver: {500, 7000}, BegunEarly: {1, 400}, Overlapped: {50, 250}, PressedTwice: {50, 300},
	}
	for i, g := range engineGames(t) {
		tl := noisyHands(LevelHeavy, true, uint64(i), g)
		for _, ply := range tl.Games[0].Plies {
			for _, touch := range ply.Touches {
				l, ok := want[touch.Kind]
				if lasted := touch.Until - touch.At; ok && (lasted < l.low || lasted > l.high) {
					t.Errorf("game %d: a %s lasted %d ms", i+1, touch.Kind, lasted)
				}
			}
		}
	}
}

func TestAPieceOffItsCentreIsReadAsNothingNowAndThen(t *testing.T) {
	stands := Timeline{End: 1_000_000, Deeds: []Deed{{At: 1000, Kind: Put, Square: d4, Piece: 'Q'}}}
	s := Sensor{Board: observation.Board{ScanMS: 100}, Faults: Faults{OffCentre: 1000, Flicker: 300}, Seed: 4}
	_, bs := Sense(stands, s)
	empty, since := int64(0), int64(-1)
	for _, b := range bs {
		for _, f := range b.Facts {
			c, ok := f.(observation.Change)
			switch {
			case ok && c.Piece == observation.Empty:
				since = b.T
			case ok && since >= 0:
				empty, since = empty+b.T-since, -1
			}
		}
	}
	if empty < 270_000 || empty > 330_000 {
		t.Errorf("%d of 1,000,000 ms it was read as nothing, want about 300,000", empty)
	}
	if got := images(bs)[bs[len(bs)-1].T][d4]; got != 'Q' {
		t.Errorf("in the end there is %q", got)
	}
}

func TestFaultsLastWholeScans(t *testing.T) {
	for i, g := range engineGames(t)[:30] {
		n := Noise{Level: LevelHeavy, Sensing: observation.Identity, Sensor: uint64(i), Hands: uint64(i)}
		h, _, truth := n.Play(g)
		for _, f := range truth.Faults {
			scans := map[FaultKind]int64{DropOut: 3, WrongCode: 1, Ghost: 1}[f.Kind]
			if lasted := f.Until - f.At; scans > 0 && lasted > scans*h.Board.ScanMS {
				t.Errorf("a %s lasted %d ms with a scan of %d", f.Kind, lasted, h.Board.ScanMS)
			}
		}
	}
}

func TestScanPeriodsAreThoseOfTheLevel(t *testing.T) {
	want := map[Level][2]limits{
		LevelNone: {{50, 50}, {10, 10}}, LevelLight: {{100, 100}, {20, 20}},
		LevelUsual: {{200, 200}, {50, 50}}, LevelHeavy: {{200, 250}, {200, 200}},
	}
	for level, w := range want {
		for i, sensing := range sensings[:2] {
			low, high := int64(math.MaxInt64), int64(0)
			for seed := range uint64(200) {
				s := level.Sensor(sensing, true, seed)
				low, high = min(low, s.Board.ScanMS), max(high, s.Board.ScanMS)
				if s.Phase < 0 || s.Phase >= s.Board.ScanMS {
					t.Errorf("%s: phase %d of %d", level, s.Phase, s.Board.ScanMS)
				}
			}
			if low != w[i].low || high != w[i].high {
				t.Errorf("%s, %s: scans of %d to %d ms, want %v", level, sensing, low, high, w[i])
			}
		}
	}
}

func TestKingsGoToTheSquaresOfTheResult(t *testing.T) {
	want := map[string]string{"1-0": "e4 d5", "0-1": "d4 e5"}
	g := engineGames(t)[7]
	for result, squares := range want {
		for seed := range uint64(20) {
			g.Result = result
			opt := playing(seed, Style{})
			opt.Habits = Habits{Kings: 1000}
			tl := Session(opt, g)
			checkDeeds(t, fmt.Sprintf("%s, seed %d", result, seed), tl)
			pl := tl.Final()
			got := map[observation.Square]bool{}
			for sq, piece := range pl {
				if piece == 'K' || piece == 'k' {
					got[observation.Square(sq)] = true
				}
			}
			pair := map[string][2]observation.Square{"e4 d5": {e4, d5}, "d4 e5": {d4, e5}}[squares]
			if len(got) != 2 || !got[pair[0]] || !got[pair[1]] {
				t.Errorf("%s: the kings stand on %v", result, got)
			}
		}
	}
}
