package finder

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"recorderd/boardio"
)

// Machine is where ports are looked for. The zero value is this one.
type Machine struct {
	Root string // of its files; "/" if empty
	Open Open   // SerialOrHID if nil
}

// Open returns what opens a port for a make with this line.
type Open func(p Port, line boardio.Line) boardio.Opener

// SerialOrHID opens what there really is.
func SerialOrHID(p Port, line boardio.Line) boardio.Opener {
	if line.Baud == 0 {
		return boardio.OpenHID(p.Device)
	}
	return boardio.Serial(p.Device, line)
}

// opener opens a port that nobody else has.
func (m Machine) opener(p Port, line boardio.Line) boardio.Opener {
	open := m.Open
	if open == nil {
		open = SerialOrHID
	}
	return func() (boardio.Port, error) { return claimed(p.Device, open(p, line)) }
}

// Port is a place where a board may be.
type Port struct {
	Device string // what to open, such as /dev/ttyUSB0
	Name   string // a path to it that stays as cables come and go; Device if there is none
	USB    USB
	HID    boardio.HIDNode // of a HID device; without a Path for a serial port
	// Own says that the speed of the port is that of a line with a chip of its
	// own, and not only a number that nobody heeds, as on a board that is itself
	// the serial device.
	Own bool
}

// IsNode reports whether it is a node of a HID device, whose name is by the order
// in which things were plugged in.
func (p Port) IsNode() bool { return p.HID.Vendor != 0 }

// USB is what the USB device behind a port tells of itself; nothing of it where
// there is none.
type USB struct {
	Vendor, Product uint16
	Serial          string // of the adapter, or of a board that is its own
	Place           string // the socket and the interface, such as 1-1.2:1.0
	Text            string // maker and product
}

// patterns are the serial ports that may have a board. A port on the mainboard
// may be anything: it is used if it is named.
var patterns = []string{"ttyACM*", "ttyUSB*", "rfcomm*"}

func (m Machine) path(name string) string {
	return filepath.Join(cmp.Or(m.Root, "/"), name)
}

// Ports returns the serial ports and the HID devices of the machine that may have
// a board, each once, in the order of their names.
func (m Machine) Ports() []Port {
	names := m.names()
	var ports []Port
	for _, pattern := range patterns {
		devices, _ := filepath.Glob(m.path("dev/" + pattern)) // the patterns are well formed
		slices.SortFunc(devices, byNumber)
		for _, device := range devices {
			ports = append(ports, m.serial(device, names))
		}
	}
	return append(ports, m.hid()...)
}

// byNumber has ttyUSB2 before ttyUSB10.
func byNumber(a, b string) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// At returns the port that a path leads to, and whether it is there.
func (m Machine) At(device string) (p Port, there bool) {
	target, err := filepath.EvalSymlinks(device)
	if err != nil {
		return Port{Device: device, Name: device}, false
	}
	for _, p := range m.Ports() {
		if same, err := filepath.EvalSymlinks(p.Device); err == nil && same == target {
			p.Device = device
			return p, true
		}
	}
	p = Port{Device: device, Name: device}
	if info, err := os.Stat(target); err == nil && info.Mode()&os.ModeSocket != 0 {
		p.HID.Path = device // it stands for a device of which nothing is known
		return p, true
	}
	base := filepath.Base(target)
	p.Own = strings.HasPrefix(base, "ttyS") || strings.HasPrefix(base, "ttyAMA")
	return p, true
}

// isAt reports whether two paths lead to the same port.
func (p Port) isAt(other Port) bool {
	a, errA := filepath.EvalSymlinks(p.Device)
	b, errB := filepath.EvalSymlinks(other.Device)
	return errA == nil && errB == nil && a == b
}

func (m Machine) serial(device string, names map[string]stable) Port {
	p := Port{Device: device, Name: device, Own: strings.HasPrefix(filepath.Base(device), "ttyUSB")}
	p.USB = m.usb(m.path("sys/class/tty/" + filepath.Base(device) + "/device"))
	if target, err := filepath.EvalSymlinks(device); err == nil {
		p.Name = names[target].of(p)
	}
	return p
}

