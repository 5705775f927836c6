package js

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

// Modules that run side by side are functions: the bundler makes one of each file where
// it is asked for by import(). In each stand calls first for what the module imports;
// evsim takes these away, and runs the modules in the standard's order (moduleGraph).

// plan is what is known of a module before the run.
type plan struct {
	name    string // as the bundle has it
	imports []string
	awaits  bool // at its top
	early   bool // it runs without an import()
	jobs    int  // that pass behind it in WebKit
}

// plans are those of all files that the bundler found, the program last.
func (l *loader) plans(meta metafile, g graph, gaps map[string]gap) (all []plan) {
	early := meta.evaluated(withoutBackslash(filepath.Base(l.entry)))
	late := slices.DeleteFunc(slices.Sorted(maps.Keys(meta.Inputs)), func(name string) bool { return slices.Contains(early, name) })
	for i, name := range append(late, early...) {
		p := plan{name: name, early: i >= len(late), jobs: gaps[name].webkit}
		if file := meta.Inputs[name]; file.Format != "cjs" { // what that requires it calls itself
			p.imports = file.static()
			if p.awaits = g.awaits[name]; !p.early {
				p.awaits = awaitsAtTop(string(l.sources[name]), loaders[filepath.Ext(name)])
			}
		}
		all = append(all, p)
	}
	return all
}

// bundled functions of modules, and the calls for what they import.
var (
	moduleFunction = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("(?m)^var (\\S+) = __(esm|commonJS)\\(\\{\\n  (async )?(\"(?:[^\"\\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\\n]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`)\\([^()]*\\) \\{\\n")
	})
	importingCall = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^    (?:(?:await )?(\S+)\(\);|\S+ = __toESM\(.*\);)\n`)
	})
)

// sideBySide is the text of a program whose modules run side by side.
func (l *loader) sideBySide(o api.BuildOptions) (string, Problems) {
	o.Banner, o.Footer = nil, nil
	entry := withoutBackslash(filepath.Base(l.entry))
	o.Stdin.Contents = nameGraph + "(" + nameRequired + ", () => import('" + nameEntry + "'));"
	built := l.build(o)
	if len(built.Errors) > 0 {
		return "", l.problems(built.Errors)
	}
	meta := readMetafile(built.Metafile)
	l.evaluated = meta.evaluated(entry)
	_, l.strict = meta.modules("")
	return l.apart(string(built.OutputFiles[0].Contents)), nil
}

// apart takes the calls for what modules import out of the functions that they are; a
// module that only waited for those is no async function then. All stays in its line.
func (l *loader) apart(text string) string {
	found := moduleFunction().FindAllStringSubmatchIndex(text, -1)
	awaits, own := make(map[string]bool), make(map[string]bool)
	for _, p := range l.beside {
		awaits[p.name] = p.awaits
	}
	var required []string
	for _, at := range found {
		own[text[at[2]:at[3]]] = text[at[4]:at[5]] == "esm"
		if text[at[4]:at[5]] == "commonJS" {
			required = append(required, "["+text[at[8]:at[9]]+", "+text[at[2]:at[3]]+"]")
		}
	}
	var out strings.Builder
	vm, done := goja.New(), 0
	for _, at := range found {
		if text[at[4]:at[5]] != "esm" {
			continue
		}
		literal := text[at[8]:at[9]]
		if name, err := vm.RunString(literal); at[6] >= 0 && err == nil && !awaits[name.String()] {
			out.WriteString(text[done:at[6]] + strings.Repeat(" ", at[7]-at[6]))
			done = at[7]
		}
		out.WriteString(text[done:at[1]])
		done = at[1]
		for {
			call := importingCall().FindStringSubmatchIndex(text[done:])
			if call == nil || call[2] >= 0 && !own[text[done+call[2]:done+call[3]]] {
				break
			}
			line := text[done : done+call[1]]
			if call[2] >= 0 {
				line = "\n"
			}
			out.WriteString(line)
			done += call[1]
		}
	}
	out.WriteString(text[done:])
	text = strings.Replace(out.String(), "\nvar __esm = ", "\nvar __esm = "+nameRegister+", evsim$unused = ", 1)
	return strings.Replace(text, nameGraph+"("+nameRequired, nameGraph+"(["+strings.Join(required, ", ")+"]", 1)
}
