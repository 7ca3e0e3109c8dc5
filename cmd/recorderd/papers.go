package main

import (
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

// narrow reports whether a format is read on a phone or in a terminal, where moves
// can't stand beside each other.
func narrow(format string) bool { return format != "pdf" }

// readRecording reads a file whole. One that ends with a line that can't be read
// is an error: who makes a paper of it would not see what is missing.
func readRecording(file string) (*recording.Recording, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rec, err := recording.Read(f)
	return rec, inFile(file, err)
}

// tellProblems says what is wrong with a journal that could be read all the same.
func tellProblems(e env, command, file string, rec *recording.Recording) error {
	return problems(e, command, file, rec.Torn, rec.Problems)
}

// software is the name under which files say who made them.
func software() string { return "recorderd " + softwareVersion() }
