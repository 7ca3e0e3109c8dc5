package dgt

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
)

func hms(h, m, s int) time.Duration {
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s)*time.Second
}

func shows(h, m, s int) Half   { return Half{Time: hms(h, m, s)} }
func perMove(h, m, s int) Half { return Half{Time: hms(h, m, s), PerMove: true} }

// Both ways: these bytes mean that, and that is written with these bytes.
var examples = []struct {
	name string
	p    Payload
	want Reading
}{
	{"04 Black pressed", Payload{0x01, 0x30, 0x00, 0x01, 0x29, 0x58, 0x11},
		Reading{Left: shows(1, 29, 58), Right: shows(1, 30, 0), Running: true, LeftTurn: true}},
	{"05 left pressed", Payload{0x01, 0x30, 0x00, 0x01, 0x29, 0x47, 0x0B},
		Reading{Left: shows(1, 29, 47), Right: shows(1, 30, 0), Running: true, RightUp: true, RightTurn: true}},
	{"06 paused", Payload{0x00, 0x45, 0x07, 0x00, 0x52, 0x30, 0x02},
		Reading{Left: shows(0, 52, 30), Right: shows(0, 45, 7), RightUp: true}},
	{"07 time per move", Payload{0x20, 0x03, 0x02, 0x20, 0x02, 0x59, 0x11},
		Reading{Left: perMove(0, 2, 59), Right: perMove(0, 3, 2), Running: true, LeftTurn: true}},
	{"08 right flag shown, running", Payload{0x40, 0x00, 0x00, 0x00, 0x12, 0x05, 0x0B},
		Reading{Left: shows(0, 12, 5), Right: Half{Flag: true}, Running: true, RightUp: true, RightTurn: true}},
	{"09 left flag fallen, blocked", Payload{0x00, 0x08, 0x41, 0x10, 0x00, 0x00, 0x00},
		Reading{Left: Half{Blocked: true}, Right: shows(0, 8, 41)}},
	{"09 with the display's flag too", Payload{0x00, 0x08, 0x41, 0x50, 0x00, 0x00, 0x00},
		Reading{Left: Half{Blocked: true, Flag: true}, Right: shows(0, 8, 41)}},
	{"10 low battery", Payload{0x00, 0x09, 0x59, 0x00, 0x10, 0x00, 0x15},
		Reading{Left: shows(0, 10, 0), Right: shows(0, 9, 59), Running: true, LeftTurn: true, LowBattery: true}},
	{"11 no clock", Payload{0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x20}, Reading{Kind: NoClock}},
	{"11 null", Payload{}, Reading{Kind: Null}},
	{"11 longest time", Payload{0x09, 0x59, 0x59, 0x09, 0x59, 0x59, 0x00},
		Reading{Left: shows(9, 59, 59), Right: shows(9, 59, 59)}},
	{"12 version 2.0", Payload{0x0A, 0x10, 0x09, 0x0A, 0x20, 0x00, 0x00}, answer(0x10, 0x09, 0x20, 0x00)},
	{"12 version 1.14", Payload{0x0A, 0x10, 0x09, 0x0A, 0x1E, 0x00, 0x00}, answer(0x10, 0x09, 0x1E, 0x00)},
	{"12 set accepted", Payload{0x0A, 0x10, 0x0A, 0x0A, 0x00, 0x00, 0x00}, answer(0x10, 0x0A, 0x00, 0x00)},
	{"12 set refused", Payload{0x0A, 0x40, 0x0A, 0x0A, 0x00, 0x00, 0x00}, answer(0x40, 0x0A, 0x00, 0x00)},
	{"12 error of the field", Payload{0x0A, 0x20, 0x00, 0x0A, 0x00, 0x00, 0x00}, answer(0x20, 0x00, 0x00, 0x00)},
	{"12 ready", Payload{0x0A, 0x10, 0x01, 0x2A, 0x00, 0x00, 0x00}, answer(0x10, 0x81, 0x00, 0x00)},
	{"12 button back", Payload{0x0A, 0x10, 0x08, 0x2A, 0x05, 0x31, 0x00}, answer(0x10, 0x88, 0x05, 0x31)},
	{"12 button ok", Payload{0x0A, 0x10, 0x08, 0x2A, 0x41, 0x35, 0x00}, answer(0x10, 0x88, 0x41, 0x35)},
	{"12 buttons back and ok", Payload{0x0A, 0x10, 0x08, 0x2A, 0x45, 0x35, 0x00}, answer(0x10, 0x88, 0x45, 0x35)},
}

func answer(a ...byte) Reading { return Reading{Kind: Answer, Ack: Ack(a)} }

func TestExamplesBothWays(t *testing.T) {
	for _, e := range examples {
		if diff := cmp.Diff(e.want, Decode(e.p)); diff != "" {
			t.Errorf("%s: % X read (-want +got):\n%s", e.name, e.p, diff)
		}
		if got := Encode(e.want); got != e.p {
			t.Errorf("%s: written % X, want % X", e.name, got, e.p)
		}
	}
}

