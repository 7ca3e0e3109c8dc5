package paper

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// page is a document as HTML, in the tree that a browser makes of it.
func page(t *testing.T, d Document) *html.Node {
	t.Helper()
	text, err := HTML(d)
	if err != nil {
		t.Fatal(err)
	}
	if err := wellFormed(string(text)); err != nil {
		t.Errorf("not well-formed: %v", err)
	}
	root, err := html.Parse(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// wellFormed says where a page is no XML, which ours are although they need not.
func wellFormed(page string) error {
	d := xml.NewDecoder(strings.NewReader(page))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func elements(root *html.Node, name string) []*html.Node {
	var found []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && (name == "" || n.Data == name) {
			found = append(found, n)
		}
	}
	return found
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func content(n *html.Node) string {
	var b strings.Builder
	for child := range n.Descendants() {
		if child.Type == html.TextNode {
			b.WriteString(child.Data)
		}
	}
	return b.String()
}

func TestAPageNeedsNothingElse(t *testing.T) {
	root := page(t, sample())
	allowed := strings.Fields("html head meta title style body svg symbol path circle use text main h1 h2 h3 p dl dt dd ul li " +
		"div table thead tbody tr th td figure figcaption strong hr footer")
	for _, n := range elements(root, "") {
		if !slices.Contains(allowed, n.Data) {
			t.Errorf("there is a <%s>", n.Data)
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "src" || a.Key == "href" && !strings.HasPrefix(a.Val, "#") {
				t.Errorf("<%s %s=%q> asks for something", n.Data, a.Key, a.Val)
			}
		}
	}
	for _, bad := range []string{"url(", "@import", "//"} {
		if strings.Contains(pageCSS, bad) {
			t.Errorf("the style has %q", bad)
		}
	}
	if lang := attribute(elements(root, "html")[0], "lang"); lang != "pt" {
		t.Errorf("the language is %q", lang)
	}
}

func TestEachPieceThatIsShownHasAShape(t *testing.T) {
	root := page(t, sample())
	var symbols []string
	for _, n := range elements(root, "symbol") {
		symbols = append(symbols, "#"+attribute(n, "id"))
	}
	uses := elements(root, "use")
	if len(uses) < 60 {
		t.Errorf("only %d pieces", len(uses))
	}
	for _, n := range uses {
		if !slices.Contains(symbols, attribute(n, "href")) {
			t.Errorf("no shape for %q among %q", attribute(n, "href"), symbols)
		}
	}
}

// TestWhatComesFromOutsideStaysText puts what would be HTML in every place.
func TestWhatComesFromOutsideStaysText(t *testing.T) {
	bad := `</style></title></svg><script>alert(1)</script>"onclick='x' &amp; <!-- %s %d <b`
	board := Board{Title: bad, Placement: "8/8/8/8/8/8/8/8", Lines: []string{bad}, Alt: bad}
	d := Document{Language: bad, Title: bad, Foot: bad, Page: bad, Blocks: []Block{
		Heading{1, bad}, Paragraph{bad, Boxed}, Facts{{bad, bad}}, Table{[]Column{{Title: bad}}, [][]string{{bad}}},
		Boards{board}, List{bad}, Signatures{bad}, Code{bad, bad, bad},
	}}
	root := page(t, d)
	if n := len(elements(root, "script")) + len(elements(root, "b")); n != 0 {
		t.Errorf("%d elements came from outside", n)
	}
	if got := attribute(elements(root, "html")[0], "lang"); got != bad {
		t.Errorf("lang: got %q", got)
	}
	const places = 14 // title, heading, paragraph, dt, dd, th, td, figcaption, line, li, signature, 2 in code, foot
	if n := strings.Count(content(root), bad); n != places {
		t.Errorf("the text stands %d times, want %d", n, places)
	}
	for _, n := range elements(root, "svg") {
		if label := attribute(n, "aria-label"); attribute(n, "role") == "img" && label != bad {
			t.Errorf("label: got %q", label)
		}
	}
}

func TestThoseWhoDoNotSeeThePageAreTold(t *testing.T) {
	root := page(t, sample())
	pictures := 0
	for _, n := range elements(root, "svg") {
		if attribute(n, "aria-hidden") == "true" {
			continue
		}
		if attribute(n, "role") != "img" || attribute(n, "aria-label") == "" {
			t.Errorf("a picture without words: %v", n.Attr)
		}
		pictures++
	}
	if pictures != 7 {
		t.Errorf("%d pictures, want 6 boards and a QR code", pictures)
	}
	titles := elements(root, "th")
	if len(titles) != 7 {
		t.Errorf("%d titles of columns, want 7", len(titles))
	}
	for _, n := range titles {
		if attribute(n, "scope") != "col" {
			t.Errorf("%q is the title of nothing", content(n))
		}
	}
}

func TestABoardSaysWhoseMoveItIs(t *testing.T) {
	for side, want := range map[string]string{"w": "white move", "b": "black move", "": ""} {
		root := page(t, Document{Blocks: []Block{Boards{{Placement: "8/8/8/8/8/8/8/8", ToMove: side}}}})
		var got []string
		for _, n := range elements(root, "path") {
			if class := attribute(n, "class"); strings.Contains(class, "move") {
				got = append(got, class)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%q: got %q, want %q", side, got, want)
		}
	}
}
