package finder

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"recorderd/boardio"
)

// claims are the ports that this process has open or is asking: the system keeps
// other programs out, but not always another board of the same one.
var claims = struct {
	sync.Mutex
	held map[string]bool
}{held: make(map[string]bool)}

// claimed opens a port that nobody else has.
func claimed(device string, open boardio.Opener) (boardio.Port, error) {
	target, err := filepath.EvalSymlinks(device)
	if err != nil {
		return open() // it can say why not
	}
	if !hold(target) {
		return nil, busy(device)
	}
	if isReal(target) && othersHave(target) {
		release(target)
		return nil, busy(device)
	}
	port, err := open()
	if err != nil {
		release(target)
		return nil, err
	}
	return &claim{Port: port, release: sync.OnceFunc(func() { release(target) })}, nil
}

func busy(device string) error {
	return &boardio.Error{Op: "open", Device: device, Err: boardio.ErrBusy, Hint: "another program has it open; end that one"}
}

func hold(target string) bool {
	claims.Lock()
	defer claims.Unlock()
	free := !claims.held[target]
	claims.held[target] = true
	return free
}

func release(target string) {
	claims.Lock()
	defer claims.Unlock()
	delete(claims.held, target)
}

type claim struct {
	boardio.Port
	release func()
}

// Close implements boardio.Port.
func (c *claim) Close() error {
	defer c.release()
	return c.Port.Close()
}

// isReal tells the serial ports of devices from pseudo-terminals, of which both
// ends may be held by the one who made it, and from what is no port.
func isReal(target string) bool {
	return strings.HasPrefix(target, "/dev/tty") || strings.HasPrefix(target, "/dev/rfcomm")
}

// othersHave reports whether another process has a port open, as far as this one
// may see. The system lets root into a port that is in use, and anybody if the
// other program did not ask to be alone.
func othersHave(target string) bool {
	own := "/proc/" + strconv.Itoa(os.Getpid()) + "/"
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*") // what may not be seen is not listed
	return slices.ContainsFunc(links, func(link string) bool {
		if strings.HasPrefix(link, own) {
			return false
		}
		file, err := os.Readlink(link)
		return err == nil && file == target
	})
}
