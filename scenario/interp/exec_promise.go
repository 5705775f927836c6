package interp

import (
	"strconv"

	"evsim/ecma"
	"evsim/scenario/script"
)

func appendInt(text []byte, n int64) []byte { return strconv.AppendInt(text, n, 10) }

// promiseOf is the promise that a then is called on; a handle under which
// nothing was created yet is undefined, and using it throws as in JavaScript.
func (m *Machine) promiseOf(s *script.Stmt, method string) (promise uint32, c completion) {
	switch s.Given.Kind {
	case script.GivenResolved:
		return m.rt.NewSettled(ecma.Value{}, false), next
	case script.GivenRejected:
		return m.rt.NewSettled(ecma.Value{}, true), next
	}
	o := m.handles[s.Given.Handle]
	if !o.set {
		return 0, m.undefined(method)
	}
	return uint32(o.ref), next
}

func (m *Machine) undefined(property string) completion {
	return completion{threw, m.newError("Cannot read properties of undefined (reading '" + property + "')")}
}

func (m *Machine) execPromise(_ *frame, s *script.Stmt) completion {
	p := m.newPromise(s.Subclass)
	m.set(s.Target, uint64(p))
	if s.Do == script.NoBody {
		return next
	}
	m.hold(p)
	defer m.releaseHeld()
	m.rt.CiteRule(ecma.RuleJobExecutor)
	if v, threw := m.call(s.Do, ecma.Value{}); threw {
		m.rt.Reject(p, v)
	}
	return next
}

func (m *Machine) newPromise(subclass bool) uint32 {
	if subclass {
		return m.rt.NewSubclassed()
	}
	return m.rt.NewPromise()
}

// hold keeps a promise that a statement is at work on, should its handle come
// to name another meanwhile.
func (m *Machine) hold(p uint32) { m.held = append(m.held, p) }

func (m *Machine) releaseHeld() { m.held = m.held[:len(m.held)-1] }

func (m *Machine) execResolve(_ *frame, s *script.Stmt) completion {
	return m.settlePromise(s, "resolve is not a function", m.rt.Resolve)
}

func (m *Machine) execReject(_ *frame, s *script.Stmt) completion {
	return m.settlePromise(s, "reject is not a function", m.rt.Reject)
}

// settlePromise calls a promise's resolving function. Which promise that is, is
// known before the argument is evaluated, as for any call in JavaScript.
func (m *Machine) settlePromise(s *script.Stmt, missing string, settle func(uint32, ecma.Value)) completion {
	target := m.handles[s.Target]
	if target.set {
		m.hold(uint32(target.ref))
		defer m.releaseHeld()
	}
	v, c := m.evaluate(s.Given)
	switch {
	case c.kind != goOn:
	case !target.set:
		return completion{threw, m.newError(missing)}
	default:
		settle(uint32(target.ref), v)
	}
	return c
}

// evaluate is the value that a promise is given.
func (m *Machine) evaluate(g script.Given) (ecma.Value, completion) {
	switch g.Kind {
	case script.GivenValue:
		return ecma.Value{Kind: ecma.ValuePlain}, next
	case script.GivenResolved:
		return promiseValue(m.rt.NewSettled(ecma.Value{}, false)), next
	case script.GivenRejected:
		return promiseValue(m.rt.NewSettled(ecma.Value{}, true)), next
	case script.GivenThenable:
		return ecma.Value{Kind: ecma.ValueThenable}, next
	case script.GivenPromise:
		if o := m.handles[g.Handle]; o.set {
			return promiseValue(uint32(o.ref)), next
		}
	case script.GivenCall:
		return m.invoke(g.Func)
	}
	return ecma.Value{}, next
}

func promiseValue(p uint32) ecma.Value { return ecma.Value{Kind: ecma.ValuePromise, Ref: p} }

