package record_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
	"recorderd/record"
)

// A board that knows its pieces may not know one of them: a queen whose tag it was
// never shown. A pawn that became it is a promotion, and most likely to a queen.
func TestAPawnBecomesAPieceThatTheBoardDoesNotKnow(t *testing.T) {
	const before = `{"trace":1,"game":{"fen":"8/4P3/8/7k/8/8/8/K7 w - - 0 1","time_control":"300"},"board":{"sensing":"identity","scan_ms":330},"clock":{"present":CLOCK}}
{"t":0,"placement":"8/4P3/8/7k/8/8/8/K7"}
`
	const running = `{"t":15000,"clock":{"white_ms":300000,"black_ms":300000,"running":"white","flag":"none"}}
`
	press := func(at string) string {
		return `{"t":` + at + `,"clock":{"white_ms":295000,"black_ms":300000,"running":"black","flag":"none"}}
`
	}
	const (
		lift   = `{"t":20000,"sq":"e7","piece":""}` + "\n"
		comes  = `{"t":22000,"sq":"e8","piece":"o"}` + "\n"
		answer = `{"t":30000,"sq":"h5","piece":""}
{"t":30600,"sq":"h4","piece":"k"}
`
		moves = `{"t":35000,"sq":"e8","piece":""}
{"t":35600,"sq":"f8","piece":"o"}
`
		end = `{"t":40000,"tick":true}` + "\n"
	)
	for _, c := range []struct {
		name, trace string
		want        []string
	}{
		{"without a clock", before + lift + comes + answer + end, []string{"e8=Q+", "Kh4"}},
		{"it moves on", before + lift + comes + answer + moves + end, []string{"e8=Q+", "Kh4", "Qf8"}},
		{"with a press", before + running + lift + comes + press("24000") + answer + end, []string{"e8=Q+", "Kh4"}},
		{"with a press before the board is sure", before + running + lift + press("21500") + comes + answer + end, []string{"e8=Q+", "Kh4"}},
	} {
		clock := "false"
		if strings.Contains(c.trace, "running") {
			clock = "true"
		}
		r := recordOf(t, strings.Replace(c.trace, "CLOCK", clock, 1))
		s := r.Summary()
		if diff := cmp.Diff(c.want, s.Moves); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
		if len(s.Confidence) > 0 && s.Confidence[0] >= 100 {
			t.Errorf("%s: nobody saw that it was a queen", c.name)
		}
	}
}

func recordOf(t *testing.T, trace string) *record.Record {
	t.Helper()
	in, err := observation.NewReader(strings.NewReader(trace))
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.New(in.Header())
	if err != nil {
		t.Fatal(err)
	}
	for {
		b, err := in.Next()
		if err != nil {
			return r
		}
		r.Apply(b)
	}
}
