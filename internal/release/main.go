// Command release makes everything of a release that is downloaded: a static
// binary for each system, in an archive with its completions and manual pages,
// the packages of npm, a bill of materials, and the checksums of it all.
//
//	go run ./internal/release -version 1.2.3 -o dist
//
// The same commit gives the same bytes in any folder, on any day, with the same
// Go: times in archives are the commit's, paths are cut (-trimpath), and what
// is not committed is refused, unless -dirty says that the release is a trial.
// Nothing is published.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"

	"evsim/internal/replace"
)

// release is one version in the making.
type release struct {
	version string    // without "v"
	commit  string    // its first 12 digits
	date    time.Time // of the commit
	root    string    // the module's folder
	out     string    // where the files go
	targets []target
}

// target is a system that binaries are made for.
type target struct{ system, processor string }

// targets are all of them.
func targets() []target {
	var all []target
	for _, system := range []string{"darwin", "linux", "windows"} {
		for _, processor := range []string{"amd64", "arm64"} {
			all = append(all, target{system, processor})
		}
	}
	return all
}

func (t target) String() string { return t.system + "-" + t.processor }

// binary is the name of the program there.
func (t target) binary() string {
	if t.system == "windows" {
		return "evsim.exe"
	}
	return "evsim"
}

func main() {
	version := flag.String("version", "", "the `VERSION`, such as 1.2.3")
	out := flag.String("o", "dist", "the `FOLDER` for the files, which must not be there yet")
	only := flag.String("only", "", "make only this `TARGET`, such as linux-amd64")
	dirty := flag.Bool("dirty", false, "also where files are not committed: a trial")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := perform(ctx, *version, *out, *only, *dirty); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// semantic is a version as npm and Go read it (semver.org, without build metadata).
var semantic = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$`)
})

func perform(ctx context.Context, version, out, only string, dirty bool) error {
	if !semantic().MatchString(version) {
		return fmt.Errorf("-version %q is not a version such as 1.2.3 or 1.2.3-rc.1", version)
	}
	if _, err := os.Stat(out); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is there already: remove it, or name another folder with -o", out)
	}
	r := release{version: version, targets: targets()}
	if only != "" {
		r.targets = nil
		for _, t := range targets() {
			if t.String() == only {
				r.targets = []target{t}
			}
		}
		if r.targets == nil {
			return fmt.Errorf("-only %s: there are %v", only, targets())
		}
	}
	if err := r.read(ctx, dirty); err != nil {
		return err
	}
	return r.make(ctx, out)
}

// read asks git what is released.
func (r *release) read(ctx context.Context, dirty bool) error {
	root, err := output(ctx, "", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	r.root = root
	changed, err := output(ctx, root, "git", "status", "--porcelain")
	if err != nil {
		return err
	}
	if changed != "" && !dirty {
		return fmt.Errorf("there are files that are not committed (-dirty makes a trial of them):\n%s", changed)
	}
	line, err := output(ctx, root, "git", "log", "-1", "--format=%H %cI")
	if err != nil {
		return err
	}
	commit, date, _ := strings.Cut(line, " ")
	r.commit = commit[:12]
	if changed != "" {
		r.commit += ", modified"
	}
	r.date, err = time.Parse(time.RFC3339, date)
	r.date = r.date.UTC()
	return err
}

// make fills a new folder, which takes its name only when it is whole.
func (r *release) make(ctx context.Context, out string) error {
	parent := filepath.Dir(out)
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return err
	}
	folder, err := replace.NewFolder(out)
	if err != nil {
		return err
	}
	defer folder.Discard()
	if r.out, err = filepath.Abs(folder.Name()); err != nil {
		return err
	}
	for _, part := range []func(context.Context) error{r.binaries, r.packages, r.materials, r.checksums} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return folder.Commit()
}

// output is what a command prints, without the last line break.
func output(ctx context.Context, folder string, args ...string) (string, error) {
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Dir = folder
	out, err := c.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
		}
		return "", fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}
