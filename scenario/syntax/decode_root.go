package syntax

import (
	"math"
	"slices"

	"evsim/internal/say"
	"evsim/model"
	"evsim/program"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
	"evsim/sim"
)

// version is the version of the language that this parser reads.
const version = 1

// scenarioFields are the keys at the top of a file.
var scenarioFields = slices.Concat(
	[]field[script.Tree]{
		{name: "evsim", form: integerForm(version, version), doc: "the version of the language", required: true, read: (*parser).version},
		{name: "name", form: spokenForm(FormTitle), doc: "what the scenario shows, in one line, or `{en: text, zh: text}`", required: true, read: func(p *parser, s *script.Tree, _, n *node) {
			s.Named = p.spoken(n, "`name`", FormTitle, func(p *parser, n *node, _ say.Text) string { return p.title(n) })
			s.Name = s.Named.Either()
		}},
		{name: "about", form: spokenForm(FormText), doc: "more about it, in Markdown, or `{en: text, zh: text}`", read: func(p *parser, s *script.Tree, _, n *node) {
			s.About = p.spoken(n, "`about`", FormText, (*parser).prose)
		}},
		{name: "source", form: Form{Kind: FormText}, doc: "where the example comes from", read: func(p *parser, s *script.Tree, _, n *node) {
			s.Source, _ = p.text(n, "`source`")
		}},
		{name: "policies", form: policiesForm, doc: "the policies that the scenario is for; when left out, every policy that supports what it uses", read: func(*parser, *script.Tree, *node, *node) {
			// declare has read them: expectations refer to them.
		}},
	},
	lift(worldFields, func(s *script.Tree) *program.World { return &s.World }),
	[]field[script.Tree]{
		{name: "script", form: Form{Kind: FormEither, Either: []Form{{Kind: FormBody}, {Kind: FormFile}}}, doc: "what the script does, or a file of JavaScript or TypeScript that does it", required: true, read: func(p *parser, s *script.Tree, key, n *node) {
			if n.kind == nodeText && CodeFile().MatchString(n.text) {
				p.codeFile(n)
			} else {
				s.Script.Main = p.body(n, "script", key.pos, scope{top: true})
			}
		}},
		{name: "functions", form: namedForm(mappingForm(functionFields)), doc: "functions by name: `{async: true, limit: 3, do: body}`", read: (*parser).functionBodies},
		{name: "expect", form: listForm(expectationForm()), doc: "what must be logged", read: func(p *parser, s *script.Tree, key, n *node) {
			s.Expect, s.Listed = p.expectations(n), script.Place{Key: key.pos, Value: n.pos}
		}},
		{name: "rules", form: listForm(ruleForm()), doc: "what must hold in every possible order", read: func(p *parser, s *script.Tree, _, n *node) {
			s.Rules = p.rules(n)
		}},
		{name: "cases", form: listForm(mappingForm(caseFields)), doc: "the same script in other worlds", read: func(p *parser, _ *script.Tree, _, n *node) {
			p.cases = n // they change the scenario's world, which may stand below
		}},
		{name: "lesson", form: mappingForm(lessonFields), doc: "makes it an exercise of the lab: `{hints: [text], answer: text, then: [text]}`", read: (*parser).lesson},
	},
)

// caseFields are the keys of one case.
var caseFields = slices.Concat(
	[]field[script.Case]{
		{name: "name", form: Form{Kind: FormTitle}, doc: "what is different, in one line", required: true, read: func(p *parser, c *script.Case, _, n *node) {
			c.Name = p.title(n)
		}},
	},
	lift(worldFields, func(c *script.Case) *program.World { return &c.World }),
	[]field[script.Case]{
		{name: "expect", form: listForm(expectationForm()), doc: "what must be logged", read: func(p *parser, c *script.Case, key, n *node) {
			c.Expect, c.Listed = p.expectations(n), script.Place{Key: key.pos, Value: n.pos}
		}},
		{name: "rules", form: listForm(ruleForm()), doc: "what must hold in every possible order", read: func(p *parser, c *script.Case, _, n *node) {
			c.Rules = p.rules(n)
		}},
	},
)

var functionFields = []field[functionText]{
	truthField("async", "the function returns a promise and may `await`", func(f *functionText) *bool { return &f.async }),
	{name: "generator", form: Form{Kind: FormTruth}, doc: "with `async: true`: `async function*`, which may `yield`; a call returns a generator", read: func(p *parser, f *functionText, key, n *node) {
		f.generator, _ = p.truth(n)
		f.generatorKey = key
	}},
	integerField("limit", 1, math.MaxInt64, "a call after this many does nothing, which ends a recursion", func(f *functionText, n int64) { f.limit = n }),
	{name: "do", form: Form{Kind: FormBody}, doc: "what it does", required: true, read: func(_ *parser, f *functionText, _, n *node) { f.do = n }},
}

// functionText is a function before its body is read: whether it may await is
// not known until all its keys are.
type functionText struct {
	async        bool
	generator    bool
	generatorKey *node
	limit        int64
	do           *node
}

