package dgt_test

import (
	"bytes"
	"testing"
	"time"

	"recorderd/boardio/dgt/emulator"
	"recorderd/clockio"
	"recorderd/observation"
)

// bwtime is a message about the clock.
func bwtime(payload ...byte) []byte { return append([]byte{0x8D, 0x00, 0x0A}, payload...) }

// What a clock in the field says that is no time does not become one. The clock
// stands at 3:00 each.
func TestClockNoiseIsNoTime(t *testing.T) {
	stands := clock(180, 180, "none")
	for _, c := range []struct {
		name     string
		messages [][]byte
		want     []string
		note     string // "" for what is dropped
		n        int64
	}{
		{"a null message", [][]byte{bwtime(0, 0, 0, 0, 0, 0, 0)}, []string{}, "null clock message", 1},
		{"an answer", [][]byte{bwtime(0x0A, 0x10, 0x09, 0x0A, 0x20, 0, 0)}, []string{}, "clock answer", 1},
		{"the same answer again and again", [][]byte{bwtime(0x0A, 0x10, 0x09, 0x0A, 0x1E, 0, 0), bwtime(0x0A, 0x10, 0x09, 0x0A, 0x1E, 0, 0)}, []string{}, "clock answer", 2},
		{"an error of an XL", [][]byte{bwtime(0x0A, 0x20, 0, 0x0A, 0, 0, 0)}, []string{}, "clock answer", 1},
		{"a refusal", [][]byte{bwtime(0x0A, 0x40, 0x0A, 0x0A, 0, 0, 0)}, []string{}, "clock answer", 1},
		{"ready", [][]byte{bwtime(0x0A, 0x10, 0x01, 0x2A, 0, 0, 0)}, []string{}, "clock answer", 1},
		{"two buttons", [][]byte{bwtime(0x0A, 0x10, 0x08, 0x2A, 0x45, 0x35, 0)}, []string{}, "clock button", 1},
		{"only the left half marks an answer", [][]byte{bwtime(0x00, 0x10, 0x09, 0x0A, 0x20, 0, 0)}, []string{}, "clock answer", 1},
		{"hour 12 after a text", [][]byte{bwtime(0x0C, 0x03, 0x00, 0x00, 0x03, 0x00, 0x00)}, []string{stands}, "", 1},
		{"seconds that are letters", [][]byte{bwtime(0x00, 0x03, 0x0B, 0x00, 0x03, 0x00, 0x00)}, []string{stands}, "", 1},
		{"an hour more for a moment", [][]byte{bwtime(0x01, 0x03, 0x01, 0x00, 0x03, 0x00, 0x00)}, []string{stands}, "absurd time", 1},
		{"another game's times for a moment", [][]byte{bwtime(0x01, 0x30, 0x00, 0x01, 0x30, 0x00, 0x00)}, []string{stands}, "doubtful time", 1},
		{"two absurd times that differ", [][]byte{bwtime(0x05, 0x30, 0x00, 0x00, 0x03, 0x00, 0x00), bwtime(0x03, 0x30, 0x00, 0x00, 0x03, 0x00, 0x00)}, []string{stands, stands}, "doubtful time", 2},
		{"unplugged, with times", [][]byte{bwtime(0x00, 0x02, 0x59, 0x00, 0x01, 0x00, 0x20)}, []string{clockDn}, "", 0},
		{"a flag, and the other side runs on", [][]byte{bwtime(0x40, 0x00, 0x00, 0x00, 0x03, 0x00, 0x0B)},
			[]string{`"clock":{"white_ms":180000,"black_ms":0,"running":"black","flag":"black"}`}, "", 0},
		{"a flag in both bits, the clock blocked", [][]byte{bwtime(0x00, 0x03, 0x00, 0x50, 0x00, 0x00, 0x00)},
			[]string{`"clock":{"white_ms":0,"black_ms":180000,"running":"none","flag":"white"}`}, "", 0},
		{"signs of a time per move and of a low battery", [][]byte{bwtime(0x20, 0x03, 0x00, 0x20, 0x02, 0x59, 0x15)},
			[]string{clock(179, 180, "white")}, "", 0},
	} {
		inBubble(t, emulator.Options{}, func(r *rig) {
			r.atStart()
			before := r.Device.Stats().Notes[c.note]
			for _, m := range c.messages {
				r.Inject(m...)
			}
			r.Pass(2 * time.Second)
			want(t, c.name, c.want, r.Facts())
			s := r.Device.Stats()
			if got := s.Notes[c.note] - before; c.note != "" && got != c.n {
				t.Errorf("%s: noted %v, want %d times %q", c.name, s.Notes, c.n, c.note)
			}
			if got := s.Dropped["implausible"]; c.note == "" && got != c.n {
				t.Errorf("%s: dropped %v, want %d", c.name, s.Dropped, c.n)
			}
		})
	}
}

