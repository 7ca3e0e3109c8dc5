package chessnut_test

import (
	"context"
	"errors"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/chessnut/emulator"
	"recorderd/observation"
	"recorderd/timesource"
)

func chessnutMake(t *testing.T) boardio.Make {
	t.Helper()
	m, ok := boardio.MakeOf("chessnut")
	if !ok {
		t.Fatal("the driver is not registered")
	}
	return m
}

// look looks for a board, or for what else is at the line.
func look(t *testing.T, opt emulator.Options, other func(net.Conn)) (found []boardio.Found, took time.Duration, heard []byte, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		src := timesource.Bubble()
		board := emulator.New(src, opt)
		board.SetPlacement(placed(bench.Start))
		began := src.Now()
		found, err = chessnutMake(t).Look(t.Context(), func() (boardio.Port, error) {
			mine, its := net.Pipe()
			if other != nil {
				go other(its)
			} else {
				go board.Serve(context.Background(), its)
			}
			return listened{bench.Port(mine), &heard}, nil
		}, src)
		took = src.Now() - began
		synctest.Wait()
	})
	return found, took, heard, err
}

// listened is a port of which is kept what was sent.
type listened struct {
	boardio.Port
	sent *[]byte
}

func (l listened) Write(b []byte) (int, error) {
	*l.sent = append(*l.sent, b...)
	return l.Port.Write(b)
}

func TestProbeSaysWhatBoardItIs(t *testing.T) {
	board := observation.Board{Sensing: "identity", ScanMS: 200, Make: "Chessnut", Firmware: "CN_DVT9_210659"}
	mute := board
	mute.Firmware = ""
	for _, c := range []struct {
		name string
		opt  emulator.Options
		want observation.Board
	}{
		{"a board on USB", emulator.Options{}, board},
		{"positions as on Bluetooth", emulator.Options{Bluetooth: true}, board},
		{"firmware that does not answer", emulator.Options{Controller: emulator.Mute}, mute},
	} {
		found, took, sent, err := look(t, c.opt, nil)
		want(t, c.name, []boardio.Found{{Board: c.want}}, found)
		want(t, c.name+": sent", begin+version, string(sent))
		if err != nil || took > 2*time.Second {
			t.Errorf("%s: got %v after %v", c.name, err, took)
		}
	}
}

func TestProbeOfWhatIsNoBoard(t *testing.T) {
	for name, answer := range map[string]string{
		"silent":                        "",
		"answers, but shows no squares": "\x23\x01\x00",
		"an echo":                       begin,
		"squares that can't be":         "\x01\x24" + "\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD\xDD",
	} {
		_, took, sent, err := look(t, emulator.Options{}, func(line net.Conn) {
			for b := make([]byte, 64); ; {
				if _, err := line.Read(b); err != nil {
					return
				}
				if answer != "" {
					line.Write([]byte(answer))
				}
			}
		})
		if !errors.Is(err, boardio.ErrSilent) || took > boardio.GreetTime {
			t.Errorf("%s: got %v after %v, want %v", name, err, took, boardio.ErrSilent)
		}
		want(t, name+": sent", begin+begin, string(sent))
	}
	if _, _, _, err := look(t, emulator.Options{}, func(c net.Conn) { c.Close() }); err == nil {
		t.Error("a line that closes at once: no error")
	}
}

func TestWhichNodesMayBeABoard(t *testing.T) {
	h := chessnutMake(t).HID
	for _, c := range []struct {
		node boardio.HIDNode
		want bool
	}{
		{boardio.HIDNode{Vendor: 0x2D80, Product: 0x8001, UsagePage: 0xFF00}, true},
		{boardio.HIDNode{Vendor: 0x2D80, Product: 0x86FF, UsagePage: 0xFF00}, true},
		{boardio.HIDNode{Vendor: 0x2D80, Product: 0x8001, UsagePage: 0x0001}, false}, // its other interface
		{boardio.HIDNode{Vendor: 0x2D80, Product: 0x8700, UsagePage: 0xFF00}, false},
		{boardio.HIDNode{Vendor: 0x2D80, Product: 0x7FFF, UsagePage: 0xFF00}, false},
		{boardio.HIDNode{Vendor: 0x046D, Product: 0x8001, UsagePage: 0xFF00}, false},
	} {
		if got := h.Has(c.node); got != c.want {
			t.Errorf("%+v: got %v", c.node, got)
		}
	}
}

func TestOtherNamesOfTheMake(t *testing.T) {
	for _, name := range []string{"chessnut", "Chessnut-Air", "chessnut-pro", "chessnut-go", "air"} {
		if m, ok := boardio.MakeOf(name); !ok || m.Title != "Chessnut" {
			t.Errorf("%s: got %q, %v", name, m.Title, ok)
		}
	}
}
