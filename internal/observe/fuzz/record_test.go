package fuzz_test

import (
	"bytes"
	"flag"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evsim/internal/observe/fuzz"
	"evsim/internal/testmain"
	"evsim/model"
)

var update = flag.Bool("update", false, "write the table of docs/conformance.md anew")

const (
	sweeps   = "testdata/sweeps.jsonl"
	document = "../../../docs/conformance.md"
	again    = "record the sweeps again (see docs/observe.md)"
)

func records(t *testing.T) []fuzz.Record {
	t.Helper()
	f, err := os.Open(sweeps)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := fuzz.ReadRecords(f)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestRecordedSweeps holds the model against what real Nodes did with thousands
// of programs, without any of them: it makes the programs again, runs them, and
// compares digests: of all with EVSIM_SWEEPS=1, else of a third of the blocks for each
// policy, another one for the next, and in short of the first block.
func TestRecordedSweeps(t *testing.T) {
	type world struct {
		policy      string
		first, last uint64
	}
	predicted := map[world]fuzz.Record{}
	policies := map[string]int{}
	all := testmain.Sweeps()
	for _, r := range records(t) {
		p, err := model.Lookup("node@" + r.Version)
		if err != nil {
			t.Fatal(err)
		}
		if _, known := policies[p.Name]; !known {
			policies[p.Name] = len(policies)
		}
		switch third := len(r.Blocks) / 3; {
		case testing.Short():
			r = between(r, 0, 1)
		case !all:
			r = between(r, policies[p.Name]%3*third, third)
		}
		w := world{p.Name, r.First, r.Last}
		now, ok := predicted[w]
		if !ok {
			now = fuzz.Predict(p, r.First, r.Last, runtime.GOMAXPROCS(0))
			predicted[w] = now
		}
		checkBlocks(t, r, now)
		now.Version = r.Version
		if diff := cmp.Diff(r, now); diff != "" && !t.Failed() && all && !testing.Short() {
			t.Errorf("Node %s (-recorded +now): %s", r.Version, diff)
		}
	}
}

// between is some blocks of a record, as if no others had been recorded.
func between(r fuzz.Record, from, blocks int) fuzz.Record {
	r.First += fuzz.BlockSize * uint64(from)
	r.Last = min(r.Last, r.First+fuzz.BlockSize*uint64(blocks)-1)
	r.Blocks = r.Blocks[from : from+blocks]
	return r
}

// checkBlocks names the blocks of seeds in which a record is of other programs,
// or of other logs, than the model's.
func checkBlocks(t *testing.T, r, now fuzz.Record) {
	t.Helper()
	if len(r.Blocks) != len(now.Blocks) {
		t.Fatalf("Node %s: %d blocks of digests for seeds %d to %d: %s", r.Version, len(r.Blocks), r.First, r.Last, again)
	}
	for i, b := range r.Blocks {
		first := r.First + fuzz.BlockSize*uint64(i)
		last := min(first+fuzz.BlockSize-1, r.Last)
		switch {
		case b.Programs != now.Blocks[i].Programs:
			t.Fatalf("the generator makes other programs of seeds %d to %d for %s now: %s", first, last, r.Policy, again)
		case b.Outcomes != now.Blocks[i].Outcomes:
			t.Errorf("%s no longer does what Node %s did: go run ./internal/observe/fuzz/compare -node PATH -policy %s -seeds %d..%d",
				now.Policy, r.Version, now.Policy, first, last)
		}
	}
}

// TestSweeps: all releases were swept with the same seeds, and with what the
// project claims of it.
func TestSweeps(t *testing.T) {
	all := records(t)
	for _, r := range all {
		if r.First != all[0].First || r.Last != all[0].Last {
			t.Errorf("Node %s has seeds %d to %d, Node %s has %d to %d", r.Version, r.First, r.Last, all[0].Version, all[0].First, all[0].Last)
		}
		if r.Compared < 2000 {
			t.Errorf("Node %s: only %d programs were compared", r.Version, r.Compared)
		}
	}
}

// Records that are written are read as they were, one for each major version,
// in order.
func TestRecords(t *testing.T) {
	ten := fuzz.Predict(model.MustLookup("node10"), 1, 101, 1)
	ten.Version = "10.0.0"
	nine, newer := ten, ten
	nine.Version, newer.Version = "9.0.0", "10.24.1"
	var b bytes.Buffer
	if err := fuzz.WriteRecords(&b, fuzz.Merge([]fuzz.Record{ten, nine}, newer)); err != nil {
		t.Fatal(err)
	}
	read, err := fuzz.ReadRecords(&b)
	if diff := cmp.Diff([]fuzz.Record{nine, newer}, read); diff != "" || err != nil {
		t.Errorf("%v: %s", err, diff)
	}
	if len(ten.Blocks) != 2 || ten.Compared+ten.Skipped["it never ends and logs nothing"] != 101 {
		t.Errorf("predicted %+v", ten)
	}
	for _, bad := range []string{"{", `{"more":1}`, `{"first":2,"last":1}`, `{"first":1,"last":99999999}`} {
		if _, err := fuzz.ReadRecords(strings.NewReader(bad)); err == nil || !strings.HasPrefix(err.Error(), "line 1: ") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

const (
	generated = "<!-- generated: sweeps -->\n"
	end       = "<!-- end -->\n"
)

// TestDocument holds the table of docs/conformance.md against the records.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), generated)
	old, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("%s has no generated part", document)
	}
	now := fuzz.Document(records(t))
	switch {
	case now == old:
	case *update:
		if err := os.WriteFile(document, []byte(before+generated+now+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is not what the records say: go test ./internal/observe/fuzz -update", document)
	}
}
