package snapshot_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evsim/program"
	"evsim/scenario"
	"evsim/scenario/snapshot"
)

// Whatever a scenario looks like that can be read: it is rewritten to say what
// it should, or not at all.
func FuzzApply(f *testing.F) {
	for _, pattern := range []string{"testdata/*.yaml", "../../scenarios/language/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(text, "a|b|c|two words|: #", "b||a|[x]")
		}
	}
	for _, test := range odd {
		f.Add(oddScenario(test.list), "a|b|c|two words|: #", "b||a|[x]")
	}
	f.Fuzz(func(t *testing.T, text []byte, first, second string) {
		s, _ := scenario.Parse("any.yaml", text)
		if s == nil || strings.ContainsAny(first+second, "\r\n") {
			return
		}
		one := [][]string{strings.Split(first, "|")}
		run := logs(map[string][][]string{"node10": {{}}, "node22": one, "browser": append(one, strings.Split(second, "|")), "webkit": {{"b", "a"}}})
		changes, _ := snapshot.Find(s, every, onlyKnown(run))
		after, err := snapshot.Apply(text, s, changes)
		if err != nil {
			return
		}
		now := parse(t, "any.yaml", after)
		if left, _ := snapshot.Find(now, every, onlyKnown(run)); len(left) > 0 {
			t.Errorf("still %v in\n%s", left, after)
		}
	})
}

// onlyKnown lets every other policy log what node10 does.
func onlyKnown(run program.Runner) program.Runner {
	return func(q program.Question) program.Runs {
		runs := run(q)
		if runs.List == nil {
			q.Policy.Name = "node10"
			runs = run(q)
		}
		return runs
	}
}
