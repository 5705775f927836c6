package syntax

import (
	"fmt"
	"math"
	"slices"

	"evsim/internal/say"
	"evsim/scenario/diagnostic"
	"evsim/scenario/expect"
)

var expectKinds = map[string]expect.Kind{
	"log": expect.Log, "outcomes": expect.Outcomes, "includes": expect.Includes, "starves": expect.Starves, "unsupported": expect.Unsupported,
}

var reaches = []string{"callbacks", "turns", "time"}

// expectFields are the keys of one entry of `expect`.
var expectFields = []field[expectText]{
	{name: "policy", form: policiesForm, doc: "which policies it is about; all of the scenario's when left out", read: func(p *parser, e *expectText, _, n *node) {
		e.Policies = p.policyNames(n, p.policies)
		e.For = p.spelt(n)
	}},
	demand("log", orderForm, "exactly this order, and no other is possible"),
	demand("outcomes", ordersForm, "exactly these orders are possible"),
	demand("includes", ordersForm, "at least these orders are possible"),
	{name: "only", form: Form{Kind: FormList, Each: &Form{Kind: FormLine}, Least: 1, Distinct: true}, doc: "the orders contain only these lines, as if nothing else were logged; stands beside `log`, `outcomes` and `includes`", read: func(p *parser, e *expectText, key, n *node) {
		e.Only = p.only(n)
		e.only = key
	}},
	demand("starves", Form{Kind: FormLine}, "this line is never logged, because a queue never drains"),
	demand("unsupported", Form{Kind: FormNeed}, "the policies do not have this verb"),
	{name: "reaches", form: oneWord(reaches...), doc: "the run ends at this limit; stands alone or beside the others", read: func(p *parser, e *expectText, _, n *node) {
		text, ok := p.text(n, "a limit")
		if ok && !slices.Contains(reaches, text) {
			p.failAt(n, say.Of("%s is not a limit", diagnostic.Code(text)), p.oneOf(text, reaches))
		}
		e.Reaches = text
	}},
	{name: "exit", form: integerForm(0, 255), doc: "every run ends with this exit code; stands alone or beside `log`, `outcomes` and `includes`", read: func(p *parser, e *expectText, _, n *node) {
		code, ok := p.integer(n, math.MinInt32, math.MaxInt32)
		if ok && code != int64(uint8(code)) {
			p.failAt(n, say.Of("no process ends with exit code %d", code), say.Of("the system keeps eight bits of it: write %d", uint8(code)))
		}
		e.Exit = expect.ExitCode{Code: int(code), Pos: n.pos}
	}},
}

// expectText is an entry of expect with the keys that it has.
type expectText struct {
	expect.Expectation
	demands []demanded
	only    *node // the key
}

type demanded struct{ key, value *node }

func demand(name string, form Form, doc say.Text) field[expectText] {
	return field[expectText]{name: name, form: form, doc: doc, read: func(_ *parser, e *expectText, key, n *node) {
		e.demands = append(e.demands, demanded{key, n})
	}}
}

func (p *parser) expectations(n *node) []expect.Expectation {
	if !p.isList(n, "`expect`", "begin each entry with `- `") {
		return nil
	}
	var list []expect.Expectation
	for i := range n.kids {
		list = append(list, p.expectation(&n.kids[i]))
	}
	return list
}

func (p *parser) expectation(n *node) expect.Expectation {
	e := expectText{Expectation: expect.Expectation{Pos: n.pos, Kind: expect.Includes}}
	understood := readFields(p, n, "an expectation", expectFields, &e)
	if understood && len(e.demands) == 0 && n.get("reaches") == nil && n.get("exit") == nil {
		p.failAt(n, "an expectation that expects nothing", "write one of `log`, `outcomes`, `includes`, `starves`, `unsupported`, `reaches` and `exit`")
	}
	for i, d := range e.demands {
		if i > 0 {
			p.failAt(d.key, say.Of("%s beside %s", diagnostic.Code(d.key.text), diagnostic.Code(e.demands[0].key.text)), "an expectation has one of them; write a second entry")
			continue
		}
		e.Kind, e.Key = expectKinds[d.key.text], d.key.pos
		p.demand(&e.Expectation, d.value)
	}
	if e.only != nil {
		p.onlyBeside(&e)
	}
	if r := n.get("reaches"); r != nil && e.Kind == expect.Unsupported {
		p.failAt(r, "`reaches` beside `unsupported`", "a script that is not supported does not run")
	}
	if x := n.get("exit"); x != nil {
		p.exitBeside(x, n, e.Kind)
	}
	return e.Expectation
}

// only reads the lines that orders are of.
func (p *parser) only(n *node) (lines []string) {
	if !p.isList(n, "`only`", "such as `[first, second]`") {
		return nil
	}
	if len(n.kids) == 0 {
		p.failAt(n, "`only` names no line", "leave it out, or name the lines that the orders are of")
	}
	for i := range n.kids {
		line, ok := p.line(&n.kids[i], "a line of `only`")
		switch {
		case !ok:
		case slices.Contains(lines, line):
			p.failAt(&n.kids[i], say.Of("%s stands in `only` already", diagnostic.Code(line)), "")
		default:
			lines = append(lines, line)
			p.lineNames = append(p.lineNames, lineName{at: &n.kids[i], text: line})
		}
	}
	return lines
}

