package tidy

import (
	"go/ast"
	"slices"
)

// writersHome is the package that writes texts into other languages.
const writersHome = "internal/escape"

// languageImports are libraries that write another language, and the files
// besides writersHome that may import them, and why.
var languageImports = map[string]map[string]string{
	"html":          nil,
	"text/template": nil,
	"html/template": {"internal/cover/write.go": "a page that the library writes as a whole, each text by its place"},
	"encoding/xml":  {"internal/report/junit.go": "the library writes the document as a whole; its texts come from escape"},
}

// jsonWriters are the functions of encoding/json that write.
var jsonWriters = []string{"Marshal", "MarshalIndent", "NewEncoder", "HTMLEscape"}

// ownJSON are files that write JSON which no person and no CI system looks at.
var ownJSON = map[string]string{
	"scenario/schema/node.go":             "the schema of the language: its texts are the project's own",
	"internal/observe/browser/page.go":    "the page that runs a job; the library's form may stand in a script",
	"internal/observe/fuzz/record.go":     "evidence: numbers and versions",
	"internal/observe/evidence/record.go": "evidence: a file that a program reads",
	"internal/viewer/write.go":            "deflated and in base64",
	"explore/checkpoint.go":               "numbers, in a file that a program reads",
	"internal/mutate/mutate.go":           "an overlay of the go command",
	"internal/observe/browser/virtual.go": "a script for the DevTools protocol",
	"internal/lab/answer/refusal.go":      "an answer that a page reads",
	"internal/lab/answer/answer.go":       "the same",
	"internal/lab/apart/apart.go":         "what two processes say to each other",
}

// bareOutput are the files of the command that write past escape.Guard, and
// what they write.
var bareOutput = map[string]string{
	"cmd/evsim/app.go":           "declares it",
	"cmd/evsim/bounds.go":        "a guard of its own, since the process is to end whoever writes",
	"cmd/evsim/export.go":        "scripts and pages, whose texts come from escape",
	"cmd/evsim/commands.go":      "scripts of completion, all of them the library's",
	"cmd/evsim/step.go":          "the terminal program",
	"cmd/evsim/explore.go":       "the code that takes progress away",
	"cmd/evsim/explore_large.go": "progress, in numbers",
	"cmd/evsim/test_results.go":  "progress, in numbers, and GitHub's commands, which come from escape",
	"cmd/evsim/fmt.go":           "files as they are to be, where no terminal and no CI system looks on",
}

// oneWriter finds what writes another language past the package that does it.
func oneWriter(t *Tree, f *File) []Finding {
	if f.Test() || f.Dir() == writersHome || f.Dir() == "internal/bench" {
		return nil
	}
	var found []Finding
	for _, spec := range f.Imports {
		name := imported(spec)
		if files, listed := languageImports[name]; listed && files[f.Path] == "" {
			found = append(found, t.find(spec.Pos(), "%s writes another language: %s does", name, writersHome))
		}
	}
	ast.Inspect(f.File, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if f.names(sel.X, "encoding/json") && slices.Contains(jsonWriters, sel.Sel.Name) && ownJSON[f.Path] == "" {
			found = append(found, t.find(sel.Pos(), "json.%s leaves control characters raw: use %s", sel.Sel.Name, writersHome))
		}
		if f.Dir() == "cmd/evsim" && (sel.Sel.Name == "bare" || sel.Sel.Name == "errBare") && bareOutput[f.Path] == "" {
			found = append(found, t.find(sel.Pos(), "%s is past the guard: see bareOutput", sel.Sel.Name))
		}
		return true
	})
	return found
}
