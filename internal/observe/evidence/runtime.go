package evidence

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"time"

	"evsim/internal/observe"
	"evsim/internal/observe/browser"
	"evsim/internal/observe/nodes"
	"evsim/internal/say"
	"evsim/model"
	"evsim/scenario"
)

// Runtime is a real runtime on this machine.
type Runtime struct {
	Name    string // node, chromium, firefox or webkit
	Path    string
	Version string
	Timeout time.Duration // of one run; 0: ten seconds
}

// node is the name of the runtime that is no browser.
const node = "node"

// Names lists the runtimes that there can be.
func Names() []string { return append([]string{node}, browser.Names()...) }

// Open finds the runtime that a text names and asks it for its version. The
// text is a name, such as node or firefox, for the one that is installed;
// NAME=PATH; or node=24.21.0 for a release in the user's cache.
func Open(ctx context.Context, text string) (Runtime, error) {
	r := Runtime{}
	r.Name, r.Path, _ = strings.Cut(text, "=")
	if !slices.Contains(Names(), r.Name) {
		return r, say.Errorf("no runtime %q: there are %s; write node, node=PATH or node=24.21.0", r.Name, strings.Join(Names(), ", "))
	}
	if r.Browser() {
		b, err := browser.Find(r.Name, r.Path)
		if err != nil {
			return r, err
		}
		r.Path = b.Path
		r.Version, err = b.Version(ctx)
		return r, err
	}
	path, err := nodePath(r.Path)
	if err != nil {
		return r, err
	}
	r.Path = path
	r.Version, err = observe.Runtime{Path: path}.Version(ctx)
	return r, err
}

func nodePath(text string) (string, error) {
	if version, ok := nodes.Version(text); ok {
		return nodes.Path(version)
	}
	if text == "" {
		text = node
	}
	path, err := exec.LookPath(text)
	if err != nil {
		return "", say.Errorf("node=%s: %w", text, withoutName(err))
	}
	return path, nil
}

// Browser reports whether the runtime is a browser.
func (r Runtime) Browser() bool { return r.Name != node }

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
	switch name {
	case "chromium":
		return model.MustLookup("browser"), nil
	case "firefox":
		return model.MustLookup("firefox"), nil
	case "webkit":
		return model.MustLookup("webkit"), nil
	}
	return model.Lookup("node@" + version)
}

// Observe runs a scenario so many times in real time.
func (r Runtime) Observe(ctx context.Context, s *scenario.Scenario, times int) ([]Counted, error) {
	if r.Browser() {
		all, err := r.ObservePages(ctx, []*scenario.Scenario{s}, times)
		if err != nil {
			return nil, err
		}
		return all[0], nil
	}
	all, err := observe.Runtime{Path: r.Path, Timeout: r.Timeout}.Run(ctx, s, times)
	return MergeTimes(s, all, false), err
}

// ObserveVirtual runs a scenario under the virtual clock, which Node and
// Chromium have.
func (r Runtime) ObserveVirtual(ctx context.Context, s *scenario.Scenario) (Outcome, error) {
	if r.Browser() {
		logs, err := r.ObserveVirtualPages(ctx, []*scenario.Scenario{s})
		if err != nil {
			return Outcome{}, err
		}
		return Outcome{Log: logs[0]}, nil
	}
	o, err := observe.Runtime{Path: r.Path, Timeout: r.Timeout}.RunVirtual(ctx, s)
	return OutcomeOf(o), err
}

// killed is the exit code of a run that was stopped because it took too long.
const killed = -1

// OutcomeOf is what is compared of an observation.
func OutcomeOf(o observe.Observation) Outcome {
	return Outcome{Log: o.Log, Code: o.Code, Endless: o.Code == killed, Unsettled: o.Unsettled}
}