// onlyBeside holds `only` against what it stands beside: no order has a line
// that it does not name.
func (p *parser) onlyBeside(e *expectText) {
	if e.Kind == expect.Starves || e.Kind == expect.Unsupported || len(e.demands) == 0 {
		p.failAt(e.only, "`only` beside no order", "it stands beside `log`, `outcomes` or `includes`")
		return
	}
	if e.Only == nil {
		return
	}
	for _, o := range e.Orders {
		for k, line := range o.Lines {
			if !slices.Contains(e.Only, line) {
				p.report(o.Pos[k], 1, say.Of("%s is not one of the lines that `only` names", diagnostic.Code(line)), "add it there, or take it out here")
			}
		}
	}
}

// exitBeside refuses an exit code of runs that have none.
func (p *parser) exitBeside(x, entry *node, kind expect.Kind) {
	switch {
	case kind == expect.Unsupported:
		p.failAt(x, "`exit` beside `unsupported`", "a script that is not supported does not run")
	case kind == expect.Starves:
		p.failAt(x, "`exit` beside `starves`", "a run that starves never ends")
	case entry.get("reaches") != nil:
		p.failAt(x, "`exit` beside `reaches`", "a run that is stopped at a limit has no exit code")
	}
}

func (p *parser) demand(e *expect.Expectation, n *node) {
	switch e.Kind {
	case expect.Log:
		e.Orders = []expect.Order{p.order(n, "`log`")}
	case expect.Outcomes, expect.Includes:
		e.Orders = p.orders(n)
	case expect.Starves:
		label, ok := p.line(n, "`starves`")
		if e.Label = label; ok {
			p.lineNames = append(p.lineNames, lineName{at: n, text: label})
		}
	case expect.Unsupported:
		e.Label = p.unsupported(n)
	}
}

// orders reads a set of orders: a list that names one twice is no set.
func (p *parser) orders(n *node) []expect.Order {
	if !p.isList(n, "a set of orders", "such as `[[a, b], [b, a]]`") {
		return nil
	}
	if len(n.kids) == 0 {
		p.failAt(n, "a set of no orders", "the order in which nothing is logged is `[]`, and a set of it `[[]]`")
	}
	orders := make([]expect.Order, len(n.kids))
	seen := make(map[string]bool, len(n.kids))
	for i := range n.kids {
		orders[i] = p.order(&n.kids[i], "an order")
		all := fmt.Sprintf("%q", orders[i].Lines) // an empty line is not the same as no line
		if seen[all] && n.kids[i].kind == nodeList {
			p.failAt(&n.kids[i], "the same order stands above", "")
		}
		seen[all] = true
	}
	return orders
}

func (p *parser) order(n *node, what say.Text) expect.Order {
	o := expect.Order{At: n.pos}
	hint := say.Text("such as `[first, second]`")
	if n.kind == nodeText {
		hint = say.Of("write %s", diagnostic.Code("["+n.text+"]"))
	}
	if !p.isList(n, what, hint) {
		return o
	}
	for i := range n.kids {
		if line, ok := p.line(&n.kids[i], "a logged line"); ok {
			o.Lines = append(o.Lines, line)
			o.Pos = append(o.Pos, n.kids[i].pos)
		}
	}
	return o
}

// spelt is the policies that a node names, and where.
func (p *parser) spelt(n *node) expect.Order {
	o := expect.Order{At: n.pos}
	items := []node{*n}
	if n.kind == nodeList {
		items = n.kids
	}
	for i := range items {
		o.Lines = append(o.Lines, items[i].text)
		o.Pos = append(o.Pos, items[i].pos)
	}
	return o
}

// unsupported reads the verb that a policy does not have. Whether the script
// uses it is checked when the script is known.
func (p *parser) unsupported(n *node) string {
	text, ok := p.text(n, "`unsupported`")
	if !ok {
		return ""
	}
	f, known := p.featureOf(text)
	if known {
		p.lacks = append(p.lacks, lack{n, f})
	} else {
		p.failAt(n, say.Of("%s is not a verb", diagnostic.Code(text)), p.similar(text, verbNames()))
	}
	return text
}

// checkExitCodes refuses an exit code that is expected of a browser.
func (p *parser) checkExitCodes() {
	worlds := [][]expect.Expectation{p.sc.Expect}
	for i := range p.sc.Cases {
		worlds = append(worlds, p.sc.Cases[i].Expect)
	}
	for _, expect := range worlds {
		for i := range expect {
			p.checkExitCode(&expect[i])
		}
	}
}

func (p *parser) checkExitCode(e *expect.Expectation) {
	if !e.Exit.Given() {
		return
	}
	for _, policy := range p.sc.RunsOn() {
		if policy.Web != nil && (e.Policies == nil || slices.Contains(e.Policies, policy.Name)) {
			p.report(e.Exit.Pos, 1, say.Of("a page has no exit code, and this speaks of %s too", policy.Name), "name the policies of Node with `policy`, or with `policies` for the whole scenario")
			return
		}
	}
}
