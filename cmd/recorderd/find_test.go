package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/timesource"
)

// A running recorder is told where a board is and not which; and the board goes
// and comes back on another terminal.
func TestRunFindsOutWhichMakeABoardIs(t *testing.T) {
	for _, kind := range boardio.Makes() {
		if kind.Greet == nil || kind.Name == "citrine" { // at a terminal it could be heard by others
			continue
		}
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			d := standing(t, kind, filepath.Join(dir, "b"))
			config := filepath.Join(dir, "recorderd.toml")
			text := fmt.Sprintf("data = %q\nlisten = \"127.0.0.1:0\"\n[board]\ndriver = \"auto\"\ndevice = %q\n", filepath.Join(dir, "data"), d.link)
			if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			c := startRun(t, config)
			c.awaitMetric("recorderd_device_connected", 1)
			d.Unplug()
			c.awaitMetric("recorderd_device_connected", 0)
			d.Plug()
			c.awaitMetric("recorderd_device_connected", 1)
			c.stop()
		})
	}
}

// standing is an emulated board with its pieces at the start, at this path until
// the test ends.
func standing(t testing.TB, kind boardio.Make, link string) device {
	t.Helper()
	d, serve, err := stand(kind, link)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- serve(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return d
}

// stand puts an emulated board at a path, where serve serves it.
func stand(kind boardio.Make, link string) (d device, serve func(context.Context) error, err error) {
	b, emulates := emulated.Make(kind.Name, timesource.Boot(), emulated.Options{})
	if !emulates {
		return d, nil, fmt.Errorf("no board of make %s is emulated", kind.Name)
	}
	b.SetPlacement(startPlacement())
	d = device{table: table{Board: b}, kind: kind, link: link, told: io.Discard, back: make(chan struct{}, 1)}
	line, err := d.plugIn()
	return d, func(ctx context.Context) error { return d.serve(ctx, line) }, err
}
