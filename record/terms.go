package record

import (
	"fmt"

	"recorderd/laws"
	"recorderd/observation"
	"recorderd/position"
)

// Terms are what the header says of how the game is judged.
type Terms struct {
	game    observation.Game
	edition *laws.Edition
	control laws.TimeControl
	mode    laws.Mode
	start   position.Position
	signals signals
}

// ParseTerms reads the terms of a game. The error names the field and what it
// may be.
func ParseTerms(g observation.Game) (t Terms, err error) {
	t.game = g
	if g.Laws == "" {
		g.Laws = DefaultLaws
	}
	if t.edition, err = laws.Load(g.Laws); err != nil {
		return t, fmt.Errorf("laws: %w", err)
	}
	if t.control, err = laws.ParseTimeControl(orUnknown(g.TimeControl)); err != nil {
		return t, fmt.Errorf("time_control: %w", err)
	}
	t.mode = t.edition.Mode(t.control)
	if g.Variant != "" && g.Variant != "chess960" {
		return t, fmt.Errorf("variant: %q is not known: want chess960, or leave it out", g.Variant)
	}
	if t.signals, err = parseSignals(g.Signals); err != nil {
		return t, fmt.Errorf("signals: %w", err)
	}
	t.start = position.Start()
	if g.FEN != "" {
		if t.start, err = position.ParseLoose(g.FEN); err != nil {
			return t, fmt.Errorf("fen: %w", err)
		}
	}
	t.start.SetChess960(g.Variant == "chess960")
	return t, nil
}

// Start returns the announced start position.
func (t Terms) Start() position.Position { return t.start }

// Control returns the time control.
func (t Terms) Control() laws.TimeControl { return t.control }

// Edition returns the edition of the Laws.
func (t Terms) Edition() *laws.Edition { return t.edition }

// ruleset is what the game is played under.
func (t *Terms) ruleset() laws.Ruleset { return t.edition.Ruleset(t.mode, t.game.Competition()) }

// orUnknown is the time control of a game that names none.
func orUnknown(control string) string {
	if control == "" {
		return "?"
	}
	return control
}