func TestAnswersKeepAllTheirBits(t *testing.T) {
	for i := range 4 {
		for b := range 256 {
			var a Ack
			a[i] = byte(b)
			p := Encode(Reading{Kind: Answer, Ack: a})
			for _, c := range p {
				if c >= 0x80 {
					t.Fatalf("% X is written % X, which breaks the framing", a, p)
				}
			}
			if got := Decode(p); got.Kind != Answer || got.Ack != a {
				t.Errorf("% X is written % X and read as %v % X", a, p, got.Kind, got.Ack)
			}
		}
	}
}

func TestVersionOfAClock(t *testing.T) {
	main, sub, ok := Ack{StatusDone, AckVersion, 0x1E, 0}.Version()
	if main != 1 || sub != 14 || !ok {
		t.Errorf("got %d.%d, %v; want 1.14, true", main, sub, ok)
	}
	if _, _, ok := (Ack{StatusDone, AckSetAndRun, 0x1E, 0}).Version(); ok {
		t.Error("the answer to another command has a version")
	}
}

func TestTimesThatNoClockShowsAreInvalid(t *testing.T) {
	for _, p := range []Payload{
		{0x0C, 0x30, 0x00, 0x01, 0x29, 0x58, 0x11}, // hour 12
		{0x01, 0x60, 0x00, 0x01, 0x29, 0x58, 0x11},
		{0x01, 0x30, 0x0A, 0x01, 0x29, 0x58, 0x11},
		{0x01, 0x30, 0x00, 0x0B, 0x29, 0x58, 0x11},
		{0x01, 0x30, 0x00, 0x01, 0x29, 0x71, 0x11},
	} {
		if got := Decode(p); got.Kind != Invalid {
			t.Errorf("% X: got %v, want invalid", p, got.Kind)
		}
	}
	if got := Encode(Reading{Left: Half{Time: 30 * time.Hour}, Right: Half{Time: -time.Second}}); got != (Payload{0, 0, 0, 9, 0x59, 0x59, 0}) {
		t.Errorf("times that do not fit: written % X", got)
	}
}

func TestEveryPayloadIsSomething(t *testing.T) {
	var p Payload
	for i := range 7 {
		for a := range 128 {
			for b := range 128 {
				p = Payload{1, 2, 3, 1, 2, 3, 1}
				p[i], p[(i+1)%7] = byte(a), byte(b)
				r := Decode(p)
				if r.Kind == Times && r.Left.Time+r.Right.Time > 2*Longest {
					t.Fatalf("% X: got %v and %v", p, r.Left.Time, r.Right.Time)
				}
				if r.Kind == Times && p[6]&0x40 == 0 && Encode(r) != p {
					t.Fatalf("% X is written % X after it was read", p, Encode(r))
				}
			}
		}
	}
}

func TestObservationsOfBothOrientations(t *testing.T) {
	const w, b, no = observation.White, observation.Black, observation.NoSide
	for _, c := range []struct {
		name string
		p    Payload
		left observation.Side
		want observation.Clock
	}{
		{"White runs", Payload{0x01, 0x30, 0x00, 0x01, 0x29, 0x58, 0x11}, w,
			observation.Clock{HasTimes: true, WhiteMS: 5_398_000, BlackMS: 5_400_000, Running: w}},
		{"turned: Black runs", Payload{0x01, 0x30, 0x00, 0x01, 0x29, 0x58, 0x11}, b,
			observation.Clock{HasTimes: true, WhiteMS: 5_400_000, BlackMS: 5_398_000, Running: b}},
		{"Black runs", Payload{0x01, 0x30, 0x00, 0x01, 0x29, 0x47, 0x0B}, w,
			observation.Clock{HasTimes: true, WhiteMS: 5_387_000, BlackMS: 5_400_000, Running: b}},
		{"the lever against the turn bits", Payload{0x01, 0x30, 0x00, 0x01, 0x29, 0x47, 0x13}, w,
			observation.Clock{HasTimes: true, WhiteMS: 5_387_000, BlackMS: 5_400_000, Running: b}},
		{"paused", Payload{0x00, 0x45, 0x07, 0x00, 0x52, 0x30, 0x02}, w,
			observation.Clock{HasTimes: true, WhiteMS: 3_150_000, BlackMS: 2_707_000, Running: no}},
		{"right flag", Payload{0x40, 0x00, 0x00, 0x00, 0x12, 0x05, 0x0B}, w,
			observation.Clock{HasTimes: true, WhiteMS: 725_000, Running: b, Flag: observation.FlagBlack}},
		{"left flag, turned", Payload{0x00, 0x08, 0x41, 0x10, 0x00, 0x00, 0x00}, b,
			observation.Clock{HasTimes: true, WhiteMS: 521_000, Running: no, Flag: observation.FlagBlack}},
		{"both flags", Payload{0x40, 0x00, 0x00, 0x10, 0x00, 0x00, 0x00}, w,
			observation.Clock{HasTimes: true, Running: no, Flag: observation.FlagBoth}},
	} {
		if diff := cmp.Diff(c.want, Decode(c.p).Clock(c.left)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
