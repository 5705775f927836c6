package fuzz

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
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
	seen   map[string]int
	err    error
}

// Totals is what a sweep came to.
type Totals struct {
	Compared, Skipped, Disagreed, Unsteady int
	Lines                                  int // of all logs
}

// Run compares every seed.
func (s *Sweep) Run(ctx context.Context) (Totals, error) {
	s.next, s.seen = s.First, map[string]int{}
	var workers sync.WaitGroup
	for range max(1, s.Workers) {
		workers.Go(func() {
			for seed, more := s.take(); more; seed, more = s.take() {
				s.fail(s.one(ctx, seed))
			}
		})
	}
	workers.Wait()
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
		s.count(c, false)
		return nil
	}
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
	switch {
	case c.Skipped != "":
		s.totals.Skipped++
	case c.Agrees():
		s.totals.Compared++
	case unsteady:
		s.totals.Compared++
		s.totals.Unsteady++
	default:
		s.totals.Compared++
		s.totals.Disagreed++
	}
	s.totals.Lines += len(c.Real.Log)
	return s.Enough > 0 && s.totals.Disagreed+s.totals.Unsteady > s.Enough
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
	return os.WriteFile(filepath.Join(s.Dir, name), []byte(c.header(s.Runtime.Path, s.Policy.Name)+c.Scenario), 0o644)
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
