package evidence

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// A bundle is a ZIP with one form: files in a given order, stored as they are,
// with no times, rights or comments of their own. So the same files are the same
// bytes, and a reader accepts no byte that it would not have written.

const (
	zipMagic   = "PK\x03\x04" // a file begins
	zipEnd     = "PK\x05\x06" // the last 22 bytes begin
	zipEndSize = 22
	zipHead    = 30       // bytes before the name of a file
	zipVersion = 20       // of the format
	zipDay     = 1 | 1<<5 // 1 January 1980, the first that there is

	// mostFiles bounds what is made of a ZIP from outside: millions of empty files
	// would take gigabytes.
	mostFiles = 100
)

// packed is a file in a ZIP.
type packed struct {
	name  string
	bytes []byte
}

func pack(files []packed) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		size := uint64(len(f.bytes))
		h := zip.FileHeader{
			Name: f.name, Method: zip.Store, CreatorVersion: zipVersion, ReaderVersion: zipVersion,
			CRC32: crc32.ChecksumIEEE(f.bytes), CompressedSize64: size, UncompressedSize64: size,
		}
		//lint:ignore SA1019 CreateRaw takes the date from here alone
		h.ModifiedDate = zipDay
		w, err := z.CreateRaw(&h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.bytes); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// unpack reads what pack wrote. Its errors are ErrCut for a beginning of such a
// file and ErrAltered, with the name of the first file that is wrong, for
// anything else; the files that could be read are returned with them.
func unpack(b []byte) ([]packed, error) {
	var files []packed
	rest := b
	for bytes.HasPrefix(rest, []byte(zipMagic)) {
		if len(files) == mostFiles {
			return files, fmt.Errorf("%w: no bundle has more than %d files", ErrAltered, mostFiles)
		}
		f, size := unpackFile(rest)
		if size > len(rest) || size < 0 {
			return files, unfinished(b, rest)
		}
		files = append(files, f)
		rest = rest[size:]
	}
	want, err := pack(files)
	switch {
	case err != nil:
		return files, fmt.Errorf("%w: %w", ErrAltered, err)
	case bytes.Equal(want, b):
		return files, nil
	case len(b) < len(want) && bytes.HasPrefix(want, b):
		return files, errZIPCut
	case bytes.HasPrefix([]byte(zipMagic), rest) && bytes.HasPrefix(want, b[:len(b)-len(rest)]):
		return files, errZIPCut // within the four bytes with which a file begins
	}
	return files, firstWrong(files, b, want)
}

var errZIPCut = fmt.Errorf("%w: the ZIP ends too early", ErrCut)

// unpackFile returns the file at the beginning of b and what it takes up there,
// -1 where that can't be told.
func unpackFile(b []byte) (f packed, size int) {
	if len(b) < zipHead {
		return f, -1
	}
	stored := int64(binary.LittleEndian.Uint32(b[18:]))
	head := zipHead + int(binary.LittleEndian.Uint16(b[26:]))
	if int64(head)+stored > int64(len(b)) {
		return f, -1
	}
	size = head + int(stored)
	return packed{string(b[zipHead:head]), b[head:size]}, size
}

// unfinished is the error of a ZIP whose last file goes beyond its end: it was
// cut there if all that is left of that file is as pack writes it and the end of
// the ZIP is missing.
func unfinished(b, rest []byte) error {
	if bytes.HasPrefix(b[max(0, len(b)-zipEndSize):], []byte(zipEnd)) || !bytes.HasPrefix(rest, fixedHead[:min(len(rest), len(fixedHead))]) {
		return fmt.Errorf("%w: the ZIP is not in the form that recorderd writes", ErrAltered)
	}
	return errZIPCut
}

// fixedHead is how every file begins: up to its checksum.
var fixedHead = []byte{'P', 'K', 3, 4, zipVersion, 0, 0, 0, 0, 0, 0, 0, zipDay, 0}

// firstWrong names the first file whose bytes are not those that were packed.
func firstWrong(files []packed, have, want []byte) error {
	at := 0
	for at < min(len(have), len(want)) && have[at] == want[at] {
		at++
	}
	for _, f := range files {
		at -= zipHead + len(f.name) + len(f.bytes)
		if at < 0 {
			return &wrongFile{f.name, fmt.Errorf("%w: its bytes in the ZIP are not those that were packed", ErrAltered)}
		}
	}
	return fmt.Errorf("%w: the ZIP is not in the form that recorderd writes", ErrAltered)
}

// wrongFile is an error about a file of a bundle.
type wrongFile struct {
	name string
	err  error
}

func (w *wrongFile) Error() string { return fmt.Sprintf("%.80s: %v", printable(w.name), w.err) }
func (w *wrongFile) Unwrap() error { return w.err }

// printable replaces what a name from outside should not do to a terminal.
func printable(name string) string {
	quoted := fmt.Sprintf("%q", name)
	return quoted[1 : len(quoted)-1]
}
