// Package policy holds the house to its own rules: who may import whom, where
// time comes from, how long a file may be. It has only tests. Each rule is a
// function from a tree of files to complaints, so that it can be shown a tree
// that breaks it.
package policy

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

const module = "recorderd"

// house lists the packages, and each may import only those above it.
var house = []string{
	"observation",
	"timesource",
	"disk", "disk/forgetful",
	"signature",
	"position",
	"secondopinion",
	"clockio", "clockio/dgt", "clockio/line",
	"boardio", "boardio/emulated", "boardio/bench", "boardio/finder",
	"boardio/dgt", "boardio/dgt/emulator",
	"boardio/chessnut", "boardio/chessnut/emulator",
	"boardio/certabo", "boardio/certabo/emulator",
	"boardio/tabutronic", "boardio/tabutronic/emulator",
	"boardio/millennium", "boardio/millennium/emulator",
	"boardio/ichessone", "boardio/ichessone/emulator",
	"boardio/novag", "boardio/novag/emulator",
	"boardio/bridge", "boardio/bridge/emulator",
	"journal",
	"archive",
	"simulate",
	"unwinnable",
	"laws",
	"clockwatch",
	"sentence",
	"touch",
	"reconstruct",
	"record",
	"recording",
	"pgn",
	"pieces",
	"paper",
	"sheet",
	"evidence",
	"live",
	"recorder",
	"web",
	"cmd/recorderd",
	"hack/measure",
}

// never lists what a part of the house may not import although it stands above
// it, or comes from outside.
var never = []struct {
	who  []string
	what []string
	why  string
}{
	{
		[]string{"observation", "position", "secondopinion", "unwinnable", "laws", "clockwatch", "sentence", "touch", "reconstruct", "record"},
		[]string{"os", "net", "math/rand", "crypto/rand", "timesource"},
		"the record is a pure function of the observations",
	},
	{
		[]string{"observation", "position", "secondopinion", "unwinnable", "clockwatch", "touch", "reconstruct", "record"},
		[]string{"sync"},
		"the record is a pure function of the observations",
	},
	{[]string{"boardio", "clockio", "disk", "journal"}, []string{"position"}, "drivers and disks know no chess"},
	{[]string{"pieces", "paper"}, []string{"position", "record", "timesource"}, "a document is laid out without chess and without the time"},
	{[]string{"web"}, []string{"boardio", "clockio", "journal", "recorder"}, "the web sees live, never a device"},
}

// only lists libraries that belong to one part of the house.
var only = []struct{ what, who string }{
	{"github.com/notnil/chess", "secondopinion"},
	{"go.bug.st/serial", "boardio"},
	{"github.com/coreos/go-systemd", "cmd"},
	{"codeberg.org/go-pdf/fpdf", "paper"},
	{"rsc.io/qr", "paper"},
}

// common are the packages below boardio that are about boards of any make; the
// others are makes, and known to nobody but the program that links them in. The
// one make that reads another one's lines is the exception.
var common = []string{"boardio/emulated", "boardio/bench", "boardio/finder", "boardio/bridge"}

var kindred = map[string]string{"boardio/tabutronic": "boardio/certabo"}

// clocks are the functions of package time that read or wait for the real one.
var clocks = []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker"}

const longest = 600 // lines of a file

// notes are what is written for oneself: unfinished work, and places on one's
// own machine. The brackets keep the rule from finding itself.
var notes = regexp.MustCompile(`\b(TO[D]O|FIX[M]E|XX[X])\b|/(roo[t]|wor[k])/`)

func TestTheHouseKeepsItsRules(t *testing.T) {
	for _, rule := range rules {
		t.Run(rule.name, func(t *testing.T) {
			complaints, err := rule.check(os.DirFS("../.."))
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range complaints {
				t.Error(c)
			}
		})
	}
}

type rule struct {
	name  string
	check func(fs.FS) ([]string, error)
}

var rules = []rule{
	{"imports go up", importsGoUp},
	{"time comes from timesource", timeComesFromTimesource},
	{"no program is started", noProgramIsStarted},
	{"files are short", filesAreShort},
	{"no notes to oneself", noNotesToOneself},
}

// importsGoUp checks house, never and only.
func importsGoUp(tree fs.FS) ([]string, error) {
	var complaints []string
	err := eachSource(tree, func(s source) {
		for _, spec := range s.file.Imports {
			if why := wrongImport(s.dir, importPath(spec)); why != "" {
				complaints = append(complaints, fmt.Sprintf("%s imports %s: %s", s.name, spec.Path.Value, why))
			}
		}
	})
	return complaints, err
}

