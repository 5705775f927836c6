package observe

import (
	"fmt"
	"slices"
	"strings"

	"evsim/internal/escape"
	"evsim/scenario/script"
)

// webWriters is the code of the verbs that only browsers have.
func webWriters(table map[script.Verb]writer) {
	table[script.VerbRequestAnimationFrame] = (*exporter).requestFrame
	table[script.VerbCancelAnimationFrame] = (*exporter).clear
	table[script.VerbRequestIdleCallback] = (*exporter).requestIdle
	table[script.VerbCancelIdleCallback] = (*exporter).clear
	table[script.VerbChannel] = (*exporter).channel
	table[script.VerbPostMessage] = (*exporter).postMessage
	table[script.VerbObserve] = (*exporter).observe
	table[script.VerbMutate] = (*exporter).mutate
	table[script.VerbObserveSize] = (*exporter).observeSize
	table[script.VerbResize] = (*exporter).resize
	table[script.VerbListen] = (*exporter).listen
	table[script.VerbDispatch] = (*exporter).dispatch
	table[script.VerbPostTask] = (*exporter).postTask
	table[script.VerbYieldScheduler] = (*exporter).yieldScheduler
	table[script.VerbFetch] = (*exporter).fetch
	table[script.VerbSend] = (*exporter).send
	table[script.VerbAbort] = (*exporter).abort
	table[script.VerbTransaction] = (*exporter).transaction
	table[script.VerbGet] = (*exporter).getRecord
}

// noProgram is what programs of package js lack, by the verbs that need it.
var noProgram = map[script.Verb]string{
	script.VerbObserveSize: "ResizeObserver", script.VerbResize: "ResizeObserver", script.VerbSend: "XMLHttpRequest", script.VerbAbort: "XMLHttpRequest",
	script.VerbTransaction: "IndexedDB", script.VerbGet: "IndexedDB",
}

func (e *exporter) requestFrame(s stmt) []string {
	return e.callback(e.assign(s.As, "requestAnimationFrame("), frameTime, s.Do, ");")
}

func (e *exporter) requestIdle(s stmt) []string {
	after := ");"
	if s.Timeout >= 0 {
		after = ", { timeout: " + millis(s.Timeout) + " });"
	}
	return e.callback(e.assign(s.As, "requestIdleCallback("), "", s.Do, after)
}

func (e *exporter) channel(s stmt) []string {
	name := e.names.handles[s.Target]
	made, receiver := "new MessageChannel();", name+".port1.onmessage = "
	switch script.Way(s.Kind) {
	case script.WayWindow:
		made = "{ port2: { postMessage: () => window.postMessage(" + escape.JSString(name) + ", '*') } };"
		lines := []string{name + " = " + made}
		if s.Do == script.NoBody {
			return lines
		}
		return append(lines, e.callback("addEventListener('message', ({ data }) => data === "+escape.JSString(name)+" && (", "", s.Do, ")());")...)
	case script.WayBroadcast:
		made = "{ port1: new BroadcastChannel(" + escape.JSString(name) + "), port2: new BroadcastChannel(" + escape.JSString(name) + ") };"
	}
	lines := []string{name + " = " + made}
	if s.Do != script.NoBody {
		lines = append(lines, e.callback(receiver, "", s.Do, ";")...)
	}
	return lines
}

func (e *exporter) postMessage(s stmt) []string {
	return []string{fmt.Sprintf("%[1]s && %[1]s.port2.postMessage(null);", e.names.handles[s.Target])}
}

func (e *exporter) observe(s stmt) []string {
	after := ").observe(" + e.names.handles[s.Target] + ", { attributes: true });"
	return e.callback("new MutationObserver(", "", s.Do, after)
}

func (e *exporter) mutate(s stmt) []string {
	return []string{e.names.handles[s.Target] + ".setAttribute('data-mutated', '');"}
}

func (e *exporter) observeSize(s stmt) []string {
	return e.callback("new ResizeObserver(", "", s.Do, ").observe("+e.names.handles[s.Target]+");")
}

func (e *exporter) resize(s stmt) []string {
	return []string{e.use(helpResize) + "(" + e.names.handles[s.Target] + ");"}
}

func (e *exporter) listen(s stmt) []string {
	before := fmt.Sprintf("%s.addEventListener(%s, ", e.names.handles[s.Target], escape.JSString(s.Event))
	return e.callback(before, "", s.Do, ");")
}

func (e *exporter) dispatch(s stmt) []string {
	return []string{fmt.Sprintf("%s.dispatchEvent(new Event(%s));", e.names.handles[s.Target], escape.JSString(s.Event))}
}

var priorities = [...]string{
	script.PriorityUserVisible: "user-visible", script.PriorityUserBlocking: "user-blocking", script.PriorityBackground: "background",
}

func (e *exporter) postTask(s stmt) []string {
	after := ", { priority: " + escape.JSString(priorities[s.Kind]) + " });"
	return e.callback(e.assign(s.As, "scheduler.postTask("), "", s.Do, after)
}

func (e *exporter) yieldScheduler(stmt) []string { return []string{"await scheduler.yield();"} }

func (e *exporter) fetch(s stmt) []string {
	if e.target == Program && s.Span.Low >= 0 {
		return e.fail(s.Pos, "a `fetch` with a length of its own cannot be exported for evsim: give the address one in `network`")
	}
	before := e.assign(s.As, "fetch("+escape.JSString(s.Name)+").then(")
	if s.Catch == script.NoBody {
		return e.callback(before, "", s.Do, ");")
	}
	return join(e.callback(before, "", s.Do, ", "), e.callback("", "error", s.Catch, ");"))
}

