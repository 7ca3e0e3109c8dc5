package main

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"

	"recorderd/recording"
	"recorderd/sentence"
	"recorderd/sheet"
)

// compare says how far two recordings of one game agree.
func compare(e env, args []string) error {
	fs := flag.NewFlagSet("compare", flag.ContinueOnError)
	format := fs.String("format", "text", "text, pdf or html")
	lang := fs.String("lang", string(sentence.English), "language: en, pt or es")
	files, err := parse(fs, args, 2)
	if err != nil {
		return err
	}
	language, err := sentence.ParseLanguage(*lang)
	if err != nil {
		return fmt.Errorf("%w: %w", errUsage, err)
	}
	layout, ok := layouts[*format]
	if !ok {
		return fmt.Errorf("%w: format %q: want text, pdf or html", errUsage, *format)
	}
	var both [2]*recording.Recording
	var broken error
	for i, file := range files {
		if both[i], err = readRecording(file); err != nil {
			return err
		}
		broken = errors.Join(broken, tellProblems(e, "compare", file, both[i]))
	}
	names := [2]string{filepath.Base(files[0]), filepath.Base(files[1])}
	if names[0] == names[1] { // two recorders number their games alike
		names = [2]string(files)
	}
	doc, _, err := sheet.Compare(both[0], both[1], names, sheet.Options{Language: language, Software: software(), Narrow: narrow(*format)})
	if err != nil {
		return err
	}
	page, err := layout(doc)
	if err == nil {
		_, err = e.out.Write(page)
	}
	return errors.Join(err, broken)
}
