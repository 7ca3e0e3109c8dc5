package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"recorderd/observation"
	"recorderd/position"
	"recorderd/unwinnable"
)

// longestQuestion bounds a line; a FEN has at most some ninety characters.
const longestQuestion = 1000

// canStillMate answers for each line of the input, a FEN, a tab and a side,
// whether that side can still mate. An answer is written as soon as it is there,
// so that another program may ask line by line.
func canStillMate(e env, args []string) error {
	fs := flag.NewFlagSet("unwinnable", flag.ContinueOnError)
	budget := fs.Int("budget", unwinnable.Exact, "keep no more `positions` in mind for one line, up to 170 bytes each, then say undetermined")
	why := fs.Bool("proof", false, "add a column: the helpmate, or why there is none")
	if _, err := parse(fs, args, 0); err != nil {
		return err
	}
	if *budget < 1 {
		return fmt.Errorf("%w: budget %d: want a positive number", errUsage, *budget)
	}
	var solver unwinnable.Solver
	in := bufio.NewReaderSize(e.in, longestQuestion+1)
	for n, bad := 1, 0; ; n++ {
		line, failed := readQuestion(in)
		if failed == io.EOF {
			if bad > 0 {
				return fmt.Errorf("%d of %d lines had no answer", bad, n-1)
			}
			return nil
		}
		verdict, reason := "error", ""
		if failed == nil {
			verdict, reason, failed = decideLine(&solver, line, *budget)
		} else if !errors.Is(failed, errTooLong) {
			return fmt.Errorf("standard input: line %d: %w", n, failed)
		}
		if failed != nil {
			bad++
			verdict, reason = "error", failed.Error()
			fmt.Fprintf(e.err, "recorderd unwinnable: line %d: %v\n", n, failed)
		}
		line += "\t" + verdict
		if *why {
			line += "\t" + reason
		}
		if _, err := io.WriteString(e.out, line+"\n"); err != nil {
			return err
		}
	}
}

var errTooLong = fmt.Errorf("longer than %d characters: no FEN is", longestQuestion)

// readQuestion returns a line without its end, the last one also if it has none.
// Of a line that is too long it returns the beginning.
func readQuestion(in *bufio.Reader) (string, error) {
	read, err := in.ReadSlice('\n')
	line := string(read)
	if err == bufio.ErrBufferFull {
		for err == bufio.ErrBufferFull {
			_, err = in.ReadSlice('\n')
		}
		if err == nil || err == io.EOF {
			err = errTooLong
		}
		return line[:100] + "...", err
	}
	if err == io.EOF && line != "" {
		err = nil
	}
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"), err
}

// decideLine answers one line, and says why the answer is right.
func decideLine(s *unwinnable.Solver, line string, budget int) (verdict, why string, err error) {
	fen, word, ok := strings.Cut(line, "\t")
	if !ok {
		return "", "", errors.New("no tab: want a FEN, a tab, and white or black")
	}
	side, err := observation.ParseSide(word)
	if err != nil {
		return "", "", fmt.Errorf("after the tab: %w", err)
	}
	if n := len(strings.Fields(fen)); n != 4 && n != 6 {
		return "", "", fmt.Errorf("FEN of %d fields: want four or six", n)
	}
	p, err := position.ParseLoose(fen)
	if err != nil {
		return "", "", err
	}
	a, err := s.Decide(&p, side, budget)
	switch {
	case err != nil:
		return "", "", err
	case a.Verdict == unwinnable.Unwinnable:
		why = a.Proof.String()
	case a.Verdict == unwinnable.Undetermined:
		why = fmt.Sprintf("%d positions were not enough", a.Work)
	case len(a.Line) == 0:
		why = "mate"
	default:
		why = strings.Join(a.Helpmate(&p), " ")
	}
	return a.Verdict.String(), why, nil
}
