package main

import (
	"errors"
	"fmt"
	"os"

	"recorderd/paper"
	"recorderd/recording"
)

// What the commands that make papers have in common.

// layouts lay a document out in the formats that there are.
var layouts = map[string]func(paper.Document) ([]byte, error){
	"text": func(d paper.Document) ([]byte, error) { return []byte(paper.Text(d)), nil },
	"pdf":  paper.PDF,
	"html": paper.HTML,
}

// readRecording reads a file whole. What can't be read to its end is an error.
func readRecording(file string) (*recording.Recording, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rec, err := recording.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return rec, nil
}

// brokenChain says where the chain of a journal that could be read is broken.
func brokenChain(file string, rec *recording.Recording) error {
	if len(rec.Problems) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %w", file, errors.Join(rec.Problems...))
}

// software is the name under which files say who made them.
func software() string { return "recorderd " + softwareVersion() }
