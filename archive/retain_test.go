package archive

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"recorderd/journal"
	"recorderd/timesource"
)

const day = 24 * time.Hour

// played lays a game on the card that was last written to so long ago.
func (m *machine) played(ago time.Duration, synced, final bool) int {
	m.Helper()
	wall, sync := m.wall, m.sync
	m.wall, m.sync = wall.Add(-ago), synced
	j := m.begin(3)
	m.end(j, final)
	m.wall, m.sync = wall, sync
	m.card.Put(games+"/"+strings.TrimSuffix(pathOf("", j.Number()), journalEnd)+rawEnd, []byte("raw"))
	return j.Number()
}

// keeping returns an archive that keeps games for 30 days.
func (m *machine) keeping() (*Archive, *[]string) {
	a, told := m.archive()
	a.opt.KeepDays = 30
	return a, told
}

func (m *machine) wantCard(names ...string) {
	m.Helper()
	var got []string
	for _, path := range m.card.Files() {
		got = append(got, strings.TrimPrefix(path, games+"/"))
	}
	if !slices.Equal(got, names) {
		m.Errorf("on the card: got %v, want %v", got, names)
	}
}

func TestAGameIsRemovedWhenItWasKeptLongEnough(t *testing.T) {
	for _, c := range []struct {
		name    string
		prepare func(m *machine)
		removed bool
	}{
		{"old", func(m *machine) { m.played(31*day, true, true) }, true},
		{"not yet old enough", func(m *machine) { m.played(30*day, true, true) }, false},
		{"just old enough", func(m *machine) { m.played(30*day+time.Second, true, true) }, true},
		{"never closed", func(m *machine) { m.played(31*day, true, false) }, false},
		{"when the clock was not right", func(m *machine) { m.played(31*day, false, true) }, false},
		{"but the clock is not right now", func(m *machine) { m.played(31*day, true, true); m.sync = false }, false},
		{"with an act of yesterday", func(m *machine) {
			n := m.played(31*day, true, true)
			j, _, err := journal.Reopen(m.journals(), n)
			if err != nil {
				t.Fatal(err)
			}
			m.add(j, 1)
			m.end(j, true)
		}, false},
		{"with an act that was not sealed", func(m *machine) {
			n := m.played(31*day, true, true)
			now := m.wall
			m.wall = now.Add(-31 * day)
			j, _, err := journal.Reopen(m.journals(), n)
			if err != nil {
				t.Fatal(err)
			}
			m.add(j, 1)
			m.end(j, false)
			m.wall = now
		}, false},
		{"with a changed line", func(m *machine) {
			path := pathOf(games, m.played(31*day, true, true))
			m.card.Put(path, bytes.Replace(m.card.Get(path), []byte(`"t":1`), []byte(`"t":0`), 1))
		}, false},
		{"with a piece of a line at its end", func(m *machine) {
			path := pathOf(games, m.played(31*day, true, true))
			m.card.Put(path, append(m.card.Get(path), `{"seq"`...))
		}, false},
		{"and no journal at all", func(m *machine) {
			m.played(31*day, true, true)
			m.card.Put(pathOf(games, 1), []byte("somebody's letter\n"))
		}, false},
		{"and its journal is empty", func(m *machine) {
			m.played(31*day, true, true)
			m.card.Put(pathOf(games, 1), nil)
		}, false},
		{"and somebody writes it", func(m *machine) {
			m.played(31*day, true, true)
			if _, err := m.card.Lock(pathOf(games, 1)); err != nil {
				t.Fatal(err)
			}
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t)
			c.prepare(m)
			m.T = t
			m.played(40*day, true, true) // the last one stays, for its number
			a, told := m.keeping()
			a.look(true)
			want := []string{"removed /data/games/000001.raw.gz <nil>", "removed /data/games/000001.jsonl <nil>",
				"removed /media/usb/recorderd/000001.raw.gz <nil>", "removed /media/usb/recorderd/000001.jsonl <nil>"}
			if !c.removed {
				m.wantCard("000001.jsonl", "000001.raw.gz", "000002.jsonl", "000002.raw.gz")
				m.wantFiles("000001.jsonl", "000001.raw.gz", "000002.jsonl", "000002.raw.gz")
				want = nil
			} else {
				m.wantCard("000002.jsonl", "000002.raw.gz")
				m.wantFiles("000002.jsonl", "000002.raw.gz")
			}
			if !slices.Equal(*told, want) || a.State().Removed != int64(len(want)) {
				t.Errorf("told %q, state %+v; want %q", *told, a.State(), want)
			}
			a.look(true)
			if got := len(m.stick.Files()); got != 4-len(want)/2 {
				t.Errorf("%d files on the stick at the next look", got)
			}
		})
	}
}

// A copy that was not there on the day is removed when it is.
func TestACopyOfAGameThatWasRemovedGoesToo(t *testing.T) {
	m := newMachine(t)
	for range 3 {
		m.played(31*day, true, true)
	}
	a, _ := m.archive() // for ever
	a.look(true)
	stick := m.stick
	m.plug(nil)
	b, _ := m.keeping()
	b.look(true)
	m.wantCard("000003.jsonl", "000003.raw.gz")
	m.plug(stick)
	c, _ := m.keeping()
	c.look(true)
	m.wantFiles("000003.jsonl", "000003.raw.gz")
}

