package chance_test

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"testing"

	"evsim/explore"
	"evsim/internal/chance"
	"evsim/internal/testmain"
	"evsim/scenario"
)

// TestBoxesAgreeWithAll holds what is drawn from boxes against what is drawn from all
// lengths: for every third scenario of the project, for all with EVSIM_SWEEPS=1, with what
// they leave out opened, both are estimates of the same.
func TestBoxesAgreeWithAll(t *testing.T) {
	files, err := filepath.Glob("../../scenarios/*/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	boxed, worst := 0, 0.0
	for n, file := range files {
		if n%testmain.Every(3) != 0 || testing.Short() && n%4 != 0 {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, _ := scenario.Parse(file, src)
		if s == nil || s.Timeless() != nil {
			continue // it names a file of code; or orders that differ in times alone are one
		}
		if s, err = s.Free([]string{"startup", "phase", "latency"}); err != nil {
			t.Fatal(err)
		}
		for _, p := range s.RunsOn()[:1] {
			setting := s.In(p, &s.World)
			r := explore.Explore(context.Background(), setting, explore.Options{Paths: 300})
			if !r.Complete || len(r.Orders) < 2 {
				continue
			}
			d := chance.Sampling{Setting: setting, Seed: uint64(n), Runs: 2000, Workers: 2}
			counts := d.Draw(context.Background())
			l := d.Estimate(context.Background(), &r, counts)
			for i, o := range l.Orders {
				if o.Share == 1 {
					continue
				}
				boxed++
				plain := l.Among(all(r.Orders), []int{i})
				// Both vary; six standard deviations of the difference.
				sigma := math.Sqrt(max(o.Estimate, 1e-3)/2000) + (o.High-o.Low)/4
				off := math.Abs(plain.Estimate-o.Estimate) / sigma
				if worst = max(worst, off); off > 6 {
					t.Errorf("%s, %s, order %d: %+v from all lengths, %+v from its box", file, p.Name, i+1, plain, o)
				}
			}
		}
	}
	if boxed < 20/testmain.Every(3) && !testing.Short() || boxed == 0 {
		t.Errorf("only %d orders were drawn from boxes", boxed)
	}
	t.Logf("%d orders, the farthest %.1f standard deviations off", boxed, worst)
}

// all is the indices of a list.
func all[T any](list []T) []int {
	out := make([]int, len(list))
	for i := range out {
		out[i] = i
	}
	return out
}
