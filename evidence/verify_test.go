package evidence

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"recorderd/journal"
	"recorderd/observation"
	"recorderd/record"
	"recorderd/recording"
	"recorderd/signature"
)

// all puts findings into one text.
func (f Findings) all() string { return strings.Join(append(f.Passed, f.Told...), "\n") }

// wantRefused wants an error of this kind that has all of these texts.
func wantRefused(t *testing.T, name string, err, kind error, texts ...string) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Errorf("%s: got %v, want it to be %q", name, err, kind)
		return
	}
	for _, text := range texts {
		if !strings.Contains(err.Error(), text) {
			t.Errorf("%s: got %q, want %q in it", name, err, text)
		}
	}
}

func wantAccepted(t *testing.T, name string, f Findings, err error, texts ...string) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	for _, text := range texts {
		if !strings.Contains(f.all(), text) {
			t.Errorf("%s: got\n%s\nwant %q in it", name, f.all(), text)
		}
	}
}

func TestASealedJournalIsAccepted(t *testing.T) {
	for name, file := range map[string][]byte{"a game": sealed(t, 30), "with an act after its end": sealedTwice(t, 10)} {
		f, err := verify(file, Options{})
		lines := fmt.Sprintf("chain: %d lines", bytes.Count(file, []byte("\n")))
		fingerprint := keyOf(t, seed(1)).Public().Fingerprint()
		wantAccepted(t, name, f, err, lines, "signed with "+fingerprint, "follows from the observations", "seals the game", "never goes back",
			"compare the fingerprint "+fingerprint)
	}
}

