package finder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree is the files of a machine: folders /dev and /sys as Linux has them, as far
// as anybody looks.
type tree struct {
	t    *testing.T
	root string
}

func newTree(t *testing.T) *tree { return &tree{t, t.TempDir()} }

func (f *tree) machine() Machine { return Machine{Root: f.root} }

func (f *tree) path(name string) string { return filepath.Join(f.root, name) }

func (f *tree) write(name, text string) {
	f.t.Helper()
	if err := os.MkdirAll(filepath.Dir(f.path(name)), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(f.path(name), []byte(text), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

func (f *tree) link(name, to string) {
	f.t.Helper()
	if err := os.MkdirAll(filepath.Dir(f.path(name)), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.Symlink(to, f.path(name)); err != nil {
		f.t.Fatal(err)
	}
}

// adapter is a USB device with a serial port.
type adapter struct {
	socket string // such as 1-1.2
	id     string // such as 0403:6001
	serial string
	text   string
}

// plug gives an adapter a place and its port a name.
func (f *tree) plug(tty string, a adapter) {
	f.t.Helper()
	device := "sys/devices/usb1/" + a.socket
	vendor, product, _ := strings.Cut(a.id, ":")
	for name, text := range map[string]string{"idVendor": vendor, "idProduct": product, "serial": a.serial, "product": a.text} {
		if text != "" {
			f.write(device+"/"+name, text+"\n")
		}
	}
	port := device + "/" + a.socket + ":1.0"
	if strings.HasPrefix(tty, "ttyUSB") {
		port += "/" + tty // as drivers of adapters have it
	}
	f.write(port+"/uevent", "")
	f.link("sys/class/tty/"+tty+"/device", f.path(port))
	f.write("dev/"+tty, "")
	f.link("dev/serial/by-path/usb-"+a.socket, "../../"+tty)
	if a.serial != "" {
		f.link("dev/serial/by-id/usb-"+a.serial, "../../"+tty)
	}
}

// pull takes it out again.
func (f *tree) pull(tty string, a adapter) {
	f.t.Helper()
	for _, name := range []string{"dev/" + tty, "sys/class/tty/" + tty, "sys/devices/usb1/" + a.socket, "dev/serial/by-path/usb-" + a.socket, "dev/serial/by-id/usb-" + a.serial} {
		if a.serial == "" && strings.HasSuffix(name, "/usb-") {
			continue
		}
		if err := os.RemoveAll(f.path(name)); err != nil {
			f.t.Fatal(err)
		}
	}
}

var (
	ftdi   = adapter{socket: "1-1.2", id: "0403:6001", serial: "A900", text: "FT232R USB UART"}
	chip   = adapter{socket: "1-1.3", id: "10c4:ea60", serial: "0001", text: "CP2102"}
	twin   = adapter{socket: "1-1.4", id: "10c4:ea60", serial: "0001", text: "CP2102"}
	bare   = adapter{socket: "1-1.5", id: "1a86:7523", text: "USB Serial"}
	itself = adapter{socket: "1-3", id: "04d8:000a"}
)

func TestPortsAreListedOnceEachWithANameThatStays(t *testing.T) {
	f := newTree(t)
	f.plug("ttyUSB10", bare)
	f.plug("ttyUSB2", ftdi)
	f.plug("ttyACM0", itself)
	f.write("dev/ttyS0", "")
	f.write("dev/rfcomm0", "")
	f.write("sys/class/hidraw/hidraw1/device/uevent", "HID_ID=0003:0000046D:0000C31C\n")
	f.write("sys/class/hidraw/hidraw1/device/report_descriptor", "\x05\x01")
	want := []Port{
		{Device: f.path("dev/ttyACM0"), Name: f.path("dev/serial/by-path/usb-1-3"), USB: USB{Vendor: 0x04D8, Product: 0x000A, Place: "1-3:1.0"}},
		{Device: f.path("dev/ttyUSB2"), Name: f.path("dev/serial/by-id/usb-A900"), Own: true, USB: USB{0x0403, 0x6001, "A900", "1-1.2:1.0", "FT232R USB UART"}},
		{Device: f.path("dev/ttyUSB10"), Name: f.path("dev/serial/by-path/usb-1-1.5"), Own: true, USB: USB{0x1A86, 0x7523, "", "1-1.5:1.0", "USB Serial"}},
		{Device: f.path("dev/rfcomm0"), Name: f.path("dev/rfcomm0")},
	}
	if diff := cmp.Diff(want, f.machine().Ports()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := (Machine{Root: t.TempDir()}).Ports(); len(got) != 0 {
		t.Errorf("a machine without ports has %v", got)
	}
}

func TestAPortIsKnownByAnyPathThatLeadsToIt(t *testing.T) {
	f := newTree(t)
	f.plug("ttyUSB2", ftdi)
	f.write("dev/ttyS0", "")
	byID := f.path("dev/serial/by-id/usb-A900")
	for _, c := range []struct {
		device string
		want   Port
		there  bool
	}{
		{byID, Port{Device: byID, Name: byID, Own: true, USB: USB{0x0403, 0x6001, "A900", "1-1.2:1.0", "FT232R USB UART"}}, true},
		{f.path("dev/ttyS0"), Port{Device: f.path("dev/ttyS0"), Name: f.path("dev/ttyS0"), Own: true}, true},
		{f.path("dev/ttyUSB9"), Port{Device: f.path("dev/ttyUSB9"), Name: f.path("dev/ttyUSB9")}, false},
	} {
		got, there := f.machine().At(c.device)
		if diff := cmp.Diff(c.want, got); diff != "" || there != c.there {
			t.Errorf("%s: there %v, -want +got:\n%s", c.device, there, diff)
		}
	}
}

func TestABoardWithoutANumberIsKnownByItsAdapterOrItsSocket(t *testing.T) {
	usb := func(device string, a adapter) Port {
		return Port{Device: device, USB: USB{Vendor: hex16(a.id[:4]), Product: hex16(a.id[5:]), Serial: a.serial, Place: a.socket}}
	}
	moved, none := ftdi, Port{Device: "rfcomm0"}
	moved.socket = "1-9"
	for name, c := range map[string]struct {
		before Port
		now    []Port
		want   string // its device; empty for none
	}{
		"same socket, another name":      {usb("ttyUSB0", bare), []Port{usb("ttyUSB3", chip), usb("ttyUSB4", bare)}, "ttyUSB4"},
		"another socket, its own number": {usb("ttyUSB0", ftdi), []Port{usb("ttyUSB3", chip), usb("ttyUSB4", moved)}, "ttyUSB4"},
		"one of two with one number":     {usb("ttyUSB0", chip), []Port{usb("ttyUSB1", twin), usb("ttyUSB2", chip)}, "ttyUSB2"},
		"neither is surely it":           {usb("ttyUSB0", adapter{id: chip.id, serial: chip.serial, socket: "1-7"}), []Port{usb("ttyUSB1", twin), usb("ttyUSB2", chip)}, ""},
		"no number, another socket":      {usb("ttyUSB0", bare), []Port{usb("ttyUSB0", adapter{id: bare.id, socket: "1-9"})}, ""},
		"no USB, the same name":          {none, []Port{usb("ttyUSB0", chip), none}, "rfcomm0"},
		"no USB, another name":           {none, []Port{{Device: "rfcomm1"}}, ""},
	} {
		if got, _ := again(c.before, c.now); got.Device != c.want {
			t.Errorf("%s: got %q, want %q", name, got.Device, c.want)
		}
	}
}
