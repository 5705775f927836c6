package evidence

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"evsim/model"
	"evsim/observe"
	"evsim/observe/nodes"
	"evsim/scenario"
)

// Runtime is a real runtime on this machine.
type Runtime struct {
	Name    string // node
	Path    string
	Version string
	Timeout time.Duration // of one run; 0: ten seconds
}

// Names lists the runtimes that there can be.
const Names = "node"

// Open finds the runtime that a text names, such as node, node=24.21.0 for a
// release that is installed in the user's cache, or node=PATH, and asks it for
// its version.
func Open(ctx context.Context, text string) (Runtime, error) {
	r := Runtime{}
	r.Name, r.Path, _ = strings.Cut(text, "=")
	if r.Name != "node" {
		return r, fmt.Errorf("no runtime %q: there is %s; write node=PATH or node=24.21.0", r.Name, Names)
	}
	if r.Path == "" {
		r.Path = r.Name
	}
	if version, ok := nodes.Version(r.Path); ok {
		path, err := nodes.Path(version)
		if err != nil {
			return r, err
		}
		r.Path = path
	}
	path, err := exec.LookPath(r.Path)
	if err != nil {
		return r, fmt.Errorf("%s: %w", text, withoutName(err))
	}
	r.Path = path
	r.Version, err = observe.Runtime{Path: r.Path}.Version(ctx)
	return r, err
}

// withoutName is an error of exec without the name, which the message has.
func withoutName(err error) error {
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err
}

// String is the runtime and its version.
func (r Runtime) String() string { return r.Name + " " + r.Version }

// Policy is the policy that stands for the runtime.
func (r Runtime) Policy() (model.Policy, error) { return PolicyOf(r.Name, r.Version) }

// PolicyOf is the policy that stands for a version of a runtime.
func PolicyOf(name, version string) (model.Policy, error) {
	return model.Lookup("node@" + version)
}

// Observe runs a scenario so many times in real time.
func (r Runtime) Observe(ctx context.Context, s *scenario.Scenario, times int) ([]observe.Observed, error) {
	return observe.Runtime{Path: r.Path, Timeout: r.Timeout}.Run(ctx, s, times)
}

// ObserveVirtual runs a scenario under the virtual clock.
func (r Runtime) ObserveVirtual(ctx context.Context, s *scenario.Scenario) (Outcome, error) {
	o, err := observe.Runtime{Path: r.Path, Timeout: r.Timeout}.RunVirtual(ctx, s)
	return OutcomeOf(o), err
}

// killed is the exit code of a run that was stopped because it took too long.
const killed = -1

// OutcomeOf is what is compared of an observation.
func OutcomeOf(o observe.Observation) Outcome {
	return Outcome{Log: o.Log, Code: o.Code, Endless: o.Code == killed}
}
