package clockwatch_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"recorderd/clockwatch"
	"recorderd/laws"
	"recorderd/observation"
)

var limits = clockwatch.Limits{FiveMinutes: 300000, NoIncrementFrom: 30000, TwoMinutes: 120000}

// play tells a watch what a script says, one deed a word group, separated by
// semicolons; times are seconds. It returns the facts as "T code side data".
//
//	5 600 600 white        at 5 s the clock showed this, White's time ran; a flag may follow
//	run 60                 reports of that, each second, for so long
//	act stop-clock, set 90 80, made 7 white, done white 40, cut, up, restart, over, again
func play(t *testing.T, tc, script string) (facts []string) {
	t.Helper()
	control, err := laws.ParseTimeControl(tc)
	if err != nil {
		t.Fatal(err)
	}
	p := &player{t: t, w: clockwatch.New(control, 0, limits)}
	for deed := range strings.SplitSeq(script, ";") {
		p.do(strings.Fields(deed))
	}
	return p.facts
}

type player struct {
	t     *testing.T
	w     *clockwatch.Watch
	now   int64
	c     observation.Clock
	facts []string
}

func (p *player) do(f []string) {
	switch f[0] {
	case "run":
		for range p.ms(f[1]) / 1000 {
			p.now += 1000
			if p.c.Running == observation.White {
				p.c.WhiteMS = max(0, p.c.WhiteMS-1000)
			} else if p.c.Running == observation.Black {
				p.c.BlackMS = max(0, p.c.BlackMS-1000)
			}
			p.note(p.w.Hear(p.now, p.c))
		}
	case "act":
		p.w.Act(p.now, observation.Act{Kind: observation.ActKind(f[1])})
	case "set":
		white, black := p.ms(f[1]), p.ms(f[2])
		p.w.Act(p.now, observation.Act{Kind: observation.ActSetClock, WhiteMS: &white, BlackMS: &black})
	case "made":
		p.note(p.w.Made(p.ms(f[1]), p.side(f[2])))
	case "done":
		n, _ := strconv.Atoi(f[2])
		p.w.Completed(p.side(f[1]), n)
	case "cut", "up":
		p.w.Link(p.now, f[0] == "up")
	case "restart":
		p.w.Restart(true)
	case "over", "again":
		p.w.Over(f[0] == "over")
	default:
		p.report(f)
	}
}

func (p *player) report(f []string) {
	p.now = p.ms(f[0])
	p.c = observation.Clock{HasTimes: true, WhiteMS: p.ms(f[1]), BlackMS: p.ms(f[2]), Running: p.side(f[3])}
	if len(f) > 4 {
		p.c.Flag = map[string]observation.Flag{"W": observation.FlagWhite, "B": observation.FlagBlack, "WB": observation.FlagBoth}[f[4]]
	}
	p.note(p.w.Hear(p.now, p.c))
}

func (p *player) note(facts []clockwatch.Fact) {
	for _, f := range facts {
		data, err := json.Marshal(f.Data)
		if err != nil {
			p.t.Fatal(err)
		}
		p.facts = append(p.facts, fmt.Sprintf("%d %s %s %s", f.T, f.Code, f.Side, strings.ReplaceAll(string(data), `"`, "")))
	}
}

func (p *player) ms(s string) int64 {
	seconds, err := strconv.ParseFloat(s, 64)
	if err != nil {
		p.t.Fatalf("%q is no time", s)
	}
	return int64(seconds * 1000)
}

func (p *player) side(s string) observation.Side {
	if s == "none" {
		return observation.NoSide
	}
	side, err := observation.ParseSide(s)
	if err != nil {
		p.t.Fatal(err)
	}
	return side
}

