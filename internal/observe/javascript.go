// Package observe holds the model against real runtimes: it writes a scenario
// as JavaScript, runs that on a real Node, in real time or under a virtual
// clock, and returns what was logged.
package observe

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"evsim/clock"
	"evsim/internal/escape"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/scenario/script"
	"evsim/sim"
)

// Target is what an exported scenario runs on.
type Target uint8

// The targets.
const (
	Node        Target = iota // a script for any Node, in real time
	VirtualNode               // a script for a Node under the virtual clock of package preload
	Browser                   // a page
	Program                   // a script for package js, in the scenario's world
	targetCount
)

var targetNames = [targetCount]string{"Node", "Node under the virtual clock", "a browser", "evsim"}

// String names the target in a sentence.
func (t Target) String() string { return targetNames[t] }

// Export writes a scenario as a script, or as a page, that logs what the
// scenario logs. It fails, naming the place, when the scenario uses what the
// target does not have.
func Export(s *scenario.Scenario, target Target) (string, error) {
	e := &exporter{scenario: s, prog: &s.Script, target: target}
	if err := e.check(); err != nil {
		return "", err
	}
	e.names = nameAll(e.prog)
	main := e.statements(e.prog.Main)
	functions := e.functions()
	if e.failed != nil {
		return "", e.failed
	}
	signals := e.userSignals()
	lines := slices.Concat(e.prelude(), signals, e.declarations(), functions, main)
	if target == Browser {
		return e.page(lines), nil
	}
	return e.script(lines), nil
}

// FileName is the name under which Node runs the exported script as what it
// is: an ECMAScript module or a CommonJS one.
func FileName(s *scenario.Scenario) string {
	if s.World.ESM {
		return "scenario.mjs"
	}
	return "scenario.cjs"
}

// exporter writes one scenario. Code is a list of lines without the
// indentation of what surrounds them.
type exporter struct {
	scenario *scenario.Scenario
	prog     *script.Script
	target   Target
	names    *names
	uses     [helperCount]bool
	signals  bool // users send some
	failed   error

	readsFiles bool // a Program reads files of the world

	errorless bool // the code being written is that of a listener that is given no error
	generator bool // it is that of an async generator
}

// fail keeps the first error.
func (e *exporter) fail(at sim.Pos, format string, args ...any) []string {
	if e.failed == nil {
		e.failed = fmt.Errorf("%s:%d:%d: %s", e.scenario.File, at.Line, at.Col, fmt.Sprintf(format, args...))
	}
	return nil
}

// check finds what the target lacks.
func (e *exporter) check() error {
	if e.scenario.Code != nil {
		return errors.New(e.scenario.File + ": code cannot be exported, nor observed under a virtual clock or in a browser: it is JavaScript already, so `evsim observe` runs the file itself on Node; a log that was made elsewhere is for `evsim diff --observed`")
	}
	has := targetFeatures(e.target)
	for _, need := range e.scenario.Needs {
		if !has.Has(need.Feature) {
			e.fail(need.Pos, "%s does not have `%s`", e.target, need.Verb)
			return e.failed
		}
	}
	w := &e.scenario.World
	switch {
	case e.target == Program && slices.ContainsFunc(w.Users, func(in program.Input) bool { return in.Signal == 0 }):
		return errors.New(e.scenario.File + ": `users` cannot be exported for evsim: a program has its own elements, which no `users` name")
	case e.target != VirtualNode:
		return nil
	case w.Costs != sim.Costs{}:
		return errors.New(e.scenario.File + ": `costs` cannot be exported: a real runtime spends its own time between callbacks")
	case w.Clock.Startup.Low != 0:
		return errors.New(e.scenario.File + ": `clock.startup` cannot be exported: no script runs between its own end and the first turn")
	case !w.Clock.Skew.IsZero():
		return errors.New(e.scenario.File + ": `clock.skew` cannot be exported: the virtual clock tells true time")
	}
	return nil
}

// targetFeatures is everything that some runtime of the target has.
func targetFeatures(t Target) (has model.Features) {
	for _, p := range model.Policies() {
		if t == Program || (p.Web != nil) == (t == Browser) {
			has |= p.Features
		}
	}
	return has
}

// script is the finished script.
func (e *exporter) script(lines []string) string {
	head := []string{"// " + escape.JSComment(e.scenario.Name)}
	if !e.scenario.World.ESM {
		head = append(head, "'use strict';")
	}
	return strings.Join(append(head, lines...), "\n") + "\n"
}

