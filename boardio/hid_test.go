package boardio

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// plugIn adds a node to a tree as /sys shows it.
func plugIn(t *testing.T, root, node, uevent, descriptor string) {
	t.Helper()
	device := filepath.Join(root, "sys/class/hidraw", node, "device")
	if err := os.MkdirAll(device, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"uevent": uevent, "report_descriptor": descriptor} {
		if err := os.WriteFile(filepath.Join(device, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

const (
	boardEvent = "DRIVER=hid-generic\nHID_ID=0003:00002D80:00008001\nHID_NAME=Chessnut ChessAir\n" +
		"HID_PHYS=usb-0000:00:14.0-3/input1\nHID_UNIQ=A1\nMODALIAS=hid:b0003g0001v00002D80p00008001\n"
	vendorPage  = "\x06\x00\xFF\x09\x01\xA1\x01"
	desktopPage = "\x05\x01\x09\x06\xA1\x01"
)

func TestNodesOfTheMachineAreListed(t *testing.T) {
	root := t.TempDir()
	if nodes, err := ListHID(root); err != nil || len(nodes) != 0 {
		t.Errorf("a machine without HID devices: %v, %v", nodes, err)
	}
	plugIn(t, root, "hidraw10", boardEvent, vendorPage)
	plugIn(t, root, "hidraw2", "HID_ID=0003:0000046D:0000C31C\nHID_NAME=Logitech USB Keyboard\n", desktopPage)
	plugIn(t, root, "hidraw3", "HID_ID=what is this\n", desktopPage)
	if err := os.MkdirAll(filepath.Join(root, "sys/class/hidraw/hidraw4"), 0o755); err != nil { // half gone
		t.Fatal(err)
	}
	got, err := ListHID(root)
	if err != nil {
		t.Fatal(err)
	}
	want := []HIDNode{
		{Path: root + "/dev/hidraw2", Vendor: 0x046D, Product: 0xC31C, UsagePage: 1, Name: "Logitech USB Keyboard"},
		{Path: root + "/dev/hidraw10", Vendor: 0x2D80, Product: 0x8001, UsagePage: 0xFF00, Name: "Chessnut ChessAir",
			Unique: "A1", Phys: "usb-0000:00:14.0-3/input1"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestListIsNotEmptyOnlyBecauseItCantBeRead(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "sys/class"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "sys/class/hidraw"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ListHID(root); err == nil {
		t.Error("a list that can't be read is no error")
	}
}

func TestUsagePageIsTheFirst(t *testing.T) {
	for _, c := range []struct {
		descriptor string
		want       uint16
	}{
		{"", 0},
		{vendorPage, 0xFF00},
		{desktopPage, 1},
		{"\x05", 0},         // cut
		{"\x06\x00", 0},     // cut
		{"\x04\x05\x01", 0}, // a page of no bytes is page 0
		{"\x09\x04\xA1\x01\x05\x0D\x05\x01", 0x0D},
		{"\xC0\x05\x09", 9},                          // an item without bytes before it
		{"\x17\x05\x01\x05\x01\x06\x00\xFF", 0xFF00}, // one with four
		{"\x07\x0C\x00\x00\x00", 0x0C},
		{"\xFE\x03\x04\x05\x01\x05\x06\x00\xFF", 0xFF00}, // a long one
		{"\xFE", 0},
		{"\xFE\xFF\x01\x05\x01", 0}, // a long one that is cut
	} {
		if got := usagePage([]byte(c.descriptor)); got != c.want {
			t.Errorf("% X: got %04X, want %04X", c.descriptor, got, c.want)
		}
	}
}

func TestNodeOfAMake(t *testing.T) {
	h := HID{Vendor: 0x2D80, Product: func(p uint16) bool { return p>>8 == 0x80 }, UsagePage: 0xFF00}
	for _, c := range []struct {
		node HIDNode
		want bool
	}{
		{HIDNode{Vendor: 0x2D80, Product: 0x8002, UsagePage: 0xFF00}, true},
		{HIDNode{Vendor: 0x2D80, Product: 0x8002, UsagePage: 1}, false},
		{HIDNode{Vendor: 0x2D80, Product: 0x9002, UsagePage: 0xFF00}, false},
		{HIDNode{Vendor: 0x2D81, Product: 0x8002, UsagePage: 0xFF00}, false},
	} {
		if got := h.Has(c.node); got != c.want {
			t.Errorf("%+v: got %v", c.node, got)
		}
	}
}

func TestOpeningNodesThatAreNone(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(file, []byte("no board"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		device string
		want   error
	}{
		{filepath.Join(dir, "hidraw0"), ErrAbsent},
		{file, ErrNoHID},
		{"/dev/null", ErrNoHID},
	} {
		_, err := OpenHID(c.device)()
		var told *Error
		if !errors.Is(err, c.want) || !errors.As(err, &told) || told.Device != c.device {
			t.Errorf("%s: got %v, want %v", c.device, err, c.want)
		}
	}
}

func TestErrorsOfNodesSayWhatToDo(t *testing.T) {
	for _, c := range []struct {
		err  error
		is   error
		hint string
	}{
		{&fs.PathError{Op: "open", Err: syscall.ENOENT}, ErrAbsent, "is the cable in?"},
		{syscall.ENODEV, ErrAbsent, "is the cable in?"},
		{syscall.ECONNREFUSED, ErrAbsent, "is the cable in?"},
		{syscall.EWOULDBLOCK, ErrBusy, "end that one"},
		{syscall.EACCES, ErrPermission, "udev rules"},
		{syscall.ENOTTY, ErrNoHID, "/dev/hidraw0"},
	} {
		err := explainHID("/dev/hidraw7", c.err)
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), "/dev/hidraw7") || !strings.Contains(err.Error(), c.hint) {
			t.Errorf("%v: got %q, want it to be %v and to say %q", c.err, err, c.is, c.hint)
		}
	}
}

// No device of this kind is at hand; a named pipe waits for its reader like one.
func TestClosingANodeEndsARead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hidraw0")
	if err := unix.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	node, err := openNode(path)
	if err != nil {
		t.Fatal(err)
	}
	reading, ended := make(chan struct{}), make(chan error)
	go func() {
		close(reading)
		_, err := node.Read(make([]byte, 8))
		ended <- err
	}()
	<-reading
	if err := node.Close(); err != nil {
		t.Error(err)
	}
	if err := <-ended; !errors.Is(err, fs.ErrClosed) {
		t.Errorf("got %v, want %v", err, fs.ErrClosed)
	}
}
