package main

import (
	"fmt"
	"strings"
)

// bomb is a file that asks for more than there is.
type bomb struct {
	name   string
	policy string // one under which it can run; "": node22
	text   func() string
}

// scenarioOf is a scenario of these lines.
func scenarioOf(lines string) string { return "evsim: 1\nname: bomb\n" + lines }

// nested repeats a statement so often, in as many loops.
func nested(loops, times int, statement string) string {
	return "script:\n  - " + strings.Repeat(fmt.Sprintf("{repeat: %d, do: ", times), loops) + statement + strings.Repeat("}", loops) + "\n"
}

// each is a text for each number.
func each(n int, text func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(text(i))
	}
	return b.String()
}

// numbered is a text for each number, which stands where %d does.
func numbered(n int, format string) string {
	return each(n, func(i int) string { return strings.ReplaceAll(format, "%d", fmt.Sprint(i)) })
}

const million = 1_000_000

// fixed is a scenario that needs no making.
func fixed(name, policy, lines string) bomb {
	return bomb{name, policy, func() string { return scenarioOf(lines) }}
}

// loops are scripts that repeat.
func loops() []bomb {
	return []bomb{
		fixed("repeated log", "", nested(6, million, `{log: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ${n}"}`)),
		fixed("repeated nothing", "", "script:\n  - repeat: 1000000\n    do: []\n"),
		fixed("repeated busy", "", nested(3, million, "{busy: 1ns}")),
		fixed("repeated timer", "", nested(3, million, "{setTimeout: 1, do: {log: a}}")),
		fixed("repeated promise", "", nested(3, million, "{then: resolved, do: {log: a}}")),
		fixed("repeated mark", "", nested(3, million, "{mark: m}")),
		fixed("repeated channel", "browser", "policies: browser\n"+nested(3, million, "{channel: c, do: {log: x}}")),
		fixed("repeated listener", "browser", "policies: browser\n"+nested(3, million, "{listen: c, do: {log: x}}")),
		fixed("repeated fetch", "browser", "policies: browser\n"+nested(3, million, "{fetch: u, do: {log: x}}")),
		fixed("repeated on exit", "", "policies: node22\n"+nested(3, million, "{on: exit, do: {log: x}}")),
		fixed("repeated try", "", nested(3, million, `{try: {throw: "x"}, catch: {log: "${error}"}}`)),
		fixed("fan of timers", "", "functions:\n  f:\n    do:\n      - {setTimeout: 0, do: {call: f}}\n      - {setTimeout: 0, do: {call: f}}\nscript:\n  - call: f\n"),
		fixed("fan of promises", "", "functions:\n  f:\n    do:\n      - {then: resolved, do: {call: f}}\n      - {then: resolved, do: {call: f}}\nscript:\n  - call: f\n"),
		fixed("recursion", "", "functions:\n  f: {do: {call: g}}\n  g: {do: {call: f}}\nscript:\n  - call: f\n"),
		fixed("recursion twice", "", "functions:\n  f: {do: [{call: f}, {call: f}]}\nscript:\n  - call: f\n"),
		fixed("recursion in try", "", "functions:\n  f: {do: [{try: {call: f}, catch: {call: f}, finally: {call: f}}]}\nscript:\n  - call: f\n"),
		fixed("recursion in async", "", "functions:\n  f: {async: true, do: [{await: {call: f}}]}\nscript:\n  - call: f\n"),
		fixed("own limits", "", "limits: {callbacks: 1000000000, turns: 1000000000}\nscript:\n  - setInterval: 0\n    do: {log: \"a${n}\"}\n"),
		fixed("own limits, repeat", "", "limits: {callbacks: 1000000000, turns: 1000000000}\nscript:\n  - repeat: 1000000\n    do: {log: \"a${n}\"}\n"),
		fixed("own limits, promises", "", "limits: {callbacks: 1000000000, turns: 1000000000}\nscript:\n  - repeat: 1000000\n    do: {promise: p}\n"),
		fixed("still clock", "", "clock: {startup: 0ms..1ms, skew: {drift: -1000000}}\nlimits: {turns: 1000000000}\nscript:\n  - setTimeout: 5\n    do: {log: a}\n"),
		fixed("still clock of fractions", "node10", "clock: {startup: 0ms..1ms, skew: {drift: -1000000}}\nlimits: {turns: 1000000000}\nscript:\n  - setTimeout: 1.9\n    do: {log: a}\n"),
		fixed("still clock of a page", "firefox", "clock: {startup: 0ms..1ms, skew: {drift: -1000000}}\nlimits: {turns: 1000000000}\ndisplay: {hidden: true}\nscript:\n  - setTimeout: 5\n    do: {log: a}\n"),
		fixed("interval behind a task", "", "clock: {startup: 0ms..1ms}\nscript:\n  - setInterval: 1\n    times: 3\n    do: {log: a}\n  - busy: 3000000s\n"),
		fixed("interval and a clock set forward", "", "clock: {startup: 0ms..1ms, skew: {steps: [{at: 5ms, by: 3000000s}]}}\nscript:\n  - setInterval: 1\n    times: 9\n    do: {log: a}\n"),
		fixed("clock set far back", "", "clock: {startup: 0ms..1ms, skew: {steps: [{at: 2ms, by: -3000000s}]}}\nscript:\n  - setInterval: 1\n    times: 9\n    do: {log: a}\n"),
		fixed("frames after a long wait", "browser", "clock: {startup: 0ms..1ms}\ndisplay: {hz: 1000}\nscript:\n  - setTimeout: 2147483647\n    do: {requestAnimationFrame: null, do: {log: a}}\n"),
		fixed("frames behind a long task", "firefox", "display: {hz: 1000, phase: 0ms..1ms}\nscript:\n  - requestAnimationFrame: null\n    do: {log: a}\n  - {busy: 3000000s}\n  - requestAnimationFrame: null\n    do: {log: b}\n"),
		fixed("huge numbers", "", "script:\n  - setTimeout: 1e308\n    do: {log: a}\n  - busy: 9000s\n  - busy: 9000s\n  - repeat: 5\n    do: {busy: 9000s}\n  - setTimeout: 2147483647\n    do: {log: b}\n"),
		fixed("huge ranges", "", "clock: {startup: 0ms..9000s, phase: 999us}\nscript:\n  - setTimeout: 1\n    do: {busy: 9000s}\n  - setTimeout: 2\n    do: {log: \"b${now}\"}\n"),
		{"members", "", func() string {
			return scenarioOf("script:\n  - {promise: p}\n  - repeat: 1000000\n    do: {all: [" + strings.Repeat("p,", 4999) + "p], as: q}\n")
		}},
	}
}

