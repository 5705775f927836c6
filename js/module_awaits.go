package js

import (
	"errors"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

// Whether a module awaits at its top ([[HasTLA]], ECMA-262 §16.2.1.6) is a question of each
// module: what one throws that does so goes through a promise of its own. The bundler makes
// one function of all modules, one behind the other as they are evaluated.

var exportStatement = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?ms)^export (\{.*?\}|\*( as \S+)?)( from (".*?"|'.*?'))?( with \{.*?\})?;$`)
})

// awaitsAtTop reports whether an await stands at a module's top, also where none is
// reached: the bundler says so of a module that has nothing else which makes it one, where
// it finds what no module may have.
func awaitsAtTop(text string, kind api.Loader) bool {
	if !strings.Contains(text, "await") {
		return false
	}
	o := api.TransformOptions{Loader: kind, Format: api.FormatESModule, Target: api.ESNext, Define: map[string]string{"import.meta": "Object"}, TsconfigRaw: "{}", LogLevel: api.LogLevelSilent}
	plain := api.Transform(text, o)
	bare := strings.TrimPrefix(exportStatement().ReplaceAllString(string(plain.Code), ""), "\"use strict\";\n")
	o.Loader = api.LoaderJS
	for _, m := range api.Transform(bare+"\nwith (0);", o).Errors {
		if slices.ContainsFunc(m.Notes, func(n api.Note) bool { return strings.Contains(n.Text, `top-level "await"`) }) {
			return true
		}
	}
	return false
}

// fileAwaits is awaitsAtTop for a file, by the name that places have for it. Every run of an
// exploration asks for it, so it is kept.
func (p *Program) fileAwaits(name string) bool {
	if kept, ok := p.awaits.Load(name); ok {
		return kept.(bool)
	}
	awaits := p.topAwait
	for of, text := range p.sources {
		if p.shortName(path.Clean(of)) == name {
			awaits = awaitsAtTop(string(text), loaders[filepath.Ext(of)])
		}
	}
	p.awaits.Store(name, awaits)
	return awaits
}

// endAwaits reports whether the file itself awaits at its top.
func (p *Program) endAwaits() bool { return p.fileAwaits(p.file) }

// asScript reports whether what the program throws as it starts is told as what a script
// throws: that of a module goes through a promise, but for Chromium before 89, and for
// WebKit where no module awaits at its top.
func (m *machine) asScript() bool {
	switch {
	case !m.program.module:
		return true
	case m.node != nil:
		return false
	}
	return !m.program.topAwait && (m.policy.Web.ReportsLate || m.policy.Name == "chrome69")
}

// throwerAwaits reports whether the module awaits at its top that has thrown: the one in
// which the program waited last, or one behind that, which the stack leads to.
func (m *machine) throwerAwaits(err error, f frame) bool {
	p := m.program
	waited := f.at != ends && f.place < len(p.places)
	name, known := m.outermostFile(err)
	if waited {
		at := p.places[f.place].File
		if !known || slices.Index(p.inOrder, name) <= slices.Index(p.inOrder, at) {
			name, known = at, true
		}
	}
	if !known {
		return p.topAwait
	}
	return p.fileAwaits(name)
}

// outermostFile is the file of the outermost call that led to an exception.
func (m *machine) outermostFile(err error) (name string, known bool) {
	var exception *goja.Exception
	if !errors.As(err, &exception) {
		return "", false
	}
	for _, call := range slices.Backward(exception.Stack()) {
		if at := m.at(call); at.Line > 0 && slices.Contains(m.program.inOrder, at.File) {
			return at.File, true
		}
	}
	return "", false
}
