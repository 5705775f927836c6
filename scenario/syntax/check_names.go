package syntax

import (
	"slices"
	"strings"

	"evsim/internal/say"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
)

// Names may be used above the statement that makes them, so every use is noted
// while the file is read, and checked when all of it is.

// making is how a handle came to be.
type making struct {
	known       bool // some statement makes it
	constructed bool // by `promise`: it can be resolved
	unsure      bool // perhaps made by a statement that is wrong itself
	by          string
}

// use is a place that names a handle.
type use struct {
	handle script.HandleID
	at     *node
	takes  kindSet
	what   say.Text    // begins the message when the kind is wrong
	verb   script.Verb // 0: no statement
	hole   bool        // in a text
}

const useHole = script.VerbCount

// handle is the number of a name.
func (p *parser) handle(name string) script.HandleID {
	id, ok := p.handles[name]
	if !ok {
		id = script.HandleID(len(p.made))
		p.handles[name] = id
		p.made = append(p.made, making{})
		p.sc.Script.Handles = append(p.sc.Script.Handles, script.Handle{Name: name})
	}
	return id
}

// create reads the name that a statement gives to what it makes.
func (p *parser) create(n *node, kind script.HandleKind, verb script.Verb) script.HandleID {
	name, ok := p.name(n, "a name")
	if !ok {
		return script.None
	}
	id := p.handle(name)
	if !p.mayName(n, name, kind) {
		p.made[id].unsure = true
		return script.None
	}
	h, made := &p.sc.Script.Handles[id], &p.made[id]
	switch {
	case !made.known:
		h.Kind, h.Pos, made.known, made.by = kind, n.pos, true, verb.String()
	case h.Kind != kind:
		made.unsure = true
		p.failAt(n, say.Of("%s is %s already, in line %d, and cannot be %s too", diagnostic.Code(name), kindNames[h.Kind], h.Pos.Line, kindNames[kind]), "give it another name")
	case comparePos(n.pos, h.Pos) < 0:
		h.Pos = n.pos
	}
	made.constructed = made.constructed || verb == script.VerbPromise
	return id
}

// mayName keeps the words of the language free.
func (p *parser) mayName(n *node, name string, kind script.HandleKind) bool {
	taken := slices.Contains(takenNames(kind), name) || kind == script.HandleMark && (strings.HasSuffix(name, refSuffix) || strings.HasSuffix(name, stateSuffix))
	if taken {
		p.failAt(n, say.Of("%s is a word of the language", diagnostic.Code(name)), "choose another name")
	}
	return !taken
}

// use reads the name of a handle that some statement makes.
func (p *parser) use(n *node, what say.Text, takes kindSet, verb script.Verb) script.HandleID {
	name, ok := p.name(n, "a name")
	if !ok {
		return script.None
	}
	return p.useName(n, name, verb, what, takes)
}

func (p *parser) useName(n *node, name string, verb script.Verb, what say.Text, takes kindSet) script.HandleID {
	id := p.handle(name)
	p.uses = append(p.uses, use{handle: id, at: n, takes: takes, what: what, verb: verb % useHole, hole: verb == useHole})
	return id
}

var kindNames = [...]say.Text{
	script.HandleTimer: "a timer", script.HandleImmediate: "an immediate", script.HandlePromise: "a promise", script.HandleGenerator: "a generator", script.HandleIO: "an I/O handle", script.HandleFrame: "an animation frame",
	script.HandleIdle: "an idle callback", script.HandleChannel: "a channel", script.HandleTarget: "a target", script.HandleMark: "a mark", script.HandleTransaction: "a transaction",
}

// kindMakers says how each kind of handle comes to be, for hints.
var kindMakers = [...]say.Text{
	script.HandleTimer: "`setTimeout` or `setInterval` with `as`", script.HandleImmediate: "`setImmediate` with `as`", script.HandlePromise: "`promise`, or by `then` and its like with `as`",
	script.HandleGenerator: "`call` of a generator function with `as`", script.HandleIO: "`io` with `as`", script.HandleFrame: "`requestAnimationFrame` with `as`", script.HandleIdle: "`requestIdleCallback` with `as`", script.HandleChannel: "`channel`",
	script.HandleTarget: "`listen`, `observe`, `observeSize`, `resize` or `send`", script.HandleMark: "`mark`", script.HandleTransaction: "`transaction`",
}