func (e *exporter) send(s stmt) []string {
	name := e.names.handles[s.Target]
	lines := []string{fmt.Sprintf("%s.open('GET', %s);", name, escape.JSString(s.Name))}
	if s.Timeout > 0 || e.names.requests[s.Target] > 1 {
		lines = append(lines, fmt.Sprintf("%s.timeout = %s;", name, millis(max(s.Timeout, 0))))
	}
	return append(lines, name+".send();")
}

func (e *exporter) abort(s stmt) []string { return []string{e.names.handles[s.Target] + ".abort();"} }

func (e *exporter) transaction(s stmt) []string {
	e.use(helpDatabase)
	name := e.names.handles[s.Target]
	lines := []string{name + " = database.transaction('store').objectStore('store');"}
	if s.Do != script.NoBody {
		lines = append(lines, e.callback(name+".transaction.oncomplete = ", "", s.Do, ";")...)
	}
	return lines
}

func (e *exporter) getRecord(s stmt) []string {
	name := e.names.handles[s.Target]
	before := name + " && " + e.use(helpGet) + "(" + name + ", "
	if s.Do == script.NoBody {
		return []string{before + "() => {});"}
	}
	return e.callback(before, "", s.Do, ");")
}

// page is the finished page. The log goes to the console, and onto the page
// when the reader asks for it: drawing it would disturb what it tells of.
func (e *exporter) page(lines []string) string {
	if e.uses[helpDatabase] {
		lines = withDatabase(lines)
	}
	var b strings.Builder
	title := escape.HTML(e.scenario.Name)
	fmt.Fprintf(&b, "<!doctype html>\n<meta charset=\"utf-8\">\n<title>%s</title>\n<h1>%s</h1>\n", title, title)
	for _, in := range e.scenario.World.Users {
		fmt.Fprintf(&b, "<p>%sms after the start: %s on %s.</p>\n", millis(in.At.Low), escape.HTML(in.Event),
			escape.HTML(e.prog.Handles[in.Target].Name))
	}
	for _, n := range e.scenario.World.Network {
		fmt.Fprintf(&b, "<p>%s is to answer after %sms.</p>\n", escape.HTML(n.Name), millis(n.Latency.Low))
	}
	b.WriteString("<button onclick=\"document.querySelector('pre').textContent = lines.join('\\n')\">Show the log</button>\n<pre></pre>\n<script>\n")
	b.WriteString(strings.Join(lines, "\n"))
	b.WriteString("\n</script>\n")
	return b.String()
}

// element is one that events are fired at. It stands on the page only if
// somebody is to click on it, or sizes matter: what stands there is drawn, and in
// Firefox idle periods go by that for some frames.
func (e *exporter) element(name, text string) []string {
	if len(e.scenario.World.Users) == 0 && !e.sizes() {
		return []string{fmt.Sprintf("const %s = document.createElement('button');", name)}
	}
	return []string{
		fmt.Sprintf("const %s = document.body.appendChild(document.createElement('button'));", name),
		fmt.Sprintf("%s.textContent = %s;", name, escape.JSString(text)),
	}
}

// sizes reports whether the sizes of elements matter.
func (e *exporter) sizes() bool {
	return slices.ContainsFunc(e.prog.Bodies, func(b script.Body) bool {
		return slices.ContainsFunc(b.Stmts, func(s script.Stmt) bool {
			return s.Verb == script.VerbObserveSize || s.Verb == script.VerbResize
		})
	})
}

// declarations are the variables that keep what the script makes.
func (e *exporter) declarations() []string {
	var lines, plain []string
	for id := range e.prog.Handles {
		name := e.names.handles[id]
		switch e.prog.Handles[id].Kind {
		case script.HandleTarget:
			if e.names.requests[script.HandleID(id)] > 0 {
				lines = append(lines, "const "+name+" = new XMLHttpRequest();")
				break
			}
			lines = append(lines, e.element(name, e.prog.Handles[id].Name)...)
		case script.HandleMark:
			lines = append(lines, "let "+name+" = 0;")
		default:
			plain = append(plain, name)
		}
		if ending := e.names.resolvers[id]; ending != "" {
			plain = append(plain, "resolve"+ending, "reject"+ending)
		}
	}
	if len(plain) > 0 {
		lines = append(lines, "let "+strings.Join(plain, ", ")+";")
	}
	for id := range e.prog.Bodies {
		if counter := e.counter(script.BodyID(id)); counter != "" {
			lines = append(lines, "let "+counter+" = 0;")
		}
	}
	if len(lines) > 0 {
		lines = append(lines, "")
	}
	return lines
}

// withDatabase puts a script behind the opening of a database with one record. It
// begins in a task of its own, which no timer has caused; what it logs is known
// outside.
func withDatabase(lines []string) []string {
	const declares = "const lines = [];"
	inner := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return line == declares })
	return slices.Concat([]string{
		declares,
		"const opening = indexedDB.open('evsim', 1);",
		"opening.onupgradeneeded = () => opening.result.createObjectStore('store').put('record', 0);",
		"opening.onsuccess = () => {",
		"  const begin = new MessageChannel();",
		"  begin.port1.onmessage = () => main(opening.result);",
		"  begin.port2.postMessage(null);",
		"};",
	}, block("const main = (database) => ", inner, ";"))
}
