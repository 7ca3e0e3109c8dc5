package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"

	"recorderd/paper"
	"recorderd/pgn"
	"recorderd/recording"
	"recorderd/sentence"
	"recorderd/sheet"
)

// product is what is made of a recording in one format, and how.
type product struct {
	contentType string
	ending      string // of a file's name
	binary      bool   // nothing for a terminal
	make        func(*recording.Recording, productOptions) ([]byte, error)
}

// products are the formats of export.
var products = map[string]product{
	"pgn":  {"application/x-chess-pgn; charset=utf-8", ".pgn", false, makePGN},
	"pdf":  {"application/pdf", ".pdf", true, makePDF},
	"html": {"text/html; charset=utf-8", ".html", false, makeHTML},
}

// productOptions say what is made.
type productOptions struct {
	name  sheet.Name // of the sheet
	sheet sheet.Options
	names recording.Names
}

// exportFlags are the flags of export as they were given.
type exportFlags struct {
	format, sheet, lang, letters, at, names, out string
}

// export makes a product of a trace or a journal.
func export(e env, args []string) error {
	var f exportFlags
	fs := flag.NewFlagSet("export", flag.ContinueOnError)
	fs.StringVar(&f.format, "format", "", "pgn, pdf or html")
	fs.StringVar(&f.sheet, "sheet", "", "which `sheet` of pdf and html (default report)")
	fs.StringVar(&f.lang, "lang", string(sentence.English), "language of a sheet: en, pt or es")
	fs.StringVar(&f.letters, "letters", "", "`letters` of the pieces on a sheet: en, pt, es, de, fr or figurine (default those of the language)")
	fs.StringVar(&f.at, "at", "", "as of this `moment`: a ply such as 24, or a time such as 0:12:31.4 (default the end)")
	fs.StringVar(&f.names, "names", string(recording.FullNames), "`names` of people: full, initials or none")
	fs.StringVar(&f.out, "out", "", "write to this `file`, which must not exist yet")
	files, err := parse(fs, args, 1)
	if err != nil {
		return err
	}
	p, o, err := f.options()
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	if f.out == "" && p.binary && isTerminal(e.out) {
		return fmt.Errorf("%w: %s is nothing for a terminal: add --out FILE, or send it to a file with > FILE", errUsage, f.format)
	}
	rec, err := readRecording(files[0])
	if err != nil {
		return err
	}
	body, err := p.make(rec.WithNames(o.names), o)
	if err != nil {
		return fmt.Errorf("%s: %w", files[0], err)
	}
	if err := deliver(e, f.out, body); err != nil {
		return err
	}
	return tellProblems(e, "export", files[0], rec)
}

// options reads the flags.
func (f exportFlags) options() (p product, o productOptions, err error) {
	p, known := products[f.format]
	if !known {
		return p, o, fmt.Errorf("--format %.20q: want one of %s", f.format, strings.Join(slices.Sorted(maps.Keys(products)), ", "))
	}
	if f.sheet != "" && f.format == "pgn" {
		return p, o, fmt.Errorf("--sheet %s: PGN has no sheets: want --format pdf or html with it", f.sheet)
	}
	if o.names, err = recording.ParseNames(f.names); err != nil {
		return p, o, err
	}
	if o.name, o.sheet, err = f.paper(); err != nil {
		return p, o, err
	}
	o.sheet.NoNames = o.names == recording.NoNames
	return p, o, nil
}

// paper reads what is asked of a sheet.
func (f exportFlags) paper() (name sheet.Name, o sheet.Options, err error) {
	name, o.Software = sheet.Report, "recorderd "+softwareVersion()
	if f.sheet != "" {
		if name, err = sheet.ParseName(f.sheet); err != nil {
			return name, o, err
		}
	}
	if o.Language, err = sentence.ParseLanguage(f.lang); err != nil {
		return name, o, err
	}
	if o.Letters, err = sheet.ParseLetters(f.letters); err != nil {
		return name, o, err
	}
	o.At, err = recording.ParseMoment(f.at)
	return name, o, err
}

// deliver writes a product to a new file, or to standard output.
func deliver(e env, file string, body []byte) error {
	if file == "" {
		_, err := e.out.Write(body)
		return err
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists already, and is not written over: choose another name with --out", file)
	}
	if err != nil {
		return err
	}
	_, err = f.Write(body)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(file))
	}
	return nil
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// makePGN makes the strict form, which replay prints too.
func makePGN(rec *recording.Recording, o productOptions) ([]byte, error) {
	s, err := rec.At(o.sheet.At)
	if err != nil {
		return nil, err
	}
	h := rec.Header
	h.Game = s.Game
	var out bytes.Buffer
	for _, g := range pgn.FromRecord(h, s.Lines) {
		if err := pgn.Write(&out, g); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

func makePDF(rec *recording.Recording, o productOptions) ([]byte, error) {
	d, err := sheet.Make(rec, o.name, o.sheet)
	if err != nil {
		return nil, err
	}
	return paper.PDF(d)
}

func makeHTML(rec *recording.Recording, o productOptions) ([]byte, error) {
	o.sheet.Narrow = true // it is read on a phone too
	d, err := sheet.Make(rec, o.name, o.sheet)
	if err != nil {
		return nil, err
	}
	return paper.HTML(d)
}
