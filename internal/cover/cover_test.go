package cover_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/internal/cover"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// found is what one scenario exercises under one policy.
type found struct {
	file, policy string
	set          cover.Set
}

// everything is what each of the project's scenarios exercises.
func everything(t *testing.T) []found {
	t.Helper()
	var files []string
	err := filepath.WalkDir("../../scenarios", func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".yaml" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	parts := make([][]found, len(files))
	slots := make(chan bool, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i, file := range files {
		slots <- true
		all.Go(func() {
			defer func() { <-slots }()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Error(err)
				return
			}
			s, diags := scenario.Parse(file, text)
			if diags.Failed() {
				t.Error(diags)
				return
			}
			for _, p := range s.RunsOn() {
				if s.Lacks(p) == nil {
					set, _ := cover.Of(s, p, program.Options{})
					parts[i] = append(parts[i], found{strings.TrimPrefix(file, "../../"), p.Name, set})
				}
			}
		})
	}
	all.Wait()
	var out []found
	for _, part := range parts {
		out = append(out, part...)
	}
	return out
}

// ofCode are rules of what scenarios cannot say and code can: programs in package js
// exercise them.
var ofCode = map[string]bool{"node.ports": true, "web.turns-stay": true, "web.post-delay": true, "node.signal-closes": true, "node.signal-holds": true, "node.readfile-promises": true, "generator.sync-closes": true, "generator.continue-closes": true, "generator.tail-calls": true}

// The project's own scenarios exercise every rule of every policy, and nothing
// is told that is not a rule.
func TestEveryRuleIsExercised(t *testing.T) {
	c := cover.New(model.Policies())
	known := map[string]bool{}
	for _, id := range c.IDs() {
		known[id] = true
	}
	for _, f := range everything(t) {
		c.Add(f.file, f.policy, f.set)
		for id := range f.set {
			if !known[string(id)] {
				t.Errorf("%s tells of %q, which docs/rules.md does not have", f.file, id)
			}
		}
	}
	missing := map[string]bool{}
	for _, gap := range c.Missing() {
		if missing[gap.Rule.ID] = true; ofCode[gap.Rule.ID] {
			continue
		}
		t.Errorf("no scenario exercises %s under %v: %s", gap.Rule.ID, gap.Policies, gap.Rule.Says)
	}
	for id := range ofCode {
		if !missing[id] {
			t.Errorf("a scenario exercises %s, which is said to be of code alone", id)
		}
	}
}

// A release that differs from the policy of its neighbours has that policy's
// rules, but for those in which it differs: the rows name policies, not it.
func TestRulesOfReleases(t *testing.T) {
	holds := func(name string) map[string]bool {
		p, err := model.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]bool{}
		for _, gap := range cover.New([]model.Policy{p}).Missing() { // nothing is exercised
			out[gap.Rule.ID] = true
		}
		return out
	}
	for name, c := range map[string]struct {
		of            string
		more, without []string
	}{
		"node@20.11.0": {"node20", []string{"node.io-uring", "node.settled-ticks"}, []string{"node.rejections-taken"}},
		"node@22.0.0":  {"node22", []string{"node.settled-ticks", "node.unsettled-last"}, []string{"node.module-in-main", "node.rejections-taken"}},
		"node@18.18.0": {"node20", []string{"node.io-uring", "node.settled-ticks", "node.starts-awake", "generator.delegate-awaits"}, []string{"node.rejections-taken"}},
		"node@20.20.2": {"node20", nil, nil},
	} {
		want := holds(c.of)
		for _, id := range c.more {
			want[id] = true
		}
		for _, id := range c.without {
			delete(want, id)
		}
		if diff := cmp.Diff(want, holds(name)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func Example() {
	s, diagnostics := scenario.Parse("tick.yaml", []byte(`evsim: 1
name: A tick and a promise job
policies: node22
script:
  - nextTick:
    do: {log: tick}
  - then: resolved
    do: {log: promise}
`))
	if diagnostics.Failed() {
		panic(diagnostics)
	}
	set, _ := cover.Of(s, model.MustLookup("node22"), program.Options{})
	fmt.Println(set["node.checkpoint"], set["job.then"], set["node.pool"])
	// Output: true true false
}
