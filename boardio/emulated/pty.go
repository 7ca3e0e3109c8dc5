package emulated

import (
	"errors"
	"fmt"
	"os"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// PTY is a pseudo-terminal: the board at one end, and a path that a driver
// opens like any serial port.
type PTY struct {
	*os.File        // the board's end
	Path     string // the driver's end
	tty      *os.File
}

// OpenPTY makes a pseudo-terminal that passes bytes on as they are. Its other
// end stays open, so that a driver may come and go; closing it is pulling the
// plug.
func OpenPTY() (*PTY, error) {
	master, tty, err := pty.Open()
	if err != nil {
		return nil, fmt.Errorf("open a pseudo-terminal: %w", err)
	}
	p := &PTY{master, tty.Name(), tty}
	if err := errors.Join(p.makeRaw(), p.makeInterruptible()); err != nil {
		p.Close()
		return nil, fmt.Errorf("set %s to pass bytes on: %w", p.Path, err)
	}
	return p, nil
}

// makeRaw keeps the terminal from answering with an echo before a driver has
// set it up.
func (p *PTY) makeRaw() error {
	raw, err := p.tty.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		t, err := unix.IoctlGetTermios(int(fd), unix.TCGETS)
		if err != nil {
			failed = err
			return
		}
		t.Iflag, t.Oflag, t.Lflag = 0, 0, 0
		failed = unix.IoctlSetTermios(int(fd), unix.TCSETS, t)
	})
	if err != nil {
		return err
	}
	return failed
}

// makeInterruptible has Close end a Write that waits: a board that talks by itself
// fills a line that nobody reads.
func (p *PTY) makeInterruptible() error {
	raw, err := p.File.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) { failed = unix.SetNonblock(int(fd), true) })
	return errors.Join(err, failed)
}

// Close takes both ends away.
func (p *PTY) Close() error {
	p.tty.Close()
	return p.File.Close()
}
