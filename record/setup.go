package record

import (
	"slices"

	"recorderd/laws"
	"recorderd/observation"
	"recorderd/position"
)

// clockSetting is the fault of a clock that began with other times than the
// announced ones. The other kinds are those of setup-wrong.
const clockSetting = "clock-setting"

// setUpFault is what was wrong about how the game was begun. It is mended before
// this ply, 0 if nobody mended it.
type setUpFault struct {
	kind   string
	mended int
}

func (r *Record) noteSetUp(kind string) {
	f := setUpFault{kind: kind}
	if !slices.Contains(r.setUp, f) {
		r.setUp = append(r.setUp, f)
	}
}

// clockSet takes the arbiter's setting of the clock for the right one.
func (r *Record) clockSet() {
	for i := range r.setUp {
		if f := &r.setUp[i]; f.kind == clockSetting && f.mended == 0 {
			f.mended = r.Plies() + 1
		}
	}
}

// outstanding returns the faults of the set-up that were not put right by ply n.
func (r *Record) outstanding(n int) (kinds []string) {
	right := r.plies[0].After.Placement() == r.start.Placement()
	for _, f := range r.setUp {
		placed := f.kind != clockSetting && f.kind != "board-reversed"
		if (f.mended == 0 || n < f.mended) && !(placed && right) {
			kinds = append(kinds, f.kind)
		}
	}
	return kinds
}

// setUpArticle returns the article about a wrong set-up.
func (r *Record) setUpArticle(kind string) laws.Rule {
	rules := &r.edition.Setup
	switch {
	case kind == "colours-reversed":
		return rules.ColoursReversed.Rule
	case r.underAppendix():
		return rules.Cutoff.Rule
	case kind == "board-reversed":
		return rules.WrongOrientation
	}
	return rules.WrongPosition
}

func (r *Record) underAppendix() bool { return r.ruleset().Appendix() }

// judgeWindow finds that with ply n so many moves were made, or completed, by
// each player that faults of the set-up can no longer be claimed. The colours are
// no matter of the appendix.
func (r *Record) judgeWindow(n int, v *verdict, state laws.State) {
	faults := r.outstanding(n)
	if len(faults) == 0 {
		return
	}
	colours := func(kind string) bool { return kind == "colours-reversed" }
	if cutoff := r.edition.Setup.Cutoff; r.underAppendix() && cutoff.Counts == state {
		r.closeWindow(n, v, slices.DeleteFunc(slices.Clone(faults), colours), cutoff.Rule, cutoff.MovesEach)
	}
	if rule := r.edition.Setup.ColoursReversed; state == laws.Made && slices.ContainsFunc(faults, colours) {
		r.closeWindow(n, v, []string{"colours-reversed"}, rule.Rule, rule.NewGameBefore)
	}
}

// closeWindow says so if ply n is the one with which each player has so many
// moves.
func (r *Record) closeWindow(n int, v *verdict, faults []string, rule laws.Rule, each int) {
	if len(faults) == 0 || each == 0 || !rule.Exists() || r.movesEach(n) != each || r.movesEach(n-1) == each {
		return
	}
	if !rule.Verified() {
		v.doubt("setup")
		return
	}
	p := &r.plies[n]
	at := p.T
	if p.done != nil {
		at = p.done.T
	}
	d := data{"faults": faults, "moves": each}
	if barred := r.barredCastlings(); len(barred) > 0 {
		d["castling_barred"] = barred
	}
	v.add(Finding{T: at, Code: "setup-window-closed", Ply: n, Side: observation.NoSide, Article: rule.Article, Data: d})
}

// movesEach returns how many moves both players have made, up to ply n.
func (r *Record) movesEach(n int) int {
	return min(r.movesBy(observation.White, n), r.movesBy(observation.Black, n))
}

// movesBy returns how many moves this side has made, up to ply n.
func (r *Record) movesBy(s observation.Side, n int) (moves int) {
	for i := 1; i <= n; i++ {
		if r.plies[i].Side == s {
			moves++
		}
	}
	return moves
}

// barredCastlings returns the castlings that the edition bars for the rest of
// the game, because of where king and rooks stood at the start.
func (r *Record) barredCastlings() (barred []string) {
	bar := r.edition.Setup.Cutoff.Castling
	began := &r.plies[0].After
	for _, s := range [...]observation.Side{observation.White, observation.Black} {
		home, ok := r.start.Rights().King(s)
		if !ok {
			continue
		}
		stands := began.At(home)
		misplaced := stands != position.MakePiece(s, position.King)
		exchanged := stands == position.MakePiece(s, position.Queen)
		for _, wing := range [...]position.Wing{position.KingSide, position.QueenSide} {
			rook, ok := r.start.Rights().Rook(s, wing)
			rookMisplaced := ok && began.At(rook) != position.MakePiece(s, position.Rook)
			if ok && (bar == laws.KingAndQueen && exchanged || bar == laws.KingOrRook && (misplaced || rookMisplaced)) {
				barred = append(barred, s.String()+" "+castlings[wing])
			}
		}
	}
	return barred
}

var castlings = map[position.Wing]string{position.KingSide: "O-O", position.QueenSide: "O-O-O"}
