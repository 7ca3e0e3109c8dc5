package record_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"recorderd/observation"
	"recorderd/record"
)

// The files in testdata/catalogue hold the situations of a real board, one block
// each: what hands and clocks do, and what must be read in it. README.md there
// says how they are written.

const catalogueDir = "testdata/catalogue"

var rewritePending = flag.Bool("pending", false, "write the list of the situations that are not read yet anew")

// outOfScope are rows of the catalogue that no record can show.
var outOfScope = map[string]string{
	"K6": "two boards of one game are two records; comparing them is the work of the evidence",
	"K7": "a board that is mapped to the wrong pairing shows a legal game; nothing in it is wrong",
}

// unseen are rows of which a board that only knows occupied from empty sees
// nothing, or nothing but what another row has.
var unseen = map[string]string{
	"B6":  "codes of pieces",
	"F4":  "what stands on the last rank cannot be told",
	"F6":  "what stands on the last rank cannot be told",
	"F7":  "what stands on the last rank cannot be told",
	"G11": "codes of pieces",
	"I9":  "what stands on the last rank cannot be told",
}

// unheard are rows that need no identity board.
var unheard = map[string]string{
	"F9": "an identity board sees the piece",
}

// lengths are how many rows the sections of the catalogue have.
var lengths = []struct {
	section string
	rows    int
}{{"A", 9}, {"B", 11}, {"C", 11}, {"D", 11}, {"E", 6}, {"F", 11}, {"G", 14}, {"H", 12}, {"I", 10}, {"J", 15}, {"K", 7}}

// situation is one block of a file.
type situation struct {
	row, name string
	at        string // file and line
	fields    map[string][]string
}

func (s *situation) boards() []observation.Sensing {
	if b := s.fields["board"]; b != nil {
		return []observation.Sensing{observation.Sensing(b[0])}
	}
	return []observation.Sensing{observation.Identity, observation.Occupancy}
}

// all returns what a field says for a board of this sensing: what is said for it
// alone, else what is said for all.
func (s *situation) all(key string, sensing observation.Sensing) []string {
	if own := s.fields[key+"-"+string(sensing)]; own != nil {
		return own
	}
	return s.fields[key]
}

func (s *situation) of(key string, sensing observation.Sensing) string {
	return strings.Join(s.all(key, sensing), " ")
}

func (s *situation) either(key string, sensing observation.Sensing, otherwise string) string {
	if v := s.of(key, sensing); v != "" {
		return v
	}
	return otherwise
}

func (s *situation) number(key string, sensing observation.Sensing, otherwise int64) int64 {
	n, err := strconv.ParseInt(s.of(key, sensing), 10, 64)
	if err != nil {
		return otherwise
	}
	return n
}

// codes are the findings that may be there besides, whatever the board.
func (s *situation) codes(key string, sensing observation.Sensing) []string {
	return strings.Fields(strings.Join(append(slices.Clone(s.fields[key]), s.fields[key+"-"+string(sensing)]...), " "))
}

var fieldNames = []string{"board", "from", "stands", "clock", "time", "scan", "poll", "variant", "play", "read", "or", "may", "once"}

// readSituations reads the blocks of one file: a line with row and name, then
// fields, each on a line that is indented, and further indented what goes on.
func readSituations(name string) (found []*situation, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	key := ""
	for i, line := range strings.Split(string(text), "\n") {
		at := fmt.Sprintf("%s:%d", filepath.Base(name), i+1)
		rest := strings.TrimSpace(line)
		switch {
		case rest == "" || rest[0] == '#':
		case line[0] != '\t':
			row, name, _ := strings.Cut(rest, " ")
			found = append(found, &situation{row: row, name: name, at: at, fields: map[string][]string{}})
		case len(found) == 0 || key == "" && strings.HasPrefix(line, "\t\t"):
			return nil, fmt.Errorf("%s: a field before the first situation", at)
		case strings.HasPrefix(line, "\t\t"):
			said := found[len(found)-1].fields[key]
			said[len(said)-1] += " " + rest
		default:
			var value string
			key, value, _ = strings.Cut(rest, " ")
			if base, _, _ := strings.Cut(key, "-"); !slices.Contains(fieldNames, base) {
				return nil, fmt.Errorf("%s: %q is no field", at, key)
			}
			s := found[len(found)-1]
			s.fields[key] = append(s.fields[key], strings.TrimSpace(value))
		}
	}
	return found, nil
}

func readCatalogue(t *testing.T) (found []*situation) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(catalogueDir, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the files of the catalogue: %v, %v", files, err)
	}
	for _, name := range files {
		if filepath.Base(name) == pendingFile {
			continue
		}
		some, err := readSituations(name)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, some...)
	}
	return found
}

