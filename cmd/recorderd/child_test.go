package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"recorderd/boardio"
	"recorderd/boardio/emulated"
	"recorderd/timesource"
)

// workshop is where program was built; it goes when the tests end.
var workshop string

// program returns the path of recorderd, built as it is shipped: what is killed
// and measured is the real thing, also under the race detector.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "recorderd-test-")
	if err != nil {
		return "", err
	}
	workshop = dir
	path := filepath.Join(dir, "recorderd")
	build := exec.Command("go", "build", "-o", path, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build: %w\n%s", err, out)
	}
	return path, os.Chmod(dir, 0o755) // some tests run it as somebody else
})

// patience is how long a test waits for what should take no time.
const patience = 20 * time.Second

// eventually waits until something is so.
func eventually(t testing.TB, what string, so func() bool) {
	t.Helper()
	src := timesource.Boot()
	for limit := src.Now() + patience; !so(); {
		if src.Now() > limit {
			t.Fatalf("%s: not after %v", what, patience)
		}
		timesource.Sleep(context.Background(), src, 5*time.Millisecond)
	}
}

// child is recorderd as a process of its own.
type child struct {
	testing.TB
	cmd     *exec.Cmd
	address string // of its HTTP side, once it runs
	ended   chan struct{}

	mu  sync.Mutex
	log []byte
}

// start starts recorderd with these arguments. The test ends it if it has not
// ended by then.
func start(t testing.TB, attr *syscall.SysProcAttr, args ...string) *child {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	c := &child{TB: t, cmd: exec.Command(path, args...), ended: make(chan struct{})}
	c.cmd.SysProcAttr = attr
	c.cmd.Stderr = c
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		c.cmd.Wait() // the status is in ProcessState
		close(c.ended)
	}()
	t.Cleanup(c.kill)
	return c
}

// Write takes what the child logs.
func (c *child) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.log = append(c.log, p...)
	return len(p), nil
}

func (c *child) logged() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(c.log)
}

// message is a line of the log.
type message struct{ Level, Message, Address, Error string }

// messages are the lines of the log that are JSON.
func (c *child) messages() (all []message) {
	for line := range strings.Lines(c.logged()) {
		var m message
		if json.Unmarshal([]byte(line), &m) == nil {
			all = append(all, m)
		}
	}
	return all
}

// await waits for a line of the log that holds this text.
func (c *child) await(text string) message {
	c.Helper()
	var found message
	eventually(c, fmt.Sprintf("%q in the log", text), func() bool {
		for _, m := range c.messages() {
			if strings.Contains(m.Message, text) {
				found = m
				return true
			}
		}
		select {
		case <-c.ended:
			c.Fatalf("recorderd has ended: %s", c.logged())
		default:
		}
		return false
	})
	return found
}

// startRun starts the daemon on a configuration and waits until it serves.
func startRun(t testing.TB, config string) *child {
	t.Helper()
	return start(t, nil, "run", "--config", config).serving()
}

// serving waits until the daemon serves.
func (c *child) serving() *child {
	c.Helper()
	c.address = c.await("recorderd runs").Address
	return c
}

// kill is SIGKILL.
func (c *child) kill() {
	c.cmd.Process.Kill()
	<-c.ended
}

// stop ends the child in good order.
func (c *child) stop() {
	c.Helper()
	c.cmd.Process.Signal(syscall.SIGTERM)
	c.wantExit(exitDone)
}

func (c *child) wantExit(status int) {
	c.Helper()
	select {
	case <-c.ended:
	case <-time.After(patience):
		c.Fatalf("recorderd has not ended after %v: %s", patience, c.logged())
	}
	if got := c.cmd.ProcessState.ExitCode(); got != status {
		c.Fatalf("recorderd ended with %v, want status %d: %s", c.cmd.ProcessState, status, c.logged())
	}
}

// get returns what is at a path of the HTTP side.
func (c *child) get(path string) []byte {
	c.Helper()
	body, err := c.tryGet(path)
	if err != nil {
		c.Fatal(err)
	}
	return body
}

func (c *child) tryGet(path string) ([]byte, error) {
	resp, err := http.Get(c.address + path)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

// lines returns the record that is served, without the summary.
func (c *child) lines() [][]byte {
	c.Helper()
	lines := bytes.SplitAfter(c.get("/record.jsonl"), []byte("\n"))
	return lines[:max(0, len(lines)-2)] // the summary, and nothing after its newline
}

// metric returns the value of a metric without labels.
func (c *child) metric(name string) float64 {
	c.Helper()
	return metricIn(c, c.get("/metrics"), name)
}

func metricIn(t testing.TB, exposition []byte, name string) float64 {
	t.Helper()
	m := regexp.MustCompile(`(?m)^` + name + ` (\S+)$`).FindSubmatch(exposition)
	if m == nil {
		t.Fatalf("no metric %s in\n%s", name, exposition)
	}
	v, err := strconv.ParseFloat(string(m[1]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// awaitMetric waits until a metric has a value.
func (c *child) awaitMetric(name string, want float64) {
	c.Helper()
	eventually(c, fmt.Sprintf("%s %g", name, want), func() bool { return c.metric(name) == want })
}

// awaitLast waits until this ply is complete.
func (c *child) awaitLast(ply int) {
	c.Helper()
	want := regexp.MustCompile(fmt.Sprintf(`^{"ev":"complete".*"ply":%d\b`, ply)) // its press may not have been heard: then that is all
	eventually(c, fmt.Sprintf("ply %d is complete", ply), func() bool {
		return slices.ContainsFunc(c.lines(), want.Match)
	})
}

// configure writes a configuration for a board at device, and returns its path
// and the folder of the journals.
func configure(t testing.TB, device, game string) (config, data string) {
	t.Helper()
	dir := t.TempDir()
	config, data = filepath.Join(dir, "recorderd.toml"), filepath.Join(dir, "data")
	text := fmt.Sprintf("data = %q\nlisten = \"127.0.0.1:0\"\n[board]\ndriver = \"dgt\"\ndevice = %q\n[game]\n%s\n", data, device, game)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return config, data
}

// wire is a pseudo-terminal between an emulated board in this process and a
// child.
type wire struct {
	*emulated.PTY
	far *os.File // the end of the child, held open so that it can come and go
}

func openWire(t testing.TB) wire {
	t.Helper()
	tty, err := emulated.OpenPTY()
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() { tty.Close() })
	far, err := os.OpenFile(tty.Path, os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { far.Close() })
	return wire{tty, far}
}

// unlock is what happens at a real port, which nobody else holds open, when the
// process dies that had it to itself.
func (w wire) unlock() { unix.IoctlSetInt(int(w.far.Fd()), unix.TIOCNXCL, 0) }

// emulate serves a board on a wire until the test ends.
func emulate(t testing.TB, w wire) *emulated.Board {
	b := emulatedBoard(t, demoMake, timesource.Boot())
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- b.Serve(ctx, w.PTY) }()
	t.Cleanup(func() {
		w.far.Close() // reading ends when nobody holds that end any more
		cancel()
		<-served
	})
	return b
}

// emulatedBoard makes an emulated board of this make.
func emulatedBoard(t testing.TB, name string, src timesource.Source) *emulated.Board {
	t.Helper()
	b, ok := emulated.Make(name, src, emulated.Options{})
	if !ok {
		t.Fatalf("no board of make %s is emulated", name)
	}
	return b
}

func makeOf(t testing.TB, name string) boardio.Make {
	t.Helper()
	m, ok := boardio.MakeOf(name)
	if !ok {
		t.Fatalf("no driver is called %s", name)
	}
	return m
}