// checkUses checks every use of a name.
func (p *parser) checkUses() {
	for _, u := range p.uses {
		made, h := p.made[u.handle], p.sc.Script.Handles[u.handle]
		switch {
		case made.unsure:
		case !made.known:
			p.unknown(u, h.Name)
		case !u.takes.has(h.Kind):
			p.wrongKind(u, h)
		case (u.verb == script.VerbResolve || u.verb == script.VerbReject) && !made.constructed:
			p.failAt(u.at, say.Of("%s is made by %s and settles by itself", diagnostic.Code(h.Name), diagnostic.Code(made.by)), "only what `promise` makes can be resolved or rejected")
		}
	}
}

func (p *parser) unknown(u use, name string) {
	known := p.known(u.takes)
	message := say.Of("%s names nothing that a statement makes", diagnostic.Code(name))
	if u.hole {
		known = append(known, holes...)
		message = say.Of("%s is not a hole: no statement marks %s", diagnostic.Code("${"+name+"}"), diagnostic.Code(name))
	}
	hint := p.similar(name, known)
	if strings.HasPrefix(name, "Promise.resolve") && u.takes.has(script.HandlePromise) {
		hint = "write `resolved`"
	} else if strings.HasPrefix(name, "Promise.reject") && u.takes.has(script.HandlePromise) {
		hint = "write `rejected`"
	}
	if _, function := p.functions[name]; function && u.takes.has(script.HandleGenerator) {
		hint = generatorHint(u.verb, name)
	} else if hint == "" && len(known) == 0 {
		hint = say.Of("it is made by %s", p.makers(u.takes))
	} else if hint == "" {
		hint = knownAre(known[:min(len(known), maxListed)])
	}
	if u.hole {
		name = "${" + name + "}"
	}
	p.failIn(u.at, name, message, hint)
}

// generatorHint is for a function that stands where a generator should.
func generatorHint(verb script.Verb, function string) say.Text {
	if verb == script.VerbForAwait || verb == script.VerbYieldStar {
		return say.Of("write %s", diagnostic.Code("{call: "+function+"}"))
	}
	return say.Of("a generator is what %s names with `as`", diagnostic.Code("call: "+function))
}

func (p *parser) makers(takes kindSet) say.Text {
	var makers []say.Text
	for k := range kindMakers {
		if takes.has(script.HandleKind(k)) {
			makers = append(makers, kindMakers[k])
		}
	}
	return say.Join(makers, ", or ")
}

// known lists the names of the given kinds, in the order of the file.
func (p *parser) known(takes kindSet) []string {
	if p.advised > maxAdvised {
		return nil
	}
	var names []string
	for id, h := range p.sc.Script.Handles {
		if p.made[id].known && takes.has(h.Kind) {
			names = append(names, h.Name)
		}
	}
	return names
}

func (p *parser) wrongKind(u use, h script.Handle) {
	if u.hole {
		p.failIn(u.at, "${"+h.Name+"}", say.Of("%s is not a hole: %s is %s", diagnostic.Code("${"+h.Name+"}"), diagnostic.Code(h.Name), kindNames[h.Kind]), "a hole names a `mark`")
		return
	}
	var takes []say.Text
	for k := range kindNames {
		if u.takes.has(script.HandleKind(k)) {
			takes = append(takes, kindNames[k])
		}
	}
	last := len(takes) - 1
	if last > 1 {
		takes = []say.Text{say.Join(takes[:last], ", "), takes[last]}
	}
	p.failAt(u.at, say.Of("%s %s, and %s is %s", u.what, say.Join(takes, " or "), diagnostic.Code(h.Name), kindNames[h.Kind]), p.similarOf(u, h.Name))
}

// similarOf looks for a name like the wrong one among those of the right kind.
func (p *parser) similarOf(u use, name string) say.Text {
	if p.sc.Script.Handles[u.handle].Kind == script.HandleGenerator && u.takes.has(script.HandlePromise) {
		return say.Of("a promise is what %s names with `as`", diagnostic.Code("next: "+name))
	}
	if known := p.known(u.takes); len(known) > 0 {
		return p.similar(name, known)
	}
	return ""
}

