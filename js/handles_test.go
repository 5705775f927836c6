package js

import (
	"strings"
	"testing"

	"evsim/program"
)

// TestHandles: whether a program may look at what setTimeout and its kin return.
func TestHandles(t *testing.T) {
	const no, yes = false, true
	for text, want := range map[string]bool{
		"setTimeout(() => {}, 1); setImmediate(f); function f() {}":                                      no,
		"new Promise((done) => setTimeout(done, 1)).then(() => { setInterval(() => {}) })":               no,
		"(async () => { await new Promise((done) => setTimeout(done, 1)); })()":                          no,
		"async function f() { setTimeout(f); } const o = { async m() {} }":                               no,
		"const t = setTimeout(() => {}); clearTimeout(t)":                                                yes,
		"Promise.resolve().then(() => setTimeout(() => {}))":                                             yes,
		"const later = setTimeout; later(() => {})":                                                      yes,
		"setTimeout(function () { this.close(); })":                                                      yes,
		"async function f() { console.log(this); } setTimeout(f)":                                        yes,
		"const { setTimeout: s } = require('timers'); s(() => {})":                                       yes,
		"globalThis['set' + 'Timeout'](() => {})":                                                        yes,
		"class Promise { constructor(f) { console.log(f()); } } new Promise(() => setTimeout(() => {}))": yes,
		"Promise = function (f) { console.log(f()); }; new Promise(() => setTimeout(() => {}))":          yes,
		"console.log(setImmediate(() => {}))":                                                            yes,
		"(0, setTimeout)(() => {}); [setTimeout].map((f) => f(() => {}))":                                yes,
		"x = eval('setTimeout(() => {})')":                                                               yes,
	} {
		if p := load(t, "app.js", text); p.handles != want {
			t.Errorf("%s: %v", text, p.handles)
		}
	}
}

// TestFieldsOfTimersAreNotWritten: Node's timers go by these fields, evsim's do not, so a
// program that writes one ends with a sentence.
func TestFieldsOfTimersAreNotWritten(t *testing.T) {
	for _, name := range []string{"_repeat", "_idleTimeout", "_destroyed"} {
		p := load(t, "app.js", "const i = setInterval(() => console.log('i'), 3); i."+name+" = 30;")
		if l, stop := run(t, p, "node26", &p.world, program.Options{}); len(l.lines) > 0 || !strings.HasPrefix(stop.Error.String(), "evsim does not have a `"+name+"` of the program's own") {
			t.Errorf("%s: %q, %s", name, l.lines, stop.Error.String())
		}
	}
}

// TestInnerFieldsOfTimers: a program that reads or writes what evsim's timers do not have
// ends with a sentence.
func TestInnerFieldsOfTimers(t *testing.T) {
	for of, names := range map[string]string{
		"setTimeout":   "_onTimeout _timerArgs _idlePrev _idleNext",
		"setImmediate": "_onImmediate _argv _destroyed _idlePrev _idleNext",
	} {
		for name := range strings.FieldsSeq(names) {
			for _, use := range []string{"console.log(h." + name + ")", "h." + name + " = null"} {
				p := load(t, "app.js", "const h = "+of+"(() => console.log('h')); "+use)
				if l, stop := run(t, p, "node26", &p.world, program.Options{}); len(l.lines) > 0 || !strings.HasPrefix(stop.Error.String(), "evsim does not have `"+name+"`") {
					t.Errorf("%s of %s: %q, %s", use, of, l.lines, stop.Error.String())
				}
			}
		}
	}
}
