package record_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/reconstruct"
	"recorderd/record"
)

// teller tells a record what a tracker has read, a ply a second.
type teller struct {
	t     *testing.T
	r     *record.Record
	plies []reconstruct.Made // the start is the first
	said  []string
	lines []record.Event
}

func tell(t *testing.T, g observation.Game) *teller {
	t.Helper()
	r, err := record.New(observation.Header{Game: g})
	if err != nil {
		t.Fatal(err)
	}
	s := &teller{t: t, r: r}
	start, err := record.ParseTerms(g)
	if err != nil {
		t.Fatal(err)
	}
	pos := start.Start()
	s.plies = []reconstruct.Made{{After: pos}}
	s.step(reconstruct.Began{Position: pos})
	return s
}

// step tells steps and keeps what is said to them.
func (s *teller) step(steps ...reconstruct.Step) {
	s.take(record.Follow(s.r, s.now(), steps...))
}

func (s *teller) now() int64 { return int64(1000 * len(s.plies)) }

func (s *teller) take(lines []record.Event) {
	for _, e := range lines {
		s.lines = append(s.lines, e)
		s.said = append(s.said, brief(e))
	}
}

// made tells plies, each completed half a second later.
func (s *teller) made(sans string) *teller {
	s.t.Helper()
	for _, san := range strings.Fields(sans) {
		m := s.legal(len(s.plies), san)
		s.plies = append(s.plies, m)
		s.step(m, s.completed(m.Ply))
	}
	return s
}

func (s *teller) completed(ply int) reconstruct.Completed {
	return reconstruct.Completed{T: int64(1000*ply + 500), Ply: ply}
}

// legal returns a ply after those before it.
func (s *teller) legal(ply int, san string) reconstruct.Made {
	s.t.Helper()
	before := s.plies[ply-1].After
	m, err := before.ParseSAN(san)
	if err != nil {
		s.t.Fatalf("ply %d: %v", ply, err)
	}
	t := int64(1000 * ply)
	return reconstruct.Made{T: t, Known: t, Imaged: t, Ply: ply, Side: before.Side(), Move: m, SAN: before.SAN(m), UCI: before.UCI(m),
		Before: before, After: before.After(m), Legal: true, Confidence: 100}
}

// illegal tells a ply that is not legal: a piece goes from one square to
// another, and the clock is pressed on it.
func (s *teller) illegal(from, to, san, kind string) *teller {
	s.t.Helper()
	m := s.irregular(len(s.plies), from, to, san, kind)
	s.plies = append(s.plies, m)
	s.step(m, s.completed(m.Ply))
	return s
}

func (s *teller) irregular(ply int, from, to, san, kind string) reconstruct.Made {
	s.t.Helper()
	before := s.plies[ply-1].After
	a, errA := observation.ParseSquare(from)
	b, errB := observation.ParseSquare(to)
	if errA != nil || errB != nil {
		s.t.Fatal(errA, errB)
	}
	pl := before.Placement()
	pl[b], pl[a] = pl[a], position.Empty
	t := int64(1000 * ply)
	return reconstruct.Made{T: t, Known: t, Pressed: t + 500, Ply: ply, Side: before.Side(), SAN: san + "?!illegal", UCI: from + to, Before: before,
		After: position.FromPlacement(pl, before.Side().Other(), before.Rights()), Kind: kind, Confidence: 100}
}

// doubt makes the last ply one that could have been another.
func doubt(m reconstruct.Made, other string) reconstruct.Made {
	m.Confidence, m.Doubt, m.Alternatives = 60, "ambiguous-move", [][]string{{other}}
	return m
}

// revised tells that the plies from one on read so.
func (s *teller) revised(from int, plies ...func(ply int) reconstruct.Made) *teller {
	s.t.Helper()
	var step reconstruct.Revised
	step.Ply = from
	s.said = nil
	for i, read := range plies {
		m := read(from + i)
		m.Known = s.now()
		s.plies[from+i] = m
		step.Plies = append(step.Plies, m)
	}
	s.step(step)
	return s
}

func (s *teller) as(san string) func(int) reconstruct.Made {
	return func(ply int) reconstruct.Made { return s.legal(ply, san) }
}

func (s *teller) all(sans string) (reads []func(int) reconstruct.Made) {
	for _, san := range strings.Fields(sans) {
		reads = append(reads, s.as(san))
	}
	return reads
}