// hid returns the HID devices that are of a make.
func (m Machine) hid() []Port {
	nodes, _ := boardio.ListHID(cmp.Or(m.Root, "/")) // where they can't be listed there are none to open
	var ports []Port
	for _, n := range nodes {
		if len(makesFor(Port{HID: n}, boardio.Makes())) == 0 {
			continue
		}
		u := USB{Vendor: n.Vendor, Product: n.Product, Serial: n.Unique, Place: n.Phys, Text: n.Name}
		ports = append(ports, Port{Device: n.Path, Name: n.Path, USB: u, HID: n})
	}
	return ports
}

// stable are the names of one device that stay.
type stable struct{ byID, byPath string }

// of chooses: a name by the number of the adapter is best, but many have none, or
// all the same.
func (s stable) of(p Port) string {
	if p.USB.Serial == "" {
		return cmp.Or(s.byPath, s.byID, p.Device)
	}
	return cmp.Or(s.byID, s.byPath, p.Device)
}

// names returns the stable names by what they lead to.
func (m Machine) names() map[string]stable {
	all := make(map[string]stable)
	each := func(folder string, note func(s *stable, name string)) {
		links, _ := filepath.Glob(m.path("dev/serial/" + folder + "/*"))
		for _, link := range links {
			if target, err := filepath.EvalSymlinks(link); err == nil {
				s := all[target]
				note(&s, link)
				all[target] = s
			}
		}
	}
	each("by-id", func(s *stable, name string) { s.byID = name })
	each("by-path", func(s *stable, name string) { s.byPath = cmp.Or(s.byPath, name) })
	return all
}

// usb goes up from a device in /sys to the USB device that it is a part of.
func (m Machine) usb(device string) (u USB) {
	dir, err := filepath.EvalSymlinks(device)
	if err != nil {
		return u
	}
	top, err := filepath.EvalSymlinks(m.path("sys"))
	if err != nil {
		return u
	}
	for ; strings.HasPrefix(dir, top+"/"); dir = filepath.Dir(dir) {
		if strings.Contains(filepath.Base(dir), ":") {
			u.Place = filepath.Base(dir) // the interface
		}
		vendor := attribute(dir, "idVendor")
		if vendor == "" {
			continue
		}
		u.Vendor, u.Product = hex16(vendor), hex16(attribute(dir, "idProduct"))
		u.Serial = attribute(dir, "serial")
		u.Place = cmp.Or(u.Place, filepath.Base(dir))
		u.Text = strings.TrimSpace(attribute(dir, "manufacturer") + " " + attribute(dir, "product"))
		return u
	}
	return USB{}
}

// attribute reads a file of /sys; one that is not there is empty.
func attribute(dir, name string) string {
	text, _ := os.ReadFile(filepath.Join(dir, name))
	return strings.TrimSpace(string(text))
}

func hex16(s string) uint16 {
	n, _ := strconv.ParseUint(s, 16, 16) // the kernel writes nothing else
	return uint16(n)
}

// again finds the port of a board by the adapter, or by its socket where the
// adapter has no number or others have the same.
func again(before Port, ports []Port) (Port, bool) {
	var same []Port
	for _, p := range ports {
		switch {
		case before.USB == (USB{}) && p.Device == before.Device, before.USB != (USB{}) && p.USB == before.USB:
			return p, true
		case before.USB.Serial != "" && p.USB.Serial == before.USB.Serial && p.USB.Vendor == before.USB.Vendor && p.USB.Product == before.USB.Product:
			same = append(same, p)
		}
	}
	if len(same) == 1 {
		return same[0], true
	}
	return Port{}, false
}

// without is a list without what leads to the same device as one port.
func without(ports []Port, here Port) []Port {
	target, _ := filepath.EvalSymlinks(here.Device)
	return slices.DeleteFunc(slices.Clone(ports), func(p Port) bool {
		other, _ := filepath.EvalSymlinks(p.Device)
		return other == target
	})
}
