// Package tidy is the house rules of this module's source, each a function over
// the parsed tree that says where the rule is broken. They run as a test.
package tidy

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Module is the path that the module's own packages are imported by.
const Module = "evsim"

// Tree is the source of the module.
type Tree struct {
	Fset  *token.FileSet
	Files []*File // in the order of their paths
	Texts []Text
}

// File is one Go file.
type File struct {
	Path string // from the module's root, with slashes
	*ast.File
	types *types.Info // nil for tests, which no rule about types looks at
}

// Text is any file of the tree that people write, Go or not.
type Text struct{ Path, Body string }

// Dir is the package's directory, from the module's root.
func (f *File) Dir() string { return path.Dir(f.Path) }

// Test reports whether the file is part of a test.
func (f *File) Test() bool { return strings.HasSuffix(f.Path, "_test.go") }

// Finding is one place where a rule is broken.
type Finding struct {
	Pos     token.Position
	Message string
}

// String is the finding as a compiler would put it.
func (f Finding) String() string { return fmt.Sprintf("%v: %s", f.Pos, f.Message) }

// find is a finding at a place of a parsed file.
func (t *Tree) find(at token.Pos, format string, args ...any) Finding {
	return Finding{t.Fset.Position(at), fmt.Sprintf(format, args...)}
}

// written are the endings of the files that people write.
var written = []string{".go", ".md", ".mod", ".txtar", ".yaml", ".yml"}

// Read parses the tree below root.
func Read(root string) (*Tree, error) {
	sources := map[string]string{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if hidden := strings.HasPrefix(d.Name(), ".") && rel != "." && rel != ".ci"; hidden {
				return filepath.SkipDir
			}
			return nil
		}
		if slices.Contains(written, path.Ext(rel)) || path.Dir(rel) == ".ci" {
			body, err := os.ReadFile(name)
			sources[rel] = string(body)
			return err
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return Parse(sources)
}

// Parse is the tree of the given files, by path.
func Parse(sources map[string]string) (*Tree, error) {
	t := &Tree{Fset: token.NewFileSet()}
	var failed []error
	for name, body := range sources {
		t.Texts = append(t.Texts, Text{name, body})
		if path.Ext(name) != ".go" || strings.Contains(name, "testdata/") {
			continue
		}
		file, err := parser.ParseFile(t.Fset, name, body, parser.ParseComments|parser.SkipObjectResolution)
		failed = append(failed, err)
		t.Files = append(t.Files, &File{Path: name, File: file})
	}
	slices.SortFunc(t.Texts, func(a, b Text) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(t.Files, func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
	if err := errors.Join(failed...); err != nil {
		return nil, err
	}
	t.resolve()
	return t, nil
}
