package emulator

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/boardio/bench"
	"recorderd/boardio/certabo"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// desk is a board with somebody before it who lets time pass and reads.
type desk struct {
	*Board
	time timesource.Manual
}

func atDesk(opt Options) *desk {
	d := &desk{}
	d.Board = New(&d.time, opt)
	d.SetPlacement(bench.Placed(bench.Start))
	d.Restart()
	return d
}

// pass lets time pass and returns what the board said.
func (d *desk) pass(t time.Duration) (said []byte) {
	for end := d.time.Now() + t; d.time.Now() < end; {
		d.time.Advance(min(10*time.Millisecond, end-d.time.Now()))
		writes, _ := d.Turn()
		said = append(said, bytes.Join(writes, nil)...)
	}
	return said
}

// frames reads the whole frames of what was said.
func frames(said []byte) (read []certabo.Tags) {
	f := certabo.Framer{Numbers: certabo.TagNumbers}
	f.Push(0, said, func(numbers []byte) { read = append(read, certabo.ReadTags(numbers)) })
	return read
}

// hear is a command from the computer.
func (d *desk) hear(command ...byte) {
	d.Do(func(now time.Duration) { d.parts.Hear(now, command) })
}

// last is the last frame, after a while.
func (d *desk) last(t *testing.T) certabo.Tags {
	t.Helper()
	read := frames(d.pass(time.Second))
	if len(read) == 0 {
		t.Fatal("no frame came")
	}
	return read[len(read)-1]
}

// squares writes on which squares there is a tag.
func squares(tags certabo.Tags) (on []string) {
	for sq, tag := range tags {
		if tag != (certabo.Tag{}) {
			on = append(on, observation.Square(sq).String())
		}
	}
	return on
}

func TestThreeFramesASecond(t *testing.T) {
	d := atDesk(Options{})
	said := d.pass(10 * time.Second)
	if got := len(frames(said)); got != 29 && got != 30 {
		t.Errorf("%d frames in ten seconds, want 30, the last of which may be on its way", got)
	}
	if got := strings.Count(string(said), "\r\n"); !strings.HasPrefix(string(said), ":3 0 84 ") || got != 29 && got != 30 {
		t.Errorf("%d lines that begin with %.20q", got, said)
	}
}

func TestEachPieceHasATagOfItsOwn(t *testing.T) {
	d := atDesk(Options{})
	tags := d.last(t)
	all := map[certabo.Tag]bool{}
	for _, tag := range tags {
		all[tag] = true
	}
	if n := len(squares(tags)); n != 32 || len(all) != 33 {
		t.Errorf("%d squares are taken by %d tags, want 32", n, len(all)-1)
	}
}

func TestATagGoesWithItsPiece(t *testing.T) {
	d := atDesk(Options{})
	before := d.last(t)
	at := func(tags certabo.Tags, name string) certabo.Tag { return tags[bench.Square(name)] }
	d.Lift(bench.Square("b8"))
	d.Lift(bench.Square("g1"))
	d.Put(bench.Square("f3"), 'N')
	d.Lift(bench.Square("b1"))
	d.Put(bench.Square("c3"), 'N')
	d.Put(bench.Square("c6"), 'n')
	after := d.last(t)
	for from, to := range map[string]string{"g1": "f3", "b1": "c3", "b8": "c6", "e2": "e2"} {
		if at(before, from) != at(after, to) {
			t.Errorf("%v of %s is on %s no longer", at(before, from), from, to)
		}
	}
	d.SetPlacement(bench.Placed(bench.Start))
	if diff := cmp.Diff(squares(before), squares(d.last(t))); diff != "" {
		t.Errorf("set up again (-want +got):\n%s", diff)
	}
}

func TestWhereAPromotedPieceIsFrom(t *testing.T) {
	for _, noSpares := range []bool{false, true} {
		d := atDesk(Options{NoSpares: noSpares})
		known := map[certabo.Tag]bool{}
		for _, tag := range d.last(t) {
			known[tag] = true
		}
		d.Put(bench.Square("e5"), 'Q')
		spare := d.last(t)[bench.Square("e5")]
		number := int(spare[4]) - 20 // tags are made in this order
		if known[spare] || (number < 2) == noSpares {
			t.Errorf("spare queens %v: the second queen has %v", !noSpares, spare)
		}
		d.Lift(bench.Square("a1"))
		d.Put(bench.Square("e6"), 'R')
		if tag := d.last(t)[bench.Square("e6")]; !known[tag] {
			t.Errorf("a rook that was taken has %v", tag)
		}
	}
}

