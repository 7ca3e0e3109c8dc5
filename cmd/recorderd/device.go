package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/simulate"
	"recorderd/timesource"
)

// beDevice is an emulated board until its games are played or a signal comes.
func (f simulateFlags) beDevice(e env, tl simulate.Timeline) error {
	ctx, stop := untilSignal()
	defer stop()
	src := timesource.Scaled(timesource.Boot(), f.speed)
	board, _ := emulated.Make(f.board, src, f.emulator(tl)) // check knows that it is one
	kind, _ := boardio.MakeOf(f.board)
	d := device{
		table: table{Board: board},
		kind:  kind, link: f.link, told: e.out, back: make(chan struct{}, 1),
	}
	line, err := d.plugIn()
	if err != nil {
		return err
	}
	if f.link != "" {
		defer os.Remove(f.link)
	}
	felt, _ := f.sensor(tl).Feel(tl)
	served := make(chan error, 1)
	go func() { served <- d.serve(ctx, line) }()
	played := make(chan error, 1)
	go func() { played <- simulate.Play(ctx, src, felt, d) }()
	select {
	case err = <-played:
		stop()
		err = errors.Join(err, <-served)
	case err = <-served:
		stop()
		err = errors.Join(err, <-played)
	}
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// emulator returns a board that scans and asks its clock as often as the sensor
// of the level; without noise it is the one it always is.
func (f simulateFlags) emulator(tl simulate.Timeline) emulated.Options {
	opt := emulated.Options{Seed: f.seed}
	if f.noise != "" {
		s := f.sensor(tl)
		opt.Scan = time.Duration(s.Board.ScanMS) * time.Millisecond
		opt.Poll = time.Duration(max(s.Clock.PollMS, 50)) * time.Millisecond
	}
	return opt
}

// device is an emulated board at a pseudo-terminal, which is another one each
// time the cable was out.
type device struct {
	table
	kind boardio.Make
	link string
	told io.Writer
	back chan struct{}
}

var _ simulate.Cabled = device{}

// Plug implements simulate.Cabled.
func (d device) Plug() {
	select {
	case d.back <- struct{}{}:
	default: // it is in already
	}
}

// plugIn opens a line and tells where: a pseudo-terminal, or for a HID device a
// socket that carries whole reports.
func (d device) plugIn() (io.ReadWriteCloser, error) {
	var line io.ReadWriteCloser
	var at string
	var err error
	if d.kind.HID != nil {
		line, at, err = d.listen()
	} else {
		line, at, err = d.openTerminal()
	}
	if err == nil {
		fmt.Fprintf(d.told, "an emulated %s board is at %s\n", d.kind.Title, at)
	}
	return line, err
}

func (d device) openTerminal() (line io.ReadWriteCloser, at string, err error) {
	tty, err := emulated.OpenPTY()
	if err != nil {
		return nil, "", err
	}
	if d.link != "" {
		if err := relink(tty.Path, d.link); err != nil {
			tty.Close()
			return nil, "", err
		}
	}
	return tty, tty.Path, nil
}

func (d device) listen() (line io.ReadWriteCloser, at string, err error) {
	if d.link == "" {
		return nil, "", fmt.Errorf("%w: a %s board is no serial port: say with --link where its socket is to be", errUsage, d.kind.Title)
	}
	reports, err := emulated.ListenReports(d.link)
	if err != nil {
		return nil, "", err
	}
	return reports, d.link, nil
}

// serve serves the board until ctx is done, as often as its cable is put back.
func (d device) serve(ctx context.Context, line io.ReadWriteCloser) error {
	for {
		err := serve(ctx, d.Board, line)
		line.Close()
		if !errors.Is(err, emulated.ErrUnplugged) {
			return err
		}
		select {
		case <-d.back:
		case <-ctx.Done():
			return nil
		}
		if line, err = d.plugIn(); err != nil {
			return err
		}
	}
}

// relink puts a symbolic link where none or another one is; it takes the place
// of nothing else.
func relink(target, link string) error {
	if info, err := os.Lstat(link); err == nil && info.Mode()&os.ModeSymlink == 0 {
		return fmt.Errorf("link %s: there is a file that is no symbolic link: choose another name", link)
	}
	os.Remove(link)
	return os.Symlink(target, link)
}
