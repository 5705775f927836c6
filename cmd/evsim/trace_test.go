package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// traceEntry is an object of the Trace Event Format, with the fields that its
// document gives to the kinds of entries that are written.
type traceEntry struct {
	Ph   string         `json:"ph"`
	Name string         `json:"name"`
	Cat  string         `json:"cat"`
	ID   string         `json:"id"`
	BP   string         `json:"bp"`
	S    string         `json:"s"`
	PID  int            `json:"pid"`
	TID  int            `json:"tid"`
	TS   json.Number    `json:"ts"`
	Dur  json.Number    `json:"dur"`
	Args map[string]any `json:"args"`
}

type traceFile struct {
	DisplayTimeUnit string       `json:"displayTimeUnit"`
	TraceEvents     []traceEntry `json:"traceEvents"`
}

// TestTracesOfTheSeeds draws every seed scenario under all its policies, at most
// 2,000 callbacks of each, and holds the result against the rules of the format.
func TestTracesOfTheSeeds(t *testing.T) {
	files, err := filepath.Glob("../../scenarios/seeds/*.yaml")
	if err != nil || len(files) < 30 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			checkPerfetto(t, traced(t, file, "perfetto"))
			for _, text := range []string{traced(t, file, "marble"), traced(t, file, "mermaid")} {
				if !strings.Contains(text, "script") {
					t.Errorf("no script in\n%s", text)
				}
			}
			svg := traced(t, file, "svg", "--policy", "node22")
			for d := xml.NewDecoder(strings.NewReader(svg)); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func traced(t *testing.T, file, format string, more ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	code := newApp(strings.NewReader(""), &out, &errs).execute(t.Context(), append([]string{"trace", file, "--format", format, "--set", "limits.callbacks=2000"}, more...))
	if code == unusable && strings.Contains(errs.String(), "is not in node22") {
		return "<svg/>"
	}
	if code != done && code != limited {
		t.Fatalf("exit code %d: %s", code, &errs)
	}
	return out.String()
}

// openSlice is a slice that has begun.
type openSlice struct {
	name string
	ends float64 // of a whole slice; 0: its end is an entry
}

// threadState is where a reader of the trace stands on one thread.
type threadState struct {
	open []openSlice
	at   float64
}

func checkPerfetto(t *testing.T, text string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	var f traceFile
	if err := d.Decode(&f); err != nil {
		t.Fatal(err)
	}
	c := traceChecker{threads: map[[2]int]*threadState{}, flows: map[string]bool{}}
	for i, e := range f.TraceEvents {
		if err := c.check(e); err != nil {
			t.Fatalf("entry %d, %+v: %v", i, e, err)
		}
	}
	for id, under := range c.flows {
		if under {
			t.Errorf("the arrow %s has no end", id)
		}
	}
	for id, thread := range c.threads {
		for _, open := range thread.open {
			if open.ends == 0 {
				t.Errorf("%v: %q has no end", id, open.name)
			}
		}
	}
	if c.slices == 0 || len(c.flows) == 0 || c.counters == 0 {
		t.Errorf("%d slices, %d arrows, %d counters", c.slices, len(c.flows), c.counters)
	}
}

type traceChecker struct {
	threads          map[[2]int]*threadState
	flows            map[string]bool // by id: under way
	slices, counters int
}

func (c *traceChecker) check(e traceEntry) error {
	if e.PID == 0 {
		return errors.New("no process")
	}
	if e.Ph == "M" {
		if e.Name != "process_name" && e.Name != "thread_name" && e.Name != "process_sort_index" && e.Name != "thread_sort_index" {
			return errors.New("no such metadata")
		}
		return nil
	}
	at, err := e.TS.Float64()
	if err != nil {
		return err
	}
	key := [2]int{e.PID, e.TID}
	if c.threads[key] == nil {
		c.threads[key] = &threadState{}
	}
	thread := c.threads[key]
	if at < thread.at && e.Ph != "C" {
		return fmt.Errorf("time goes back from %v", thread.at)
	}
	thread.at = at
	for n := len(thread.open); n > 0 && thread.open[n-1].ends != 0 && thread.open[n-1].ends <= at; n-- {
		thread.open = thread.open[:n-1]
	}
	return c.onThread(e, thread, at)
}

func (c *traceChecker) onThread(e traceEntry, thread *threadState, at float64) error {
	top := len(thread.open) - 1
	switch e.Ph {
	case "B":
		c.slices++
		thread.open = append(thread.open, openSlice{name: e.Name})
	case "X":
		length, err := e.Dur.Float64()
		if err != nil || length <= 0 {
			return errors.New("no length")
		}
		for _, around := range thread.open {
			if around.ends != 0 && around.ends < at+length {
				return fmt.Errorf("it ends after %q, in which it began", around.name)
			}
		}
		thread.open = append(thread.open, openSlice{e.Name, at + length})
	case "E":
		if top < 0 || thread.open[top].ends != 0 {
			return errors.New("an end of no slice")
		}
		thread.open = thread.open[:top]
	case "s", "f":
		return c.flow(e, top >= 0)
	case "C":
		if n, ok := e.Args["tasks"].(float64); !ok || n < 0 {
			return errors.New("a counter without a number")
		}
		c.counters++
	case "i":
		if e.S != "t" {
			return errors.New("an instant of no thread")
		}
	default:
		return errors.New("an unknown kind")
	}
	return nil
}

func (c *traceChecker) flow(e traceEntry, inSlice bool) error {
	under, known := c.flows[e.ID]
	switch {
	case !inSlice:
		return errors.New("an arrow outside of slices")
	case e.ID == "" || e.Cat == "":
		return errors.New("an arrow without a name")
	case e.Ph == "s" && known:
		return errors.New("the arrow begins twice")
	case e.Ph == "f" && (!under || e.BP != "e"):
		return errors.New("an end of no arrow")
	}
	c.flows[e.ID] = e.Ph == "s"
	return nil
}
