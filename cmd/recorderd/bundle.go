package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"

	"github.com/BurntSushi/toml"

	"recorderd/evidence"
	"recorderd/journal"
	"recorderd/sentence"
)

// bundleOptions are what a bundle is made with besides a journal.
type bundleOptions struct {
	language sentence.Language
	config   []byte // of the daemon, without secrets; nil for none
	key      string // file of the key, "" for the one that belongs to the journal
}

// makeBundle packs the journal of a file, and what stands beside it.
func makeBundle(e env, file string, o bundleOptions) ([]byte, error) {
	c := evidence.Contents{Language: o.language, Config: o.config, Software: software(), Report: report}
	var err error
	if c.Journal, err = os.ReadFile(file); err != nil {
		return nil, err
	}
	if c.Raw, err = rawOf(file); err != nil {
		return nil, err
	}
	key, err := keyFor(e, o.key, file)
	if err != nil {
		return nil, err
	}
	packed, err := evidence.Bundle(c, key)
	return packed, inFile(file, err)
}

// rawOf returns the bytes of the board that are kept beside a journal, nil if
// there are none.
func rawOf(file string) ([]byte, error) {
	raw, err := os.ReadFile(journal.RawPath(file))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return raw, err
}

// secret is what the name of a key says whose value is nobody else's business.
var secret = regexp.MustCompile(`(?i)token|password|secret|key|credential`)

// redactedConfig writes a configuration anew: the keys that this version knows,
// none that is secret, and no comments.
func redactedConfig(cfg config) ([]byte, error) {
	var text bytes.Buffer
	if err := toml.NewEncoder(&text).Encode(cfg); err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	var tree map[string]any
	if _, err := toml.Decode(text.String(), &tree); err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	withoutSecrets(tree)
	text.Reset()
	enc := toml.NewEncoder(&text)
	enc.Indent = ""
	if err := enc.Encode(tree); err != nil {
		return nil, fmt.Errorf("configuration: %w", err)
	}
	return text.Bytes(), nil
}

func withoutSecrets(tree map[string]any) {
	for name, value := range tree {
		if secret.MatchString(name) {
			delete(tree, name)
			continue
		}
		switch value := value.(type) {
		case map[string]any:
			withoutSecrets(value)
		case []map[string]any:
			for _, section := range value {
				withoutSecrets(section)
			}
		}
	}
}
