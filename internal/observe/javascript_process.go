package observe

import (
	"slices"
	"strings"

	"evsim/internal/escape"
	"evsim/scenario/script"
)

// kill sends the process a signal.
func (e *exporter) kill(s stmt) []string {
	return []string{"process.kill(process.pid, " + escape.JSString(script.EventName(s.Kind).String()) + ");"}
}

// userSignals are the signals that users send, at the head of the script. No
// program is sent any, so that it sends them to itself.
func (e *exporter) userSignals() (lines []string) {
	for _, in := range e.scenario.World.Users {
		if in.Signal == 0 || e.target == Program {
			continue
		}
		name := escape.JSString(in.Signal.String())
		if e.target == VirtualNode {
			lines = append(lines, "fs.accessSync('/__evsim/signal/"+millis(in.At.Low)+"/' + os.constants.signals["+name+"]);")
			continue
		}
		lines = append(lines, "setTimeout(() => process.kill(process.pid, "+name+"), "+millis(in.At.Low)+").unref();")
	}
	if len(lines) > 0 {
		e.signals = true
		lines = append(slices.Insert(lines, 0, "// What users send."), "")
	}
	return lines
}

func (e *exporter) tickCallback(stmt) []string { return []string{"process._tickCallback();"} }

// vm evaluates a script in a context that knows those functions of the world
// outside which it calls.
func (e *exporter) vm(s stmt) []string {
	mode := "'shared'"
	if script.ContextMode(s.Kind) == script.ContextAfterEvaluate {
		mode = "'afterEvaluate'"
	}
	if e.target == Program {
		return e.callback(e.use(helpContext)+"("+mode+", ", "", s.Do, ");")
	}
	code := strings.Join(e.body(s.Do, true), "\n")
	for id := range e.prog.Bodies {
		if counter := e.counter(script.BodyID(id)); counter != "" && strings.Contains(code, counter) {
			return e.fail(s.Pos, "`${n}` in `vm` cannot be exported: a context does not share the variable")
		}
	}
	var known []string
	for _, h := range []helper{helpLog, helpBusy, helpNow, helpMessage} {
		if name := helpers[h].name; strings.Contains(code, name+"(") {
			known = append(known, name)
		}
	}
	for _, name := range e.names.handles {
		if strings.Contains(code, name) {
			known = append(known, name)
		}
	}
	return []string{e.use(helpContext) + "(" + mode + ", { " + strings.Join(known, ", ") + " }, " + escape.JSString(code) + ");"}
}
