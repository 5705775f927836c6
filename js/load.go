package js

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"

	"evsim/internal/say"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// maxBundle bounds what a file and all that it imports may come to, in bytes.
const maxBundle = 8 << 20

// Load reads a file and what it imports, and makes a program of them. The text
// is that of the file itself. What is wrong is a [Problems].
func Load(name string, text []byte) (*Program, error) { return LoadScript(name, "", text) }

// LoadScript is Load for a file that another one names as its script: places in
// it have that name for their File.
func LoadScript(name, file string, text []byte) (*Program, error) {
	whole, err := filepath.Abs(name)
	if err != nil {
		return nil, fmt.Errorf("cannot find %s: %w", name, err)
	}
	if whole, err = filepath.EvalSymlinks(whole); err != nil {
		return nil, fmt.Errorf("cannot find %s: %w", name, err)
	}
	l := &loader{entry: whole, text: text, root: rootOf(whole), sources: make(map[string][]byte)}
	p := &Program{title: filepath.Base(name), path: whole, file: path.Clean(file)}
	if file == "" {
		p.file = ""
	}
	return l.load(p)
}

// load makes the program of what the loader reads.
func (l *loader) load(p *Program) (*Program, error) {
	if len(l.text) > maxBundle {
		return nil, Problems{{Message: say.Of("%s has more than %d bytes", p.title, maxBundle)}} // else it might be cut
	}
	l.amendments, l.unread = make(map[string][]amendment), make(map[string]say.Text)
	p.root, p.sources, p.amendments = l.root, l.sources, l.amendments
	l.script()
	bundle, problems := l.bundled()
	if problems != nil {
		return nil, problems
	}
	if len(bundle) > maxBundle {
		return nil, Problems{{Message: say.Of("with all that it imports the program has %d bytes; %d is the most", len(bundle), maxBundle)}}
	}
	p.module, p.topAwait, p.strict, p.script = l.module, l.topAwait, l.strict, l.isScript && !l.module
	p.beside = l.beside
	for _, name := range l.evaluated {
		p.inOrder = append(p.inOrder, p.shortName(name))
	}
	p.world.ESM = p.module
	if err := p.compile(bundle); err != nil && !l.compiledAgain(p) {
		return nil, err
	}
	p.needs = append(p.needs, l.moduleNeeds(p)...)
	if p.module {
		p.needs = append(p.needs, program.Need{Feature: model.ESM, Verb: "import", Pos: sim.Pos{Line: 1, Col: 1}, Has: func(p model.Policy) bool {
			return p.Web != nil || p.Features.Has(model.ESM) // every browser has modules, and runs them as it runs scripts
		}})
	}
	return p, nil
}

// bundled is the file with all that it imports, as the engine takes it.
func (l *loader) bundled() (string, Problems) {
	bundle, problems := l.bundle(false)
	if problems == nil && l.topAwait {
		return l.bundle(true)
	}
	return bundle, problems
}

// compiledAgain reports whether the engine takes the program once its classes have no
// fields: it does not know those that are called get, set, static or async.
func (l *loader) compiledAgain(p *Program) bool {
	l.fieldless = true
	bundle, problems := l.bundled()
	return problems == nil && len(bundle) <= maxBundle && p.compile(bundle) == nil
}

// loader gathers what one program is made of.
type loader struct {
	entry   string // the file, by its whole path
	text    []byte
	root    string // the folder out of which nothing is read
	alone   bool   // nothing is read at all: see LoadText
	sources map[string][]byte
	mutex   sync.Mutex

	amendments map[string][]amendment // of each file, by its name
	wanted     map[moduleUse]bool     // modules of Node's

	module    bool
	strict    bool // every file is a module
	topAwait  bool
	evaluated []string // see metafile.evaluated
	isScript  bool     // see script
	fieldless bool     // fields of classes are lowered, too

	unread map[string]say.Text // why files are not read, by their whole paths
	only   string              // the one file that is not empty, by its whole path: see ofEachFile

	gaps   map[string]gap // what waits behind each module; nil: not yet known
	beside []plan         // see Program.beside
}

// lowered is what the engine has not, or has without the costs that a policy
// gives it.
var lowered = map[string]bool{"async-await": false, "async-generator": false, "for-await": false, "dynamic-import": false, "logical-assignment": false}

