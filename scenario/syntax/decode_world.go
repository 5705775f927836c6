package syntax

import (
	"math"
	"slices"

	"evsim/clock"
	"evsim/internal/say"
	"evsim/model"
	"evsim/program"
	"evsim/scenario/diagnostic"
	"evsim/sim"
)

func defaultWorld() program.World {
	return program.World{Pool: 4, Display: model.Display{Hz: 60}}
}

// worldFields are the keys of the world: they stand at the top of a scenario
// and in each case.
var worldFields = []field[program.World]{
	clockField(),
	mappingOf("costs", "CPU time by kind of work; all 0 when not given", "costs", costFields, func(w *program.World) *sim.Costs { return &w.Costs }),
	{name: "files", form: keyedForm(mappingForm(fileFields)), doc: "what `readFile` finds, by path", read: func(p *parser, w *program.World, _, n *node) {
		w.Files = p.latencies(n, "files", "a file", fileFields, w.Files)
	}},
	{name: "network", form: keyedForm(mappingForm(addressFields)), doc: "what `fetch` finds, by URL", read: func(p *parser, w *program.World, _, n *node) {
		w.Network = p.latencies(n, "network", "an address", addressFields, w.Network)
	}},
	{name: "io", form: keyedForm(mappingForm(waitFields)), doc: "what code waits for with `io` of the module `evsim`, by name; `pbkdf2` and `scrypt` are those of `crypto`", read: func(p *parser, w *program.World, _, n *node) {
		w.IO = p.latencies(n, "io", "a wait", waitFields, w.IO)
	}},
	integerField("pool", 1, 1024, "threads in libuv's pool; 4 when not given", func(w *program.World, n int64) { w.Pool = int(n) }),
	{name: "users", form: listForm(Form{Kind: FormInput, High: int64(maxSpan), Words: signals}), doc: "what users do: `{at: 10ms, click: button}`, any event and its target; to Node `{at: 10ms, signal: SIGUSR2}`", read: (*parser).users},
	mappingOf("display", "the screen that a browser draws on", "the display", displayFields, func(w *program.World) *model.Display { return &w.Display }),
	{name: "main", form: oneWord("cjs", "esm"), doc: "how Node enters the script; `cjs` when not given", read: (*parser).main},
	mappingOf("limits", "when a run that never ends is stopped", "limits", limitFields, func(w *program.World) *sim.Limits { return &w.Limits }),
}

// clockField reads the clock, and takes note of what stands there.
func clockField() field[program.World] {
	f := mappingOf("clock", "how the loop's clock runs", "the clock", clockFields, func(w *program.World) *clock.Setup { return &w.Clock })
	read := f.read
	f.read = func(p *parser, w *program.World, key, n *node) {
		read(p, w, key, n)
		for i := 0; i < len(n.kids) && n.kind == nodeMapping; i += 2 {
			w.Stated.Startup = w.Stated.Startup || n.kids[i].text == "startup"
			w.Stated.Phase = w.Stated.Phase || n.kids[i].text == "phase"
		}
	}
	return f
}

var clockFields = []field[clock.Setup]{
	rangeField("startup", notNegative, "true time between the end of the main script and the first turn of the loop", func(c *clock.Setup) *clock.Range { return &c.Startup }),
	rangeField("phase", millisecond, "where inside a millisecond the process starts; Node keeps the loop's time in whole milliseconds, rounded down, so 1 ms is the same as 0", func(c *clock.Setup) *clock.Range { return &c.Phase }),
	mappingOf("skew", "what the loop's clock reads against true time; the loop's time never goes back", "the skew", skewFields, func(c *clock.Setup) *clock.Skew { return &c.Skew }),
}

var skewFields = []field[clock.Skew]{
	spanField("offset", anySign, "added to every reading; may be negative", func(s *clock.Skew) *clock.Span { return &s.Offset }),
	integerField("drift", -1_000_000, 1_000_000, "parts per million that the clock runs fast, or slow when negative", func(s *clock.Skew, n int64) { s.Drift = n }),
	{name: "jitter", form: rangeForm(anySign), doc: "added to each reading; drawn evenly, from the run's seed", read: func(p *parser, s *clock.Skew, _, n *node) {
		s.Jitter, _ = p.evenRange(n, anySign, "jitter")
	}},
	{name: "steps", form: listForm(mappingForm(stepFields)), doc: "jumps: `{at: 10ms, by: -5ms}`", read: (*parser).steps},
}

