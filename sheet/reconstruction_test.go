package sheet

import (
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/recording"
)

// TestATimeIsCountedDownOnlyWhereThatIsKnown looks at the clock of White, who is
// to move, 700 ms after its last report.
func TestATimeIsCountedDownOnlyWhereThatIsKnown(t *testing.T) {
	const last = `{"t":2000,"clock":{"white_ms":59000,"black_ms":60000,"running":"white","flag":"none"}}` + "\n"
	for _, c := range []struct {
		name, control, after string
		want                 int64
		silent               bool
	}{
		{"an increment", "60+2", "", 58300, false},
		{"no increment", "60", "", 58300, false},
		{"what a turn took is given back", "60b2", "", 58300, false},
		{"the time begins to run later", "60d2", "", 59000, false},
		{"both times run", "*60", "", 59000, false},
		{"no time control is known", "", "", 59000, false},
		{"the clock went away", "60+2", `{"t":2300,"link":"clock","up":false}` + "\n", 59000, true},
		{"the board went away", "60+2", `{"t":2300,"link":"board","up":false}` + "\n", 58300, false},
		{"the recorder went away", "60+2", `{"t":2300,"restart":{"gap_ms":200,"lost_bytes":0}}` + "\n", 59000, true},
		{"the game ended", "60+2", `{"t":2300,"act":{"by":"black","kind":"resign"}}` + "\n", 59000, false},
		{"the clock is set after the game ended", "60+2", `{"t":2300,"act":{"by":"black","kind":"resign"}}` + "\n" +
			`{"t":2600,"clock":{"white_ms":30000,"black_ms":30000,"running":"none","flag":"none"}}` + "\n", 59000, false},
		{"the clock stands", "60+2", `{"t":2300,"clock":{"white_ms":58700,"black_ms":60000,"running":"none","flag":"none"}}` + "\n", 58700, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			rec, err := recording.Read(strings.NewReader(`{"trace":1,"game":{"time_control":"` + c.control + `"},"board":{"sensing":"identity"},"clock":{"present":true}}
{"t":0,"placement":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}
{"t":1000,"clock":{"white_ms":60000,"black_ms":60000,"running":"white","flag":"none"}}
` + last + c.after + `{"t":9000,"tick":true}
`))
			if err != nil {
				t.Fatal(err)
			}
			state, err := rec.At(recording.AtTime(2700))
			if err != nil {
				t.Fatal(err)
			}
			now := newWriter(state, Options{}).clockNow()
			left := now.left(observation.White)
			if left == nil || *left != c.want || now.silent != c.silent {
				t.Errorf("%v ms, silent %v; want %d, %v", left, now.silent, c.want, c.silent)
			}
			if black := now.left(observation.Black); black == nil || *black != 60000 {
				t.Errorf("Black, whose clock does not run, has %v", black)
			}
		})
	}
}

func TestAClockThatWasNeverHeardHasNoTimes(t *testing.T) {
	state, err := read(t, "game-evergreen-no-clock").Whole()
	if err != nil {
		t.Fatal(err)
	}
	w := newWriter(state, Options{})
	now := w.clockNow()
	if now.left(observation.White) != nil || now.running(w) != w.words.Reconstruction.Running["unknown"] {
		t.Errorf("%+v", now)
	}
}
