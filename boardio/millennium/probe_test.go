package millennium_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/boardio/millennium/emulator"
	"recorderd/observation"
	"recorderd/timesource"
)

// probe looks for a board at the other end of a line, and returns what was said
// to it.
func probe(t *testing.T, opt emulator.Options, faults emulator.Faults, instead func(net.Conn)) (found []boardio.Found, took time.Duration, err error) {
	t.Helper()
	m, ok := boardio.MakeOf("ChessLink")
	if !ok {
		t.Fatal("the driver is not registered")
	}
	synctest.Test(t, func(t *testing.T) {
		src := timesource.Bubble()
		b := emulator.New(src, opt)
		b.SetPlacement(placed(startFEN))
		b.SetFaults(faults)
		open := func() (boardio.Port, error) {
			mine, its := net.Pipe()
			if instead != nil {
				go instead(its)
			} else {
				go b.Serve(context.Background(), its)
			}
			return bench.Port(mine), nil
		}
		begin := src.Now()
		found, err = m.Look(t.Context(), open, src)
		took = src.Now() - begin
		synctest.Wait()
	})
	return found, took, err
}

func TestProbeSaysWhatBoardItIs(t *testing.T) {
	for _, c := range []struct {
		name   string
		opt    emulator.Options
		faults emulator.Faults
		want   observation.Board
		hint   bool
	}{
		{"an Exclusive", emulator.Options{}, emulator.Faults{},
			observation.Board{Sensing: "identity", ScanMS: 41, Make: "Millennium", Firmware: "0103"}, false},
		{"an eONE", emulator.Options{Version: "0201", Name: "e-one", Guesses: true}, emulator.Faults{},
			observation.Board{Sensing: "occupancy", ScanMS: 41, Make: "Millennium", Firmware: "0201 e-one"}, true},
		{"one on a bad line", emulator.Options{}, emulator.Faults{Faults: emulated.Faults{Garbage: 0.5}, Parity: 0.2},
			observation.Board{Sensing: "identity", ScanMS: 41, Make: "Millennium", Firmware: "0103"}, false},
	} {
		found, took, err := probe(t, c.opt, c.faults, nil)
		if err != nil || took > boardio.GreetTime || len(found) != 1 {
			t.Fatalf("%s: got %v, %v after %v", c.name, found, err, took)
		}
		want(t, c.name, c.want, found[0].Board)
		if (found[0].Hint != "") != c.hint {
			t.Errorf("%s: hint %q", c.name, found[0].Hint)
		}
	}
}

func TestProbeOfWhatIsNoBoard(t *testing.T) {
	for name, other := range map[string]func(net.Conn){
		"silent": func(c net.Conn) { swallow(c, nil) },
		"echo":   func(c net.Conn) { swallow(c, func(b []byte) { c.Write(b) }) },
		"modem":  func(c net.Conn) { swallow(c, func([]byte) { c.Write([]byte("ERROR\r\n")) }) },
	} {
		_, took, err := probe(t, emulator.Options{}, emulator.Faults{}, other)
		if !errors.Is(err, boardio.ErrSilent) || took > boardio.GreetTime {
			t.Errorf("%s: got %v after %v, want %v", name, err, took, boardio.ErrSilent)
		}
	}
}

// What is said before a board has answered is no command to a board of another
// make: those are below 80 hex.
func TestProbeSaysNothingToOtherMakesThatTheyUnderstand(t *testing.T) {
	var heard []byte
	probe(t, emulator.Options{}, emulator.Faults{}, func(c net.Conn) {
		swallow(c, func(b []byte) { heard = append(heard, b...) })
	})
	want(t, "said", strings.Repeat("\xD6\xB5\xB6", 3), string(heard))
}

// swallow reads until the line is closed.
func swallow(c net.Conn, answer func([]byte)) {
	buf := make([]byte, 64)
	for {
		n, err := c.Read(buf)
		if err != nil {
			return
		}
		if answer != nil {
			answer(buf[:n])
		}
	}
}
