package boardio

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"
	"go.bug.st/serial"
	"golang.org/x/sys/unix"
)

func TestOpenErrorsSayWhatToDo(t *testing.T) {
	for _, c := range []struct {
		err  error
		is   error
		hint string
	}{
		{&fs.PathError{Op: "open", Err: syscall.ENOENT}, ErrAbsent, "is the cable in?"},
		{syscall.ENXIO, ErrAbsent, "is the cable in?"},
		{syscall.EIO, ErrAbsent, "is the cable in?"},
		{&serial.PortError{}, ErrBusy, "end that one"}, // the zero code is PortBusy
		{syscall.EBUSY, ErrBusy, "end that one"},
		{syscall.EACCES, ErrPermission, "dialout and start again"},
		{syscall.ENOMEM, syscall.ENOMEM, ""},
	} {
		err := explain("/dev/ttyUSB7", c.err)
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), "/dev/ttyUSB7") || !strings.HasSuffix(err.Error(), c.hint) {
			t.Errorf("%v: got %q, want it to be %v and to end with %q", c.err, err, c.is, c.hint)
		}
		if again := explain("/dev/ttyUSB7", err); again != err {
			t.Errorf("explained twice: got %q", again)
		}
	}
}

func TestOpeningWhatIsNotThere(t *testing.T) {
	_, err := Serial(filepath.Join(t.TempDir(), "ttyUSB0"), Line{Baud: 9600})()
	if !errors.Is(err, ErrAbsent) {
		t.Errorf("got %v, want %v", err, ErrAbsent)
	}
}

func TestOpeningAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(file, []byte("no board"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Serial(file, Line{Baud: 9600})()
	if !errors.Is(err, ErrNoLine) || !strings.Contains(err.Error(), "/dev/ttyUSB0") {
		t.Errorf("got %v, want %v and an example", err, ErrNoLine)
	}
}

func TestOpeningAPseudoTerminal(t *testing.T) {
	master, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	defer master.Close()
	defer tty.Close()
	port, err := Serial(tty.Name(), Line{Baud: 9600})()
	if err != nil {
		t.Fatal(err)
	}
	defer port.Close()
	if _, err := port.Write([]byte("\x11\x13\r\n\x03")); err != nil { // bytes a terminal would act on
		t.Fatal(err)
	}
	got := make([]byte, 5)
	if n, err := master.Read(got); err != nil || string(got[:n]) != "\x11\x13\r\n\x03" {
		t.Errorf("the other end got %q, %v", got[:n], err)
	}

	on := true
	if _, err := Serial(tty.Name(), Line{Baud: 9600, DTR: &on})(); err == nil || !strings.Contains(err.Error(), "configuration") {
		t.Errorf("DTR on a pseudo-terminal: got %v, want an error that says where to take it out", err)
	}
}

// withoutRights runs f on a thread of its own that may do no more than any
// user; the thread ends with it.
func withoutRights(t *testing.T, f func()) {
	t.Helper()
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
		var none [2]unix.CapUserData
		err := unix.Capset(&head, &none[0])
		if err == nil {
			f()
		}
		done <- err
	}()
	if err := <-done; err != nil {
		t.Skipf("rights can't be given up here: %v", err)
	}
}

func TestOpeningWithoutPermission(t *testing.T) {
	locked := filepath.Join(t.TempDir(), "ttyUSB0")
	if err := os.WriteFile(locked, nil, 0); err != nil {
		t.Fatal(err)
	}
	var err error
	withoutRights(t, func() { _, err = Serial(locked, Line{Baud: 9600})() })
	if !errors.Is(err, ErrPermission) {
		t.Errorf("got %v, want %v", err, ErrPermission)
	}
}

func TestOpeningABusyPort(t *testing.T) {
	master, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	defer master.Close()
	defer tty.Close()
	first, err := Serial(tty.Name(), Line{Baud: 9600})()
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	withoutRights(t, func() { _, err = Serial(tty.Name(), Line{Baud: 9600})() })
	if !errors.Is(err, ErrBusy) {
		t.Errorf("got %v, want %v", err, ErrBusy)
	}
}
