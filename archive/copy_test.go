package archive

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"recorderd/disk/forgetful"
	"recorderd/journal"
)

func TestTheCopyHasAllOfTheFirstDisk(t *testing.T) {
	m := newMachine(t)
	a, told := m.archive()
	a.look(false)
	m.end(m.begin(20), true)
	m.card.Put(games+"/000001.raw.gz", zipped(t, "bytes of the board"))
	m.card.Put(games+"/notes.txt", []byte("not a game"))
	j := m.begin(3)
	a.look(false)
	m.wantSame(1, 2)
	a.look(true)
	m.add(j, 40)
	m.end(j, true)
	a.look(false)
	m.wantSame(1, 2)
	m.wantCopy("000001.raw.gz", string(m.card.Get(games+"/000001.raw.gz")))
	m.wantFiles("000001.jsonl", "000001.raw.gz", "000002.jsonl")
	if s := a.State(); s != (State{}) || len(*told) != 0 {
		t.Errorf("state %+v, told %q; want nothing of either", s, *told)
	}
}

func zipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What is not finished in a copy is cut off, what is something else is kept.
func TestACopyThatIsNotTheBeginningOfItsFileIsLeftAsItIs(t *testing.T) {
	const text = "{\"one\":1}\n{\"two\":22}\n{\"three\":333}\n"
	raw := string(zipped(t, "what the board sent, all of it"))
	const first, second = "000001.jsonl", "000001.2.jsonl"
	for _, c := range []struct {
		name, file, source string
		copy, copy2        string // before
		want, want2        string // after
		told               string
	}{
		{"nothing is there", first, text, "", "", text, "", ""},
		{"whole", first, text, text, "", text, "", ""},
		{"shorter by lines", first, text, text[:10], "", text, "", ""},
		{"shorter in a line", first, text, text[:13], "", text, "", ""},
		{"only a piece of the first line", first, text, text[:4], "", text, "", ""},
		{"an end that another life of the recorder wrote", first, text, text[:10] + `{"tw2`, "", text, "", ""},
		{"a longer end than the line that came instead", first, text, text[:20] + `{"three, and more than that`, "", text, "", ""},
		{"zeros at the end", first, text, text[:10] + strings.Repeat("\x00", 100), "", text, "", ""},
		{"zeros in the last line", first, text, text[:12] + "\x00\x00\x00\x00\x00\x00\x00\n", "", text, "", ""},
		{"zeros alone", first, text, "\x00\x00\x00", "", text, "", ""},
		{"a hole with more behind it", first, text, text[:10] + "\x00\x00\x00" + text[13:25], "", text, "", ""},
		{"a hole with something else behind it", first, text, text[:10] + "\x00\x00\x00?\n{}\n", "", text[:10] + "\x00\x00\x00?\n{}\n", text, "from byte 13 on"},
		{"another last line", first, text, text[:10] + "{\"two\":23}\n", "", text[:10] + "{\"two\":23}\n", text, "from byte 18 on"},
		{"a changed byte", first, text, "{\"one\":2}\n" + text[10:], "", "{\"one\":2}\n" + text[10:], text, "from byte 7 on"},
		{"a changed byte before an end that is not finished", first, text, "{\"one\":2}\n{", "", "{\"one\":2}\n{", text, "from byte 7 on"},
		{"longer by a line", first, text, text + "{}\n", "", text + "{}\n", text, "from byte 35 on"},
		{"longer by a piece of a line", first, text, text + "{", "", text, "", ""},
		{"the second is the one", first, text, "{}\n", text[:10], "{}\n", text, "from byte 1 on"},
		{"the first was moved away", first, text, "", text[:10], "", text, ""},
		{"the end of the file itself is not finished", first, text + `{"four`, text, "", text, "", ""},
		{"the file ends with zeros", first, text + "\x00\x00\x00\x00\n", text, "", text, "", ""},
		{"the file is broken in its middle", first, "{\x00}\n" + text, "", "", "{\x00}\n" + text, "", ""},
		{"raw bytes", "000001.raw.gz", raw, raw[:20], "", raw, "", ""},
		{"raw bytes with zeros at the end", "000001.raw.gz", raw, raw[:20] + "\x00\x00\x00\x00", "", raw, "", ""},
		{"other raw bytes", "000001.raw.gz", raw, raw[:20] + "??", "", raw[:20] + "??", raw, "from byte 20 on"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t)
			m.card.Put(games+"/"+c.file, []byte(c.source))
			other := copyName(c.file, 2)
			for name, text := range map[string]string{c.file: c.copy, other: c.copy2} {
				if text != "" {
					m.stick.Put(copies+"/"+name, []byte(text))
				}
			}
			a, told := m.archive()
			a.look(true)
			m.wantCopy(c.file, c.want)
			m.wantCopy(other, c.want2)
			if got := strings.Join(*told, "\n"); !strings.Contains(got, c.told) || (c.told == "") != (got == "") {
				t.Errorf("told %q, want %q", got, c.told)
			}
			again, _ := m.archive()
			again.look(true)
			m.wantCopy(c.file, c.want)
			m.wantCopy(other, c.want2)
			if got := again.State().Err; (got == nil) != (c.told == "") {
				t.Errorf("after a restart: %v, want it told as long as it is there", got)
			}
		})
	}
}

