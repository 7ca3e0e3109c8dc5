package finder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/BurntSushi/toml"

	"recorderd/boardio"
	"recorderd/disk"
)

// A program that was killed in mid-game is blind until it has its board again. To
// look for one of any make takes seconds, so the make that was found and its port
// are kept on disk, and asked for first, once.

// memory is what is kept. It is a hint, and no more: the board that answers is
// asked what it is all the same.
type memory struct {
	Make   string `toml:"make"`
	Device string `toml:"device"`
}

const memoryFile = "found.toml"

// recall asks the make that was there before the program started, where it was.
func (d *Device) recall(ctx context.Context) (Answer, bool) {
	if d.recalled || d.opt.Folder == "" {
		return Answer{}, false
	}
	d.recalled = true
	var m memory
	if _, err := toml.DecodeFile(filepath.Join(d.opt.Folder, memoryFile), &m); err != nil {
		return Answer{}, false // there is none, or it is worth nothing
	}
	kind, known := boardio.MakeOf(m.Make)
	p, there := d.opt.Machine.At(m.Device)
	if !known || !there || kind.Greet == nil || d.opt.Device != Auto && d.opt.Device != m.Device {
		return Answer{}, false
	}
	s := Sniffer{Machine: d.opt.Machine, Source: d.opt.Source, Makes: []boardio.Make{kind}, Sure: true}
	a := s.Sniff(ctx, p)
	return a, a.Err == nil && d.ours(a)
}

// remember keeps what was found, if that is news. Without it the next start takes
// longer, so a folder that cannot be written is no trouble here.
func (d *Device) remember() {
	m := memory{d.kind.Name, d.port.Device}
	if d.opt.Folder == "" || d.opt.Driver != Auto || d.kept == m {
		return
	}
	d.kept = m
	_ = errors.Join(os.MkdirAll(d.opt.Folder, 0o750),
		disk.WriteOver(filepath.Join(d.opt.Folder, memoryFile), 0o640, func(w io.Writer) error {
			_, err := fmt.Fprintf(w, "make = %q\ndevice = %q\n", m.Make, m.Device)
			return err
		}))
}
