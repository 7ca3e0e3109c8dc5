package archive

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/timesource"
)

// running runs an archive in a bubble until the returned function is called.
func (m *machine) running(opt Options) (a *Archive, stop func()) {
	opt.Dir, opt.Copy, opt.Disk, opt.Stamper, opt.Time = games, copies, m, m, timesource.Bubble()
	a = New(opt)
	ctx, cancel := context.WithCancel(m.Context())
	done := make(chan struct{})
	go func() { a.Run(ctx); close(done) }()
	return a, func() { cancel(); <-done }
}

func pass(t *testing.T, s timesource.Source, d time.Duration) {
	t.Helper()
	if err := timesource.Sleep(t.Context(), s, d); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
}

func TestTheCopyFollowsAGameThatIsOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMachine(t), timesource.Bubble()
		a, stop := m.running(Options{})
		j := m.begin(1)
		for range 20 {
			m.add(j, 2)
			a.Rouse()
			pass(t, s, pace)
			m.wantSame(1)
		}
		m.card.Put(games+"/000001.raw.gz", []byte("raw"))
		m.add(j, 2)
		pass(t, s, lookEvery) // nobody calls
		m.wantSame(1)
		m.wantCopy("000001.raw.gz", "raw")
		m.end(j, true)
		stop()
		m.wantSame(1)
	})
}

// Copies are not made at every line, or a stick would never rest.
func TestTheCopyIsBroughtUpToDateOnceASecondAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMachine(t), timesource.Bubble()
		syncs := 0
		m.stick.Fail(func(op, _ string) error {
			if op == "sync" {
				syncs++
			}
			return nil
		}, -1)
		a, stop := m.running(Options{})
		j := m.begin(1)
		for range 100 {
			m.add(j, 1)
			a.Rouse()
			pass(t, s, 100*time.Millisecond)
		}
		if syncs < 9 || syncs > 12 {
			t.Errorf("%d syncs in 10 s, want one a second", syncs)
		}
		m.end(j, true)
		stop()
	})
}

func TestAStickInTroubleIsTriedLessAndLessOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMachine(t), timesource.Bubble()
		m.end(m.begin(1), true)
		start, mended := s.Now(), atomic.Bool{}
		var tries []time.Duration
		m.stick.Fail(func(op, _ string) error {
			if op == "create" && !mended.Load() {
				tries = append(tries, s.Now()-start)
				return syscall.EROFS
			}
			return nil
		}, -1)
		var told []string
		a, stop := m.running(Options{OnState: func(s State) { told = append(told, fmt.Sprint(s.Err != nil)) }})
		for range 120 {
			a.Rouse() // as if a game were on
			pass(t, s, time.Second)
		}
		if got, want := fmt.Sprint(tries), "[0s 1s 3s 7s 15s 31s 1m1s 1m31s]"; got != want {
			t.Errorf("tried at %s, want %s", got, want)
		}
		mended.Store(true)
		pass(t, s, lookEvery)
		m.wantSame(1)
		if got := strings.Join(told, " "); got != "true false" {
			t.Errorf("told trouble %q, want once and that it is over", got)
		}
		stop()
	})
}

// A stick that hangs holds up nobody who asks, and is said to hang.
func TestAStickThatDoesNotAnswerHoldsUpNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMachine(t), timesource.Bubble()
		answers := make(chan struct{})
		m.hang = func() { <-answers }
		j := m.begin(3)
		a, stop := m.running(Options{})
		for range 70 {
			m.add(j, 1)
			a.Rouse()
			pass(t, s, time.Second)
		}
		want := "second copy: /media/usb/recorderd has not answered for 1m10s: look at the disk"
		if err := a.State().Err; err == nil || err.Error() != want {
			t.Errorf("state: got %v, want %s", err, want)
		}
		m.end(j, true)
		close(answers)
		pass(t, s, 2*time.Second)
		m.wantSame(1)
		if err := a.State().Err; err != nil {
			t.Errorf("state: got %v, want none", err)
		}
		stop()
	})
}

// The games of an evening that a new stick lacks must not keep the one that is on
// from being copied: it comes first, and again before they are all copied.
func TestTheGameThatIsOnGoesBeforeTheOldOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMachine(t), timesource.Bubble()
		for range 8 {
			m.end(m.begin(3), true)
		}
		j := m.begin(3)
		m.hang = func() { timesource.Sleep(t.Context(), s, 100*time.Millisecond) } // at every operation
		a, stop := m.running(Options{})
		for range 4 {
			m.add(j, 1)
			a.Rouse()
			pass(t, s, 4*time.Second)
			m.wantSame(9)
		}
		if n := len(m.stick.Files()); n == 9 {
			t.Errorf("all games were copied while it was on; the test shows nothing")
		}
		pass(t, s, time.Minute)
		m.wantSame(1, 2, 3, 4, 5, 6, 7, 8, 9)
		m.end(j, true)
		stop()
	})
}
