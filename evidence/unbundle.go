package evidence

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"recorderd/boardio"
	"recorderd/record"
	"recorderd/recording"
	"recorderd/sentence"
	"recorderd/signature"
)

// largest is how large a bundle may be, in bytes. It is read into memory; one of
// a long game has a few million.
const largest = 64 << 20

// bundle is a bundle under examination.
type bundle struct {
	Findings
	opt   Options
	files []packed
	info  info
	by    signature.PublicKey
}

func verifyBundle(in io.Reader, opt Options) (Findings, error) {
	file, err := io.ReadAll(io.LimitReader(in, largest+1))
	if err != nil {
		return Findings{}, err
	}
	if len(file) > largest {
		return Findings{}, fmt.Errorf("%w: no bundle has more than %d bytes", ErrAltered, int64(largest))
	}
	b := bundle{opt: opt}
	err = b.verify(file)
	return b.Findings, err
}

// verify checks the ZIP, the manifest, who signed it, the journal, and then that
// everything else follows from the journal.
func (b *bundle) verify(file []byte) (err error) {
	if b.files, err = unpack(file); err != nil {
		return b.inJournal(err)
	}
	if err := b.names(); err != nil {
		return err
	}
	b.pass("zip: %d files in the one form that recorderd writes", len(b.files))
	if err := b.manifest(); err != nil {
		return b.inJournal(err)
	}
	if err := b.signature(); err != nil {
		return err
	}
	v := verifier{opt: b.opt}
	err = v.verify(bytes.NewReader(b.get(journalFile)))
	for _, p := range v.Passed {
		b.pass("%s: %s", journalFile, p)
	}
	for _, t := range v.Told {
		b.tell("%s: %s", journalFile, t)
	}
	if err != nil {
		return &wrongFile{journalFile, err}
	}
	b.Follows, b.UpTo = v.Follows, v.UpTo
	if v.key.String() != b.by.String() {
		b.tell("the bundle is signed with %s, its journal with %s%s", b.by.Fingerprint(), v.key.Fingerprint(), b.compareToo())
	}
	b.raw()
	if !b.has(reportFile) {
		b.tell("there is no report in the bundle")
	}
	return b.follows()
}

// compareToo says that the key of the bundle is to be compared as that of the
// journal is, where nobody was named who is trusted.
func (b *bundle) compareToo() string {
	if b.opt.Signers != nil {
		return ""
	}
	return ": whose the first is has to be known too"
}

func (b *bundle) get(name string) []byte {
	for _, f := range b.files {
		if f.name == name {
			return f.bytes
		}
	}
	return nil
}

func (b *bundle) has(name string) bool {
	return slices.ContainsFunc(b.files, func(f packed) bool { return f.name == name })
}

// inJournal names the line where the file that is wrong is the journal.
func (b *bundle) inJournal(err error) error {
	var wrong *wrongFile
	if !errors.As(err, &wrong) || wrong.name != journalFile {
		return err
	}
	v := verifier{opt: b.opt}
	if line := v.verify(bytes.NewReader(b.get(journalFile))); errors.Is(line, ErrAltered) {
		return &wrongFile{journalFile, line}
	}
	return err
}

// names checks that the files are those of a bundle, each once, in their order.
func (b *bundle) names() error {
	known := append([]string{configFile, rawFile, reportFile}, needed...)
	for i, f := range b.files {
		if !slices.Contains(known, f.name) {
			return &wrongFile{f.name, fmt.Errorf("%w: no bundle has such a file", ErrAltered)}
		}
		if i > 0 && f.name <= b.files[i-1].name {
			return &wrongFile{f.name, fmt.Errorf("%w: it stands in the wrong place", ErrAltered)}
		}
	}
	for _, name := range needed {
		if !b.has(name) {
			return &wrongFile{name, fmt.Errorf("%w: it is missing", ErrAltered)}
		}
	}
	return nil
}

// manifest compares the files with their hashes in the manifest.
func (b *bundle) manifest() error {
	have := bytes.SplitAfter(b.get(manifestFile), []byte("\n"))
	i := 0
	for _, f := range b.files {
		line := manifestOf([]packed{f})
		if line == nil {
			continue
		}
		if i >= len(have) || !bytes.Equal(have[i], line) {
			return &wrongFile{f.name, fmt.Errorf("%w: it is not the file of the manifest", ErrAltered)}
		}
		i++
	}
	if len(bytes.Join(have[i:], nil)) > 0 {
		return &wrongFile{manifestFile, fmt.Errorf("%w: it lists more than there is", ErrAltered)}
	}
	b.pass("manifest: %d files with these hashes", i)
	return nil
}