func TestAMoveMayBeReadOnBothSquaresOrNone(t *testing.T) {
	for _, c := range []struct {
		from, to string // far apart in a scan
		both     bool
	}{{"a1", "a8", false}, {"a8", "a1", true}} {
		d := atDesk(Options{Options: emulated.Options{Scan: 6400 * time.Millisecond}}) // 100 ms a square
		d.SetPlacement(bench.Placed("8/8/8/8/8/8/8/8"))
		d.Put(bench.Square(c.from), 'R')
		d.pass(6400 * time.Millisecond)
		d.pass(3200 * time.Millisecond) // a8 was read, a1 is to come
		d.Lift(bench.Square(c.from))
		d.Put(bench.Square(c.to), 'R')
		read := frames(d.pass(13 * time.Second))
		var on [][]string
		for _, tags := range read {
			on = append(on, squares(tags))
		}
		wanted := [][]string{{c.from}, nil, {c.to}}
		if c.both {
			wanted[1] = []string{"a1", "a8"}
		}
		i := slices.IndexFunc(on, func(s []string) bool { return len(s) != 1 })
		if i < 0 || !cmp.Equal(on[i], wanted[1]) || !cmp.Equal(on[i+1], wanted[2]) {
			t.Errorf("%s to %s: got %v, want %v", c.from, c.to, on, wanted)
		}
	}
}

func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		faults Faults
		wrong  func(said string, read []certabo.Tags) bool
	}{
		"none":      {Faults{}, func(_ string, read []certabo.Tags) bool { return len(squares(read[0])) != 32 }},
		"ghost":     {Faults{Ghost: 1}, func(_ string, read []certabo.Tags) bool { return len(squares(read[0])) != 33 }},
		"drop-out":  {Faults{DropOut: 1}, func(_ string, read []certabo.Tags) bool { return len(squares(read[0])) != 31 }},
		"twice":     {Faults{Twice: 1}, func(_ string, read []certabo.Tags) bool { return len(squares(read[0])) != 32 }},
		"cut":       {Faults{Cut: 1}, func(_ string, read []certabo.Tags) bool { return len(read) > 0 }},
		"said":      {Faults{Ack: 1}, func(said string, read []certabo.Tags) bool { return !strings.Contains(said, "L\r\n") || len(read) < 8 }},
		"feeds":     {Faults{Feeds: true}, func(said string, read []certabo.Tags) bool { return said[64] != '\n' || len(read) < 8 }},
		"lost byte": {Faults{Faults: emulated.Faults{LoseByte: 1}}, func(_ string, read []certabo.Tags) bool { return len(read) > 8 }},
	} {
		d := atDesk(Options{})
		d.SetFaults(c.faults)
		said := d.pass(3 * time.Second)
		if c.wrong(string(said), frames(said)) {
			t.Errorf("%s: got %d frames in %.200q", name, len(frames(said)), said)
		}
	}
}

func TestSameSeedSameBytes(t *testing.T) {
	play := func() string {
		d := atDesk(Options{Options: emulated.Options{Seed: 7}})
		d.SetFaults(Faults{Ghost: 0.5, DropOut: 0.5, Cut: 0.2, Ack: 0.2})
		return string(d.pass(10 * time.Second))
	}
	if a, b := play(), play(); a != b || len(a) < 5000 {
		t.Errorf("%d bytes and %d others", len(a), len(b))
	}
}

// lit writes which squares shine.
func lit(l Lights) string {
	var on []string
	for sq, p := range l.Squares {
		if p != observation.Empty {
			on = append(on, observation.Square(sq).String())
		}
	}
	return strings.Join(on, " ")
}

