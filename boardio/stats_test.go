package boardio

import (
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMeterCounts(t *testing.T) {
	var m Meter
	before := m.Stats()
	m.Link(false)
	m.Bytes(10)
	m.Frame("dump", 5)
	m.Link(true)
	m.Link(true)
	m.Frame("field", 7)
	m.Frame("field", 8)
	m.Drop("garbage")
	m.Note("missed update")
	m.Link(false)
	m.Link(true)
	want := Stats{
		Bytes:      10,
		Frames:     map[string]int64{"dump": 1, "field": 2},
		Dropped:    map[string]int64{"garbage": 1},
		Notes:      map[string]int64{"missed update": 1},
		Reconnects: 1,
		Connected:  true,
		LastFrame:  8,
	}
	if diff := cmp.Diff(want, m.Stats()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff(Stats{}, before); diff != "" {
		t.Errorf("what was read before has changed (-want +got):\n%s", diff)
	}
}

func TestMeterIsReadWhileItCounts(t *testing.T) {
	var m Meter
	var all sync.WaitGroup
	all.Go(func() {
		for range 1000 {
			m.Frame("dump", 1)
			m.Drop("garbage")
		}
	})
	for range 1000 {
		if s := m.Stats(); s.Dropped["garbage"] > s.Frames["dump"] {
			t.Fatalf("got %d drops after %d frames", s.Dropped["garbage"], s.Frames["dump"])
		}
	}
	all.Wait()
	if got := m.Stats().Frames["dump"]; got != 1000 {
		t.Errorf("got %d frames, want 1000", got)
	}
}
