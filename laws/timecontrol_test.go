package laws

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"recorderd/observation"
)

func TestParseTimeControl(t *testing.T) {
	sec := func(n int64) int64 { return n * 1000 }
	same := func(stages ...Stage) TimeControl { return TimeControl{sides: [2][]Stage{stages, stages}} }
	tests := []struct {
		text string
		want TimeControl
		str  string // String(), if other than text
		pgn  string // PGN(), if other than String()
	}{
		{text: "-", want: TimeControl{none: true}},
		{text: "?", want: TimeControl{}},
		{text: "300", want: same(Stage{BaseMS: sec(300)})},
		{text: "180+2", want: same(Stage{BaseMS: sec(180), Kind: Fischer, AddMS: sec(2)})},
		{text: "0+5", want: same(Stage{Kind: Fischer, AddMS: sec(5)})},
		{text: "40/7200:3600", want: same(Stage{Moves: 40, BaseMS: sec(7200)}, Stage{BaseMS: sec(3600)})},
		{text: "40/9000", want: same(Stage{Moves: 40, BaseMS: sec(9000)})},
		{text: "40/5400+30:1800+30", want: same(
			Stage{Moves: 40, BaseMS: sec(5400), Kind: Fischer, AddMS: sec(30)},
			Stage{BaseMS: sec(1800), Kind: Fischer, AddMS: sec(30)})},
		{text: "40/7200:20/3600:900+30", want: same(
			Stage{Moves: 40, BaseMS: sec(7200)},
			Stage{Moves: 20, BaseMS: sec(3600)},
			Stage{BaseMS: sec(900), Kind: Fischer, AddMS: sec(30)})},
		{text: "*180", want: same(Stage{BaseMS: sec(180), Kind: SandClock})},
		{text: "40/5400:*180", want: same(Stage{Moves: 40, BaseMS: sec(5400)}, Stage{BaseMS: sec(180), Kind: SandClock})},
		{text: "900b10", want: same(Stage{BaseMS: sec(900), Kind: Bronstein, AddMS: sec(10)}), pgn: "?"},
		{text: "900d5", want: same(Stage{BaseMS: sec(900), Kind: Delay, AddMS: sec(5)}), pgn: "?"},
		{text: "40/5400d5:1800+5", want: same(
			Stage{Moves: 40, BaseMS: sec(5400), Kind: Delay, AddMS: sec(5)},
			Stage{BaseMS: sec(1800), Kind: Fischer, AddMS: sec(5)}), pgn: "?"},
		{text: "300|240", want: TimeControl{sides: [2][]Stage{{{BaseMS: sec(300)}}, {{BaseMS: sec(240)}}}}, pgn: "?"},
		{text: "300+2|40/600:60", want: TimeControl{sides: [2][]Stage{
			{{BaseMS: sec(300), Kind: Fischer, AddMS: sec(2)}},
			{{Moves: 40, BaseMS: sec(600)}, {BaseMS: sec(60)}}}}, pgn: "?"},
		{text: "300|300", want: same(Stage{BaseMS: sec(300)}), str: "300"},
		{text: "300+0", want: same(Stage{BaseMS: sec(300)}), str: "300"},
		{text: "300b0", want: same(Stage{BaseMS: sec(300)}), str: "300"},
		{text: "0300+02", want: same(Stage{BaseMS: sec(300), Kind: Fischer, AddMS: sec(2)}), str: "300+2"},
		{text: "1/1209600", want: same(Stage{Moves: 1, BaseMS: sec(1209600)})},
		{text: "9999/9999999+9999999", want: same(Stage{Moves: 9999, BaseMS: sec(9999999), Kind: Fischer, AddMS: sec(9999999)})},
	}
	for _, tt := range tests {
		got, err := ParseTimeControl(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %+v, want %+v", tt.text, got, tt.want)
		}
		str := tt.text
		if tt.str != "" {
			str = tt.str
		}
		pgn := str
		if tt.pgn != "" {
			pgn = tt.pgn
		}
		if got.String() != str || got.PGN() != pgn {
			t.Errorf("%s: String() %s, PGN() %s; want %s, %s", tt.text, got.String(), got.PGN(), str, pgn)
		}
	}
}