// options are those of a build without its format.
func (l *loader) options() api.BuildOptions {
	o := api.BuildOptions{
		AbsWorkingDir:  filepath.Dir(l.entry),
		Outfile:        "bundle.js",
		Bundle:         true,
		Platform:       api.PlatformNode,
		Sourcemap:      api.SourceMapInline,
		SourcesContent: api.SourcesContentExclude,
		Charset:        api.CharsetUTF8,
		LogLevel:       api.LogLevelSilent,
		Metafile:       true,
		KeepNames:      true,
		Plugins:        []api.Plugin{{Name: "evsim", Setup: l.setUp}},
	}
	if l.alone {
		o.TsconfigRaw = "{}" // else it would look for the file
	}
	return o
}

// nameEntry is what the bundler calls the file by: its own name may have
// letters that mean something in a path or in a string.
const nameEntry = "evsim$entry"

// bundle is the file with all that it imports as the body of one function.
// A module that awaits at its top is bundled first, and lowered then.
func (l *loader) bundle(awaits bool) (string, Problems) {
	o := l.options()
	o.Banner, o.Footer = map[string]string{"js": banner}, map[string]string{"js": footer}
	o.Format, o.Target, o.Supported = api.FormatCommonJS, api.ES2022, maps.Clone(lowered)
	if l.fieldless {
		o.Supported["class-field"], o.Supported["class-static-field"] = false, false
	}
	o.EntryPoints = []string{nameEntry}
	o.Define = map[string]string{"import.meta.url": nameMeta}
	if awaits {
		text, problems := l.flat()
		if problems != nil {
			return "", problems
		}
		o.Plugins, o.EntryPoints = nil, nil
		o.Bundle, o.Define = false, nil
		o.Stdin = &api.StdinOptions{Contents: text, ResolveDir: o.AbsWorkingDir, Sourcefile: "bundle.cjs"}
	}
	built := l.build(o)
	if !awaits && slices.ContainsFunc(built.Errors, func(m api.Message) bool { return strings.Contains(m.Text, "op-level await") }) {
		l.topAwait, l.module = true, true
		return "", nil
	}
	if len(built.Errors) > 0 {
		return "", l.problems(built.Errors)
	}
	if !awaits {
		meta := readMetafile(built.Metafile)
		l.evaluated = meta.evaluated(withoutBackslash(filepath.Base(l.entry)))
		l.module, l.strict = meta.modules(filepath.Base(l.entry))
	}
	return string(built.OutputFiles[0].Contents), nil
}

// flat is a module that awaits at its top as an async function that is called.
func (l *loader) flat() (string, Problems) {
	o := l.options()
	o.Format, o.Target = api.FormatESModule, api.ESNext
	o.Define = map[string]string{"import.meta.url": nameMeta}
	o.Banner = map[string]string{"js": "return " + nameModule + "(async () => {"}
	o.Footer = map[string]string{"js": "});"}
	o.Stdin = &api.StdinOptions{Contents: "import '" + nameEntry + "'", ResolveDir: o.AbsWorkingDir, Sourcefile: "evsim:start"}
	built := l.build(o)
	if len(built.Errors) == 0 && l.gaps == nil && l.beside == nil && l.planned(built) {
		built = l.build(o)
	}
	if len(built.Errors) == 0 && l.beside != nil {
		return l.sideBySide(o)
	}
	if len(built.Errors) > 0 {
		return "", l.problems(built.Errors)
	}
	meta := readMetafile(built.Metafile)
	l.evaluated = meta.evaluated(withoutBackslash(filepath.Base(l.entry)))
	_, l.strict = meta.modules("")
	return string(built.OutputFiles[0].Contents), nil
}

// problems are the bundler's errors as evsim tells them.
func (l *loader) problems(messages []api.Message) Problems {
	var out Problems
	for _, m := range mistakes(messages) {
		p := Problem{Width: 1}
		if at := m.Location; at != nil {
			from := min(at.Column, len(at.LineText))
			to := min(from+at.Length, len(at.LineText))
			p.Pos = sim.Pos{Line: int32(at.Line), Col: int32(utf8.RuneCountInString(at.LineText[:from])) + 1}
			p.Width = max(1, utf8.RuneCountInString(at.LineText[from:to]))
			if name := fileName(l.sources, at.File); name != filepath.Base(l.entry) {
				p.Pos.File = name
			}
		}
		p.Message, p.Hint = told(m)
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b Problem) int { // the bundler reads files side by side
		return cmp.Or(strings.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col), cmp.Compare(a.Message, b.Message))
	})
	return slices.CompactFunc(out, func(a, b Problem) bool { return a.Pos == b.Pos && a.Message == b.Message })
}

