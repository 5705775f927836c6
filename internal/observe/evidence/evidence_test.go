package evidence_test

import (
	"context"
	"flag"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"evsim/internal/observe/evidence"
	"evsim/scenario"
)

var update = flag.Bool("update", false, "write docs/conformance.md anew")

const (
	observed  = "testdata/observed.jsonl"
	explained = "testdata/explained.jsonl"
	document  = "../../../docs/conformance.md"
)

// TestEvidence holds what real runtimes were recorded to do against the model.
// It needs none of them. What disagrees is explained in testdata.
func TestEvidence(t *testing.T) {
	held, why := hold(t, records(t)), explanations(t)
	t.Run("observations", func(t *testing.T) { checkObservations(t, held, why) })
	t.Run("document", func(t *testing.T) { checkDocument(t, evidence.Document(held, why)) })
}

func checkObservations(t *testing.T, held []evidence.Held, why []evidence.Explanation) {
	stale := 0
	for _, h := range held {
		if h.Stale {
			stale++
		}
		known := slices.ContainsFunc(why, func(x evidence.Explanation) bool { return x.Explains(h) })
		switch {
		case h.State == evidence.Disagreed && !known:
			t.Errorf("%s %s: %s %s was seen to log %q: %s%s", h.File, h.Case, h.Runtime, h.Versions[0], h.Logs[0].Lines, h.Why, again(h))
		case h.State != evidence.Disagreed && known:
			t.Errorf("%s %s: %s %s agrees now; %s says that it does not", h.File, h.Case, h.Runtime, h.Versions[0], explained)
		}
	}
	for _, x := range why {
		if !slices.ContainsFunc(held, x.Explains) {
			t.Errorf("%s explains what was never seen: %s %s", explained, x.File, x.Case)
		}
	}
	t.Logf("%d observations, %d of scenarios that have changed since", len(held), stale)
}

// again says what to do about evidence that may be of another scenario.
func again(h evidence.Held) string {
	if h.Stale {
		return "; the scenario has changed since: record it again (see docs/observe.md)"
	}
	return ""
}

func records(t *testing.T) []evidence.Record {
	t.Helper()
	f, err := os.Open(observed)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := evidence.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return evidence.Split(all)
}

func explanations(t *testing.T) []evidence.Explanation {
	t.Helper()
	f, err := os.Open(explained)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := evidence.ReadExplanations(f)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// hold holds all records, side by side.
func hold(t *testing.T, all []evidence.Record) []evidence.Held {
	t.Helper()
	held := make([]evidence.Held, len(all))
	errs := make([]error, len(all))
	load := loader()
	next := make(chan int)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				if s, err := load(all[i].File); err != nil {
					errs[i] = err
				} else {
					held[i], errs[i] = all[i].Hold(context.Background(), s)
				}
			}
		})
	}
	for i := range all {
		next <- i
	}
	close(next)
	workers.Wait()
	var out []evidence.Held
	for i, err := range errs {
		if err != nil {
			t.Errorf("%s %s: %v: record it again (see docs/observe.md)", all[i].File, all[i].Case, err)
			continue
		}
		out = append(out, held[i])
	}
	return out
}

// loader loads each scenario once.
func loader() func(file string) (*scenario.Scenario, error) {
	var mu sync.Mutex
	loaded := map[string]*scenario.Scenario{}
	return func(file string) (*scenario.Scenario, error) {
		mu.Lock()
		defer mu.Unlock()
		if s := loaded[file]; s != nil {
			return s, nil
		}
		text, err := os.ReadFile("../../../" + file)
		if err != nil {
			return nil, err
		}
		s, diagnostics := scenario.Parse(file, text)
		if s == nil {
			return nil, diagnostics
		}
		loaded[file] = s
		return s, nil
	}
}

const (
	generated = "<!-- generated: conformance -->\n"
	end       = "<!-- end -->\n"
)

// checkDocument holds docs/conformance.md against the evidence.
func checkDocument(t *testing.T, now string) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), generated)
	old, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s has no generated part", document)
	}
	switch {
	case now == old:
	case *update:
		if err := os.WriteFile(document, []byte(before+generated+now+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is not what the evidence says: go test ./internal/observe/evidence -update", document)
	}
}
