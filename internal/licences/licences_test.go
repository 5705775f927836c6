package licences

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write third-party.txt anew")

// work is something that others made.
type work struct{ name, version, folder string }

// TestText holds the file against what is linked on this system: a dependency
// without its licence is an error. With -update it looks at all systems, for
// which Go may fetch the modules of others.
func TestText(t *testing.T) {
	systems := []string{runtime.GOOS}
	if *update {
		systems = []string{"darwin", "linux", "windows"}
	}
	// What was read is what Go's cache of test results looks at.
	if _, err := os.ReadFile(filepath.Join("..", "..", "go.mod")); err != nil {
		t.Fatal(err)
	}
	works := slices.Concat([]work{{"Go", "its runtime and library", goroot(t)}}, modules(t, systems), packages(t))
	if *update {
		text := "evsim contains work of others, under these licences.\n"
		for _, w := range works {
			text += w.told(t)
		}
		if err := os.WriteFile("third-party.txt", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, w := range works {
		if !strings.Contains(Text(), w.told(t)) {
			t.Errorf("third-party.txt has not the licence of %s, %s: go test ./internal/licences -update", w.name, w.version)
		}
	}
}

// told is what the file says of one work.
func (w work) told(t *testing.T) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n%s, %s\n%[1]s\n", strings.Repeat("=", 72), w.name, w.version)
	for _, text := range licencesOf(t, w.folder) {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(text))
	}
	return b.String()
}

func goroot(t *testing.T) string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// modules are those of the command on these systems.
func modules(t *testing.T, systems []string) []work {
	var all []work
	for _, system := range systems {
		c := exec.Command("go", "list", "-deps", "-json=Module", "evsim/cmd/evsim")
		c.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct {
				Module *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if m := p.Module; m != nil && !m.Main {
				all = append(all, work{m.Path, m.Version, m.Dir})
			}
		}
	}
	return sorted(all)
}

// packages are those of the pages: each folder of internal/viewer/vendor with a licence.
func packages(t *testing.T) []work {
	versions := wanted(t)
	var all []work
	root := filepath.Join("..", "viewer", "vendor")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "LICENSE" {
			return err
		}
		name, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if versions[name] == "" {
			t.Errorf("internal/viewer/package.json has no version of %s", name)
		}
		all = append(all, work{name, versions[name], filepath.Dir(path)})
		return nil
	})
	if err != nil || len(all) == 0 {
		t.Fatal(len(all), err)
	}
	return sorted(all)
}

// wanted are the versions of packages that the pages are made with.
func wanted(t *testing.T) map[string]string {
	text, err := os.ReadFile(filepath.Join("..", "viewer", "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var p struct{ DevDependencies map[string]string }
	if err := json.Unmarshal(text, &p); err != nil {
		t.Fatal(err)
	}
	return p.DevDependencies
}

func sorted(all []work) []work {
	slices.SortFunc(all, func(a, b work) int { return cmp.Compare(a.name, b.name) })
	return slices.Compact(all)
}

// licencesOf are the texts at the top of a folder that say under what it may be
// used; a folder without any fails the test.
func licencesOf(t *testing.T, folder string) []string {
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, entry := range entries {
		name := strings.ToUpper(entry.Name())
		named := func(prefix string) bool { return strings.HasPrefix(name, prefix) }
		if entry.Type().IsRegular() && (named("LICEN") || named("COPYING") || named("NOTICE") || named("PATENTS")) {
			text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, strings.ReplaceAll(string(text), "\r\n", "\n"))
		}
	}
	if len(texts) == 0 {
		t.Errorf("%s has no licence", folder)
	}
	return texts
}