// invoke calls one of the scenario's functions; one that has reached its limit
// does nothing.
func (m *Machine) invoke(id script.FuncID) (ecma.Value, completion) {
	fn := &m.prog.Functions[id]
	if fn.Generator {
		m.newGenerator(id)
		return ecma.Value{Kind: ecma.ValueGenerator}, next
	}
	if m.calls[id]++; fn.Limit > 0 && m.calls[id] > fn.Limit {
		return ecma.Value{}, next
	}
	if m.depth >= maxDepth {
		c := m.tooDeep()
		return c.value, c
	}
	if fn.Async {
		m.rt.CiteRule(ecma.RuleJobExecutor)
		p := m.rt.NewPromise()
		m.start(fn.Body, asyncFrame, p)
		return promiseValue(p), next
	}
	v, failed := m.call(fn.Body, ecma.Value{})
	if failed {
		return v, completion{threw, v}
	}
	return v, next
}

func (m *Machine) execCall(_ *frame, s *script.Stmt) completion {
	if m.prog.Functions[s.Func].Generator {
		m.set(s.As, uint64(m.newGenerator(s.Func)))
		return next
	}
	v, c := m.invoke(s.Func)
	if v.Kind == ecma.ValuePromise && c.kind == goOn {
		m.set(s.As, uint64(v.Ref))
	}
	return c
}

func (m *Machine) execAwait(f *frame, s *script.Stmt) completion {
	v, c := m.evaluate(s.Given)
	if c.kind == goOn {
		if v.Kind == ecma.ValuePromise {
			m.set(s.As, uint64(v.Ref))
		}
		m.rt.Await(v, f.id)
		c.kind = awaits
	}
	return c
}

func (m *Machine) execYieldScheduler(f *frame, _ *script.Stmt) completion {
	m.rt.Await(promiseValue(m.web.YieldTask()), f.id)
	return completion{kind: awaits}
}

func (m *Machine) execReturn(f *frame, s *script.Stmt) completion {
	v, c := m.evaluate(s.Given)
	switch {
	case c.kind != goOn:
	case f.kind == generatorFrame && s.Given.Kind != script.GivenNothing:
		m.rt.ReturnAwaited(f.owner, v)
		c.kind = awaits
	default:
		c = completion{returned, v}
	}
	return c
}

func (m *Machine) execThen(_ *frame, s *script.Stmt) completion {
	p, c := m.promiseOf(s, "then")
	if c.kind == goOn {
		m.set(s.As, uint64(m.rt.Then(p, bodyCall(s.Do), bodyCall(s.Catch))))
	}
	return c
}

func (m *Machine) execCatch(_ *frame, s *script.Stmt) completion {
	p, c := m.promiseOf(s, "catch")
	if c.kind == goOn {
		m.set(s.As, uint64(m.rt.Then(p, ecma.NoCallback, bodyCall(s.Do))))
	}
	return c
}

func (m *Machine) execFinally(_ *frame, s *script.Stmt) completion {
	p, c := m.promiseOf(s, "finally")
	if c.kind == goOn {
		m.set(s.As, uint64(m.rt.Finally(p, bodyCall(s.Do))))
	}
	return c
}

func (m *Machine) execChain(_ *frame, s *script.Stmt) completion {
	p, c := m.promiseOf(s, "then")
	if c.kind != goOn {
		return c
	}
	m.rt.Step(len(s.Links))
	for _, link := range s.Links {
		switch link.Kind {
		case script.LinkThen:
			p = m.rt.Then(p, bodyCall(link.Body), ecma.NoCallback)
		case script.LinkCatch:
			p = m.rt.Then(p, ecma.NoCallback, bodyCall(link.Body))
		case script.LinkFinally:
			p = m.rt.Finally(p, bodyCall(link.Body))
		}
	}
	m.set(s.As, uint64(p))
	return next
}

var combinators = map[script.Verb]ecma.Combinator{
	script.VerbAll: ecma.All, script.VerbAllSettled: ecma.AllSettledOf, script.VerbAny: ecma.AnyOf, script.VerbRace: ecma.RaceOf,
}

// execCombine calls a combinator; a member that was not created yet is
// Promise.resolve(undefined), as for any other value.
func (m *Machine) execCombine(_ *frame, s *script.Stmt) completion {
	m.rt.Step(len(s.Members))
	m.members = m.members[:0]
	for _, h := range s.Members {
		p := uint32(m.get(h))
		if !m.handles[h].set {
			p = m.rt.NewSettled(ecma.Value{}, false)
		}
		m.members = append(m.members, p)
	}
	result := m.rt.Combine(combinators[s.Verb], m.members)
	m.members = m.members[:0]
	m.set(s.As, uint64(result))
	return next
}
