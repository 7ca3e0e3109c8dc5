package archive

import (
	crand "crypto/rand"
	"crypto/sha256"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"recorderd/disk"
	"recorderd/disk/forgetful"
	"recorderd/journal"
	"recorderd/observation"
	"recorderd/signature"
	"recorderd/timesource"
)

const (
	games  = "/data/games"
	usb    = "/media/usb"
	copies = "/media/usb/recorderd"
)

// machine has a card, and a place for a stick.
type machine struct {
	*testing.T
	card  *forgetful.Disk
	mu    sync.Mutex
	stick *forgetful.Disk // nil when it is out: its place is an empty folder of the card then
	wall  time.Time
	sync  bool
	hang  func() // before each operation of the stick
	key   *signature.Key
}

var _ disk.Store = (*machine)(nil)

func newMachine(t *testing.T) *machine {
	m := &machine{T: t, card: forgetful.New(1), wall: time.Date(2026, 11, 29, 14, 0, 0, 0, time.UTC), sync: true, key: newKey(t)}
	mkdirs(t, m.card)
	m.plug(newStick(t))
	return m
}

func newKey(t *testing.T) *signature.Key {
	t.Helper()
	key, _, err := signature.LoadOrMake(filepath.Join(t.TempDir(), signature.KeyFile), crand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func newStick(t *testing.T) *forgetful.Disk {
	stick := forgetful.New(2)
	mkdirs(t, stick)
	return stick
}

func mkdirs(t *testing.T, d *forgetful.Disk) {
	t.Helper()
	for _, dir := range []string{"/media", usb} {
		if err := d.Mkdir(dir); err != nil {
			t.Fatal(err)
		}
	}
}

// plug puts a stick in, or with nil takes it out.
func (m *machine) plug(stick *forgetful.Disk) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stick = stick
}

func (m *machine) at(path string) *forgetful.Disk {
	m.mu.Lock()
	stick := m.stick
	m.mu.Unlock()
	if stick == nil || !strings.HasPrefix(path, usb) {
		return m.card
	}
	if m.hang != nil {
		m.hang()
	}
	return stick
}

func (m *machine) Names(dir string) ([]string, error)      { return m.at(dir).Names(dir) }
func (m *machine) Mkdir(dir string) error                  { return m.at(dir).Mkdir(dir) }
func (m *machine) Read(path string) (io.ReadCloser, error) { return m.at(path).Read(path) }
func (m *machine) Create(path string) (disk.File, error)   { return m.at(path).Create(path) }
func (m *machine) Write(path string) (disk.File, error)    { return m.at(path).Write(path) }
func (m *machine) Look(path string) (disk.View, error)     { return m.at(path).Look(path) }
func (m *machine) Lock(path string) (io.Closer, error)     { return m.at(path).Lock(path) }
func (m *machine) SyncDir(dir string) error                { return m.at(dir).SyncDir(dir) }
func (m *machine) Remove(path string) error                { return m.at(path).Remove(path) }
func (m *machine) Stat(path string) (disk.Info, error)     { return m.at(path).Stat(path) }

func (m *machine) Stamp() timesource.Stamp {
	m.mu.Lock()
	defer m.mu.Unlock()
	return timesource.Stamp{BootID: "boot", Wall: m.wall, Synced: m.sync}
}

// pass moves the wall clock, which is right or not.
func (m *machine) pass(d time.Duration, right bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wall, m.sync = m.wall.Add(d), right
}

func (m *machine) journals() journal.Options {
	return journal.Options{Dir: games, Software: "test", FS: m, Stamper: m, Time: scaled, Key: m.key}
}

// archive returns one of this machine whose time stands still.
func (m *machine) archive() (*Archive, *[]string) {
	var told []string
	return New(Options{
		Dir: games, Copy: copies, Time: new(timesource.Manual), Stamper: m, Disk: m, Key: m.key.Public().String(),
		OnState: func(s State) {
			if told = append(told, "well"); s.Err != nil {
				told[len(told)-1] = s.Err.Error()
			}
		},
		OnRemoved: func(path string, err error) { told = append(told, fmt.Sprintf("removed %s %v", path, err)) },
	}), &told
}

func change(t int64) observation.Batch {
	return observation.Batch{T: t, Facts: []observation.Fact{observation.Change{Square: observation.Square(t % 64), Piece: 'P'}}}
}

var scaled = timesource.Scaled(timesource.Boot(), 1000)

// begin begins a game with some batches.
func (m *machine) begin(n int) *journal.Journal {
	m.Helper()
	j, err := journal.Create(m.journals(), observation.Header{Board: observation.Board{Sensing: observation.Identity}})
	if err != nil {
		m.Fatal(err)
	}
	m.add(j, n)
	return j
}

// add appends batches.
func (m *machine) add(j *journal.Journal, n int) {
	m.Helper()
	first := j.State().Lines
	for i := range int64(n) {
		if _, err := j.Append(change(first + i)); err != nil {
			m.Fatal(err)
		}
	}
}

// end closes a game, with a last word or without.
func (m *machine) end(j *journal.Journal, final bool) {
	m.Helper()
	if final {
		if _, err := j.Checkpoint(sha256.Sum256(nil), true); err != nil {
			m.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		m.Fatal(err)
	}
}

func pathOf(dir string, n int) string { return journal.Path(dir, n) }

// wantCopy checks that the stick has this file for good.
func (m *machine) wantCopy(name, want string) {
	m.Helper()
	if got := string(m.stick.OnPlate(copies + "/" + name)); got != want {
		m.Errorf("%s on the stick: got %d bytes\n%.300q\nwant %d\n%.300q", name, len(got), got, len(want), want)
	}
}

func (m *machine) wantSame(numbers ...int) {
	m.Helper()
	for _, n := range numbers {
		path := pathOf(games, n)
		m.wantCopy(path[len(games)+1:], string(m.card.Get(path)))
	}
}

// wantFiles checks which files the stick has.
func (m *machine) wantFiles(want ...string) {
	m.Helper()
	var got []string
	for _, path := range m.stick.Files() {
		got = append(got, path[len(copies)+1:])
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		m.Errorf("files on the stick: got %v, want %v", got, want)
	}
}

// sober has a power cut leave the plates and no more.
func sober() *rand.Rand { return rand.New(most{}) }

type most struct{}

func (most) Uint64() uint64 { return 1<<64 - 1 }