// signature checks who signed the manifest, and that the files that name a signer
// name this one.
func (b *bundle) signature() error {
	sig, err := signature.Unarmour(b.get(signatureFile))
	if err == nil {
		b.by, err = signature.Verify(signature.Evidence, b.get(manifestFile), sig)
	}
	if err != nil {
		return &wrongFile{signatureFile, fmt.Errorf("%w: %w", ErrAltered, err)}
	}
	if err := json.Unmarshal(b.get(infoFile), &b.info); err != nil || !bytes.Equal(b.info.append(), b.get(infoFile)) || b.info.Bundle != bundleVersion {
		return &wrongFile{infoFile, fmt.Errorf("%w: it is not in the form that this version writes: it was changed, or a later version wrote it", ErrAltered)}
	}
	if strings.ContainsFunc(b.info.Signer, notPlain) || b.info.Fingerprint != b.by.Fingerprint() || b.by.Line(b.info.Signer) != string(b.get(signersFile)) {
		return &wrongFile{signersFile, fmt.Errorf("%w: it names another signer than the signature, %s", ErrAltered, b.by.Fingerprint())}
	}
	b.pass("bundle: signed with %s, which calls itself %s", b.by.Fingerprint(), b.info.Signer)
	if b.opt.Signers == nil {
		return nil // the journal tells what to compare
	}
	name, ok := b.opt.Signers.Trust(signature.Evidence, b.by)
	if !ok {
		return &wrongFile{signatureFile, fmt.Errorf("%w: the key %s is none of the allowed signers", ErrSigner, b.by.Fingerprint())}
	}
	b.pass("bundle: trusted as %s", name)
	return nil
}

// notPlain reports a letter that no name of a signer has.
func notPlain(r rune) bool { return r <= ' ' || r > '~' || r == '"' }

// raw reads the bytes of the board through. They prove nothing by themselves, and
// a file of them may be cut: the power may have gone.
func (b *bundle) raw() {
	if !b.has(rawFile) {
		b.tell("there are no bytes of the board in the bundle")
		return
	}
	const mostReads = 10_000_000
	reads, enough := 0, errors.New("enough")
	end, err := boardio.ReadTap(bytes.NewReader(b.get(rawFile)), func(_ time.Duration, _ []byte, times int) error {
		if reads += times; reads > mostReads {
			return enough
		}
		return nil
	})
	switch {
	case err != nil:
		b.tell("%s: it can't be read: %v", rawFile, err)
	default:
		b.pass("%s: %d reads from the board", rawFile, reads)
	}
	if end.Full {
		b.tell("%s: it was full before the game was over: later bytes were not kept", rawFile)
	}
	if end.Cuts > 0 {
		b.tell("%s: parts of it that end in the middle, as when the game is still on or the power went: %d", rawFile, end.Cuts)
	}
}

// follows compares what is made of the journal here with what is in the bundle.
// Another version may make papers otherwise: its record is compared and told.
func (b *bundle) follows() error {
	rec, err := recording.Read(bytes.NewReader(b.get(journalFile)))
	if err != nil {
		return &wrongFile{journalFile, fmt.Errorf("%w: %w", ErrAltered, err)}
	}
	same := b.info.Software == b.opt.Software && b.info.Fold == record.Fold
	c := Contents{Journal: b.get(journalFile), Language: sentence.Language(b.info.Language), Software: b.info.Software}
	if same && b.has(reportFile) {
		c.Report = b.opt.Report
	}
	made, err := products(rec, c, b.by)
	if err != nil {
		return fmt.Errorf("%w: nothing can be made of the journal: %w", ErrAltered, err)
	}
	if !same {
		return b.tellRecord(made)
	}
	for _, f := range made {
		if !bytes.Equal(f.bytes, b.get(f.name)) {
			return &wrongFile{f.name, fmt.Errorf("%w: it does not follow from the journal", ErrAltered)}
		}
	}
	b.pass("products: %d files are what this program makes of the journal", len(made))
	if b.has(reportFile) && c.Report == nil {
		b.tell("%s: it was not compared", reportFile)
	}
	return nil
}

func (b *bundle) tellRecord(made []packed) error {
	b.tell("the bundle was made by %s with fold %d; this is %s with fold %d: of what was made of the journal only the record was compared",
		printable(b.info.Software), b.info.Fold, b.opt.Software, record.Fold)
	i := slices.IndexFunc(made, func(f packed) bool { return f.name == recordFile })
	switch {
	case bytes.Equal(made[i].bytes, b.get(recordFile)):
		b.tell("%s: this program makes the same record", recordFile)
	case b.info.Fold == record.Fold:
		return &wrongFile{recordFile, fmt.Errorf("%w: it does not follow from the journal", ErrAltered)}
	default:
		b.Follows = false
		b.tell("%s: this program makes another record", recordFile)
	}
	return nil
}
