package timesource

import (
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Machine is what a real machine has: boot time, and a wall clock beside it.
type Machine interface {
	Source
	Stamper
}

// Boot returns the clock of this machine.
func Boot() Machine { return boot{} }

type boot struct{}

func (boot) Now() time.Duration {
	var ts unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_BOOTTIME, &ts); err != nil {
		// Every Linux since 2.6.39 has this clock: there is no time to go on with.
		panic("timesource: CLOCK_BOOTTIME: " + err.Error())
	}
	return time.Duration(ts.Nano())
}

// NewTimer counts only while the machine is awake: a timer that is due during a
// sleep comes that much later than due, which is when somebody can act on it.
func (boot) NewTimer(d time.Duration) Timer { return newTimer(d) }

// timer is one of Go's.
type timer struct {
	c  chan struct{}
	of *time.Timer
}

func newTimer(d time.Duration) timer {
	c := make(chan struct{})
	return timer{c, time.AfterFunc(d, func() { close(c) })}
}

func (t timer) C() <-chan struct{} { return t.c }
func (t timer) Stop()              { t.of.Stop() }

func (b boot) Stamp() Stamp {
	return Stamp{BootID: bootID(), BootNS: int64(b.Now()), Wall: time.Now().UTC(), Synced: synced()}
}

var bootID = sync.OnceValue(func() string {
	id, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "" // two starts can't be told apart then: a restart has an unknown gap
	}
	return strings.TrimSpace(string(id))
})

// synced asks the kernel, which chrony and timesyncd tell; it needs no rights.
func synced() bool {
	var tx unix.Timex
	state, err := unix.Adjtimex(&tx)
	return err == nil && state != unix.TIME_ERROR && tx.Status&unix.STA_UNSYNC == 0
}
