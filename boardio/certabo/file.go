package certabo

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"recorderd/disk"
	"recorderd/observation"
)

// fileName is where a calibration is kept in the driver's folder.
const fileName = "certabo.toml"

const fileHead = `# Which tag is which piece. The recorder learned it from the start position, and
# adds what it learns later. To have it learn everything anew, take this file away
# and start the recorder again.
sha256 = %q # of the lines of pieces

[pieces]
`

// Append writes the calibration as a file: the same bytes for the same pieces.
func (c Calibration) Append(b []byte) []byte {
	b = fmt.Appendf(b, fileHead, c.Hash())
	for _, line := range c.lines() {
		b = append(b, line...)
	}
	return b
}

// ParseCalibration reads what Append wrote. Its errors say what is wrong with the
// file.
func ParseCalibration(text []byte) (Calibration, error) {
	var file struct {
		SHA256 string
		Pieces map[string]string
	}
	if _, err := toml.Decode(string(text), &file); err != nil {
		return nil, fmt.Errorf("it is not understood: %w", err)
	}
	c := make(Calibration)
	for name, letter := range file.Pieces {
		tag, err := parseTag(name)
		if err != nil {
			return nil, err
		}
		piece, err := observation.ParsePiece(letter)
		if err != nil || piece == observation.Empty || piece == observation.Occupied {
			return nil, fmt.Errorf("%q is no piece: want a FEN letter", letter)
		}
		c[tag] = piece
	}
	if c.Hash() != file.SHA256 {
		return nil, errors.New("its pieces are not those that its hash is of")
	}
	return c, nil
}

func parseTag(s string) (t Tag, err error) {
	_, err = fmt.Sscanf(s, "%d %d %d %d %d", &t[0], &t[1], &t[2], &t[3], &t[4])
	if err != nil || t.String() != s || t == none {
		return none, fmt.Errorf("%q is no tag: want five numbers of 0 to 255", s)
	}
	return t, nil
}

// load reads what was learned before. Without a folder, or a file, that is
// nothing and no error.
func load(folder string) (Calibration, error) {
	if folder == "" {
		return nil, nil
	}
	path := filepath.Join(folder, fileName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the calibration: %w", err)
	}
	c, err := ParseCalibration(text)
	if err != nil {
		return nil, fmt.Errorf("%s is damaged, %w", path, err)
	}
	return c, nil
}

// save keeps what was learned. A file that could not be read is put aside, with
// .bad behind its name.
func (c Calibration) save(folder string) error {
	if folder == "" {
		return nil
	}
	if _, err := disk.MakeDir(disk.Real, folder); err != nil {
		return fmt.Errorf("keep the calibration: %w", err)
	}
	path := filepath.Join(folder, fileName)
	if _, err := load(folder); err != nil {
		if err := os.Rename(path, path+".bad"); err != nil {
			return fmt.Errorf("put the damaged calibration aside: %w", err)
		}
	}
	err := disk.WriteOver(path, 0o640, func(w io.Writer) error {
		_, err := io.Copy(w, strings.NewReader(string(c.Append(nil))))
		return err
	})
	if err != nil {
		return fmt.Errorf("keep the calibration: %w", err)
	}
	return nil
}
