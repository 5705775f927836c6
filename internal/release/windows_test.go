package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// prng is what Go's runtime asks of Windows 10 and Wine has since version 8.4:
// a library with one function. Where it is missing it is made from this.
const prng = `#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *data, SIZE_T size) { return RtlGenRandom(data, (ULONG)size); }
`

// windows runs the binary for Windows under Wine.
type windows struct {
	program string
	env     []string
}

// newWindows builds the program for Windows and makes a home for Wine, in which
// no window opens and no registry of the user is touched.
func newWindows(t *testing.T) windows {
	t.Helper()
	work := t.TempDir()
	prefix := filepath.Join(work, "wine")
	w := windows{filepath.Join(work, "evsim.exe"), append(os.Environ(), "WINEPREFIX="+prefix, "WINEDEBUG=-all", "WINEDLLOVERRIDES=mscoree,mshtml=", "DISPLAY=")}
	built(t, w.program, "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0")
	// Its exit code is at times that of a 32-bit program that Wine alone does not
	// have: the folder tells whether the home was made.
	out, _ := said(t, w.command(work, "wine", "wineboot", "--init"))
	system := filepath.Join(prefix, "drive_c", "windows", "system32")
	if _, err := os.Stat(system); err != nil {
		t.Fatalf("wineboot: %v\n%s", err, out)
	}
	// Wine's server ends soon after the last program does, and what starts in that
	// moment fails or says so on standard error: the next server is told to stay.
	w.ran(t, work, "wineserver", "--wait")
	w.ran(t, work, "wineserver", "--persistent")
	t.Cleanup(func() { w.command(work, "wineserver", "--kill").Run() })
	library := filepath.Join(system, "bcryptprimitives.dll")
	if _, err := os.Stat(library); errors.Is(err, os.ErrNotExist) {
		source := filepath.Join(work, "prng.c")
		if err := os.WriteFile(source, []byte(prng), 0o666); err != nil {
			t.Fatal(err)
		}
		w.ran(t, work, "x86_64-w64-mingw32-gcc", "-shared", "-o", library, source, "-ladvapi32")
	}
	return w
}

func built(t *testing.T, program string, env ...string) {
	t.Helper()
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", program, "./cmd/evsim")
	c.Dir, c.Env = filepath.Join("..", ".."), append(os.Environ(), env...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func (w windows) command(folder, name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Dir, c.Env = folder, w.env
	return c
}

func (w windows) ran(t *testing.T, folder, name string, args ...string) {
	t.Helper()
	if out, exit := said(t, w.command(folder, name, args...)); exit != 0 {
		t.Fatalf("%s: exit code %d\n%s", name, exit, out)
	}
}

// ofWine is what Wine itself says on standard error where the threads of a program
// still talk to its server while the process ends. It is after all that the program
// says, and its exit code stays.
var ofWine = regexp.MustCompile(`(?m)^wine client error:[0-9a-f]+: .*\n?`)

// said is what a command says on both streams, and its exit code. Paths are
// written with the separator of the system: here all are made equal.
func said(t *testing.T, c *exec.Cmd) (string, int) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "said")) // Wine's services would keep a pipe open
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	c.Stdout, c.Stderr = file, file
	var exit *exec.ExitError
	if err := c.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	out, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(ofWine.ReplaceAllString(string(out), ""), `\`, "/"), c.ProcessState.ExitCode()
}

// TestWindows holds the binary for Windows, under Wine, against the one of this
// system: same output, same exit codes, same files.
func TestWindows(t *testing.T) {
	if os.Getenv("EVSIM_WINE") == "" {
		t.Skip("EVSIM_WINE=1 runs the binary for Windows; it takes wine, and for Wine before 8.4 MinGW's C compiler")
	}
	w := newWindows(t)
	native := filepath.Join(t.TempDir(), "evsim")
	built(t, native)
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"version",
		"run scenarios/language/a-first-scenario.yaml",
		"run scenarios/language/a-first-scenario.yaml --format ndjson --seed 7",
		"explore docs/examples/race.yaml",
		"explore docs/examples/race.yaml --format json",
		"why docs/examples/race.yaml --policy node22 timeout immediate",
		"lint scenarios/language",
		"fmt --diff scenarios/language scenarios/timers",
		"test --no-time --allow-sampled --budget time=10m,memory=4GB scenarios/timers scenarios/language scenarios/browser scenarios/io",
		"policies",
		"articles",
	} {
		args := strings.Fields(line)
		here := exec.Command(native, args...)
		here.Dir = root
		want, code := said(t, here)
		if got, exit := said(t, w.command(root, "wine", append([]string{w.program}, args...)...)); got != want || exit != code {
			t.Errorf("evsim %s: exit code %d under Wine, %d here\n%.4000s", line, exit, code, cmp.Diff(want, got))
		}
	}
	w.files(t, native)
}

// files holds what the commands write: a file put into form, a program of two
// modules run from a folder, a report and a checkpoint.
func (w windows) files(t *testing.T, native string) {
	t.Helper()
	folders := [2]string{t.TempDir(), t.TempDir()}
	for i, program := range [][]string{{native}, {"wine", w.program}} {
		for name, text := range map[string]string{
			"race.yaml":   strings.ReplaceAll(race, "policies: [node22]", "policies:   [ node22 ]"),
			"app.js":      "import {late} from './lib/late.js';\nsetTimeout(late, 1);\nconsole.log('first');\n",
			"lib/late.js": "export const late = () => console.log('late', new Error('x').message);\n",
		} {
			name = filepath.Join(folders[i], filepath.FromSlash(name))
			if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
				t.Fatal(err)
			}
		}
		for _, line := range []string{
			"fmt --write race.yaml",
			"run app.js --policy node22 --format log",
			"report -o page.html race.yaml",
			"test --quiet --no-time --report junit=results.xml race.yaml",
		} {
			args := append(program[1:len(program):len(program)], strings.Fields(line)...)
			if out, exit := said(t, w.command(folders[i], program[0], args...)); exit != 0 {
				t.Errorf("%s: exit code %d\n%s", line, exit, out)
			}
		}
	}
	for _, name := range []string{"race.yaml", "page.html", "results.xml"} {
		here, err := os.ReadFile(filepath.Join(folders[0], name))
		there, err2 := os.ReadFile(filepath.Join(folders[1], name))
		if err := errors.Join(err, err2); err != nil || !bytes.Equal(here, there) {
			t.Errorf("%s: %v: %d bytes, and %d under Wine", name, err, len(here), len(there))
		}
	}
	for i := range folders {
		left, err := filepath.Glob(filepath.Join(folders[i], "*"))
		if err != nil || len(left) != 5 {
			t.Errorf("left in the folder: %v, %v", left, err)
		}
	}
}
