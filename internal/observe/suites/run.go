package suites

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"evsim/js"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// Result is what came of a test.
type Result struct {
	Name   string
	Passed bool
	Why    string // what went wrong; "" when it passed
}

// limits of one test: those of the suite end within a fraction.
const (
	maxSteps     = 3_000_000
	maxCallbacks = 100_000
)

// host is what the suite asks of whoever runs it, as far as there is one realm.
const host = `function print(text) { console.log(String(text)); }
var $262 = { global: globalThis, gc() { throw new Test262Error('no gc'); }, detachArrayBuffer() { throw new Test262Error('no detachArrayBuffer'); },
  createRealm() { throw new Test262Error('there is one realm'); }, evalScript(text) { return (0, eval)(text); }, agent: {} };
globalThis.print = print; globalThis.$262 = $262;
process.on('unhandledRejection', () => {}); // the suite has no host that minds them
`

// Run runs a test as its head says: twice, as sloppy code and as strict, unless
// it is for one of these.
func (s *Suite) Run(t Test, policy model.Policy) Result {
	for _, strict := range []bool{false, true} {
		if strict && (t.has("noStrict") || t.has("raw") || t.has("module")) || !strict && t.has("onlyStrict") {
			continue
		}
		if why := s.run(t, policy, strict); why != "" {
			return Result{Name: t.Name, Why: why}
		}
	}
	return Result{Name: t.Name, Passed: true}
}

// source is a test with what stands before it.
func (s *Suite) source(t Test, strict bool) (string, error) {
	var b strings.Builder
	if strict {
		b.WriteString("\"use strict\";\n")
	}
	if t.has("raw") {
		b.WriteString(t.Text)
		return b.String(), nil
	}
	names := append([]string{"assert.js", "sta.js", "doneprintHandle.js"}, t.Includes...)
	for i, name := range names {
		text, err := s.helper(name)
		if err != nil {
			return "", err
		}
		b.WriteString(text + "\n")
		if i == 2 {
			b.WriteString(host)
			if t.has("async") {
				b.WriteString("globalThis.$DONE = $DONE;\n")
			}
		}
	}
	switch {
	case t.has("module"):
		b.WriteString(t.Text + "\nexport {};\n")
	case t.Phase == "parse":
		b.WriteString(t.Text)
	default: // a script's this is the global object
		b.WriteString("(function () {" + t.Text + "\n}).call(globalThis);\n")
	}
	return b.String(), nil
}

// run runs a test once, and says what went wrong.
func (s *Suite) run(t Test, policy model.Policy, strict bool) (why string) {
	text, err := s.source(t, strict)
	if err != nil {
		return err.Error()
	}
	code, err := js.Load(filepath.Join(s.root, filepath.FromSlash(t.Name)), []byte(text))
	var problems js.Problems
	switch {
	case errors.As(err, &problems) && t.Phase == "parse":
		return ""
	case err != nil:
		return "does not load: " + err.Error()
	case t.Phase == "parse":
		return "loads, and has a mistake"
	}
	world := *code.Worlds()[0]
	world.Limits = sim.Limits{Statements: maxSteps, Callbacks: maxCallbacks}
	defer func() {
		if fault := recover(); fault != nil { // one test is not to end the others
			why = fmt.Sprintf("the engine fails: %v", fault)
		}
	}()
	var l lines
	stop := program.Setting{Program: code, Policy: policy, World: &world}.Prepare(program.Options{Sink: &l, Wants: sim.KindsOf(sim.EventLog)}).Run()
	return t.judge(l, stop)
}

// lines is what a test printed.
type lines []string

// Emit keeps a line (sim.Sink).
func (l *lines) Emit(e sim.Event) { *l = append(*l, e.Text) }

const complete = "Test262:AsyncTestComplete"

// judge says what is wrong with what a test did; "" for nothing.
func (t *Test) judge(printed lines, stop sim.Stop) string {
	switch {
	case t.Phase != "":
		if stop.Reason == sim.Died && strings.HasPrefix(stop.Error.String(), t.Error) {
			return ""
		}
		return fmt.Sprintf("ends by %s (%s), not by a %s", stop.Reason, stop.Error, t.Error)
	case stop.Reason != sim.Ended:
		return fmt.Sprintf("ends by %s: %s", stop.Reason, stop.Error)
	case t.has("async") && (len(printed) != 1 || printed[0] != complete):
		return "prints " + strings.Join(printed, ", ")
	}
	return ""
}
