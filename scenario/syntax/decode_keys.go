package syntax

import (
	"math"
	"slices"

	"evsim/internal/say"
	"evsim/model"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
)

// keys reads the keys beside the verb, which stands at n.kids[at].
func (c *call) keys(n *node, at int) {
	c.names(n)
	c.argList = n.get("args")
	for i := 0; i < len(n.kids); i += 2 {
		if i == at {
			continue
		}
		key, value := &n.kids[i], &n.kids[i+1]
		if spec, ok := c.spec.key(key.text); ok {
			c.read(spec.kind, key, value)
		} else {
			c.unknownKey(key)
		}
	}
}

// names adds the name that the statement gives to the label, before any body
// takes the label over.
func (c *call) names(n *node) {
	if as := n.get("as"); as != nil && as.kind == nodeText {
		c.label += " (as " + as.text + ")"
	}
	if c.s.Verb == script.VerbListen {
		event := ""
		if n := n.get("event"); n != nil {
			event = n.text
		}
		c.label = c.spec.name + " " + defaultEvent(event) + " on " + c.arg.text
	}
}

func (c *call) unknownKey(key *node) {
	c.strange = true
	hint := c.keyHint(key.text)
	if verb, ok := verbsByName[key.text]; ok && !isKeyName(key.text) {
		switch {
		case hint != "":
		case c.lacksBody():
			hint = "if the callback runs it, write it under `do`; else begin it with `- `, as a statement of its own"
		default:
			hint = "begin it with `- `, as a statement of its own"
		}
		c.failAt(key, say.Of("a second verb in one statement: %s beside %s", diagnostic.Code(verb.String()), diagnostic.Code(c.spec.name)), hint)
		return
	}
	known := make([]string, len(c.spec.keys))
	for i, k := range c.spec.keys {
		known[i] = keyDocs[k.kind].name
	}
	switch {
	case hint != "":
	case len(known) > 0:
		hint = c.oneOf(key.text, known)
	case key.text == "do":
		hint = "it runs no callback"
	default:
		hint = say.Of("%s takes no keys", diagnostic.Code(c.spec.name))
	}
	c.failAt(key, say.Of("%s is not a key of %s", diagnostic.Code(key.text), diagnostic.Code(c.spec.name)), hint)
}

// lacksBody reports whether the verb wants a callback that is not there yet.
func (c *call) lacksBody() bool {
	return c.spec.takesKey(keyDo) && c.s.Do == script.NoBody
}

// read reads one key.
func (c *call) read(kind keyKind, key, n *node) {
	s := c.s
	switch kind {
	case keyAs:
		s.As = c.create(n, c.as(), c.s.Verb)
	case keyDo:
		c.do(key, n)
	case keyCatch:
		in := inCatch
		if s.Verb == script.VerbTry {
			in = c.in
			in.caught = true
		}
		s.Catch = c.body(n, c.label+" catch", c.key.pos, in)
	case keyFinally:
		s.Finally = c.body(n, c.label+" finally", c.key.pos, c.in)
	case keyArgs:
		s.Args = c.arguments(n)
	case keyUnref:
		s.Unref, _ = c.truth(n)
		c.need(some(model.TimerRefs), "unref: true", key.pos)
	case keyTimes:
		s.Count, _ = c.integer(n, 1, math.MaxInt64)
	case keyWith:
		s.Given = c.given(n, "`with`")
	case keyLatency:
		s.Span, _ = c.spanOrRange(n, notNegative, key.text)
	case keyLatencyOrNever:
		if s.Never = n.kind == nodeText && n.text == neverWord; !s.Never {
			s.Span, _ = c.spanOrRange(n, notNegative, key.text)
		}
	case keyFail:
		s.Text = c.template(n, key.text, c.in)
	case keyEvent:
		s.Event, _ = c.name(n, "an event")
	case keyURL:
		s.Name, _ = c.line(n, say.Of("the %s of %s", "url", diagnostic.Code(c.spec.name)))
	case keySynchronous:
		if synchronous, _ := c.truth(n); synchronous {
			c.failAt(n, "a synchronous request is refused", "until its answer is there no timer, no frame and no other callback of the page runs, so it has no place in an order: write `busy` for the time that it takes. Browsers are removing it outside of workers")
		}
	case keyTimeout, keyRequestTimeout:
		s.Timeout, _ = c.span(n, notNegative)
	case keyVia:
		s.Kind = c.word(n, "way for messages", ways)
	case keyLinks:
		c.links(n)
	case keySubclass:
		s.Subclass, _ = c.truth(n)
	}
}

// as is the kind of what `as` names.
func (c *call) as() script.HandleKind {
	if c.s.Verb == script.VerbCall && c.s.Func != script.None && c.sc.Script.Functions[c.s.Func].Generator {
		return script.HandleGenerator
	}
	return c.spec.as
}

