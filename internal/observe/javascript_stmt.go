package observe

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"evsim/internal/escape"
	"evsim/scenario/script"
)

// writer is the code of one statement.
type writer func(*exporter, stmt) []string

// writers is the code of each verb. It is a function because a variable would
// refer to itself: statements have bodies, and bodies statements.
func writers() map[script.Verb]writer {
	table := map[script.Verb]writer{
		script.VerbLog:            (*exporter).log,
		script.VerbBusy:           (*exporter).busy,
		script.VerbMark:           (*exporter).mark,
		script.VerbSetTimeout:     (*exporter).setTimer,
		script.VerbSetInterval:    (*exporter).setTimer,
		script.VerbClearTimeout:   (*exporter).clear,
		script.VerbClearInterval:  (*exporter).clear,
		script.VerbClearImmediate: (*exporter).clear,
		script.VerbRefresh:        (*exporter).method,
		script.VerbRef:            (*exporter).method,
		script.VerbUnref:          (*exporter).method,
		script.VerbSetImmediate:   (*exporter).setImmediate,
		script.VerbNextTick:       (*exporter).nextTick,
		script.VerbQueueMicrotask: (*exporter).queueMicrotask,
		script.VerbPromise:        (*exporter).promise,
		script.VerbResolve:        (*exporter).settle,
		script.VerbReject:         (*exporter).settle,
		script.VerbThen:           (*exporter).then,
		script.VerbCatch:          (*exporter).then,
		script.VerbFinally:        (*exporter).then,
		script.VerbChain:          (*exporter).chain,
		script.VerbAll:            (*exporter).combine,
		script.VerbAllSettled:     (*exporter).combine,
		script.VerbAny:            (*exporter).combine,
		script.VerbRace:           (*exporter).combine,
		script.VerbCall:           (*exporter).call,
		script.VerbAwait:          (*exporter).await,
		script.VerbReturn:         (*exporter).giveBack,
		script.VerbThrow:          (*exporter).throw,
		script.VerbTry:            (*exporter).try,
		script.VerbReadFile:       (*exporter).readFile,
		script.VerbIO:             (*exporter).io,
		script.VerbClose:          (*exporter).closeHandle,
		script.VerbOn:             (*exporter).on,
		script.VerbKill:           (*exporter).kill,
		script.VerbTickCallback:   (*exporter).tickCallback,
		script.VerbVM:             (*exporter).vm,
		script.VerbExit:           (*exporter).exit,
		script.VerbExitCode:       (*exporter).exitCode,
		script.VerbRepeat:         (*exporter).repeat,
	}
	iterationWriters(table)
	webWriters(table)
	return table
}

func (e *exporter) log(s stmt) []string {
	return []string{e.use(helpLog) + "(" + e.text(s, s.Text) + ");"}
}

func (e *exporter) busy(s stmt) []string {
	line := e.use(helpBusy) + "(" + millis(s.Span.Low) + ");"
	if !s.Span.Known() {
		line += " // " + millis(s.Span.Low) + "ms.." + millis(s.Span.High) + "ms"
	}
	return []string{line}
}

func (e *exporter) mark(s stmt) []string {
	return []string{e.names.handles[s.Target] + " = " + e.use(helpElapsed) + "();"}
}

// delay is the argument behind the callback, and nothing when it was left out.
func delay(s stmt) string {
	switch {
	case !s.HasDelay:
		return ""
	case math.IsNaN(s.Delay):
		return ", NaN"
	case math.IsInf(s.Delay, 0):
		return strings.Replace(fmt.Sprintf(", %v", math.Copysign(1, s.Delay)), "1", "Infinity", 1)
	}
	return ", " + strconv.FormatFloat(s.Delay, 'g', -1, 64)
}

func (e *exporter) setTimer(s stmt) []string {
	before, after := "setTimeout(", delay(s)+")"
	if len(s.Args) > 0 {
		after = strings.TrimSuffix(after, ")") + given(s) + ")"
		if !s.HasDelay {
			after = ", undefined" + given(s) + ")"
		}
	}
	if s.Verb == script.VerbSetInterval {
		before = "setInterval("
	}
	switch {
	case s.Count > 0 && len(s.Args) > 0:
		before = e.use(helpTimesGiven) + "(" + strconv.FormatInt(s.Count, 10) + ", "
	case s.Count > 0:
		before = e.use(helpTimes) + "(" + strconv.FormatInt(s.Count, 10) + ", "
	}
	return e.callback(e.assign(s.As, before), parameter(s), s.Do, after+unref(s)+";")
}

