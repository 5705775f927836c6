package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evsim/explore"
	"evsim/model"
	"evsim/scenario"
)

const waits = `evsim: 1
name: waits
policies: [node22]
script:
  - {io: net, latency: 1ms..3ms, do: {log: a}}
  - {io: net, latency: 1ms..3ms, do: {log: b}}
  - {io: net, latency: 1ms..3ms, do: {log: c}}
  - {io: net, latency: 1ms..3ms, do: {log: d}}
  - {io: net, latency: 1ms..3ms, do: {log: e}}
`

// TestSavesThatFailAreWarnings: a search goes on to its end when its checkpoint
// cannot be written any more, and says so once.
func TestSavesThatFailAreWarnings(t *testing.T) {
	s, complaints := scenario.Parse("waits.yaml", []byte(waits))
	if s == nil {
		t.Fatal(complaints)
	}
	p, err := model.Lookup("node22")
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "folder")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	var told bytes.Buffer
	c := &checkpoint{a: newApp(nil, nil, &told), path: filepath.Join(folder, "left")}
	saves := 0
	r := explore.Explore(t.Context(), s.In(p, &s.World), explore.Options{Part: explore.Part{Number: 1, Of: 1}, Save: func(left *explore.Frontier) {
		if saves++; saves == 3 {
			if _, err := os.Stat(c.path); err != nil {
				t.Error(err)
			}
			os.RemoveAll(folder)
		}
		c.last = time.Time{}
		c.save(left)
	}})
	if !r.Complete || saves < 5 {
		t.Errorf("complete: %t (%s), %d saves", r.Complete, r.Why, saves)
	}
	if got := told.String(); strings.Count(got, "\n") != 1 || !strings.HasPrefix(got, "evsim: warning: cannot write "+c.path+": ") {
		t.Errorf("told: %q", got)
	}
	if c.keep(r.Kept()) {
		t.Error("it was kept in a folder that is gone")
	}
}

// FuzzParts reads anything as the parts of explorations, and unites what was
// taken for them.
func FuzzParts(f *testing.F) {
	f.Add([]byte(`{"file":"a","policy":"b","event":"explored","orders":0,"paths":1,"complete":true,"of":[],"sum":"x"}`))
	f.Add([]byte(`{"file":"a","policy":"b","event":"order","order":1,"log":["x"],"paths":1,"stop":"ended","token":""}` + "\n"))
	f.Add([]byte(`[[[[[[`))
	f.Fuzz(func(t *testing.T, text []byte) {
		parts, err := parseParts(bytes.NewReader(text))
		if err != nil && strings.Count(err.Error(), "\n") > 0 {
			t.Errorf("%q", err)
		}
		var all []*merged
		for _, p := range parts {
			if all, err = unite(all, p, "file"); err != nil {
				return
			}
		}
		for _, m := range all {
			m.finish()
			m.writeText(&bytes.Buffer{}, strings.ToUpper)
			m.writeNDJSON(&bytes.Buffer{})
		}
	})
}
