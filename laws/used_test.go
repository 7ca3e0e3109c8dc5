package laws

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestEveryRuleIsUsed fails for a field of the data that nothing outside this
// package asks, itself or through a method. A rule that decides nothing is one
// that nobody would miss if it were wrong.
func TestEveryRuleIsUsed(t *testing.T) {
	m := readModule(t, os.DirFS(".."))
	laws := m.done[module+"/laws"]
	fields := map[*types.Var]string{}
	eachField("Edition", laws.Scope().Lookup("Edition").Type(), fields)
	if len(fields) < 100 {
		t.Errorf("only %d fields seen", len(fields))
	}
	used := m.used(laws)
	var unused []string
	for field, name := range fields {
		if !used[field] && name != "Edition.InForce" { // which is no rule: it is for who reads the file
			unused = append(unused, name)
		}
	}
	slices.Sort(unused)
	for _, name := range unused {
		t.Errorf("%s: nothing asks it", name)
	}
}

// eachField adds the fields of a struct of this package and of those in it,
// each once and under the first name that it is found by.
func eachField(name string, typ types.Type, fields map[*types.Var]string) {
	named, ok := types.Unalias(typ).(*types.Named)
	if !ok || path.Base(named.Obj().Pkg().Path()) != "laws" {
		return
	}
	table, ok := named.Underlying().(*types.Struct)
	for i := 0; ok && i < table.NumFields(); i++ {
		f := table.Field(i)
		if f.Embedded() {
			eachField(name, f.Type(), fields)
			continue
		}
		below := name + "." + f.Name()
		if fields[f.Origin()] == "" {
			fields[f.Origin()] = below
		}
		eachField(below, f.Type(), fields)
	}
}

const module = "recorderd"

// source is the module as it is read: packages by their directory, without
// tests. What is not of the module is taken to be empty, and what then does not
// fit is no matter: the types of this package do not hang on it.
type source struct {
	set   *token.FileSet
	files map[string][]*ast.File
	done  map[string]*types.Package
	info  types.Info
}

func readModule(t *testing.T, tree fs.FS) *source {
	t.Helper()
	m := &source{token.NewFileSet(), map[string][]*ast.File{}, map[string]*types.Package{}, types.Info{
		Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{},
	}}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(m.set, name, text, parser.SkipObjectResolution)
		m.files[path.Dir(name)] = append(m.files[path.Dir(name)], file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for dir := range m.files {
		if _, err := m.Import(module + "/" + dir); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// Import is of types.Importer.
func (m *source) Import(name string) (*types.Package, error) {
	if p := m.done[name]; p != nil {
		return p, nil
	}
	dir, ours := strings.CutPrefix(name, module+"/")
	if !ours {
		p := types.NewPackage(name, path.Base(name))
		p.MarkComplete()
		m.done[name] = p
		return p, nil
	}
	if len(m.files[dir]) == 0 {
		return nil, errors.New("no package " + name)
	}
	config := types.Config{Importer: m, Error: func(error) {}}
	p, _ := config.Check(name, m.set, m.files[dir], &m.info)
	m.done[name] = p
	return p, nil
}

// used returns the fields that are asked outside the package, and in functions
// of it that are called from there. The reader of the files asks for all of
// them, and does not count.
func (m *source) used(laws *types.Package) map[types.Object]bool {
	used := map[types.Object]bool{}
	bodies := map[types.Object]ast.Node{}
	var use func(n ast.Node)
	use = func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			o := origin(m.info.Uses[id])
			if o == nil || o.Pkg() != laws || used[o] {
				return true
			}
			used[o] = true
			if body := bodies[o]; body != nil {
				use(body)
			}
			return true
		})
	}
	for _, file := range m.files["laws"] {
		if m.set.Position(file.Pos()).Filename == "laws/parse.go" {
			continue
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				bodies[m.info.Defs[f.Name]] = f.Body
			}
		}
	}
	for dir, files := range m.files {
		if dir == "laws" {
			continue
		}
		for _, file := range files {
			use(file)
		}
	}
	return used
}

// origin returns what a field or a method of an instance is in its generic
// type.
func origin(o types.Object) types.Object {
	switch o := o.(type) {
	case *types.Var:
		return o.Origin()
	case *types.Func:
		return o.Origin()
	}
	return o
}