// do reads the body of the statement: a callback, or what runs at once.
func (c *call) do(key, n *node) {
	in := inCallback
	switch c.s.Verb {
	case script.VerbTry:
		in = c.in
		in.tried = true
		if c.s.Do != script.NoBody {
			c.failAt(key, "the body of `try` is given twice: after `try:` and under `do`", "keep one of them")
			return
		}
	case script.VerbRepeat:
		in = c.in
		in.loop = true
	case script.VerbForAwait:
		in = c.in
	case script.VerbVM:
		in = scope{}
		c.contexts++
		defer func() { c.contexts-- }()
	case script.VerbPromise:
		in.tried = true
	case script.VerbCatch:
		in = inCatch
	case script.VerbRequestAnimationFrame:
		in.framed = true
	case script.VerbSetTimeout, script.VerbSetInterval, script.VerbSetImmediate, script.VerbNextTick:
		in.argued, in.args = c.argList != nil, argumentsText(c.argList)
	case script.VerbOn:
		event := script.EventName(c.s.Kind)
		in.caught = event != script.OnBeforeExit && event != script.OnExit && !event.Signal()
	case script.VerbIO, script.VerbReadFile:
		in.caught = true // undefined unless it fails, as the first parameter of Node's callbacks is
	}
	c.s.Do = c.body(n, c.label, c.key.pos, in)
}

func defaultEvent(name string) string {
	if name == "" {
		return "click"
	}
	return name
}

// links reads the steps of a chain.
func (c *call) links(n *node) {
	if !c.isList(n, "`links`", "such as `[{then: {log: text}}]`") {
		return
	}
	if len(n.kids) == 0 {
		c.failAt(n, "a chain without links", "")
	}
	c.s.Links = make([]script.Link, len(n.kids))
	for i := range n.kids {
		c.link(&c.s.Links[i], &n.kids[i])
	}
}

var linkKinds = []string{"then", "catch", "finally"}

func (c *call) link(l *script.Link, n *node) {
	l.Body = script.NoBody
	if n.kind != nodeMapping || len(n.kids) == 0 {
		c.failAt(n, say.Of("a link is a mapping, but this is %s", described(n)), "such as `then: {log: text}`")
		return
	}
	key, value := &n.kids[0], &n.kids[1]
	for i := 2; i < len(n.kids); i += 2 {
		c.failAt(&n.kids[i], say.Of("a second key in one link: %s", diagnostic.Code(n.kids[i].text)), "write it as a link of its own")
	}
	l.Kind, l.Pos = script.LinkKind(c.word(key, "link", linkKinds)), key.pos
	in := inCallback
	in.caught = l.Kind == script.LinkCatch
	l.Body = c.body(value, c.label+" "+key.text, key.pos, in)
}

// complete checks that nothing is missing, once all keys are read. What is
// missing may be there under a misspelt key.
func (c *call) complete(n *node) {
	if c.strange {
		return
	}
	for _, k := range c.spec.keys {
		if k.required && n.get(keyDocs[k.kind].name) == nil {
			c.failAt(c.key, say.Of("%s needs %s", diagnostic.Code(c.spec.name), diagnostic.Code(keyDocs[k.kind].name)), missingHint(k.kind))
		}
	}
	c.completeSome(n)
	s := c.s
	switch s.Verb {
	case script.VerbTry:
		if n.get("do") == nil && c.arg.kind == nodeNull {
			c.missing("a body, under `do`")
		}
	case script.VerbIO:
		if kind := script.IOKind(s.Kind); s.Unref && kind != script.IONet && kind != script.IOPipe {
			c.failAt(n.get("unref"), "what a thread does cannot be unref'd", "only `net` and `pipe` can")
		}
		if s.Never && s.Text != script.None {
			c.failAt(n.get("fail"), "an operation that never completes cannot fail", "leave out `fail`, or say when it fails: `latency: 5ms`")
		}
	case script.VerbListen, script.VerbDispatch:
		s.Event = defaultEvent(s.Event)
	}
}

// completeSome wants one of the keys of which at least one must stand.
func (c *call) completeSome(n *node) {
	some := keyNames(c.spec.some)
	if len(some) > 0 && !slices.ContainsFunc(some, func(key string) bool { return n.get(key) != nil }) {
		c.missing(listed(some, "or"))
	}
}

func keyNames(kinds []keyKind) []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = keyDocs[k].name
	}
	return names
}

func (c *call) missing(what say.Text) {
	c.failAt(c.key, say.Of("%s needs %s", diagnostic.Code(c.spec.name), what), "`[]` is an empty body")
}

func missingHint(k keyKind) say.Text {
	if k == keyDo {
		return "`do: []` is an empty callback"
	}
	return ""
}