// given is the arguments that a call gives to its callback, behind its own.
func given(s stmt) string {
	var b strings.Builder
	for _, arg := range s.Args {
		b.WriteString(", " + escape.JSString(arg))
	}
	return b.String()
}

// parameter is what the callback calls them.
func parameter(s stmt) string {
	if len(s.Args) > 0 {
		return "..." + arguments
	}
	return ""
}

func unref(s stmt) string {
	if s.Unref {
		return ".unref()"
	}
	return ""
}

func (e *exporter) setImmediate(s stmt) []string {
	return e.callback(e.assign(s.As, "setImmediate("), parameter(s), s.Do, given(s)+")"+unref(s)+";")
}

func (e *exporter) nextTick(s stmt) []string {
	return e.callback("process.nextTick(", parameter(s), s.Do, given(s)+");")
}

func (e *exporter) queueMicrotask(s stmt) []string {
	return e.callback("queueMicrotask(", "", s.Do, ");")
}

// clear calls the function that the verb is named after; it ignores undefined.
func (e *exporter) clear(s stmt) []string {
	return []string{fmt.Sprintf("%s(%s);", s.Verb, e.names.handles[s.Target])}
}

// method calls a method of a handle that may not be there yet.
func (e *exporter) method(s stmt) []string {
	return []string{fmt.Sprintf("%[1]s && %[1]s.%[2]s();", e.names.handles[s.Target], s.Verb)}
}

func (e *exporter) throw(s stmt) []string {
	return []string{"throw new Error(" + e.text(s, s.Text) + ");"}
}

func (e *exporter) try(s stmt) []string {
	lines := open("try ", e.statements(s.Do))
	if s.Catch != script.NoBody {
		lines = follow(lines, "catch (error) ", e.body(s.Catch, true))
	}
	if s.Finally != script.NoBody {
		lines = follow(lines, "finally ", e.statements(s.Finally))
	}
	return lines
}

// open is a block on lines of its own.
func open(before string, body []string) []string {
	return append(append([]string{before + "{"}, indent(body)...), "}")
}

// follow puts a block behind the closing brace of the one before.
func follow(lines []string, before string, body []string) []string {
	next := open("} "+before, body)
	return append(lines[:len(lines)-1], next...)
}

func (e *exporter) repeat(s stmt) []string {
	return block(fmt.Sprintf("for (let i = 0; i < %d; i++) ", s.Count), e.statements(s.Do), "")
}

func (e *exporter) exit(s stmt) []string {
	if s.Bare {
		return []string{"process.exit();"}
	}
	return []string{fmt.Sprintf("process.exit(%d);", s.Count)}
}

func (e *exporter) exitCode(s stmt) []string {
	return []string{fmt.Sprintf("process.exitCode = %d;", s.Count)}
}

func (e *exporter) on(s stmt) []string {
	switch event := script.EventName(s.Kind); event {
	case script.OnSIGHUP, script.OnSIGINT, script.OnSIGQUIT, script.OnSIGTERM, script.OnSIGUSR2:
		return e.callback("process.on("+escape.JSString(event.String())+", ", "", s.Do, ");")
	case script.OnError:
		return e.callback("window.addEventListener('error', ", "{ error }", s.Do, ");")
	case script.OnUnhandledrejection:
		return e.callback("window.addEventListener('unhandledrejection', ", "{ reason: error }", s.Do, ");")
	case script.OnBeforeExit:
		return e.callback("process.on('beforeExit', ", "", s.Do, ");")
	case script.OnExit:
		return e.callback("process.on('exit', ", "", s.Do, ");")
	case script.OnRejectionHandled:
		outer := e.errorless
		e.errorless = true // it is given the promise
		lines := e.callback("process.on('rejectionHandled', ", "", s.Do, ");")
		e.errorless = outer
		return lines
	case script.OnUnhandledRejection:
		return e.callback("process.on('unhandledRejection', ", "error", s.Do, ");")
	}
	return e.callback("process.on('uncaughtException', ", "error", s.Do, ");")
}
