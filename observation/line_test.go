package observation

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func ms(n int64) *int64 { return &n }

func mustPlacement(t testing.TB, s string) Placement {
	t.Helper()
	pl, err := ParsePlacement(s)
	if err != nil {
		t.Fatal(err)
	}
	return pl
}

const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

// lines has every kind of fact and of act as the contract writes it.
func lines(t testing.TB) []struct {
	line string
	t    int64
	fact Fact
} {
	yes, no, three := true, false, 3
	act := func(a Act) Fact { return a }
	return []struct {
		line string
		t    int64
		fact Fact
	}{
		{`{"t":0,"placement":"` + start + `"}`, 0, mustPlacement(t, start)},
		{`{"t":0,"placement":"oooooooo/oooooooo/8/8/8/8/oooooooo/oooooooo"}`, 0, mustPlacement(t, "oooooooo/oooooooo/8/8/8/8/oooooooo/oooooooo")},
		{`{"t":812,"sq":"e2","piece":""}`, 812, Change{Square: SquareAt(4, 1)}},
		{`{"t":1490,"sq":"e4","piece":"P"}`, 1490, Change{Square: SquareAt(4, 3), Piece: 'P'}},
		{`{"t":1491,"sq":"h8","piece":"o"}`, 1491, Change{Square: 63, Piece: Occupied}},
		{`{"t":1600,"said":"e2e4"}`, 1600, Said("e2e4")},
		{`{"t":1601,"said":"<&> \" \\ é ♞"}`, 1601, Said(`<&> " \ é ♞`)},
		{`{"t":2100,"clock":{"white_ms":180000,"black_ms":0,"running":"black","flag":"none"}}`, 2100, Clock{HasTimes: true, WhiteMS: 180000, Running: Black}},
		{`{"t":2101,"clock":{"running":"none","flag":"both"}}`, 2101, Clock{Running: NoSide, Flag: FlagBoth}},
		{`{"t":2102,"clock":{"running":"white","flag":"white"}}`, 2102, Clock{Running: White, Flag: FlagWhite}},
		{`{"t":2103,"clock":{"running":"white","flag":"black"}}`, 2103, Clock{Running: White, Flag: FlagBlack}},
		{`{"t":9000,"link":"board","up":false}`, 9000, Link{BoardDevice, false}},
		{`{"t":9001,"link":"clock","up":true}`, 9001, Link{ClockDevice, true}},
		{`{"t":9100,"tick":true}`, 9100, Tick{}},
		{`{"t":9200,"memory":[{"sq":"e2","piece":""},{"sq":"e4","piece":"P"}]}`, 9200, Memory{NotedChange(Change{12, Empty}), NotedChange(Change{28, 'P'})}},
		{`{"t":9201,"memory":[]}`, 9201, Memory{}},
		{`{"t":9202,"memory":[{"sq":"e4","piece":"P"},{"white_ms":5398000},{"sq":"e7","piece":""},{"black_ms":0}]}`, 9202,
			Memory{NotedChange(Change{28, 'P'}), NotedPress(White, 5_398_000), NotedChange(Change{52, Empty}), NotedPress(Black, 0)}},
		{`{"t":9300,"restart":{"gap_ms":4100,"lost_bytes":12}}`, 9300, Restart{GapKnown: true, GapMS: 4100, LostBytes: 12}},
		{`{"t":9301,"restart":{"gap_ms":null,"lost_bytes":0}}`, 9301, Restart{}},
		{`{"t":9400,"game":{"white":"A. Lima","round":"2.1"}}`, 9400, nil}, // written in the order of the header
		{`{"t":9400,"game":{"round":"2.1","white":"A. Lima"}}`, 9400, Game{White: "A. Lima", Round: "2.1"}},
		{`{"t":9401,"game":{"event":"E","site":"S","date":"2026.11.29","round":"1","board":7,"white":"W","black":"B","time_control":"180+2","laws":"fide-2018","competition_rules":false,"fen":"8/8 w","variant":"chess960","signals":"e4d5=1-0"}}`, 9401,
			Game{"E", "S", "2026.11.29", "1", 7, "W", "B", "180+2", "fide-2018", &no, "8/8 w", "chess960", "e4d5=1-0"}},
		{`{"t":9402,"game":{"competition_rules":true}}`, 9402, Game{CompetitionRules: &yes}},
		{`{"t":1,"act":{"by":"white","kind":"claim","claim":"threefold","move":"Nf3"}}`, 1, act(Act{By: "white", Kind: ActClaim, Claim: "threefold", Move: "Nf3"})},
		{`{"t":2,"act":{"id":"a-1","name":"M. Reis","by":"black","kind":"draw-offer"}}`, 2, act(Act{ID: "a-1", Name: "M. Reis", By: "black", Kind: ActDrawOffer})},
		{`{"t":3,"act":{"by":"white","kind":"draw-accept"}}`, 3, act(Act{By: "white", Kind: ActDrawAccept})},
		{`{"t":4,"act":{"by":"white","kind":"draw-decline"}}`, 4, act(Act{By: "white", Kind: ActDrawDecline})},
		{`{"t":5,"act":{"by":"black","kind":"resign"}}`, 5, act(Act{By: "black", Kind: ActResign})},
		{`{"t":6,"act":{"by":"arbiter","kind":"stop-clock"}}`, 6, act(Act{By: "arbiter", Kind: ActStopClock})},
		{`{"t":7,"act":{"by":"arbiter","kind":"start-clock"}}`, 7, act(Act{By: "arbiter", Kind: ActStartClock})},
		{`{"t":8,"act":{"by":"arbiter","kind":"set-clock","white_ms":0,"black_ms":60000,"running":"none"}}`, 8, act(Act{By: "arbiter", Kind: ActSetClock, WhiteMS: ms(0), BlackMS: ms(60000), Running: "none"})},
		{`{"t":9,"act":{"by":"arbiter","kind":"restore","fen":"8/8/8/8/8/8/8/8 w - - 0 1"}}`, 9, act(Act{By: "arbiter", Kind: ActRestore, FEN: "8/8/8/8/8/8/8/8 w - - 0 1"})},
		{`{"t":10,"act":{"by":"arbiter","kind":"correct-move","ply":12,"san":"Nf3"}}`, 10, act(Act{By: "arbiter", Kind: ActCorrectMove, Ply: 12, SAN: "Nf3"})},
		{`{"t":11,"act":{"by":"arbiter","kind":"takeback","to_ply":3}}`, 11, act(Act{By: "arbiter", Kind: ActTakeback, ToPly: &three})},
		{`{"t":12,"act":{"by":"arbiter","kind":"takeback","to_ply":0}}`, 12, act(Act{By: "arbiter", Kind: ActTakeback, ToPly: new(int)})},
		{`{"t":13,"act":{"by":"arbiter","kind":"ruling","text":"Play on"}}`, 13, act(Act{By: "arbiter", Kind: ActRuling, Text: "Play on"})},
		{`{"t":14,"act":{"by":"arbiter","kind":"result","result":"1/2-0","reason":"ruling"}}`, 14, act(Act{By: "arbiter", Kind: ActResult, Result: "1/2-0", Reason: "ruling"})},
		{`{"t":15,"act":{"by":"arbiter","kind":"adjourn","sealed_by":"white","resumes":"18:00","place":"hall 2","offer":true}}`, 15, act(Act{By: "arbiter", Kind: ActAdjourn, SealedBy: "white", Resumes: "18:00", Place: "hall 2", DrawOffer: true})},
		{`{"t":16,"act":{"by":"arbiter","kind":"adjourn","offer":"black"}}`, 16, act(Act{By: "arbiter", Kind: ActAdjourn, DrawOffer: "black"})},
		{`{"t":17,"act":{"by":"arbiter","kind":"resume"}}`, 17, act(Act{By: "arbiter", Kind: ActResume})},
		{`{"t":18,"act":{"by":"arbiter","kind":"shown"}}`, 18, act(Act{By: "arbiter", Kind: ActShown})},
		{`{"t":19,"act":{"by":"arbiter","kind":"note","text":"spectators <too> near"}}`, 19, act(Act{By: "arbiter", Kind: ActNote, Text: "spectators <too> near"})},
		{`{"t":20,"act":{"by":"arbiter","kind":"new-game"}}`, 20, act(Act{By: "arbiter", Kind: ActNewGame})},
		{`{"t":21,"act":{"kind":"close-game"}}`, 21, act(Act{Kind: ActCloseGame})},
		{`{"t":9223372036854775807,"tick":true}`, 1<<63 - 1, Tick{}},
	}
}

