package emulated

import (
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"syscall"
)

// Reports is a socket that keeps reports whole: the board at one end, and a path
// that the driver of a HID board opens like its node.
type Reports struct {
	Path     string // the driver's end
	listener *net.UnixListener

	mu     sync.Mutex
	driver *net.UnixConn // nil while there is none
}

// ListenReports makes such a socket. It takes the place of one that nobody
// serves any more, and of nothing else. Drivers may come and go, one at a time;
// closing it is pulling the plug, and takes the path away.
func ListenReports(path string) (*Reports, error) {
	addr := &net.UnixAddr{Name: path, Net: "unixpacket"}
	if deserted(addr) {
		os.Remove(path)
	}
	l, err := net.ListenUnix(addr.Net, addr)
	if err != nil {
		return nil, fmt.Errorf("make a socket for reports: %w", err)
	}
	return &Reports{Path: path, listener: l}, nil
}

// deserted reports whether there is a socket that nobody serves, as a program
// that was killed leaves it.
func deserted(addr *net.UnixAddr) bool {
	info, err := os.Lstat(addr.Name)
	if err != nil || info.Mode()&os.ModeSocket == 0 {
		return false
	}
	c, err := net.DialUnix(addr.Net, nil, addr)
	if err == nil {
		c.Close()
	}
	return errors.Is(err, syscall.ECONNREFUSED)
}

// Read returns the next report of a driver, and waits for one that comes while
// there is none.
func (r *Reports) Read(b []byte) (int, error) {
	for {
		driver, err := r.await()
		if err != nil {
			return 0, err
		}
		if n, err := driver.Read(b); err == nil {
			return n, nil
		}
		r.leave(driver)
	}
}

// Write passes a report on to the driver. While there is none it is lost.
func (r *Reports) Write(b []byte) (int, error) {
	r.mu.Lock()
	driver := r.driver
	r.mu.Unlock()
	if driver != nil {
		_, _ = driver.Write(b) // a driver that has gone is noticed in Read
	}
	return len(b), nil
}

// Close ends Read.
func (r *Reports) Close() error {
	err := r.listener.Close()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.driver != nil {
		r.driver.Close()
	}
	return err
}

// await returns the driver that is there, or the next one that comes.
func (r *Reports) await() (*net.UnixConn, error) {
	r.mu.Lock()
	driver := r.driver
	r.mu.Unlock()
	if driver != nil {
		return driver, nil
	}
	driver, err := r.listener.AcceptUnix()
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.driver = driver
	return driver, nil
}

func (r *Reports) leave(driver *net.UnixConn) {
	driver.Close()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.driver = nil
}
