// Package watch tells when files change.
package watch

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"evsim/internal/say"

	"github.com/fsnotify/fsnotify"
)

// Watcher watches folders, and all that are in them.
type Watcher struct {
	fs   *fsnotify.Watcher
	skip func(folder string) bool
}

// quiet is how long nothing must have changed before a change is told: an
// editor that saves a file writes, renames and removes several. patience is
// how long that is waited for at most.
const (
	quiet    = 10 * time.Millisecond
	patience = 50 * time.Millisecond
)

// New watches paths: of a file its folder, of a folder also those in it whose
// names skip does not say to pass over. What is to be closed is closed when ctx
// is over.
func New(ctx context.Context, paths []string, skip func(name string) bool) (*Watcher, error) {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, say.Errorf("cannot watch files: %w", err)
	}
	w := &Watcher{notify, skip}
	context.AfterFunc(ctx, func() { notify.Close() })
	for _, path := range paths {
		if err := w.add(path); err != nil {
			notify.Close()
			return nil, say.Errorf("cannot watch %s: %w", path, err)
		}
	}
	return w, nil
}

// add watches what is at a path.
func (w *Watcher) add(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return w.fs.Add(filepath.Dir(path))
	}
	return filepath.WalkDir(path, func(at string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case at != path && w.skip(d.Name()):
			return fs.SkipDir
		}
		return w.fs.Add(at)
	})
}

// Next waits for changes, and tells the files that were written, made, renamed
// or removed, in the order of their names. It ends with ctx's error.
func (w *Watcher) Next(ctx context.Context) ([]string, error) {
	changed := make(map[string]bool)
	var settled, late <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-settled:
			return slices.Sorted(maps.Keys(changed)), nil
		case <-late:
			return slices.Sorted(maps.Keys(changed)), nil
		case err, ok := <-w.fs.Errors:
			if !ok {
				return nil, context.Cause(ctx)
			}
			return nil, say.Errorf("watching files: %w", err)
		case event, ok := <-w.fs.Events:
			if !ok {
				return nil, context.Cause(ctx)
			}
			if event.Op == fsnotify.Chmod {
				continue // reading may change a file's times
			}
			for _, name := range w.grown(event) {
				changed[filepath.Clean(name)] = true
			}
			settled = time.After(quiet)
			if late == nil {
				late = time.After(patience)
			}
		}
	}
}

// grown is the files of an event: of a new folder all that are in it, which may
// have come before it was watched.
func (w *Watcher) grown(event fsnotify.Event) []string {
	info, err := os.Stat(event.Name)
	if err != nil || !info.IsDir() || !event.Has(fsnotify.Create) || w.skip(filepath.Base(event.Name)) {
		return []string{event.Name}
	}
	// What is gone again already is told by an event of its own.
	_ = w.add(event.Name)
	var files []string
	_ = filepath.WalkDir(event.Name, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return nil
	})
	return files
}