func TestEveryFactIsReadAndWritten(t *testing.T) {
	acts := map[ActKind]bool{}
	for _, c := range lines(t) {
		gotT, got, err := ParseLine([]byte(c.line))
		if err != nil {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		if a, is := got.(Act); is {
			acts[a.Kind] = true
		}
		if c.fact == nil {
			continue
		}
		if diff := cmp.Diff(c.fact, got); diff != "" || gotT != c.t {
			t.Errorf("%s: at %d\n%s", c.line, gotT, diff)
		}
		if back := string(AppendLine(nil, c.t, c.fact)); back != c.line {
			t.Errorf("written: got %s\nwant %s", back, c.line)
		}
	}
	for kind := range actKinds {
		if !acts[kind] {
			t.Errorf("no line of this test has the act %q", kind)
		}
	}
}

// wantDecoded wants what was read of a line to be what the decoder reads.
func wantDecoded(t *testing.T, line []byte, at int64, f Fact, err error) {
	t.Helper()
	wantT, want, failed := decodeLine(line)
	if at != wantT || !cmp.Equal(f, want) || (err == nil) != (failed == nil) {
		t.Errorf("%s: read as %d %+v, %v; the decoder reads %d %+v, %v", line, at, f, err, wantT, want, failed)
	}
}

func TestALineInTheWrittenFormIsReadAsTheDecoderReadsIt(t *testing.T) {
	guessed := 0
	for _, c := range lines(t) {
		at, f, err := ParseLine([]byte(c.line))
		wantDecoded(t, []byte(c.line), at, f, err)
		if _, _, ok := Guess([]byte(c.line)); ok {
			guessed++
		}
	}
	if guessed != 6 {
		t.Errorf("%d lines were read without the decoder: want three changes, a clock with its times, and two ticks", guessed)
	}
	for _, line := range []string{
		`{"t":+1,"tick":true}`, `{"t":01,"tick":true}`, `{"t":-0,"tick":true}`, `{"t":-1,"tick":true}`, `{"t":,"tick":true}`,
		`{"t":1,"tick":true,"tick":true}`, `{"t":1,"t":2,"tick":true}`, `{"t":1 ,"tick":true}`, `{"t":1_0,"tick":true}`,
		`{"t":1,"sq":"e9","piece":"P"}`, `{"t":1,"sq":"e4","piece":"\u0050"}`, `{"t":1,"sq":"e4","piece":"P","piece":"Q"}`,
		`{"t":1,"clock":{"white_ms":-1,"black_ms":-0,"running":"none","flag":"none"}}`,
		`{"t":1,"clock":{"white_ms":1,"black_ms":1,"running":"none","flag":""}}`,
		`{"t":1,"clock":{"white_ms":1,"black_ms":1,"running":"both","flag":"none"}}`,
	} {
		at, f, err := ParseLine([]byte(line))
		wantDecoded(t, []byte(line), at, f, err)
	}
}

func TestReadingIsTolerantWhereTheContractMayGrow(t *testing.T) {
	for _, c := range []struct {
		line string
		want Fact
	}{
		{` {"sq":"e4", "t":1, "piece":"P", "height_mm":95, "by":{"hand":"left"}} `, Change{28, 'P'}},
		{`{"t":1,"clock":{"running":"white","lever":"left"}}`, Clock{Running: White}},
		{`{"t":1,"restart":{}}`, Restart{}},
		{`{"t":1,"tick":false}`, Tick{}},
		{`{"t":1,"placement":null,"tick":true}`, Tick{}},
		{`{"t":1,"game":{}}`, Game{}},
	} {
		if _, got, err := ParseLine([]byte(c.line)); err != nil || !cmp.Equal(got, c.want) {
			t.Errorf("%s: got %+v, %v, want %+v", c.line, got, err, c.want)
		}
	}
}

func TestBadLinesSayWhy(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{``, "unexpected end of JSON input"},
		{`{"t":1,"tick":true`, "unexpected end of JSON input"},
		{`{"t":1,"tick":true}{`, "invalid character '{' after top-level value"},
		{`e2e4`, "invalid character 'e'"},
		{`[1]`, "cannot unmarshal array"},
		{`null`, `"t" is missing`},
		{`{}`, `"t" is missing`},
		{`{"tick":true}`, `"t" is missing`},
		{`{"t":null,"tick":true}`, `"t" is missing`},
		{`{"t":-1,"tick":true}`, `"t" is missing or below zero`},
		{`{"t":1.5,"tick":true}`, "cannot unmarshal number 1.5"},
		{`{"t":9223372036854775808,"tick":true}`, "cannot unmarshal number"},
		{`{"t":"1","tick":true}`, "cannot unmarshal string"},
		{`{"t":1}`, "no observation that this version knows"},
		{`{"t":1,"weather":"fine"}`, "no observation that this version knows"},
		{`{"t":1,"tick":true,"said":"e4"}`, "more than one observation"},
		{`{"t":1,"sq":"e2","piece":"","link":"board","up":true}`, "more than one observation"},
		{`{"t":1,"placement":"8/8"}`, "want eight ranks"},
		{`{"t":1,"placement":"8/8/8/8/8/8/8/8/8"}`, "rank 1 has not eight squares or there are too many ranks"},
		{`{"t":1,"placement":"9/8/8/8/8/8/8/8"}`, "'9' is no piece"},
		{`{"t":1,"placement":"7/8/8/8/8/8/8/8"}`, "rank 8 has not eight squares"},
		{`{"t":1,"placement":"8/8/8/8/8/8/8/ppppppppp"}`, "rank 1 has more than eight squares"},
		{`{"t":1,"placement":"8/8/8/8/8/8/8/7é"}`, "is no piece"},
		{`{"t":1,"placement":""}`, "want eight ranks"},
		{`{"t":1,"sq":"e2"}`, `square e2 without "piece"`},
		{`{"t":1,"sq":"e9","piece":""}`, `"e9" is no square: want a1 to h8`},
		{`{"t":1,"sq":"","piece":""}`, `"" is no square`},
		{`{"t":1,"sq":"E2","piece":""}`, `"E2" is no square`},
		{`{"t":1,"sq":"e2","piece":"x"}`, `"x" is no piece: want a FEN letter, "o" or nothing`},
		{`{"t":1,"sq":"e2","piece":"PP"}`, `"PP" is no piece`},
		{`{"t":1,"piece":"P"}`, "no observation"},
		{`{"t":1,"clock":{"flag":"none"}}`, `"running": want white, black or none, not ""`},
		{`{"t":1,"clock":{"running":"both","flag":"none"}}`, `"running": want white, black or none, not "both"`},
		{`{"t":1,"clock":{"running":"none","flag":"half"}}`, `"half" is no flag`},
		{`{"t":1,"clock":{"white_ms":1,"running":"none","flag":"none"}}`, "times of both sides or none"},
		{`{"t":1,"clock":{"white_ms":1.5,"black_ms":1,"running":"none"}}`, "cannot unmarshal number 1.5"},
		{`{"t":1,"link":"printer","up":true}`, `"printer" is no link: want board or clock`},
		{`{"t":1,"link":"board"}`, `link board without "up"`},
		{`{"t":1,"memory":[{"sq":"e2","piece":""},{"sq":"z1","piece":""}]}`, `"z1" is no square`},
		{`{"t":1,"memory":[{"sq":"e2"}]}`, `square e2 without "piece"`},
		{`{"t":1,"memory":[{"sq":"e2","piece":"","white_ms":1}]}`, `one of "sq", "white_ms" and "black_ms"`},
		{`{"t":1,"memory":[{"white_ms":1,"black_ms":1}]}`, `one of "sq", "white_ms" and "black_ms"`},
		{`{"t":1,"memory":[{"piece":"P"}]}`, `one of "sq", "white_ms" and "black_ms"`},
		{`{"t":1,"restart":{"gap_ms":"long"}}`, "cannot unmarshal string"},
		{`{"t":1,"act":{"by":"white"}}`, `"" is no kind of act`},
		{`{"t":1,"act":{"by":"white","kind":"dance"}}`, `"dance" is no kind of act`},
		{`{"t":1,"act":{"by":"crowd","kind":"note"}}`, `white, black or arbiter, not by "crowd"`},
		{`{"t":1,"act":{"kind":"adjourn","offer":[[]]}}`, `"offer": want true, false or a text`},
		{`{"t":1,"act":{"kind":"adjourn","offer":1}}`, `"offer": want true, false or a text`},
	} {
		_, f, err := ParseLine([]byte(c.line))
		if err == nil || !errors.Is(err, ErrNotUnderstood) || !strings.Contains(err.Error(), c.want) || f != nil {
			t.Errorf("%s: got %+v, %v, want ...%s", c.line, f, err, c.want)
		}
	}
}

