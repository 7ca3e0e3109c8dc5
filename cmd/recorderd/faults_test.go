package main

import (
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"recorderd/observation"
	"recorderd/position"
)

// nobody is a user without any rights, where the tests may become another user.
const nobody = 65534

// asNobody has a child run without rights in the folder of a configuration.
func asNobody(t *testing.T, config string) *syscall.SysProcAttr {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil // this is nobody enough
	}
	dir := filepath.Dir(config)
	give(t, dir)
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil { // the folder of all folders of this test
		t.Fatal(err)
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
}

// give makes a file nobody's own.
func give(t *testing.T, path string) {
	t.Helper()
	if os.Geteuid() == 0 {
		if err := os.Chown(path, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
}

func startPlacement() observation.Placement { return position.StartPlacement().Observation() }

// problems returns what /healthz says is wrong, and its status.
func (c *child) problems() (string, int) {
	c.Helper()
	resp, err := http.Get(c.address + "/healthz")
	if err != nil {
		c.Fatal(err)
	}
	defer resp.Body.Close()
	return string(c.get("/healthz")), resp.StatusCode
}

// warnings are the messages of the log that are worse than information.
func (c *child) warnings() (all []string) {
	for _, m := range c.messages() {
		if m.Level != "info" {
			all = append(all, m.Message)
		}
	}
	return all
}

func (c *child) wantWarnings(want ...string) {
	c.Helper()
	got := c.warnings()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		c.Errorf("warnings\n %q\nwant\n %q", got, want)
	}
}

func TestRunWithoutABoardServesAndTakesItWhenItComes(t *testing.T) {
	t.Parallel()
	device := filepath.Join(t.TempDir(), "ttyUSB0")
	config, _ := configure(t, device, "")
	c := startRun(t, config)
	warning := "open " + device + ": no such device: is the cable in?"
	c.await(warning)
	if health, status := c.problems(); status != http.StatusServiceUnavailable || !strings.Contains(health, warning) {
		t.Errorf("/healthz: %d %s, want 503 and %q", status, health, warning)
	}
	if got := c.metric("recorderd_device_connected"); got != 0 {
		t.Errorf("device_connected %g without a board", got)
	}

	w := openWire(t)
	board := emulate(t, w)
	board.SetPlacement(startPlacement())
	if err := os.Symlink(w.Path, device); err != nil {
		t.Fatal(err)
	}
	c.await(answers)
	c.awaitMetric("recorderd_device_connected", 1)
	if health, status := c.problems(); status != http.StatusOK || health != `{"status":"ok","problems":[]}`+"\n" {
		t.Errorf("/healthz: %d %s, want 200 and no problems", status, health)
	}
	c.wantWarnings(warning + " (trying again)") // however often it was tried
	c.stop()
}

func TestRunWithABusyAddress(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	address := taken.Addr().String()
	config, _ := configure(t, "/dev/null", "")
	replaceIn(t, config, "127.0.0.1:0", address)
	c := start(t, nil, "run", "--config", config)
	c.wantExit(exitBad)
	want := "recorderd run: listen on " + address + ": address already in use: end the other program, or choose another port with \"listen\"\n"
	if got := c.logged(); got != want {
		t.Errorf("got %swant %s", got, want)
	}
}

func replaceIn(t *testing.T, path, old, with string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(text), old, with, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestRunOnAPortThatAnotherProgramHas(t *testing.T) {
	t.Parallel()
	w := openWire(t)
	give(t, w.Path)
	if err := unix.IoctlSetInt(int(w.far.Fd()), unix.TIOCEXCL, 0); err != nil {
		t.Fatal(err)
	}
	config, _ := configure(t, w.Path, "")
	board := emulate(t, w)
	board.SetPlacement(startPlacement())
	c := start(t, asNobody(t, config), "run", "--config", config).serving()
	warning := "open " + w.Path + ": busy: another program has it open; end that one"
	c.await(warning)
	if health, status := c.problems(); status != http.StatusServiceUnavailable || !strings.Contains(health, warning) {
		t.Errorf("/healthz: %d %s, want 503 and %q", status, health, warning)
	}
	w.unlock()
	c.await(answers)
	c.wantWarnings(warning + " (trying again)")
	c.stop()
}

func TestRunWithoutPermissionForTheDevice(t *testing.T) {
	t.Parallel()
	w := openWire(t)
	if err := os.Chmod(w.Path, 0); err != nil {
		t.Fatal(err)
	}
	config, _ := configure(t, w.Path, "")
	board := emulate(t, w)
	board.SetPlacement(startPlacement())
	c := start(t, asNobody(t, config), "run", "--config", config).serving()
	warning := "open " + w.Path + ": no permission: add the user to the group dialout and start again"
	c.await(warning)
	if health, status := c.problems(); status != http.StatusServiceUnavailable || !strings.Contains(health, warning) {
		t.Errorf("/healthz: %d %s, want 503 and %q", status, health, warning)
	}
	give(t, w.Path)
	if err := os.Chmod(w.Path, 0o600); err != nil {
		t.Fatal(err)
	}
	c.await(answers)
	c.wantWarnings(warning + " (trying again)")
	c.stop()
}

// Where no journal can be made that is said at the start, and not when the first
// game is played. Recording is better than not recording: the program runs.
func TestRunWithoutPermissionForTheData(t *testing.T) {
	t.Parallel()
	config, data := configure(t, filepath.Join(t.TempDir(), "ttyUSB0"), "")
	attr := asNobody(t, config)
	if err := os.Mkdir(data, 0o555); err != nil {
		t.Fatal(err)
	}
	c := start(t, attr, "run", "--config", config).serving()
	warning := "no journal can be made in " + data + ": permission denied: let the user of recorderd write there; until then games are in memory only"
	c.await(warning)
	if health, status := c.problems(); status != http.StatusServiceUnavailable || !strings.Contains(health, warning) {
		t.Errorf("/healthz: %d %s, want 503 and %q", status, health, warning)
	}
	if err := os.Chmod(data, 0o777); err != nil {
		t.Fatal(err)
	}
	if health, _ := c.problems(); strings.Contains(health, "journal") {
		t.Errorf("/healthz: %s, want no complaint about the journal any more", health)
	}
	c.stop()
}

// What may be an open game must be read before another begins.
func TestRunWithGamesThatCannotBeRead(t *testing.T) {
	t.Parallel()
	config, data := configure(t, filepath.Join(t.TempDir(), "ttyUSB0"), "")
	attr := asNobody(t, config)
	games := filepath.Join(data, "games")
	if err := os.MkdirAll(games, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(games, 0); err != nil {
		t.Fatal(err)
	}
	c := start(t, attr, "run", "--config", config)
	c.wantExit(exitBad)
	want := "recorderd run: journal: look for an open game: open " + games + ": permission denied: let the user of recorderd write there\n"
	if got := c.logged(); got != want {
		t.Errorf("got %swant %s", got, want)
	}
}