// retracted tells that the last ply does not stand.
func (s *teller) retracted(why string) *teller {
	ply := len(s.plies) - 1
	s.plies = s.plies[:ply]
	s.step(reconstruct.Retracted{T: s.now(), Ply: ply, Why: why})
	return s
}

func (s *teller) act(a observation.Act) *teller {
	s.take(s.r.Apply(observation.Batch{T: s.now(), Facts: []observation.Fact{a}}))
	return s
}

// brief writes a line in few words.
func brief(e record.Event) string {
	switch e := e.(type) {
	case record.Move:
		sure := ""
		if e.Confidence != record.Sure {
			sure = "?"
		}
		return fmt.Sprintf("%d.%s%s", e.Ply, e.SAN, sure)
	case record.Complete:
		return fmt.Sprintf("complete %d", e.Ply)
	case record.Retract:
		return fmt.Sprintf("retract %d %s", e.Ply, e.Why)
	case record.Finding:
		return fmt.Sprintf("%s@%d t%d", e.Code, e.Ply, e.T)
	case record.Claim:
		verdict := "unjudged"
		if e.Supported != nil {
			verdict = fmt.Sprint(*e.Supported)
		}
		return fmt.Sprintf("claim@%d %s t%d", e.Ply, verdict, e.T)
	case record.End:
		return fmt.Sprintf("end %s %s", e.Result, e.Termination)
	}
	return record.Name(e)
}

func (s *teller) want(want ...string) {
	s.t.Helper()
	if !slices.Equal(s.said, want) {
		s.t.Errorf("said\n\t%s\nwant\n\t%s", strings.Join(s.said, "; "), strings.Join(want, "; "))
	}
}

// found is what the summary counts.
func (s *teller) found(code string, want int) {
	s.t.Helper()
	if n := s.r.Summary().Findings[code]; n != want {
		s.t.Errorf("%s counted %d times, want %d", code, n, want)
	}
}

// A doubt that is settled, or comes up, is told by a second line for that ply
// and no other.
func TestAnotherConfidenceIsASecondLine(t *testing.T) {
	s := tell(t, observation.Game{}).made("e4 d5 Nc3")
	m := doubt(s.legal(4, "Nf6"), "g8h6")
	s.plies = append(s.plies, m)
	s.step(m, s.completed(4))
	s.made("exd5")
	s.revised(4, s.all("Nf6 exd5")...).want("4.Nf6")
	s.found("ambiguous-move", 1)

	s.revised(4, func(ply int) reconstruct.Made { return doubt(s.legal(ply, "Nf6"), "g8h6") }, s.as("exd5")).want("4.Nf6?")
	s.found("ambiguous-move", 1)

	s.revised(3, func(ply int) reconstruct.Made { return doubt(s.legal(ply, "Nc3"), "b1a3") }, func(ply int) reconstruct.Made { return doubt(s.legal(ply, "Nf6"), "g8h6") },
		s.as("exd5")).want("3.Nc3?", "ambiguous-move@3 t3000")
	s.revised(5, s.as("exd5")).want()
}

// On a board that does not know pieces the capture may have been another one:
// the position differs in all plies after it.
func TestAnotherMoveIsASecondLineForAllThatItChanges(t *testing.T) {
	s := tell(t, observation.Game{}).made("e4 d5 Nc3 Nf6 exd5 Nxd5 Nf3")
	s.revised(6, s.all("Qxd5 Nf3")...).want("6.Qxd5", "7.Nf3")
	for _, e := range s.lines[len(s.lines)-2:] {
		m := e.(record.Move)
		if m.T != int64(1000*m.Ply) || m.Known != 8000 {
			t.Errorf("ply %d at %d, known %d; want its own time, known 8000", m.Ply, m.T, m.Known)
		}
		if strings.HasPrefix(m.FEN, "rnbqkb1r") {
			t.Errorf("ply %d has the position of the reading before: %s", m.Ply, m.FEN)
		}
	}
	if sum := s.r.Summary(); sum.Moves[5] != "Qxd5" || sum.Plies != 7 {
		t.Errorf("summary: %v", sum.Moves)
	}
}

