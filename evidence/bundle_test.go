package evidence

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"recorderd/boardio"
	"recorderd/observation"
	"recorderd/record"
	"recorderd/recording"
	"recorderd/sentence"
	"recorderd/signature"
)

// report stands for the paper, which is made elsewhere.
func report(rec *recording.Recording, l sentence.Language) ([]byte, error) {
	return fmt.Appendf(nil, "%%PDF of %d batches in %s\n", len(rec.Batches), l), nil
}

// tapped is what a tap kept of some reads.
func tapped(t testing.TB, limit int64) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "raw.gz")
	tap := boardio.Tap{Limit: limit}
	if err := tap.SwitchTo(path); err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		tap.Write(time.Duration(i), []byte{0x8e, 0, 5, byte(i), byte(i * 7)})
	}
	if err := tap.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// full is everything that can be in a bundle.
func full(t testing.TB, plies int) Contents {
	t.Helper()
	return Contents{
		Journal: sealed(t, plies), Raw: tapped(t, 0), Config: []byte("listen = \"127.0.0.1:8080\"\n"),
		Language: sentence.Language("pt"), Software: testSoftware, Report: report,
	}
}

func mustBundle(t testing.TB, c Contents) []byte {
	t.Helper()
	b, err := Bundle(c, keyOf(t, seed(1)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// here are the options of the program that makes the bundles of these tests.
var here = Options{Software: testSoftware, Report: report}

func TestAFreshBundleIsAccepted(t *testing.T) {
	c := full(t, 30)
	file := mustBundle(t, c)
	if again := mustBundle(t, c); !bytes.Equal(file, again) {
		t.Error("the second time: other bytes")
	}
	f, err := verify(file, here)
	wantAccepted(t, "full", f, err, "zip: 14 files", "manifest: 12 files", "calls itself board12@evora-open-2026", "journal.jsonl: chain:",
		"journal.jsonl: record: follows", "raw.gz: 100 reads", "products: 9 files are what this program makes", "compare the fingerprint")
	bare := Contents{Journal: c.Journal, Software: testSoftware}
	f, err = verify(mustBundle(t, bare), here)
	wantAccepted(t, "bare", f, err, "zip: 11 files", "no bytes of the board")
	trusted, err := signature.ParseSigners(strings.NewReader(keyOf(t, seed(1)).Public().Line("board12@evora")))
	if err != nil {
		t.Fatal(err)
	}
	f, err = verify(file, Options{Software: testSoftware, Signers: trusted})
	wantAccepted(t, "trusted", f, err, "bundle: trusted as board12@evora", "journal.jsonl: signer: trusted as board12@evora", "report.pdf: it was not compared")
	stranger, err := signature.ParseSigners(strings.NewReader(keyOf(t, seed(2)).Public().Line("board12@evora")))
	if err != nil {
		t.Fatal(err)
	}
	_, err = verify(file, Options{Software: testSoftware, Signers: stranger})
	wantRefused(t, "a stranger", err, ErrSigner, "MANIFEST.sha256.sig")
}

// unzipped unpacks a bundle as anybody would, into a folder.
func unzipped(t *testing.T, file []byte) string {
	t.Helper()
	dir := t.TempDir()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err = errors.Join(err, os.WriteFile(filepath.Join(dir, f.Name), text, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// What the texts in a bundle tell people to do works, with programs that are not
// ours.
func TestWhatTheHowToSaysWorksWithoutUs(t *testing.T) {
	dir := unzipped(t, mustBundle(t, full(t, 6)))
	for _, name := range howToFiles {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		ran := 0
		for line := range strings.Lines(string(text)) {
			line, _, _ = strings.Cut(strings.TrimSpace(line), "   ")
			if !strings.HasPrefix(line, "sha256sum ") && !strings.HasPrefix(line, "ssh-keygen -Y ") {
				continue
			}
			cmd := exec.Command("bash", "-c", line)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "LC_ALL=C")
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%s: %s: %v\n%s", name, line, err, out)
			}
			if strings.HasPrefix(line, "ssh-keygen") && !strings.Contains(string(text), "     "+string(out)) {
				t.Errorf("%s: ssh-keygen says %q, which it does not announce", name, out)
			}
			ran++
		}
		if ran != 2 {
			t.Errorf("%s: %d commands, want 2", name, ran)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "game.pgn"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sha256sum", "-c", "MANIFEST.sha256")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "game.pgn: FAILED") {
		t.Errorf("of another game.pgn sha256sum says %s, %v", out, err)
	}
}

// repacked makes a bundle anew with its files changed, its manifest and signature
// made again by key if there is one.
func repacked(t *testing.T, file []byte, key *signature.Key, change func(map[string]string)) []byte {
	t.Helper()
	files, err := unpack(file)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range files {
		all[f.name] = string(f.bytes)
	}
	change(all)
	files = files[:0]
	for name, text := range all {
		files = append(files, packed{name, []byte(text)})
	}
	byName := func(a, b packed) int { return cmp.Compare(a.name, b.name) }
	slices.SortFunc(files, byName)
	if key != nil {
		manifest := manifestOf(files)
		sig, err := key.Sign(signature.Evidence, manifest)
		if err != nil {
			t.Fatal(err)
		}
		files = slices.DeleteFunc(files, func(f packed) bool { return f.name == manifestFile || f.name == signatureFile })
		files = append(files, packed{manifestFile, manifest}, packed{signatureFile, signature.Armour(sig)})
		slices.SortFunc(files, byName)
	}
	changed, err := pack(files)
	if err != nil {
		t.Fatal(err)
	}
	return changed
}

func replaced(name, from, to string) func(map[string]string) {
	return func(all map[string]string) { all[name] = strings.Replace(all[name], from, to, 1) }
}

func TestABundleThatWasPackedAnewIsRefused(t *testing.T) {
	file := mustBundle(t, full(t, 6))
	own, other := keyOf(t, seed(1)), keyOf(t, seed(2))
	cases := []struct {
		name   string
		key    *signature.Key
		change func(map[string]string)
		want   string
	}{
		{"another PGN", nil, replaced(pgnFile, "White", "Black"), "game.pgn: altered: it is not the file of the manifest"},
		{"another journal", nil, replaced(journalFile, `"sync":true`, `"sync":false`), "journal.jsonl: line 2: altered"},
		{"a file that is missing", nil, func(f map[string]string) { delete(f, pgnFile) }, "game.pgn: altered: it is missing"},
		{"an input that is missing", nil, func(f map[string]string) { delete(f, rawFile) }, "record.jsonl: altered: it is not the file"},
		{"a file too many", nil, func(f map[string]string) { f["virus.exe"] = "" }, "virus.exe: altered: no bundle has"},
		{"a file elsewhere", own, func(f map[string]string) { f["../../etc/passwd"] = "" }, "../../etc/passwd: altered"},
		{"a name for the terminal", own, func(f map[string]string) { f["\x1b[2J"] = "" }, `\x1b[2J: altered`},
		{"a longer manifest", nil, func(f map[string]string) { f[manifestFile] += "00  x\n" }, "MANIFEST.sha256: altered"},
		{"a manifest with the other hash", nil, func(f map[string]string) {
			f[pgnFile] += "\n"
			f[manifestFile] = string(manifestOf(filesOf(f)))
		}, "MANIFEST.sha256.sig: altered: the signature is wrong"},
		{"signed by another", other, func(map[string]string) {}, "allowed_signers: altered: it names another signer"},
		{"another name", own, replaced(infoFile, "board12@", "board13@"), "allowed_signers: altered"},
		{"two names", own, func(f map[string]string) {
			replaced(infoFile, `"board12@`, `"x y\nboard12@`)(f)
			f[signersFile] = "x y\n" + f[signersFile]
		}, "allowed_signers: altered"},
		{"another form", own, replaced(infoFile, `,"fold"`, `, "fold"`), "bundle.json: altered"},
		{"a later version", own, replaced(infoFile, `"bundle":1`, `"bundle":2`), "bundle.json: altered: it is not in the form that this version writes"},
		{"another PGN, signed", own, replaced(pgnFile, "A. Lima", "B. Lima"), "game.pgn: altered: it does not follow from the journal"},
		{"another record, signed", own, replaced(recordFile, `"ply":1`, `"ply":2`), "record.jsonl: altered: it does not follow"},
		{"another report, signed", own, replaced(reportFile, "PDF", "pdf"), "report.pdf: altered: it does not follow"},
		{"another how-to, signed", own, replaced("README.txt", "OK", "KO"), "README.txt: altered: it does not follow"},
		{"other checkpoints, signed", own, replaced(checkpointsFile, "final", "FINAL"), "checkpoints.txt: altered: it does not follow"},
	}
	for _, c := range cases {
		_, err := verify(repacked(t, file, c.key, c.change), here)
		wantRefused(t, c.name, err, ErrAltered, c.want)
	}
}

func filesOf(all map[string]string) (files []packed) {
	for name, text := range all {
		files = append(files, packed{name, []byte(text)})
	}
	slices.SortFunc(files, func(a, b packed) int { return cmp.Compare(a.name, b.name) })
	return files
}

// A whole bundle can be made anew by whoever has a key, and only trust tells.
func TestABundleByAnotherKeyIsToldAndOnlyTrustRefusesIt(t *testing.T) {
	c := full(t, 6)
	other := keyOf(t, seed(2))
	file, err := Bundle(c, other)
	if err != nil {
		t.Fatal(err)
	}
	f, err := verify(file, here)
	wantAccepted(t, "nobody named", f, err, "the bundle is signed with "+other.Public().Fingerprint(), "has to be known too")
	trusted, err := signature.ParseSigners(strings.NewReader(keyOf(t, seed(1)).Public().Line("board12")))
	if err != nil {
		t.Fatal(err)
	}
	_, err = verify(file, Options{Software: testSoftware, Signers: trusted})
	wantRefused(t, "the device named", err, ErrSigner, other.Public().Fingerprint())
}

func TestABundleOfAnotherVersionIsToldAndItsRecordCompared(t *testing.T) {
	file := mustBundle(t, full(t, 6))
	later := Options{Software: "recorderd 9.0.0"}
	f, err := verify(file, later)
	wantAccepted(t, "the same fold", f, err, "made by recorderd test", "this is recorderd 9.0.0", "this program makes the same record")
	own := keyOf(t, seed(1))
	_, err = verify(repacked(t, file, own, replaced(recordFile, `"ply":1`, `"ply":2`)), later)
	wantRefused(t, "another record of the same fold", err, ErrAltered, "record.jsonl")
	f, err = verify(repacked(t, file, own, func(all map[string]string) {
		replaced(recordFile, `"ply":1`, `"ply":2`)(all)
		replaced(infoFile, fmt.Sprintf(`"fold":%d`, record.Fold), `"fold":77`)(all)
	}), here)
	wantAccepted(t, "another record of another fold", f, err, "with fold 77", "makes another record")
	if f.Follows {
		t.Error("another record of another fold: said to follow")
	}
	f, err = verify(repacked(t, file, own, replaced(pgnFile, "A. Lima", "A. L.")), later)
	wantAccepted(t, "a PGN in another fashion", f, err, "only the record was compared")
}

func TestABundleWithoutAReportIsToldToBe(t *testing.T) {
	c := full(t, 6)
	c.Report = nil
	f, err := verify(mustBundle(t, c), here)
	wantAccepted(t, "no report", f, err, "there is no report in the bundle")
}

func TestAZIPOfMillionsOfFilesIsNotReadToItsEnd(t *testing.T) {
	file := bytes.Repeat(append(bytes.Clone(fixedHead), make([]byte, zipHead-len(fixedHead))...), 1<<20)
	files, err := unpack(file)
	if len(files) > mostFiles {
		t.Errorf("%d files were read", len(files))
	}
	wantRefused(t, "empty files", err, ErrAltered, "more than 100 files")
}

func TestAnOpenGameIsPackedAsFarAsItGoes(t *testing.T) {
	c := full(t, 20)
	c.Journal = c.Journal[:len(c.Journal)-200]
	file := mustBundle(t, c)
	_, err := verify(file, here)
	wantRefused(t, "open", err, ErrCut, "journal.jsonl: line ")
	open := here
	open.Open = true
	f, err := verify(file, open)
	wantAccepted(t, "open", f, err, "the game is open, or the file was cut")
}

func TestWhatIsNotSignedIsNotPacked(t *testing.T) {
	key := keyOf(t, seed(1))
	file := sealed(t, 6)
	p := played(t, 4)
	w := begin(t, p.header, nil, record.Fold)
	w.append(p.batches...)
	cases := []struct {
		name, want string
		kind       error
		journal    []byte
	}{
		{"altered", "line 2", ErrAltered, bytes.Replace(file, []byte(`"sync":true`), []byte(`"sync":false`), 1)},
		{"not signed", "line 1", ErrNotSigned, w.file()},
		{"a trace", "import", ErrNotSigned, traceOf(t, p)},
		{"nothing", "bundle: the journal", ErrCut, nil},
	}
	for _, c := range cases {
		_, err := Bundle(Contents{Journal: c.journal, Software: testSoftware}, key)
		wantRefused(t, c.name, err, c.kind, c.want)
	}
	broken := errors.New("no paper")
	_, err := Bundle(Contents{Journal: file, Report: func(*recording.Recording, sentence.Language) ([]byte, error) { return nil, broken }}, key)
	wantRefused(t, "no report", err, broken, "report.pdf")
}

func TestTheBytesOfTheBoardAreReadThroughAndTold(t *testing.T) {
	c := full(t, 4)
	raw := c.Raw
	var bomb bytes.Buffer
	z, err := gzip.NewWriterLevel(&bomb, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	z.Name = "recorderd-tap"
	zeros := make([]byte, 1<<20)
	for range 256 {
		z.Write(zeros)
	}
	z.Close()
	cases := []struct {
		name string
		raw  []byte
		want string
	}{
		{"cut", raw[:len(raw)/2], "the power went: 1"},
		{"full", tapped(t, 2000), "it was full"},
		{"something else", []byte("PDF"), "it can't be read"},
		{"a bomb", bomb.Bytes(), "the power went: 1"},
	}
	for _, r := range cases {
		c.Raw = r.raw
		f, err := verify(mustBundle(t, c), here)
		wantAccepted(t, r.name, f, err, r.want)
	}
}

func TestTheSignerHasANameWithoutSpaces(t *testing.T) {
	cases := []struct {
		game observation.Game
		want string
	}{
		{observation.Game{}, "board@recorderd"},
		{observation.Game{Board: 3}, "board3@recorderd"},
		{observation.Game{Event: "Évora Open, 2026!", Board: 12}, "board12@evora-open-2026"},
		{observation.Game{Event: "São João / Größe ñ"}, "board@sao-joao-grose-n"},
		{observation.Game{Event: "象棋"}, "board@recorderd"},
		{observation.Game{Event: strings.Repeat("long ", 50)}, "board@" + strings.Repeat("long-", 11) + "long"},
	}
	for _, c := range cases {
		if got := signerName(c.game); got != c.want || strings.ContainsFunc(got, notPlain) {
			t.Errorf("%+v: got %q, want %q", c.game, got, c.want)
		}
	}
}

// entriesOf splits a ZIP into its files, the rows of its directory, and its end.
func entriesOf(file []byte) (entries [][]byte) {
	for len(file) > 0 {
		next := len(file)
		for _, magic := range []string{zipMagic, "PK\x01\x02", zipEnd} {
			if at := bytes.Index(file[1:], []byte(magic)); at >= 0 {
				next = min(next, at+1)
			}
		}
		entries, file = append(entries, file[:next]), file[next:]
	}
	return entries
}

// No edit of a bundle is accepted, and a cut is told from an alteration.
func TestNoEditOfABundleIsAccepted(t *testing.T) {
	t.Parallel()
	file := mustBundle(t, full(t, 80))
	if n := len(entriesOf(file)); n != 29 {
		t.Errorf("the bundle has %d parts, want 29", n)
	}
	cuts := 0
	for n := range edits() {
		e := newEditor(n, entriesOf)
		what, changed := e.edit(file)
		if bytes.Equal(changed, file) {
			continue
		}
		_, err := verify(changed, here)
		want := ErrAltered
		if bytes.HasPrefix(file, changed) {
			want = ErrCut
			cuts++
		}
		if !errors.Is(err, want) || want == ErrAltered && errors.Is(err, ErrCut) {
			t.Errorf("edit %d, %s: got %v, want %v", n, what, err, want)
		}
	}
	t.Logf("%d edits, %d of them cuts", edits(), cuts)
	if cuts == 0 || cuts > edits()/2 {
		t.Errorf("%d of %d edits are cuts", cuts, edits())
	}
}

func TestEveryBeginningOfABundleIsCut(t *testing.T) {
	file := mustBundle(t, Contents{Journal: sealed(t, 2), Software: testSoftware})
	for n := 0; n < len(file); n += 1 + n/500 {
		if _, err := verify(file[:n], here); !errors.Is(err, ErrCut) || errors.Is(err, ErrAltered) {
			t.Fatalf("%d bytes of %d: %v", n, len(file), err)
		}
	}
}

func FuzzVerifyBundle(f *testing.F) {
	file := mustBundle(f, Contents{Journal: sealed(f, 2), Software: testSoftware})
	f.Add(file[1:])
	f.Add(file[1 : len(file)/2])
	f.Add([]byte(zipMagic[1:] + "\x14\x00\x00\x00\x00\x00\x00\x00\x21\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, changed []byte) {
		_, err := verify(append([]byte("P"), changed...), here)
		if err == nil && !bytes.Equal(append([]byte("P"), changed...), file) {
			t.Errorf("another bundle is accepted: %q", changed)
		}
	})
}