// A stick may have been in another recorder, whose games are nobody's to remove
// here, under numbers that this one has too.
func TestTheGamesOfAnotherRecorderAreNotRemoved(t *testing.T) {
	other := newMachine(t)
	for range 3 {
		other.played(31*day, true, true)
	}
	a, _ := other.archive()
	a.look(true)

	m := newMachine(t)
	m.played(31*day, true, true)
	m.played(31*day, true, true)
	m.plug(other.stick)
	b, told := m.keeping()
	b.look(true)
	m.wantCard("000002.jsonl", "000002.raw.gz")
	m.wantFiles("000001.2.jsonl", "000001.jsonl", "000001.raw.gz", "000002.2.jsonl", "000002.jsonl", "000002.raw.gz", "000003.jsonl", "000003.raw.gz")
	other.wantSame(1, 2, 3)
	for _, line := range *told {
		if strings.Contains(line, "removed "+copies) {
			t.Errorf("told %s", line)
		}
	}
}

// A new key makes no stranger of the game that is removed from the card today.
func TestTheCopyOfAGameOfAnEarlierKeyIsRemovedWithIt(t *testing.T) {
	m := newMachine(t)
	m.played(31*day, true, true)
	m.played(31*day, true, true)
	m.key = newKey(t)
	a, _ := m.keeping()
	a.look(true)
	m.wantCard("000002.jsonl", "000002.raw.gz")
	m.wantFiles("000002.jsonl", "000002.raw.gz")
}

// What differs is evidence, and has not been kept long enough before it is looked
// at.
func TestACopyThatDiffersIsNotRemoved(t *testing.T) {
	m := newMachine(t)
	m.played(31*day, true, true)
	m.played(31*day, true, true)
	m.stick.Put(copies+"/000001.jsonl", []byte("{}\n"))
	a, _ := m.keeping()
	a.look(true)
	m.wantCard("000002.jsonl", "000002.raw.gz")
	m.wantFiles("000001.2.jsonl", "000001.jsonl", "000001.raw.gz", "000002.jsonl", "000002.raw.gz")
}

func TestAFileThatCannotBeRemovedIsTold(t *testing.T) {
	m := newMachine(t)
	m.plug(nil)
	m.played(31*day, true, true)
	m.played(31*day, true, true)
	m.card.Fail(func(op, _ string) error {
		if op == "remove" {
			return syscall.EROFS
		}
		return nil
	}, -1)
	var told error
	a, _ := m.keeping()
	a.opt.OnRemoved = func(path string, err error) { told = err }
	a.look(true)
	want := "remove a game that was kept long enough: remove /data/games/000001.raw.gz: read-only file system: mount it writable"
	if !errors.Is(told, syscall.EROFS) || !strings.HasPrefix(told.Error(), want) {
		t.Errorf("told %v, want %s", told, want)
	}
}

// The power goes at every operation of a removal: what is left is a journal that
// is whole, or none, and never raw bytes alone.
func TestAPowerCutAtEveryOperationOfARemoval(t *testing.T) {
	for k := 1; ; k++ {
		m := newMachine(t)
		m.plug(nil)
		for range 3 {
			m.played(31*day, true, true)
		}
		ops := 0
		m.card.Fail(func(string, string) error {
			if ops++; ops > k {
				return syscall.EIO
			}
			return nil
		}, -1)
		a, _ := m.keeping()
		a.look(true)
		m.card.Fail(nil, -1)
		m.card = m.card.PowerCut(sober())
		for _, path := range m.card.Files() {
			if number, _ := numberOf(path[len(games)+1:]); m.card.Get(pathOf(games, number)) == nil {
				t.Errorf("cut at operation %d: %s alone is left", k, path)
			}
		}
		b, _ := m.keeping()
		b.look(true)
		m.wantCard("000003.jsonl", "000003.raw.gz")
		if ops <= k || t.Failed() {
			break
		}
	}
}

func TestGamesAreLookedThroughOnceADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, s := newMachine(t), timesource.Bubble()
		m.sync = false
		m.played(29*day+23*time.Hour, true, true)
		m.played(day, true, true)
		var told []string
		_, stop := m.running(Options{KeepDays: 30, OnRemoved: func(path string, err error) {
			told = append(told, fmt.Sprint(path, " ", s.Now()-time.Hour))
		}})
		pass(t, s, 10*time.Minute)
		m.pass(0, true) // the network is there: the first day begins
		for range 26 {
			pass(t, s, time.Hour)
			m.pass(time.Hour, true)
		}
		if len(told) != 4 || !strings.HasPrefix(told[0], "/data/games/000001.raw.gz 24h10m") {
			t.Errorf("told %q, want the four files of a game, a day after the clock was right", told)
		}
		stop()
	})
}
