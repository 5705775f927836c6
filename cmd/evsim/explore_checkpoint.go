package main

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"evsim/explore"
	"evsim/internal/say"
)

// checkpoint is the file in which an exploration leaves what it has yet to do,
// and its result until that has been written.
type checkpoint struct {
	a     *app
	path  string
	of    explore.Identity
	last  time.Time // when it was saved, or that was tried
	told  bool      // that it cannot be saved
	there bool      // it has been read or saved, and stays as it was where it cannot be saved
}

// saveEvery is how often a checkpoint is written while the search goes on.
const saveEvery = 30 * time.Second

// checkpoint is that of a plan's exploration, and what an earlier one left
// there; both are nil when none is wanted, or nothing is there yet. That the
// file cannot be written is told now, and not when there is something to lose.
func (a *app) checkpoint(ctx context.Context, p *plan, o exploreOptions) (*checkpoint, *explore.Frontier, error) {
	if o.resume == "" {
		return nil, nil, nil
	}
	of := append(p.identity(o), explore.Property{Name: "--shard", Value: o.shard})
	c := &checkpoint{a: a, path: o.resume, of: of, last: time.Now()}
	left, err := c.read(ctx)
	if err != nil {
		return nil, nil, err
	}
	c.there = left != nil
	trial, err := beginAt(c.path)
	if err != nil {
		return nil, nil, say.Errorf("cannot write %s, and nothing was explored: %w", c.path, err)
	}
	trial.Discard()
	return c, left, nil
}

var errIrregular = say.Errorf("this file cannot be replaced")

// read is what an earlier exploration left; nil when there is no file yet.
func (c *checkpoint) read(ctx context.Context) (*explore.Frontier, error) {
	info, err := os.Stat(c.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errIrregular // a pipe would be waited for
	}
	if err != nil {
		return nil, say.Errorf("cannot continue from %s: %w", c.path, reason(err))
	}
	file, err := os.Open(c.path)
	if err != nil {
		return nil, say.Errorf("cannot continue from %s: %w", c.path, reason(err))
	}
	defer file.Close()
	left, err := explore.ReadFrontier(until{ctx, file}, c.of)
	if err != nil {
		return nil, say.Errorf("cannot continue from %s: %w", c.path, err)
	}
	return left, nil
}

// until reads until a context is over.
type until struct {
	ctx context.Context
	io.Reader
}

// Read reads, or returns why the context is over.
func (u until) Read(text []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.Reader.Read(text)
}

// save saves the search now and then, while it goes on.
func (c *checkpoint) save(left *explore.Frontier) {
	if time.Since(c.last) < saveEvery {
		return
	}
	c.keep(left)
	c.last = time.Now()
}

// keep replaces the file in one step, and reports whether it could. That it
// cannot be is a warning, told once: the search goes on.
func (c *checkpoint) keep(left *explore.Frontier) (kept bool) {
	err := c.write(left)
	if err != nil && !c.told {
		c.told = true
		c.a.complain(say.Errorf("warning: cannot write %s: %w", c.path, reason(err)))
	}
	c.there = c.there || err == nil
	return err == nil
}

func (c *checkpoint) write(left *explore.Frontier) error {
	file, err := beginAt(c.path)
	if err != nil {
		return err
	}
	defer file.Discard()
	if err := left.Write(file, c.of); err != nil {
		return err
	}
	return file.Commit()
}

// remove takes the file away: there is nothing left to do.
func (c *checkpoint) remove() error {
	if err := os.Remove(c.path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return say.Errorf("cannot remove %s: %w", c.path, reason(err))
	}
	return nil
}

// perhapsClosed reports whether standard output may have been closed when the
// process began. Go's runtime then opens the null device in its place, to read
// and to write. A shell that throws output away opens it to write only; some
// programs that do so open it as the runtime does.
func perhapsClosed(w io.Writer) bool {
	out, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := out.Stat()
	if err != nil {
		return true
	}
	null, err := os.Stat(os.DevNull)
	if err != nil || !os.SameFile(info, null) {
		return false
	}
	_, err = out.Read(make([]byte, 1))
	return errors.Is(err, io.EOF)
}
