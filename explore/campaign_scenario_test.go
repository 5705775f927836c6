package explore_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"evsim/model"
	"evsim/scenario"
)

// writer writes random scenarios: of every verb that a policy has, with ranges
// of several kinds, callbacks that do the same, and lines that are the same.
type writer struct {
	*rand.Rand
	policy   model.Policy
	unknowns int // how many ranges there may yet be
	lines    int
	begin    string            // what the script begins with
	made     map[string]bool   // names that some statement makes
	used     map[string]string // names that some statement uses, with the statement that can make each
}

// place is where a statement stands.
type place struct {
	depth     int
	async     bool // it may await
	generator bool // it may yield
	caught    bool // it may have ${error}
	given     bool // its body may have ${args}
	reacts    bool // its body is a reaction of a promise, which may return
}

func campaignScenario(r *rand.Rand, p model.Policy, size int) string {
	w := &writer{Rand: r, policy: p, unknowns: 2 + r.IntN(size+2), made: make(map[string]bool), used: make(map[string]string)}
	var b strings.Builder
	b.WriteString("evsim: 1\nname: campaign\nlimits: {callbacks: 300, turns: 300}\n")
	b.WriteString(w.clock())
	b.WriteString(w.world())
	top := place{async: p.Features.Has(model.ESM) && p.Features.Has(model.AnyCombinator) && w.chance(12)}
	if top.async {
		b.WriteString("main: esm\n")
	}
	var script []string
	for range 3 + w.IntN(size+2) {
		script = append(script, w.statement(top))
	}
	if w.chance(6) {
		script = append(script, "{throw: main}")
	}
	functions := ""
	for changed := true; changed; { // what makes a name may use others
		changed = false
		for _, name := range slices.Sorted(maps.Keys(w.used)) {
			if w.made[name] {
				continue
			}
			w.made[name], changed = true, true
			if maker := w.used[name]; maker != "" {
				script = slices.Insert(script, w.IntN(len(script)+1), maker)
				if strings.Contains(maker, "several") {
					w.use("several", "")
				}
			} else {
				functions += w.function(name)
			}
		}
	}
	if functions != "" {
		b.WriteString("functions:\n" + functions)
	}
	b.WriteString("script:\n")
	if w.begin != "" {
		script = slices.Insert(script, 0, w.begin)
	}
	for _, s := range script {
		b.WriteString("  - " + s + "\n")
	}
	return b.String()
}

// Lengths of a scenario of the campaign, and the delays of its timers.
var (
	length = regexp.MustCompile(`\b\d+us\b`)
	delay  = regexp.MustCompile(`\b(?:setTimeout|setInterval): \d+\b`)
)

// parsedScenario is a scenario of the campaign, and its text; nil: the policy lacks something.
// It takes a few milliseconds, or up to a second: then it meets frames, the times after
// which a loop lets waiting tasks run, and clocks that are far off. Delays of timers stay
// as short as they are, or are as much longer as the rest.
func parsedScenario(t *testing.T, seed, attempt uint64, p model.Policy, size int) (*scenario.Scenario, string) {
	r := rand.New(rand.NewPCG(seed, attempt))
	src := campaignScenario(r, p, size)
	by := [...]int{1, 1, 1, 8, 20, 60}[r.IntN(6)]
	longer := func(text string) string {
		at := strings.IndexByte(text, ' ') + 1
		digits := strings.TrimSuffix(text[at:], "us")
		n, _ := strconv.Atoi(digits)
		return text[:at] + strconv.Itoa(n*by) + text[at+len(digits):]
	}
	src = length.ReplaceAllStringFunc(src, longer)
	if r.IntN(2) == 0 {
		src = delay.ReplaceAllStringFunc(src, longer)
	}
	s, diagnostics := scenario.Parse("campaign.yaml", []byte(src))
	if s == nil {
		t.Fatalf("seed %d, attempt %d: %v\n%s", seed, attempt, diagnostics, src)
	}
	if s.Lacks(p) != nil {
		return nil, src
	}
	return s, src
}

func (w *writer) one(of ...string) string { return of[w.IntN(len(of))] }

func (w *writer) chance(percent int) bool { return w.IntN(100) < percent }

// use names something that a statement makes.
func (w *writer) use(name, maker string) string {
	if _, ok := w.used[name]; !ok {
		w.used[name] = maker
	}
	return name
}

func (w *writer) as(name string) string {
	if w.made[name] || !w.chance(50) {
		return ""
	}
	w.made[name] = true
	return ", as: " + name
}

// span is a length of time, a range if there may be one more.
func (w *writer) span(from, to int) string {
	if w.unknowns == 0 || w.chance(25) {
		return fmt.Sprintf("%dus", 250*(from+w.IntN(to-from+1)))
	}
	w.unknowns--
	low := from + w.IntN(to-from+1)
	if w.chance(20) {
		return fmt.Sprintf("%dus..%dus", 250*low+w.IntN(250), 250*(low+1)+w.IntN(1000))
	}
	return fmt.Sprintf("%dus..%dus%s", 250*low, 250*(low+1+w.IntN(8)), w.one("", "", "", " uniform", " exponential(mean=1ms)"))
}

