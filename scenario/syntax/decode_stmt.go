package syntax

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"evsim/internal/say"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
	"evsim/sim"
)

// scope says what may stand in a body.
type scope struct {
	await  bool          // await: the body of an async function
	yield  bool          // yield: the body of a generator
	top    bool          // the script itself: await under `main: esm`
	giveUp bool          // return: a function or callback
	caught bool          // ${error}: something was thrown
	loop   bool          // the body of repeat
	framed bool          // ${frame}: a frame callback
	argued bool          // ${args}: a callback that is given something
	tried  bool          // what is thrown is caught: the body of try, an executor, an async function
	fn     script.FuncID // the function whose body it is, plus one; 0: a callback, or the script
	args   string        // argued: what it is given
}

// Scopes of callbacks: nothing of what surrounds them holds in them.
var (
	inCallback = scope{giveUp: true}
	inCatch    = scope{giveUp: true, caught: true}
)

// body reads a statement or a list of statements.
func (p *parser) body(n *node, label string, pos sim.Pos, in scope) script.BodyID {
	prog := &p.sc.Script
	id := script.BodyID(len(prog.Bodies))
	prog.Bodies = append(prog.Bodies, script.Body{Pos: pos, Label: label})
	switch n.kind {
	case nodeNull:
		p.failAt(n, say.Of("%s has no statements", diagnostic.Code(n.text)), "`[]` is an empty body")
	case nodeList:
		stmts := make([]script.Stmt, len(n.kids))
		by := beside{}
		for i := range n.kids {
			by = by.next(n.kids, i)
			p.stmt(&stmts[i], &n.kids[i], in, by)
		}
		prog.Bodies[id].Stmts = stmts
	default:
		stmts := make([]script.Stmt, 1)
		p.stmt(&stmts[0], n, in, beside{})
		prog.Bodies[id].Stmts = stmts
	}
	return id
}

var blank = script.Stmt{
	Text: script.None, Span: notGiven, Target: script.None, As: script.None, Func: script.None,
	Given: script.Given{Handle: script.None, Func: script.None},
	Do:    script.NoBody, Catch: script.NoBody, Finally: script.NoBody, Timeout: -1,
}

// stmt reads one statement.
func (p *parser) stmt(s *script.Stmt, n *node, in scope, by beside) {
	*s = blank
	if n.kind != nodeMapping {
		p.noStatement(n)
		return
	}
	at := p.verbOf(n)
	if by.torn {
		p.torn(n, by.before)
		p.salvage(n)
		return
	}
	if at < 0 {
		p.noVerb(n)
		p.salvage(n)
		return
	}
	key, value := &n.kids[at], &n.kids[at+1]
	s.Verb, s.Pos = verbFor(key.text, value, in), key.pos
	spec := &verbTable[s.Verb]
	p.need(spec.needs, spec.need(), key.pos)
	c := call{parser: p, s: s, spec: spec, key: key, arg: value, in: in}
	c.strange = by.tears
	c.placed(by.after == nil)
	if c.tooDeep() {
		return
	}
	c.argument()
	c.keys(n, at)
	c.complete(n)
	c.withinContext()
	c.tickCallback()
	c.requests()
}

// verbFor is the verb of a statement. `yield: scheduler` is not what generators
// do, and outside of them an unknown word is that one misspelt.
func verbFor(name string, arg *node, in scope) script.Verb {
	verb := verbsByName[name]
	if verb == script.VerbYield && arg.kind == nodeText && (arg.text == schedulerWord || !in.yield && !slices.Contains(givenWords, arg.text)) {
		return script.VerbYieldScheduler
	}
	return verb
}

const schedulerWord = "scheduler"

// verbOf finds the key that is the statement's verb. Some words are verbs and
// keys of other verbs: the verb is the one that takes all the others as keys,
// or else the first. It returns -1 when there is none.
func (p *parser) verbOf(n *node) int {
	first, others := -1, 0
	for i := 0; i < len(n.kids); i += 2 {
		if _, ok := verbsByName[n.kids[i].text]; ok {
			if first < 0 {
				first = i
			} else {
				others++
			}
		}
	}
	for i := max(first, 0); others > 0 && i < len(n.kids); i += 2 {
		if verb, ok := verbsByName[n.kids[i].text]; ok && takesOthers(n, i, &verbTable[verb]) {
			return i
		}
	}
	return first
}

