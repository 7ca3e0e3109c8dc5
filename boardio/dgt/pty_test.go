package dgt_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/dgt"
	"recorderd/boardio/dgt/emulator"
	"recorderd/boardio/emulated"
	"recorderd/observation"
	"recorderd/timesource"
)

// terminal is a driver that opens a real terminal by a path that stays, as udev
// names it, and an emulated board at the other end, twenty times as fast as in
// the hall.
type terminal struct {
	*emulator.Board
	t       *testing.T
	path    string
	src     timesource.Source
	reports chan boardio.Report
	status  chan error
}

const speed = 20

// atTerminal runs a test while the driver runs.
func atTerminal(t *testing.T, test func(*terminal)) {
	src := timesource.Scaled(timesource.Boot(), speed)
	b := &terminal{
		Board: emulator.New(src, emulator.Options{}), t: t, src: src,
		path:    filepath.Join(t.TempDir(), "board"),
		reports: make(chan boardio.Report, 1000), status: make(chan error, 1000),
	}
	driver := dgt.New(boardio.Options{
		Device: b.path, Source: src, Heartbeat: speed * time.Second,
		Open:   boardio.Serial(b.path, boardio.Line{Baud: dgt.Baud}),
		Status: func(err error) { b.status <- err },
	})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- driver.Run(ctx, func(r boardio.Report) { b.reports <- r }) }()
	test(b)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("Run ended with %v, want context canceled", err)
	}
	b.Unplug()
}

// plug puts the board on a new pseudo-terminal.
func (b *terminal) plug() {
	b.t.Helper()
	tty, err := emulated.OpenPTY()
	if err != nil {
		b.t.Skipf("no pseudo-terminals here: %v", err)
	}
	os.Remove(b.path)
	if err := os.Symlink(tty.Path, b.path); err != nil {
		b.t.Fatal(err)
	}
	go b.Serve(context.Background(), tty)
}

// await takes reports until one fact is the wanted one, and returns those
// before it.
func (b *terminal) await(what string, wanted func(observation.Fact) bool) (before []observation.Fact) {
	b.t.Helper()
	limit := time.After(10 * time.Second)
	for {
		select {
		case r := <-b.reports:
			for _, f := range r.Facts {
				if wanted(f) {
					return before
				}
				before = append(before, f)
			}
		case <-limit:
			b.t.Fatalf("%s: did not come; there came %v", what, before)
		}
	}
}

func is[F comparable](want F) func(observation.Fact) bool {
	return func(f observation.Fact) bool { got, ok := f.(F); return ok && got == want }
}

// awaitChange waits for a square, told alone or, where a slow machine lost
// something, with all the others.
func (b *terminal) awaitChange(sq string, p observation.Piece) {
	b.t.Helper()
	b.await(sq, func(f observation.Fact) bool {
		switch f := f.(type) {
		case observation.Change:
			return f.Square == square(sq) && f.Piece == p
		case observation.Placement:
			return f[square(sq)] == p
		}
		return false
	})
}

func (b *terminal) awaitStatus(want string) {
	b.t.Helper()
	select {
	case err := <-b.status:
		got := "up"
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, want) {
			b.t.Errorf("status: got %q, want %q", got, want)
		}
	case <-time.After(10 * time.Second):
		b.t.Fatalf("status: want %q, got none", want)
	}
}

func running(side observation.Side) func(observation.Fact) bool {
	return func(f observation.Fact) bool { c, ok := f.(observation.Clock); return ok && c.Running == side }
}

func TestRealTerminal(t *testing.T) {
	atTerminal(t, func(b *terminal) {
		b.awaitStatus("no such device: is the cable in?")
		b.SetPlacement(placed(startFEN))
		b.SetClock(blitz())
		b.plug()
		b.await("the start position", is(placed(startFEN)))
		b.awaitStatus("up")
		b.await("a clock that stands", running(observation.NoSide))

		b.StartClock(observation.White)
		b.await("White's time runs", running(observation.White))
		b.Lift(square("e2"))
		b.awaitChange("e2", observation.Empty)
		b.Inject(0x11, 0x13, 0x03, 0x0D) // bytes that mean something to a terminal
		b.Put(square("e4"), 'P')
		b.awaitChange("e4", 'P')
		b.Press(observation.White)
		b.await("Black's time runs", running(observation.Black))

		b.Unplug()
		b.await("the link is gone", is(observation.Link{Device: observation.BoardDevice, Up: false}))
		b.awaitStatus("is the cable in?")
		b.Lift(square("e7"))
		b.Put(square("e5"), 'p')
		b.plug()
		before := b.await("what stands there now", is(placed("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR")))
		want(t, "before it", []observation.Fact{observation.Link{Device: observation.BoardDevice, Up: true}}, before)
		b.awaitStatus("up")
		b.Press(observation.Black)
		b.await("White's time runs", running(observation.White))
	})
}

func TestProbeOnARealTerminal(t *testing.T) {
	src := timesource.Boot()
	board := emulator.New(src, emulator.Options{Options: emulated.Options{Serial: "01025"}})
	tty, err := emulated.OpenPTY()
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	go board.Serve(context.Background(), tty)
	defer board.Unplug()
	found, err := dgtMake(t).Look(t.Context(), boardio.Serial(tty.Path, boardio.Line{Baud: dgt.Baud}), src)
	if err != nil || found[0].Serial != "01025" || found[0].Clock {
		t.Errorf("got %+v, %v", found, err)
	}
}

// From the start of Run to the first byte at the other end of a terminal.
func BenchmarkFirstCommand(b *testing.B) {
	for b.Loop() {
		tty, err := emulated.OpenPTY()
		if err != nil {
			b.Skipf("no pseudo-terminals here: %v", err)
		}
		driver := dgt.New(boardio.Options{Device: tty.Path, Open: boardio.Serial(tty.Path, boardio.Line{Baud: dgt.Baud}), Source: timesource.Boot()})
		ctx, cancel := context.WithCancel(b.Context())
		ended := make(chan error, 1)
		go func() { ended <- driver.Run(ctx, func(boardio.Report) {}) }()
		first := make([]byte, 1)
		if _, err := tty.Read(first); err != nil || first[0] != byte(dgt.Reset) {
			b.Fatalf("got % X, %v; want %02X", first, err, byte(dgt.Reset))
		}
		cancel()
		<-ended
		tty.Close()
	}
}

// From the last byte of a message at one end of a terminal to its report.
func BenchmarkBytesToReport(b *testing.B) {
	tty, err := emulated.OpenPTY()
	if err != nil {
		b.Skipf("no pseudo-terminals here: %v", err)
	}
	defer tty.Close()
	driver := dgt.New(boardio.Options{Device: tty.Path, Open: boardio.Serial(tty.Path, boardio.Line{Baud: dgt.Baud}), Source: timesource.Boot()})
	ctx, cancel := context.WithCancel(b.Context())
	reports, ended := make(chan boardio.Report), make(chan error, 1)
	go func() { ended <- driver.Run(ctx, func(r boardio.Report) { reports <- r }) }()
	if _, err := tty.Read(make([]byte, 1)); err != nil { // it has opened
		b.Fatal(err)
	}
	if _, err := tty.Write(dgt.AppendDump(nil, placed(startFEN))); err != nil {
		b.Fatal(err)
	}
	<-reports

	var took []time.Duration
	for i := 0; b.Loop(); i++ {
		begin := time.Now()
		if _, err := tty.Write(dgt.AppendFrame(nil, dgt.FieldState, 20, byte(i&1))); err != nil {
			b.Fatal(err)
		}
		<-reports
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
	cancel()
	<-ended
}
