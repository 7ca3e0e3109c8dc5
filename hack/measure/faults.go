package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"recorderd/observation"
	"recorderd/simulate"
)

// faults lists what is wrong in one game, for whoever wants to find out why.
func (j job) faults(t truth, r *reading) []string {
	var lines []string
	tell := func(text string) {
		lines = append(lines, fmt.Sprintf("%s: game %d, seed %d: %s", j.setting, j.number, j.seed, text))
	}
	pairs := align(t.line(), r.line())
	for i := 0; i < len(pairs); i++ {
		switch p := pairs[i]; {
		case p.read == none:
			n := missing(pairs[i:])
			tell(fmt.Sprintf("%d missing from ply %d, %s, on", n, p.truth+1, t.plies[p.truth].move))
			i += n - 1
		case p.truth == none:
			tell("too much: " + reads(r, p.read))
		case t.plies[p.truth].move != named(r.moves[p.read]):
			tell(fmt.Sprintf("%s; it was %s", reads(r, p.read), t.plies[p.truth].move))
		}
	}
	return lines
}

// missing returns how many plies at the beginning of the pairs the record lacks.
func missing(pairs []pair) int {
	for i, p := range pairs {
		if p.read != none {
			return i
		}
	}
	return len(pairs)
}

func reads(r *reading, n int) string {
	m := r.moves[n]
	text := fmt.Sprintf("ply %d, %s, confidence %d %%", n+1, named(m), int(m.Confidence))
	if m.Inferred {
		text += ", inferred"
	}
	if n := len(m.Alternatives); n > 0 {
		text += fmt.Sprintf(", else %d readings such as %v", n, m.Alternatives[:min(n, 5)])
	}
	if sure(m) {
		text += " SILENT"
	}
	return text
}

func listFaults(out io.Writer, rows []row) {
	for _, r := range rows {
		for _, line := range r.faults {
			fmt.Fprintln(out, line)
		}
	}
}

// keep writes the trace of a game, for "recorderd replay".
func (j job) keep(h observation.Header, batches []observation.Batch) error {
	name := fmt.Sprintf("%s, game %d, seed %d.jsonl", j.setting, j.number, j.seed)
	f, err := os.Create(filepath.Join(j.traces, strings.ReplaceAll(strings.ReplaceAll(name, ",", ""), " ", "-")))
	if err != nil {
		return fmt.Errorf("trace of a wrong game: %w", err)
	}
	return errors.Join(simulate.WriteTrace(f, h, batches), f.Close())
}
