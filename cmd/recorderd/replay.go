package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"recorderd/journal"
	"recorderd/observation"
	"recorderd/pgn"
	"recorderd/record"
	"recorderd/sentence"
)

// replay prints the record of a trace or a journal.
func replay(e env, args []string) error {
	fs := flag.NewFlagSet("replay", flag.ContinueOnError)
	format := fs.String("format", "jsonl", "jsonl, pgn or text")
	lang := fs.String("lang", string(sentence.English), "language of the text: en, pt or es")
	files, err := parse(fs, args, 1)
	if err != nil {
		return err
	}
	language, err := sentence.ParseLanguage(*lang)
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	write, ok := map[string]func(io.Writer, observation.Source) error{
		"jsonl": writeJSONL, "pgn": writePGN,
		"text": func(out io.Writer, src observation.Source) error { return writeText(out, src, language) },
	}[*format]
	if !ok {
		return fmt.Errorf("%w: format %q: want jsonl, pgn or text", errUsage, *format)
	}
	f, err := os.Open(files[0])
	if err != nil {
		return err
	}
	defer f.Close()
	src, err := journal.Open(f)
	if err != nil {
		return fmt.Errorf("%s: %w", files[0], err)
	}
	out := bufio.NewWriter(e.out)
	if err := write(out, src); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", files[0], err), out.Flush())
	}
	return errors.Join(out.Flush(), problemsOf(e, "replay", files[0], src))
}

// fold runs the record over a source, hands every line to each, and returns the
// header with the names that became known. What could be read before an error
// counts.
func fold(src observation.Source, each func(record.Event) error) (observation.Header, error) {
	h := src.Header()
	rec, err := record.New(h)
	if err != nil {
		return h, fmt.Errorf("header: %w", err)
	}
	for {
		batch, err := src.Next()
		h.Game = rec.Game()
		if err == io.EOF {
			return h, each(rec.Summary())
		}
		if err != nil {
			return h, err
		}
		for _, ev := range rec.Apply(batch) {
			if err := each(ev); err != nil {
				return h, err
			}
		}
	}
}

func writeJSONL(out io.Writer, src observation.Source) error {
	var line []byte
	_, err := fold(src, func(ev record.Event) error {
		line = append(record.AppendLine(line[:0], ev), '\n')
		_, err := out.Write(line)
		return err
	})
	return err
}

func writePGN(out io.Writer, src observation.Source) error {
	var events []record.Event
	h, err := fold(src, func(ev record.Event) error {
		events = append(events, ev)
		return nil
	})
	if len(events) == 0 {
		return err
	}
	for _, g := range pgn.FromRecord(h, events) {
		if failed := pgn.Write(out, g); failed != nil {
			return errors.Join(err, failed)
		}
	}
	return err
}

// writeText prints what was found and claimed, a sentence a line, in the order in
// which it happened. What another reading has made void is left out.
func writeText(out io.Writer, src observation.Source, l sentence.Language) error {
	rec, err := record.New(src.Header())
	if err != nil {
		return fmt.Errorf("header: %w", err)
	}
	for {
		batch, err := src.Next()
		if err != nil {
			for _, text := range rec.Said(l) {
				if _, failed := fmt.Fprintln(out, text); failed != nil {
					return failed
				}
			}
			if err == io.EOF {
				return nil
			}
			return err
		}
		rec.Apply(batch)
	}
}

// problemsOf says what is wrong with a journal that could be read all the same.
func problemsOf(e env, command, file string, src observation.Source) error {
	if r, ok := src.(*journal.Reader); ok {
		return problems(e, command, file, r.Torn(), r.Problems())
	}
	return nil
}

// problems tells a cut last line, which is no error: the power may have gone. A
// broken chain is one.
func problems(e env, command, file string, torn int64, broken []error) error {
	if torn > 0 {
		fmt.Fprintf(e.err, "recorderd %s: %s: the last line is incomplete (%d bytes) and was left out\n", command, file, torn)
	}
	if len(broken) > 0 {
		return fmt.Errorf("%s: %w", file, errors.Join(broken...))
	}
	return nil
}
