package observe

import (
	"fmt"
	"slices"
	"strings"

	"evsim/clock"
	"evsim/internal/escape"
	"evsim/program"
	"evsim/scenario/script"
)

// latency is how long an operation takes: what the statement says, or the world.
func latency(s stmt, world clock.Range) string {
	if s.Never {
		return "'never'"
	}
	if s.Span.Low >= 0 {
		world = s.Span
	}
	return millis(world.Low)
}

var ioKinds = [...]string{
	script.IOFile: "file", script.IONet: "net", script.IODNS: "dns", script.IOCrypto: "crypto", script.IOPipe: "pipe",
}

// io starts one operation. Only what the kernel watches for has a handle that
// can be closed; a name loses its old handle to any other operation.
func (e *exporter) io(s stmt) []string {
	kind := script.IOKind(s.Kind)
	watched := kind == script.IONet || kind == script.IOPipe
	after := ");"
	if s.Text != script.None {
		after = ", new Error(" + e.text(s, s.Text) + "));"
	}
	var code string
	switch {
	case kind == script.IOPipe && s.Text != script.None && s.Span.Low < 0:
		code = e.use(helpRefuse) + "("
		watched = false
	case kind == script.IONet && s.Text != script.None && s.Span.Low < 0:
		code = e.use(helpRefuseTCP) + "("
	case watched:
		code = fmt.Sprintf("%s(%s, ", e.use(helpReceive), latency(s, clock.Range{}))
	case s.Never && e.target == Node:
		e.fail(s.Pos, "a thread that is busy for ever is only had under the virtual clock")
		return nil
	default:
		code = fmt.Sprintf("%s('%s', %s, ", e.use(helpWork), ioKinds[kind], latency(s, clock.Range{}))
	}
	if watched {
		if s.Unref && s.As == script.None {
			after = strings.TrimSuffix(after, ";") + ".unref();"
		}
		code = e.assign(s.As, code)
	}
	lines := e.completion(code, s.Do, after)
	if watched && s.Unref && s.As != script.None {
		lines = append(lines, e.names.handles[s.As]+".unref();")
	}
	if !watched && s.As != script.None {
		lines = append([]string{e.assign(s.As, "undefined;")}, lines...)
	}
	return lines
}

// completion is the callback of an operation, which is given an error.
func (e *exporter) completion(before string, do script.BodyID, after string) []string {
	if do == script.NoBody {
		return []string{before + "() => {}" + after}
	}
	return e.callback(before, "error", do, after)
}

func (e *exporter) closeHandle(s stmt) []string {
	name := e.names.handles[s.Target]
	before := fmt.Sprintf("%[1]s && %[1]s.close(", name)
	if s.Do == script.NoBody {
		return []string{before + ");"}
	}
	return e.callback(before, "", s.Do, ");")
}

// readFile reads a file that is there, or one that is not.
func (e *exporter) readFile(s stmt) []string {
	before := "fs.readFile(" + e.path(s) + ", "
	switch {
	case e.target == VirtualNode:
		before = e.use(helpRead) + "(" + e.path(s) + ", "
	case e.target == Program:
		before = e.readOfWorld(s)
	}
	if s.Catch == script.NoBody {
		return e.completion(before, s.Do, ");")
	}
	lines := open("if (error) ", e.body(s.Catch, true))
	if s.Do != script.NoBody {
		lines = follow(lines, "else ", e.body(s.Do, true))
	}
	return block(before+"(error) => ", lines, ");")
}

// readOfWorld reads a file of the world that a Program runs in, with a length
// where the statement has one of its own, or the world has none.
func (e *exporter) readOfWorld(s stmt) string {
	known := slices.ContainsFunc(e.scenario.World.Files, func(f program.Latency) bool { return f.Name == s.Name })
	if known && s.Span.Low < 0 {
		e.readsFiles = true
		return "fs.readFile(" + escape.JSString(s.Name) + ", "
	}
	return e.use(helpRead) + "(" + escape.JSString(s.Name) + ", " + latency(s, clock.Range{}) + ", "
}

// path is what a script reads in place of a file of the scenario.
func (e *exporter) path(s stmt) string {
	file := program.Latency{Name: s.Name}
	for _, f := range e.scenario.World.Files {
		if f.Name == s.Name {
			file = f
		}
	}
	switch {
	case e.target == VirtualNode && file.Missing:
		return escape.JSString("/__evsim/missing/" + latency(s, file.Latency))
	case e.target == VirtualNode:
		return escape.JSString(fmt.Sprintf("/__evsim/read/%s/%d", latency(s, file.Latency), file.Size))
	case file.Missing:
		return escape.JSString(file.Name)
	case file.Size == 0:
		return "process.argv[1]"
	}
	return fmt.Sprintf("%s(%d)", e.use(helpFile), file.Size)
}

// arguments is all that a callback is given.
const arguments = "args"

// frameTime is what a frame callback is given; other callbacks get an error.
const frameTime = "frame"

// parameters are those wanted, or none when the body never looks at what they
// hold.
func parameters(wanted string, body []string) string {
	used := "(error)"
	switch wanted {
	case frameTime:
		used = "(" + frameTime + ")"
	case "..." + arguments:
		used = "${" + arguments + "}"
	}
	for _, line := range body {
		if strings.Contains(line, used) {
			return wanted
		}
	}
	return ""
}
