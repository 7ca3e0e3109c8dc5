package finder

import (
	"errors"
	"slices"
	"testing"

	"recorderd/boardio"
)

func TestAByteIsHeardAsItIsAtItsOwnSpeed(t *testing.T) {
	for _, speed := range []int{9600, 38400, 57600, 115200} {
		for b := range 256 {
			if got := Hears(byte(b), speed, speed); !slices.Equal(got, []byte{byte(b)}) {
				t.Fatalf("%02X at %d: heard % X", b, speed, got)
			}
		}
	}
}

// Each row was drawn on paper: start bit, bits from the lowest, stop bit.
func TestAByteAtAnotherSpeedIsHeardAsAnotherOne(t *testing.T) {
	for _, c := range []struct {
		b               byte
		speed, receiver int
		want            []byte
	}{
		{0x00, 9600, 19200, []byte{0x00}},       // low for eighteen bits, of which it takes ten and waits for the end
		{0xFF, 9600, 19200, []byte{0xFE}},       // the start bit is as long as two
		{0x55, 9600, 19200, []byte{0x66, 0xE6}}, // no stop bit after the first, silence in the second
		{0xFF, 38400, 9600, nil},                // high again before the middle of a start bit
		{0x00, 38400, 9600, []byte{0xFE}},       // low for two bits and a quarter
		{0x4E, 115200, 9600, []byte{0xFF}},      // low in the middle of a start bit, and over before the next
	} {
		if got := receive(c.b, 2*c.receiver, 2*c.speed); !slices.Equal(got, c.want) {
			t.Errorf("%02X from %d to %d: heard % X, want % X", c.b, c.speed, c.receiver, got, c.want)
		}
		for _, h := range c.want {
			if got := Hears(c.b, c.speed, c.receiver); !slices.Contains(got, h) {
				t.Errorf("%02X from %d to %d: heard % X by clocks that differ, want %02X among them", c.b, c.speed, c.receiver, got, h)
			}
		}
	}
	// Where one side's middle is the other's edge it may be heard either way.
	got := Hears(0x20, 38400, 9600)
	slices.Sort(got)
	if want := []byte{0xFE, 0xFF}; !slices.Equal(got, want) {
		t.Errorf("20 from 38400 to 9600: heard % X, want % X", got, want)
	}
}

// said notes what is written to it.
type said struct {
	boardio.Port
	bytes []byte
}

func (s *said) Write(b []byte) (int, error) {
	s.bytes = append(s.bytes, b...)
	return len(b), nil
}

func TestNothingIsSaidThatHarmsAnotherMake(t *testing.T) {
	victim := boardio.Make{Name: "victim", Title: "Victim", Line: boardio.Line{Baud: 9600}, Harmful: func(b byte) bool { return b == 'N' }}
	asked := boardio.Make{Name: "asked", Title: "Asked", Line: boardio.Line{Baud: 57600}}
	for _, c := range []struct {
		name   string
		own    bool
		speed  int
		say    string
		others []boardio.Make
		want   string // is sent
	}{
		{"heard as it is", false, 57600, "ON", []boardio.Make{victim}, "O"},
		{"at another speed it is no such byte", true, 57600, "ON", []boardio.Make{victim}, "ON"},
		{"at the same speed it is", true, 9600, "ON", []boardio.Make{victim}, "O"},
		{"its own make knows its own orders", false, 9600, "ON", []boardio.Make{asked}, "ON"},
		{"a make that nothing harms", false, 9600, "ON", []boardio.Make{{Name: "other", Line: asked.Line}}, "ON"},
	} {
		port := new(said)
		asked.Line.Baud = c.speed
		line := &careful{Port: port, asked: asked, own: c.own, others: c.others}
		var err error
		for _, b := range []byte(c.say) {
			if _, err = line.Write([]byte{b}); err != nil {
				break
			}
		}
		if string(port.bytes) != c.want || errors.Is(err, ErrHarmful) != (c.want != c.say) {
			t.Errorf("%s: sent %q, %v; want %q", c.name, port.bytes, err, c.want)
		}
	}
	port := new(said)
	line := &careful{Port: port, asked: asked, others: []boardio.Make{victim}}
	if _, err := line.Write([]byte("xN")); !errors.Is(err, ErrHarmful) || len(port.bytes) > 0 {
		t.Errorf("in the middle of a write: sent %q, %v", port.bytes, err)
	}
	line.Met()
	if _, err := line.Write([]byte("xN")); err != nil || string(port.bytes) != "xN" {
		t.Errorf("when nobody else can be there: sent %q, %v", port.bytes, err)
	}
}
