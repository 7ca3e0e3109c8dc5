package main

import (
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/finder"
	"recorderd/timesource"
)

// spoken is a byte that was sent to a port, and how.
type spoken struct {
	at   time.Duration
	baud int
	b    byte
}

// transcript is what was said at a port at which nobody answers.
type transcript struct {
	src  timesource.Source
	said []spoken
}

func (tr *transcript) open(_ finder.Port, line boardio.Line) boardio.Opener {
	return func() (boardio.Port, error) {
		return &deaf{tr: tr, baud: line.Baud, closed: make(chan struct{})}, nil
	}
}

// deaf is such a port, open once.
type deaf struct {
	tr     *transcript
	baud   int
	once   sync.Once
	closed chan struct{}
}

func (d *deaf) Write(bytes []byte) (int, error) {
	at, byteTime := d.tr.src.Now(), 10*time.Second/time.Duration(d.baud)
	for i, b := range bytes { // one right after the other
		d.tr.said = append(d.tr.said, spoken{at + time.Duration(i)*byteTime, d.baud, b})
	}
	return len(bytes), nil
}

func (d *deaf) Read([]byte) (int, error) {
	<-d.closed
	return 0, io.EOF
}

func (d *deaf) Close() error {
	d.once.Do(func() { close(d.closed) })
	return nil
}

func (*deaf) ResetInputBuffer() error { return nil }

// sniffSilence has boards of these makes, or of all, looked for at a port with
// nobody there.
func sniffSilence(t *testing.T, tty string, makes ...boardio.Make) (said []spoken, a finder.Answer, took time.Duration) {
	t.Helper()
	root := t.TempDir()
	for _, dir := range []string{"dev", "sys"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "dev", tty), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		tr := &transcript{src: timesource.Bubble()}
		m := finder.Machine{Root: root, Open: tr.open}
		begin := tr.src.Now()
		a = finder.Sniffer{Machine: m, Source: tr.src, Makes: makes}.Sniff(t.Context(), m.Ports()[0])
		said, took = tr.said, tr.src.Now()-begin
	})
	return said, a, took
}

// wave is the level of a line on which bytes were sent, eight bits each.
func wave(said []spoken) func(at time.Duration) (high bool) {
	return func(at time.Duration) bool {
		for _, s := range said {
			bit := time.Second / time.Duration(s.baud)
			if at < s.at || at >= s.at+9*bit {
				continue // silence, or the stop bit
			}
			i := int((at - s.at) / bit)
			return i > 0 && s.b>>(i-1)&1 == 1
		}
		return true
	}
}

// listenTo is what a receiver at a speed, with a clock that is so many percent
// too slow, takes from the line: it looks for a start bit, and at the middle of
// this one and of each bit that follows.
func listenTo(said []spoken, baud, slow int) (heard []byte) {
	const step = time.Microsecond
	high := wave(said)
	bit := time.Second / time.Duration(baud) * time.Duration(100+slow) / 100
	for _, s := range said {
		end := s.at + 12*time.Second/time.Duration(s.baud)
		for at := s.at; at < end; at += step {
			if high(at) || high(at+bit/2) {
				continue
			}
			var b byte
			for i := range 8 {
				if high(at + bit/2 + time.Duration(i+1)*bit) {
					b |= 1 << i
				}
			}
			heard = append(heard, b)
			for at += 9*bit + bit/2; !high(at); at += step { // until the line rests
			}
		}
	}
	return heard
}

// What is said to find a board of one make is harmless to those of all others,
// whatever of it they hear. This does not believe what finder says about that, but
// listens to the line itself.
func TestNothingThatIsSaidToFindABoardHarmsAnother(t *testing.T) {
	for _, asked := range boardio.Makes() {
		if asked.Greet == nil || asked.HID != nil {
			continue
		}
		through, a, _ := sniffSilence(t, "ttyUSB0", asked) // a chip makes a line of it, which has a speed
		if len(a.Unasked) > 0 {
			t.Errorf("%s is not looked for", asked.Name)
		}
		if (len(through) == 0) != asked.Listens {
			t.Errorf("to find %s %d bytes are said", asked.Name, len(through))
		}
		straight, _, _ := sniffSilence(t, "ttyACM0", asked) // speed is nothing but a number
		for _, other := range boardio.Makes() {
			if other.Name == asked.Name || other.Harmful == nil || other.HID != nil {
				continue
			}
			for _, s := range straight {
				if other.Harmful(s.b) {
					t.Errorf("%s is asked %02X, which may harm %s", asked.Name, s.b, other.Name)
				}
			}
			for slow := -3; slow <= 3; slow++ {
				for _, b := range listenTo(through, other.Line.Baud, slow) {
					if other.Harmful(b) {
						t.Errorf("%s is asked something of which %s may hear %02X (clock %+d %%)", asked.Name, other.Name, b, slow)
					}
				}
			}
		}
	}
}

func TestAllMakesAreLookedForInTime(t *testing.T) {
	for _, tty := range []string{"ttyUSB0", "ttyACM0"} {
		_, a, took := sniffSilence(t, tty)
		if took > probeTime {
			t.Errorf("%s: it took %v, want at most %v", tty, took, probeTime)
		}
		var unasked []string
		for _, m := range a.Unasked {
			unasked = append(unasked, m.Name)
		}
		t.Logf("%s: %v; not asked for: %v", tty, took, unasked)
	}
}

// The model of a receiver is one: at its own speed it hears what was said.
func TestAReceiverHearsWhatIsSaidAtItsSpeed(t *testing.T) {
	const want = "UM\x00\xFFN"
	for _, baud := range []int{9600, 38400, 115200} {
		var said []spoken
		for i, b := range []byte(want) {
			said = append(said, spoken{time.Duration(i) * 3 * time.Millisecond, baud, b})
		}
		for slow := -3; slow <= 3; slow++ {
			if got := listenTo(said, baud, slow); string(got) != want {
				t.Errorf("%d baud, clock %+d %%: heard % X, want % X", baud, slow, got, want)
			}
		}
	}
}
