package fuzz_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"testing"

	"evsim/explore"
	"evsim/internal/observe/evidence"
	"evsim/internal/observe/fuzz"
	"evsim/model"
	"evsim/scenario"
)

func page(t *testing.T, seed uint64, timed bool) *scenario.Scenario {
	t.Helper()
	text := fuzz.Page(seed, timed)
	s, diagnostics := scenario.Parse(fmt.Sprintf("page-%d.yaml", seed), []byte(text))
	if s == nil {
		t.Fatalf("seed %d: %v\n%s", seed, diagnostics, text)
	}
	return s
}

// Every program of a page ends in both browsers that have all of it, and logs.
func TestPagesEnd(t *testing.T) {
	for seed := range uint64(60) {
		s := page(t, seed, seed%2 == 0)
		for _, p := range []model.Policy{model.MustLookup("browser"), model.MustLookup("firefox")} {
			if o := evidence.Predict(s, p); o.Endless || len(o.Log) == 0 {
				t.Errorf("seed %d, %s: endless %v, %d lines", seed, p.Name, o.Endless, len(o.Log))
			}
		}
	}
}

// Chromium under its virtual clock logs what the model does, each line at the
// model's millisecond. EVSIM_PAGES=FROM..TO makes the run of these seeds.
func TestPagesInChromium(t *testing.T) {
	if os.Getenv("EVSIM_BROWSERS") == "" {
		t.Skip("it starts Chromium: set EVSIM_BROWSERS=1")
	}
	r, err := evidence.Open(context.Background(), "chromium")
	if err != nil {
		t.Skip(err)
	}
	first, last, err := seedRange(cmp.Or(os.Getenv("EVSIM_PAGES"), "1..300"))
	if err != nil {
		t.Fatal(err)
	}
	var all []*scenario.Scenario
	for seed := first; seed <= last; seed++ {
		all = append(all, evidence.Stamped(page(t, seed, false)))
	}
	logs, err := r.ObserveVirtualPages(context.Background(), all)
	if err != nil {
		t.Fatal(err)
	}
	equal := 0
	for i, s := range all {
		out, want := evidence.Outcome{Log: logs[i]}, evidence.Predict(s, model.MustLookup("browser").Punctual())
		if want.Code = 0; want.Equal(out) {
			equal++
			continue
		}
		c := evidence.Case{Scenario: s, Policy: model.MustLookup("browser").Punctual().Crowded(), Paths: 20_000}
		if v := c.Judge(context.Background(), out.Log); v.Claim != explore.Legal {
			t.Errorf("%s: %q, %v; the model has %q", s.File, out.Log, v.Claim, want.Log)
		}
	}
	t.Logf("%v: %d of %d in the usual order", r, equal, len(all))
}