func (w *writer) clock() string {
	out := "clock: {startup: " + w.span(0, 4)
	switch w.IntN(5) {
	case 0:
		out += ", phase: 0ms..1ms"
	case 1:
		out += fmt.Sprintf(", phase: %vms..1ms", 0.25*float64(w.IntN(4)))
	case 2:
		out += fmt.Sprintf(", phase: %vms", 0.25*float64(w.IntN(5)))
	}
	if w.chance(25) {
		out += ", skew: {"
		if w.chance(50) {
			out += fmt.Sprintf("offset: %dus, ", 250*(w.IntN(9)-4))
		}
		if w.chance(20) {
			out += fmt.Sprintf("drift: %d, ", 250_000*(w.IntN(5)-2))
		}
		var steps []string
		for range 1 + w.IntN(2) {
			steps = append(steps, fmt.Sprintf("{at: %dus, by: %dus}", 250*w.IntN(20), 500*(w.IntN(11)-6)))
		}
		out += "steps: [" + strings.Join(steps, ", ") + "]}"
	}
	return out + "}\n"
}

func (w *writer) world() (out string) {
	if w.chance(30) {
		kinds := []string{"callback", "timer", "microtask", "log", "turn", "call"}
		w.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
		var costs []string
		for _, kind := range kinds[:1+w.IntN(3)] {
			if w.chance(30) && w.unknowns > 0 {
				costs = append(costs, fmt.Sprintf("%s: %dus..%dus", kind, 100*w.IntN(3), 300+100*w.IntN(5)))
				w.unknowns--
			} else {
				costs = append(costs, fmt.Sprintf("%s: %dus", kind, 50*w.IntN(12)))
			}
		}
		out += "costs: {" + strings.Join(costs, ", ") + "}\n"
	}
	if w.policy.Node != nil {
		if w.chance(50) {
			out += fmt.Sprintf("pool: %d\n", 1+w.IntN(2))
		}
		if w.chance(15) {
			w.begin = "{on: SIGQUIT, do: {log: sigquit}}"
			out += fmt.Sprintf("users: [{at: %s, signal: SIGQUIT}]\n", w.span(1, 12))
		}
		return out + fmt.Sprintf("files: {./a: {latency: %s}, ./long: {latency: %s, size: 600000}, ./gone: {missing: true, latency: 250us}}\n", w.span(0, 4), w.span(0, 2))
	}
	if w.chance(60) {
		w.use("button", "{listen: button, do: {log: heard}}")
		out += fmt.Sprintf("users: [{at: %s, click: button}, {at: 1ms, key: button}]\n", w.span(0, 12))
	}
	if w.chance(60) {
		out += fmt.Sprintf("display: {hz: %s, phase: %s%s}\n", w.one("60", "250", "500"), w.span(0, 8), w.one("", "", "", ", hidden: true"))
	}
	return out + "network: {/a: {latency: " + w.span(0, 8) + "}, /gone: {fails: true, latency: 500us}}\n"
}

func (w *writer) function(name string) string {
	p := place{depth: 2, async: name != "plain", generator: name == "several"}
	head := map[string]string{"plain": "", "later": "async: true, ", "several": "async: true, generator: true, "}[name]
	var body []string
	for range 1 + w.IntN(3) {
		body = append(body, w.statement(p))
	}
	if w.chance(20) {
		body = append(body, "{return: "+w.given()+"}")
	}
	return fmt.Sprintf("  %s: {%slimit: 3, do: [%s]}\n", name, head, strings.Join(body, ", "))
}

// body is what a callback does. Often it only logs, and often what another logs.
func (w *writer) body(p place) string {
	w.lines++
	log := fmt.Sprintf("{log: l%d}", w.lines)
	switch {
	case w.chance(30):
		log = "{log: " + w.one("same", "other") + "}"
	case w.chance(5):
		log = "{log: '" + w.one("now ${now}", "n ${n}", "since ${"+w.use("start", "{mark: start}")+"}") + "'}"
	case p.given && w.chance(30):
		log = "{log: 'given ${args}'}"
	case p.caught && w.chance(30):
		log = "{log: 'caught ${error}'}"
	}
	p.depth++
	reacts := p.reacts
	p.async, p.generator, p.caught, p.given, p.reacts = false, false, false, false, false
	if p.depth > 2 || !w.chance(35) {
		return log
	}
	switch {
	case w.chance(12):
		return "[" + log + ", {throw: oops}]"
	case reacts && w.chance(20):
		return "[" + log + ", {return: " + w.given() + "}]"
	}
	return "[" + log + ", " + w.statement(p) + "]"
}

