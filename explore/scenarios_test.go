package explore_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evsim/explore"
	"evsim/internal/testmain"
	"evsim/program"
	"evsim/scenario"
)

// TestScenarios holds every scenario of the project against every policy that
// it runs on.
func TestScenarios(t *testing.T) {
	for _, file := range scenarioFiles(t) {
		t.Run(strings.TrimPrefix(filepath.ToSlash(file), "../scenarios/"), func(t *testing.T) {
			t.Parallel()
			s := load(t, file)
			checks := s.Verify(s.RunsOn(), explore.Runs(context.Background(), explore.Options{Paths: 200_000}))
			if len(checks) == 0 {
				t.Error("nothing is checked")
			}
			for _, c := range checks {
				verdict, failure := c.Result()
				if verdict == program.Unproved && !drawn(s) {
					t.Errorf("%s %s %s: %v", c.Policy, c.Case, c.What, c.Err())
				}
				if failure == nil {
					continue
				}
				var got []string
				for _, line := range failure.Got {
					got = append(got, line.Text)
				}
				t.Errorf("%s %s %s: %s\n at %v, logged %v, run %d\n got  %q\n want %q", c.Policy, c.Case, c.What, failure.Message, failure.At, failure.Logged, failure.Seed, got, failure.Want)
			}
		})
	}
}

// drawn reports whether a world of the scenario has jitter, which is drawn by
// seed and not explored.
func drawn(s *scenario.Scenario) bool {
	jitter := !s.World.Clock.Skew.Jitter.IsZero()
	for i := range s.Cases {
		jitter = jitter || !s.Cases[i].World.Clock.Skew.Jitter.IsZero()
	}
	return jitter
}

// scenarioFiles is every scenario of the project; in short mode, which is for
// the race detector, one in eight.
func scenarioFiles(t testing.TB) []string {
	var files []string
	err := filepath.WalkDir("../scenarios", func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".yaml" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no scenarios")
	}
	if !testing.Short() {
		return files
	}
	var some []string
	for i := 0; i < len(files); i += 8 {
		some = append(some, files[i])
	}
	return some
}

// seeds is so many with EVSIM_SWEEPS=1, else a third, or in short mode a tenth.
func seeds(n uint64) uint64 {
	if testing.Short() {
		return n / 10
	}
	return n / uint64(testmain.Every(3))
}

func load(t testing.TB, file string) *scenario.Scenario {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, diagnostics := scenario.Parse(file, src)
	if s == nil {
		t.Fatal(diagnostics)
	}
	return s
}