func TestADifferenceIsToldUntilItIsMovedAway(t *testing.T) {
	m := newMachine(t)
	m.end(m.begin(3), true)
	m.stick.Put(copies+"/000001.jsonl", []byte("{}\n"))
	a, told := m.archive()
	a.look(true)
	want := "second copy: from byte 1 on /media/usb/recorderd/000001.jsonl is not what was recorded; " +
		"it is left as it is and the copy is in 000001.2.jsonl: move it to another place, as evidence"
	if len(*told) != 1 || (*told)[0] != want {
		t.Errorf("told %q\nwant %q", *told, want)
	}
	if err := m.stick.Remove(copies + "/000001.jsonl"); err != nil {
		t.Fatal(err)
	}
	b, told := m.archive()
	b.look(true)
	m.wantFiles("000001.2.jsonl")
	if len(*told) != 0 {
		t.Errorf("told %q, want nothing", *told)
	}
}

func TestNineCopiesAreEnough(t *testing.T) {
	m := newMachine(t)
	m.end(m.begin(3), true)
	for n := 1; n <= lastCopy; n++ {
		m.stick.Put(copies+"/"+copyName("000001.jsonl", n), []byte("{}\n"))
	}
	a, told := m.archive()
	a.look(true)
	want := "second copy: game file 000001.jsonl is not in /media/usb/recorderd: there are nine files of that name that are no copies of it: move them to another place"
	if len(*told) != 1 || (*told)[0] != want || len(m.stick.Files()) != lastCopy {
		t.Errorf("told %q, files %v\nwant %s", *told, m.stick.Files(), want)
	}
}

// The folder where a stick is mounted is on the card while the stick is out.
func TestAStickThatIsOutIsNoPlace(t *testing.T) {
	m := newMachine(t)
	stick := m.stick
	m.plug(nil)
	j := m.begin(5)
	a, told := m.archive()
	a.look(true)
	const outside = "second copy: none is made: /media/usb/recorderd is on the same disk as the journals, which is no help if that dies: " +
		"plug in the other disk, or name a folder on one with evidence.copy"
	if len(*told) != 1 || (*told)[0] != outside {
		t.Errorf("told %q, want %q", *told, outside)
	}
	if got := m.card.Files(); len(got) != 1 {
		t.Errorf("files on the card: %v, want the journal alone", got)
	}
	if got, want := a.State().Behind, j.State().Size; got != want {
		t.Errorf("%d bytes behind, want %d", got, want)
	}
	m.plug(stick)
	a.look(false)
	m.wantSame(1)
	m.plug(nil)
	m.add(j, 5)
	a.look(false)
	m.plug(newStick(t)) // another one
	a.look(false)
	m.wantSame(1)
	m.plug(newStick(t)) // and a third, between two looks
	a.look(true)
	m.wantSame(1)
	m.plug(stick)
	m.end(j, true)
	a.look(false)
	m.wantSame(1)
	if got := m.card.Files(); len(got) != 1 {
		t.Errorf("files on the card: %v, want the journal alone", got)
	}
	if want := []string{outside, "well", outside, "well"}; !slices.Equal(*told, want) {
		t.Errorf("told %q, want %q", *told, want)
	}
}

