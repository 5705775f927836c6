package main

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"evsim/internal/escape"
	"evsim/internal/observe/shim"
)

// wrapper is the package that users install: it starts the binary of the
// package for their system.
//
//go:embed npm/evsim
var wrapper embed.FS

// manifest is what is written of package.json, in this order.
type manifest struct {
	Name         string            `json:"name"`
	Version      string            `json:"version"`
	Description  string            `json:"description"`
	Licence      string            `json:"license"`
	Type         string            `json:"type,omitempty"`
	Bin          map[string]string `json:"bin,omitempty"`
	Main         string            `json:"main,omitempty"`
	Types        string            `json:"types,omitempty"`
	Engines      map[string]string `json:"engines,omitempty"`
	Optional     map[string]string `json:"optionalDependencies,omitempty"`
	OS           []string          `json:"os,omitempty"`
	CPU          []string          `json:"cpu,omitempty"`
	PreferUnplug bool              `json:"preferUnplugged,omitempty"` // Yarn's: a binary cannot be run from an archive
}

// node says how Node names a system (process.platform and process.arch).
func (t target) node() (platform, arch string) {
	platform, arch = t.system, t.processor
	if platform == "windows" {
		platform = "win32"
	}
	if arch == "amd64" {
		arch = "x64"
	}
	return platform, arch
}

// npmName is the name of the package for a system.
func (t target) npmName() string {
	platform, arch := t.node()
	return "@evsim/" + platform + "-" + arch
}

// platformPackage is the package with the binary of one system. npm passes it
// by on the others.
func (r *release) platformPackage(t target, program entry) error {
	platform, arch := t.node()
	return r.npm(manifest{
		Name: t.npmName(), Version: r.version, Description: "The binary of evsim for " + platform + " on " + arch, Licence: "MIT",
		OS: []string{platform}, CPU: []string{arch}, PreferUnplug: true,
	}, []entry{program})
}

// packages writes the package that users install.
func (r *release) packages(context.Context) error {
	m := manifest{
		Name: "evsim", Version: r.version, Licence: "MIT", Type: "commonjs",
		Description: "Which orders of timers, promises and I/O are possible in JavaScript, why, and whether a rule holds in all of them",
		Bin:         map[string]string{"evsim": "bin/evsim.js"}, Main: "lib/index.js", Types: "lib/index.d.ts",
		Engines: map[string]string{"node": ">=18"}, Optional: make(map[string]string),
	}
	for _, t := range r.targets {
		m.Optional[t.npmName()] = r.version
	}
	var entries []entry
	err := fs.WalkDir(wrapper, "npm/evsim", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := wrapper.ReadFile(path)
		name := strings.TrimPrefix(path, "npm/evsim/")
		mode := fs.FileMode(0o644)
		if strings.HasPrefix(name, "bin/") {
			mode = 0o755
		}
		entries = append(entries, entry{name, mode, data})
		return err
	})
	if err != nil {
		return err
	}
	return r.npm(m, append(entries, entry{"lib/world.js", 0o644, shim.World}))
}

// npm writes a package as npm pack does: below the folder "package".
func (r *release) npm(m manifest, entries []entry) error {
	text, err := escape.JSONIndented(m)
	if err != nil {
		return err
	}
	licence, err := fileEntry(filepath.Join(r.root, "LICENSE"), "LICENSE", 0o644)
	if err != nil {
		return err
	}
	data, err := tarball("package", append([]entry{{"package.json", 0o644, append(text, '\n')}, licence}, entries...), r.date)
	if err != nil {
		return err
	}
	name := strings.ReplaceAll(strings.TrimPrefix(m.Name, "@"), "/", "-")
	return os.WriteFile(filepath.Join(r.out, fmt.Sprintf("%s-%s.tgz", name, r.version)), data, 0o644)
}
