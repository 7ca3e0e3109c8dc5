package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"recorderd/disk"
	"recorderd/journal"
	"recorderd/simulate"
	"recorderd/timesource"
)

// otherDisk returns a folder that is not on the disk of the tests, or nothing where
// there is none.
func otherDisk(t *testing.T, data string) string {
	t.Helper()
	const shared = "/dev/shm" // is in memory on every Linux
	other, err := disk.Real.Stat(shared)
	here, failed := disk.Real.Stat(filepath.Dir(data))
	if err != nil || failed != nil || other.Device == here.Device {
		return ""
	}
	dir, err := os.MkdirTemp(shared, "recorderd-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

func addTo(t *testing.T, config, format string, args ...any) {
	t.Helper()
	f, err := os.OpenFile(config, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintf(f, format, args...); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// A recorder that is killed, and whose card is gone, leaves the game on the stick.
func TestTheSecondCopyFollowsAGame(t *testing.T) {
	t.Parallel()
	w := openWire(t)
	board := emulate(t, w)
	config, data := configure(t, w.Path, `time_control = "1800+10"`)
	other := otherDisk(t, data)
	if other == "" {
		t.Skip("there is no other disk here: /dev/shm is none, or the tests are on it")
	}
	stick := filepath.Join(other, "chess", "recorderd")
	addTo(t, config, "[evidence]\ncopy = %q\n", stick)
	c := startRun(t, config)
	sans := projectGames(t)[20][:3]
	played := make(chan error, 1)
	go func() {
		played <- simulate.Play(context.Background(), timesource.Boot(), quickly(t, sans), table{Board: board})
	}()
	c.awaitLast(1)
	names := []string{"000001.jsonl", "000001.raw.gz"}
	complete := func() bool {
		for _, name := range names {
			file, err := os.ReadFile(filepath.Join(data, "games", name))
			copied, none := os.ReadFile(filepath.Join(stick, name))
			if err != nil || none != nil || !bytes.Equal(file, copied) {
				return false
			}
		}
		return true
	}
	names = names[:1]
	eventually(t, "the journal is on the stick", complete)
	if err := <-played; err != nil {
		t.Fatal(err)
	}
	c.awaitLast(len(sans))
	c.awaitMetric("recorderd_copy_pending_bytes", 0)
	if health, status := c.problems(); status != http.StatusOK {
		t.Errorf("/healthz: %d %s", status, health)
	}
	c.stop()
	names = names[:2]
	if !complete() {
		t.Error("after an orderly stop the journal and the raw bytes are not on the stick as they are on the card")
	}
	text, err := os.ReadFile(journal.Path(stick, 1))
	if err != nil {
		t.Fatal(err)
	}
	if s := summaryOf(t, printed(t, "replay", journal.Path(stick, 1))); strings.Join(s.Moves, " ") != strings.Join(sans, " ") {
		t.Errorf("moves of the copy: %v, want %v\n%s", s.Moves, sans, text)
	}
}

func TestACopyOnTheSameDiskIsToldAndNotMade(t *testing.T) {
	t.Parallel()
	config, data := configure(t, filepath.Join(t.TempDir(), "ttyUSB0"), "")
	stick := filepath.Join(filepath.Dir(data), "usb")
	addTo(t, config, "[evidence]\ncopy = %q\n", stick)
	c := startRun(t, config)
	c.await("the second copy is in trouble; recording goes on")
	want := `{"part":"copy","text":"second copy: none is made: ` + stick + ` is on the same disk as the journals`
	if health, status := c.problems(); status != http.StatusServiceUnavailable || !strings.Contains(health, want) {
		t.Errorf("/healthz: %d %s, want 503 and %s", status, health, want)
	}
	c.awaitMetric("recorderd_copy_degraded", 1)
	c.stop()
	if _, err := os.Stat(stick); !os.IsNotExist(err) {
		t.Errorf("%s: %v, want nothing there", stick, err)
	}
}
