package bench

import (
	"context"
	"errors"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// There is what may be at the other end of a line. It returns when the line is
// closed.
type There func(src timesource.Source, line net.Conn)

// Board is an emulated board at the start position.
func Board(build func(timesource.Source) *emulated.Board) There {
	return func(src timesource.Source, line net.Conn) {
		b := build(src)
		b.SetPlacement(Placed(Start))
		b.Serve(context.Background(), line)
	}
}

// Says is something that says this, and then nothing, whatever it is told.
func Says(text string) There {
	return func(_ timesource.Source, line net.Conn) {
		go line.Write([]byte(text))
		answer(line, func([]byte) {})
	}
}

// Answers is something that says this to whatever it is told.
func Answers(text string) There {
	return func(_ timesource.Source, line net.Conn) {
		answer(line, func([]byte) { line.Write([]byte(text)) })
	}
}

// Echo says what it hears.
func Echo(_ timesource.Source, line net.Conn) {
	answer(line, func(heard []byte) { line.Write(heard) })
}

// HangUp closes the line at once.
func HangUp(_ timesource.Source, line net.Conn) { line.Close() }

func answer(line net.Conn, to func(heard []byte)) {
	for b := make([]byte, 256); ; {
		n, err := line.Read(b)
		if err != nil {
			return
		}
		to(b[:n])
	}
}

// Answer is what comes of looking for boards of a make.
type Answer struct {
	Found []boardio.Found
	Err   error
	Took  time.Duration
	Sent  string // to whatever was there
}

// Look looks for boards of a make at a line, in a bubble of time.
func Look(t *testing.T, name string, there There) (a Answer) {
	t.Helper()
	m := makeOf(t, name)
	if m.Greet == nil {
		t.Fatalf("boards called %s are not looked for", name)
	}
	synctest.Test(t, func(t *testing.T) {
		src := timesource.Bubble()
		p := &noted{}
		began := src.Now()
		a.Found, a.Err = m.Look(t.Context(), func() (boardio.Port, error) {
			mine, its := net.Pipe()
			go there(src, its)
			p.Port = Port(mine)
			return p, nil
		}, src)
		a.Took = src.Now() - began
		synctest.Wait()
		a.Sent = string(p.sent)
	})
	return a
}

// noted is a port of which is kept what was sent.
type noted struct {
	boardio.Port
	mu   sync.Mutex
	sent []byte
}

func (n *noted) Write(b []byte) (int, error) {
	n.mu.Lock()
	n.sent = append(n.sent, b...)
	n.mu.Unlock()
	return n.Port.Write(b)
}

// Want checks that these boards were found, within two seconds.
func (a Answer) Want(t *testing.T, what string, found ...boardio.Found) {
	t.Helper()
	Want(t, what, found, a.Found)
	if a.Err != nil || a.Took > 2*time.Second {
		t.Errorf("%s: %v after %v, want an answer within two seconds", what, a.Err, a.Took)
	}
}

// WantNobody checks that nothing was found, in the time that there is for it.
func (a Answer) WantNobody(t *testing.T, what string) {
	t.Helper()
	if !errors.Is(a.Err, boardio.ErrSilent) || len(a.Found) > 0 || a.Took > boardio.GreetTime {
		t.Errorf("%s: got %v, %v after %v, want %v", what, a.Found, a.Err, a.Took, boardio.ErrSilent)
	}
}

// Board returns the only board that was found, where what is told of it is no
// matter of time: a bad line may take all that there is.
func (a Answer) Board(t *testing.T) observation.Board {
	t.Helper()
	if a.Err != nil || len(a.Found) != 1 || a.Took > boardio.GreetTime {
		t.Fatalf("got %v, %v after %v, want one board", a.Found, a.Err, a.Took)
	}
	return a.Found[0].Board
}
