package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// shells are those that evsim completes command lines for.
var shells = []string{"bash", "fish", "powershell", "zsh"}

// binaries builds the program for each target, and packs it.
func (r *release) binaries(ctx context.Context) error {
	work := filepath.Join(r.out, "work")
	own := ownTarget()
	if err := r.build(ctx, own, filepath.Join(work, own.String())); err != nil {
		return err
	}
	beside, err := r.beside(ctx, filepath.Join(work, own.String(), own.binary()), filepath.Join(work, "beside"))
	if err != nil {
		return err
	}
	for _, t := range r.targets {
		fmt.Printf("%s %s\n", r.version, t)
		folder := filepath.Join(work, t.String())
		if t != own {
			if err := r.build(ctx, t, folder); err != nil {
				return err
			}
		}
		program, err := fileEntry(filepath.Join(folder, t.binary()), t.binary(), 0o755)
		if err != nil {
			return err
		}
		if err := r.archive(t, append([]entry{program}, beside...)); err != nil {
			return err
		}
		if err := r.platformPackage(t, program); err != nil {
			return err
		}
	}
	return os.RemoveAll(work)
}

// ownTarget is the system that this runs on.
func ownTarget() target { return target{runtime.GOOS, runtime.GOARCH} }

// build makes one static binary. Neither the folder nor the state of its
// repository is in it, so that two folders give the same bytes.
func (r *release) build(ctx context.Context, t target, folder string) error {
	flags := fmt.Sprintf("-s -w -buildid= -X main.release=%s -X 'main.commit=%s' -X main.date=%s", r.version, r.commit, r.date.Format("2006-01-02"))
	c := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", filepath.Join(folder, t.binary()), "./cmd/evsim")
	c.Dir = r.root
	c.Env = append(os.Environ(), "GOOS="+t.system, "GOARCH="+t.processor, "CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0", "GOFLAGS=")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build for %s: %w\n%s", t, err, out)
	}
	return nil
}

// beside are the files of every archive besides the program: how to read it,
// under which licences, completions and manual pages. They are asked of the
// program itself.
func (r *release) beside(ctx context.Context, program, folder string) ([]entry, error) {
	var all []entry
	for _, name := range []string{"README.md", "LICENSE", "CHANGELOG.md"} {
		e, err := fileEntry(filepath.Join(r.root, name), name, 0o644)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	texts := [][]string{{"THIRD-PARTY-LICENSES.txt", "version", "--licenses"}}
	for _, shell := range shells {
		texts = append(texts, []string{"completions/evsim." + shell, "completion", shell})
	}
	for _, text := range texts {
		out, err := output(ctx, r.root, append([]string{program}, text[1:]...)...)
		if err != nil {
			return nil, err
		}
		all = append(all, entry{text[0], 0o644, []byte(out + "\n")})
	}
	if _, err := output(ctx, r.root, program, "man", folder); err != nil {
		return nil, err
	}
	pages, err := filepath.Glob(filepath.Join(folder, "*.1"))
	if err != nil || len(pages) == 0 {
		return nil, fmt.Errorf("evsim man wrote %d pages: %w", len(pages), err)
	}
	for _, page := range pages {
		e, err := fileEntry(page, "man/"+filepath.Base(page), 0o644)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}