// TestCatalogue plays every situation before each board that can see it. One is
// picked by its row: -run Catalogue/B3. What is pending need not be read yet,
// but must not be listed any longer once it is.
func TestCatalogue(t *testing.T) {
	pending, still := readPending(t), []string{}
	played := map[string]bool{}
	byRow, rows := map[string][]*situation{}, []string{}
	for _, s := range readCatalogue(t) {
		if byRow[s.row] == nil {
			rows = append(rows, s.row)
		}
		byRow[s.row] = append(byRow[s.row], s)
	}
	for _, row := range rows {
		t.Run(row, func(t *testing.T) {
			for _, s := range byRow[row] {
				for _, sensing := range s.boards() {
					id := fmt.Sprintf("%s %s, %s", s.row, s.name, sensing)
					t.Run(s.name+", "+string(sensing), func(t *testing.T) {
						err := judgeSituation(t, s, sensing)
						played[id] = true
						if err != nil {
							still = append(still, id)
						}
						verdict(t, err, slices.Contains(pending, id))
					})
				}
			}
		})
	}
	if *rewritePending {
		notPlayed := slices.DeleteFunc(pending, func(id string) bool { return played[id] })
		writePending(t, append(still, notPlayed...))
	}
}

func verdict(t *testing.T, err error, pending bool) {
	t.Helper()
	switch {
	case *rewritePending:
	case err != nil && pending:
		t.Skipf("pending: %v", err)
	case err != nil:
		t.Error(err)
	case pending:
		t.Errorf("this is read now: take it out of %s, or run with -pending to have it done", pendingFile)
	}
}

// judgeSituation plays a situation and says what is wrong with its record.
func judgeSituation(t *testing.T, s *situation, sensing observation.Sensing) error {
	t.Helper()
	sc, err := playScene(s, sensing)
	if err != nil {
		t.Fatalf("%s: %v", s.at, err)
	}
	if live := written(sc.lines); !bytes.Equal(live, sc.replayed(t)) {
		t.Errorf("%s: the trace, read again, gives another record", s.at)
	}
	got := sortOut(sc)
	readings := append(slices.Clone(s.all("read", sensing)), s.all("or", sensing)...)
	if len(readings) == 0 {
		t.Fatalf("%s: no reading", s.at)
	}
	for _, text := range readings {
		want, err2 := parseReading(text)
		if err2 != nil {
			t.Fatalf("%s: %v", s.at, err2)
		}
		if err = want.matches(got, s.codes("may", sensing), s.codes("once", sensing)); err == nil {
			break
		}
	}
	if err == nil {
		err = holds(sc)
	}
	if err != nil {
		return fmt.Errorf("%s: %w\n play %s\n have %s\n want %s", s.at, err, s.of("play", sensing), have(sc), strings.Join(readings, "\n   or "))
	}
	return nil
}

func have(sc *scene) string {
	var words []string
	for _, e := range sc.lines {
		words = append(words, short(e))
	}
	return strings.Join(words, " ")
}

// holds checks what is true of every record: a ply that was seen has the time of
// something that the board said, nothing lies ahead, and another reading is one
// of moves.
func holds(sc *scene) error {
	for _, e := range sc.lines {
		m, ok := e.(record.Move)
		switch {
		case !ok:
		case slices.ContainsFunc(m.Alternatives, func(r []string) bool { return len(r) == 0 || r[0] == "" }):
			return fmt.Errorf("%s has a reading without moves", short(m))
		case m.Inferred:
		case !sc.perceived[m.T]:
			return fmt.Errorf("%s happened when the board said nothing", short(m))
		case m.T > sc.now || m.Known != 0 && m.Known <= m.T:
			return fmt.Errorf("%s was known at %d", short(m), m.Known)
		}
	}
	return nil
}

const pendingFile = "pending.txt"

func readPending(t *testing.T) (ids []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(catalogueDir, pendingFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if line != "" && line[0] != '#' {
			ids = append(ids, line)
		}
	}
	return ids
}

func writePending(t *testing.T, ids []string) {
	t.Helper()
	text := "# Situations that are not read yet. A row that is read must be taken out.\n" + strings.Join(append(ids, ""), "\n")
	if err := os.WriteFile(filepath.Join(catalogueDir, pendingFile), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Every row of the catalogue is played before each kind of board, or it is said
// here why not.
func TestTheCatalogueIsWhole(t *testing.T) {
	played := map[string]bool{}
	ids := map[string]bool{}
	for _, s := range readCatalogue(t) {
		for _, b := range s.boards() {
			id := fmt.Sprintf("%s %s, %s", s.row, s.name, b)
			if ids[id] {
				t.Errorf("%s: there are two of %s", s.at, id)
			}
			ids[id] = true
			played[s.row+" "+string(b)] = true
		}
	}
	for _, id := range readPending(t) {
		if !ids[id] {
			t.Errorf("%s lists %s, which there is not", pendingFile, id)
		}
	}
	rows := 0
	for _, l := range lengths {
		for n := 1; n <= l.rows; n++ {
			rows++
			row := fmt.Sprint(l.section, n)
			for sensing, reasons := range map[string]map[string]string{"identity": unheard, "occupancy": unseen} {
				has := played[row+" "+sensing]
				without := reasons[row] + outOfScope[row]
				if has == (without != "") {
					t.Errorf("row %s, %s: played %v, reason to leave it out %q", row, sensing, has, without)
				}
			}
		}
	}
	if rows != 117 {
		t.Errorf("the catalogue has %d rows, want 117", rows)
	}
}
