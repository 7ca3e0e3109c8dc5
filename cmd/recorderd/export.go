package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-isatty"

	"recorderd/sentence"
)

// export makes a product of a journal.
func export(e env, args []string) error {
	fs := flag.NewFlagSet("export", flag.ContinueOnError)
	format := fs.String("format", "", "bundle: a signed ZIP with all that a committee needs")
	lang := fs.String("lang", string(sentence.English), "language of the report: en, pt or es")
	out := fs.String("out", "", "write to this `file`, which must not exist yet")
	var o bundleOptions
	fs.StringVar(&o.config, "config", "", "the configuration to be added, without secrets")
	fs.StringVar(&o.key, "key", "", "the key to sign with; without it that of the recorder whose games are in this folder, or your own")
	files, err := parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *format != "bundle" {
		return fmt.Errorf("%w: --format %.20q: want bundle", errUsage, *format)
	}
	if o.language, err = sentence.ParseLanguage(*lang); err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	if *out == "" && isTerminal(e.out) {
		return fmt.Errorf("%w: a bundle is nothing for a terminal: add --out FILE", errUsage)
	}
	body, err := makeBundle(e, files[0], o)
	if err != nil {
		return err
	}
	return deliver(e, *out, body)
}

// deliver writes a product to a new file, or to standard output.
func deliver(e env, file string, body []byte) error {
	write := func(out io.Writer) error {
		_, err := out.Write(body)
		return err
	}
	if file == "" {
		return write(e.out)
	}
	return writeNew(file, write)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
