package js

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"evsim/internal/folder"
	"evsim/internal/say"
)

// rootOf is the folder out of which a program reads nothing: the nearest one
// above the file that is a package, or has packages; else the file's own.
func rootOf(path string) string {
	own := filepath.Dir(path)
	for dir := own; ; dir = filepath.Dir(dir) {
		for _, mark := range [...]string{"package.json", "node_modules"} {
			if _, err := os.Stat(filepath.Join(dir, mark)); err == nil {
				return dir
			}
		}
		if dir == filepath.Dir(dir) {
			return own
		}
	}
}

// own are the names of modules that evsim has.
var ownModules = [...]string{"assert", "assert/strict", "async_hooks", "crypto", "diagnostics_channel", "dns", "dns/promises", "events", "evsim", "evsim/scenario", "fs", "fs/promises", "os", "path", "perf_hooks", "process", "timers", "timers/promises", "tty", "util"}

// nodeModules are Node's other modules, which are refused by name.
var nodeModules = [...]string{
	"buffer", "child_process", "cluster", "console", "constants", "dgram",
	"domain", "http", "http2", "https", "inspector", "module", "net",
	"path/posix", "path/win32", "punycode", "querystring", "readline", "readline/promises", "repl", "sea", "sqlite", "stream",
	"stream/consumers", "stream/promises", "stream/web", "string_decoder", "sys", "test", "tls", "trace_events", "url",
	"util/types", "v8", "vm", "wasi", "worker_threads", "zlib",
}

// setUp makes the bundler read what a program may, and nothing else.
func (l *loader) setUp(b api.PluginBuild) {
	b.OnResolve(api.OnResolveOptions{Filter: `^evsim\$entry$`}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: cmp.Or(l.only, l.entry), Namespace: "file"}, nil
	})
	b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "evsim"}, loadOwn)
	b.OnResolve(api.OnResolveOptions{Filter: `.*`}, resolveNone)
	if l.alone {
		b.OnResolve(api.OnResolveOptions{Filter: `^[a-z_][a-z0-9_/:]*$`}, l.resolveBare)
		b.OnResolve(api.OnResolveOptions{Filter: `.*`}, resolveAlone)
		b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "file"}, l.loadAlone)
		return
	}
	b.OnResolve(api.OnResolveOptions{Filter: `^[a-z_][a-z0-9_/:]*$`}, l.resolveBare)
	b.OnLoad(api.OnLoadOptions{Filter: `.*`, Namespace: "file"}, l.loadFile)
}

// resolveBare finds what stands behind a name that is no path.
func (l *loader) resolveBare(args api.OnResolveArgs) (api.OnResolveResult, error) {
	name, ofNode := strings.CutPrefix(args.Path, scheme)
	switch {
	case slices.Contains(ownModules[:], name):
		l.wants(args, name)
		if ofNode && args.Kind != api.ResolveJSImportStatement {
			name = args.Path // a file that asks whether there is such a prefix
		}
		return api.OnResolveResult{Path: name, Namespace: "evsim"}, nil
	case !ofNode && !l.alone && hasPackage(args.ResolveDir, l.root, name): // such as events, which is a package too
		return api.OnResolveResult{}, nil
	case slices.Contains(nodeModules[:], name) && (inPackage(args.Importer) || args.Namespace == "evsim"): // it ends a run that comes to a part of it, as few do: see unknownModule
		if args.Kind != api.ResolveJSRequireCall {
			name = forImport + name
		} else if ofNode {
			name = args.Path // see loadOwn
		}
		return api.OnResolveResult{Path: name, Namespace: "evsim"}, nil
	case ofNode || slices.Contains(nodeModules[:], name):
		return refusal(say.Of("`%s` is a module of Node that evsim does not have", args.Path), say.Of("it has %s", strings.Join(ownModules[:], ", ")))
	}
	return api.OnResolveResult{}, nil
}

// inPackage reports whether a file, by its path or by the name of a bundle, belongs
// to a package that somebody else wrote.
func inPackage(name string) bool {
	return slices.Contains(strings.Split(filepath.ToSlash(name), "/"), "node_modules")
}

// refused is what evsim itself says in a message of the bundler.
type refused struct {
	message, hint say.Text
	unread        bool // it is about a file that cannot be read: see ofOne
}

func (r refused) messages() []api.Message {
	return []api.Message{{Text: r.message.String(), Detail: r}}
}

func refusal(message, hint say.Text) (api.OnResolveResult, error) {
	return api.OnResolveResult{Errors: refused{message: message, hint: hint}.messages()}, nil
}

