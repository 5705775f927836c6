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
		"document.createElement('p').src = 'a.png';":       "",
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

// TestKeysHaveAnOrder: what a program is given has its properties in one order, in each run.
func TestKeysHaveAnOrder(t *testing.T) {
	const entry = "console.log(Object.keys(JSON.parse(JSON.stringify(performance.mark('a')))).slice(0, 4).join());"
	for _, test := range []struct{ policy, text, want string }{
		{"browser", entry, "name,entryType,startTime,duration"}, // as Chromium 156 has them
		{"node22", "console.log(Object.keys(process).slice(0, 3).join());", "version,versions,platform"},
		{"browser", "fetch('a').then((r) => console.log(Object.getOwnPropertyNames(r).join()));", "url,redirected,status,ok,bodyUsed,text,json,arrayBuffer"},
	} {
		p := load(t, "app.js", test.text)
		w := p.world.Clone()
		w.Other.High = 1
		for range 20 {
			if log, stop := run(t, p, test.policy, &w, program.Options{}); !slices.Equal(log.lines, []string{test.want}) {
				t.Fatalf("%s: %q, %s", test.text, log.lines, stop.Error.String())
			}
		}
	}
}

// TestInnerHTML: HTML whose tree is that of its tags is taken, and other HTML ends the run.
func TestInnerHTML(t *testing.T) {
	for text, want := range map[string]string{
		`<p id="a">x<b>y</b></p>z`:                    `<p id="a">x<b>y</b></p>z`,
		`<ul><li class=one>1</li><li>2</li></ul><br>`: `<ul><li class="one">1</li><li>2</li></ul><br>`,
		`a &lt; b &amp; c`:                            `a &lt; b &amp; c`,
		``:                                            ``,
		`<p>a<p>b`:                                    "", // "": the run ends
		`<p><div></div></p>`:                          "",
		`<b><i></b></i>`:                              "",
		`<ul><li>1<li>2</ul>`:                         "",
		`<tr></tr>`:                                   "",
		`<!-- a -->`:                                  "",
		`a < b`:                                       "",
		`a &nbsp; b`:                                  "",
		`<div/>`:                                      "",
		`<script>1</script>`:                          "",
		`</b>`:                                        "",
	} {
		p := load(t, "app.js", "const e = document.createElement('div'); e.innerHTML = `"+text+"`; console.log(e.innerHTML);")
		log, stop := run(t, p, "browser", nil, program.Options{})
		if taken := want != "" || text == ""; taken && (stop.Reason != sim.Ended || !slices.Equal(log.lines, []string{want})) ||
			!taken && (stop.Reason != sim.Abandoned || len(log.lines) > 0 || !strings.HasPrefix(stop.Error.String(), "evsim does not have `innerHTML = ")) {
			t.Errorf("%s: %q, %s %q", text, log.lines, stop.Reason, stop.Error.String())
		}
	}
}

// TestDelaysOfPages converts delays as pages do (Web IDL, "ConvertToInt"). Chromium 156, Firefox 153
// and WebKitGTK 2.50.6 logged this for AbortSignal.timeout, the first two for requestIdleCallback.
func TestDelaysOfPages(t *testing.T) {
	const signals = "for (const v of [-1, NaN, Infinity, 2 ** 53, 'x', -0.5, 1.9, undefined]) try { AbortSignal.timeout(v); console.log(String(v) + ' ok'); } catch (e) { console.log(String(v) + ' ' + e.message); }"
	const chromes, foxes, kits = "Failed to execute 'timeout' on 'AbortSignal': Value is ", "AbortSignal.timeout: Argument 1 is ", " is outside the range [0, 9007199254740991]"
	const outside, typed, far, infinite = "outside the 'unsigned long long' value range.", "not of type 'unsigned long long'.", "out of range for unsigned long long.", "not a finite value, so is out of range for unsigned long long."
	for policy, want := range map[string][]string{
		"browser": {"-1 " + chromes + outside, "NaN " + chromes + typed, "Infinity " + chromes + "infinite and " + typed, "9007199254740992 " + chromes + outside, "x " + chromes + typed, "-0.5 ok", "1.9 ok", "undefined " + chromes + typed},
		"firefox": {"-1 " + foxes + far, "NaN " + foxes + infinite, "Infinity " + foxes + infinite, "9007199254740992 " + foxes + far, "x " + foxes + infinite, "-0.5 ok", "1.9 ok", "undefined " + foxes + infinite},
		"webkit":  {"-1 Value -1" + kits, "NaN Value NaN" + kits, "Infinity Value Infinity" + kits, "9007199254740992 Value 9007199254740992" + kits, "x Value NaN" + kits, "-0.5 ok", "1.9 ok", "undefined Value NaN" + kits},
	} {
		p := load(t, "app.js", signals)
		if l, _ := run(t, p, policy, &p.world, program.Options{}); !slices.Equal(l.lines, want) {
			t.Errorf("%s: %q, want %q", policy, l.lines, want)
		}
	}
}
