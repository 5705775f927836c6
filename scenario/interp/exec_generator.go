package interp

import (
	"evsim/ecma"
	"evsim/scenario/script"
)

// iterationExecutors is what the verbs of async iteration do.
func iterationExecutors(table *[script.VerbCount]executor) {
	table[script.VerbNext] = (*Machine).execRequest
	table[script.VerbGeneratorReturn] = (*Machine).execRequest
	table[script.VerbGeneratorThrow] = (*Machine).execRequest
	table[script.VerbYield] = (*Machine).execYield
	table[script.VerbYieldStar] = (*Machine).execYieldStar
	table[script.VerbForAwait] = (*Machine).execForAwait
}

// newGenerator is what a call of a generator function returns; one that has
// reached its limit has nothing to yield.
func (m *Machine) newGenerator(id script.FuncID) uint32 {
	fn := &m.prog.Functions[id]
	body := fn.Body
	if m.calls[id]++; fn.Limit > 0 && m.calls[id] > fn.Limit {
		body = script.NoBody
	}
	f := m.newFrame(body)
	f.kind = generatorFrame
	f.owner = m.rt.NewGenerator(f.id)
	return f.owner
}

// requestTypes is the verbs that ask a generator for something.
var requestTypes = map[script.Verb]ecma.CompletionType{
	script.VerbNext: ecma.Normal, script.VerbGeneratorReturn: ecma.Return, script.VerbGeneratorThrow: ecma.Throw,
}

// requestNames is what these verbs call.
var requestNames = map[script.Verb]string{script.VerbNext: "next", script.VerbGeneratorReturn: "return", script.VerbGeneratorThrow: "throw"}

// execRequest calls a method of a generator. Which one that is, is known before
// the argument is evaluated, as for any call in JavaScript.
func (m *Machine) execRequest(_ *frame, s *script.Stmt) completion {
	target := m.handles[s.Target]
	if !target.set {
		return m.undefined(requestNames[s.Verb])
	}
	m.using = append(m.using, uint32(target.ref))
	defer func() { m.using = m.using[:len(m.using)-1] }()
	v, c := m.evaluate(s.Given)
	if c.kind == goOn {
		m.set(s.As, uint64(m.rt.Request(uint32(target.ref), ecma.Completion{Type: requestTypes[s.Verb], Value: v})))
	}
	return c
}

func (m *Machine) execYield(f *frame, s *script.Stmt) completion {
	v, c := m.evaluate(s.Given)
	if c.kind == goOn {
		m.rt.Yield(f.owner, v)
		c.kind = awaits
	}
	return c
}

func (m *Machine) execYieldStar(f *frame, s *script.Stmt) completion {
	over, c := m.iterator(s)
	if c.kind == goOn {
		m.rt.Delegate(f.owner, over)
		c.kind = awaits
	}
	return c
}

// iterator is GetIterator(value, async) (ECMA-262 §7.4.3) of what a statement
// goes over.
func (m *Machine) iterator(s *script.Stmt) (uint32, completion) {
	switch {
	case s.Func != script.None:
		return m.newGenerator(s.Func), next
	case s.Target == script.None:
		return m.array(s.Elements)
	case !m.handles[s.Target].set:
		return 0, m.undefined("Symbol(Symbol.asyncIterator)")
	}
	return uint32(m.handles[s.Target].ref), next
}

// array evaluates the elements of an array.
func (m *Machine) array(elements []script.Given) (uint32, completion) {
	m.rt.Step(len(elements))
	outer := len(m.elements)
	defer func() { m.elements = m.elements[:outer] }()
	for _, g := range elements {
		v, c := m.evaluate(g)
		if c.kind != goOn {
			return 0, c
		}
		m.elements = append(m.elements, v)
	}
	return m.rt.NewArray(m.elements[outer:]), next
}

// awaitState is what a `for await` is about.
type awaitState uint8

const (
	inRound awaitState = iota // its body runs
	asking                    // it awaits what next returned
	closing                   // it awaits what return returned
)

// execForAwait is ForIn/OfBodyEvaluation with an async iterator (ECMA-262
// §14.7.5.6).
func (m *Machine) execForAwait(f *frame, s *script.Stmt) completion {
	over, c := m.iterator(s)
	if c.kind != goOn {
		return c
	}
	m.rt.CiteRule(ecma.RuleGeneratorForAwait)
	f.push(block{kind: blockForAwait, owner: s, body: s.Do, left: s.Count, over: over, err: f.top().err})
	return m.ask(f)
}

// ask begins a round.
func (m *Machine) ask(f *frame) completion {
	b := f.top()
	b.state = asking
	m.rt.Await(promiseValue(m.rt.Request(b.over, ecma.Completion{})), f.id)
	return completion{kind: awaits}
}

// endRound is the end of the body: with `times`, the last round breaks.
func (m *Machine) endRound(f *frame) completion {
	b := f.top()
	if b.left--; b.left == 0 {
		return m.closeIterator(f, next)
	}
	return m.ask(f)
}

// closeIterator is AsyncIteratorClose (ECMA-262 §7.4.13): a loop that is left
// waits for what the iterator's return returns.
func (m *Machine) closeIterator(f *frame, c completion) completion {
	b := f.top()
	b.state, b.saved = closing, c
	m.rt.Await(promiseValue(m.rt.Request(b.over, ecma.Completion{Type: ecma.Return})), f.id)
	return completion{kind: awaits}
}

// resumeForAwait goes on with what next or return of the iterator gave.
func (m *Machine) resumeForAwait(f *frame, c completion) completion {
	b := f.top()
	switch {
	case b.state == inRound && c.kind == goOn:
		return next
	case b.state == inRound:
		return m.unwind(f, c)
	case b.state == asking && c.kind == goOn && c.value.Kind != ecma.ValueDone:
		b.state, b.stmts, b.pc = inRound, m.enter(b.body), 0
		return next
	case b.state == closing && (c.kind == goOn || b.saved.kind == threw):
		c = b.saved
	}
	f.pop()
	if c.kind != goOn {
		return m.unwind(f, c)
	}
	return next
}
