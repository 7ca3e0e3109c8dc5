package tabutronic_test

import (
	"fmt"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/bench"
	"recorderd/boardio/certabo"
	_ "recorderd/boardio/certabo/emulator"
	"recorderd/boardio/emulated"
	"recorderd/boardio/tabutronic"
	"recorderd/boardio/tabutronic/emulator"
	"recorderd/observation"
	"recorderd/timesource"
)

const start = "oooooooo/oooooooo/8/8/8/8/oooooooo/oooooooo"

// The examples of the protocol.
var examples = []struct{ name, placement, frame string }{
	{"start position", start, ":255 255 0 0 0 0 255 255 \r\n"},
	{"e2 lifted", "oooooooo/oooooooo/8/8/8/8/oooo1ooo/oooooooo", ":255 255 0 0 0 0 247 255 \r\n"},
	{"after e2e4", "oooooooo/oooooooo/8/8/4o3/8/oooo1ooo/oooooooo", ":255 255 0 0 8 0 247 255 \r\n"},
	{"after e2e4 e7e5", "oooooooo/oooo1ooo/8/4o3/4o3/8/oooo1ooo/oooooooo", ":255 247 0 8 8 0 247 255 \r\n"},
	{"empty", "8/8/8/8/8/8/8/8", ":0 0 0 0 0 0 0 0 \r\n"},
	{"only a1", "8/8/8/8/8/8/8/o7", ":0 0 0 0 0 0 0 128 \r\n"},
	{"only h8", "7o/8/8/8/8/8/8/8", ":1 0 0 0 0 0 0 0 \r\n"},
	{"before e4xd5", "oooooooo/ooo1oooo/8/3o4/4o3/8/oooo1ooo/oooooooo", ":255 239 0 16 8 0 247 255 \r\n"},
	{"d5 lifted", "oooooooo/ooo1oooo/8/8/4o3/8/oooo1ooo/oooooooo", ":255 239 0 0 8 0 247 255 \r\n"},
	{"e4 lifted too", "oooooooo/ooo1oooo/8/8/8/8/oooo1ooo/oooooooo", ":255 239 0 0 0 0 247 255 \r\n"},
	{"pawn put on d5", "oooooooo/ooo1oooo/8/3o4/8/8/oooo1ooo/oooooooo", ":255 239 0 16 0 0 247 255 \r\n"},
}

func TestExamplesOfFrames(t *testing.T) {
	for _, c := range examples {
		pl := bench.Placed(c.placement)
		if got := string(certabo.AppendFrame(nil, tabutronic.Ranks(pl)...)); got != c.frame {
			t.Errorf("%s is sent as %q, want %q", c.name, got, c.frame)
		}
		var got []observation.Placement
		f := certabo.Framer{Numbers: certabo.RankNumbers}
		f.Push(0, []byte(c.frame), func(n []byte) { got = append(got, tabutronic.ReadRanks(n)) })
		if len(got) != 1 || got[0] != pl {
			t.Errorf("%s is read as %v", c.name, got)
		}
	}
	const bytes = "3A 32 35 35 20 32 35 35 20 30 20 30 20 30 20 30 20 32 35 35 20 32 35 35 20 0D 0A"
	if got := fmt.Sprintf("% X", examples[0].frame); got != bytes {
		t.Errorf("the start position is\n%s, want\n%s", got, bytes)
	}
}

func TestWhatTheEmulatorSends(t *testing.T) {
	for _, c := range examples {
		var m timesource.Manual
		b := emulator.New(&m, emulated.Options{})
		b.SetPlacement(bench.Placed(c.placement))
		b.Restart()
		m.Advance(time.Second)
		var said string
		writes, _ := b.Turn()
		for _, w := range writes {
			said += string(w)
		}
		want := ""
		for range 9 { // the tenth is on its way
			want += c.frame
		}
		if said != want && said != want+c.frame {
			t.Errorf("%s: in a second it sends %q", c.name, said)
		}
	}
}

func atBoard(t *testing.T, opt emulated.Options, test func(*bench.Rig)) {
	t.Helper()
	bench.Of(t, "tabutronic", opt, boardio.Options{}, func(r *bench.Rig) {
		r.SetPlacement(bench.Placed(bench.Start))
		r.Pass(time.Second)
		test(r)
	})
}

func TestStartUp(t *testing.T) {
	atBoard(t, emulated.Options{}, func(r *bench.Rig) {
		r.WantFacts("reported", bench.BoardUp, bench.Stands(start))
		r.WantStatus("up")
		board, clock := r.Device.Describe()
		bench.Want(t, "board", observation.Board{Sensing: "occupancy", ScanMS: 100, Make: "Tabutronic"}, board)
		bench.Want(t, "clock", observation.ClockSensor{}, clock)
		bench.Want(t, "sent", "", string(r.Sent()))
	})
}

func TestACaptureAndACastling(t *testing.T) {
	atBoard(t, emulated.Options{}, func(r *bench.Rig) {
		r.SetPlacement(bench.Placed("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQK2R"))
		r.Pass(time.Second)
		r.Facts()
		r.Lift(bench.Square("d5"))
		r.Pass(300 * time.Millisecond)
		r.Lift(bench.Square("e4"))
		r.Pass(300 * time.Millisecond)
		r.Put(bench.Square("d5"), 'P')
		r.Pass(300 * time.Millisecond)
		r.WantFacts("capture", bench.Change("d5", ""), bench.Change("e4", ""), bench.Change("d5", "o"))
		r.Pass(4 * time.Millisecond) // between two scans
		for _, sq := range []string{"e1", "h1"} {
			r.Lift(bench.Square(sq))
		}
		r.Put(bench.Square("g1"), 'K')
		r.Put(bench.Square("f1"), 'R')
		r.Pass(time.Second)
		r.WantFacts("castling in one scan", bench.Change("e1", ""), bench.Change("h1", ""), bench.Change("f1", "o"), bench.Change("g1", "o"))
	})
}

func TestATurnedBoard(t *testing.T) {
	atBoard(t, emulated.Options{Turned: true}, func(r *bench.Rig) {
		r.Facts()
		r.Lift(bench.Square("e2"))
		r.Pass(500 * time.Millisecond)
		r.WantFacts("e2 is the board's d7", bench.Change("d7", ""))
	})
}

func TestWithoutPowerForAMoment(t *testing.T) {
	atBoard(t, emulated.Options{}, func(r *bench.Rig) {
		r.Facts()
		r.Restart()
		r.Lift(bench.Square("e2"))
		r.Put(bench.Square("e4"), 'P')
		r.Pass(time.Second)
		r.WantFacts("reported", bench.Change("e2", ""), bench.Change("e4", "o"))
	})
}

func TestGreet(t *testing.T) {
	a := bench.Look(t, "sentio", bench.Board(func(src timesource.Source) *emulated.Board { return emulator.New(src, emulated.Options{}).Board }))
	a.Want(t, "found", boardio.Found{Board: observation.Board{Sensing: "occupancy", ScanMS: 100, Make: "Tabutronic"}})
}

func TestLightsAreThoseOfACertabo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := emulator.New(timesource.Bubble(), emulated.Options{})
		mine, its := net.Pipe()
		go b.Serve(t.Context(), its)
		if _, err := mine.Write([]byte{0, 0, 0, 0, 0x10, 0, 0x10, 0}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if got := b.Lights().Squares.String(); got != "8/8/8/8/4o3/8/4o3/8" {
			t.Errorf("%s shine, want e2 and e4", got)
		}
		b.Unplug()
		synctest.Wait()
	})
}
