package paper

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// printed is a document as pdftotext reads it, page by page.
func printed(t *testing.T, d Document) []string {
	t.Helper()
	text := run(t, "pdftotext", "-layout", written(t, d), "-")
	return strings.Split(strings.TrimSuffix(text, "\f"), "\f")
}

// written is the name of a file with the document as PDF.
func written(t *testing.T, d Document) string {
	t.Helper()
	pdf, err := PDF(d)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "document.pdf")
	if err := os.WriteFile(file, pdf, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// run returns what a program of Debian prints.
func run(t *testing.T, program string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("there is no %s here: hack/setup installs it", program)
	}
	var trouble strings.Builder
	command := exec.Command(path, args...)
	command.Stderr = &trouble
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", program, err, &trouble)
	}
	return string(out)
}

func TestNamesOfAllCountriesCanBeReadFromThePDF(t *testing.T) {
	texts := []string{
		"ãçéíóúñüß ÁÉÍÓÚÇÑÜẞ àâêîôû åæøœ šžčřěů ąęłńśźż ăîșț ğış őű",
		"Nguyễn Đức Hòa", "Þórarinsdóttir", "Гарри Каспаров", "Ђоковић", "Μαρία Παπαδοπούλου", "Գարեգին", "ბექა",
		"♔♕♖♗♘♙ ♚♛♜♝♞♟", "… × – — “ ” ‘ ’ « » · ½ → № € ✓ ✗", "(x) \\ back",
	}
	var list List
	for _, s := range texts {
		list = append(list, s)
	}
	page := printed(t, Document{Blocks: []Block{list, Heading{1, strings.Join(texts[1:8], " ")}}})[0]
	// Where signs stand alone, pdftotext guesses at the spaces.
	close := strings.NewReplacer(" ", "", "\n", "")
	for i, s := range texts {
		n := 1
		if 0 < i && i < 8 {
			n = 2 // the heading is in the other font
		}
		if strings.Count(close.Replace(page), close.Replace(s)) != n {
			t.Errorf("%q cannot be read %d times:\n%s", s, n, page)
		}
	}
}

func TestALetterThatIsMissingIsSeenToBe(t *testing.T) {
	page := printed(t, Document{Blocks: []Block{Paragraph{Text: "a中b\U0001f642c\xff\u0000d\u202ee\ufe0ff\u0301"}}})[0]
	if got := strings.TrimSpace(strings.Split(page, "\n")[0]); got != "a\ufffdb\ufffdc\ufffddef\u0301" {
		t.Errorf("got %+q", got)
	}
}

func TestAFileSaysWhatItIs(t *testing.T) {
	d := Document{Title: "Évora – Ronda 4", Language: "pt", Date: time.Date(2026, 3, 14, 15, 5, 22, 0, time.FixedZone("", 3600))}
	info := run(t, "pdfinfo", "-isodates", written(t, d))
	for _, want := range []string{"Évora – Ronda 4\n", "2026-03-14T14:05:22", "A4", "JavaScript:      no"} {
		if !strings.Contains(info, want) {
			t.Errorf("no %q in\n%s", want, info)
		}
	}
	pdf, err := PDF(d)
	if err != nil || !strings.Contains(string(pdf), "/Lang (pt)") {
		t.Errorf("the language is not named, %v", err)
	}
	if info := run(t, "pdfinfo", "-isodates", written(t, Document{})); !strings.Contains(info, "1980-01-01") {
		t.Errorf("a document without a date has one:\n%s", info)
	}
}

func TestEachPageSaysWhereItBelongs(t *testing.T) {
	d := Document{Title: "Round 4, board 12", Foot: "head 7F3A", Page: "Página"}
	for i := range 200 {
		d.Blocks = append(d.Blocks, Paragraph{Text: fmt.Sprintf("line %d.", i)})
	}
	pages := printed(t, d)
	if len(pages) < 4 {
		t.Fatalf("only %d pages", len(pages))
	}
	for i, page := range pages {
		number := fmt.Sprintf("Página %d / %d", i+1, len(pages))
		if !strings.Contains(page, number) || !strings.Contains(page, "head 7F3A") {
			t.Errorf("page %d has no foot:\n%s", i+1, page)
		}
		if strings.Contains(page, d.Title) != (i > 0) {
			t.Errorf("page %d: the title stands over all pages but the first:\n%s", i+1, page)
		}
	}
	all := strings.Join(pages, "\n")
	for i := range 200 {
		if line := fmt.Sprintf("line %d.", i); strings.Count(all, line) != 1 {
			t.Errorf("%q stands there %d times", line, strings.Count(all, line))
		}
	}
}

