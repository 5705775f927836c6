package fuzz_test

import (
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"evsim/explore"
	"evsim/internal/observe"
	"evsim/internal/observe/evidence"
	"evsim/scenario"
)

var record = flag.Bool("record", false, "keep what a browser does with timed pages in testdata/pages.jsonl")

const timedPages = "testdata/pages.jsonl"

// TestTimedPages runs the timed programs of some seeds in a browser in real
// time, each several times. What it logs must be possible, and for most runs of
// a program on a machine that does not take its time.
//
//	EVSIM_BROWSERS=1 EVSIM_PAGES=1001..1100 EVSIM_PAGES_RUNS=3 EVSIM_PAGES_IN=firefox go test ./internal/observe/fuzz -run TestTimedPages -timeout 1h
func TestTimedPages(t *testing.T) {
	seeds := os.Getenv("EVSIM_PAGES")
	if os.Getenv("EVSIM_BROWSERS") == "" || seeds == "" {
		t.Skip("it starts a browser: set EVSIM_BROWSERS=1, and EVSIM_PAGES to a range of seeds such as 1001..1100")
	}
	first, last, err := seedRange(seeds)
	if err != nil {
		t.Fatal(err)
	}
	runs, err := strconv.Atoi(cmp.Or(os.Getenv("EVSIM_PAGES_RUNS"), "3"))
	if err != nil {
		t.Fatalf("EVSIM_PAGES_RUNS: %v", err)
	}
	r, err := evidence.Open(t.Context(), cmp.Or(os.Getenv("EVSIM_PAGES_IN"), "firefox"))
	if err != nil {
		t.Skip(err)
	}
	all := observeTimed(t, r, first, last, runs)
	if *record {
		keep(t, all)
	}
	judgeTimed(t, all)
}

// seedRange is the seeds of a text such as 1001..1100.
func seedRange(text string) (first, last uint64, err error) {
	from, to, ok := strings.Cut(text, "..")
	first, err = strconv.ParseUint(from, 10, 32)
	if err == nil && ok {
		last, err = strconv.ParseUint(to, 10, 32)
	}
	if err != nil || !ok || last < first {
		return 0, 0, fmt.Errorf("EVSIM_PAGES is %q: give a range of seeds such as 1001..1100", text)
	}
	return first, last, nil
}

// observeTimed is what a browser does with the programs of some seeds.
func observeTimed(t *testing.T, r evidence.Runtime, first, last uint64, runs int) (all []evidence.Record) {
	t.Helper()
	var pages []*scenario.Scenario
	for seed := first; seed <= last; seed++ {
		pages = append(pages, page(t, seed, true))
	}
	seen, err := r.ObservePages(t.Context(), pages, runs)
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range pages {
		script, err := evidence.Digest(s, observe.Browser)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, evidence.NewRecord(s.File, r, script, seen[i]))
	}
	return all
}

// keep writes what was observed over what was kept before.
func keep(t *testing.T, all []evidence.Record) {
	t.Helper()
	var b bytes.Buffer
	if err := evidence.Write(&b, evidence.Merge(kept(t), all)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(timedPages, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// kept is what was observed before.
func kept(t *testing.T) []evidence.Record {
	t.Helper()
	text, err := os.ReadFile(timedPages)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	all, err := evidence.Read(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// judgeTimed holds what browsers did with timed programs against the model.
func judgeTimed(t *testing.T, all []evidence.Record) {
	t.Helper()
	usual, late := 0, 0
	for _, r := range evidence.Split(all) {
		var seed uint64
		if _, err := fmt.Sscanf(r.File, "page-%d.yaml", &seed); err != nil {
			t.Fatalf("%s: %v", r.File, err)
		}
		s := page(t, seed, true)
		p, err := evidence.PolicyOf(r.Runtime, r.Versions[0])
		if err != nil {
			t.Fatal(err)
		}
		var counts []int
		var seen []evidence.Seen
		for _, l := range r.Logs {
			v := evidence.Case{Scenario: s, Policy: p, Paths: 50_000}.JudgeReal(context.Background(), l.Outcome())
			counts, seen = append(counts, l.Runs), append(seen, v)
			switch {
			case v.Claim != explore.Legal:
				t.Errorf("%s: %d runs are %v at line %d of %d, %s: %q", r.File, l.Runs, v.Claim, v.Line+1, len(l.Lines), v.Why, l.Lines)
			case v.RealTime:
				late += l.Runs
			default:
				usual += l.Runs
			}
		}
		if evidence.MostlyLate(counts, seen) {
			t.Errorf("%s: most runs are possible only on a machine that takes its time: %d logs, the first %q", r.File, len(r.Logs), r.Logs[0].Lines)
		}
	}
	t.Logf("%d programs; %d runs as on a machine that takes no time, %d as on one that takes its time", len(all), usual, late)
}
