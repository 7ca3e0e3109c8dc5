package dgt_test

import (
	"context"
	"errors"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

func probe(t *testing.T, opt emulator.Options, prepare func(*emulator.Board), other func(net.Conn)) (boardio.Found, time.Duration, error) {
	t.Helper()
	var found []boardio.Found
	var took time.Duration
	var err error
	synctest.Test(t, func(t *testing.T) {
		src := timesource.Bubble()
		board := emulator.New(src, opt)
		prepare(board)
		begin := src.Now()
		found, err = dgtMake(t).Look(t.Context(), func() (boardio.Port, error) {
			mine, its := net.Pipe()
			if other != nil {
				go other(its)
			} else {
				go board.Serve(context.Background(), its)
			}
			return bench.Port(mine), nil
		}, src)
		took = src.Now() - begin
		synctest.Wait()
	})
	if len(found) == 0 {
		return boardio.Found{}, took, err
	}
	return found[0], took, err
}

func dgtMake(t *testing.T) boardio.Make {
	t.Helper()
	m, ok := boardio.MakeOf("dgt")
	if !ok {
		t.Fatal("the driver is not registered")
	}
	return m
}

func TestProbeSaysWhatBoardItIs(t *testing.T) {
	dgtBoard := observation.Board{Sensing: "identity", ScanMS: 250, Make: "DGT"}
	for _, c := range []struct {
		name    string
		opt     emulator.Options
		prepare func(*emulator.Board)
		serial  string
		version string
		clock   bool
	}{
		{"old board with a clock", emulator.Options{Options: emulated.Options{Serial: "01025"}}, func(b *emulator.Board) { b.SetClock(blitz()) }, "01025", "1.80", true},
		{"newer board without one", emulator.Options{LongSerial: "3000147740", Version: [2]byte{3, 1}}, func(*emulator.Board) {}, "3000147740", "3.1", false},
	} {
		got, took, err := probe(t, c.opt, c.prepare, nil)
		wanted := boardio.Found{Board: dgtBoard, Clock: c.clock}
		wanted.Serial, wanted.Firmware = c.serial, c.version
		want(t, c.name, wanted, got)
		if err != nil || took > 2*time.Second {
			t.Errorf("%s: got %v after %v, want an answer within two seconds", c.name, err, took)
		}
	}
}

func TestProbeOfWhatIsNoBoard(t *testing.T) {
	for name, other := range map[string]func(net.Conn){
		"silent": func(c net.Conn) { swallow(c, nil) },
		"echo":   func(c net.Conn) { swallow(c, func(b []byte) { c.Write(b) }) },
		"modem":  func(c net.Conn) { swallow(c, func([]byte) { c.Write([]byte("ERROR\r\n")) }) },
	} {
		_, took, err := probe(t, emulator.Options{}, func(*emulator.Board) {}, other)
		if !errors.Is(err, boardio.ErrSilent) || took > 5*time.Second {
			t.Errorf("%s: got %v after %v, want %v", name, err, took, boardio.ErrSilent)
		}
	}
	_, _, err := probe(t, emulator.Options{}, func(*emulator.Board) {}, func(c net.Conn) { c.Close() })
	if err == nil {
		t.Error("a line that closes at once: no error")
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

func TestProbeOfAnAbsentDevice(t *testing.T) {
	absent := &boardio.Error{Op: "open", Device: "/dev/ttyUSB9", Err: boardio.ErrAbsent, Hint: "is the cable in?"}
	_, err := dgtMake(t).Look(t.Context(), func() (boardio.Port, error) { return nil, absent }, timesource.Boot())
	if !errors.Is(err, boardio.ErrAbsent) {
		t.Errorf("got %v, want %v", err, absent)
	}
}
