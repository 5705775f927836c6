package js

import (
	"fmt"
	"strings"
)

// writer writes a program as bytes say. When they are used up, it ends soon.
type writer struct {
	choices []byte
	depth   int
	names   int // v0, v1, ... are declared
	inAsync bool
	inGen   bool
	b       strings.Builder
}

// write is the program of the bytes.
func write(choices []byte) string {
	w := &writer{choices: choices}
	w.b.WriteString("let count = 0; const say = (...a) => console.log(...a), sleep = (ms) => new Promise((done) => setTimeout(done, ms));\n")
	for len(w.choices) > 0 && w.b.Len() < 4000 {
		w.statement()
	}
	return w.b.String()
}

func (w *writer) choose(n int) int {
	if len(w.choices) == 0 {
		return 0
	}
	c := int(w.choices[0])
	w.choices = w.choices[1:]
	return c % n
}

func (w *writer) put(format string, args ...any) { fmt.Fprintf(&w.b, format, args...) }

// variable is one that is declared, or count.
func (w *writer) variable() string {
	if w.names == 0 {
		return "count"
	}
	return fmt.Sprintf("v%d", w.choose(w.names))
}

// block is statements between braces, in which names are declared of their own.
func (w *writer) block() {
	w.b.WriteString("{ ")
	names := w.names
	if w.depth++; w.depth < 6 {
		for range 1 + w.choose(3) {
			w.statement()
		}
	} else {
		w.put("say('deep', %s);", w.variable())
	}
	w.depth--
	w.names = names
	w.b.WriteString(" }")
}

// function is a function, of a kind that is chosen.
func (w *writer) function() {
	async, gen, names := w.inAsync, w.inGen, w.names
	w.inAsync, w.inGen = false, false
	name := fmt.Sprintf("v%d", w.names)
	w.names++ // the parameter
	switch w.choose(7) {
	case 0:
		w.put("(%s) => ", name)
		w.block()
	case 1:
		w.put("function (%s = 1, ...rest) ", name)
		w.block()
	case 2:
		w.inAsync = true
		w.put("async (%s) => ", name)
		w.block()
	case 3:
		w.inAsync = true
		w.put("async function named({ length: %s = 2 } = []) ", name)
		w.block()
	case 4:
		w.inGen = true
		w.put("function* (%s) ", name)
		w.block()
	case 5:
		w.inAsync, w.inGen = true, true
		w.put("async function* (%s) ", name)
		w.block()
	default:
		w.put("(%s) => ", name)
		w.expression()
	}
	w.inAsync, w.inGen, w.names = async, gen, names
}

// statement is one statement.
func (w *writer) statement() {
	kinds := [...]func(){w.say, w.later, w.declare, w.promise, w.branch, w.loop, w.attempt, w.class, w.wait, w.tamper}
	kinds[w.choose(len(kinds))]()
	w.b.WriteByte('\n')
}

func (w *writer) say() {
	w.b.WriteString([...]string{"say(", "console.log('%o %s', ", "console.error(`${count++}`, ", "say('%j', "}[w.choose(4)])
	w.expression()
	w.b.WriteString(");")
}

func (w *writer) later() {
	w.b.WriteString([...]string{"setTimeout(", "queueMicrotask(", "Promise.resolve().then(", "setTimeout(", "globalThis.setImmediate?.("}[w.choose(5)])
	w.function()
	w.put(", %d);", w.choose(4))
}

func (w *writer) declare() {
	kind := [...]string{"let v%d = ", "const v%d = ", "var v%d = ", "let { a: v%d = 1, ...r%[1]d } = ", "var [v%d, , ...s%[1]d] = "}[w.choose(5)]
	if strings.HasPrefix(kind, "var") && w.depth > 0 {
		kind = "let v%d = "
	}
	w.put(kind, w.names)
	switch {
	case strings.Contains(kind, "["):
		w.b.WriteString("['x', 2, ")
		w.expression()
		w.b.WriteString("]")
	case strings.Contains(kind, "{"):
		w.b.WriteString("{ b: 1, ...(")
		w.expression()
		w.b.WriteString(") }")
	case w.choose(3) == 0:
		w.function()
	default:
		w.expression()
	}
	w.b.WriteByte(';')
	w.names++
}

func (w *writer) promise() {
	w.b.WriteString([...]string{"Promise.all([", "Promise.race([", "Promise.allSettled?.([", "Promise.any?.(["}[w.choose(4)])
	for range 1 + w.choose(2) {
		w.expression()
		w.b.WriteString(", ")
	}
	w.b.WriteString("])")
	w.b.WriteString([...]string{"?.then(", "?.catch(", "?.finally?.("}[w.choose(3)])
	w.function()
	w.b.WriteString([...]string{");", ")?.catch(say);", ")?.catch(() => {});"}[w.choose(3)])
}

func (w *writer) branch() {
	if w.choose(2) == 0 {
		w.put("if (%s) ", w.variable())
		w.block()
		w.b.WriteString(" else ")
		w.block()
		return
	}
	w.put("switch (%s) { case 1: ", w.variable())
	w.block()
	w.b.WriteString(" break; default: ")
	w.block()
	w.put(" case 'x': let inner = () => inner; say(typeof inner); }")
}

