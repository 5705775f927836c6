package mutate

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// searched are the folders in which functions are looked for: the engine, and
// the language of scenarios.
var searched = [...]string{"clock", "sim", "ecma", "model", "program", "scenario"}

// source is the functions of the module, by name.
type source struct {
	files     map[string]string // by path from the root
	packages  map[string]string // their names, by folder
	functions map[string][]*function
	edited    []*function
}

// function is one of a file: where it stands there, and how it reads by now.
type function struct {
	file       string
	begin, end int
	text       string
}

// read reads the functions of the module at root.
func read(root string) (*source, error) {
	s := &source{files: make(map[string]string), packages: make(map[string]string), functions: make(map[string][]*function)}
	for _, folder := range searched {
		err := filepath.WalkDir(filepath.Join(root, folder), func(name string, d fs.DirEntry, err error) error {
			switch {
			case os.IsNotExist(err) && name == filepath.Join(root, folder):
				return nil
			case err != nil:
				return err
			case d.IsDir() && d.Name() == "testdata":
				return fs.SkipDir
			case d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
				return nil
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			inside, err := filepath.Rel(root, name)
			if err != nil {
				return err
			}
			return s.add(filepath.ToSlash(inside), string(text))
		})
		if err != nil {
			return nil, fmt.Errorf("the module's source: %w", err)
		}
	}
	return s, nil
}

// add takes in the functions of a file.
func (s *source) add(file, text string) error {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	s.files[file], s.packages[path.Dir(file)] = text, parsed.Name.Name
	for _, decl := range parsed.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok {
			continue
		}
		begin, end := set.Position(f.Pos()).Offset, set.Position(f.End()).Offset
		one := &function{file: file, begin: begin, end: end, text: text[begin:end] + "\n"}
		for _, name := range [...]string{nameOf(f), parsed.Name.Name + "." + nameOf(f)} {
			s.functions[name] = append(s.functions[name], one)
		}
	}
	return nil
}

// nameOf is a function as edits name it, without its package.
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	for {
		switch t := of.(type) {
		case *ast.StarExpr:
			of = t.X
		case *ast.IndexExpr:
			of = t.X
		case *ast.IndexListExpr:
			of = t.X
		case *ast.Ident:
			return t.Name + "." + f.Name.Name
		default:
			return f.Name.Name
		}
	}
}

// edit writes a part of a function otherwise.
func (s *source) edit(name, old, written string) error {
	found := s.functions[name]
	if len(found) != 1 {
		return fmt.Errorf("there are %d functions %s, and must be one: say which function it is now", len(found), name)
	}
	if n := strings.Count(found[0].text, old); n != 1 {
		return fmt.Errorf("this stands %d times in %s, and must once: say how the rule is broken now\n%s", n, name, old)
	}
	found[0].text = strings.Replace(found[0].text, old, written, 1)
	if !slices.Contains(s.edited, found[0]) {
		s.edited = append(s.edited, found[0])
	}
	return nil
}

// mutated is the files with edited functions, and what these call.
func (s *source) mutated() map[string]string {
	files := map[string]string{"sim/broken.go": support}
	last := slices.SortedFunc(slices.Values(s.edited), func(a, b *function) int { return cmp.Compare(b.begin, a.begin) })
	for _, one := range last { // from the end, so that those before stay where they are
		text, begun := files[one.file]
		if !begun {
			text = s.files[one.file]
		}
		files[one.file] = text[:one.begin] + strings.TrimSuffix(one.text, "\n") + text[one.end:]
		if folder := path.Dir(one.file); folder != "sim" {
			files[folder+"/broken.go"] = fmt.Sprintf(supportAbove, s.packages[folder])
		}
	}
	return files
}