// The commands of the protocol's examples.
func TestExamplesOfPlainLights(t *testing.T) {
	for _, c := range []struct {
		command []byte
		want    string
	}{
		{[]byte{0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x10, 0x00}, "e2 e4"},
		{[]byte{0x00, 0x00, 0x00, 0x00, 0x00, 0x20, 0x00, 0x40}, "g1 f3"},
		{[]byte{0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01}, "a1"},
		{[]byte{0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00}, "h8"},
		{[]byte{0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80}, "h1 a8"},
		{[]byte{0xFF, 0xFF, 0x08, 0x00, 0x00, 0x08, 0xFF, 0xFF},
			"a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 d3 d6 a7 b7 c7 d7 e7 f7 g7 h7 a8 b8 c8 d8 e8 f8 g8 h8"},
		{make([]byte, 8), ""},
	} {
		d := atDesk(Options{})
		d.hear(0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF)
		d.pass(time.Second)
		d.hear(c.command[:3]...) // a command may come in pieces
		d.hear(c.command[3:]...)
		said := d.pass(time.Second)
		if got := lit(d.Lights()); got != c.want {
			t.Errorf("% X: %s shine, want %s", c.command, got, c.want)
		}
		if bytes.Count(said, []byte{0x4C, 0x0D, 0x0A}) != 1 {
			t.Errorf("% X was not acknowledged", c.command)
		}
	}
}

func TestACommandTooSoonIsLost(t *testing.T) {
	d := atDesk(Options{Mute: true})
	h8, a1 := []byte{0x80, 0, 0, 0, 0, 0, 0, 0}, []byte{0, 0, 0, 0, 0, 0, 0, 1}
	d.hear(h8...)
	said := d.pass(240 * time.Millisecond)
	d.hear(a1...)
	if l := d.Lights(); lit(l) != "h8" || l.Dropped != 1 {
		t.Errorf("too soon: %s shine, %d commands were lost", lit(l), l.Dropped)
	}
	d.pass(20 * time.Millisecond)
	d.hear(a1...)
	if l := d.Lights(); lit(l) != "a1" || l.Dropped != 1 {
		t.Errorf("later: %s shine, %d commands were lost", lit(l), l.Dropped)
	}
	if said = append(said, d.pass(time.Second)...); bytes.Contains(said, []byte("L")) {
		t.Error("an old board said something")
	}
	d.Restart()
	if got := lit(d.Lights()); got != "" {
		t.Errorf("without power %s shine", got)
	}
}

func TestExampleOfColouredLights(t *testing.T) {
	command := make([]byte, 247)
	command[0], command[1], command[245], command[246] = 0xFF, 0x55, 0x0D, 0x0A
	for _, i := range []int{39, 42, 66, 69, 94, 97, 121, 124} {
		command[i] = 0xFF
	}
	d := atDesk(Options{Spectrum: true})
	d.hear(0, 0, 0xFF) // what is no command is passed over
	d.hear(0)
	d.hear(command...)
	l, said := d.Lights(), d.pass(time.Second)
	wanted := map[int][3]byte{}
	for _, i := range CornersOf(bench.Square("e2")) {
		wanted[i] = [3]byte{0, 0xFF, 0}
	}
	for _, i := range CornersOf(bench.Square("e4")) {
		wanted[i] = [3]byte{0, 0, 0xFF}
	}
	for i, c := range l.Corners {
		if c != wanted[i] {
			t.Errorf("corner %d is %v, want %v", i, c, wanted[i])
		}
	}
	if got := fmt.Sprint(CornersOf(bench.Square("e2")), CornersOf(bench.Square("e4"))); got != "[12 13 21 22] [30 31 39 40]" {
		t.Errorf("the corners of e2 and e4 are %s", got)
	}
	if bytes.Count(said, []byte{0x44, 0x0D, 0x0A}) != 1 {
		t.Errorf("it was not acknowledged in %.40q", said)
	}
}

func TestATurnedBoardNumbersFromTheOtherCorner(t *testing.T) {
	d := atDesk(Options{Options: emulated.Options{Turned: true}})
	d.SetPlacement(bench.Placed("8/8/8/8/8/8/8/R7"))
	if got := squares(d.last(t)); !cmp.Equal(got, []string{"h8"}) {
		t.Errorf("a1 is read on %v", got)
	}
}
