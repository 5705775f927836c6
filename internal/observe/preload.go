package observe

import (
	"context"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// The source of the virtual clock. preload.c is the unit that is compiled; it
// takes in the others.
//
//go:embed preload/*.c
var preloadSource embed.FS

// Library is the path of the virtual clock as a shared library. The first call
// on a machine compiles it, with cc, into the user's cache directory; its name
// there is the hash of its source.
func Library(ctx context.Context) (string, error) {
	if runtime.GOOS != "linux" {
		return "", fmt.Errorf("the virtual clock needs Linux, but this is %s", runtime.GOOS)
	}
	source, err := fs.Sub(preloadSource, "preload")
	if err != nil {
		return "", err
	}
	name, err := sourceHash(source)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	library := filepath.Join(cache, "evsim", "clock-"+name+".so")
	if _, err := os.Stat(library); err == nil {
		return library, nil
	}
	return library, compile(ctx, source, library)
}

func sourceHash(source fs.FS) (string, error) {
	names, err := fs.Glob(source, "*.c")
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	for _, name := range names {
		text, err := fs.ReadFile(source, name)
		if err != nil {
			return "", err
		}
		hash.Write(text)
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:8]), nil
}

// compile writes the library under a name of its own first, so that two
// processes that compile at once do not see half of each other's.
func compile(ctx context.Context, source fs.FS, library string) error {
	if err := os.MkdirAll(filepath.Dir(library), 0o755); err != nil {
		return err
	}
	dir, err := os.MkdirTemp(filepath.Dir(library), "build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, source); err != nil {
		return err
	}
	made := filepath.Join(dir, "clock.so")
	cc := exec.CommandContext(ctx, "cc", "-O2", "-shared", "-fPIC", "-o", made, filepath.Join(dir, "preload.c"), "-ldl", "-lpthread")
	if out, err := cc.CombinedOutput(); err != nil {
		return fmt.Errorf("compiling the virtual clock: %w\n%s", err, out)
	}
	return os.Rename(made, library)
}
