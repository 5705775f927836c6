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

// keepIn is where what a browser does with timed pages is kept, and judged again
// from then on instead of being run.
var keepIn = flag.String("pages", "", "a file to keep in what a browser does with timed pages; those it has are judged and not run again")

// TestTimedPages runs the timed programs of some seeds in a browser in real
// time, each several times. What it logs must be possible, and for most runs of
// a program on a machine that does not take its time.
//
// What it did can be kept (-pages FILE) and judged again.
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
	all := kept(t)
	if all == nil {
		all = observeTimed(t, r, first, last, runs)
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

// keep writes what was observed.
func keep(t *testing.T, all []evidence.Record) {
	t.Helper()
	if *keepIn == "" {
		return
	}
	var b bytes.Buffer
	if err := evidence.Write(&b, all); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*keepIn, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

// kept is what was observed before, if there is such a file.
func kept(t *testing.T) []evidence.Record {
	t.Helper()
	text, err := os.ReadFile(*keepIn)
	if *keepIn == "" || os.IsNotExist(err) {
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
	var totals [4]int // runs as soon as can be, those that are late by the times alone, and by their order, and those that may be late
	for _, r := range evidence.Split(all) {
		s := page(t, seedOf(t, r), true)
		p, err := evidence.PolicyOf(r.Runtime, r.Versions[0])
		if err != nil {
			t.Fatal(err)
		}
		ordered := 0
		var runs [4]int
		for _, l := range r.Logs {
			v := evidence.Case{Scenario: s, Policy: p, Paths: 50_000}.JudgeReal(context.Background(), l.Outcome())
			switch {
			case v.Claim != explore.Legal:
				t.Errorf("%s: %d runs are %v at line %d of %d, %s: %q", r.File, l.Runs, v.Claim, v.Line+1, len(l.Lines), v.Why, l.Lines)
			case v.Perhaps:
				runs[3] += l.Runs
			case v.RealTime && !v.Overdue:
				runs[2] += l.Runs
			case v.RealTime:
				runs[1] += l.Runs
			default:
				runs[0] += l.Runs
			}
			ordered += l.Runs
		}
		if 2*runs[2] > ordered {
			t.Errorf("%s: most runs have an order that is possible only on a slow machine: %d logs, the first %q", r.File, len(r.Logs), r.Logs[0].Lines)
		}
		for i := range totals {
			totals[i] += runs[i]
		}
	}
	t.Logf("%d programs; %d runs in the time of an idle machine, %d in its order but later, %d as on one that takes its time, %d of which it is not known", len(all), totals[0], totals[1], totals[2], totals[3])
}

func seedOf(t *testing.T, r evidence.Record) (seed uint64) {
	t.Helper()
	if _, err := fmt.Sscanf(r.File, "page-%d.yaml", &seed); err != nil {
		t.Fatalf("%s: %v", r.File, err)
	}
	return seed
}