// What was done to a stick while it was out shows when it is back, also where no
// size changed.
func TestAStickThatComesBackIsComparedAgain(t *testing.T) {
	m := newMachine(t)
	m.end(m.begin(3), true)
	a, told := m.archive()
	a.look(true)
	stick := m.stick
	m.plug(nil)
	a.look(true)
	text := stick.Get(copies + "/000001.jsonl")
	text[20] ^= 1
	stick.Put(copies+"/000001.jsonl", text)
	m.plug(stick)
	a.look(true)
	if got := (*told)[len(*told)-1]; !strings.Contains(got, "from byte 20 on") {
		t.Errorf("told %q", *told)
	}
	m.wantFiles("000001.2.jsonl", "000001.jsonl")
}

func TestAStickInTroubleIsToldAndCaughtUpWith(t *testing.T) {
	only := func(err error, ops ...string) forgetful.Fault {
		return func(op, _ string) error {
			if slices.Contains(ops, op) {
				return err
			}
			return nil
		}
	}
	everything := []string{"names", "mkdir", "read", "create", "open", "syncdir", "size", "write", "truncate", "sync"}
	for _, c := range []struct {
		name  string
		fault forgetful.Fault
		space int64
		want  error
		hint  string

		behind bool
	}{
		{"full", nil, 0, syscall.ENOSPC, "make room on it", true},
		{"full after a line and a half", nil, 400, syscall.ENOSPC, "make room on it", true},
		{"read-only", only(syscall.EROFS, "create", "open", "mkdir"), -1, syscall.EROFS, "mount it writable", true},
		{"somebody else's", only(syscall.EACCES, everything...), -1, fs.ErrPermission, "let the user of recorderd write there", true},
		{"pulled out", only(syscall.EIO, append(everything, "stat")...), -1, syscall.EIO, "is it plugged in?", true},
		{"bad when written", only(syscall.EIO, "write"), -1, syscall.EIO, "replace it", true},
		{"bad when synced", only(syscall.EIO, "sync"), -1, syscall.EIO, "replace it", true},
		{"a folder that can't be synced", only(syscall.EIO, "syncdir"), -1, syscall.EIO, "replace it", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := newMachine(t)
			a, told := m.archive()
			a.look(true)
			m.stick.Fail(c.fault, c.space)
			j := m.begin(30)
			m.end(m.begin(2), false)
			a.look(false)
			a.look(false)
			s := a.State()
			if !errors.Is(s.Err, c.want) || !strings.Contains(s.Err.Error(), c.hint) || s.Failures != 2 || (s.Behind > 0) != c.behind {
				t.Errorf("state %+v, want %v with %q, twice", s, c.want, c.hint)
			}
			if a.backoff != 2*pace {
				t.Errorf("tried again after %v, want less and less often", a.backoff)
			}
			m.add(j, 10)
			m.end(j, true)
			m.stick.Fail(nil, -1)
			a.look(false)
			m.wantSame(1, 2)
			m.wantFiles("000001.jsonl", "000002.jsonl")
			if s := a.State(); s.Err != nil || s.Behind != 0 || a.backoff != 0 || (*told)[len(*told)-1] != "well" {
				t.Errorf("state %+v, told %q, want it well", s, *told)
			}
		})
	}
}

// long makes a test's numbers the long form's.
func long(short, long int) int {
	if os.Getenv("RECORDERD_LONG") != "" {
		return long
	}
	return short
}