// wrongImport says why the package in dir may not import what, or nothing.
func wrongImport(dir, what string) string {
	ours, isOurs := strings.CutPrefix(what, module+"/")
	at, target := slices.Index(house, dir), slices.Index(house, ours)
	switch {
	case at < 0:
		return "the package has no place in the house; give it one in hack/policy"
	case isOurs && target < 0:
		return "that package has no place in the house; give it one in hack/policy"
	case isOurs && target >= at:
		return "it does not stand above it in the house"
	}
	for _, n := range never {
		if slices.ContainsFunc(n.who, func(p string) bool { return within(dir, p) }) &&
			slices.ContainsFunc(n.what, func(p string) bool { return within(ours, p) }) {
			return n.why
		}
	}
	if make := makeOf(ours); make != "" && !within(dir, make) && !within(dir, "cmd") && kindred[makeOf(dir)] != make {
		return "a make of board is known to nobody"
	}
	for _, o := range only {
		if within(what, o.what) && !within(dir, o.who) {
			return "only " + o.who + " uses it"
		}
	}
	return ""
}

// makeOf returns the make of board that a package belongs to, or nothing.
func makeOf(ours string) string {
	below, ok := strings.CutPrefix(ours, "boardio/")
	make := "boardio/" + strings.Split(below, "/")[0]
	if !ok || slices.ContainsFunc(common, func(p string) bool { return within(ours, p) }) {
		return ""
	}
	return make
}

// timeComesFromTimesource finds uses of the real clock outside timesource.
func timeComesFromTimesource(tree fs.FS) ([]string, error) {
	var complaints []string
	err := eachSource(tree, func(s source) {
		name := s.nameOf("time")
		if name == "" || s.dir == "timesource" {
			return
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			use, ok := n.(*ast.SelectorExpr)
			if !ok || !slices.Contains(clocks, use.Sel.Name) {
				return true
			}
			if x, ok := use.X.(*ast.Ident); ok && x.Name == name && x.Obj == nil {
				complaints = append(complaints, fmt.Sprintf("%s:%d: time.%s: let a timesource.Source be given", s.name, s.line(n), use.Sel.Name))
			}
			return true
		})
	})
	return complaints, err
}

func noProgramIsStarted(tree fs.FS) ([]string, error) {
	var complaints []string
	err := eachSource(tree, func(s source) {
		if s.nameOf("os/exec") != "" {
			complaints = append(complaints, s.name+" imports os/exec: the recorder starts no program")
		}
	})
	return complaints, err
}

func filesAreShort(tree fs.FS) ([]string, error) {
	var complaints []string
	err := eachFile(tree, func(name string, text []byte) error {
		if n := strings.Count(string(text), "\n"); path.Ext(name) == ".go" && n > longest {
			complaints = append(complaints, fmt.Sprintf("%s has %d lines: at most %d can be kept in mind", name, n, longest))
		}
		return nil
	})
	return complaints, err
}

func noNotesToOneself(tree fs.FS) ([]string, error) {
	var complaints []string
	err := eachFile(tree, func(name string, text []byte) error {
		if bytes.IndexByte(text, 0) >= 0 {
			return nil // a picture; nobody reads it as text
		}
		for i, line := range strings.Split(string(text), "\n") {
			if found := notes.FindString(line); found != "" {
				complaints = append(complaints, fmt.Sprintf("%s:%d: %q is for its writer, not for its readers", name, i+1, found))
			}
		}
		return nil
	})
	return complaints, err
}

// source is one Go file that is no test.
type source struct {
	dir, name string
	file      *ast.File
	set       *token.FileSet
}

func (s source) line(n ast.Node) int { return s.set.Position(n.Pos()).Line }

// nameOf returns under which name the file imports a package, or nothing.
func (s source) nameOf(what string) string {
	for _, spec := range s.file.Imports {
		switch {
		case importPath(spec) != what:
		case spec.Name != nil:
			return spec.Name.Name
		default:
			return path.Base(what)
		}
	}
	return ""
}

func importPath(spec *ast.ImportSpec) string {
	p, _ := strconv.Unquote(spec.Path.Value) // the parser accepts no other
	return p
}

// within says whether a path is another one or below it.
func within(p, above string) bool { return p == above || strings.HasPrefix(p, above+"/") }

func eachSource(tree fs.FS, do func(source)) error {
	return eachFile(tree, func(name string, text []byte) error {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, 0)
		if err != nil {
			return err
		}
		do(source{path.Dir(name), name, file, set})
		return nil
	})
}