var stepFields = []field[clock.Step]{
	required(spanField("at", notNegative, "true time since the start", func(s *clock.Step) *clock.Span { return &s.At })),
	required(spanField("by", anySign, "how far the clock jumps; may be negative", func(s *clock.Step) *clock.Span { return &s.By })),
}

var costFields = []field[sim.Costs]{
	rangeField("callback", notNegative, "any callback without a cost of its own here", func(c *sim.Costs) *clock.Range { return &c.Callback }),
	rangeField("timer", notNegative, "the callback of a timer", func(c *sim.Costs) *clock.Range { return &c.Timer }),
	rangeField("microtask", notNegative, "a promise job or `queueMicrotask` callback", func(c *sim.Costs) *clock.Range { return &c.Microtask }),
	rangeField("log", notNegative, "one logged line", func(c *sim.Costs) *clock.Range { return &c.Log }),
	rangeField("turn", notNegative, "one turn of the loop", func(c *sim.Costs) *clock.Range { return &c.Turn }),
	rangeField("call", notNegative, "what comes before a call that sets a timer", func(c *sim.Costs) *clock.Range { return &c.Call }),
}

var fileFields = []field[program.Latency]{
	rangeField("latency", notNegative, "how long a trip to the disk takes", func(l *program.Latency) *clock.Range { return &l.Latency }),
	truthField("missing", "the file does not exist", func(l *program.Latency) *bool { return &l.Missing }),
	integerField("size", 0, math.MaxInt64, "bytes", func(l *program.Latency, n int64) { l.Size = n }),
}

var addressFields = []field[program.Latency]{
	rangeField("latency", notNegative, "how long the answer takes", func(l *program.Latency) *clock.Range { return &l.Latency }),
	truthField("fails", "the request fails", func(l *program.Latency) *bool { return &l.Missing }),
}

var waitFields = []field[program.Latency]{
	required(rangeField("latency", notNegative, "how long it takes", func(l *program.Latency) *clock.Range { return &l.Latency })),
	{name: "fails", form: Form{Kind: FormEither, Either: []Form{{Kind: FormTruth}, {Kind: FormText}}}, doc: "it fails: `true`, or what the error says", read: func(p *parser, l *program.Latency, _, n *node) {
		if n.kind == nodeText && n.text != "true" && n.text != "false" {
			l.Missing, l.Failure = true, n.text
			return
		}
		l.Missing, _ = p.truth(n)
	}},
	{name: "value", form: Form{Kind: FormText}, doc: "its result: JSON, or else a text; `undefined` when not given", read: func(p *parser, l *program.Latency, _, n *node) {
		l.Value, _ = p.text(n, "`value`")
	}},
}

var displayFields = []field[model.Display]{
	integerField("hz", 1, 1000, "frames a second; 60 when not given", func(d *model.Display, n int64) { d.Hz = n }),
	rangeField("phase", notNegative, "when the first frame after the start comes; where it is not given, the display rests until a frame is asked for", func(d *model.Display) *clock.Range {
		d.Tells = true
		return &d.Phase
	}),
	truthField("hidden", "the page is not visible", func(d *model.Display) *bool { return &d.Hidden }),
}

var limitFields = []field[sim.Limits]{
	integerField("callbacks", 1, math.MaxInt64, say.Of("callbacks run; %d when not given", sim.DefaultCallbacks), func(l *sim.Limits, n int64) { l.Callbacks = n }),
	integerField("turns", 1, math.MaxInt64, say.Of("turns of the loop, and the wake-ups of a turn after its first thousand; %d when not given", sim.DefaultTurns), func(l *sim.Limits, n int64) { l.Turns = n }),
	spanField("time", positive, say.Of("virtual time since the start; `%ds` when not given", sim.DefaultTime/clock.Second), func(l *sim.Limits) *clock.Span { return &l.Time }),
}