func (w *writer) given() string {
	return w.one("value", "resolved", "rejected", "thenable", "{promise: "+w.promise()+"}", "{call: "+w.use("later", "")+"}")
}

func (w *writer) promise() string {
	switch w.IntN(8) {
	case 0, 1, 2, 3:
		return w.use("p", "{promise: p}")
	case 4:
		return w.use("r", "{then: resolved, as: r}")
	}
	return w.use("q", "{promise: q, do: {resolve: q}}")
}

func (w *writer) base() string { return w.one("resolved", "rejected", w.promise(), w.promise()) }

func (w *writer) statement(p place) string {
	if p.async && w.chance(50) {
		return w.asynchronous(p)
	}
	switch w.IntN(10) {
	case 0, 1:
		return w.timer(p)
	case 2, 3:
		return w.promised(p)
	case 4:
		return w.plain(p)
	}
	if w.policy.Node != nil {
		return w.node(p)
	}
	return w.browser(p)
}

func (w *writer) asynchronous(p place) string {
	if p.generator && w.chance(60) {
		return w.one("{yield: "+w.given()+"}", "{'yield*': [value, {promise: "+w.promise()+"}]}")
	}
	if w.chance(20) {
		return "{'for await': " + w.one("[value, resolved]", "{call: "+w.use("several", "")+"}") + ", do: " + w.body(place{depth: p.depth}) + w.one("", ", times: 1") + "}"
	}
	if w.policy.Web != nil && w.chance(30) {
		return "{yield: scheduler}"
	}
	return "{await: " + w.given() + w.one("", ", as: r") + "}"
}

func (w *writer) timer(p place) string {
	switch w.IntN(10) {
	case 0:
		return fmt.Sprintf("{setInterval: %d, times: 2, %s%s}", w.IntN(3), w.callback(p), w.as("interval"))
	case 1:
		return "{clearTimeout: " + w.use("timer", "{setTimeout: 2, do: {log: timer}, as: timer}") + "}"
	case 2:
		return "{clearInterval: " + w.use("interval", "{setInterval: 1, times: 3, do: {log: interval}, as: interval}") + "}"
	}
	delay := w.one("0", "1", "2", "3", "4", "1", "2", "1.9", "-5", ".nan", "2ms", "0x2", "")
	return fmt.Sprintf("{setTimeout: %s, %s%s}", delay, w.callback(p), w.as("timer"))
}

func (w *writer) promised(p place) string {
	caught := place{depth: p.depth, caught: true, reacts: true}
	p.reacts = true
	switch w.IntN(14) {
	case 0:
		return "{resolve: " + w.use("p", "{promise: p}") + ", with: " + w.given() + "}"
	case 1:
		return "{reject: " + w.use("p", "{promise: p}") + w.one("", ", with: value") + "}"
	case 2:
		return "{catch: " + w.base() + ", do: " + w.body(caught) + "}"
	case 3:
		return "{finally: " + w.base() + ", do: " + w.body(p) + w.as("r") + "}"
	case 4:
		return "{chain: " + w.base() + ", links: [{then: " + w.body(p) + "}, {catch: " + w.body(caught) + "}, {finally: " + w.body(p) + "}]" + w.as("r") + "}"
	case 5:
		return "{" + w.one("all", "allSettled", "any", "race") + ": [" + w.promise() + ", " + w.promise() + "], as: both}"
	case 6:
		return "{then: " + w.use("both", "{all: ["+w.promise()+"], as: both}") + ", do: " + w.body(p) + ", catch: " + w.body(caught) + "}"
	case 7:
		return "{call: " + w.use("later", "") + w.as("r") + "}"
	case 8:
		return "{queueMicrotask: , do: " + w.body(p) + "}"
	case 9:
		return "{next: " + w.use("it", "{call: several, as: it}") + w.as("r") + "}"
	case 10:
		with := ""
		if w.chance(50) {
			with = ", with: " + w.given()
		}
		return "{" + w.one("generator.return", "generator.throw") + ": " + w.use("it", "{call: several, as: it}") + with + w.as("r") + "}"
	case 11:
		return "{promise: made, subclass: true, do: {resolve: made}}"
	}
	return "{then: " + w.base() + ", do: " + w.body(p) + ", catch: " + w.body(caught) + w.as("r") + "}"
}

func (w *writer) plain(p place) string {
	switch w.IntN(7) {
	case 0:
		return "{repeat: 2, do: " + w.body(p) + "}"
	case 1:
		return "{mark: start}"
	case 2:
		return "{try: " + w.one("", ", do: ") + "{throw: thrown}, catch: " + w.body(place{depth: p.depth, caught: true}) + ", finally: " + w.body(p) + "}"
	case 3:
		return "{call: " + w.use("plain", "") + "}"
	case 4:
		if p.depth > 0 {
			return "{throw: boom}"
		}
	}
	return "{busy: " + w.span(0, 6) + "}"
}