func TestTheSignerIsWhoIsTrusted(t *testing.T) {
	file := sealed(t, 6)
	key := keyOf(t, seed(1)).Public()
	signers := func(text string) Options {
		s, err := signature.ParseSigners(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if s == nil {
			s = signature.Signers{}
		}
		return Options{Signers: s}
	}
	f, err := verify(file, signers(key.Line("board12@evora")))
	wantAccepted(t, "trusted", f, err, "trusted as board12@evora")
	if strings.Contains(f.all(), "compare the fingerprint") {
		t.Errorf("a fingerprint is to be compared although the key is trusted:\n%s", f.all())
	}
	_, err = verify(file, signers(keyOf(t, seed(2)).Public().Line("board12@evora")))
	wantRefused(t, "another", err, ErrSigner, "line 3", key.Fingerprint())
	_, err = verify(file, signers("board12 namespaces=\"file\" "+key.String()))
	wantRefused(t, "trusted for something else", err, ErrSigner, "line 3")
	_, err = verify(file, signers("# nobody"))
	wantRefused(t, "nobody is trusted", err, ErrSigner, "line 3")
}

func TestACheckpointByAnotherKeyIsRefusedUnlessTrusted(t *testing.T) {
	p := played(t, 4)
	first, second := keyOf(t, seed(1)), keyOf(t, seed(2))
	w := begin(t, p.header, first, record.Fold)
	w.append(p.batches...)
	number := w.journal.Number()
	lines := bytes.Count(w.file(), []byte("\n"))
	j, _, err := journal.Reopen(journal.Options{Dir: w.dir, Software: testSoftware, Fold: record.Fold, Key: second, Stamper: stamper{w.machine}}, number)
	if err != nil {
		t.Fatal(err)
	}
	w.journal = j
	w.seal(true)
	file := w.file()
	name := fmt.Sprintf("line %d", lines+1)
	_, err = verify(file, Options{})
	wantRefused(t, "nobody is trusted", err, ErrSigner, name, second.Public().Fingerprint())
	trusted, err := signature.ParseSigners(strings.NewReader(first.Public().Line("old") + second.Public().Line("new")))
	if err != nil {
		t.Fatal(err)
	}
	f, err := verify(file, Options{Signers: trusted})
	wantAccepted(t, "both are trusted", f, err, name+" is signed with another key", "trusted as new")
}

func TestAJournalThatNobodySignedIsRefused(t *testing.T) {
	p := played(t, 4)
	w := begin(t, p.header, nil, record.Fold)
	w.append(p.batches...)
	w.seal(true)
	f, err := verify(w.file(), Options{Open: true})
	wantRefused(t, "without a key", err, ErrNotSigned, "line 1", "no key")
	wantAccepted(t, "its chain", f, nil, "chain:")

	w = begin(t, p.header, keyOf(t, seed(1)), record.Fold)
	_, err = verify(w.file(), Options{Open: true})
	wantRefused(t, "nothing is signed yet", err, ErrNotSigned, "line 1")

	_, err = verify([]byte(`{"trace":1,"game":{}}`), Options{})
	wantRefused(t, "a trace", err, ErrNotSigned, "import")
}

func TestWhereTheKeyIsLostTheCheckpointWithoutSignatureIsNamed(t *testing.T) {
	p := played(t, 4)
	w := begin(t, p.header, keyOf(t, seed(1)), record.Fold)
	w.append(p.batches...)
	number := w.journal.Number()
	lines := bytes.Count(w.file(), []byte("\n"))
	j, _, err := journal.Reopen(journal.Options{Dir: w.dir, Software: testSoftware, Fold: record.Fold, Stamper: stamper{w.machine}}, number)
	if err != nil {
		t.Fatal(err)
	}
	w.journal = j
	w.seal(true)
	_, err = verify(w.file(), Options{})
	wantRefused(t, "unsigned", err, ErrNotSigned, fmt.Sprintf("line %d", lines+1))
}

func TestARecordThatDoesNotFollowIsRefused(t *testing.T) {
	p := played(t, 4)
	w := begin(t, p.header, keyOf(t, seed(1)), record.Fold)
	w.append(p.batches[:30]...)
	w.digest = record.NewDigest()
	w.append(p.batches[30:]...)
	w.seal(true)
	_, err := verify(w.file(), Options{})
	wantRefused(t, "another record", err, ErrAltered, "line ", "does not follow")
}

func TestTheRecordOfAnotherFoldIsComparedAndTold(t *testing.T) {
	p := played(t, 4)
	w := begin(t, p.header, keyOf(t, seed(1)), record.Fold+1)
	w.append(p.batches...)
	w.seal(true)
	f, err := verify(w.file(), Options{})
	wantAccepted(t, "the same record", f, err, "another fold", "the same record")
	if !f.Follows {
		t.Error("the same record: not said to follow")
	}

	w = begin(t, p.header, keyOf(t, seed(1)), record.Fold+1)
	w.append(p.batches[:30]...)
	w.digest = record.NewDigest()
	w.append(p.batches[30:]...)
	w.seal(true)
	f, err = verify(w.file(), Options{})
	wantAccepted(t, "another record", f, err, fmt.Sprintf("made by fold %d", record.Fold+1), "makes another one from there on")
	if f.Follows {
		t.Error("another record is said to follow")
	}
}

func TestACutOrOpenJournalIsRefusedUnlessOpenIsAllowed(t *testing.T) {
	file := sealed(t, 6)
	lines := bytes.SplitAfter(file, []byte("\n"))
	lines = lines[:len(lines)-1]
	last := len(file) - len(lines[len(lines)-1])
	cases := []struct {
		name string
		n    int
		told string
	}{
		{"without its last line", last, "without the checkpoint that seals"},
		{"in the last line", last + 20, "never finished"},
		{"without its last newline", len(file) - 1, "its end is missing"},
	}
	for _, c := range cases {
		_, err := verify(file[:c.n], Options{})
		wantRefused(t, c.name, err, ErrCut, "line ")
		f, err := verify(file[:c.n], Options{Open: true})
		wantAccepted(t, c.name, f, err, c.told, "cut")
	}
	f, err := verify(bytes.Join(lines[:7], nil), Options{Open: true})
	wantAccepted(t, "after line 7", f, err, "the last 4 lines are covered by no signature")
	if f.UpTo != 3 || !f.Follows {
		t.Errorf("after line 7: signed up to line %d, its record follows: %t", f.UpTo, f.Follows)
	}
	_, err = verify(nil, Options{})
	wantRefused(t, "nothing", err, ErrCut)
	_, err = verify(file[:100], Options{Open: true})
	wantRefused(t, "in the first line", err, ErrCut, "line 1")
}

func TestTheNotedHeadMustBeInTheFile(t *testing.T) {
	file := sealed(t, 30)
	rec, err := recording.Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range []string{rec.Head.Code(), strings.ToLower(rec.Head.Code()), strings.ReplaceAll(rec.Head.Code(), "-", " "), rec.Head.QR(), " " + rec.Head.QR() + "\n"} {
		head, err := recording.ParseHead(code)
		if err != nil {
			t.Errorf("%q: %v", code, err)
			continue
		}
		f, err := verify(file, Options{Head: &head})
		wantAccepted(t, code, f, err, "head: the noted one is in this file")
		lines := bytes.SplitAfter(file, []byte("\n"))
		_, err = verify(bytes.Join(lines[:20], nil), Options{Head: &head, Open: true})
		wantRefused(t, "cut before "+code, err, ErrCut, "head")
		_, err = verify(sealedTwice(t, 40), Options{Head: &head})
		wantRefused(t, "another file than "+code, err, ErrHead, "head")
	}
	later, err := recording.ParseHead(fmt.Sprintf("recorderd:head:%d:%x", 100000, rec.Head.Hash))
	if err != nil {
		t.Fatal(err)
	}
	_, err = verify(file, Options{Head: &later})
	wantRefused(t, "a later one", err, ErrCut, "head")
}

func TestBootTimeThatGoesBackIsAnAlteration(t *testing.T) {
	p := played(t, 4)
	w := begin(t, p.header, keyOf(t, seed(1)), record.Fold)
	w.append(p.batches[:10]...)
	w.at(0)
	w.seal(true)
	lines := 13
	_, err := verify(w.file(), Options{})
	wantRefused(t, "back", err, ErrAltered, fmt.Sprintf("line %d", lines), "boot time goes back")
}

func TestJumpsOfTheTimeOfDayAreToldAndExplained(t *testing.T) {
	p := played(t, 4)
	cases := []struct {
		name          string
		before, after bool
		by            int64 // milliseconds
		want          string
	}{
		{"first synchronisation", false, true, 3_600_000, "jumped forward by 3600.0 s; it was synchronised"},
		{"set by hand", false, false, -2500, "jumped back by 2.5 s; it was not synchronised: somebody or something set it"},
		{"unexplained", true, true, -70, "jumped back by 70 ms; it was synchronised before and after: nothing here explains it"},
		{"lost", true, false, 60, "jumped forward by 60 ms; it lost its synchronisation"},
		{"no jump", true, true, 50, ""},
	}
	for _, c := range cases {
		w := begin(t, p.header, keyOf(t, seed(1)), record.Fold)
		w.Synced = c.before
		w.append(p.batches[:10]...)
		w.Synced, w.wall = c.after, time.Duration(c.by)*time.Millisecond
		w.append(p.batches[10:]...)
		w.seal(true)
		f, err := verify(w.file(), Options{})
		wantAccepted(t, c.name, f, err, c.want)
		if c.want == "" && strings.Contains(f.all(), "jumped") {
			t.Errorf("%s: got\n%s", c.name, f.all())
		}
	}
}

func TestRestartsAndLateWritingAreTold(t *testing.T) {
	p := played(t, 4)
	w := begin(t, p.header, keyOf(t, seed(1)), record.Fold)
	w.append(p.batches[:10]...)
	at := p.batches[9].T
	w.append(observation.Batch{T: at, Facts: []observation.Fact{observation.Restart{GapKnown: true, GapMS: 4100, LostBytes: 17}}})
	w.BootID = "another"
	w.append(observation.Batch{T: at, Facts: []observation.Fact{observation.Restart{}}})
	w.append(p.batches[10:]...)
	w.seal(true)
	f, err := verify(w.file(), Options{})
	wantAccepted(t, "restarts", f, err, "away, for 4.1 s; 17 bytes", "away, nobody knows for how long", "after another start of the machine")

	w = begin(t, p.header, keyOf(t, seed(1)), record.Fold)
	w.append(p.batches[:10]...)
	w.at(at + 60_000)
	if _, err := w.journal.Append(observation.Batch{T: at, Facts: []observation.Fact{observation.Tick{}}}); err != nil {
		t.Fatal(err)
	}
	w.digest.Add(w.record.Apply(observation.Batch{T: at, Facts: []observation.Fact{observation.Tick{}}}))
	w.seal(true)
	f, err = verify(w.file(), Options{})
	wantAccepted(t, "late", f, err, "was written 60.0 s after its observations were made")
}

func TestAnImportedJournalIsToldToBe(t *testing.T) {
	var out bytes.Buffer
	p := played(t, 4)
	key := keyOf(t, seed(1))
	w, err := journal.NewWriter(&out, journal.Options{Software: testSoftware, Fold: record.Fold, Key: key, Nonce: seed(7)}, p.header, journal.Origin{File: "club.jsonl", SHA256: sha256.Sum256(nil)})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Checkpoint(record.NewDigest().Sum(), true); err != nil {
		t.Fatal(err)
	}
	f, err := verify(out.Bytes(), Options{})
	wantAccepted(t, "imported", f, err, `imported from "club.jsonl" (SHA-256 e3b0c442`, "those of the import")
}

func TestManyThingsOfAKindAreTheFirstFew(t *testing.T) {
	var f few
	for i := range 12 {
		f.add("thing %d", i)
	}
	if got := strings.Join(f.told("things"), ";"); got != "thing 0;thing 1;thing 2;thing 3;thing 4;7 more things" {
		t.Errorf("got %q", got)
	}
}