// texts are scripts with long texts.
func texts() []bomb {
	x, y, z := strings.Repeat("x", 60_000), strings.Repeat("y", 60_000), strings.Repeat("z", 5_000)
	return []bomb{
		{"growing error", "", func() string {
			return scenarioOf("functions:\n  f:\n    do:\n      - try: {throw: \"" + x + " ${n}\"}\n        catch:\n          - log: \"${error}${error}\"\n          - repeat: 1000000\n            do: {log: \"${error}${n}\"}\nscript:\n  - call: f\n")
		}},
		{"long lines", "", func() string {
			return scenarioOf("script:\n  - repeat: 1000000\n    do: {log: \"" + y + "${n}\"}\n")
		}},
		{"long equal lines", "", func() string {
			return scenarioOf("script:\n  - repeat: 1000000\n    do: {log: \"" + strings.Repeat("y", 6*million) + "\"}\n")
		}},
		{"long lines, interval", "", func() string {
			return scenarioOf("script:\n  - setInterval: 0\n    do: {log: \"" + y + "${n}\"}\n")
		}},
		{"long about", "", func() string {
			return scenarioOf("about: \"" + strings.Repeat("n", 7*million) + "\"\nscript:\n  - log: a\nexpect:\n  - log: [b]\n")
		}},
		{"long orders", "", func() string {
			return scenarioOf("files:\n" + numbered(12, "  f%d: {latency: 0ms..1000ms}\n") + "pool: 64\nscript:\n" +
				numbered(12, "  - {readFile: f%d, do: {repeat: 200, do: {log: \""+z+"%d${n}\"}}}\n"))
		}},
	}
}

