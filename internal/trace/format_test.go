package trace_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
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

// thread is a track of a process.
type thread struct{ pid, tid int }

// counter is a counter of a process.
type counter struct {
	pid  int
	name string
}

// openSlice is a slice that has begun. Times are nanoseconds.
type openSlice struct {
	name  string
	whole bool // it is one entry, and ends by itself
	ends  int64
}

// track is where a reader of the trace stands on one thread.
type track struct {
	open []openSlice
	at   int64
}

// arrow is a flow.
type arrow struct {
	name, cat string
	pid       int
	at        int64
	ended     bool
}

// traceReader reads a trace as its viewers do, and holds it against the format's
// document on the way.
type traceReader struct {
	names     map[thread]map[string]bool // the metadata of each thread; of a process, thread 0
	tracks    map[thread]*track
	flows     map[string]*arrow
	counters  map[counter]int64 // when each was last
	processes int
	callbacks int // slices of tasks
}

// readTrace reads a trace, or says what is wrong with it.
func readTrace(text string) (*traceReader, error) {
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	var f traceFile
	if err := d.Decode(&f); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more after the object")
	}
	if f.DisplayTimeUnit != "ms" && f.DisplayTimeUnit != "ns" {
		return nil, fmt.Errorf("the unit %q", f.DisplayTimeUnit)
	}
	r := &traceReader{names: map[thread]map[string]bool{}, tracks: map[thread]*track{}, flows: map[string]*arrow{}, counters: map[counter]int64{}}
	for i, e := range f.TraceEvents {
		if err := r.entry(e); err != nil {
			return nil, fmt.Errorf("entry %d, %+v: %w", i, e, err)
		}
	}
	return r, r.end()
}

// end holds that nothing is left open.
func (r *traceReader) end() error {
	for id, f := range r.flows {
		if !f.ended {
			return fmt.Errorf("the arrow %s has no end", id)
		}
	}
	for id, t := range r.tracks {
		for _, s := range t.open {
			if !s.whole {
				return fmt.Errorf("%v: %q has no end", id, s.name)
			}
		}
	}
	return nil
}

func (r *traceReader) entry(e traceEntry) error {
	if e.PID <= 0 {
		return errors.New("no process")
	}
	if (e.Name == "") != (e.Ph == "E") {
		return errors.New("all but an end has a name")
	}
	if e.Ph == "M" {
		return r.metadata(e)
	}
	at, err := nanoseconds(e.TS)
	if err != nil {
		return err
	}
	if !r.names[thread{e.PID, 0}]["process_name"] {
		return errors.New("its process has no name")
	}
	if e.Ph == "C" {
		return r.count(e, at)
	}
	id := thread{e.PID, e.TID}
	if !r.names[id]["thread_name"] {
		return errors.New("its thread has no name")
	}
	t := r.tracks[id]
	if t == nil {
		t = &track{}
		r.tracks[id] = t
	}
	if at < t.at {
		return fmt.Errorf("time goes back from %d ns", t.at)
	}
	t.at = at
	for n := len(t.open); n > 0 && t.open[n-1].whole && t.open[n-1].ends <= at; n-- {
		t.open = t.open[:n-1]
	}
	return r.onTrack(e, t)
}

// nanoseconds reads microseconds with at most three places.
func nanoseconds(n json.Number) (int64, error) {
	us, err := n.Float64()
	ns := math.Round(us * 1000)
	if err != nil || us < 0 || math.Abs(us*1000-ns) > 1e-3 {
		return 0, fmt.Errorf("%q is not a time", n)
	}
	return int64(ns), nil
}

// metadata takes the name of a process or thread, and its place, once.
func (r *traceReader) metadata(e traceEntry) error {
	id, key := thread{e.PID, e.TID}, "sort_index"
	switch e.Name {
	case "process_name", "thread_name":
		key = "name"
	case "process_sort_index", "thread_sort_index":
	default:
		return errors.New("no such metadata")
	}
	if strings.HasPrefix(e.Name, "process") != (e.TID == 0) {
		return errors.New("of a process or of a thread, and not of both")
	}
	switch v := e.Args[key].(type) {
	case string:
		if key != "name" || v == "" {
			return errors.New("no name")
		}
	case float64:
		if key != "sort_index" {
			return errors.New("no number")
		}
	default:
		return errors.New("it says nothing")
	}
	if r.names[id][e.Name] {
		return errors.New("it is said twice")
	}
	if r.names[id] == nil {
		r.names[id] = map[string]bool{}
	}
	if r.names[id][e.Name] = true; e.Name == "process_name" {
		r.processes++
	}
	return nil
}

func (r *traceReader) count(e traceEntry, at int64) error {
	if n, ok := e.Args["tasks"].(float64); !ok || n < 0 || n != math.Trunc(n) {
		return errors.New("a counter without a number of tasks")
	}
	id := counter{e.PID, e.Name}
	if at < r.counters[id] {
		return errors.New("the counter goes back")
	}
	r.counters[id] = at
	return nil
}

func (r *traceReader) onTrack(e traceEntry, t *track) error {
	top := len(t.open) - 1
	switch e.Ph {
	case "B":
		if e.Args["task"] != nil {
			r.callbacks++
		}
		t.open = append(t.open, openSlice{name: e.Name})
	case "X":
		length, err := nanoseconds(e.Dur)
		if err != nil || length == 0 {
			return errors.New("no length")
		}
		for _, around := range t.open {
			if around.whole && around.ends < t.at+length {
				return fmt.Errorf("it ends after %q, in which it began", around.name)
			}
		}
		t.open = append(t.open, openSlice{e.Name, true, t.at + length})
	case "E":
		if top < 0 || t.open[top].whole {
			return errors.New("an end of no slice")
		}
		t.open = t.open[:top]
	case "s", "f":
		if top < 0 {
			return errors.New("an arrow outside of slices")
		}
		return r.flow(e, t.at)
	case "i":
		if e.S != "t" {
			return errors.New("an instant of no thread")
		}
	default:
		return errors.New("an unknown kind")
	}
	return nil
}

func (r *traceReader) flow(e traceEntry, at int64) error {
	f := r.flows[e.ID]
	switch {
	case e.ID == "" || e.Cat == "":
		return errors.New("an arrow without a name")
	case e.Ph == "s" && f != nil:
		return errors.New("the arrow begins twice")
	case e.Ph == "s":
		r.flows[e.ID] = &arrow{name: e.Name, cat: e.Cat, pid: e.PID, at: at}
		return nil
	case f == nil || f.ended || f.name != e.Name || f.cat != e.Cat || f.pid != e.PID:
		return errors.New("an end of no arrow")
	case e.BP != "e":
		return errors.New("it would end in the next slice")
	case at < f.at:
		return errors.New("it ends before it begins")
	}
	f.ended = true
	return nil
}
