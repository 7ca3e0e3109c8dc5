package main

import (
	"fmt"
	"io"
)

// faults lists what is wrong in one game, for whoever wants to find out why.
func (j job) faults(t truth, r *reading) []string {
	var lines []string
	for _, p := range align(t.line(), r.line()) {
		if p.truth != none && p.read != none && t.plies[p.truth].move == named(r.moves[p.read]) {
			continue
		}
		lines = append(lines, fmt.Sprintf("%s: game %d seed %d: %s", j.setting, j.number, j.seed, fault(t, r, p)))
	}
	return lines
}

func fault(t truth, r *reading, p pair) string {
	switch {
	case p.read == none:
		return fmt.Sprintf("ply %d, %s, is missing", p.truth+1, t.plies[p.truth].move)
	case p.truth == none:
		return "too much: " + reads(r, p.read)
	}
	return fmt.Sprintf("%s; it was %s", reads(r, p.read), t.plies[p.truth].move)
}

func reads(r *reading, n int) string {
	m := r.moves[n]
	text := fmt.Sprintf("ply %d, %s, confidence %d %%", n+1, named(m), int(m.Confidence))
	if m.Inferred {
		text += ", inferred"
	}
	if len(m.Alternatives) > 0 {
		text += fmt.Sprintf(", else %v", m.Alternatives)
	}
	if sure(m) {
		text += " SILENT"
	}
	return text
}

func listWrong(out io.Writer, rows []row) {
	for _, r := range rows {
		for _, line := range r.wrong {
			fmt.Fprintln(out, line)
		}
	}
}
