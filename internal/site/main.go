// Command site writes a folder of files, which any host of files can serve: the
// documents as pages that can be searched, and in lab the page of evsim lab, which
// answers by the same program, compiled to WebAssembly. It needs Go, and no
// network:
//
//	go run ./internal/site -o FOLDER [DIR]
//
// With DIR the lab shows the scenarios of that folder, too, as they are now.
// The same commit gives the same bytes, with the same Go.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"evsim/internal/escape"
	"evsim/internal/lab"
	"evsim/internal/lab/answer"
	"evsim/internal/licences"
	"evsim/internal/replace"
	"evsim/internal/site/book"
	"evsim/internal/viewer"
)

func main() {
	out := flag.String("o", "", "the `FOLDER` for the files, which must not be there yet")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if flag.NArg() > 1 {
		fmt.Fprintln(os.Stderr, "site: name one folder of scenarios, or none")
		os.Exit(2)
	}
	said := escape.NewGuard(os.Stderr, false) // names of files are others'
	if err := write(ctx, *out, flag.Arg(0), said); err != nil {
		fmt.Fprintln(said, "site:", err)
		os.Exit(1)
	}
}

// write writes the site whole, or nothing.
func write(ctx context.Context, out, dir string, said io.Writer) error {
	if out == "" {
		return errors.New("say where to: -o FOLDER")
	}
	folder, err := replace.NewFolder(out)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s is there already: name a folder that is not", out)
	case err != nil:
		return fmt.Errorf("no folder for the files: %w", err)
	}
	defer folder.Discard()
	files, err := made(ctx, dir, said)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := folder.Write(name, text); err != nil {
			return fmt.Errorf("cannot write: %w", err)
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return folder.Commit()
}

// made is every file by its address.
func made(ctx context.Context, dir string, said io.Writer) (map[string][]byte, error) {
	mod, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	files, err := book.Files(os.DirFS(filepath.Dir(strings.TrimSpace(string(mod)))))
	if err != nil {
		return nil, err
	}
	rest, err := labFiles(ctx, dir, said)
	for name, text := range rest {
		files["lab/"+name] = text
	}
	return files, err
}

// labFiles is the files of the lab's page.
func labFiles(ctx context.Context, dir string, said io.Writer) (map[string][]byte, error) {
	program, err := built(ctx)
	if err != nil {
		return nil, err
	}
	ofCode, err := built(ctx, "code")
	if err != nil {
		return nil, err
	}
	support, err := supporting(ctx)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{
		"lab.js": []byte(viewer.LabScript()), "lab.css": []byte(viewer.LabStyle()), "report.html": []byte(viewer.EmptyReport()),
		"worker.js": []byte(viewer.WorkerScript()), "early.js": []byte(viewer.EarlyScript()), "offline.js": []byte(viewer.OfflineScript()),
		"engine.wasm.gz": program, "code.wasm.gz": ofCode, "wasm_exec.js": support,
		"licences.txt": []byte(licences.Text()),
	}
	if err := shelve(files, dir, said); err != nil {
		return nil, err
	}
	if files[readyFile], err = ready(ctx, files[answer.PackedFile]); err != nil {
		return nil, err
	}
	version := versionOf(files)
	files["index.html"] = []byte(lab.PageOfFiles(version, dir != ""))
	kept := []string{"./"}
	for name := range files {
		if name != "offline.js" && name != "licences.txt" && name != "code.wasm.gz" && path.Dir(name) == "." { // offline.js keeps the others once they were needed
			kept = append(kept, name)
		}
	}
	slices.Sort(kept)
	files["files.json"], err = escape.JSON(map[string]any{"version": version, "files": kept})
	return files, err
}

// shelve adds the scenarios of a folder, and says what was left out of it.
func shelve(files map[string][]byte, dir string, said io.Writer) error {
	if dir == "" {
		return nil
	}
	folder, err := answer.OpenFolder(dir)
	if err != nil {
		return err
	}
	defer folder.Close()
	packed, notes, err := answer.Pack(folder, answer.Default())
	for _, note := range notes {
		fmt.Fprintln(said, "site:", note.En)
	}
	maps.Copy(files, packed)
	return err
}

// versionOf tells sets of files apart.
func versionOf(files map[string][]byte) string {
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	sum := sha256.New()
	for _, name := range names {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(files[name]), files[name])
	}
	return fmt.Sprintf("%x", sum.Sum(nil))[:16]
}

// hot are the packages whose functions are inlined, because explorations are
// mostly in them. Elsewhere that makes the program larger, and nothing faster.
var hot = []string{
	"runtime", "internal/runtime/maps", "internal/runtime/atomic", "internal/runtime/sys", "internal/runtime/math", "internal/bytealg",
	"math", "math/bits", "slices", "maps", "cmp", "bytes", "strings", "sort", "hash/maphash",
	"evsim/clock", "evsim/sim", "evsim/ecma", "evsim/model", "evsim/program", "evsim/explore", "evsim/internal/proof",
	"evsim/scenario/interp", "evsim/scenario/expect", "evsim/js", "github.com/dop251/goja", "github.com/dop251/goja/unistring",
}

// inlining is what the compiler is told of that.
func inlining() []string {
	out := []string{"-gcflags=all=-l"}
	for _, p := range hot {
		out = append(out, "-gcflags="+p+"=")
	}
	return out
}

// built is the program with these tags, compressed.
func built(ctx context.Context, tags ...string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "evsim-site")
	if err != nil {
		return nil, fmt.Errorf("no room to build in: %w", err)
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "engine.wasm")
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-tags=" + strings.Join(tags, ","), "-o", file}, inlining()...)
	build := exec.CommandContext(ctx, "go", append(args, "evsim/internal/site/engine")...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, said)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return compressed(whole)
}

// supporting is the script with which Go's programs run in a browser.
func supporting(ctx context.Context) ([]byte, error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, fmt.Errorf("the script of Go for browsers: %w", err)
	}
	return text, nil
}
