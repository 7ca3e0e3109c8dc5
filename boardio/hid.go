package boardio

// The problem: some boards are no serial port but a HID device, which passes
// whole reports. Linux shows each interface of such a device as a node of its
// own, /dev/hidraw0, with a number that depends on what was plugged in before.
// What a node is stands in /sys. A device may have several interfaces, of which
// one has the squares; they are told apart by the usage page of what they report.
//
// Where there is no device, a socket that keeps packets whole stands for the
// node: an emulated board serves one.

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// HIDNode is one interface of a HID device.
type HIDNode struct {
	Path            string // such as /dev/hidraw0
	Vendor, Product uint16
	UsagePage       uint16 // of the first thing that it reports; 0 if nothing is said
	Name            string // maker and product, as the device tells them
	Unique          string // its serial number; empty if it has none
	Phys            string // where it is plugged in, the same as long as it is, such as usb-0000:00:14.0-3/input0
}

// Has reports whether a node may be a board of the make.
func (h *HID) Has(n HIDNode) bool {
	return n.Vendor == h.Vendor && h.Product(n.Product) && n.UsagePage == h.UsagePage
}

// ListHID returns the nodes of this machine, in the order of their numbers. The
// folders sys and dev are looked for in root, which is "/" but for tests. A
// machine without any HID device has none of them, which is no error.
func ListHID(root string) ([]HIDNode, error) {
	class := filepath.Join(root, "sys/class/hidraw")
	entries, err := os.ReadDir(class)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list HID devices: %w", err)
	}
	var nodes []HIDNode
	for _, e := range entries {
		n, err := readHIDNode(filepath.Join(class, e.Name(), "device"))
		if err != nil {
			continue // it was pulled out just now
		}
		n.Path = filepath.Join(root, "dev", e.Name())
		nodes = append(nodes, n)
	}
	slices.SortFunc(nodes, func(a, b HIDNode) int {
		return cmp.Or(cmp.Compare(len(a.Path), len(b.Path)), cmp.Compare(a.Path, b.Path))
	})
	return nodes, nil
}

func readHIDNode(device string) (n HIDNode, err error) {
	event, err := os.ReadFile(filepath.Join(device, "uevent"))
	if err != nil {
		return n, err
	}
	descriptor, err := os.ReadFile(filepath.Join(device, "report_descriptor"))
	if err != nil {
		return n, err
	}
	n.UsagePage = usagePage(descriptor)
	for line := range strings.Lines(string(event)) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		switch key {
		case "HID_ID":
			var bus, vendor, product uint32
			if _, err := fmt.Sscanf(value, "%x:%x:%x", &bus, &vendor, &product); err != nil {
				return n, fmt.Errorf("HID_ID %q: %w", value, err)
			}
			n.Vendor, n.Product = uint16(vendor), uint16(product)
		case "HID_NAME":
			n.Name = value
		case "HID_UNIQ":
			n.Unique = value
		case "HID_PHYS":
			n.Phys = value
		}
	}
	return n, nil
}

// usagePage is the first usage page of a report descriptor (Device Class
// Definition for HID 1.11, 6.2.2): items, each with its kind and how many bytes
// follow in its first byte.
func usagePage(descriptor []byte) uint16 {
	const pageItem, longItem, kindBits = 0x04, 0xFE, 0xFC
	for d := descriptor; len(d) > 0; {
		size := [4]int{0, 1, 2, 4}[d[0]&3]
		if d[0] == longItem && len(d) > 1 {
			size = 2 + int(d[1])
		}
		if len(d) <= size {
			break
		}
		if d[0]&kindBits == pageItem {
			page := uint16(0)
			for i, b := range d[1 : 1+min(size, 2)] {
				page |= uint16(b) << (8 * i)
			}
			return page
		}
		d = d[1+size:]
	}
	return 0
}

// OpenHID returns an Opener for the node of a HID device, or a socket that stands
// for one. Each Read of its ports brings one report, each Write sends one, with
// its number first.
func OpenHID(device string) Opener {
	return func() (Port, error) {
		port, err := openHID(device)
		if err != nil {
			return nil, explainHID(device, err)
		}
		return port, nil
	}
}

func openHID(device string) (Port, error) {
	info, err := os.Stat(device)
	if err != nil {
		return nil, err
	}
	if info.Mode()&fs.ModeSocket != 0 {
		line, err := net.DialUnix("unixpacket", nil, &net.UnixAddr{Name: device, Net: "unixpacket"})
		return hidPort{line}, err
	}
	node, err := openNode(device)
	if err != nil {
		return nil, err
	}
	if err := claim(node); err != nil {
		node.Close()
		return nil, err
	}
	return hidPort{node}, nil
}

// openNode opens a node so that Close ends a Read that waits.
func openNode(device string) (*os.File, error) {
	return os.OpenFile(device, os.O_RDWR|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
}

// claim makes sure that a node is one of a HID device and that no other recorder
// reads it: the system lets any number of programs do so.
func claim(node *os.File) error {
	raw, err := node.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) {
		if _, failed = unix.IoctlHIDGetRawInfo(int(fd)); failed == nil {
			failed = unix.Flock(int(fd), unix.LOCK_EX|unix.LOCK_NB)
		}
	})
	return cmp.Or(err, failed)
}

// hidPort is an open node. Nothing waits in it that came before it was opened.
type hidPort struct{ io.ReadWriteCloser }

func (hidPort) ResetInputBuffer() error { return nil }

// explainHID turns an error of opening into one that tells the operator what to
// do.
func explainHID(device string, err error) error {
	switch {
	case errors.Is(err, syscall.ECONNREFUSED): // nobody serves the socket any more
		err = fs.ErrNotExist
	case errors.Is(err, syscall.EWOULDBLOCK):
		err = syscall.EBUSY
	case errors.Is(err, syscall.ENOTTY), errors.Is(err, syscall.EINVAL):
		return &Error{"open", device, ErrNoHID, "give the device of the board, such as /dev/hidraw0"}
	case errors.Is(err, fs.ErrPermission):
		return &Error{"open", device, ErrPermission, "install the udev rules of this program, add the user to the group dialout and start again"}
	}
	return explain(device, err)
}