// takesOthers reports whether all other verbs of the statement are keys of
// this one.
func takesOthers(n *node, at int, spec *verbSpec) bool {
	for i := 0; i < len(n.kids); i += 2 {
		if _, ok := verbsByName[n.kids[i].text]; ok && i != at {
			if _, takes := spec.key(n.kids[i].text); !takes {
				return false
			}
		}
	}
	return true
}

// salvage reads what it can of a statement without a verb, so that one wrong
// word does not hide the errors in its body, and does not make errors of what
// refers to it.
func (p *parser) salvage(n *node) {
	p.broken = true
	anything := scope{await: true, yield: true, giveUp: true, caught: true, framed: true, argued: true}
	for i := 0; i < len(n.kids); i += 2 {
		key, value := &n.kids[i], &n.kids[i+1]
		switch {
		case key.text == "do" || key.text == "catch" || key.text == "finally":
			p.body(value, key.text, key.pos, anything)
		case value.kind == nodeText && isName(value.text):
			p.made[p.handle(value.text)].unsure = true
		}
	}
}

// call is one statement while it is read.
type call struct {
	*parser
	s    *script.Stmt
	spec *verbSpec
	key  *node // the verb
	arg  *node // what stands after it
	in   scope

	label   string // names the statement's callback
	argList *node  // what stands under `args`
	strange bool   // there is a key that the verb does not take, or one of its own stands elsewhere
}

// placed checks that the statement may stand where it does.
func (c *call) placed(last bool) {
	switch c.s.Verb {
	case script.VerbYield, script.VerbYieldStar:
		if !c.in.yield {
			c.failAt(c.key, say.Of("%s stands outside of a generator", diagnostic.Code(c.spec.name)), "make it the body of one of `functions` with `async: true` and `generator: true`")
		}
	case script.VerbAwait, script.VerbForAwait, script.VerbYieldScheduler:
		switch {
		case c.in.await:
		case c.in.top && c.topAwait == (sim.Pos{}):
			c.topAwait = c.key.pos
		case !c.in.top:
			c.failAt(c.key, say.Of("%s stands outside of an `async` function", diagnostic.Code(c.spec.name)), "make it the body of one of `functions` with `async: true`, and `call` that")
		}
	case script.VerbReturn:
		switch {
		case !c.in.giveUp:
			c.failAt(c.key, "`return` stands outside of a function or callback", "")
		case c.in.loop:
			c.failAt(c.key, "`return` cannot leave `repeat`", "")
		case !last:
			c.failAt(c.key, "`return` is not the last statement of its body", "what comes after it never runs")
		}
	}
}

// argument reads what stands after the verb.
func (c *call) argument() {
	c.label = c.spec.name
	switch c.spec.arg {
	case argNone:
		if c.arg.kind != nodeNull {
			c.strange = c.strange || c.arg.kind != nodeText
			c.failAt(c.arg, say.Of("%s takes no argument", diagnostic.Code(c.spec.name)), c.noArgumentHint())
		}
	case argText:
		c.s.Text = c.template(c.arg, c.spec.name, c.in)
	case argSpan:
		c.s.Span, _ = c.spanOrRange(c.arg, notNegative, c.spec.name)
	case argDelay:
		c.delay()
	case argHandle:
		c.s.Target = c.use(c.arg, say.Of("%s takes", diagnostic.Code(c.spec.name)), c.spec.takes, c.s.Verb)
		c.named()
	case argNew:
		c.s.Target = c.create(c.arg, c.spec.makes, c.s.Verb)
		c.named()
	case argPromise:
		c.s.Given = c.promise(c.arg)
		c.s.Target = c.s.Given.Handle
		c.named()
	case argPromises:
		c.members()
	case argFunction:
		c.s.Func = c.function(c.arg)
		c.named()
	case argGiven:
		c.s.Given = c.given(c.arg, say.Word(diagnostic.Code(c.spec.name)))
	case argReturned:
		if c.arg.kind != nodeNull {
			c.s.Given = c.given(c.arg, say.Word(diagnostic.Code(c.spec.name)))
		}
	case argBody:
		if c.arg.kind != nodeNull {
			in := c.in
			in.tried = true
			c.s.Do = c.body(c.arg, c.label, c.key.pos, in)
		}
	case argPath:
		c.s.Name, _ = c.line(c.arg, say.Of("the %s of %s", c.spec.argName, diagnostic.Code(c.spec.name)))
		c.named()
	case argIO:
		c.s.Kind = c.word(c.arg, "kind of I/O", ioKinds)
		c.named()
	case argEvent:
		c.event()
	case argContext:
		c.context()
	case argSignal:
		c.s.Kind = uint8(script.OnSIGHUP) + c.word(c.arg, "signal", signals)
		c.named()
	case argCode:
		if c.s.Bare = c.arg.kind == nodeNull; !c.s.Bare {
			c.s.Count, _ = c.integer(c.arg, math.MinInt32, math.MaxInt32)
		}
	case argStatus:
		c.s.Count, _ = c.integer(c.arg, math.MinInt32, math.MaxInt32)
	case argPriority:
		if c.arg.kind != nodeNull {
			c.s.Kind = c.word(c.arg, "priority", priorities)
			c.named()
		}
	case argScheduler:
		c.word(c.arg, "thing that can be yielded to", []string{schedulerWord})
	case argIterable:
		c.iterable()
	case argCount:
		c.s.Count, _ = c.integer(c.arg, 0, maxRounds)
		c.named()
	default:
		panic(fmt.Sprintf("scenario: the table gives %s an argument that nothing reads", c.spec.name))
	}
}

