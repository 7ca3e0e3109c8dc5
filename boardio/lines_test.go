package boardio

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestLinesAreFoundInAnything(t *testing.T) {
	long := strings.Repeat("x", 1000)
	for _, c := range []struct {
		name   string
		chunks []string
		want   []string
		drops  []string
	}{
		{"one line", []string{"New Game\r\n"}, []string{"New Game"}, nil},
		{"in pieces", []string{"M   1", "   e2-", "e4\r", "\n"}, []string{"M   1   e2-e4"}, nil},
		{"two in one read", []string{"New Game\r\nM   1   e2-e4\r\n"}, []string{"New Game", "M   1   e2-e4"}, nil},
		{"blank lines", []string{"\r\n \r\n\n\nT\r\n"}, []string{"T"}, nil},
		{"blanks around it", []string{"  M   1   e2-e4  \r\n"}, []string{"M   1   e2-e4"}, nil},
		{"the line feed is lost", []string{"Me2e4\rMe7e5\r\n"}, []string{"Me2e4", "Me7e5"}, nil},
		{"the carriage return is lost", []string{"Me2e4\nMe7e5\n"}, []string{"Me2e4", "Me7e5"}, nil},
		{"both are lost", []string{"Me2e4Me7e5\r\n"}, []string{"Me2e4Me7e5"}, nil},
		{"another speed", []string{"\xf8\x80\xff\xfe\r\nT\r\n"}, []string{"T"}, []string{NoText}},
		{"garbage in a line", []string{"Me2\x7fe4\r\nMe7e5\r\n"}, []string{"Me7e5"}, []string{NoText}},
		{"garbage before a line", []string{"\x00\x01Me2e4\r\nMe7e5\r\n"}, []string{"Me7e5"}, []string{NoText}},
		{"text without end", []string{long, long, "\nT\r\n"}, []string{"T"}, []string{TooLong}},
		{"a bell", []string{"\aT\r\n", "T\r\n"}, []string{"T"}, []string{NoText}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			var drops []string
			f := Lines{Max: 64, Drop: func(r string) { drops = append(drops, r) }}
			for _, chunk := range c.chunks {
				f.Push(0, []byte(chunk), func(line string) { got = append(got, line) })
			}
			if !slices.Equal(got, c.want) || !slices.Equal(drops, c.drops) {
				t.Errorf("got %q, dropped %v, want %q, %v", got, drops, c.want, c.drops)
			}
		})
	}
}

func TestALineWhoseRestDoesNotComeIsGivenUp(t *testing.T) {
	var drops []string
	var got []string
	f := Lines{Max: 64, Drop: func(r string) { drops = append(drops, r) }}
	out := func(line string) { got = append(got, line) }
	f.Push(time.Second, []byte("M   1   e2-"), out)
	if !f.Open() || f.Deadline() != time.Second+lineGap {
		t.Fatalf("open: %v, until %v", f.Open(), f.Deadline())
	}
	f.Push(f.Deadline(), nil, out)
	f.Push(2*time.Second, []byte("New Game\r\n"), out)
	if diff := cmp.Diff([]string{"New Game"}, got); diff != "" || !slices.Equal(drops, []string{Unfinished}) || f.Open() {
		t.Errorf("got %q, dropped %v", got, drops)
	}
}

// A line after an end of line is found, whatever came before.
func FuzzLines(f *testing.F) {
	f.Add([]byte("ID. UCBII V1.09\r\nXON\r\n"), uint8(3))
	f.Add([]byte("M   1   e2-e4\r\nM   1,  e7-e5 |\r\n"), uint8(7))
	f.Add([]byte("\xff\x00\r\nPosition Board\r\n.8 br bn bb bq bk bb bn br 8\r\n"), uint8(1))
	f.Add([]byte(strings.Repeat("Me2e4", 40)), uint8(64))
	f.Fuzz(func(t *testing.T, noise []byte, step uint8) {
		fr := Lines{Max: 64}
		var last string
		take := func(line string) {
			if len(line) == 0 || len(line) > fr.Max || strings.ContainsFunc(line, func(r rune) bool { return r < ' ' || r > '~' }) {
				t.Errorf("%q is no line", line)
			}
			last = line
		}
		for chunk := range slices.Chunk(noise, int(step)+1) {
			fr.Push(0, chunk, take)
			if len(fr.kept) > fr.Max {
				t.Fatalf("%d bytes are kept", len(fr.kept))
			}
		}
		fr.Push(0, []byte("\nNew Game\r\n"), take)
		if last != "New Game" || fr.Open() {
			t.Errorf("the line after the noise was read as %q", last)
		}
	})
}