// given reads what a promise is given.
func (p *parser) given(n *node, what say.Text) script.Given {
	nothing := script.Given{Handle: script.None, Func: script.None}
	switch {
	case n.kind == nodeText:
		for i, w := range givenWords {
			if w == n.text {
				return script.Given{Kind: script.GivenValue + script.GivenKind(i), Handle: script.None, Func: script.None}
			}
		}
		p.failAt(n, say.Of("%s cannot be given to a promise", diagnostic.Code(n.text)), p.givenHint(n.text))
	case n.kind == nodeMapping && len(n.kids) == 2 && n.kids[0].text == "promise":
		return script.Given{Kind: script.GivenPromise, Handle: p.use(&n.kids[1], say.Of("%s takes", what), kindsOf(script.HandlePromise), script.VerbAwait), Func: script.None}
	case n.kind == nodeMapping && len(n.kids) == 2 && n.kids[0].text == "call":
		return script.Given{Kind: script.GivenCall, Handle: script.None, Func: p.function(&n.kids[1])}
	default:
		p.failAt(n, say.Of("%s needs a value, but this is %s", what, described(n)), say.Of("one of %s, `{promise: name}` or `{call: function}`", listed(givenWords, "or")))
	}
	return nothing
}

var givenWords = []string{"value", "resolved", "rejected", "thenable"}

func (p *parser) givenHint(text string) say.Text {
	if _, ok := p.functions[text]; ok {
		return say.Of("write %s", diagnostic.Code("{call: "+text+"}"))
	}
	if _, ok := p.handles[text]; ok {
		return say.Of("write %s", diagnostic.Code("{promise: "+text+"}"))
	}
	return p.oneOf(text, append(slices.Clone(givenWords), "{promise: name}", "{call: function}"))
}

// promise reads the promise that a then, catch, finally or chain is called on.
func (c *call) promise(n *node) script.Given {
	switch {
	case n.kind == nodeText && n.text == "resolved":
		return script.Given{Kind: script.GivenResolved, Handle: script.None, Func: script.None}
	case n.kind == nodeText && n.text == "rejected":
		return script.Given{Kind: script.GivenRejected, Handle: script.None, Func: script.None}
	}
	return script.Given{Kind: script.GivenPromise, Handle: c.use(n, say.Of("%s takes", diagnostic.Code(c.spec.name)), kindsOf(script.HandlePromise), c.s.Verb), Func: script.None}
}

// iterable reads what `for await` or yield* goes over.
func (c *call) iterable() {
	n := c.arg
	switch {
	case n.kind == nodeText:
		c.s.Target = c.use(n, say.Of("%s takes", diagnostic.Code(c.spec.name)), kindsOf(script.HandleGenerator), c.s.Verb)
		c.named()
	case n.kind == nodeMapping && len(n.kids) == 2 && n.kids[0].text == "call":
		if c.s.Func = c.function(&n.kids[1]); c.s.Func != script.None && !c.sc.Script.Functions[c.s.Func].Generator {
			c.failAt(&n.kids[1], say.Of("%s is not a generator function", diagnostic.Code(n.kids[1].text)), "give it `generator: true`")
		}
	case n.kind == nodeList:
		c.s.Elements = make([]script.Given, len(n.kids))
		for i := range n.kids {
			c.s.Elements[i] = c.given(&n.kids[i], say.Of("an element of %s", diagnostic.Code(c.spec.name)))
		}
	default:
		c.failAt(n, say.Of("%s goes over a generator or an array, but this is %s", diagnostic.Code(c.spec.name), described(n)), "the name of a generator, `{call: function}`, or a list such as `[value, resolved]`")
	}
}

// function reads the name of one of functions.
func (p *parser) function(n *node) script.FuncID {
	name, ok := p.name(n, "a function")
	if !ok {
		return script.None
	}
	id, ok := p.functions[name]
	if !ok && p.functions != nil {
		p.failAt(n, say.Of("%s is not a function of this file", diagnostic.Code(name)), p.functionHint(name))
	}
	if !ok {
		return script.None
	}
	return id
}

func (p *parser) functionHint(name string) say.Text {
	if len(p.functions) == 0 {
		return "functions stand under the key `functions`"
	}
	var known []string
	for _, f := range p.sc.Script.Functions {
		known = append(known, f.Name)
	}
	return p.oneOf(name, known[:min(len(known), 64)])
}

// declareFunctions numbers the functions before any statement calls one.
func (p *parser) declareFunctions(n *node) {
	if n.kind != nodeMapping {
		p.functions = nil // reported when it is read: nobody knows what is in it
		return
	}
	for i := 0; i < len(n.kids); i += 2 {
		key := &n.kids[i]
		p.functions[key.text] = script.FuncID(len(p.sc.Script.Functions))
		generator := n.kids[i+1].get("generator")
		p.sc.Script.Functions = append(p.sc.Script.Functions, script.Function{
			Name: key.text, Body: script.NoBody, Pos: key.pos, Generator: generator != nil && generator.text == "true",
		})
	}
}
