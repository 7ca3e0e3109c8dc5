package ichessone_test

import (
	"context"
	"errors"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/boardio/ichessone/emulator"
	"recorderd/observation"
	"recorderd/timesource"
)

// probe looks for a board at the other end of a line.
func probe(t *testing.T, faults emulated.Faults, instead func(net.Conn)) (found []boardio.Found, took time.Duration, err error) {
	t.Helper()
	m, ok := boardio.MakeOf("iChessOne")
	if !ok {
		t.Fatal("the driver is not registered")
	}
	synctest.Test(t, func(t *testing.T) {
		src := timesource.Bubble()
		b := emulator.New(src, emulator.Options{})
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
	for name, faults := range map[string]emulated.Faults{"a good line": {}, "a bad line": {Garbage: 0.5, LoseByte: 0.1}} {
		found, took, err := probe(t, faults, nil)
		if err != nil || took > boardio.GreetTime || len(found) != 1 {
			t.Fatalf("%s: got %v, %v after %v", name, found, err, took)
		}
		want(t, name, observation.Board{Sensing: "identity", ScanMS: 100, Make: "iChessOne", Firmware: "iChessOne 1.0"}, found[0].Board)
	}
}

func TestProbeOfWhatIsNoBoard(t *testing.T) {
	for name, other := range map[string]func(net.Conn){
		"silent": func(c net.Conn) { swallow(c, nil) },
		"echo":   func(c net.Conn) { swallow(c, func(b []byte) { c.Write(b) }) },
		"modem":  func(c net.Conn) { swallow(c, func([]byte) { c.Write([]byte("ERROR\r\n")) }) },
	} {
		_, took, err := probe(t, emulated.Faults{}, other)
		if !errors.Is(err, boardio.ErrSilent) || took > boardio.GreetTime {
			t.Errorf("%s: got %v after %v, want %v", name, err, took, boardio.ErrSilent)
		}
	}
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
