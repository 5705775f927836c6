package js

import (
	"fmt"
	"strings"
	"testing"
)

// thrower is a program that prints what expressions throw.
func thrower(list []string) string {
	var b strings.Builder
	b.WriteString("var u, n = null, o = {k: 1, arrow: () => {}, method() {}, m() { return {}; }}, k = 'key', arrow = () => {};\nfunction f() {}\nclass C {}\n" +
		"const show = g => { u = undefined; n = null; try { g(); console.log('(none)'); } catch (e) { console.log(e.name + ': ' + e.message); } };\n")
	for _, e := range list {
		fmt.Fprintf(&b, "show(function () { return (%s); });\nconsole.log(%q);\n", e, printMark)
	}
	return b.String()
}

// TestMessages holds what errors of the engine's say against what those of
// releases of Node said.
func TestMessages(t *testing.T) { eachRelease(t, "messages", thrower, otherWords) }

// otherWords are the expressions whose errors say something else under a release
// or more, with the reason.
var otherWords = map[string]string{
	`u[Symbol('s')]`:                        valueUnknown,
	`u[k] = 1`:                              valueUnknown,
	`o[1 + 1]()`:                            printing,
	`(1 + 2)()`:                             printing,
	`(u = 5)()`:                             printing,
	`Symbol.iterator()`:                     printing,
	`(class {})()`:                          printing,
	`Promise()`:                             valueUnknown,
	`new Map(5)`:                            valueUnknown,
	`new Set(5)`:                            valueUnknown,
	`Math.max(...u)`:                        valueUnknown,
	`new Set(o)`:                            valueUnknown,
	`new Map(o)`:                            valueUnknown,
	`(() => { const [a] = f(); })()`:        valueUnknown,
	`(() => { const { a: { b } } = o; })()`: valueUnknown,
	`(({ a: { b } }) => b)({})`:             valueUnknown,
	`(([a]) => a)()`:                        valueUnknown,
	`(([a]) => a)({})`:                      valueUnknown,
	`(function g([a]) {})(5)`:               valueUnknown,
	`(() => { 'use strict'; f.name = 1; })()`:                            valueUnknown,
	`new Map().forEach(5)`:                                               valueUnknown,
	`new Set().forEach(o)`:                                               valueUnknown,
	`Array.prototype.forEach.call(null, f)`:                              thisValue,
	`Array.prototype.map.call(undefined)`:                                thisValue,
	`String.prototype.trim.call(null)`:                                   thisValue,
	`Function.prototype.call.call(1)`:                                    thisValue,
	`Function.prototype.bind.call(1)`:                                    thisValue,
	`Function.prototype.toString.call(1)`:                                thisValue,
	`Reflect.apply(1)`:                                                   thisValue,
	`Object.defineProperty({}, 'a', { get: 1 })`:                         builtin,
	`Object.defineProperty({}, 'a', { get() {}, value: 1 })`:             builtin,
	`Number.prototype.toString.call('a')`:                                thisValue,
	`String.prototype.toString.call(1)`:                                  thisValue,
	`Date.prototype.getTime.call({})`:                                    thisValue,
	`({ [Symbol.toPrimitive]: 1 }) + 1`:                                  valueUnknown,
	`(() => { function* g() { yield* 5; } g().next(); })()`:              valueUnknown,
	`(() => { function* g() { yield* u; } g().next(); })()`:              valueUnknown,
	`(({ a }) => a)(null)`:                                               valueUnknown,
	`Object.fromEntries ? Object.fromEntries(5) : 0`:                     valueUnknown,
	`Array.from(n)`:                                                      valueUnknown,
	`(() => { class A { #m() {} static g(o) { o.#m(); } } A.g({}); })()`: builtin,
	`[].sort(1)`: builtin,
}

const (
	valueUnknown = "V8 names the value or its type, and the engine's message does not tell it"
	thisValue    = "a function of the engine's that was called on something else: it does not say whose it is"
	builtin      = "a function of the engine's that has fewer words than V8's"
	printing     = "V8 prints the expression after it has made it simpler, or prints less of it"
)
