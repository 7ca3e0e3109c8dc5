package novag_test

import (
	"context"
	"errors"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/emulated"
	"recorderd/boardio/novag/emulator"
	"recorderd/observation"
	"recorderd/timesource"
)

// look asks what is at the end of a line, and returns what was sent there.
func look(t *testing.T, other func(timesource.Source, net.Conn)) (found []boardio.Found, took time.Duration, err error) {
	t.Helper()
	m, ok := boardio.MakeOf("citrine")
	if !ok {
		t.Fatal("the driver is not registered")
	}
	synctest.Test(t, func(t *testing.T) {
		src := timesource.Bubble()
		begin := src.Now()
		found, err = m.Look(context.Background(), func() (boardio.Port, error) {
			mine, its := net.Pipe()
			go other(src, its)
			return bench.Port(mine), nil
		}, src)
		took = src.Now() - begin
		synctest.Wait()
	})
	return found, took, err
}

func TestProbeSaysWhatCitrineItIs(t *testing.T) {
	var board *emulator.Board
	found, took, err := look(t, func(src timesource.Source, line net.Conn) {
		board = emulator.NewCitrine(src, emulator.Options{Firmware: "V2.00"})
		board.Serve(context.Background(), line)
	})
	want := []boardio.Found{{Board: observation.Board{Sensing: observation.Moves, ScanMS: 100, Make: "Novag Citrine", Firmware: "V2.00"}}}
	if diff := cmp.Diff(want, found); diff != "" || err != nil {
		t.Errorf("got %v, %v", found, err)
	}
	if took > time.Second {
		t.Errorf("it took %v", took)
	}
}

// A letter that is harmless here is a command elsewhere: nothing but I is sent.
func TestProbeSendsNothingButItsQuestion(t *testing.T) {
	var sent []byte
	_, took, err := look(t, func(_ timesource.Source, line net.Conn) {
		buf := make([]byte, 64)
		for {
			n, err := line.Read(buf)
			sent = append(sent, buf[:n]...)
			if err != nil {
				return
			}
		}
	})
	if !errors.Is(err, boardio.ErrSilent) {
		t.Errorf("nobody answered, and the error is %v", err)
	}
	if string(sent) != "\r\nI\r\n\r\nI\r\n" {
		t.Errorf("sent %q", sent)
	}
	if took > boardio.GreetTime {
		t.Errorf("it took %v, more than %v", took, boardio.GreetTime)
	}
}

func TestProbeTakesNothingElseForACitrine(t *testing.T) {
	for _, says := range []string{"\xff\xfe\x00\r\n", "ERROR\r\n", "ID", "I\r\n", "New Game\r\n", "\x93\x00\x05\x01\x02"} {
		found, _, err := look(t, func(_ timesource.Source, line net.Conn) {
			go line.Write([]byte(says))
			buf := make([]byte, 64)
			for {
				if _, err := line.Read(buf); err != nil {
					return
				}
			}
		})
		if !errors.Is(err, boardio.ErrSilent) || len(found) > 0 {
			t.Errorf("%q is taken for %v, %v", says, found, err)
		}
	}
}

// It is not looked for: what it answers to could be a command to another board.
func TestAUniversalChessBoardIsNotLookedFor(t *testing.T) {
	m, ok := boardio.MakeOf("ucb")
	if !ok || m.Greet != nil || m.Line.Baud != 9600 {
		t.Errorf("registered as %+v", m)
	}
	if _, ok := emulated.Make("ucb", timesource.Boot(), emulated.Options{}); !ok {
		t.Error("none is emulated")
	}
}