// What is read is written so that it reads the same, on one line.
func FuzzParseLine(f *testing.F) {
	for _, c := range lines(f) {
		f.Add([]byte(c.line))
	}
	f.Add([]byte(`{"t":1,"said":"\u2028\ud800\u0000\n"}`))
	f.Add([]byte(`{"t":1,"act":{"kind":"note","text":"` + "\xff\xfe" + `"}}`))
	f.Add([]byte(`{"T":1,"SQ":"e2","Piece":"","sq":"e4"}`))
	f.Add([]byte(`{"t":1,"act":{"kind":"adjourn","offer":` + strings.Repeat("[", 9998) + strings.Repeat("]", 9998) + `}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		at, fact, err := ParseLine(b)
		wantDecoded(t, b, at, fact, err)
		if err != nil {
			if !errors.Is(err, ErrNotUnderstood) {
				t.Fatalf("error %v of another kind", err)
			}
			return
		}
		line := AppendLine(nil, at, fact)
		if bytes.ContainsAny(line, "\n\r\x00") {
			t.Fatalf("not one line: %q", line)
		}
		againT, again, err := ParseLine(line)
		if err != nil || againT != at || !cmp.Equal(fact, again) {
			t.Fatalf("%q written as %q reads as %d %+v, %v", b, line, againT, again, err)
		}
		if twice := AppendLine(nil, againT, again); !bytes.Equal(twice, line) {
			t.Fatalf("written %q, then %q", line, twice)
		}
	})
}
