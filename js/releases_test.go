package js

import (
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// TestAsked holds which policies a program is for: those that have what it calls
// without asking.
func TestAsked(t *testing.T) {
	for _, c := range []struct{ text, lacks string }{
		{"Promise.any([])", "Promise.any"},
		{"Promise.any && Promise.any([])", ""},
		{"if (Promise.any) Promise.any([])", ""},
		{"Promise.any?.([])", ""},
		{"try { Promise.any([]) } catch {}", ""},
		{"try { Promise.any([]) } finally {}", "Promise.any"},
		{"if ('any' in Promise) Promise.any([])", ""},
		{"const { any } = Promise; any && any.call(Promise, [])", ""},
		{"typeof Promise.any === 'function' && Promise.any([])", ""},
		{"queueMicrotask(() => {})", "queueMicrotask"},
		{"globalThis.queueMicrotask && queueMicrotask(() => {})", "globalThis"},
		{"typeof queueMicrotask === 'function' && queueMicrotask(() => {})", ""},
		{"structuredClone(1)", "structuredClone"},
		{"new AbortController()", "AbortController"},
		{"const { AbortController } = require('./ponyfill.js'); new AbortController()", ""},
		{"Object.hasOwn({}, 'a'); requestAnimationFrame(() => {})", "requestAnimationFrame"},
		{"[1].at(0)", ""},
	} {
		text := strings.ReplaceAll(c.text, "require('./ponyfill.js')", "{ AbortController: class {} }")
		need, lacks := load(t, "app.js", text).Lacks(model.MustLookup("node10")), ""
		if need != nil {
			lacks = need.Verb
		}
		if lacks != c.lacks || need != nil && need.AtRun != (lacks != "requestAnimationFrame") {
			t.Errorf("%s: lacks %q, want %q", c.text, lacks, c.lacks)
		}
	}
}

// TestUnaskedFails holds that code which needs another release runs until it comes
// there. Node 12.22.12 says the same.
func TestUnaskedFails(t *testing.T) {
	p := load(t, "app.js", "console.log(1);\nPromise.any([]);")
	l, stop := run(t, p, "node12", nil, program.Options{})
	if len(l.lines) != 1 || stop.Reason != sim.Died || stop.Error.String() != "TypeError: Promise.any is not a function (app.js:2:9)" {
		t.Errorf("%q, %s", l.lines, stop.Error.String())
	}
}
