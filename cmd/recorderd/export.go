package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"

	"recorderd/disk"
	"recorderd/recording"
	"recorderd/sentence"
	"recorderd/sheet"
)

// exportFlags are the flags of export.
type exportFlags struct {
	format, lang, out         string
	sheet, letters, at, names string // of all but a bundle
	config, key               string // of a bundle
}

// export makes a product of a trace or a journal.
func export(e env, args []string) error {
	var f exportFlags
	fs := flag.NewFlagSet("export", flag.ContinueOnError)
	fs.StringVar(&f.format, "format", "", "pgn, pdf, html, or bundle: a signed ZIP with all that a committee needs")
	fs.StringVar(&f.lang, "lang", "en", "language of sheets: en, pt or es")
	fs.StringVar(&f.out, "out", "", "write to this `file`, which must not exist yet")
	fs.StringVar(&f.sheet, "sheet", "", "which `sheet`; without it the report")
	fs.StringVar(&f.letters, "letters", "", "`letters` of the pieces: en, pt, es, de, fr or figurine; without it those of the language")
	fs.StringVar(&f.at, "at", "", "as of this `moment`: a ply such as 24, or a time such as 0:12:31.4; without it the end")
	fs.StringVar(&f.names, "names", "", "`names` of people: full, initials or none; a bundle always has them")
	fs.StringVar(&f.config, "config", "", "the configuration to be added to a bundle, without secrets")
	fs.StringVar(&f.key, "key", "", "the key to sign a bundle with; without it that of the recorder whose games are in this folder, or your own")
	files, err := parse(fs, args, 1)
	if err != nil {
		return err
	}
	produce, err := f.maker()
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	if f.out == "" && binary(f.format) && isTerminal(e.out) {
		return fmt.Errorf("%w: %s is nothing for a terminal: add --out FILE, or send it to a file with > FILE", errUsage, f.format)
	}
	body, told, err := produce(e, files[0])
	if err != nil {
		return err
	}
	return errors.Join(deliver(e, f.out, body), told)
}

// makeProduct makes a product of a file. What is wrong with the file, and has kept
// nothing from being made, is told.
type makeProduct func(e env, file string) (body []byte, told, err error)

// maker returns what makes the product that the flags ask for.
func (f exportFlags) maker() (makeProduct, error) {
	language, err := f.language()
	if err != nil {
		return nil, err
	}
	if f.format == bundleFormat {
		if f.sheet+f.letters+f.at+f.names != "" {
			return nil, errors.New("a bundle holds the whole game with all names: --sheet, --letters, --at and --names are for the other formats")
		}
		return func(e env, file string) (body []byte, told, err error) {
			settings, err := f.settings()
			if err != nil {
				return nil, nil, err
			}
			body, err = makeBundle(e, file, bundleOptions{language: language, config: settings, key: f.key})
			return body, nil, err
		}, nil
	}
	p, known := products[f.format]
	if !known {
		formats := append(slices.Sorted(maps.Keys(products)), bundleFormat)
		return nil, fmt.Errorf("--format %.20q: want one of %s", f.format, strings.Join(formats, ", "))
	}
	if f.config+f.key != "" {
		return nil, errors.New("--config and --key are for --format bundle")
	}
	o, err := f.options()
	return func(e env, file string) (body []byte, told, err error) {
		rec, err := readRecording(file)
		if err != nil {
			return nil, nil, err
		}
		body, err = p.of(rec, o)
		return body, tellProblems(e, "export", file, rec), inFile(file, err)
	}, err
}

// settings reads the configuration that goes into a bundle, nil for none.
func (f exportFlags) settings() ([]byte, error) {
	if f.config == "" {
		return nil, nil
	}
	cfg, err := loadConfig(f.config)
	if err != nil {
		return nil, err
	}
	return redactedConfig(cfg)
}

// language reads that of sheets.
func (f exportFlags) language() (sentence.Language, error) {
	if f.lang == "" {
		return sentence.English, nil
	}
	return sentence.ParseLanguage(f.lang)
}

// options reads the flags of all but a bundle.
func (f exportFlags) options() (o productOptions, err error) {
	o = productOptions{name: sheet.Report, names: recording.FullNames, Options: sheet.Options{Software: software()}}
	if o.Language, err = f.language(); err != nil {
		return o, err
	}
	if f.sheet != "" && f.format == "pgn" {
		return o, fmt.Errorf("--sheet %s: PGN has no sheets: want --format pdf or html with it", f.sheet)
	}
	if f.sheet != "" {
		if o.name, err = sheet.ParseName(f.sheet); err != nil {
			return o, err
		}
	}
	if f.names != "" {
		if o.names, err = recording.ParseNames(f.names); err != nil {
			return o, err
		}
	}
	if o.Letters, err = sheet.ParseLetters(f.letters); err != nil {
		return o, err
	}
	o.At, err = recording.ParseMoment(f.at)
	return o, err
}

const bundleFormat = "bundle"

// binary reports whether nobody can read a format on a terminal.
func binary(format string) bool { return format == "pdf" || format == bundleFormat }

// deliver writes a product to a new file, or to standard output.
func deliver(e env, file string, body []byte) error {
	write := func(out io.Writer) error {
		_, err := out.Write(body)
		return err
	}
	if file == "" {
		return write(e.out)
	}
	return disk.WriteNew(file, 0o640, write)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