// statements is the code of a body.
func (e *exporter) statements(id script.BodyID) []string {
	if id == script.NoBody {
		return nil
	}
	var lines []string
	if counter := e.counter(id); counter != "" {
		lines = append(lines, counter+"++;")
	}
	body := &e.prog.Bodies[id]
	for i := range body.Stmts {
		lines = append(lines, e.statement(id, &body.Stmts[i])...)
	}
	return lines
}

// statement is the code of one statement, which stands in the given body.
func (e *exporter) statement(in script.BodyID, s *script.Stmt) []string {
	if lacks := noProgram[s.Verb]; lacks != "" && e.target == Program {
		return e.fail(s.Pos, "`%s` cannot be exported for evsim: its programs have no %s", s.Verb, lacks)
	}
	write, ok := writers()[s.Verb]
	if !ok {
		return e.fail(s.Pos, "`%s` cannot be exported", s.Verb)
	}
	return write(e, stmt{s, in})
}

// stmt is a statement and the body that it stands in.
type stmt struct {
	*script.Stmt
	in script.BodyID
}

// block puts a body between braces, on one line if it is short.
func block(before string, lines []string, after string) []string {
	switch {
	case len(lines) == 0:
		return []string{before + "{}" + after}
	case len(lines) == 1 && len(before)+len(lines[0])+len(after) <= 100:
		return []string{before + "{ " + lines[0] + " }" + after}
	}
	return slices.Concat([]string{before + "{"}, indent(lines), []string{"}" + after})
}

func indent(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		if out[i] = line; line != "" {
			out[i] = "  " + line
		}
	}
	return out
}

// callback is a body as an arrow function, between what stands before and
// after it. What the function is given is named only if the body looks at it.
func (e *exporter) callback(before, given string, id script.BodyID, after string) []string {
	if id == script.NoBody {
		return []string{before + "undefined" + after}
	}
	lines := e.body(id, given != "")
	return block(before+"("+parameters(given, lines)+") => ", lines, after)
}

// body is the code of a body that is, or is not, given an error of its own.
func (e *exporter) body(id script.BodyID, error bool) []string {
	outer := e.errorless
	e.errorless = outer && !error
	lines := e.statements(id)
	e.errorless = outer
	return lines
}

// assign puts `name = ` before code whose value has a name.
func (e *exporter) assign(as script.HandleID, code string) string {
	if as == script.None {
		return code
	}
	return e.names.handles[as] + " = " + code
}

// millis is a span as a number of milliseconds, exactly.
func millis(d clock.Span) string {
	text := fmt.Sprintf("%d.%06d", d/clock.Millisecond, d%clock.Millisecond)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// text is a text with holes as an expression.
func (e *exporter) text(s stmt, id script.TextID) string {
	parts := e.prog.Texts[id].Parts
	if len(parts) == 0 {
		return "''"
	}
	if len(parts) == 1 && parts[0].Hole == script.HoleNone {
		return escape.JSString(parts[0].Text)
	}
	var b strings.Builder
	for _, part := range parts {
		b.WriteString(e.part(s, part))
	}
	return "`" + b.String() + "`"
}

func (e *exporter) part(s stmt, p script.TextPart) string {
	switch p.Hole {
	case script.HoleNow:
		return "${" + e.use(helpNow) + "()}"
	case script.HoleMark:
		return "${" + e.use(helpNow) + "(" + e.names.handles[p.Mark] + ")}"
	case script.HoleCount:
		return "${" + e.counter(s.in) + "}"
	case script.HoleError:
		if e.errorless {
			e.fail(s.Pos, "`rejectionHandled` gives its listeners the promise, not the error")
		}
		return "${" + e.use(helpMessage) + "(error)}"
	case script.HoleArgs:
		return "${" + arguments + "}"
	case script.HoleReadyState:
		return "${" + e.names.handles[p.Mark] + ".readyState}"
	case script.HoleHasRef:
		name := e.names.handles[p.Mark]
		return "${" + name + " && " + name + ".hasRef()}"
	case script.HoleFrame:
		return "${" + e.use(helpSince) + "(" + frameTime + ")}"
	}
	return escape.JSTemplate(p.Text)
}

// counter is the variable that counts the runs of a body; "" when no text in
// it shows that.
func (e *exporter) counter(id script.BodyID) string { return e.names.counters[id] }
