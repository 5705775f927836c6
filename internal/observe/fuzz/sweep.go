package fuzz

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"evsim/internal/replace"
)

// Sweep compares the programs of many seeds.
type Sweep struct {
	Comparer
	First, Last uint64          // seeds, both included
	Without     map[string]bool // classes that programs do without
	Workers     int             // how many Nodes run at once
	Dir         string          // where disagreements go; "": nowhere
	Label       string          // begins their names
	Enough      int             // shrink no more disagreements than this
	Report      func(string)    // is told of each disagreement; nil: nobody

	mu     sync.Mutex
	next   uint64
	totals Totals
	sums   []sum // by seed
	seen   map[string]int
	err    error
}

// Totals is what a sweep came to.
type Totals struct {
	Record       // without the version, which the sweep does not know
	Unsteady int // of those that are not equal: two runs of the real Node differed
}

// maxSeeds is how many seeds one sweep may have.
const maxSeeds = 1 << 20

// Run compares every seed.
func (s *Sweep) Run(ctx context.Context) (Totals, error) {
	if s.First > s.Last || s.Last-s.First >= maxSeeds {
		return Totals{}, fmt.Errorf("seeds %d to %d: give 1 to %d of them", s.First, s.Last, maxSeeds)
	}
	s.next, s.seen, s.sums = s.First, map[string]int{}, make([]sum, s.Last-s.First+1)
	s.totals = Totals{Record: Record{Policy: s.Policy.Family(), First: s.First, Last: s.Last, Skipped: map[string]int{}}}
	var workers sync.WaitGroup
	for range max(1, s.Workers) {
		workers.Go(func() {
			for seed, more := s.take(); more; seed, more = s.take() {
				s.fail(s.one(ctx, seed))
			}
		})
	}
	workers.Wait()
	s.totals.Blocks = blocksOf(s.sums)
	return s.totals, s.err
}

func (s *Sweep) take() (seed uint64, more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seed = s.next
	s.next++
	return seed, seed <= s.Last && s.err == nil
}

func (s *Sweep) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
	}
}

func (s *Sweep) one(ctx context.Context, seed uint64) error {
	p := generate(seed, s.Policy, s.Without)
	c, err := s.Compare(ctx, p.yaml())
	if err != nil {
		return err
	}
	if c.Agrees() {
		s.sums[seed-s.First] = sumOf(c, c.Model)
		s.count(c, false)
		return nil
	}
	s.sums[seed-s.First] = sumOf(c, c.Real)
	again, err := s.Compare(ctx, p.yaml())
	if err != nil {
		return err
	}
	unsteady := !again.Real.Equal(c.Real)
	if enough := s.count(c, unsteady); enough || s.Dir == "" {
		return nil
	}
	if !unsteady {
		if c, err = s.Shrink(ctx, seed, s.Without); err != nil {
			return err
		}
	}
	return s.save(seed, c, unsteady)
}

// count adds a comparison to the totals; it reports whether enough
// disagreements were seen.
func (s *Sweep) count(c Comparison, unsteady bool) (enough bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.totals.add(c); unsteady {
		s.totals.Unsteady++
	}
	return s.Enough > 0 && s.totals.Disagreed() > s.Enough
}

// maxAlike is how many disagreements with the same verbs are kept.
const maxAlike = 2

func (s *Sweep) save(seed uint64, c Comparison, unsteady bool) error {
	kind := strings.Join(verbsOf(c.Scenario), "+")
	if unsteady {
		kind = "unsteady"
	}
	s.mu.Lock()
	s.seen[kind]++
	alike := s.seen[kind]
	s.mu.Unlock()
	if alike > maxAlike {
		return nil
	}
	name := fmt.Sprintf("%s-%d-%s.yaml", s.Label, seed, kind[:min(len(kind), 80)])
	if s.Report != nil {
		s.Report(name)
	}
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return err
	}
	return replace.Write(filepath.Join(s.Dir, name), []byte(c.header(s.Runtime.Path, s.Policy.Name)+c.Scenario))
}

// header says in comments what the two sides did.
func (c Comparison) header(binary, policy string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# binary: %s\n# policy: %s\n# model:\n", binary, policy)
	comment(&b, c.Model)
	b.WriteString("# real:\n")
	comment(&b, c.Real)
	return b.String()
}

func comment(b *strings.Builder, o Outcome) {
	for line := range strings.Lines(o.String() + "\n") {
		b.WriteString("#   " + line)
	}
}

// verbsOf is the verbs of a scenario that this package wrote, once each.
func verbsOf(yaml string) []string {
	var out []string
	seen := map[string]bool{"log": true}
	for line := range strings.Lines(yaml) {
		verb, isStmt := strings.CutPrefix(strings.TrimSpace(line), "- ")
		verb, _, _ = strings.Cut(verb, ":")
		if isStmt && !seen[verb] {
			seen[verb] = true
			out = append(out, verb)
		}
	}
	return out
}
