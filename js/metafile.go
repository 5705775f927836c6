package js

import (
	"encoding/json"
	"path/filepath"
	"strings"
)

// metafile is what the bundler says of the files of a program, by their names. Of a build
// that failed it is empty.
type metafile struct{ Inputs map[string]metaInput }

// metaInput is what the bundler says of a file.
type metaInput struct {
	Format  string // "esm" or "cjs"
	Imports []struct{ Path, Kind string }
}

// readMetafile reads the bundler's own text.
func readMetafile(text string) (meta metafile) {
	if json.Unmarshal([]byte(text), &meta) != nil {
		return metafile{}
	}
	return meta
}

// static are the files that a file imports by statements, or requires.
func (f metaInput) static() (paths []string) {
	for _, one := range f.Imports {
		if one.Kind != "dynamic-import" {
			paths = append(paths, one.Path)
		}
	}
	return paths
}

// evaluated are the files that a program imports, and itself, in the order of evaluation.
func (meta metafile) evaluated(entry string) (order []string) {
	seen := make(map[string]bool)
	var visit func(name string)
	visit = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, path := range meta.Inputs[name].static() {
			visit(path)
		}
		order = append(order, name)
	}
	visit(entry)
	return order
}

// modules reports whether a file has the syntax of a module, or a name that
// says so, and whether all files of the program have. The bundler takes a file without
// exports for CommonJS as soon as this is named in it, as it is where an async arrow
// function is lowered, so its statements import are asked for, too.
func (meta metafile) modules(name string) (module, all bool) {
	is := func(name string, file metaInput) bool {
		for _, one := range file.Imports {
			if one.Kind == "import-statement" && one.Path != "<runtime>" {
				return true
			}
		}
		return file.Format == "esm" || onlyModule(name)
	}
	all = true
	for of, file := range meta.Inputs {
		if !strings.HasPrefix(of, ownFile) && filepath.Ext(of) != ".json" && of != "<runtime>" {
			all = all && is(of, file)
		}
	}
	return is(name, meta.Inputs[withoutBackslash(name)]), all
}
