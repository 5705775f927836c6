package chance

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"sync"
	"sync/atomic"

	"evsim/internal/budget"
	"evsim/internal/fault"
	"evsim/program"
	"evsim/sim"
)

// Sampling says what is drawn, and what is counted.
type Sampling struct {
	program.Setting
	Seed    uint64
	Runs    int      // drawn at most
	Workers int      // how many goroutines draw; what is counted does not depend on it
	Only    []string // orders are those of these lines; none: of all
	Asked   []Demand // of each run

	// Timeless gives lines the same text that differ only in times, which an
	// exploration need not know; orders that differ in nothing else count as one.
	// nil: no line tells of time.
	Timeless func(line string) string
}

// Demand is something that is asked of runs.
type Demand struct {
	Breaks func(*program.Observed) bool // reports whether a run breaks it; asked by many goroutines at once
	Timed  bool                         // it depends on when lines are logged, and not on the order alone
}

// Counts are what some runs were counted to do.
type Counts struct {
	Runs   int   // drawn: fewer than were asked for where the context ended first
	Broken []int // by what was asked: how many runs break it
	Chosen bool  // some run made a free choice

	met    []bool
	orders map[digest]hits
}

// digest tells orders apart.
type digest [16]byte

// hits is how many runs have an order, and the number of the first.
type hits struct {
	n     int
	first uint64
}

// chunk is how many runs are drawn between two questions whether to go on.
const chunk = 64

// everywhere is the stream of the runs that are drawn from all lengths; those of
// boxes come after it.
const everywhere = 0

// Draw draws runs from all lengths, side by side.
func (s *Sampling) Draw(ctx context.Context) *Counts { return s.count(ctx, s.Runs, everywhere, nil) }

// count draws runs from a box; nil is all there is.
func (s *Sampling) count(ctx context.Context, runs int, stream uint64, in box) *Counts {
	if first := s.counter(ctx, stream, in); runs > 0 {
		if first.draw(ctx, 0, 1); first.isCertain() {
			first.counts.times(runs)
			return first.counts
		}
	}
	all := newCounts(s)
	parts := make([]*Counts, max(1, min(s.Workers, (runs+chunk-1)/chunk)))
	faults := make([]*fault.Fault, len(parts))
	var next atomic.Int64
	var group sync.WaitGroup
	for i := range parts {
		group.Go(func() {
			faults[i] = fault.Carry(func() {
				c := s.counter(ctx, stream, in)
				parts[i] = c.counts
				for ctx.Err() == nil {
					from := int(next.Add(chunk)) - chunk
					if from >= runs {
						break
					}
					c.draw(ctx, from, min(from+chunk, runs))
				}
			})
		})
	}
	group.Wait()
	for _, f := range faults {
		f.Raise()
	}
	for _, part := range parts {
		all.add(part)
	}
	return all
}

func newCounts(s *Sampling) *Counts {
	return &Counts{Broken: make([]int, len(s.Asked)), met: make([]bool, len(s.Program.Lengths())+1), orders: make(map[digest]hits)}
}

// add counts what others counted too.
func (c *Counts) add(o *Counts) {
	c.Runs += o.Runs
	c.Chosen = c.Chosen || o.Chosen
	for i, n := range o.Broken {
		c.Broken[i] += n
	}
	for i, met := range o.met {
		c.met[i] = c.met[i] || met
	}
	for d, h := range o.orders {
		if had, ok := c.orders[d]; ok {
			h = hits{h.n + had.n, min(h.first, had.first)}
		}
		c.orders[d] = h
	}
}

// times counts a run as so many.
func (c *Counts) times(runs int) {
	c.Runs *= runs
	for i := range c.Broken {
		c.Broken[i] *= runs
	}
	for d, h := range c.orders {
		c.orders[d] = hits{h.n * runs, h.first}
	}
}

// counter draws runs one after the other, and counts them.
type counter struct {
	counts *Counts
	*Sampling
	oracle *drawing
	run    program.Run // nil: each is prepared anew
	log    program.Observed
	until  program.Options
}

func (s *Sampling) counter(ctx context.Context, stream uint64, in box) *counter {
	c := &counter{counts: newCounts(s), Sampling: s, oracle: newDrawing(s.Setting, s.Seed, stream, in)}
	c.until = program.Options{
		Oracle: c.oracle, Sink: &c.log, Wants: sim.KindsOf(sim.EventLog),
		Halt: func() bool { return ctx.Err() != nil }, Room: budget.Room(ctx), Until: ctx,
	}
	if s.World.Clock.Skew.Jitter.IsZero() {
		c.run = s.Prepare(c.until)
	}
	return c
}

// isCertain reports whether the one run that was drawn is all there is: nothing in it
// is open.
func (c *counter) isCertain() bool {
	return c.run != nil && c.counts.Runs == 1 && !c.oracle.chosen && !slices.Contains(c.oracle.met, true)
}

// make makes the run with a number; ok is false where it was abandoned.
func (c *counter) make(number uint64) (stop sim.Stop, ok bool) {
	c.oracle.begin(number)
	c.log.Log = c.log.Log[:0]
	run := c.run
	if run == nil { // jitter is drawn by the run's own seed
		c.until.Seed = c.oracle.random.Uint64()
		run = c.Prepare(c.until)
	}
	c.log.Stop = run.Run()
	return c.log.Stop, c.log.Stop.Reason != sim.Abandoned
}

// draw draws the runs of some numbers.
func (c *counter) draw(ctx context.Context, from, to int) {
	for number := from; number < to && ctx.Err() == nil; number++ {
		if _, ok := c.make(uint64(number)); !ok {
			continue
		}
		c.counts.Runs++
		for i := range c.Asked {
			if c.Asked[i].Breaks(&c.log) {
				c.counts.Broken[i]++
			}
		}
		d := c.digest(c.log.Log, c.log.Stop)
		h, known := c.counts.orders[d]
		if !known {
			h.first = uint64(number)
		}
		c.counts.orders[d] = hits{h.n + 1, min(h.first, uint64(number))}
	}
	c.counts.Chosen, c.counts.met = c.oracle.chosen, c.oracle.met
}

// digest is that of an order, of the lines that count.
func (s *Sampling) digest(log []program.Line, stop sim.Stop) (d digest) {
	text := binary.LittleEndian.AppendUint64(nil, uint64(stop.Reason))
	text = binary.LittleEndian.AppendUint64(text, uint64(int64(stop.Code)))
	for i := range log {
		if len(s.Only) > 0 && !slices.Contains(s.Only, log[i].Text) {
			continue
		}
		line := log[i].Text
		if s.Timeless != nil {
			line = s.Timeless(line)
		}
		text = binary.LittleEndian.AppendUint64(text, uint64(len(line)))
		text = append(text, line...)
	}
	sum := sha256.Sum256(text)
	return digest(sum[:16])
}