// maxRounds bounds one `repeat`.
const maxRounds = 10_000_000

// The words of the language, in the order of the constants that they stand for.
var (
	neverWord  = "never"
	ioKinds    = []string{"file", "net", "dns", "crypto", "pipe"}
	ways       = []string{"port", "window", "broadcast"}
	priorities = []string{"user-visible", "user-blocking", "background"}
	contexts   = []string{"shared", "afterEvaluate"}
	events     = script.EventNames()
	signals    = events[script.OnSIGHUP : script.OnSIGUSR2+1]
)

// word reads one of the given words, and returns which.
func (c *call) word(n *node, what say.Text, words []string) uint8 {
	text, ok := c.text(n, article(what))
	if !ok {
		return 0
	}
	for i, w := range words {
		if w == text {
			return uint8(i)
		}
	}
	c.failAt(n, say.Of("%s is not a valid %s", diagnostic.Code(text), what), c.oneOf(text, words))
	return 0
}

func article(noun say.Text) say.Text {
	if strings.IndexByte("aeiou", noun[0]) >= 0 {
		return say.Of("an %s", noun)
	}
	return say.Of("a %s", noun)
}

// named adds the argument to the label.
func (c *call) named() {
	if c.arg.kind == nodeText {
		c.label = c.spec.name + " " + c.arg.text
	}
}

func (c *call) noArgumentHint() say.Text {
	switch {
	case !c.spec.takesKey(keyDo):
		return ""
	case c.arg.kind != nodeText:
		return hintDo
	case c.spec.arg == argNone:
		return say.Of("write %s with nothing after it, and the callback under `do`", diagnostic.Code(c.spec.name+":"))
	}
	return ""
}

// delay reads the argument of setTimeout and setInterval.
func (c *call) delay() {
	switch {
	case c.arg.kind == nodeNull:
		return
	case c.arg.kind != nodeText:
		c.strange = true
		c.failAt(c.arg, say.Of("expected a delay, but this is %s", described(c.arg)), c.noArgumentHint())
		return
	}
	delay, f := parseDelay(c.arg.text)
	if f == nil && !c.arg.plain && !endsInUnit(c.arg.text) {
		f = &fault{"expected a delay, but this is a text", "write it without quotes"}
	}
	if f != nil && strings.Contains(c.arg.text, "=>") {
		c.strange, f = true, &fault{f.message, say.Of("%s, as statements and not as JavaScript", say.Text(hintDo))}
	}
	if f != nil {
		c.fault(c.arg, f)
		return
	}
	c.s.Delay, c.s.HasDelay = delay, true
	c.named()
}

func endsInUnit(s string) bool { return s[len(s)-1] == 's' }

// event reads the argument of `on`: what Node and the browser report.
func (c *call) event() {
	c.s.Kind = c.word(c.arg, "event", events)
	c.named()
	event := events[c.s.Kind]
	c.need(eventFeature(event), "on: "+event, c.key.pos)
}

// members reads a list of promises.
func (c *call) members() {
	if !c.isList(c.arg, say.Of("what %s takes", diagnostic.Code(c.spec.name)), "write the names of promises as `[a, b]`") {
		return
	}
	c.s.Members = make([]script.HandleID, len(c.arg.kids))
	for i := range c.arg.kids {
		c.s.Members[i] = c.use(&c.arg.kids[i], say.Of("%s takes", diagnostic.Code(c.spec.name)), kindsOf(script.HandlePromise), c.s.Verb)
	}
}
