package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"time"

	"github.com/rs/zerolog"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/laws"
	"recorderd/observation"
	"recorderd/simulate"
	"recorderd/timesource"
)

const (
	demoControl = "300+3"
	demoMake    = "dgt"
)

// demo is the whole daemon: an emulated board at a pseudo-terminal, the real
// driver at its other end, and hands that play famous games.
func demo(e env, args []string) error {
	fs := flag.NewFlagSet("demo", flag.ContinueOnError)
	speed := fs.Float64("speed", 1, "how many times as fast as in the hall")
	address := fs.String("listen", "127.0.0.1:8080", "where to show it; if that port is taken, another one")
	data := fs.String("data", "", "keep the journals in this folder; without it they go when the demo ends")
	if _, err := parse(fs, args, 0); err != nil {
		return err
	}
	if err := errors.Join(checkSpeed(*speed), checkListen(*address)); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	ctx, stop := untilSignal()
	defer stop()
	if *data == "" {
		dir, err := os.MkdirTemp("", "recorderd-demo-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		*data = dir
	}
	tty, err := emulated.OpenPTY()
	if err != nil {
		return err
	}
	defer tty.Close()

	kind, known := boardio.MakeOf(demoMake)
	src := timesource.Scaled(timesource.Boot(), *speed)
	board, emulates := emulated.Make(demoMake, src, emulated.Options{})
	if !known || !emulates {
		return fmt.Errorf("there is no driver or no emulated board of make %s", demoMake)
	}
	var stamp timesource.Stamper = timesource.Boot()
	if *speed != 1 {
		stamp = newFastStamper(src)
	}
	d, err := newDaemon(daemonConfig{data: *data, listen: *address, listener: listenSomewhere, log: demoLog(e.err), boards: []stationConfig{{
		header: observation.Header{Game: observation.Game{Event: "Demonstration", TimeControl: demoControl}, Board: observation.Board{Sensing: observation.Identity}},
		board:  boardOptions{driver: demoMake, open: boardio.Serial(tty.Path, kind.Line), device: tty.Path},
		time:   src, stamp: stamp, speed: *speed,
	}}})
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "Open http://%s\nFamous games are being played on an emulated DGT board at %s. Ctrl-C ends it.\n", d.listener.Addr(), tty.Path)
	return playDemo(ctx, d, board, tty, src)
}

// playDemo runs the daemon and lets hands play before it until ctx is done.
func playDemo(ctx context.Context, d *daemon, b *emulated.Board, tty *emulated.PTY, src timesource.Source) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	ended := make(chan error, 3)
	go func() { ended <- serve(ctx, b, tty) }()
	go func() { ended <- d.run(ctx) }()
	go func() {
		ended <- playFamous(ctx, src, table{b, func(f observation.Fact) { d.stations[0].recorder.Tell(ctx, f) }})
	}()
	var all error
	for range cap(ended) {
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			all = errors.Join(all, err)
		}
		stop()
	}
	return all
}

// playFamous plays the famous games over and over.
func playFamous(ctx context.Context, src timesource.Source, w simulate.World) error {
	control, err := laws.ParseTimeControl(demoControl)
	if err != nil {
		return err
	}
	var games []simulate.Game
	for _, r := range simulate.Famous() {
		g, err := r.Game()
		if err != nil {
			return err
		}
		games = append(games, g)
	}
	opt := simulate.Options{Terms: observation.Game{TimeControl: demoControl}, Clock: stages(control), Think: 3 * time.Second, Style: simulate.Usual()}
	for ctx.Err() == nil {
		tl := simulate.Session(opt, games...)
		if err := simulate.Play(ctx, src, tl, w); err != nil {
			return err
		}
		opt.Standing = tl.Final()
		opt.Seed++
	}
	return ctx.Err()
}

// demoLog keeps the demo's terminal quiet but for what is wrong.
func demoLog(w io.Writer) zerolog.Logger { return newLog(w).Level(zerolog.WarnLevel) }

// listenSomewhere listens at the address, or at any free port if it is taken.
func listenSomewhere(address string) (net.Listener, error) {
	l, err := listen(address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return listen("127.0.0.1:0")
	}
	return l, err
}
