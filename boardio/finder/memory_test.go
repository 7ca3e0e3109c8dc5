package finder

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A program that starts again asks first for what was there before.
func TestARestartFindsItsBoardSooner(t *testing.T) {
	inWorld(t, func(w *world) {
		w.connect("ttyUSB0", ftdi, w.dgt("24680"))
		opt := auto(Auto)
		opt.Folder = filepath.Join(t.TempDir(), "board")
		var took [2]time.Duration
		for i := range took {
			r := w.record(opt)
			began := w.src.Now()
			w.pass(10 * time.Second)
			r.wantTold("there", "up")
			took[i] = r.upAt - began
			r.stop()
		}
		if took[1] > 2500*time.Millisecond || took[1] >= took[0] {
			t.Errorf("up after %v, and after a restart after %v", took[0], took[1])
		}
		t.Logf("up after %v, and after a restart after %v", took[0], took[1])
	})
}

// What was there before is a hint: what is there now counts.
func TestAnotherBoardAfterARestartIsFoundAllTheSame(t *testing.T) {
	for name, text := range map[string]string{
		"another make":  "make = \"rough\"\ndevice = %q\n",
		"a make of old": "make = \"wood\"\ndevice = %q\n",
		"no text of it": "make = [",
	} {
		inWorld(t, func(w *world) {
			w.connect("ttyUSB0", ftdi, w.dgt("24680"))
			opt := auto(Auto)
			opt.Folder = t.TempDir()
			text := strings.ReplaceAll(text, "%q", strconv.Quote(w.path("dev/ttyUSB0")))
			if err := os.WriteFile(filepath.Join(opt.Folder, memoryFile), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			r := w.record(opt)
			defer r.stop()
			w.pass(20 * time.Second)
			r.wantTold(name, "up")
		})
	}
}