func TestAClockThatIsSetIsBelievedWhenItSaysSoTwice(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		stages := []clockio.Stage{{Base: 90 * time.Minute}}
		begin := r.Source.Now()
		r.SetClock(clockio.New(stages, stages))
		r.Pass(time.Second)
		reports := r.Reports()
		if len(reports) != 1 || len(reports[0].Facts) != 1 {
			t.Fatalf("got %v, want the new times once", reports)
		}
		if got := reports[0].Facts[0].(observation.Clock).WhiteMS; got != 5_400_000 {
			t.Errorf("got %d ms", got)
		}
		if after := reports[0].At - begin; after > 600*time.Millisecond {
			t.Errorf("reported after %v, want a look at the clock and one question", after)
		}
	})
}

func TestADoubtfulTimeIsAskedForUntilItIsAnswered(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		r.atStart()
		r.SetFaults(emulator.Faults{NullClock: 1})
		r.Inject(bwtime(0x01, 0x30, 0x00, 0x01, 0x30, 0x00, 0x00)...)
		r.Pass(1500 * time.Millisecond)
		want(t, "nothing sure yet", []string{}, r.Facts())
		r.SetFaults(emulator.Faults{})
		r.Pass(1500 * time.Millisecond)
		want(t, "in the end", []string{clock(180, 180, "none")}, r.Facts())
	})
}

// What clock it is nobody but the clock can say, and it is asked once: while it
// stands, before play.
func TestTheClockIsAskedWhatItIs(t *testing.T) {
	for _, c := range []struct {
		version [2]int
		want    string
	}{{[2]int{1, 14}, "DGT XL 1.14"}, {[2]int{2, 0}, "DGT 3000 2.0"}, {[2]int{3, 1}, "DGT 3.1"}} {
		inBubble(t, emulator.Options{ClockVersion: c.version}, func(r *rig) {
			r.SetPlacement(placed(startFEN))
			r.SetClock(blitz())
			r.Pass(3 * time.Second)
			sent := r.Sent()
			if n := bytes.Count(sent, []byte{0x2B, 0x03, 0x03, 0x09, 0x00}); n != 1 || bytes.Count(sent, []byte{0x2B}) != 1 {
				t.Errorf("it was asked %d times: % X", n, sent)
			}
			_, sensor := r.Device.Describe()
			if got := sensor.Make + " " + sensor.Firmware; got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			r.Plug(pulled)
			r.Pass(time.Second)
			r.Plug(nil)
			r.Pass(30 * time.Second)
			if bytes.Contains(r.Sent(), []byte{0x2B}) {
				t.Error("it was asked again")
			}
		})
	}
}

func TestAClockThatRunsIsNotAskedAnything(t *testing.T) {
	inBubble(t, emulator.Options{}, func(r *rig) {
		clock := blitz()
		clock.Start(r.Source.Now(), observation.White)
		r.SetPlacement(placed(startFEN))
		r.SetClock(clock)
		r.Pass(30 * time.Second)
		if bytes.Contains(r.Sent(), []byte{0x2B}) {
			t.Error("players may see what it does")
		}
	})
}