func TestATableThatGoesOnRepeatsItsTitles(t *testing.T) {
	table := Table{Columns: []Column{{Title: "Move"}, {Title: "Clock", Align: Right}}}
	for i := range 120 {
		table.Rows = append(table.Rows, []string{fmt.Sprintf("row %d.", i), "0:00:07"})
	}
	pages := printed(t, Document{Blocks: []Block{Heading{1, "Moves"}, table, Paragraph{Text: "The end"}}})
	all := strings.Join(pages, "\n")
	for i, page := range pages {
		if strings.Count(page, "Clock") != 1 {
			t.Errorf("page %d has the titles %d times", i+1, strings.Count(page, "Clock"))
		}
	}
	for i := range 120 {
		if row := fmt.Sprintf("row %d.", i); strings.Count(all, row) != 1 {
			t.Errorf("%q stands there %d times", row, strings.Count(all, row))
		}
	}
}

func TestWhatBelongsTogetherIsOnOnePage(t *testing.T) {
	for n := 30; n < 75; n++ {
		table := Table{Columns: []Column{{Title: "Move"}}, Rows: make([][]string, n)}
		for i := range table.Rows {
			table.Rows[i] = []string{"row"}
		}
		d := Document{Blocks: []Block{table, Signatures{"White", "Black", "Arbiter"}, Heading{2, "Head"}, Code{"Label", "7F3A", "x"}}}
		for i, page := range printed(t, d) {
			if strings.Count(page, "row") == 1 {
				t.Errorf("%d rows: page %d has one of them", n, i+1)
			}
			for _, pair := range [][2]string{{"White", "Arbiter"}, {"Head", "7F3A"}} {
				if strings.Contains(page, pair[0]) != strings.Contains(page, pair[1]) {
					t.Errorf("%d rows: page %d has one of %q", n, i+1, pair)
				}
			}
		}
	}
}

func TestABreakBeginsAPage(t *testing.T) {
	one, two := Paragraph{Text: "one"}, Paragraph{Text: "two"}
	cases := []struct {
		blocks []Block
		pages  int
	}{
		{nil, 1},
		{[]Block{Break{}}, 1},
		{[]Block{one, two}, 1},
		{[]Block{one, Break{}, two}, 2},
		{[]Block{Break{}, one, Break{}, Break{}, two, Break{}}, 2},
		{[]Block{Heading{1, "alone"}, Break{}, two}, 2},
	}
	for _, c := range cases {
		if pages := printed(t, Document{Blocks: c.blocks}); len(pages) != c.pages {
			t.Errorf("%+v: %d pages, want %d", c.blocks, len(pages), c.pages)
		}
	}
}

func TestTheQRCodeOnPaperCanBeRead(t *testing.T) {
	for _, text := range []string{"recorderd:7F3A92BC0D1E55A8", "12345", "SHA256:h4zX+/=", strings.Repeat("https://example.org/", 20)} {
		file := written(t, Document{Blocks: []Block{Code{"Head", "7F3A", text}}})
		picture := strings.TrimSuffix(file, ".pdf")
		run(t, "pdftoppm", "-r", "200", "-png", "-singlefile", file, picture)
		if got := run(t, "zbarimg", "--quiet", "--raw", picture+".png"); strings.TrimSpace(got) != text {
			t.Errorf("got %q, want %q", got, text)
		}
	}
}

func TestWhatCannotBeDrawnIsNamed(t *testing.T) {
	cases := []struct {
		block Block
		want  string
	}{
		{Boards{{Title: "after", Placement: "8/8/8"}}, `board "after": placement "8/8/8" has 3 ranks`},
		{Code{QR: strings.Repeat("x", 3000)}, "QR code of"},
	}
	for _, c := range cases {
		d := Document{Blocks: []Block{c.block}}
		_, err := PDF(d)
		_, other := HTML(d)
		if err == nil || other == nil || err.Error() != other.Error() || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v and %v, want %q", err, other, c.want)
		}
	}
}
