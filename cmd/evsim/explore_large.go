package main

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"evsim/explore"
	"evsim/internal/replace"
)

// budget is how much an exploration may take: the value of --budget.
type budget struct {
	paths  int
	time   time.Duration
	memory int64
}

// parseBudget reads KEY=VALUE, separated by commas or given several times.
func parseBudget(list []string) (b budget, err error) {
	for _, one := range list {
		key, value, ok := strings.Cut(one, "=")
		switch {
		case !ok:
			return b, fmt.Errorf("--budget %s: KEY=VALUE is wanted, such as paths=1000000, time=30s or memory=1GB", one)
		case key == "paths":
			if b.paths, err = strconv.Atoi(value); err == nil && b.paths < 1 {
				err = errors.New("at least 1 is wanted")
			}
		case key == "time":
			if b.time, err = time.ParseDuration(value); err == nil && b.time <= 0 {
				err = errors.New("more than nothing is wanted")
			}
		case key == "memory":
			b.memory, err = parseBytes(value)
		default:
			err = errors.New("there are paths, time and memory")
		}
		if err != nil {
			return b, fmt.Errorf("--budget %s: %w", one, err)
		}
	}
	return b, nil
}

// parseBytes reads a number of bytes with a unit, such as 500MB.
func parseBytes(text string) (int64, error) {
	for i, unit := range [...]string{"kB", "MB", "GB", "TB"} {
		if number, ok := strings.CutSuffix(text, unit); ok {
			n, err := strconv.ParseInt(number, 10, 32)
			if err != nil || n < 1 {
				break
			}
			size := int64(1000)
			for range i {
				size *= 1000
			}
			return n * size, nil
		}
	}
	return 0, fmt.Errorf("%q is no size, such as 500MB or 2GB", text)
}

// parsePart reads I/N, the value of --shard.
func parsePart(text string) (explore.Part, error) {
	if text == "" {
		return explore.Part{}, nil
	}
	number, of, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(number)
	n, err2 := strconv.Atoi(of)
	if !ok || err != nil || err2 != nil || i < 1 || n < i || n > 100_000 {
		return explore.Part{}, fmt.Errorf("--shard %s: I/N is wanted, such as 1/8, with I from 1 to N", text)
	}
	return explore.Part{Number: i, Of: n}, nil
}

// large are the options of an exploration that its size needs.
func (o *exploreOptions) large() (explore.Options, budget, error) {
	b, err := parseBudget(o.budget)
	if err != nil {
		return explore.Options{}, b, err
	}
	part, err := parsePart(o.shard)
	if err != nil {
		return explore.Options{}, b, err
	}
	if o.workers < 0 {
		return explore.Options{}, b, fmt.Errorf("--workers %d: at least 1 is wanted", o.workers)
	}
	workers := o.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return explore.Options{Paths: b.paths, Memory: b.memory, Workers: workers, Part: part}, b, nil
}

// within bounds a context by the budget's time.
func (b budget) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.time == 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, b.time, fmt.Errorf("the limit of %v was reached", b.time))
}

// checkpoint is the file in which an exploration leaves what it has yet to do.
type checkpoint struct {
	path string
	of   string // names the search
	last time.Time
}

// saveEvery is how often a checkpoint is written while the search goes on.
const saveEvery = 30 * time.Second

// checkpointFor is the checkpoint of a plan's exploration; nil when none is
// wanted.
func checkpointFor(path string, p *plan, o exploreOptions) *checkpoint {
	if path == "" {
		return nil
	}
	of := fmt.Sprintf("%08x %s case %q set %q unknown %q shard %q", crc32.ChecksumIEEE(p.src.text), p.policy.Name, o.caseName, o.set, o.unknown, o.shard)
	return &checkpoint{path: path, of: of, last: time.Now()}
}

// read is what an earlier exploration left; nil when there is no file yet.
func (c *checkpoint) read() (*explore.Frontier, error) {
	file, err := os.Open(c.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot go on: %w", err)
	}
	defer file.Close()
	left, err := explore.ReadFrontier(file, c.of)
	if err != nil {
		return nil, fmt.Errorf("cannot go on from %s: %w", c.path, err)
	}
	return left, nil
}

// write replaces the file in one step.
func (c *checkpoint) write(left *explore.Frontier) error {
	file, err := replace.Create(c.path)
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", c.path, err)
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
		return fmt.Errorf("cannot remove %s: %w", c.path, err)
	}
	return nil
}

// showProgress tells on a terminal how far an exploration is. The estimate
// weighs all choices alike, and is no better than that.
func (a *app) showProgress(begin time.Time) func(explore.Progress) {
	if !isTerminal(a.stderr) {
		return nil
	}
	last := begin
	return func(p explore.Progress) {
		now := time.Now()
		if now.Sub(last) < progressEvery {
			return
		}
		last = now
		spent := now.Sub(begin)
		text := fmt.Sprintf("%d paths, %.0f/s, %d orders, %d states waiting", p.Paths, float64(p.Paths)/spent.Seconds(), p.Orders, p.Waiting)
		if p.Share > 0.01 {
			rest := time.Duration(float64(spent) * (1 - p.Share) / p.Share)
			text += fmt.Sprintf(", %.0f%% of the choices, about %v to go", 100*p.Share, rest.Round(time.Second))
		}
		fmt.Fprintf(a.stderr, "\r\x1b[K%s", text) // ECMA-48: carriage return, erase in line
	}
}
