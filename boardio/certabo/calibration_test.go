package certabo

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
)

// learned is what the whole set of the examples teaches.
func learned(t *testing.T) Calibration {
	t.Helper()
	c, ok := Calibration(nil).Learn(standing("d6", "d6", "d3", "d3"), false)
	if !ok || len(c) != 34 {
		t.Fatalf("learned %v, %d tags, want 34", ok, len(c))
	}
	return c
}

func turned(t Tags) Tags { return t.Turned() }

func swapped(t Tags, a, b string) Tags {
	i, j := observation.Square(home(a)[4]-100)^56, observation.Square(home(b)[4]-100)^56
	t[i], t[j] = t[j], t[i]
	return t
}

// with puts another tag on a square.
func with(t Tags, name string, tag Tag) Tags {
	t[observation.Square(home(name)[4]-100)^56] = tag
	return t
}

var another = Tag{3, 0, 85, 0, 107}

func TestWhatIsLearned(t *testing.T) {
	known := learned(t)
	for _, c := range []struct {
		name   string
		knows  Calibration
		tags   Tags
		turned bool
		want   map[Tag]observation.Piece // of what is learned; nil for nothing
	}{
		{"a whole set", nil, standing("d6", "d6", "d3", "d3"), false,
			map[Tag]observation.Piece{home("a8"): 'r', home("d8"): 'q', home("e8"): 'k', home("e2"): 'P', home("h1"): 'R', home("d6"): 'q', home("d3"): 'Q'}},
		{"a set without spare queens", nil, standing(), false, map[Tag]observation.Piece{home("d1"): 'Q'}},
		{"a set with one of them", nil, standing("d3", "d3"), false, map[Tag]observation.Piece{home("d3"): 'Q'}},
		{"White sits on the other side", nil, turned(standing("d6", "d6")), true, map[Tag]observation.Piece{home("d1"): 'Q', home("d6"): 'q', home("a8"): 'r'}},
		{"the tags of Chesstimation", nil, faintSet(), false, map[Tag]observation.Piece{{0, 0, 0, 0, 101}: 'n'}},
		{"everything is known", known, standing("d6", "d6", "d3", "d3"), false, nil},
		{"everything is known, turned", known, turned(standing()), false, nil},
		{"another queen", known, with(standing(), "d1", another), false, map[Tag]observation.Piece{another: 'Q', home("d1"): 'Q'}},
		{"another queen, turned", known, turned(with(standing(), "d1", another)), false, map[Tag]observation.Piece{another: 'Q'}},
		{"another spare queen", known, with(standing(), "d6", another), false, map[Tag]observation.Piece{another: 'q'}},
		{"another set, beside the one that is known", known, others(standing()), false, map[Tag]observation.Piece{home("a8"): 'r', {9, 9, 9, 9, 100}: 'r'}},
		{"king and queen are exchanged", known, with(swapped(standing(), "d1", "e1"), "a1", another), false, nil},
		{"a piece is missing", nil, without(standing(), "e2"), false, nil},
		{"a piece is missing that is known", known, without(with(standing(), "d1", another), "e2"), false, nil},
		{"a move was made", nil, standing("e2", "e4"), false, nil},
		{"something else stands there", nil, with(standing(), "c5", another), false, nil},
		{"a tag is there twice", nil, with(standing(), "e2", home("d2")), false, nil},
		{"the spare queens are on the wrong sides", known, standing("d6", "d3", "d3", "d6"), false, nil},
		{"an empty board", nil, Tags{}, false, nil},
	} {
		got, ok := c.knows.Learn(c.tags, c.turned)
		if ok != (c.want != nil) {
			t.Errorf("%s: learned %v", c.name, ok)
		}
		for tag, piece := range c.want {
			if got[tag] != piece {
				t.Errorf("%s: %v is %q, want %q", c.name, tag, got[tag], piece)
			}
		}
		for tag, piece := range c.knows {
			if got[tag] != piece {
				t.Errorf("%s: %v was %q and is %q now", c.name, tag, piece, got[tag])
			}
		}
	}
}

// faintSet has the tags that an imitation of such a board makes up: four zeros
// and a number.
func faintSet() Tags {
	t := standing()
	for sq := range t {
		t[sq] = Tag{4: t[sq][4]}
	}
	return t
}

func others(t Tags) Tags {
	for sq := range t {
		if t[sq] != none {
			t[sq] = Tag{9, 9, 9, 9, t[sq][4]}
		}
	}
	return t
}

func TestWhetherItIsTheSet(t *testing.T) {
	known, start, foreign := learned(t), standing(), others(standing())
	mixed := foreign
	copy(mixed[:16], start[:16])
	for _, c := range []struct {
		name string
		c    Calibration
		tags *Tags
		want bool
	}{
		{"its own", known, &start, true},
		{"an empty board", known, &Tags{}, true},
		{"another one", known, &foreign, false},
		{"half of it", known, &mixed, true},
		{"nothing is known", nil, &start, false},
		{"nothing is known and nothing there", nil, &Tags{}, false},
	} {
		if got := c.c.Fits(c.tags); got != c.want {
			t.Errorf("%s: fits %v, want %v", c.name, got, c.want)
		}
	}
}

