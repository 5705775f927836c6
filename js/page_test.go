package js

import (
	"slices"
	"strings"
	"testing"

	"evsim/program"
	"evsim/sim"
)

// TestLackingOfPages: a run ends where a program takes or sets a member that elements and
// documents have in browsers and evsim has not; a class may give its own.
func TestLackingOfPages(t *testing.T) {
	for use, want := range map[string]string{
		"document.body.getBoundingClientRect();":           "Element.prototype.getBoundingClientRect",
		"document.createElement('img').src = 'a.png';":     "",
		"try { document.cookie = 'a=1'; } catch {}":        "Document.prototype.cookie",
		"document.createTextNode('a').splitText(1);":       "Text.prototype.splitText",
		"document.body.onclick = document.body.scrollTop;": "Element.prototype.scrollTop",
	} {
		log, stop := run(t, load(t, "app.js", "document.body.click();\n"+use+"\nconsole.log('after');"), "firefox", nil, program.Options{})
		if want == "" {
			if stop.Reason != sim.Ended || !slices.Equal(log.lines, []string{"after"}) { // no element has it: src is that of images
				t.Errorf("%s: %s %q, after %q", use, stop.Reason, stop.Error.String(), log.lines)
			}
			continue
		}
		if stop.Reason != sim.Abandoned || stop.At.Line != 2 || !strings.HasPrefix(stop.Error.String(), "evsim does not have `"+want+"`, which every page has (app.js:2:") {
			t.Errorf("%s: %s %q, after %q", use, stop.Reason, stop.Error.String(), log.lines)
		}
	}
}

// TestScriptOfPage: variables of a script are those of the window, and places in its first
// line are where they stand in the file.
func TestScriptOfPage(t *testing.T) {
	const text = "'use strict'; var a = 1, { b, c: [d] } = { b: 2, c: [3] }; function f() {} let e = 4; console.log(this === window, window.a, window.b, window.d, typeof window.f, window.e, Object.keys(window).includes('a')); window.a = 5; console.log(a); null.x;"
	for _, policy := range []string{"browser", "firefox", "webkit"} {
		log, stop := run(t, load(t, "app.js", text), policy, nil, program.Options{})
		if want := []string{"true 1 2 3 function undefined true", "5"}; !slices.Equal(log.lines, want) || stop.Reason != sim.Ended {
			t.Errorf("%s: %q, %s %s", policy, log.lines, stop.Reason, stop.Error.String())
		}
	}
	log, _ := run(t, load(t, "app.js", "var a = 1; console.log(this === module.exports, globalThis.a);"), "node22", nil, program.Options{})
	if !slices.Equal(log.lines, []string{"true undefined"}) {
		t.Errorf("in Node: %q", log.lines)
	}
	_, err := LoadText("app.js", []byte("var a = 1; window.b = ;"))
	if problems, ok := err.(Problems); !ok || len(problems) != 1 || problems[0].Pos.Col != 23 {
		t.Errorf("%v", err)
	}
	_, err = LoadText("app.js", []byte("var a = 1; window.b = 2; const q = 1; q = 2; function f( { }"))
	if problems, ok := err.(Problems); !ok || problems[0].Pos.Line != 1 || problems[0].Pos.Col != 61 && problems[0].Pos.Col != 60 {
		t.Errorf("%v", err)
	}
}
