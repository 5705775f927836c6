package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
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

// full is where nothing can be written.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// TestFullTwice: where neither the result nor the checkpoint can be written, it is said
// whether the checkpoint of before is there to go on from.
func TestFullTwice(t *testing.T) {
	folder := t.TempDir()
	for _, test := range []struct {
		there, kept bool
		want        string
	}{
		{false, true, "nothing is lost: the same command continues from %s"},
		{true, true, "nothing is lost: the same command continues from %s"},
		{true, false, "and %s could not be written again: the same command continues from what it has, and what was found since is lost"},
		{false, false, "and %s could not be written: what was found is lost"},
	} {
		var told bytes.Buffer
		a := newApp(nil, full{}, &told)
		w, err := a.destination("")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(w, "an order")
		c := &checkpoint{a: a, path: filepath.Join(folder, "left"), there: test.there}
		if err := a.written(w, c, test.kept); err == nil {
			t.Error("it was written")
		}
		if want := fmt.Sprintf("; "+test.want+"\n", c.path); !strings.HasSuffix(told.String(), want) {
			t.Errorf("%+v: told %q", test, told.String())
		}
	}
}

// otherVersion is an identity of which another version of the program wrote.
func otherVersion(of explore.Identity) explore.Identity {
	of = slices.Clone(of)
	i := slices.IndexFunc(of, func(p explore.Property) bool { return p.Name == programProperty })
	of[i].Value = "evsim v0.1.0"
	return of
}

// TestCheckpointsOfOtherVersionsAreRefused in words, and stay as they are.
func TestCheckpointsOfOtherVersionsAreRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("waits.yaml", []byte(waits), 0o600); err != nil {
		t.Fatal(err)
	}
	a := newApp(nil, io.Discard, io.Discard)
	plans, err := a.planAll([]string{"waits.yaml"}, runOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o := exploreOptions{resume: "left"}
	c, _, err := a.checkpoint(t.Context(), &plans[0], o)
	if err != nil {
		t.Fatal(err)
	}
	c.of = otherVersion(c.of)
	r := explore.Explore(t.Context(), plans[0].Setting, explore.Options{Paths: 1})
	if !c.keep(r.Kept()) {
		t.Fatal("it was not kept")
	}
	before, err := os.ReadFile("left")
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = a.checkpoint(t.Context(), &plans[0], o)
	if want := "the program is " + strconv.Quote(buildName()) + `, and there it is "evsim v0.1.0"`; !errors.Is(err, explore.ErrOther) || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	if after, err := os.ReadFile("left"); err != nil || !bytes.Equal(before, after) {
		t.Errorf("it was changed: %v", err)
	}
}

// TestPartsOfOtherVersionsAreRefused beside those of this one, in words.
func TestPartsOfOtherVersionsAreRefused(t *testing.T) {
	this := explore.Identity{{Name: programProperty, Value: buildName()}, {Name: "--case", Value: ""}}
	var all []*merged
	for i, of := range []explore.Identity{this, otherVersion(this)} {
		var text bytes.Buffer
		writeLines(&text, []orderLine{{File: "a", Policy: "b", Event: "order", Order: 1, Stop: "ended"}}, verdictLine{
			File: "a", Policy: "b", Event: "explored", Orders: 1, Complete: true, Shard: fmt.Sprint(i+1, "/2"), Of: of,
		})
		parts, err := parseParts(&text)
		if err != nil || len(parts) != 1 {
			t.Fatal(parts, err)
		}
		all, err = unite(all, parts[0], "file")
		if i == 0 && err == nil {
			continue
		}
		if want := `the program is "evsim v0.1.0", and in the first part it is ` + strconv.Quote(buildName()); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
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
			if len(m.orders) != len(m.index) {
				t.Errorf("%d orders, of which %d differ", len(m.orders), len(m.index))
			}
		}
	})
}