const twoPieces = `# Which tag is which piece. The recorder learned it from the start position, and
# adds what it learns later. To have it learn everything anew, take this file away
# and start the recorder again.
sha256 = "HASH" # of the lines of pieces

[pieces]
"3 0 84 7 99" = "Q"
"3 0 84 7 152" = "p"
`

// The hash is what sha256sum says of the two last lines.
const twoHash = "ba39387ecfbdd863c02b275e67b02419f37bcf2b9e849738822a2d104d151710"

func TestTheFileOfACalibration(t *testing.T) {
	c := Calibration{{3, 0, 84, 7, 152}: 'p', {3, 0, 84, 7, 99}: 'Q'}
	want := strings.Replace(twoPieces, "HASH", twoHash, 1)
	if diff := cmp.Diff(want, string(c.Append(nil))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := c.Name(); got != "map "+twoHash[:8] {
		t.Errorf("its name is %q", got)
	}
	for _, c := range []Calibration{c, learned(t)} {
		got, err := ParseCalibration(c.Append(nil))
		if diff := cmp.Diff(c, got); err != nil || diff != "" {
			t.Errorf("%v, -want +got:\n%s", err, diff)
		}
	}
}

func TestADamagedFileIsNotRead(t *testing.T) {
	whole := string(learned(t).Append(nil))
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "its pieces are not those"},
		{"cut", cut(whole, 20), "it is not understood"},
		{"cut between two lines", whole[:strings.LastIndex(cut(whole, 1), "\n")+1], "its pieces are not those"},
		{"another piece", strings.Replace(whole, `"Q"`, `"R"`, 1), "its pieces are not those"},
		{"no piece", strings.Replace(whole, `"Q"`, `"X"`, 1), `"X" is no piece: want a FEN letter`},
		{"an occupied square", strings.Replace(whole, `"Q"`, `"o"`, 1), `"o" is no piece: want a FEN letter`},
		{"no tag", strings.Replace(whole, `"3 0 84 7 100"`, `"3 0 84 7"`, 1), `"3 0 84 7" is no tag: want five numbers`},
		{"a number too large", strings.Replace(whole, `"3 0 84 7 100"`, `"3 0 84 7 256"`, 1), "is no tag"},
		{"the tag of an empty square", strings.Replace(whole, `"3 0 84 7 100"`, `"0 0 0 0 0"`, 1), "is no tag"},
		{"written otherwise", strings.Replace(whole, `"3 0 84 7 100"`, `"3 0 84 07 100"`, 1), "is no tag"},
		{"noise", "\x00\xff", "it is not understood"},
	} {
		got, err := ParseCalibration([]byte(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || got != nil {
			t.Errorf("%s: got %d tags and %v, want ...%s", c.name, len(got), err, c.want)
		}
	}
}

func TestACalibrationIsKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data", "board")
	if c, err := load(folder); c != nil || err != nil {
		t.Errorf("nothing is there: got %v, %v", c, err)
	}
	small, whole := Calibration{another: 'Q'}, learned(t)
	for _, c := range []Calibration{small, whole} {
		if err := c.save(folder); err != nil {
			t.Fatal(err)
		}
		got, err := load(folder)
		if diff := cmp.Diff(c, got); err != nil || diff != "" {
			t.Errorf("%v, -want +got:\n%s", err, diff)
		}
	}
	path := filepath.Join(folder, fileName)
	if err := os.WriteFile(path, []byte("half a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := load(folder); err == nil || !strings.Contains(err.Error(), path+" is damaged") {
		t.Errorf("a damaged one: got %v", err)
	}
	if err := small.save(folder); err != nil {
		t.Fatal(err)
	}
	bad, err := os.ReadFile(path + ".bad")
	if err != nil || string(bad) != "half a file" {
		t.Errorf("the damaged one was not put aside: %q, %v", bad, err)
	}
	entries, _ := os.ReadDir(folder)
	if got, err := load(folder); err != nil || !cmp.Equal(got, small) || len(entries) != 2 {
		t.Errorf("then there is %v, %v, in %v", got, err, entries)
	}
}

func TestACalibrationThatCannotBeKeptIsTold(t *testing.T) {
	notAFolder := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(notAFolder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := learned(t).save(notAFolder)
	if err == nil || !strings.Contains(err.Error(), "keep the calibration: ") && !strings.Contains(err.Error(), "put the damaged calibration aside") {
		t.Errorf("got %v", err)
	}
	if err := learned(t).save(""); err != nil {
		t.Errorf("without a folder: %v", err)
	}
}

// What is read is written as it was read.
func FuzzParseCalibration(f *testing.F) {
	f.Add(Calibration{another: 'Q'}.Append(nil))
	f.Add([]byte(twoPieces))
	f.Add([]byte("pieces = 1"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := ParseCalibration(text)
		if err != nil {
			return
		}
		again, err := ParseCalibration(c.Append(nil))
		if err != nil || !cmp.Equal(c, again) || slices.Contains(c.lines(), "") {
			t.Fatalf("%q is read as %v and then as %v, %v", text, c, again, err)
		}
	})
}