func required[T any](f field[T]) field[T] {
	f.required = true
	return f
}

func mappingOf[T, U any](name string, doc, what say.Text, fields []field[U], at func(*T) *U) field[T] {
	return field[T]{name: name, form: mappingForm(fields), doc: doc, read: func(p *parser, to *T, _, n *node) {
		readFields(p, n, what, fields, at(to))
	}}
}

func rangeField[T any](name string, b bounds, doc say.Text, at func(*T) *clock.Range) field[T] {
	return field[T]{name: name, form: rangeForm(b), doc: doc, read: func(p *parser, to *T, _, n *node) {
		*at(to), _ = p.spanOrRange(n, b, name)
	}}
}

func spanField[T any](name string, b bounds, doc say.Text, at func(*T) *clock.Span) field[T] {
	return field[T]{name: name, form: spanForm(b), doc: doc, read: func(p *parser, to *T, _, n *node) {
		*at(to), _ = p.span(n, b)
	}}
}

func integerField[T any](name string, low, high int64, doc say.Text, set func(*T, int64)) field[T] {
	return field[T]{name: name, form: integerForm(low, high), doc: doc, read: func(p *parser, to *T, _, n *node) {
		if i, ok := p.integer(n, low, high); ok {
			set(to, i)
		}
	}}
}

func truthField[T any](name string, doc say.Text, at func(*T) *bool) field[T] {
	return field[T]{name: name, form: Form{Kind: FormTruth}, doc: doc, read: func(p *parser, to *T, _, n *node) {
		*at(to), _ = p.truth(n)
	}}
}

// main reads how the script is entered.
func (p *parser) main(w *program.World, key, n *node) {
	text, ok := p.text(n, "`main`")
	if !ok {
		return
	}
	switch text {
	case "esm":
		p.need(some(model.ESM), "main: esm", key.pos)
	case "cjs":
	default:
		p.failAt(n, say.Of("%s is not a way to enter a script", diagnostic.Code(text)), p.oneOf(text, []string{"cjs", "esm"}))
	}
	w.ESM = text == "esm"
}

// steps reads the jumps of the clock, and puts them in the order of time.
func (p *parser) steps(s *clock.Skew, _, n *node) {
	s.Steps = nil
	if !p.isList(n, "`steps`", "such as `[{at: 10ms, by: -5ms}]`") {
		return
	}
	for i := range n.kids {
		var step clock.Step
		readFields(p, &n.kids[i], "a step", stepFields, &step)
		s.Steps = append(s.Steps, step)
	}
	slices.SortStableFunc(s.Steps, func(a, b clock.Step) int { return int(min(max(a.At-b.At, -1), 1)) })
}

// maxTabled bounds the entries of files and network of all cases together, each
// of which has those of the scenario as well.
const maxTabled = 1_000_000

// latencies reads files or network. What a case names takes the place of what
// the scenario says of the same name.
func (p *parser) latencies(n *node, what string, each say.Text, fields []field[program.Latency], have []program.Latency) []program.Latency {
	if !p.isMapping(n, say.Word(diagnostic.Code(what))) {
		return have
	}
	if p.tabled += len(have); p.tabled > maxTabled {
		p.failAt(n, say.Of("the cases repeat %s more than %d times in all", diagnostic.Code(what), maxTabled), "let fewer cases change them, or list fewer")
		return have
	}
	have = slices.Clone(have)
	index := make(map[string]int, len(have))
	for i, l := range have {
		index[l.Name] = i
	}
	for i := 0; i < len(n.kids); i += 2 {
		key := &n.kids[i]
		l := program.Latency{Name: key.text, Pos: key.pos}
		readFields(p, &n.kids[i+1], each, fields, &l)
		if at, again := index[l.Name]; again {
			have[at] = l
		} else {
			have = append(have, l)
		}
	}
	return have
}

// notGiven stands for a latency that the file leaves to the world's defaults.
var notGiven = clock.Range{Low: -1, High: -1}
