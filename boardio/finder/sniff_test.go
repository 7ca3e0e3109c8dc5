package finder

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/boardio"
)

// sniff asks what is at the only port, and how long that took.
func (w *world) sniff(makes ...boardio.Make) (Answer, time.Duration) {
	begin := w.src.Now()
	a := Sniffer{Machine: w.machine(), Source: w.src, Makes: makes}.Sniff(context.Background(), w.machine().Ports()[0])
	return a, w.src.Now() - begin
}

func TestWhatIsAtAPortIsFoundOut(t *testing.T) {
	for name, c := range map[string]struct {
		what   func(*world) thing
		make   string
		serial string
		within time.Duration
	}{
		"a board that answers":      {func(w *world) thing { return w.dgt("24680") }, "dgt", "24680", 3 * time.Second},
		"a board that talks":        {func(w *world) thing { return w.talker() }, "talker", "", time.Second},
		"another one":               {func(w *world) thing { return &noise{say: "tell", every: time.Second, src: w.src} }, "teller", "", 2 * time.Second},
		"nothing that answers":      {func(w *world) thing { return w.silence() }, "", "", 4 * time.Second},
		"something else that talks": {func(w *world) thing { return &noise{say: "$GPGGA,,,\r\n", every: time.Second, src: w.src} }, "", "", 6 * time.Second},
	} {
		inWorld(t, func(w *world) {
			w.connect("ttyUSB0", ftdi, c.what(w))
			a, took := w.sniff()
			if c.make == "" {
				if !errors.Is(a.Err, boardio.ErrSilent) || len(a.Found) != 0 {
					t.Errorf("%s: got %v, %v", name, a.Found, a.Err)
				}
			} else if a.Make.Name != c.make || len(a.Found) != 1 || a.Found[0].Serial != c.serial || a.Err != nil {
				t.Errorf("%s: got make %q, %v, %v", name, a.Make.Name, a.Found, a.Err)
			}
			if took > c.within {
				t.Errorf("%s: took %v, want at most %v", name, took, c.within)
			}
		})
	}
}

func TestAPortOfAnotherProgramIsLetBe(t *testing.T) {
	inWorld(t, func(w *world) {
		w.connect("ttyUSB0", ftdi, w.dgt("24680"))
		port := w.machine().Ports()[0]
		held, err := w.machine().opener(port, boardio.Line{Baud: 9600})()
		if err != nil {
			t.Fatal(err)
		}
		if a, took := w.sniff(); !errors.Is(a.Err, boardio.ErrBusy) || took > 0 {
			t.Errorf("got %v after %v, want %v at once", a.Err, took, boardio.ErrBusy)
		}
		if got := w.heard["ttyUSB0"]; len(got) != 0 || w.opened["ttyUSB0"] != 1 {
			t.Errorf("it was opened %d times and heard %q", w.opened["ttyUSB0"], got)
		}
		held.Close()
		if a, _ := w.sniff(); a.Make.Name != "dgt" {
			t.Errorf("when it is free: got %v", a.Err)
		}
	})
}

func TestAQuestionThatCouldHarmIsNotSaid(t *testing.T) {
	for tty, unasked := range map[string]bool{"ttyUSB0": false, "ttyACM0": true} {
		inWorld(t, func(w *world) {
			w.connect(tty, ftdi, w.silence())
			a, _ := w.sniff()
			said := strings.Join(w.heard[tty], "")
			if strings.Contains(said, "N") == unasked || !strings.Contains(said, "M") {
				t.Errorf("%s: said %q", tty, said)
			}
			if is := slices.ContainsFunc(a.Unasked, func(m boardio.Make) bool { return m.Name == "rough" }); is != unasked {
				t.Errorf("%s: not asked for are %v", tty, a.Unasked)
			}
		})
	}
}

func TestNobodyIsSparedByWhoIsSure(t *testing.T) {
	rough, _ := boardio.MakeOf("rough")
	for sure, said := range map[bool]int{false: 0, true: 1} {
		inWorld(t, func(w *world) {
			w.connect("ttyACM0", itself, w.silence())
			a := Sniffer{Machine: w.machine(), Source: w.src, Makes: []boardio.Make{rough}, Sure: sure}.Sniff(context.Background(), w.machine().Ports()[0])
			if len(w.heard["ttyACM0"]) != said || errors.Is(a.Err, ErrHarmful) == sure {
				t.Errorf("sure %v: said %q, %v", sure, w.heard["ttyACM0"], a.Err)
			}
		})
	}
}

func TestOnlyTheMakeThatIsMeantIsLookedFor(t *testing.T) {
	inWorld(t, func(w *world) {
		talker, _ := boardio.MakeOf("talker")
		w.connect("ttyUSB0", ftdi, w.dgt("24680"))
		a, took := w.sniff(talker)
		if !errors.Is(a.Err, boardio.ErrSilent) || took > boardio.GreetTime || len(w.heard["ttyUSB0"]) != 0 {
			t.Errorf("got %v after %v, said %q", a.Err, took, w.heard["ttyUSB0"])
		}
	})
}
