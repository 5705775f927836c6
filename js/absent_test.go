package js

import (
	"slices"
	"strings"
	"testing"

	"evsim/program"
	"evsim/sim"
)

// TestAbsent: a run ends, in words and with the place, where a program of a page
// comes to what every page has and evsim has not. In Node there is no such thing,
// and a program may bring its own.
func TestAbsent(t *testing.T) {
	for name, verb := range absent {
		for _, use := range []string{"new " + name + "();", "console.log(typeof " + name + ");", "try { window." + name + "(); } catch {}", "if ('" + name + "' in window) setTimeout(() => self." + name + ");"} {
			p := load(t, "app.js", "console.log('on');\n"+use+"\nconsole.log('after');")
			for _, policy := range []string{"browser", "firefox", "webkit", "chrome69"} {
				log, stop := run(t, p, policy, nil, program.Options{})
				if stop.Reason != sim.Abandoned || stop.At.Line != 2 || !strings.Contains(stop.Error.String(), "evsim does not have `"+name+"`, which every page has") ||
					!strings.HasSuffix(stop.Error.String(), "(app.js:"+stop.At.String()+")") || verb != "" && !strings.Contains(stop.Error.String(), "; scenarios have `"+verb+"`") {
					t.Errorf("%s under %s: %s %q at %s, after %q", use, policy, stop.Reason, stop.Error.String(), stop.At, log.lines)
				}
			}
		}
		own := load(t, "app.js", "globalThis."+name+" = class { constructor() { console.log('own'); } };\nnew "+name+"();")
		for _, policy := range []string{"browser", "node22"} {
			if log, stop := run(t, own, policy, nil, program.Options{}); !slices.Equal(log.lines, []string{"own"}) || stop.Reason != sim.Ended {
				t.Errorf("a program with its own %s under %s: %q, %s %s", name, policy, log.lines, stop.Reason, stop.Error.String())
			}
		}
		asks := load(t, "app.js", "console.log(typeof "+name+");")
		if log, _ := run(t, asks, "node22", nil, program.Options{}); !slices.Equal(log.lines, []string{"undefined"}) {
			t.Errorf("in Node %s is %q", name, log.lines)
		}
	}
	listed := load(t, "app.js", "console.log(Object.getOwnPropertyNames(globalThis).join()); ["+strings.Join(absentNames(), ", ")+"];")
	first, _ := run(t, listed, "browser", nil, program.Options{})
	for range 5 {
		if again, _ := run(t, listed, "browser", nil, program.Options{}); len(first.lines) != 1 || !slices.Equal(again.lines, first.lines) {
			t.Fatalf("once %q, once %q", first.lines, again.lines)
		}
	}
	never := load(t, "app.js", "function f() { return new WebSocket(); }\nconsole.log('done');")
	if log, stop := run(t, never, "browser", nil, program.Options{}); !slices.Equal(log.lines, []string{"done"}) || stop.Reason == sim.Abandoned {
		t.Errorf("where it is never used: %q, %s", log.lines, stop.Reason)
	}
}
