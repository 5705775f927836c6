package js

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// ofEach are the errors of a build that failed, told at every import that they come of.
// The bundler reads a file once, however many others import it, and tells what is wrong
// with it at one of the imports. Which one it is changes from build to build, since files
// are read side by side. So the program is built again, and each import of such a file
// refused.
func (l *loader) ofEach(o api.BuildOptions, errors []api.Message) []api.Message {
	if o.Plugins == nil || !slices.ContainsFunc(errors, ofOne) {
		return errors // of a text that has been bundled, or each at its place
	}
	again := o
	again.Plugins = []api.Plugin{{Name: "evsim", Setup: func(b api.PluginBuild) {
		l.setUp(b)
		b.OnResolve(api.OnResolveOptions{Filter: `.*`}, func(args api.OnResolveArgs) (api.OnResolveResult, error) {
			return l.resolveUnread(b, args)
		})
	}}}
	all := l.buildOnce(again).Errors
	if slices.ContainsFunc(all, ofOne) {
		all = l.ofEachFile(o)
	}
	if len(all) == 0 {
		return errors // the file can be read by now
	}
	return all
}

// asked marks the question of resolveUnread, which it does not answer itself.
type asked struct{}

// resolveUnread refuses files that could not be read.
func (l *loader) resolveUnread(b api.PluginBuild, args api.OnResolveArgs) (api.OnResolveResult, error) {
	if args.PluginData == (asked{}) {
		return api.OnResolveResult{}, nil
	}
	found := b.Resolve(args.Path, api.ResolveOptions{
		Importer: args.Importer, Namespace: args.Namespace, ResolveDir: args.ResolveDir, Kind: args.Kind, With: args.With, PluginData: asked{},
	})
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if message, ok := l.unread[found.Path]; ok && found.Namespace == "file" {
		return refusal(message, "")
	}
	return api.OnResolveResult{}, nil
}

// ofEachFile are the errors of each file of a program. It is built by itself, and the files
// that it imports are empty then. This finds imports of which the bundler does not ask how
// they are resolved: of names that are put together, and of data: URLs. It takes some two
// milliseconds a file.
func (l *loader) ofEachFile(o api.BuildOptions) (all []api.Message) {
	o.Stdin, o.EntryPoints = nil, []string{nameEntry}
	defer func() { l.only = "" }()
	for _, name := range slices.Sorted(maps.Keys(l.sources)) {
		l.only = filepath.Join(filepath.Dir(l.entry), filepath.FromSlash(name))
		all = append(all, l.buildOnce(o).Errors...)
	}
	return all
}

// ofOne reports whether an error is told at one of several imports.
func ofOne(m api.Message) bool {
	own, ok := m.Detail.(refused)
	return ok && own.unread || slices.ContainsFunc(ofURLs[:], func(begin string) bool { return strings.HasPrefix(m.Text, begin) })
}

// ofURLs are the beginnings of the bundler's messages about data: URLs.
var ofURLs = [...]string{"Could not load data URL", "Do not know how to load path", "Importing with "}

// emptied reports whether a file, by its whole path and by its name, is one that has
// to be empty while another one is built again.
func (l *loader) emptied(path, name string) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	_, read := l.sources[name]
	return read && l.only != "" && path != l.only
}

// noText is the text of a file that is empty: every name can be imported from it.
const noText = "module.exports = {}"
