package evidence

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"recorderd/recording"
	"recorderd/sentence"
	"recorderd/signature"
)

// The files of a bundle.
const (
	manifestFile    = "MANIFEST.sha256"
	signatureFile   = "MANIFEST.sha256.sig"
	signersFile     = "allowed_signers"
	infoFile        = "bundle.json"
	checkpointsFile = "checkpoints.txt"
	configFile      = "config.toml"
	pgnFile         = "game.pgn"
	journalFile     = "journal.jsonl"
	rawFile         = "raw.gz"
	recordFile      = "record.jsonl"
	reportFile      = "report.pdf"
)

// howToFiles say how to verify it, in Spanish, Portuguese and English.
var howToFiles = []string{"LEEME.txt", "LEIAME.txt", "README.txt"}

// needed are the files that every bundle has.
var needed = append([]string{
	manifestFile, signatureFile, signersFile, infoFile, checkpointsFile, pgnFile, journalFile, recordFile,
}, howToFiles...)

// Contents are what a bundle is made of.
type Contents struct {
	Journal  []byte
	Raw      []byte            // bytes of the board, as its tap kept them; nil: there are none
	Config   []byte            // without secrets; nil: there is none
	Language sentence.Language // of the report; English if empty
	Software string            // this program
	Report   Report            // nil: there is no report in the bundle
}

// bundleVersion is the version of the form of bundles.
const bundleVersion = 1

// info is what bundle.json says: what the bundle was made with.
type info struct {
	Bundle      int    `json:"bundle"`
	Software    string `json:"software"`
	Fold        int    `json:"fold"`
	Language    string `json:"language"`
	Signer      string `json:"signer"` // the name in allowed_signers
	Fingerprint string `json:"fingerprint"`
}

func (i info) append() []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(i) // strings and numbers always can be
	return b.Bytes()
}

// Bundle packs a journal and all that is made of it, and signs it. The same
// contents and key give the same bytes. A journal that is altered or not signed
// is an error: it is evidence as it is, and nobody may vouch for it anew. One
// whose game is open is packed as far as it goes.
//
// Names of people are never left out here.
func Bundle(c Contents, key *signature.Key) ([]byte, error) {
	if c.Language == "" {
		c.Language = sentence.English
	}
	if _, err := Verify(bytes.NewReader(c.Journal), Options{Open: true}); err != nil {
		return nil, fmt.Errorf("bundle: the journal: %w", err)
	}
	rec, err := recording.Read(bytes.NewReader(c.Journal))
	if err != nil {
		return nil, fmt.Errorf("bundle: the journal: %w", err)
	}
	files, err := products(rec, c, key.Public())
	if err != nil {
		return nil, fmt.Errorf("bundle: %w", err)
	}
	files = append(files, packed{journalFile, c.Journal})
	if c.Raw != nil {
		files = append(files, packed{rawFile, c.Raw})
	}
	if c.Config != nil {
		files = append(files, packed{configFile, c.Config})
	}
	byName := func(a, b packed) int { return cmp.Compare(a.name, b.name) }
	slices.SortFunc(files, byName)
	manifest := manifestOf(files)
	sig, err := key.Sign(signature.Evidence, manifest)
	if err != nil {
		return nil, fmt.Errorf("bundle: %w", err)
	}
	files = append(files, packed{manifestFile, manifest}, packed{signatureFile, signature.Armour(sig)})
	slices.SortFunc(files, byName)
	file, err := pack(files)
	if err == nil && len(file) > largest {
		err = fmt.Errorf("bundle: %d bytes: nobody reads one of more than %d", len(file), int64(largest))
	}
	return file, err
}

// manifestOf lists files with their SHA-256, as sha256sum does.
func manifestOf(files []packed) (text []byte) {
	for _, f := range files {
		if f.name != manifestFile && f.name != signatureFile {
			text = fmt.Appendf(text, "%x  %s\n", sha256.Sum256(f.bytes), f.name)
		}
	}
	return text
}