// told is what a message of the bundler says, and what to do about it.
func told(m api.Message) (message, hint say.Text) {
	if own, ok := m.Detail.(refused); ok {
		return own.message, own.hint
	}
	message = ofBundler(strings.TrimPrefix(m.Text, "[plugin evsim] "))
	if len(m.Notes) == 0 {
		return message, ""
	}
	if note := m.Notes[0].Text; !strings.HasPrefix(m.Text, "Could not resolve") || !strings.Contains(note, "external") {
		return message, ofBundler(note)
	}
	return message, "install it with npm, in the folder of the program: packages are read from its node_modules" // the note says what only who calls the bundler could do
}

// mapComment is what stands before the source map at the end of a bundle.
const mapComment = "//# sourceMappingURL=data:application/json;base64,"

var errNoMap = errors.New("the bundle has no source map")

// compile makes what the engine runs of a bundle.
func (p *Program) compile(bundle string) error {
	end := strings.LastIndex(bundle, mapComment)
	if end < 0 {
		return errNoMap
	}
	text, err := base64.StdEncoding.DecodeString(strings.TrimSpace(bundle[end+len(mapComment):]))
	if err != nil {
		return fmt.Errorf("the bundle's source map: %w", err)
	}
	if len(p.amendments) > 0 {
		if text, err = p.unamended(text); err != nil {
			return err
		}
	}
	if text, err = oneBased(text); err != nil {
		return err
	}
	source := bundle[:end]
	if strings.Contains(source, "eval(") { // the engine knows a direct eval by this name alone
		source = "(function (eval) { return " + source + "})\n" // the comment with the map begins a line
		p.wrapped = true
	}
	p.bundle, p.sourceMap = source+"//# sourceMappingURL=bundle.js.map\n", text
	p.spots = new(spots)
	parsed, err := p.parse()
	if err != nil {
		return p.refused(err)
	}
	p.rewrite(parsed)
	if p.code, err = goja.CompileAST(parsed, false); err != nil {
		return p.refused(err)
	}
	return nil
}

// parse is the tree of the bundle, before it is rewritten.
func (p *Program) parse() (*ast.Program, error) {
	return goja.Parse(bundleName, p.bundle, parser.WithSourceMapLoader(func(string) ([]byte, error) { return p.sourceMap, nil }))
}

// refused says that the engine does not take what the bundler made.
func (p *Program) refused(err error) error {
	problem := Problem{Message: say.Of("the engine does not know this: %s", err), Width: 1}
	var list parser.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		problem.Message, problem.Pos = say.Of("the engine does not know this: %s", list[0].Message), p.pos(list[0].Position)
	}
	return Problems{problem}
}

// rewrite makes the calls of what lowered code needs, and finds out what the
// program uses.
func (p *Program) rewrite(parsed *ast.Program) {
	p.reflects, p.renamed, p.evaluations, p.awaits = p.asksForKinds(), make(map[string]string), &evaluations{}, new(sync.Map)
	r := rewriter{program: p, file: parsed.File, declared: make(map[string]bool), reflects: p.reflects, bigints: p.hasBig(), iterators: p.hasIterators()}
	p.mentions, p.imported, p.tried = make(map[string]bool), ownModulesOf(parsed.File.Source()), make(map[int]bool)
	r.whole(parsed)
	p.handles = p.handles || r.looked > 0 || r.declared["Promise"]
	p.ownCode = slices.ContainsFunc(nodeModules[:], p.Imports)
	for module := range written {
		p.ownCode = p.ownCode || p.Imports(module)
	}
	p.needs = r.needs()
	p.ofPages = p.pageMembers()
	for _, g := range globals() {
		if slices.ContainsFunc(g.names, func(name string) bool { return p.mentions[name] }) {
			p.globals = append(p.globals, g)
		}
	}
}
