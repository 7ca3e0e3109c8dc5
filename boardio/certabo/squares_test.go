package certabo

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
)

// The examples have made-up tags: the piece that starts on cell c of a frame, a8
// first, has 3 0 84 7 (100+c).
func home(name string) Tag {
	sq, err := observation.ParseSquare(name)
	if err != nil {
		panic(err)
	}
	return Tag{3, 0, 84, 7, 100 + byte(sq^56)}
}

// standing are all squares with these pieces, by where they started and where
// they are, over the start position.
func standing(changes ...string) (t Tags) {
	for sq, p := range startPosition {
		if s := observation.Square(sq); p != observation.Empty && s.Rank() != 2 && s.Rank() != 5 {
			t[sq] = home(s.String())
		}
	}
	for i := 0; i < len(changes); i += 2 {
		from, to := home(changes[i]), home(changes[i+1])
		t[observation.Square(to[4]-100)^56] = from
		if from != to {
			t[observation.Square(from[4]-100)^56] = none
		}
	}
	return t
}

func without(t Tags, squares ...string) Tags {
	for _, name := range squares {
		t[observation.Square(home(name)[4]-100)^56] = none
	}
	return t
}

// examples are those of the protocol, numbered as there.
var examples = []struct {
	name   string
	tags   Tags
	length int
	sum    string
}{
	{"1 start position", standing(), 739, "19bd869c0ef322a461364ef78451bf8e55500d3ddbb1ea474dc2583919314e4d"},
	{"2 e2 lifted", without(standing(), "e2"), 736, "6d142bca6947f69ca49456ba8f042f9cc9906ae12bf938e6da9ae26474cab9c3"},
	{"3 after e2e4", standing("e2", "e4"), 739, "6d64092a9648404319d96be0a963c5d64135a1fd1eabb6f3642d466bb5fa4be8"},
	{"4 empty board", Tags{}, 643, "2ac3afd402c03c1edfafd6a1b7df0a8a1bb5f8b1f9219e1cfd45d2d1ca2e5d97"},
	{"5 calibration", standing("d6", "d6", "d3", "d3"), 745, "9c5ddbc0f7ff613494f0e12905805b7868f1eeab4c453fd5cb173c4bbeb29a9a"},
	{"6 a ghost", ghostly(without(standing(), "e2")), 741, "7d109a02a2a788bd21cc8240d1004829fdfa8f109c00ab2f7253950b5d00f832"},
}

func ghostly(t Tags) Tags {
	t[observation.SquareAt(2, 4)] = Tag{196, 3, 166, 0, 65}
	return t
}

func TestExamplesOfFrames(t *testing.T) {
	for _, c := range examples {
		frame := AppendFrame(nil, c.tags.Numbers()...)
		sum := sha256.Sum256(frame)
		if got := hex.EncodeToString(sum[:]); len(frame) != c.length || got != c.sum {
			t.Errorf("%s: %d bytes, %s, want %d, %s", c.name, len(frame), got, c.length, c.sum)
		}
		var read []Tags
		f := Framer{Numbers: TagNumbers}
		f.Push(0, frame, func(numbers []byte) { read = append(read, ReadTags(numbers)) })
		if diff := cmp.Diff([]Tags{c.tags}, read); diff != "" {
			t.Errorf("%s is read as something else (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestPlacesOfNumbers(t *testing.T) {
	for name, want := range map[string]int{"a8": 0, "h8": 35, "e2": 260, "e4": 180, "d6": 95, "d3": 215, "c5": 130, "h1": 315} {
		if got := index(observation.Square(home(name)[4]-100) ^ 56); got != want {
			t.Errorf("%s begins at number %d, want %d", name, got, want)
		}
	}
}

func TestFaintTags(t *testing.T) {
	for tag, want := range map[Tag]bool{{}: true, {0, 0, 0, 0, 5}: true, {1, 0, 0, 0, 5}: true, {1, 0, 2, 0, 5}: false, {3, 0, 84, 7, 152}: false} {
		if got := tag.faint(); got != want {
			t.Errorf("%v is faint: %v, want %v", tag, got, want)
		}
	}
}
