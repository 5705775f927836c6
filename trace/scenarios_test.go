package trace_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"evsim/model"
	"evsim/scenario"
	"evsim/trace"
)

// entry is an object of the Trace Event Format, with the fields that the
// format's description names; others are an error.
type entry struct {
	Ph   string         `json:"ph"`
	Name string         `json:"name"`
	Cat  string         `json:"cat"`
	ID   string         `json:"id"`
	BP   string         `json:"bp"`
	S    string         `json:"s"`
	Pid  int            `json:"pid"`
	Tid  int            `json:"tid"`
	TS   *float64       `json:"ts"`
	Dur  *float64       `json:"dur"`
	Args map[string]any `json:"args"`
}

type track struct{ pid, tid int }

// TestPerfettoOfScenarios holds the export of every seed scenario under every
// policy against the Trace Event Format: slices nest on each track, an arrow
// that begins ends, later and on a slice, counters are never negative.
func TestPerfettoOfScenarios(t *testing.T) {
	files, err := filepath.Glob("../scenarios/seeds/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, diags := scenario.Parse(file, text)
		if s == nil {
			t.Fatal(diags)
		}
		s.World.Limits.Callbacks = 500
		for _, p := range model.Policies() {
			if s.Supported(p) == nil {
				checkPerfetto(t, file+", "+p.Name, exported(t, s, p))
			}
		}
	}
}

func exported(t *testing.T, s *scenario.Scenario, p model.Policy) []entry {
	t.Helper()
	var b bytes.Buffer
	w := trace.NewPerfetto(&b)
	w.Begin(trace.Run{File: "a.yaml", Policy: p.Name, Process: p.Node != nil})
	stop := s.Run(p, scenario.Options{Sink: w, Wants: w.Kinds()})
	if err := w.End(stop, ""); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var whole struct {
		Unit   string  `json:"displayTimeUnit"`
		Events []entry `json:"traceEvents"`
	}
	d := json.NewDecoder(&b)
	d.DisallowUnknownFields()
	if err := d.Decode(&whole); err != nil {
		t.Fatal(err)
	}
	if whole.Unit != "ns" || len(whole.Events) == 0 {
		t.Errorf("%q, %d entries", whole.Unit, len(whole.Events))
	}
	return whole.Events
}

// checker follows a trace.
type checker struct {
	open  map[track]int     // slices under way
	last  map[track]float64 // by track: when something began or ended last
	busy  map[track]float64 // by track: when its last whole slice is over
	named map[track]bool
	flows map[string]float64 // arrows under way: when they began
	wrong []string
}

func checkPerfetto(t *testing.T, name string, all []entry) {
	t.Helper()
	c := checker{map[track]int{}, map[track]float64{}, map[track]float64{}, map[track]bool{}, map[string]float64{}, nil}
	for i, e := range all {
		if wrong := c.take(e); wrong != "" {
			c.wrong = append(c.wrong, fmt.Sprintf("entry %d, %+v: %s", i, e, wrong))
		}
	}
	for at, n := range c.open {
		if n != 0 {
			c.wrong = append(c.wrong, fmt.Sprintf("%d slices of %v never end", n, at))
		}
	}
	for id := range c.flows {
		c.wrong = append(c.wrong, fmt.Sprintf("the arrow %s never ends", id))
	}
	for _, wrong := range c.wrong[:min(len(c.wrong), 3)] {
		t.Errorf("%s: %s", name, wrong)
	}
}

func (c *checker) take(e entry) string {
	at := track{e.Pid, e.Tid}
	if e.Ph == "M" {
		c.named[at] = c.named[at] || e.Name == "thread_name"
		return ""
	}
	switch {
	case e.TS == nil || *e.TS < 0:
		return "it has no time"
	case e.Ph != "C" && !c.named[at]:
		return "its thread has no name"
	case e.Ph != "E" && e.Name == "":
		return "it has no name"
	}
	switch e.Ph {
	case "B", "E", "X":
		return c.slice(at, e)
	case "s", "f":
		return c.flow(at, e)
	case "C":
		if n, ok := e.Args["tasks"].(float64); !ok || n < 0 {
			return "the counter is negative, or no number"
		}
	case "i":
		if e.S != "t" {
			return "an instant has a scope"
		}
	default:
		return "the format has no such phase"
	}
	return ""
}

// slice holds that slices of a track begin and end in order, one inside the
// other.
func (c *checker) slice(at track, e entry) string {
	before := c.last[at]
	c.last[at] = *e.TS
	switch {
	case *e.TS < before:
		return "it is earlier than what stands before it on its track"
	case e.Ph == "B":
		c.open[at]++
		if *e.TS < c.busy[at] {
			return "it begins inside a slice that ends first"
		}
	case e.Ph == "E":
		if c.open[at]--; c.open[at] < 0 {
			return "nothing is open that it could end"
		}
		if *e.TS < c.busy[at] {
			return "it ends before the slice inside it"
		}
	case e.Dur == nil || *e.Dur < 0:
		return "it has no length"
	default:
		c.busy[at] = *e.TS + *e.Dur
	}
	return ""
}

// flow holds that an arrow leads from a slice to a later one.
func (c *checker) flow(at track, e entry) string {
	began, flies := c.flows[e.ID]
	inside := c.open[at] > 0 || *e.TS <= c.busy[at]
	switch {
	case e.ID == "" || e.Cat == "":
		return "an arrow has an id and a category"
	case !inside:
		return "it is on no slice"
	case e.Ph == "s" && flies:
		return "it begins again"
	case e.Ph == "s":
		c.flows[e.ID] = *e.TS
	case !flies || *e.TS < began:
		return "it ends before it begins"
	case e.BP != "e":
		return "its end binds to the next slice"
	default:
		delete(c.flows, e.ID)
	}
	return ""
}