// lift makes fields of a part into fields of the whole.
func lift[T, U any](fields []field[U], at func(*T) *U) []field[T] {
	lifted := make([]field[T], len(fields))
	for i, f := range fields {
		lifted[i] = field[T]{f.name, f.form, f.doc, f.required, func(p *parser, to *T, key, n *node) {
			f.read(p, at(to), key, n)
		}}
	}
	return lifted
}

func (p *parser) version(_ *script.Tree, _, n *node) {
	v, ok := p.integer(n, math.MinInt64, math.MaxInt64)
	if ok && v != version {
		p.failAt(n, say.Of("version %d of the language is not known", v), say.Of("this evsim reads version %d", version))
	}
}

// title reads a name for people: one line that is not empty.
func (p *parser) title(n *node) string {
	name, ok := p.line(n, "`name`")
	if ok && name == "" {
		p.failAt(n, "`name` is empty", "")
	}
	return name
}

func (p *parser) functionBodies(s *script.Tree, _, n *node) {
	if !p.isMapping(n, "`functions`") {
		return
	}
	for i := 0; i < len(n.kids); i += 2 {
		key, value := &n.kids[i], &n.kids[i+1]
		if _, ok := p.name(key, "a function"); !ok {
			continue
		}
		var text functionText
		readFields(p, value, "a function", functionFields, &text)
		f := &s.Script.Functions[p.functions[key.text]]
		f.Async, f.Limit = text.async, text.limit
		if text.generator && !text.async {
			p.failAt(text.generatorKey, "a generator that is not `async`", "add `async: true`: nothing about others depends on the event loop")
		}
		if text.do != nil {
			f.Body = p.body(text.do, "function "+key.text, key.pos, scope{giveUp: true, await: text.async, yield: text.generator, tried: text.async, fn: p.functions[key.text] + 1})
		}
	}
}

// readCases reads the cases, when the scenario's own world is known.
func (p *parser) readCases(n *node) {
	if n == nil || !p.isList(n, "`cases`", "") {
		return
	}
	lines := make(map[string]int32)
	for i := range n.kids {
		item := &n.kids[i]
		c := script.Case{World: p.sc.World, Pos: item.pos} // what it changes it writes anew
		readFields(p, item, "a case", caseFields, &c)
		if line, again := lines[c.Name]; again && c.Name != "" {
			p.failAt(item.get("name"), say.Of("a second case named %s, the first in line %d", diagnostic.Code(c.Name), line), "")
		}
		lines[c.Name] = item.pos.Line
		p.sc.Cases = append(p.sc.Cases, c)
	}
}

// policyNames reads the name of a policy or a list of them. With a set, they
// must be in it. Names of the same policy are taken for one.
func (p *parser) policyNames(n *node, among map[string]bool) []string {
	items := []node{*n}
	if n.kind == nodeList {
		items = n.kids
		if len(items) == 0 {
			p.failAt(n, "a list of no policies", "leave the key out to mean all of them")
		}
	}
	var names []string
	written := make(map[string]bool, len(items))
	for i := range items {
		name, ok := p.policyName(&items[i], among)
		if ok && written[items[i].text] {
			p.failAt(&items[i], say.Of("the policy %s stands twice", diagnostic.Code(items[i].text)), "")
		}
		written[items[i].text] = true
		if ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (p *parser) policyName(n *node, among map[string]bool) (string, bool) {
	text, ok := p.text(n, "a policy")
	if !ok {
		return "", false
	}
	policy, err := p.lookup(text)
	if err != nil {
		p.failAt(n, say.OfError(err), p.policyHint(text))
		return "", false
	}
	if among != nil && !among[policy.Name] {
		p.failAt(n, say.Of("%s is not one of the scenario's policies", diagnostic.Code(text)), say.Of("they are %s", listed(p.sc.Policies, "and")))
		return "", false
	}
	return policy.Name, true
}

// check holds the parts of the file against each other.
func (p *parser) check() {
	p.readCases(p.cases)
	if p.sc.CodeFile != "" { // what it logs and uses is not known before it is loaded
		p.checkSupport()
		return
	}
	p.checkUses()
	p.checkAwait()
	p.checkSignals()
	p.checkTicks()
	p.checkRequests()
	p.checkLines()
	p.checkLacks()
	p.checkExitCodes()
	p.checkSupport()
}

// checkAwait wants modules in every world of a script that awaits at its top.
func (p *parser) checkAwait() {
	if p.topAwait == (sim.Pos{}) {
		return
	}
	p.sc.Script.TopAwait = true
	if !p.sc.World.ESM {
		p.report(p.topAwait, 5, "`await`, `for await` and `yield: scheduler` stand at the top of a script only under `main: esm`", "or in one of `functions` with `async: true`")
	}
	for _, c := range p.sc.Cases {
		if p.sc.World.ESM && !c.World.ESM {
			p.report(c.Pos, 1, "the script awaits at its top, but in this case it is not a module", "")
		}
	}
}

func policyNames() []string {
	var names []string
	for _, policy := range model.Policies() {
		names = append(names, policy.Name)
	}
	return names
}