func TestFacts(t *testing.T) {
	for _, c := range facts {
		t.Run(c.name, func(t *testing.T) {
			if got := play(t, c.tc, c.script); !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

var facts = []struct {
	name, tc, script string
	want             []string
}{
	{"start: the base", "600+5", "1 600 600 none; 5 600 600 white; run 3", nil},
	{"start: the first increment is on it", "600+5", "1 605 605 none; 5 605 605 white; run 3; 9 602 605 black; run 3", nil},
	{"start: of one side only", "600+5", "1 605 600 none; 5 605 600 white; run 3", nil},
	{"start: another time", "600", "1 900 900 none; 5 900 900 white; run 3", []string{
		"5000 clock-start-wrong none {black_ms:900000,expected_black_ms:600000,expected_white_ms:600000,white_ms:900000}"}},
	{"start: another time for one", "600", "1 600 500 none; 5 600 500 white; run 3", []string{
		"5000 clock-start-wrong black {black_ms:500000,expected_black_ms:600000,expected_white_ms:600000,white_ms:600000}"}},
	{"start: other times are announced", "600|500", "1 600 500 none; 5 600 500 white; run 3", nil},
	{"start: by word", "600", "1 600 500 none; set 600 500; 5 600 500 white; run 3", nil},
	{"start: it ran already, less", "600", "5 580 590 white; run 3", nil},
	{"start: it ran already, more", "600", "5 650 590 white; run 3", []string{
		"5000 clock-start-wrong white {black_ms:590000,expected_black_ms:600000,expected_white_ms:600000,white_ms:650000}"}},
	{"start: it ran already, moves were made", "600+30", "done white 3; done black 3; 5 690 690 white; run 3", nil},
	{"start: not known", "?", "1 900 900 none; 5 900 900 white; run 3", nil},

	{"jump: down", "600", "1 600 600 none; 5 600 600 white; run 3; 9 500 600 white; run 3", []string{
		"9000 clock-jump white {expected_ms:596000,from_ms:597000,to_ms:500000}"}},
	{"jump: up, of the time that does not run", "600", "1 600 600 none; 5 600 600 white; run 3; 9 596 700 white; run 3", []string{
		"9000 clock-jump black {expected_ms:600000,from_ms:600000,to_ms:700000}"}},
	{"jump: a reading that goes wrong once", "600", "1 600 600 none; 5 600 600 white; run 3; 9 77 600 white; 10 595 600 white; run 3", nil},
	{"jump: reports a minute apart, a little drift", "600", "1 600 600 none; 5 600 600 white; 65 540 600 white; 125 479 600 white", nil},
	{"jump: the cable was out", "600", "1 600 600 none; 5 600 600 white; run 3; cut; 100 400 500 black; run 3", nil},
	{"jump: the recorder was away", "600", "1 600 600 none; 5 600 600 white; run 3; restart; 100 400 500 black; run 3", nil},
	{"jump: a sand clock", "*180", "1 180 180 none; 5 180 180 white; 15 170 190 white; 25 160 200 black", nil},
	{"jump: set while it runs", "600", "1 600 600 none; 5 600 600 white; run 3; set 500 600; 9 499 600 white; run 3", nil},
	{"jump: a press that gives what it should not", "600", "1 600 600 none; 5 600 600 white; run 3; 9 606 600 black; run 4", []string{
		"9000 clock-jump white {expected_ms:596000,from_ms:597000,to_ms:606000}"}},
	{"standing: set by word", "600", "1 600 600 none; 5 600 600 white; run 3; act stop-clock; 9 596 600 none; run 5; set 900 600; 20 900 600 white; run 3", nil},
	{"standing: the hands try about", "600", "1 600 600 none; 5 600 600 white; run 3; act stop-clock; 9 596 600 none; 13 0 600 none; 15 596 600 none; 20 596 600 white; run 3", nil},
	{"standing: changed and nobody said so", "600", "1 600 600 none; 5 600 600 white; run 3; act stop-clock; 9 596 600 none; 15 900 600 none; 20 900 600 white; run 3", []string{
		"20000 clock-jump white {expected_ms:596000,from_ms:596000,standing:true,to_ms:900000}"}},
	{"standing: set to something else later", "600", "1 600 600 none; 5 600 600 white; run 3; act stop-clock; 9 596 600 none; set 900 600; 20 900 600 white; run 3; act stop-clock; 24 896 600 none; run 4; 30 896 660 white; run 3", []string{
		"30000 clock-jump black {expected_ms:600000,from_ms:600000,standing:true,to_ms:660000}"}},

	{"increment: it comes", "600+10", "1 600 600 none; 5 600 600 white; run 3; 9 606 600 black; run 3; 13 606 606 white; run 3", nil},
	{"increment: a little after the press", "600+10", "1 600 600 none; 5 600 600 white; run 3; 9 596 600 black; 9.5 606 600 black; run 3", nil},
	{"increment: it does not come", "600+10", "1 600 600 none; 5 600 600 white; run 3; 9 596 600 black; run 3; 13 596 606 white; run 3", []string{
		"9000 increment-missing white {added_ms:0,expected_ms:10000}"}},
	{"increment: not on the first move where it was there at the start", "600+10", "1 610 610 none; 5 610 610 white; run 3; 9 606 610 black; run 3; 13 606 606 white; run 3", nil},
	{"increment: a clock in Bronstein's mode", "600+10", "1 600 600 none; 5 600 600 white; run 3; 9 600 600 black; run 3; 13 600 600 white; run 3; 17 600 600 black; run 3", []string{
		"9000 increment-missing white {added_ms:4000,expected_ms:10000}",
		"13000 increment-missing black {added_ms:4000,expected_ms:10000}"}},
	{"increment: Bronstein", "600b10", "1 600 600 none; 5 600 600 white; run 3; 9 600 600 black; run 15; 25 600 594 white; run 3", nil},
	{"increment: Bronstein does not give back", "600b10", "1 600 600 none; 5 600 600 white; run 8; 13 592 600 black; run 5", []string{
		"13000 increment-missing white {added_ms:0,expected_ms:8000}"}},
	{"increment: an American delay", "600d5", "1 600 600 none; 5 600 600 white; 6 600 600 white; 7 600 600 white; 8 600 600 white; 9 600 600 white; 10 600 600 white; run 3; 14 597 600 black; 18 597 600 black", nil},
	{"increment: an American delay that does not delay", "600d9", "1 600 600 none; 5 600 600 white; run 12; 18 588 600 black; 19 588 600 black; 20 588 600 black", []string{
		"18000 increment-missing white {added_ms:1000,expected_ms:9000}"}},
	{"increment: that of the period", "2/600:300+10", "1 600 600 none; 5 600 600 white; run 3; done white 1; 9 596 600 black; done black 1; 9.5 596 600 white; done white 2; 10 896 600 black; done black 2; 11 896 900 white; done white 3; 12 905 900 black; run 4", nil},

	{"period: the time comes with the press", "2/600:300", "1 600 600 none; 5 600 600 white; run 2; done white 1; 8 597 600 black; run 2; done black 1; 11 597 597 white; run 2; done white 2; 14 894 597 black; run 4", nil},
	{"period: the time comes with an earlier press", "3/600:300", "1 600 600 none; 5 600 600 white; run 2; 8 597 600 black; 9 597 600 white; done white 1; 10 597 600 black; done black 1; 11 597 599 white; done white 2; 12 896 599 black; run 4", nil},
	{"period: the time comes when the last is over", "1/60:600", "1 60 60 none; 5 60 60 white; run 2; done white 1; 8 57 60 black; done black 1; 8.5 57 60 white; run 57; 66 600 60 white; run 3; act stop-clock; 70 597 60 none", []string{
		"5000 scoresheet-free white {left_ms:60000}", "5000 scoresheet-free black {left_ms:60000}"}},
	{"period: a flag that marks the end of one that was completed", "1/600:600", "1 600 600 none; 5 600 600 white; run 2; done white 1; 8 597 600 black; done black 1; 8.5 597 600 white; run 596; 605.5 600 600 white W; run 3", nil},
	{"period: repeated for ever", "1/600", "1 600 600 none; 5 600 600 white; run 2; done white 1; 8 1197 600 black; run 2; done black 1; 11 1197 1197 white; run 2; done white 2; 14 1794 1197 black; run 4", nil},
	{"period: over before its moves are made, and the next one's time comes", "2/600:600", "1 600 600 none; 5 600 600 white; run 2; done white 1; 8 597 600 black; done black 1; 8.5 597 600 white; run 596; 605.5 600 600 white; run 3", []string{
		"305501 scoresheet-free white {left_ms:299000}",
		"605500 flag-fall white {black_ms:600000,moves:1,noticed_t:605500,required:2,white_ms:600000}"}},

	{"stopped: it stands and a move is made", "600", "1 600 600 none; 5 600 600 white; run 3; 9 596 600 none; made 20 white; made 30 black; 40 596 600 black; run 3", []string{
		"20000 clock-stopped none {since_t:9000}"}},
	{"stopped: the move is told later", "600", "1 600 600 none; 5 600 600 white; run 3; 9 596 600 none; 40 596 600 black; made 20 white; run 3", []string{
		"20000 clock-stopped none {since_t:9000}"}},
	{"stopped: a move just before", "600", "1 600 600 none; 5 600 600 white; run 3; 9 596 600 none; made 9.5 white", nil},
	{"stopped: by word", "600", "1 600 600 none; 5 600 600 white; run 3; act stop-clock; 9 596 600 none; made 20 white", nil},
	{"stopped: the word comes a moment later", "600", "1 600 600 none; 5 600 600 white; run 3; 9 596 600 none; run 2; act claim; made 20 white", nil},
	{"stopped: the clock was to be started again", "600", "1 600 600 none; 5 600 600 white; run 3; act stop-clock; 9 596 600 none; run 2; act start-clock; run 9; made 20 white", []string{
		"20000 clock-stopped none {since_t:11000}"}},
	{"stopped: by word, and the recorder was away", "600", "1 600 600 none; 5 600 600 white; run 3; act stop-clock; 9 596 600 none; restart; 50 596 600 none; made 60 white; cut; up; 70 596 600 none; made 80 white", nil},
	{"stopped: nobody knows whether it did while it was not heard", "600", "1 600 600 none; 5 600 600 white; run 3; 9 596 600 none; cut; up; 70 550 600 white; made 40 white", nil},
	{"stopped: it never ran", "600", "1 600 600 none; made 5 white; made 9 black", nil},
	{"stopped: the game is over", "600", "1 600 600 none; 5 600 600 white; run 3; over; 9 596 600 none; made 20 white", nil},
	{"stopped: a word long ago does not count", "600", "1 600 600 none; 5 600 600 white; act stop-clock; run 60; 66 539 600 none; made 70 white", []string{
		"70000 clock-stopped none {since_t:66000}"}},
	{"stopped: the running time shows the same", "600", "1 600 600 none; 5 600 600 white; run 3; 9 597 600 white; 10 597 600 white; 11 597 600 white; 12 597 600 white; run 3", []string{
		"11000 clock-stopped white {since_t:8000}"}},
	{"stopped: it shows the same for a moment", "600", "1 600 600 none; 5 600 600 white; run 3; 9 597 600 white; 9.9 597 600 white; run 3", nil},
	{"stopped: nothing is left", "5", "1 5 5 none; 5 5 5 white; run 20", []string{
		"5000 scoresheet-free white {left_ms:5000}", "5000 last-two-minutes white {left_ms:5000}",
		"5000 scoresheet-free black {left_ms:5000}", "5000 last-two-minutes black {left_ms:5000}",
		"10000 flag-fall white {black_ms:5000,moves:0,noticed_t:12000,white_ms:0}"}},
	{"stopped: no time control", "-", "1 600 600 none; 5 600 600 white; 25 600 600 white", []string{
		"25000 clock-stopped white {since_t:5000}"}},

	{"flag: the mark", "600+30", "1 600 600 none; 5 600 600 white; 604 1 600 white; 605.5 0 600 white W; run 3", []string{
		"605000 flag-fall white {black_ms:600000,moves:0,noticed_t:605500,white_ms:0}"}},
	{"flag: no mark, the zero lasts", "600+30", "1 600 600 none; 5 600 600 white; 604 1 600 white; 605 0 600 white; run 3", []string{
		"605000 flag-fall white {black_ms:600000,moves:0,noticed_t:607000,white_ms:0}"}},
	{"flag: a zero that is rounded down", "600+30", "1 600 600 none; 5 600 600 white; 604 0 600 white; 604.8 30 600 black; run 3", nil},
	{"flag: a mark too early", "600+30", "1 600 600 none; 5 600 600 white; 455 150 600 white; 575 30 600 white W; run 3", []string{
		"575000 flag-fall white {black_ms:600000,moves:0,noticed_t:575000,white_ms:30000}"}},
	{"flag: once", "600+30", "1 600 600 none; 5 600 600 white; 604 1 600 white; 605 0 600 white W; run 3; 609 0 600 black W; run 3", []string{
		"605000 flag-fall white {black_ms:600000,moves:0,noticed_t:605000,white_ms:0}"}},
	{"flag: again after the clock was set", "600+30", "1 600 600 none; 5 600 600 white; 604 1 600 white; 605 0 600 white W; act stop-clock; 607 0 600 none W; set 5 600; 609 5 600 none; 611 5 600 white; run 4; 616 0 600 white W", []string{
		"605000 flag-fall white {black_ms:600000,moves:0,noticed_t:605000,white_ms:0}",
		"616000 flag-fall white {black_ms:600000,moves:0,noticed_t:616000,white_ms:0}"}},
	{"flag: down before the game", "600+30", "1 600 600 none W; 5 600 600 white; run 3", nil},
	{"flag: on move forty", "2/600+30:600", "1 600 600 none; 5 600 600 white; 604 1 600 white; done white 1; 605 0 600 white W", []string{
		"605000 flag-fall white {black_ms:600000,moves:1,noticed_t:605000,required:2,white_ms:0}"}},

	{"both flags: the first is known", "60+30", "1 60 60 none; 5 60 60 white; 64 1 60 white; 65 0 60 white W; 70 0 60 black W; 129 0 1 black W; 130 0 0 black WB; 140 0 0 white WB", []string{
		"65000 flag-fall white {black_ms:60000,moves:0,noticed_t:65000,white_ms:0}",
		"130000 flag-fall black {black_ms:0,moves:0,noticed_t:130000,white_ms:0}",
		"130000 both-flags none {first:white}"}},
	{"both flags: the cable was out", "600+30", "1 600 600 none; 5 600 600 white; 555 50 600 white; cut; up; 1900 0 0 black WB", []string{
		"1900000 flag-fall white {black_ms:0,moves:0,noticed_t:1900000,white_ms:0}",
		"1900000 flag-fall black {black_ms:0,moves:0,noticed_t:1900000,white_ms:0}",
		"1900000 both-flags none {order:{from_t:603000,known:false,to_t:1900000}}"}},

	{"scoresheet: under five minutes, once", "600+10", "1 600 600 none; 5 600 600 white; 300 305 600 white; 305 300 600 white; run 3; act stop-clock; 309 297 600 none; set 400 600; 315 400 600 white; run 120", []string{
		"305001 scoresheet-free white {left_ms:299000}"}},
	{"scoresheet: with thirty seconds a move", "600+30", "1 600 600 none; 5 600 600 white; 400 205 600 white; run 9", nil},
	{"scoresheet: the next period's time is still to come", "1/600:600", "1 600 600 none; 5 600 600 white; 300 305 600 white; done white 1; 301 304 600 black; done black 1; 302 304 600 white; run 60", nil},
	{"two minutes: in the last period, once", "600", "1 600 600 none; 5 600 600 white; 304 301 600 white; 480 125 600 white; run 9", []string{
		"305001 scoresheet-free white {left_ms:299000}", "485001 last-two-minutes white {left_ms:119000}"}},
	{"two minutes: not in an earlier one", "9/600:600", "1 600 600 none; 5 600 600 white; 304 301 600 white; 480 125 600 white; run 9", []string{
		"305001 scoresheet-free white {left_ms:299000}"}},
	{"two minutes: not with an increment", "600+5", "1 600 600 none; 5 600 600 white; 304 301 600 white; 480 125 600 white; run 9", []string{
		"305001 scoresheet-free white {left_ms:299000}"}},
}

// Between two reports a time that runs is known to run on, and what somebody does
// then is judged by that.
func TestBetweenTwoReports(t *testing.T) {
	tc, err := laws.ParseTimeControl("300")
	if err != nil {
		t.Fatal(err)
	}
	w := clockwatch.New(tc, 1000, clockwatch.Limits{TwoMinutes: 120_000})
	heard := observation.Clock{HasTimes: true, WhiteMS: 130_000, BlackMS: 300_000, Running: observation.White}
	w.Hear(1000, heard)
	w.Hear(2000, observation.Clock{HasTimes: true, WhiteMS: 129_000, BlackMS: 300_000, Running: observation.White})
	if left, ok := w.Left(observation.White, 5000); !ok || left != 126_000 {
		t.Errorf("three seconds after 2:09 White has %d ms left, want 126000", left)
	}
	if left, _ := w.Left(observation.Black, 5000); left != 300_000 {
		t.Errorf("Black, whose time does not run, has %d ms left", left)
	}
	if left, _ := w.Left(observation.White, 500_000); left != 0 {
		t.Errorf("long after, White has %d ms left, want 0", left)
	}
	if facts := w.Pass(11_000); len(facts) != 0 {
		t.Errorf("two minutes are left to the step, and that says %v", facts)
	}
	facts := w.Pass(12_000)
	if len(facts) != 1 || facts[0].Code != "last-two-minutes" || facts[0].T != 11_001 {
		t.Errorf("under two minutes: %+v", facts)
	}
	if again := w.Pass(13_000); len(again) != 0 {
		t.Errorf("it is said once, and again came %v", again)
	}
}
