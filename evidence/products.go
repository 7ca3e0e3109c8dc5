package evidence

import (
	"bytes"
	"embed"
	"fmt"
	"strings"
	"time"
	"unicode"

	"recorderd/journal"
	"recorderd/observation"
	"recorderd/pgn"
	"recorderd/record"
	"recorderd/recording"
	"recorderd/signature"
)

// products makes the files of a bundle that follow from its journal, and from who
// signs it.
func products(rec *recording.Recording, c Contents, by signature.PublicKey) ([]packed, error) {
	whole, err := rec.Whole()
	if err != nil {
		return nil, err
	}
	i := info{bundleVersion, c.Software, record.Fold, string(c.Language), signerName(whole.Game), by.Fingerprint()}
	files := []packed{
		{signersFile, []byte(by.Line(i.Signer))},
		{infoFile, i.append()},
		{recordFile, Record(whole)},
	}
	game, err := PGN(whole)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pgnFile, err)
	}
	heads, err := headsText(c.Journal)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", checkpointsFile, err)
	}
	files = append(append(files, packed{pgnFile, game}, packed{checkpointsFile, heads}), howTo(i)...)
	if c.Report != nil {
		report, err := c.Report(rec, c.Language)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", reportFile, err)
		}
		files = append(files, packed{reportFile, report})
	}
	return files, nil
}

// Record is the record of a game as replay prints it.
func Record(s *recording.State) (text []byte) {
	for _, e := range append(s.Lines[:len(s.Lines):len(s.Lines)], s.Record.Summary()) {
		text = append(record.AppendLine(text, e), '\n')
	}
	return text
}

// PGN is the strict form of a game, which replay prints too.
func PGN(s *recording.State) ([]byte, error) {
	h := s.Header
	h.Game = s.Game
	var b bytes.Buffer
	for _, g := range pgn.FromRecord(h, s.Lines) {
		if err := pgn.Write(&b, g); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// headsText lists the checkpoints: line, code, time of day, and what is to be
// said of it.
func headsText(file []byte) ([]byte, error) {
	text := []byte("line  head                 time of day (UTC)     clock\n")
	_, err := journal.Verify(bytes.NewReader(file), func(e journal.Entry) error {
		if e.Checkpoint == nil {
			return nil
		}
		h := recording.Head{Hash: e.Hash}
		set, final := "not set", ""
		if e.Stamp.Synced {
			set = "synchronised"
		}
		if e.Checkpoint.Final {
			final = "  final"
		}
		text = fmt.Appendf(text, "%4d  %s  %s  %s%s\n", e.Number, h.Code(), e.Stamp.Wall.Format(time.RFC3339), set, final)
		return nil
	})
	return text, err
}

//go:embed howto/*.txt
var howTos embed.FS

// howTo says how to verify a bundle, to those who have nothing of ours.
func howTo(i info) (files []packed) {
	fill := strings.NewReplacer("{signer}", i.Signer, "{fingerprint}", i.Fingerprint)
	for _, name := range howToFiles {
		text, err := howTos.ReadFile("howto/" + name)
		if err != nil {
			panic("evidence: " + err.Error()) // it is embedded
		}
		files = append(files, packed{name, []byte(fill.Replace(string(text)))})
	}
	return files
}

// signerName is the name of a device in a file of allowed signers, which has no
// spaces and needs no quotes: board12@evora-open-2026.
func signerName(g observation.Game) string {
	board, event := "board", plain(g.Event)
	if g.Board > 0 {
		board = fmt.Sprintf("board%d", g.Board)
	}
	if event == "" {
		event = "recorderd"
	}
	return board + "@" + event
}

// plain writes a name with small letters, digits and hyphens.
func plain(name string) string {
	const longest = 60
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		if at := strings.IndexRune(accented, r); at >= 0 {
			r = []rune(unaccented)[len([]rune(accented[:at]))]
		}
		switch {
		case b.Len() >= longest:
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}

// The letters of Portuguese, Spanish and their neighbours.
const (
	accented   = "áàâãäåçéèêëíìîïñóòôõöøúùûüýß"
	unaccented = "aaaaaaceeeeiiiinoooooouuuuys"
)