// hasPackage reports whether a package of the name stands in a node_modules at
// or above a folder, within the root.
func hasPackage(from, root, name string) bool {
	for dir := from; ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(filepath.Join(dir, "node_modules", filepath.FromSlash(name))); err == nil && info.IsDir() {
			return true
		}
		if dir == root || dir == filepath.Dir(dir) {
			return false
		}
	}
}

// ownFile is what begins the names of files that are evsim's own.
const ownFile = "evsim:"

// forImport begins the names of modules that evsim has not, where an import asks for them.
// What the bundler makes of one copies what the module has of its own, which would end the
// run: so it gets an object that has nothing, and inherits from the module.
const forImport = "import "

// loadOwn is one of evsim's own modules: what the run gives under its name, or
// code that is bundled as a program's own and asks the run for the rest.
func loadOwn(args api.OnLoadArgs) (api.OnLoadResult, error) {
	text, ok := written[args.Path]
	if args.Path == noRequire {
		text = "throw new ReferenceError('require is not defined')"
	} else if name, ofNode := strings.CutPrefix(args.Path, scheme); ofNode {
		text = fmt.Sprintf("%s(%q); module.exports = require(%q)", nameBuiltin, args.Path, name)
	} else if name, imports := strings.CutPrefix(args.Path, forImport); imports {
		text = fmt.Sprintf("module.exports = { __proto__: %s(%q) }", nameBuiltin, name)
	} else if !ok {
		text = fmt.Sprintf("module.exports = %s(%q)", nameBuiltin, args.Path)
	}
	return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
}

// loaders are what a file may be, by its ending.
var loaders = map[string]api.Loader{
	".js": api.LoaderJS, ".cjs": api.LoaderJS, ".mjs": api.LoaderJS, ".jsx": api.LoaderJSX,
	".ts": api.LoaderTS, ".cts": api.LoaderTS, ".mts": api.LoaderTS, ".tsx": api.LoaderTSX,
	".json": api.LoaderJSON,
}

// loadFile reads a file that lies in the root.
func (l *loader) loadFile(args api.OnLoadArgs) (api.OnLoadResult, error) {
	name, err := filepath.Rel(filepath.Dir(l.entry), args.Path)
	if err != nil {
		return api.OnLoadResult{}, err
	}
	inside, err := filepath.Rel(l.root, args.Path)
	if err != nil || inside == ".." || strings.HasPrefix(inside, ".."+string(filepath.Separator)) {
		return l.cannotRead(args.Path, say.Of("%s is outside of the program's folder, which is %s", filepath.ToSlash(name), l.root)), nil
	}
	if l.emptied(args.Path, filepath.ToSlash(name)) {
		text := noText
		return api.OnLoadResult{Contents: &text, Loader: api.LoaderJS}, nil
	}
	kind, known := loaders[filepath.Ext(args.Path)]
	if !known {
		return l.cannotRead(args.Path, say.Of("%s does not have the extension of a JavaScript, TypeScript or JSON file", filepath.ToSlash(name))), nil
	}
	text, err := l.read(args.Path)
	if err != nil {
		return l.cannotRead(args.Path, say.Of("cannot read %s: %s", filepath.ToSlash(name), err)), nil
	}
	if len(text) > maxBundle {
		return l.cannotRead(args.Path, say.Of("%s has more than %d bytes", filepath.ToSlash(name), maxBundle)), nil
	}
	l.mutex.Lock() // the bundler reads several at a time
	l.sources[filepath.ToSlash(name)] = []byte(text)
	l.mutex.Unlock()
	text = l.waiting(filepath.ToSlash(name), l.amended(filepath.ToSlash(name), text))
	if kind == api.LoaderJS {
		text = withFinder(text)
	}
	return api.OnLoadResult{Contents: &text, Loader: kind, ResolveDir: filepath.Dir(args.Path)}, nil
}

// cannotRead says why a file is not read, and keeps it: see ofEach.
func (l *loader) cannotRead(path string, message say.Text) api.OnLoadResult {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.unread[path] = message
	return api.OnLoadResult{Errors: refused{message: message, unread: true}.messages()}
}

func (l *loader) read(path string) (string, error) {
	if path == l.entry {
		return string(l.text), nil
	}
	f, info, err := folder.Open(path)
	if err != nil {
		var of *fs.PathError
		if errors.As(err, &of) {
			err = of.Err
		}
		return "", err
	}
	defer f.Close()
	text, err := folder.ReadAll(f, info, maxBundle+1)
	return string(text), err
}