// What was found and is not true under the new reading withdraws the plies from
// the first that changed, and what is still true is found again, at its time.
func TestAFindingThatBecameFalseWithdrawsThePlies(t *testing.T) {
	s := tell(t, observation.Game{})
	m := doubt(s.legal(1, "Nf3"), "g1h3")
	s.plies = append(s.plies, m)
	s.step(m, s.completed(1))
	s.made("Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
	s.found("threefold", 1)
	s.revised(1, s.all("Nf3 Nf6 Ng1 Ng8 Nh3 Nf6 Ng1 Nh5")...).want(
		"retract 8 revision", "retract 7 revision", "retract 6 revision", "retract 5 revision", "retract 4 revision", "retract 3 revision", "retract 2 revision", "retract 1 revision",
		"1.Nf3", "complete 1", "ambiguous-move@1 t1000", "2.Nf6", "complete 2", "3.Ng1", "complete 3", "4.Ng8", "complete 4",
		"5.Nh3", "complete 5", "6.Nf6", "complete 6", "7.Ng1", "complete 7", "8.Nh5", "complete 8")
	s.found("threefold", 0)
	s.found("ambiguous-move", 1)
	s.made("Nf3 Ng3 Ng1 Nh5").found("threefold", 0)
}

// Only what comes from the first ply that changed on is withdrawn.
func TestPliesBeforeTheChangeStand(t *testing.T) {
	s := tell(t, observation.Game{}).made("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8")
	s.revised(1, s.all("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Rg8")...).want("retract 8 revision", "8.Rg8", "complete 8")
	s.found("threefold", 0)
}

func TestAMateThatWasNone(t *testing.T) {
	s := tell(t, observation.Game{}).made("f3 e5 g4")
	m := doubt(s.legal(4, "Qh4"), "d8g5")
	s.plies = append(s.plies, m)
	s.said = nil
	s.step(m)
	s.want("4.Qh4#?", "ambiguous-move@4 t4000", "complete 4", "checkmate@4 t4000", "end 0-1 checkmate")
	s.revised(4, s.as("Qg5")).want("reopen", "retract 4 revision", "4.Qg5", "ambiguous-move@4 t4000")
	s.found("checkmate", 0)
	if s.r.Ended() {
		t.Error("the game is still over")
	}
	s.said = nil
	s.step(s.completed(4))
	s.want("complete 4")

	// And the other way round.
	s.revised(4, s.as("Qh4")).want("4.Qh4#", "checkmate@4 t4000", "end 0-1 checkmate")
	s.found("checkmate", 1)
	if sum := s.r.Summary(); sum.Result != "0-1" || sum.Plies != 4 {
		t.Errorf("summary: %+v", sum)
	}
}

// No move follows an end: where one that holds is there, it is said again.
func TestARevisionAfterAnEndThatHolds(t *testing.T) {
	s := tell(t, observation.Game{}).made("e4 d5 Nc3 Nf6 exd5 Nxd5")
	s.act(observation.Act{By: "white", Kind: observation.ActResign})
	s.revised(6, s.as("Qxd5")).want("reopen", "6.Qxd5", "end 0-1 resignation")

	s = tell(t, observation.Game{}).made("f3 e5 g4")
	m := doubt(s.legal(4, "Qh4"), "d8g5")
	s.plies = append(s.plies, m)
	s.step(m)
	s.revised(4, s.as("Qh4")).want("reopen", "4.Qh4#", "end 0-1 checkmate")
	s.found("checkmate", 1)
}

// What the board ended before anybody resigned is not ended again.
func TestAnEndThatTheBoardMadeBefore(t *testing.T) {
	s := tell(t, observation.Game{}).made("f3 e5 g4 Qg5")
	s.act(observation.Act{By: "black", Kind: observation.ActResign})
	s.revised(4, s.as("Qh4")).want("reopen", "4.Qh4#", "checkmate@4 t4000", "end 0-1 checkmate")
}

// A reading that ends the game in the middle leaves the plies after it out.
func TestARevisionThatEndsTheGameEarlier(t *testing.T) {
	s := tell(t, observation.Game{}).made("f3 e5 g4 Qg5 h3")
	s.revised(4, s.as("Qh4"), func(ply int) reconstruct.Made {
		return s.irregular(ply, "h2", "h3", "h2-h3", "king-left-in-check")
	}).want("retract 5 revision", "retract 4 revision", "4.Qh4#", "complete 4", "checkmate@4 t4000", "end 0-1 checkmate")
	if sum := s.r.Summary(); sum.Plies != 4 || sum.FEN[:8] != "rnb1kbnr" {
		t.Errorf("summary: %+v", sum)
	}

	s = tell(t, observation.Game{FEN: "3k4/p6r/8/8/8/8/7R/3K4 w - - 148 90"}).made("Ke1 a6 Ke2")
	s.revised(2, s.all("Ke8 Ke2")...).want("retract 3 revision", "retract 2 revision", "2.Ke8", "complete 2",
		"seventyfive-move@2 t2000", "end 1/2-1/2 seventyfive-move")
}

// The rook of a castling brought after the press: what was found at the press
// stays and counts (contract, an irregular ply).
func TestAnIrregularPlyThatItsPlayerCompletes(t *testing.T) {
	s := tell(t, observation.Game{TimeControl: "5400+30"}).made("e4 e5 Nf3 Nc6 Bc4 Bc5").illegal("e1", "g1", "Ke1-g1", "castling")
	s.found("illegal-move-completed", 1)
	late := func(ply int) reconstruct.Made {
		m := s.legal(ply, "O-O")
		m.T = 7800 // after the press at 7500
		return m
	}
	s.revised(7, late).want("7.O-O")
	s.found("illegal-move-completed", 1)
	s.made("Nf6").illegal("b1", "b3", "Nb1-b3", "no-such-move")
	if n := countOf(t, s.lines[len(s.lines)-2]); n != 2 {
		t.Errorf("the second illegal move is counted as number %d", n)
	}
	// Even where the ply must be said anew for another reason.
	s.revised(6, s.as("Bd6"), late, s.as("Nf6"), s.as("d3")).want(
		"retract 9 revision", "retract 8 revision", "retract 7 revision", "retract 6 revision", "6.Bd6", "complete 6",
		"7.O-O", "complete 7", "illegal-move-completed@7 t7500", "8.Nf6", "complete 8", "9.d3", "complete 9")
	s.found("illegal-move-completed", 1)
}

// last returns the latest finding of a code.
func (s *teller) last(code string) record.Event {
	s.t.Helper()
	for i := len(s.lines) - 1; i >= 0; i-- {
		if f, ok := s.lines[i].(record.Finding); ok && f.Code == code {
			return f
		}
	}
	s.t.Fatalf("no finding %s", code)
	return nil
}

func countOf(t *testing.T, e record.Event) int {
	t.Helper()
	line := string(record.AppendLine(nil, e))
	_, after, ok := strings.Cut(line, `"count":`)
	if !ok || !strings.HasPrefix(line, `{"ev":"finding"`) {
		t.Fatalf("no finding with a count: %s", line)
	}
	return int(after[0] - '0')
}

// A ply that was legal all along, and only read otherwise, is no illegal move.
func TestAnIllegalMoveThatWasNone(t *testing.T) {
	s := tell(t, observation.Game{TimeControl: "5400+30"}).made("e4 e5").illegal("g1", "g3", "Ng1-g3", "no-such-move").made("Nc6")
	s.revised(3, s.all("Nf3 Nc6")...).want("retract 4 revision", "retract 3 revision", "3.Nf3", "complete 3", "4.Nc6", "complete 4")
	s.found("illegal-move-completed", 0)
	s.illegal("b1", "b3", "Nb1-b3", "no-such-move")
	if n := countOf(t, s.lines[len(s.lines)-2]); n != 1 {
		t.Errorf("the first illegal move is counted as number %d", n)
	}

	// And one that is found to have been illegal withdraws what counted after it.
	s.revised(3, func(ply int) reconstruct.Made { return s.irregular(ply, "g1", "g3", "Ng1-g3", "no-such-move") }, s.as("Nc6"),
		func(ply int) reconstruct.Made { return s.irregular(ply, "b1", "b3", "Nb1-b3", "no-such-move") }).want(
		"retract 5 revision", "retract 4 revision", "retract 3 revision",
		"3.Ng1-g3?!illegal", "complete 3", "illegal-move-completed@3 t3500", "4.Nc6", "complete 4",
		"5.Nb1-b3?!illegal", "complete 5", "illegal-move-completed@5 t5500")
	if n := countOf(t, s.lines[len(s.lines)-1]); n != 2 {
		t.Errorf("the second illegal move is counted as number %d", n)
	}
	s.found("illegal-move-completed", 2)
}

// What was found about a ply that people took back stays found; what was found
// about one that never was, is void.
func TestWhoRetracts(t *testing.T) {
	for why, want := range map[string]int{"revision": 0, "player": 1, "ruling": 1, "agreement": 1} {
		s := tell(t, observation.Game{TimeControl: "5400+30"}).made("e4 e5").illegal("g1", "g3", "Ng1-g3", "no-such-move").retracted(why)
		s.found("illegal-move-completed", want)
		s.made("Nf3 Nc6").illegal("b1", "b3", "Nb1-b3", "no-such-move")
		if n := countOf(t, s.lines[len(s.lines)-2]); n != want+1 {
			t.Errorf("after %s the next illegal move is counted as number %d, want %d", why, n, want+1)
		}
		s.revised(3, append(s.all("Nf3 Nc6"), func(ply int) reconstruct.Made {
			return doubt(s.irregular(ply, "b1", "b3", "Nb1-b3", "no-such-move"), "b1c3")
		})...).want("5.Nb1-b3?!illegal?", "ambiguous-move@5 t0")
	}
}

// What came later does not change how an earlier one is counted.
func TestACountIsThatOfItsTime(t *testing.T) {
	read := func(s *teller, ply int) reconstruct.Made {
		return s.irregular(ply, "g1", "g3", "Ng1-g3", "no-such-move")
	}
	s := tell(t, observation.Game{TimeControl: "5400+30"}).made("e4 e5").illegal("g1", "g3", "Ng1-g3", "no-such-move").made("Nc6").
		illegal("b1", "b3", "Nb1-b3", "no-such-move").retracted("ruling").made("d3")
	s.revised(3, func(ply int) reconstruct.Made { return doubt(read(s, ply), "g1f3") }, s.as("Nc6"), s.as("d3")).
		want("3.Ng1-g3?!illegal?", "ambiguous-move@3 t0")
	s.found("illegal-move-completed", 2)
}

// The same fault again, at the same ply, after the first was put back.
func TestTheSameFaultTwiceAtOnePly(t *testing.T) {
	illegal := func(s *teller) *teller { return s.illegal("g1", "g3", "Ng1-g3", "no-such-move") }
	s := tell(t, observation.Game{TimeControl: "180+2"}).made("e4 e5")
	illegal(s).made("d6").retracted("ruling").retracted("ruling")
	s.said = nil
	illegal(s).made("d6").want("3.Ng1-g3?!illegal", "illegal-move-completed@3 t3500", "complete 3", "4.d6", "illegal-move-stands@3 t4000", "complete 4")
	s.revised(3, func(ply int) reconstruct.Made {
		return doubt(s.irregular(ply, "g1", "g3", "Ng1-g3", "no-such-move"), "g1f3")
	}, s.as("d6")).
		want("3.Ng1-g3?!illegal?", "ambiguous-move@3 t0")
	s.found("illegal-move-completed", 2)
	s.found("illegal-move-stands", 2)
}

// What the tracker noticed hangs on the reading: it stays with a revision of the
// same plies, and goes with plies that were not there.
func TestNoticesOfPliesThatAreReadAnew(t *testing.T) {
	game := func() *teller {
		s := tell(t, observation.Game{}).made("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")
		s.step(reconstruct.Noticed{T: 7100, Code: "press-missing", Ply: 7, Side: observation.White})
		return s.made("Ng8")
	}
	s := game()
	s.revised(7, s.all("Nd4 Ng8")...).want("retract 8 revision", "retract 7 revision",
		"7.Nd4", "complete 7", "press-missing@7 t7100", "8.Ng8", "complete 8")
	s.found("press-missing", 1)

	s = game().retracted("revision").retracted("revision")
	s.found("press-missing", 0)
	s.said = nil
	s.made("Nd4").want("7.Nd4", "complete 7")
}

// A cable that was out was out, however the plies are read: it is said again
// with the ply that takes the place of the one that it was said of.
func TestFactsOutliveReadings(t *testing.T) {
	s := tell(t, observation.Game{}).made("e4 e5")
	s.take(s.r.Apply(observation.Batch{T: 2600, Facts: []observation.Fact{observation.Link{Device: observation.ClockDevice}}}))
	s.found("link-lost", 1)
	s.retracted("revision").found("link-lost", 0)
	s.said = nil
	s.made("c5").want("2.c5", "link-lost@2 t2600", "clock-lost@2 t2600", "complete 2")
	s.found("link-lost", 1)
	s.retracted("player").made("e5").found("link-lost", 1)
}

func TestAClaimIsJudgedAgain(t *testing.T) {
	s := tell(t, observation.Game{}).made("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1")
	s.act(observation.Act{By: "black", Kind: observation.ActClaim, Claim: "threefold", Move: "Ng8"})
	if last := s.said[len(s.said)-1]; last != "claim@7 true t8000" {
		t.Fatalf("claimed: %s", last)
	}
	s.revised(6, s.all("Nc6 Ng1")...).want("retract 7 revision", "retract 6 revision", "6.Nc6", "complete 6", "7.Ng1", "complete 7", "claim@7 false t8000")

	// A claim whose verdict does not change withdraws nothing.
	s = tell(t, observation.Game{}).made("e4 d5 exd5 Qxd5")
	s.act(observation.Act{By: "white", Kind: observation.ActClaim, Claim: "fifty"})
	s.revised(4, func(ply int) reconstruct.Made { return doubt(s.legal(ply, "Qxd5"), "g8f6") }).want("4.Qxd5?", "ambiguous-move@4 t4000")
}

func TestPressesWithoutAMoveAreCountedAgain(t *testing.T) {
	press := func(s *teller) {
		s.step(reconstruct.Noticed{T: s.now(), Code: "press-without-move", Ply: len(s.plies) - 1, Side: observation.White})
	}
	s := tell(t, observation.Game{TimeControl: "5400+30"}).made("e4 e5").illegal("g1", "g3", "Ng1-g3", "no-such-move").made("Nc6")
	press(s)
	if n := countOf(t, s.lines[len(s.lines)-1]); n != 2 {
		t.Errorf("counted as number %d, want 2", n)
	}
	s.revised(3, s.all("Nf3 Nc6")...)
	if n := countOf(t, s.lines[len(s.lines)-1]); n != 1 {
		t.Errorf("after the revision counted as number %d, want 1", n)
	}
	press(s)
	if n := countOf(t, s.lines[len(s.lines)-1]); n != 2 {
		t.Errorf("the next is counted as number %d, want 2", n)
	}
}

// An illegal move stands when the opponent has made his next move and nobody
// acted, in the kinds of play where the edition says so.
func TestAnIllegalMoveStands(t *testing.T) {
	for _, c := range []struct {
		laws, control string
		act           observation.ActKind
		want          string
	}{
		{"fide-2018", "180+2", "", "illegal-move-stands@3 t4000 B.4, A.4.2"},
		{"fide-2023", "900+10", "", "illegal-move-stands@3 t4000 A.5.2"},
		{"fide-2023", "5400+30", "", ""},
		{"fide-2001", "900", "", "illegal-move-stands@3 t4000 B5(b)"},
		{"fide-2001", "300", "", "rule-unverified@3 t4000 C3"},
		{"fide-2018", "180+2", observation.ActClaim, ""},
		{"fide-2018", "180+2", observation.ActRuling, ""},
		{"fide-2018", "180+2", observation.ActNote, "illegal-move-stands@3 t4000 B.4, A.4.2"},
	} {
		s := tell(t, observation.Game{Laws: c.laws, TimeControl: c.control}).made("e4 e5").illegal("g1", "g3", "Ng1-g3", "no-such-move")
		if c.act != "" {
			s.act(observation.Act{By: "black", Kind: c.act, Claim: "illegal-move"})
		}
		s.lines = nil
		s.made("Nc6 d3 d6")
		got := ""
		for _, e := range s.lines {
			if f, ok := e.(record.Finding); ok {
				got += fmt.Sprintf("%s@%d t%d %s", f.Code, f.Ply, f.T, f.Article)
			}
		}
		if got != c.want {
			t.Errorf("%s, %s, %s: %q, want %q", c.laws, c.control, c.act, got, c.want)
		}
	}
}

// Where the reply was none, the move does not stand yet.
func TestAnIllegalMoveThatNobodyAnsweredDoesNotStand(t *testing.T) {
	s := tell(t, observation.Game{TimeControl: "180+2"}).made("e4 e5").illegal("g1", "g3", "Ng1-g3", "no-such-move").made("Nc6")
	s.found("illegal-move-stands", 1)
	s.said = nil
	s.retracted("revision").want("retract 4 revision", "retract 3 revision", "3.Ng1-g3?!illegal", "complete 3", "illegal-move-completed@3 t3500")
	s.found("illegal-move-stands", 0)
	s.found("illegal-move-completed", 1)
	s.made("Nf6").found("illegal-move-stands", 1)
}
