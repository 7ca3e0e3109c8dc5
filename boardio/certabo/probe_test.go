package certabo_test

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
	_ "recorderd/boardio/tabutronic/emulator"
	"recorderd/observation"
	"recorderd/timesource"
)

// look looks for a make where there is another, or what speak is.
func look(t *testing.T, name, there string, speak func(net.Conn)) (found []boardio.Found, took time.Duration, err error) {
	t.Helper()
	m, ok := boardio.MakeOf(name)
	if !ok {
		t.Fatalf("no driver is called %s", name)
	}
	synctest.Test(t, func(t *testing.T) {
		src := timesource.Bubble()
		begin := src.Now()
		found, err = m.Look(t.Context(), func() (boardio.Port, error) {
			mine, its := net.Pipe()
			if board, ok := emulated.Make(there, src, emulated.Options{}); ok {
				go board.Serve(context.Background(), its)
			} else {
				go speak(its)
			}
			return bench.Port(mine), nil
		}, src)
		took = src.Now() - begin
		synctest.Wait()
	})
	return found, took, err
}

func TestGreetSaysWhatBoardItIs(t *testing.T) {
	found, took, err := look(t, "certabo", "certabo", nil)
	wanted := []boardio.Found{{
		Board: observation.Board{Sensing: "identity", ScanMS: 330, Make: "Certabo"},
		Hint:  "before the first game put all pieces in the start position, spare queens on d6 and d3, so that their tags are learned",
	}}
	if diff := cmp.Diff(wanted, found); diff != "" || err != nil || took > 2*time.Second {
		t.Errorf("%v after %v (-want +got):\n%s", err, took, diff)
	}
}

func TestGreetOfWhatIsNoSuchBoard(t *testing.T) {
	for name, speak := range map[string]func(net.Conn){
		"silent": func(net.Conn) {},
		"closed": func(c net.Conn) { c.Close() },
		"talk":   func(c net.Conn) { c.Write([]byte("$GPGGA,123519,4807.038,N\r\n: 1 2 3\r\n")) },
	} {
		found, took, err := look(t, "certabo", "", speak)
		if err == nil || len(found) > 0 || took > boardio.GreetTime {
			t.Errorf("%s: got %v, %v after %v", name, found, err, took)
		}
	}
	found, took, err := look(t, "certabo", "tabutronic", nil)
	if !errors.Is(err, boardio.ErrSilent) || len(found) > 0 || took > boardio.GreetTime {
		t.Errorf("a board without tags: got %v, %v after %v", found, err, took)
	}
}

func TestOtherNamesOfTheMake(t *testing.T) {
	for _, name := range []string{"Certabo", "cerno", "Spectrum"} {
		m, ok := boardio.MakeOf(name)
		if !ok || m.Name != "certabo" || !m.Listens || m.Line.Baud != 38400 || m.Line.DTR != nil || m.Line.RTS != nil {
			t.Errorf("%s is %+v", name, m)
		}
	}
}
