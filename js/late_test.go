package js

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/internal/testmain"
	"evsim/model"
	"evsim/program"
)

// TestMadeLate runs each snippet as it stands, and with a name behind it that has all
// classes be made before it begins: both log the same at the same times. Every eighth
// snippet is run, and all with EVSIM_SWEEPS=1.
func TestMadeLate(t *testing.T) {
	files, err := filepath.Glob("testdata/oracle/*s")
	if err != nil || len(files) < 100 {
		t.Fatal(len(files), err)
	}
	late := 0
	for i, file := range files {
		if i%testmain.Every(8) != 0 {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := Load(file, text)
		if err != nil || p.tells {
			continue // TestOracle says which cannot be loaded
		}
		atOnce := load(t, filepath.Base(file), string(text)+"\n; if (0) ({}).prototype;\n")
		for _, policy := range model.Policies() {
			if p.Lacks(policy) != nil || policy.Node != nil && !p.mentions["MessageChannel"] && !p.mentions["AbortController"] {
				continue
			}
			w := p.world.Clone()
			w.Limits, w.Other = within, clock.Exactly(clock.Millisecond)
			l, stop := runUnder(t, p, policy, &w, program.Options{})
			want, wantStop := runUnder(t, atOnce, policy, &w, program.Options{})
			if late++; !slices.Equal(l.lines, want.lines) || !slices.Equal(l.at, want.at) || stop.Reason != wantStop.Reason || stop.Code != wantStop.Code {
				t.Errorf("%s, %s: %q, %+v; with all classes from the start %q, %+v", file, policy.Name, l.lines, stop, want.lines, wantStop)
			}
		}
	}
	if t.Log(late, "runs"); late < 20 {
		t.Errorf("only %d runs", late)
	}
}

// TestLateClasses: whatever way a program comes to a class, it is there once, and what it
// is replaced by stays.
func TestLateClasses(t *testing.T) {
	for text, want := range map[string]string{
		"console.log(typeof MouseEvent, new MouseEvent('a') instanceof UIEvent, MouseEvent === window[['Mouse', 'Event'].join('')])":                                                    "function true true",
		"addEventListener('a', () => {}); const name = ['Message', 'Channel'].join(''); console.log(name in window, typeof window[name], typeof self[name])":                            "true function function",
		"console.log(Object.keys(window).includes('MessageChannel'), window.hasOwnProperty('MessageChannel'))":                                                                          "false true",
		"MouseEvent = 5; console.log(MouseEvent, window.MouseEvent)":                                                                                                                    "5 5",
		"window.KeyboardEvent = 6; console.log(KeyboardEvent, delete window.KeyboardEvent, typeof KeyboardEvent)":                                                                       "6 true undefined",
		"console.log(delete window.WheelEvent, 'WheelEvent' in window)":                                                                                                                 "true false",
		"console.log(document === window.document, document.body.tagName, document.body instanceof HTMLElement)":                                                                        "true BODY true",
		"console.log(document.createEvent('MouseEvents') instanceof MouseEvent)":                                                                                                        "true",
		"console.log(AbortSignal.any([]) instanceof TaskSignal, new TaskController().signal instanceof TaskSignal)":                                                                     "false true",
		"const d = Object[['getOwnProperty', 'Descriptor'].join('')](window, 'MouseEvent'); console.log('value' in d)":                                                                  "true",
		"setTimeout(`console.log(DOMException.INDEX_SIZE_ERR, new DragEventLike().x)`); class DragEventLike { x = Event[['NO', 'NE'].join('')] }; window.DragEventLike = DragEventLike": "1 0",
		"console.log(eval('MouseEvent.name'), eval('typeof WheelEvent'))":                                                                                                               "MouseEvent function",
		"class A extends UIEvent {} console.log(new A('a', { detail: 3 }).detail, String(new A('a')))":                                                                                  "3 [object UIEvent]",
		"const of = []; for (const k in window) of.push(k); console.log(of.includes('MouseEvent'))":                                                                                     "false",
		"Object.keys = Array.isArray = null; Map = WeakMap = 1; const c = new MessageChannel(); c.port1.onmessage = (e) => console.log(e.data.a[0]); c.port2.postMessage({ a: [5] })":   "5",
		"console.log(Object.keys(DOMException).length, Object.entries(Event).length)":                                                                                                   "25 4",
		"const c = new AbortController(); c.abort(); console.log(c.signal.reason[['ABORT', 'ERR'].join('_')])":                                                                          "20",
		"const o = new MouseEvent('a'), all = []; for (const k in o) all.push(k); console.log(all.includes('AT_TARGET'), all.includes('buttons'))":                                      "true true",
		`let made = 0;
const deep = () => { try { deep(); } catch (e) { try { new MessageChannel(); made++; } catch {} throw e; } };
try { deep(); } catch {}
const c = new MessageChannel(); c.port1.onmessage = () => console.log(made > 100, c instanceof MessageChannel, c.port1 instanceof MessagePort); c.port2.postMessage(1);`: "true true true", // the first were asked for where no stack was left
		"console.log(DOMException.ABORT_ERR, Event.AT_TARGET, new DOMException('a', 'AbortError').ABORT_ERR)":                                   "20 2 20",
		"const f = Object.keys; Object.keys = () => []; console.log(new ErrorEvent('a', { message: 'b' }).message === 'b', f({ a: 1 }).length)": "true 1",
	} {
		p := load(t, "app.js", text)
		l, stop := run(t, p, "browser", nil, program.Options{})
		if got := strings.Join(l.lines, "\n"); got != want {
			t.Errorf("%s\nlogs %q (%s), want %q", text, got, stop.Error.String(), want)
		}
	}
}
