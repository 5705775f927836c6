package tidy

import (
	"go/ast"
	"slices"
)

// wholeHome is the package that writes files whole or not at all.
const wholeHome = "internal/replace"

// fileWriters are the functions of os that write files, or put them in places.
var fileWriters = []string{"Create", "CreateTemp", "WriteFile", "Rename", "Link", "Symlink", "CopyFS"}

// ownFiles are files of code that write past wholeHome, and where to: what is in a
// folder of their own is nobody's until the folder is whole, and is gone with it.
var ownFiles = map[string]string{
	"internal/bench/steps.go":             "a folder of its own, for measuring",
	"internal/drive/firefox.go":           "a profile, in a folder of its own",
	"internal/mutate/mutate.go":           "sources in a folder of its own, for the go command",
	"internal/observe/browser/browser.go": "a profile, in a folder of its own",
	"internal/observe/code.go":            "a program to be run, in a folder of its own",
	"internal/observe/nodes/nodes.go":     "a release of Node, which has its name when it is whole",
	"internal/observe/preload.go":         "a library, which has its name when it is whole",
	"internal/observe/run.go":             "a script to be run, in a folder of its own",
	"internal/release/archive.go":         "in a folder of wholeHome",
	"internal/release/materials.go":       "the same",
	"internal/release/packages.go":        "the same",
}

// wholeFiles finds what writes a file that could be left half-written.
func wholeFiles(t *Tree, f *File) []Finding {
	if f.Test() || f.Dir() == wholeHome || ownFiles[f.Path] != "" {
		return nil
	}
	var found []Finding
	ast.Inspect(f.File, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok && f.names(sel.X, "os") && slices.Contains(fileWriters, sel.Sel.Name) {
			found = append(found, t.find(sel.Pos(), "os.%s can leave a part: %s writes files", sel.Sel.Name, wholeHome))
		}
		return true
	})
	return found
}
