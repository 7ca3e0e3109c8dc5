package timesource

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func due(t Timer) bool {
	select {
	case <-t.C():
		return true
	default:
		return false
	}
}

func TestManualTimersAreDueWhenTheirTimeIsReached(t *testing.T) {
	var m Manual
	soon, late, stopped := m.NewTimer(time.Second), m.NewTimer(2*time.Second), m.NewTimer(time.Second)
	stopped.Stop()
	if !due(m.NewTimer(0)) {
		t.Error("a timer of zero is not due at once")
	}
	m.Advance(time.Second - 1)
	if due(soon) {
		t.Error("due a nanosecond early")
	}
	m.Advance(1)
	if !due(soon) || due(late) || due(stopped) {
		t.Errorf("after 1 s: got soon %v, late %v, stopped %v", due(soon), due(late), due(stopped))
	}
	m.Advance(time.Hour)
	if !due(late) || due(stopped) {
		t.Errorf("after an hour: got late %v, stopped %v", due(late), due(stopped))
	}
	if got, want := m.Now(), time.Hour+time.Second; got != want {
		t.Errorf("now: got %v, want %v", got, want)
	}
}

func TestAwaitTimersLetsATestFollowALoop(t *testing.T) {
	var m Manual
	ticks := make(chan int, 3)
	go func() {
		for i := range 3 {
			<-m.NewTimer(time.Second).C()
			ticks <- i
		}
	}()
	for want := range 3 {
		m.AwaitTimers(1)
		m.Advance(time.Second)
		if got := <-ticks; got != want {
			t.Fatalf("tick: got %d, want %d", got, want)
		}
	}
}

func TestSleepEndsWithItsContext(t *testing.T) {
	var m Manual
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- Sleep(ctx, &m, time.Hour) }()
	m.AwaitTimers(1)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want canceled", err)
	}
	go func() { ended <- Sleep(context.Background(), &m, time.Hour) }()
	m.AwaitTimers(1)
	m.Advance(time.Hour)
	if err := <-ended; err != nil {
		t.Errorf("got %v, want nil after the hour", err)
	}
	if err := Sleep(ctx, &m, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("no time at all, context done: got %v, want canceled", err)
	}
}

func TestScaledTimeIsExact(t *testing.T) {
	for _, speed := range []float64{0.5, 1, 3, 100, 1000, 7.3} {
		var m Manual
		m.Advance(42 * time.Hour) // the machine has been up for a while
		s := Scaled(&m, speed)
		if s.Now() != 42*time.Hour {
			t.Errorf("speed %v: begins at %v, want the base's time", speed, s.Now())
		}
		m.Advance(90 * time.Minute)
		got, want := s.Now()-42*time.Hour, time.Duration(speed*float64(90*time.Minute))
		if got != want {
			t.Errorf("speed %v: 90 minutes of the base: got %v, want %v", speed, got, want)
		}
	}
}

func TestScaledTimersAreNeverEarlyAndHardlyLate(t *testing.T) {
	for _, speed := range []float64{0.25, 1, 3, 7.3, 100, 12345} {
		for _, d := range []time.Duration{1, 2, 999, time.Millisecond, 220 * time.Millisecond, time.Hour} {
			var m Manual
			s := Scaled(&m, speed)
			start := s.Now()
			timer := s.NewTimer(d)
			m.Advance(time.Duration(float64(d)/speed) - 1)
			if due(timer) && s.Now()-start < d {
				t.Errorf("speed %v, timer of %v: early, at %v", speed, d, s.Now()-start)
			}
			for range 5 {
				if due(timer) {
					break
				}
				m.Advance(1)
			}
			if got := s.Now() - start; !due(timer) || got < d {
				t.Errorf("speed %v, timer of %v: due %v at %v", speed, d, due(timer), got)
			}
		}
	}
}

func TestScaledTimeNeverGoesBackForAnybody(t *testing.T) {
	s := Scaled(Boot(), 1000)
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			last := s.Now()
			for range 10000 {
				now := s.Now()
				if now < last {
					t.Errorf("time went from %v to %v", last, now)
					return
				}
				last = now
			}
		})
	}
	readers.Wait()
}

func TestBootTimerIsDueAfterItsTime(t *testing.T) {
	s := Scaled(Boot(), 1000)
	start := s.Now()
	if err := Sleep(context.Background(), s, 2*time.Second); err != nil {
		t.Fatal(err)
	}
	if got := s.Now() - start; got < 2*time.Second {
		t.Errorf("slept %v, want at least 2 s", got)
	}
	stopped := Boot().NewTimer(time.Hour)
	stopped.Stop()
	if due(stopped) {
		t.Error("a stopped timer is due")
	}
}

func TestBootStampsAreOfOneMoment(t *testing.T) {
	b := Boot()
	before := b.Now()
	s := b.Stamp()
	after := b.Now()
	if s.BootNS < int64(before) || s.BootNS > int64(after) {
		t.Errorf("boot time %d is not between %d and %d", s.BootNS, before, after)
	}
	if s.Wall.Location() != time.UTC || s.Wall.Year() < 2020 {
		t.Errorf("wall clock: got %v", s.Wall)
	}
	if again := b.Stamp(); again.BootID != s.BootID || len(s.BootID) != 36 {
		t.Errorf("boot id: got %q, then %q", s.BootID, again.BootID)
	}
}

func TestBubbleTimePassesWhenEverybodyWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := Bubble()
		if got := s.Now(); got != time.Hour {
			t.Errorf("begins at %v, want an hour", got)
		}
		if err := Sleep(t.Context(), s, 240*time.Hour); err != nil {
			t.Fatal(err)
		}
		if got := s.Now(); got != 241*time.Hour {
			t.Errorf("after ten days: got %v, want 241 h", got)
		}
	})
}
