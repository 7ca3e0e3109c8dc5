package main

import (
	"recorderd/evidence"
	"recorderd/recording"
	"recorderd/sentence"
	"recorderd/sheet"
)

// product is what can be made of a recording.
type product struct {
	contentType string
	make        func(*recording.Recording, productOptions) ([]byte, error)
}

// productOptions say which product is made, and how.
type productOptions struct {
	sheet.Options
	name  sheet.Name // of the sheet
	names recording.Names
}

// products are those in one file, by their format. A bundle is another matter: it
// has the journal itself.
var products = map[string]product{
	"pgn":  {"application/x-chess-pgn; charset=utf-8", strictPGN},
	"pdf":  {"application/pdf", sheetAs("pdf")},
	"html": {"text/html; charset=utf-8", sheetAs("html")},
}

// of makes the product with the names as they are to stand.
func (p product) of(rec *recording.Recording, o productOptions) ([]byte, error) {
	o.NoNames = o.names == recording.NoNames
	return p.make(rec.WithNames(o.names), o)
}

func strictPGN(rec *recording.Recording, o productOptions) ([]byte, error) {
	s, err := rec.At(o.At)
	if err != nil {
		return nil, err
	}
	return evidence.PGN(s)
}

// sheetAs makes sheets in one of the layouts.
func sheetAs(format string) func(*recording.Recording, productOptions) ([]byte, error) {
	return func(rec *recording.Recording, o productOptions) ([]byte, error) {
		o.Narrow = narrow(format)
		d, err := sheet.Make(rec, o.name, o.Options)
		if err != nil {
			return nil, err
		}
		return layouts[format](d)
	}
}

// report is the paper of a bundle.
func report(rec *recording.Recording, l sentence.Language) ([]byte, error) {
	o := productOptions{name: sheet.Report, names: recording.FullNames, Options: sheet.Options{Language: l, Software: software()}}
	return products["pdf"].of(rec, o)
}
