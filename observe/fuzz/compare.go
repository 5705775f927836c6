package fuzz

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"evsim/clock"
	"evsim/model"
	"evsim/observe"
	"evsim/scenario"
	"evsim/sim"
)

// Outcome is what a run logged and how it ended.
type Outcome struct {
	Log  []string
	Code int
}

// Equal reports whether two outcomes are the same, to the hundredth of a
// millisecond.
func (o Outcome) Equal(other Outcome) bool {
	return o.Code == other.Code && slices.Equal(o.Log, other.Log)
}

// String is the outcome as a few lines.
func (o Outcome) String() string {
	return strings.Join(append(slices.Clip(o.Log), fmt.Sprintf("(exit code %d)", o.Code)), "\n")
}

// Comparer holds a policy against a real Node.
type Comparer struct {
	Policy  model.Policy
	Runtime observe.Runtime
}

// Comparison is what one scenario did in the model and in reality.
type Comparison struct {
	Scenario string // YAML
	Skipped  string // why it was not compared: it never ends, or it is no scenario
	Model    Outcome
	Real     Outcome
}

// Agrees reports whether there is nothing to complain of.
func (c Comparison) Agrees() bool { return c.Skipped != "" || c.Model.Equal(c.Real) }

// limits keep programs that never end away from the real Node.
var limits = sim.Limits{Callbacks: 3000, Turns: 3000, Time: 3 * clock.Second}

// log collects the lines of a run.
type log []string

// Emit keeps a line (sim.Sink).
func (l *log) Emit(e sim.Event) { *l = append(*l, e.Text) }

// Compare runs a scenario on both sides.
func (c Comparer) Compare(ctx context.Context, yaml string) (Comparison, error) {
	out := Comparison{Scenario: yaml}
	s, diags := scenario.Parse("fuzz.yaml", []byte(yaml))
	switch {
	case s == nil:
		out.Skipped = fmt.Sprint("no scenario: ", diags)
		return out, nil
	case s.Supported(c.Policy) != nil:
		out.Skipped = c.Policy.Name + " has no " + s.Supported(c.Policy).Verb
		return out, nil
	}
	var stop sim.Stop
	if out.Model, stop = c.simulate(s); stop.Reason.Limit() {
		out.Skipped = "it never ends: " + stop.Reason.String()
		return out, nil
	}
	seen, err := c.Runtime.RunVirtual(ctx, s)
	if err != nil {
		return out, err
	}
	out.Real = Outcome{Log: normal(seen.Log), Code: seen.Code}
	out.Model.Log = normal(out.Model.Log)
	return out, nil
}

func (c Comparer) simulate(s *scenario.Scenario) (Outcome, sim.Stop) {
	world := s.World
	world.Limits = limits
	var lines log
	stop := s.Run(c.Policy, scenario.Options{World: &world, Sink: &lines, Wants: sim.KindsOf(sim.EventLog)})
	return Outcome{Log: lines, Code: stop.Code}, stop
}

// What engines say of the same mistake differs from release to release, and
// holds the names of variables.
var (
	oldProperty = regexp.MustCompile(`Cannot read property '(\w+)' of undefined`)
	newProperty = regexp.MustCompile(`Cannot read properties of undefined \(reading '\w+'\)`)
	noFunction  = regexp.MustCompile(`(resolve|reject)\w* is not a function`)
)

func normal(lines []string) []string {
	out := slices.Clone(lines)
	for i, line := range out {
		line = oldProperty.ReplaceAllString(line, "Cannot read properties of undefined")
		line = newProperty.ReplaceAllString(line, "Cannot read properties of undefined")
		out[i] = noFunction.ReplaceAllString(line, "$1 is not a function")
	}
	return out
}