func TestTimeControlErrorsNameThePart(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", `stage 1, "": the time in seconds is missing`},
		{"xyz", `stage 1, "xyz": the time in seconds is "xyz", not a whole number`},
		{"5 min", `"5 min", not a whole number`},
		{" 300", `" 300", not a whole number`},
		{"10.5", `"10.5", not a whole number`},
		{"-300", `"-300", not a whole number`},
		{"300+", `the seconds after + is missing`},
		{"300+x", `the seconds after + is "x"`},
		{"300+-2", `the seconds after + is "-2"`},
		{"300+2+2", `the seconds after + is "2+2"`},
		{"300b", `the seconds after b is missing`},
		{"300d5b5", `the seconds after d is "5b5"`},
		{"+2", `the time in seconds is missing`},
		{"0", `it gives no time`},
		{"0+0", `it gives no time`},
		{"*0", `it gives no time`},
		{"*", `the time in seconds is missing`},
		{"*180+2", `"180+2", not a whole number`},
		{"40/*180", `a sand clock counts no moves`},
		{"40/", `stage 1, "40/": the time in seconds is missing`},
		{"/300", `the number of moves is missing`},
		{"0/300", `no stage is for 0 moves`},
		{"10000/300", `the number of moves is "10000", more than 9999`},
		{"40/20/300", `"20/300", not a whole number`},
		{"10000000", `more than 9999999`},
		{"99999999999999999999999999", `more than 9999999`},
		{"300+10000000", `the seconds after + is "10000000", more than 9999999`},
		{"300:600", `stage 1, "300": a stage before the last needs its number of moves, as in 40/300`},
		{"40/5400:", `stage 2, "": the time in seconds is missing`},
		{":300", `stage 1, ""`},
		{"300|", `after the |: stage 1, "": the time in seconds is missing`},
		{"|300", `stage 1, ""`},
		{"300|240|180", `after the |: stage 1, "240|180"`},
		{"300|-", `after the |: stage 1, "-"`},
		{"?|300", `stage 1, "?"`},
		{"٣٠٠", `not a whole number`},
		{strings.Repeat("1/1:", 16) + "1", `17 stages: at most 16`},
		{strings.Repeat("1", 10_000), `longer than 256 bytes`},
	}
	for _, tt := range tests {
		tc, err := ParseTimeControl(tt.text)
		if err == nil {
			t.Errorf("%.40q is no error but %v", tt.text, tc)
			continue
		}
		if text := err.Error(); !strings.Contains(text, tt.want) || !strings.Contains(text, "40/5400+30:1800+30") || len(text) > 400 {
			t.Errorf("%.40q: error %q, want %q and an example", tt.text, text, tt.want)
		}
	}
}

func TestSidesOfATimeControl(t *testing.T) {
	tc, err := ParseTimeControl("40/5400+30:1800+30|600b5")
	if err != nil {
		t.Fatal(err)
	}
	if got := tc.Initial(observation.White); got != 5_400_000 {
		t.Errorf("White starts with %d ms", got)
	}
	if got := tc.Initial(observation.Black); got != 600_000 {
		t.Errorf("Black starts with %d ms", got)
	}
	white := tc.Side(observation.White)
	if len(white) != 2 || white[1].BaseMS != 1_800_000 || white[1].AddMS != 30_000 {
		t.Errorf("White's stages are %+v", white)
	}
	white[0].BaseMS = 1
	if got := tc.Initial(observation.White); got != 5_400_000 {
		t.Errorf("changing what Side returned made White start with %d ms", got)
	}
	var zero TimeControl
	if !zero.Unknown() || zero.None() || zero.Initial(observation.Black) != 0 || len(zero.Side(observation.White)) != 0 {
		t.Errorf("the zero TimeControl %+v is not one that is unknown", zero)
	}
	none, err := ParseTimeControl("-")
	if err != nil || !none.None() || none.Unknown() || none.PGN() != "-" {
		t.Errorf("- is %+v, %v", none, err)
	}
}

// TestTimeControlsRoundTrip writes and reads random ones, one stage to the most.
func TestTimeControlsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	side := func() []Stage {
		stages := make([]Stage, 1+rng.IntN(maxStages/2))
		for i := range stages {
			stages[i] = Stage{Moves: 1 + rng.IntN(maxMoves), BaseMS: 1000 * (1 + rng.Int64N(maxSeconds))}
			if stages[i].Kind = Kind(rng.IntN(4)); stages[i].Kind != Plain {
				stages[i].AddMS = 1000 * (1 + rng.Int64N(999))
			}
		}
		if last := &stages[len(stages)-1]; rng.IntN(2) == 0 {
			last.Moves = 0
			if last.Kind == Plain && rng.IntN(2) == 0 {
				last.Kind = SandClock
			}
		}
		return stages
	}
	for range 5000 {
		white := side()
		want := TimeControl{sides: [2][]Stage{white, white}}
		if rng.IntN(2) == 0 {
			want.sides[observation.Black] = side()
		}
		text := want.String()
		got, err := ParseTimeControl(text)
		if len(text) > maxText {
			continue
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: read as %+v, %v; want %+v", text, got, err, want)
		}
	}
}

func FuzzParseTimeControl(f *testing.F) {
	for _, s := range []string{"-", "?", "", "300", "180+2", "300+0", "40/7200:20/3600:900+30", "40/5400+30:1800+30", "*180",
		"900b10", "900d5", "300|240", "300+2|40/600:60", "0+5", "40/", "300:600", "|", "10+0", "60 mins", "9999999+9999999"} {
		f.Add(s)
	}
	var editions []*Edition
	for _, id := range Known() {
		e, err := Load(id)
		if err != nil {
			f.Fatal(err)
		}
		editions = append(editions, e)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tc, err := ParseTimeControl(text)
		if err != nil {
			if !strings.Contains(err.Error(), example) {
				t.Errorf("%q: the error %q shows no example", text, err)
			}
			return
		}
		again, err := ParseTimeControl(tc.String())
		if err != nil || !reflect.DeepEqual(again, tc) {
			t.Errorf("%q is %+v, written %s and read again %+v, %v", text, tc, tc, again, err)
		}
		if pgn := tc.PGN(); pgn != "?" && pgn != tc.String() {
			t.Errorf("%q: PGN() is %s and String() %s", text, pgn, tc)
		}
		for _, e := range editions {
			if m := e.Mode(tc); m != Standard && m != Rapid && m != Blitz {
				t.Errorf("%q: mode %q", text, m)
			}
		}
		for _, side := range []observation.Side{observation.White, observation.Black} {
			for _, s := range tc.Side(side) {
				if s.BaseMS < 0 || s.AddMS < 0 || s.BaseMS+s.AddMS == 0 {
					t.Errorf("%q has a stage %+v", text, s)
				}
			}
		}
	})
}