// broad are scenarios of very many parts.
func broad() []bomb {
	cases := func(n int) func() string {
		return func() string {
			return scenarioOf("script:\n  - log: a\nfiles:\n" + numbered(n, "  f%d: {latency: 1ms}\n") + "cases:\n" + numbered(n, "  - {name: c%d, expect: [{log: [a]}]}\n"))
		}
	}
	return []bomb{
		{"3000 cases", "", cases(3000)}, {"9000 cases", "", cases(9000)}, {"20000 cases", "", cases(20_000)},
		{"intervals", "", func() string { return scenarioOf("script:\n" + numbered(2000, "  - setInterval: 0\n    do: []\n")) }},
		{"functions", "", func() string {
			return scenarioOf("functions:\n" + each(60_000, func(i int) string { return fmt.Sprintf("  f%d: {do: {call: f%d}}\n", i, i+1) }) + "  f60000: {do: {log: x}}\nscript:\n  - call: f0\n")
		}},
		{"handles", "", func() string {
			return scenarioOf("script:\n" + numbered(60_000, "  - {setTimeout: 1, as: h%d, do: []}\n"))
		}},
		{"orders", "", func() string {
			return scenarioOf("clock: {startup: 0ms..9s}\nfiles:\n" + numbered(40, "  f%d: {latency: 0ms..1000ms}\n") + "script:\n" + numbered(40, "  - {readFile: f%d, do: {log: l%d}}\n"))
		}},
		{"expected orders", "", func() string {
			return scenarioOf("script:\n  - log: a\nexpect:\n  - outcomes:\n" + each(2000, func(i int) string {
				return "    - [" + strings.TrimSuffix(each(200, func(j int) string { return fmt.Sprint(i+j, ",") }), ",") + "]\n"
			}))
		}},
		{"rules", "", func() string {
			return scenarioOf("script:\n" + numbered(2000, "  - log: l%d\n") + "rules:\n" + each(2000, func(i int) string { return fmt.Sprintf("  - l%d before l%d\n", i, i*7%2000) }))
		}},
		{"holes", "", func() string {
			return scenarioOf("script:\n" + strings.Repeat("  - log: \""+strings.Repeat("a${now}", 200)+"\"\n", 2000) + "rules:\n" + numbered(2000, "  - \""+strings.Repeat("a1", 100)+"%d before l%d\"\n"))
		}},
		{"mistakes", "", func() string { return "evsim: 1\nname: bomb\n" + numbered(150_000, "x%d: 1\n") + "script: []\n" }},
		{"mistakes in statements", "", func() string { return scenarioOf("script:\n" + numbered(200_000, "  - setTimeot%d: 1\n")) }},
	}
}

// forms are files of which YAML itself is too much.
func forms() []bomb {
	return []bomb{
		{"deep", "", func() string {
			return scenarioOf("script:\n" + each(2000, func(i int) string {
				return strings.Repeat(" ", 4*i+1) + "- setTimeout: 0\n" + strings.Repeat(" ", 4*i+3) + "do:\n"
			}) + strings.Repeat(" ", 8001) + "- log: x\n")
		}},
		{"deep flow", "", func() string {
			return scenarioOf("script: " + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "\n")
		}},
		{"deep loops", "", func() string {
			return scenarioOf("script: " + strings.Repeat("{repeat: 2, do: ", 60) + "{log: a}" + strings.Repeat("}", 60) + "\n")
		}},
		{"aliases", "", func() string {
			return "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\nevsim: 1\n"
		}},
		{"one long line", "", func() string {
			return "evsim: 1\nname: x\nscript:\n  - lgo: \"" + strings.Repeat("q", 7_900_000) + "\"\n"
		}},
		{"tabs", "", func() string { return "evsim: 1\n" + strings.Repeat("\t", 7*million) }},
		{"dashes", "", func() string { return strings.Repeat("- ", 4*million) }},
		{"colons", "", func() string { return strings.Repeat("a: ", 2*million) }},
		{"questions", "", func() string { return strings.Repeat("? ", 2*million) }},
		{"brackets", "", func() string { return strings.Repeat("[", 8*million) }},
		{"quotes", "", func() string { return "evsim: \"" + strings.Repeat("a\n\n", 2*million) }},
		{"open brackets", "", func() string { return "evsim: 1\n" + strings.Repeat("a: [b\n", million) }},
	}
}
