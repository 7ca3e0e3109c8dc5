package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"recorderd/disk"
	"recorderd/evidence"
	"recorderd/journal"
)

// importTrace makes a sealed journal of a trace from elsewhere.
func importTrace(e env, args []string) error {
	fs := flag.NewFlagSet("import", flag.ContinueOnError)
	out := fs.String("out", "", "the journal to be made; no file is overwritten")
	keyFile := fs.String("key", "", "the key to sign with; without it that of the recorder whose games are in this folder, or your own")
	files, err := parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *out == "" {
		return fmt.Errorf("%w: --out is missing", errUsage)
	}
	in, err := os.Open(files[0])
	if err != nil {
		return err
	}
	defer in.Close()
	key, err := keyFor(e, *keyFile, *out, files[0])
	if err != nil {
		return err
	}
	var made evidence.Imported
	err = disk.WriteNew(*out, 0o640, func(w io.Writer) error {
		made, err = evidence.Import(w, in, filepath.Base(files[0]), journal.Options{Software: software(), Key: key})
		return inFile(files[0], err)
	})
	if err != nil {
		return err
	}
	if made.Torn > 0 {
		fmt.Fprintf(e.err, "recorderd import: %s: the last line is incomplete (%d bytes) and was left out\n", files[0], made.Torn)
	}
	_, err = fmt.Fprintf(e.out, "%s: %d observed moments, %d checkpoints, signed with %s\n", *out, made.Batches, made.Checkpoints, key.Public().Fingerprint())
	return err
}
