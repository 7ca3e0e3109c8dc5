package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"

	"recorderd/evidence"
	"recorderd/recording"
	"recorderd/signature"
)

// verify says whether a journal or a bundle is whole, unaltered and signed, and
// whether its record follows from it.
func verify(e env, args []string) error {
	fs := flag.NewFlagSet("verify", flag.ContinueOnError)
	open := fs.Bool("open", false, "accept a game that is still open, or a file that was cut")
	signers := fs.String("signers", "", "a file of allowed signers, as ssh-keygen has them: one of their keys must have signed")
	head := fs.String("head", "", "a head that was noted: its 16 digits, or what a phone read of the picture; it must be in the file")
	files, err := parse(fs, args, 1)
	if err != nil {
		return err
	}
	if name := emptyFlag(fs, "signers", "head"); name != "" {
		return fmt.Errorf("%w: --%s is empty: nothing would be compared", errUsage, name)
	}
	opt := evidence.Options{Open: *open, Software: software(), Report: report}
	if *head != "" {
		noted, err := recording.ParseHead(*head)
		if err != nil {
			return fmt.Errorf("%w: %w", errUsage, err)
		}
		opt.Head = &noted
	}
	if *signers != "" {
		if opt.Signers, err = readSigners(*signers); err != nil {
			return err
		}
	}
	f, err := os.Open(files[0])
	if err != nil {
		return err
	}
	defer f.Close()
	found, err := evidence.Verify(f, opt)
	return errors.Join(tellFindings(e, found, err), inFile(files[0], err))
}

// emptyFlag returns the first of these flags that was given and is empty, as when
// a script has nothing in a variable.
func emptyFlag(fs *flag.FlagSet, names ...string) (empty string) {
	fs.Visit(func(f *flag.Flag) {
		if empty == "" && f.Value.String() == "" && slices.Contains(names, f.Name) {
			empty = f.Name
		}
	})
	return empty
}

// tellFindings prints what was checked, and in the end the verdict.
func tellFindings(e env, found evidence.Findings, verdict error) error {
	for _, line := range found.Passed {
		if _, err := fmt.Fprintln(e.out, "ok    "+line); err != nil {
			return err
		}
	}
	for _, line := range found.Told {
		if _, err := fmt.Fprintln(e.out, "note  "+line); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(e.out, verdictOf(found, verdict))
	return err
}

func verdictOf(found evidence.Findings, err error) string {
	switch {
	case err == nil:
		return acceptance(found)
	case errors.Is(err, evidence.ErrAltered):
		return "This file is not as it was written."
	case errors.Is(err, evidence.ErrNotSigned):
		return "Nobody vouches for this file."
	case errors.Is(err, evidence.ErrSigner):
		return "This file is signed with another key than it should be."
	case errors.Is(err, evidence.ErrHead):
		return "This file does not have the noted head."
	case errors.Is(err, evidence.ErrCut):
		return "This file is cut, or its game is still open."
	}
	return "This file could not be read."
}

// acceptance says what holds of a file that is accepted, and no more.
func acceptance(found evidence.Findings) string {
	text := "This file is as it was signed"
	if found.UpTo > 0 {
		text += fmt.Sprintf(" up to line %d", found.UpTo)
	}
	if !found.Follows {
		return text + ". This version makes another record of it than the one that was signed."
	}
	return text + ", and its record follows from it."
}

func inFile(file string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", file, err)
}

// readSigners reads a file of allowed signers. One that names nobody trusts
// nobody.
func readSigners(path string) (signature.Signers, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := signature.ParseSigners(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: no allowed signers in it: want lines such as \"board12@open ssh-ed25519 AAAA...\"", path)
	}
	return all, nil
}
