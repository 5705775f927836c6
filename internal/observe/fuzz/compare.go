package fuzz

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"evsim/clock"
	"evsim/internal/observe"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// Outcome is what a run logged and how it ended.
type Outcome struct {
	Log     []string
	Code    int
	Endless bool // it was stopped, and would have gone on
	waits   bool // of the model's: it would have waited for ever, and logs no more
}

// Equal reports whether two outcomes are the same, to the hundredth of a
// millisecond.
func (o Outcome) Equal(other Outcome) bool {
	return o.Endless == other.Endless && o.Code == other.Code && slices.Equal(o.Log, other.Log)
}

// String is the outcome as a few lines.
func (o Outcome) String() string {
	end := fmt.Sprintf("(exit code %d)", o.Code)
	if o.Endless {
		end = "(it goes on)"
	}
	return strings.Join(append(slices.Clip(o.Log), end), "\n")
}

// Comparer holds a policy against a real Node.
type Comparer struct {
	Policy  model.Policy
	Runtime observe.Runtime
}

// Comparison is what one scenario did in the model and in reality. Of what
// never ends it is the beginning, as long as the model's limits let it be.
type Comparison struct {
	Scenario string // YAML
	Skipped  string // why it was not compared; "" if it was
	Model    Outcome
	Real     Outcome
}

// Agrees reports whether there is nothing to complain of.
func (c Comparison) Agrees() bool { return c.Skipped != "" || c.Model.Equal(c.Real) }

// limits end programs that never end.
var limits = sim.Limits{Callbacks: 3000, Turns: 3000, Time: 3 * clock.Second}

// silent is why a program is skipped that never ends and logs nothing.
const silent = "it never ends and logs nothing"

// log collects the lines of a run.
type log []string

// Emit keeps a line (sim.Sink).
func (l *log) Emit(e sim.Event) { *l = append(*l, e.Text) }

// Compare runs a scenario on both sides.
func (c Comparer) Compare(ctx context.Context, yaml string) (Comparison, error) {
	s, out := c.predict(yaml)
	if out.Skipped != "" {
		return out, nil
	}
	r := c.Runtime
	if out.Model.Endless {
		r.Lines = out.Model.enough()
	}
	seen, err := r.RunVirtual(ctx, s)
	if err != nil {
		return out, err
	}
	out.Real = Outcome{Log: Normal(seen.Log), Code: seen.Code}
	if seen.Code < 0 {
		out.Real.Code, out.Real.Endless = 0, true
		out.Real.Log = out.Real.Log[:min(len(out.Real.Log), out.Model.enough())]
	}
	return out, nil
}

// enough is how many lines of a run tell whether it is the same endless one: of
// one that waits for ever, a line more would be too many.
func (o Outcome) enough() int {
	if o.waits {
		return len(o.Log) + 1
	}
	return len(o.Log)
}

// predict is the comparison before anything real has run.
func (c Comparer) predict(yaml string) (*scenario.Scenario, Comparison) {
	out := Comparison{Scenario: yaml}
	s, diags := scenario.Parse("fuzz.yaml", []byte(yaml))
	if s == nil {
		out.Skipped = fmt.Sprint("no scenario: ", diags)
		return nil, out
	}
	if lack := s.Lacks(c.Policy); lack != nil {
		out.Skipped = c.Policy.Name + " has no " + lack.Verb
		return nil, out
	}
	world := s.World
	world.Limits = limits
	var lines log
	stop := s.In(c.Policy, &world).Run(program.Options{Sink: &lines, Wants: sim.KindsOf(sim.EventLog)})
	out.Model = Outcome{Log: Normal(lines), Code: stop.Code, Endless: stop.Reason.Endless(), waits: stop.Reason == sim.Waiting}
	if out.Model.Endless && len(lines) == 0 {
		out.Skipped = silent
	}
	return s, out
}

// What engines say of the same mistake differs from release to release, and
// holds the names of variables.
var (
	property = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`Cannot read propert(?:y '[\w().]+' of undefined(?: or null)?|ies of undefined \(reading '[\w().]+'\))`)
	})
	noFunction = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(resolve|reject)\w* is not a function`) })
)

// Normal is a log in which what engines say of the same mistake is the same.
func Normal(lines []string) []string {
	out := slices.Clone(lines)
	for i, line := range out {
		if !strings.Contains(line, "of undefined") && !strings.Contains(line, "is not a function") {
			continue
		}
		line = property().ReplaceAllString(line, "Cannot read properties of undefined")
		out[i] = noFunction().ReplaceAllString(line, "$1 is not a function")
	}
	return out
}