// The power of the stick goes at every operation: what it had for good is the
// beginning of the file, and what it lost is caught up with, in the same file.
func TestTheStickIsPulledOutAtEveryOperation(t *testing.T) {
	for seed := range uint64(long(2, 40)) {
		rng := rand.New(rand.NewPCG(seed, 5))
		for k := 1; ; k++ {
			m := newMachine(t)
			ops := 0
			m.stick.Fail(func(op, _ string) error {
				if ops++; ops > k {
					return syscall.EIO
				}
				return nil
			}, -1)
			a, _ := m.archive()
			j := m.begin(0)
			for range 6 {
				m.add(j, 3)
				if err := j.Sync(); err != nil {
					t.Fatal(err)
				}
				a.look(false)
			}
			m.end(j, true)
			a.look(true)
			whole := ops <= k
			m.stick.Fail(nil, -1)
			m.plug(m.stick.PowerCut(rng))
			b, told := m.archive()
			b.look(true)
			m.wantSame(1)
			m.wantFiles("000001.jsonl")
			if t.Failed() {
				t.Fatalf("seed %d, operation %d, told %q", seed, k, *told)
			}
			if whole {
				break
			}
		}
	}
}

// The card fails and its power goes, the stick fails and is pulled out, in any
// order: no copy ever differs from its journal, and all of it is there at last.
func TestNoAccidentMakesADifference(t *testing.T) {
	for seed := range uint64(long(60, 3000)) {
		rng := rand.New(rand.NewPCG(seed, 11))
		m := newMachine(t)
		for range 5 {
			m.life(rng)
		}
		a, told := m.archive()
		a.look(true)
		for _, path := range m.card.Files() {
			name := path[len(games)+1:]
			file := m.card.Get(path)
			got := m.stick.OnPlate(copies + "/" + name)
			if !bytes.HasPrefix(got, file[:finished(file)]) || !bytes.HasPrefix(file, got) {
				n, _, _ := differences(bytes.NewReader(got), int64(len(got)), bytes.NewReader(file), int64(len(file)))
				t.Errorf("%s: of %d bytes on the card the copy has %d:\n%.300q\n%.300q", name, len(file), n, got[n:], file[n:])
			}
		}
		for _, path := range m.stick.Files() {
			if strings.Count(path, ".") > 1 {
				t.Errorf("there is %s", path)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d, told %q", seed, *told)
		}
	}
}

// life is from a start of the machine to a power cut.
func (m *machine) life(rng *rand.Rand) {
	m.Helper()
	j, _, err := journal.Resume(m.journals())
	if errors.Is(err, journal.ErrNoOpenGame) || errors.Is(err, journal.ErrBroken) {
		j = m.begin(2)
	} else if err != nil {
		m.Fatal(err)
	}
	a, _ := m.archive()
	for range rng.IntN(40) {
		switch rng.IntN(8) {
		case 0:
			m.stick.Fail(failing(rng), int64(rng.IntN(2000))-1)
		case 1:
			m.stick.Fail(nil, -1)
		case 2:
			m.plug(m.stick.PowerCut(rng))
		case 3:
			m.card.Fail(onlyWrites(failing(rng)), int64(rng.IntN(2000))-1)
		case 4:
			m.card.Fail(nil, -1)
		case 5:
			a.look(rng.IntN(2) == 0)
		default:
			m.add(j, rng.IntN(4))
		}
	}
	m.card.Fail(nil, -1)
	if rng.IntN(3) > 0 {
		j.Sync()
	}
	m.stick.Fail(nil, -1)
	left := m.card.PowerCut(rng)
	m.plug(m.stick.PowerCut(rng))
	m.end(j, false) // of the process that is no more
	m.card = left
}

func failing(rng *rand.Rand) forgetful.Fault {
	share, own := rng.IntN(100), rand.New(rand.NewPCG(rng.Uint64(), 1))
	all := []error{syscall.EIO, syscall.ENOSPC, syscall.EROFS}
	return func(string, string) error {
		if own.IntN(100) < share {
			return all[own.IntN(len(all))]
		}
		return nil
	}
}

// onlyWrites leaves syncs alone: after one that failed the copy may well have what
// the card lost.
func onlyWrites(f forgetful.Fault) forgetful.Fault {
	return func(op, path string) error {
		if op == "write" || op == "open" {
			return f(op, path)
		}
		return nil
	}
}