// eachFile hands out the files that people write. What is built, data for
// tests and what begins with a dot, .ci apart, is passed over.
func eachFile(tree fs.FS, do func(name string, text []byte) error) error {
	return fs.WalkDir(tree, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		hidden := strings.HasPrefix(base, ".") && base != "." && base != ".ci"
		if e.IsDir() && (hidden || slices.Contains([]string{"bin", "dist", "testdata"}, base)) {
			return fs.SkipDir
		}
		if !e.Type().IsRegular() || hidden || strings.HasSuffix(base, ".test") || strings.HasSuffix(base, ".prof") {
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		return do(name, text)
	})
}

// TestTheRulesFindWhatBreaksThem shows each rule a file that breaks it and one
// that is close and does not.
func TestTheRulesFindWhatBreaksThem(t *testing.T) {
	cases := []struct {
		rule, name, text, want string
	}{
		{"imports go up", "position/a.go", `import _ "recorderd/record"`, "does not stand above"},
		{"imports go up", "record/a.go", `import _ "recorderd/position"`, ""},
		{"imports go up", "record/a_test.go", `import _ "recorderd/web"`, ""},
		{"imports go up", "attic/a.go", `import _ "fmt"`, "no place in the house"},
		{"imports go up", "web/a.go", `import _ "recorderd/attic"`, "no place in the house"},
		{"imports go up", "record/a.go", `import _ "math/rand/v2"`, "pure function"},
		{"imports go up", "boardio/dgt/a.go", `import _ "recorderd/position"`, "know no chess"},
		{"imports go up", "web/a.go", `import _ "recorderd/boardio/dgt"`, "never a device"},
		{"imports go up", "record/a.go", `import _ "github.com/notnil/chess"`, "only secondopinion"},
		{"imports go up", "paper/a.go", `import _ "recorderd/position"`, "without chess"},
		{"imports go up", "boardio/novag/a.go", `import _ "recorderd/boardio/dgt"`, "known to nobody"},
		{"imports go up", "simulate/a.go", `import _ "recorderd/boardio/dgt/emulator"`, "known to nobody"},
		{"imports go up", "boardio/dgt/emulator/a.go", `import _ "recorderd/boardio/dgt"`, ""},
		{"imports go up", "boardio/tabutronic/a.go", `import _ "recorderd/boardio/certabo"`, ""},
		{"imports go up", "cmd/recorderd/a.go", `import _ "recorderd/boardio/dgt"`, ""},
		{"imports go up", "secondopinion/a.go", `import _ "github.com/notnil/chess"`, ""},
		{"time comes from timesource", "live/a.go", "import \"time\"\nvar t = time.Now()", "live/a.go:3: time.Now"},
		{"time comes from timesource", "live/a.go", "import clock \"time\"\nvar c = clock.Tick", "time.Tick"},
		{"time comes from timesource", "live/a.go", "import \"time\"\nfunc f(time interface{ Now() }) { time.Now() }\nvar _ time.Time", ""},
		{"time comes from timesource", "timesource/a.go", "import \"time\"\nvar t = time.Now()", ""},
		{"no program is started", "web/a.go", `import _ "os/exec"`, "starts no program"},
		{"no program is started", "web/a_test.go", `import _ "os/exec"`, ""},
		{"files are short", "web/a_test.go", strings.Repeat("\n", longest+1), "at most 600"},
		{"files are short", "web/testdata/a.go", strings.Repeat("\n", longest+1), ""},
		{"no notes to oneself", "docs/a.md", "one\n" + "TO" + "DO: two", "docs/a.md:3"},
		{"no notes to oneself", "docs/a.md", "mastodon", ""},
		{"no notes to oneself", ".ci/run", "cd /wor" + "k/main", ".ci/run:2"},
	}
	for _, c := range cases {
		at := slices.IndexFunc(rules, func(r rule) bool { return r.name == c.rule })
		if at < 0 {
			t.Fatalf("there is no rule %q", c.rule)
		}
		got, err := rules[at].check(fstest.MapFS{c.name: {Data: []byte("package a\n" + c.text)}})
		if err != nil {
			t.Errorf("%s: %s: %v", c.rule, c.name, err)
		}
		if (c.want == "") != (len(got) == 0) || !strings.Contains(strings.Join(got, "\n"), c.want) {
			t.Errorf("%s: %s with %.60q: got %q, want %q", c.rule, c.name, c.text, got, c.want)
		}
	}
}