func (w *writer) loop() {
	name := w.names
	w.names++
	switch w.choose(5) {
	case 0:
		w.put("for (let v%d = 0; v%[1]d < %d; v%[1]d++) ", name, w.choose(4))
	case 1:
		w.put("for (const v%d of [1, %s]) ", name, w.variable0(name))
	case 2:
		label := fmt.Sprintf("on%d", w.depth)
		w.put("%s: for (const v%d in { a: 1, b: 2 }) { if (count++ > 3) continue %[1]s; ", label, name)
		w.block()
		w.put(" if (count > 50) break %s; }", label)
		w.names--
		return
	case 3:
		if w.inAsync {
			w.put("for await (const v%d of [1, sleep(1), %s]) ", name, w.variable0(name))
			break
		}
		w.put("for (let [v%d, f] of [[1, () => v%[1]d], [2]]) ", name)
	default:
		w.put("for (var n%d = 0; n%[1]d < 2; n%[1]d++) ", name)
		w.b.WriteString("{ let v" + fmt.Sprint(name) + " = n" + fmt.Sprint(name) + "; ")
		w.block()
		w.b.WriteString(" }")
		w.names--
		return
	}
	w.block()
	w.names--
}

// variable0 is a variable that was declared before the one of a number.
func (w *writer) variable0(before int) string {
	if before == 0 {
		return "count"
	}
	return fmt.Sprintf("v%d", w.choose(before))
}

func (w *writer) attempt() {
	w.b.WriteString("try ")
	w.block()
	name := w.names
	switch w.choose(4) {
	case 0:
		w.names++
		w.put(" catch (v%d) ", name)
	case 1:
		w.names++
		w.put(" catch ({ message: v%d }) ", name)
	case 2:
		w.b.WriteString(" catch ")
	default:
		w.b.WriteString(" finally ")
		w.block()
		return
	}
	w.block()
	if w.names = name; w.choose(2) == 0 {
		w.b.WriteString(" finally ")
		w.block()
	}
}

func (w *writer) class() {
	name := w.names
	w.put("const v%d = new (class A extends ", name)
	w.b.WriteString([...]string{"Object", "Promise", "Array", "Map", "Error", "(class { x = 1; get y() { return this.#p; } #p = 2; })"}[w.choose(6)])
	w.b.WriteString(" { static s = ")
	w.expression()
	w.b.WriteString("; #q = count++; get z() ")
	async, gen := w.inAsync, w.inGen
	w.inAsync, w.inGen = false, false
	w.block()
	w.b.WriteString(" static { say(typeof this.s); } async m() ")
	w.inAsync = true
	w.block()
	w.inAsync, w.inGen = async, gen
	w.put(" has(o) { return #q in o; } })((a) => a(1)); say(typeof v%d?.z, v%[1]d?.has?.(v%[1]d));", name)
	w.names++
}

func (w *writer) wait() {
	switch {
	case w.inAsync:
		w.b.WriteString([...]string{"await Promise.all?.([", "say(await [", "await sleep(1); say([await "}[w.choose(3)])
		w.expression()
		w.b.WriteString("]);")
	case w.inGen:
		w.b.WriteString("yield ")
		w.expression()
		w.b.WriteString(";")
	default:
		w.b.WriteString("(")
		w.function()
		w.b.WriteString(")?.(count)?.next?.(1)?.then?.(say, say);")
	}
}

// tamper overwrites something that others use.
func (w *writer) tamper() {
	w.b.WriteString([...]string{
		"Array.prototype.push = null;", "Promise.prototype.then = undefined;", "Object.prototype.toString = () => 'o';", "globalThis.JSON = 1;",
		"delete Array.prototype[Symbol.iterator];", "Object.defineProperty(Object.prototype, 'then', { get() { return count; }, configurable: true });",
		"Function.prototype.call = null;", "Promise.resolve = () => 5;", "globalThis.Object = null;", "Error = 1;", "Object.freeze(globalThis);", "Map.prototype.get = 1;",
		"globalThis.Promise = class extends Promise { static get [Symbol.species]() { return Array; } };", "setTimeout = null;", "console.log = say;", "Object.setPrototypeOf(globalThis, null);",
	}[w.choose(16)])
}

// expression is an expression.
func (w *writer) expression() {
	if w.depth++; w.depth > 7 {
		w.b.WriteString("count")
		w.depth--
		return
	}
	switch w.choose(12) {
	case 0:
		w.b.WriteString(w.variable())
	case 1:
		w.b.WriteString([...]string{"1", "'x'", "null", "undefined", "2n", "-0", "/a(b)?/g", "Symbol('s')", "NaN", "[1, , 3]", "new Date(0)", "'\\ud800'"}[w.choose(12)])
	case 2:
		w.put("({ a: %s, get b() { return count++; }, ['c' + %d]: 1 })", w.variable(), w.choose(9))
	case 3:
		w.put("[%s, ...['y'], ", w.variable())
		w.expression()
		w.b.WriteString("]")
	case 4:
		w.b.WriteString("(")
		w.function()
		w.b.WriteString(")")
	case 5:
		w.b.WriteString("sleep(1)")
	case 6:
		w.b.WriteString("Promise.reject?.(new Error('no'))")
	case 7:
		w.put("(%s?.a ?? ", w.variable())
		w.expression()
		w.b.WriteString(")")
	case 8:
		w.put("`t${typeof %s}`", w.variable())
	case 9:
		w.b.WriteString("({ then(r, j) { say('then'); r(1); j(2); } })")
	case 10:
		w.put("new Proxy(%s, { get: (t, k) => { count++; return t[k]; }, ownKeys() { throw new Error('own'); } })", [...]string{"{}", "[]", "say", "new Map()"}[w.choose(4)])
	default:
		w.put("new %s", [...]string{"Map([[1, 2]])", "Set('ab')", "WeakMap()", "Uint8Array(3)", "Error('e')", "Proxy({}, {})"}[w.choose(6)])
	}
	w.depth--
}
