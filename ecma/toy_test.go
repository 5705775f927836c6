package ecma_test

import (
	"fmt"
	"strings"

	"evsim/ecma"
	"evsim/sim"
)

// toy is a host and a script of closures: what a program with values of its own
// needs of a Realm.
type toy struct {
	ecma.Realm
	jobs      []ecma.Job
	callbacks []func(given ecma.Value) (ecma.Value, bool)
	released  map[uint32]bool
	bodies    []func(with ecma.Completion)
	values    []string // by Value.Ref
	thenables map[uint32]func(resolve, reject func(ecma.Value))
	iterators []method
	reached   map[uint32]bool
	swept     int
	dropped   int      // frames
	held      []uint32 // promises
	objects   []uint32 // iterators
	rejected  int
	again     int
	log       []string
}

// method is next, throw and return of an iterator that the script wrote, in
// one; ok says that it has the method.
type method func(with ecma.Completion) (result ecma.Value, threw, ok bool)

func newToy(rules ecma.Rules) *toy {
	t := &toy{
		values: []string{"undefined"}, thenables: map[uint32]func(resolve, reject func(ecma.Value)){},
		released: map[uint32]bool{}, reached: map[uint32]bool{},
	}
	t.Realm = ecma.NewRealm(ecma.Config{Rules: rules, Host: t, Code: t, Room: 64})
	return t
}

// run runs jobs until none is left.
func (t *toy) run() string {
	for len(t.jobs) > 0 {
		job := t.jobs[0]
		t.jobs = t.jobs[1:]
		t.RunJob(job)
	}
	return strings.Join(t.log, ", ")
}

func (t *toy) note(format string, args ...any) { t.log = append(t.log, fmt.Sprintf(format, args...)) }

func (t *toy) value(text string) ecma.Value {
	t.values = append(t.values, text)
	return ecma.Value{Kind: ecma.ValuePlain, Ref: uint32(len(t.values) - 1)}
}

// text is a value as the tests log it: that of an iterator's result with done.
func (t *toy) text(v ecma.Value) string {
	switch v.Kind {
	case ecma.ValueResult:
		return t.values[v.Ref] + " false"
	case ecma.ValueDone:
		return t.values[v.Ref] + " true"
	case ecma.ValueNoThrow:
		return "TypeError"
	}
	return t.values[v.Ref]
}

func (t *toy) callback(f func(given ecma.Value) (ecma.Value, bool)) uint32 {
	t.callbacks = append(t.callbacks, f)
	return uint32(len(t.callbacks) - 1)
}

// says is a callback that logs what it is given behind a word.
func (t *toy) says(word string) uint32 {
	return t.callback(func(given ecma.Value) (ecma.Value, bool) {
		t.note("%s", strings.TrimSpace(word+" "+t.text(given)))
		return ecma.Value{}, false
	})
}

// ticks is a chain of n jobs that count.
func (t *toy) ticks(n int) {
	p := t.NewSettled(ecma.Value{}, false)
	for i := range n {
		p = t.Then(p, t.callback(func(ecma.Value) (ecma.Value, bool) {
			t.note("%d", i+1)
			return ecma.Value{}, false
		}), ecma.NoCallback)
	}
}

// generator is an async generator with a body in steps: each goes on where the
// one before stopped.
func (t *toy) generator(steps ...func(g uint32, with ecma.Completion)) uint32 {
	var g uint32
	t.bodies = append(t.bodies, func(with ecma.Completion) {
		step := steps[0]
		steps = steps[1:]
		step(g, with)
	})
	g = t.NewGenerator(uint32(len(t.bodies) - 1))
	t.objects = append(t.objects, g)
	return g
}

// request asks an iterator, and logs the result.
func (t *toy) request(g uint32, c ecma.Completion) {
	t.Then(t.Request(g, c), t.says(""), t.says("rejected"))
}

func (t *toy) EnqueuePromiseJob(j ecma.Job)  { t.jobs = append(t.jobs, j) }
func (t *toy) PromiseRejected(uint32)        { t.rejected++ }
func (t *toy) PromiseHandled(uint32)         { t.rejected-- }
func (t *toy) SettledAgain()                 { t.again++ }
func (t *toy) ReleaseCallback(cb uint32)     { t.released[cb] = true }
func (t *toy) ReachedValue(v ecma.Value)     { t.reached[v.Ref] = true }
func (t *toy) Collected()                    { t.swept++ }
func (t *toy) DropFrame(uint32)              { t.dropped++ }
func (t *toy) MarkFrame(uint32, ecma.Marker) {}

func (t *toy) MarkRoots(m ecma.Marker) {
	for _, j := range t.jobs {
		m.Job(j)
	}
	for _, p := range t.held {
		m.Promise(p)
	}
	for _, o := range t.objects {
		m.Iterator(o)
	}
}

func (t *toy) Call(callback uint32, given ecma.Value) (ecma.Value, bool) {
	return t.callbacks[callback](given)
}

func (t *toy) Resume(frame uint32, with ecma.Completion) { t.bodies[frame](with) }

func (t *toy) Describe(callback uint32) (string, sim.Pos) {
	return fmt.Sprint("callback ", callback), sim.Pos{}
}

func (t *toy) DescribeFrame(frame uint32) (string, sim.Pos) {
	return fmt.Sprint("frame ", frame), sim.Pos{}
}

func (t *toy) CallThen(thenable ecma.Value, promise uint32) {
	called := false
	once := func(settle func(uint32, ecma.Value)) func(ecma.Value) {
		return func(v ecma.Value) {
			if !called {
				called = true
				settle(promise, v)
			}
		}
	}
	t.thenables[thenable.Ref](once(t.ResolveThenable), once(t.RejectThenable))
}

func (t *toy) CallIterator(iterator uint32, with ecma.Completion) (result ecma.Value, threw, missing bool) {
	result, threw, ok := t.iterators[iterator](with)
	return result, threw, !ok
}

// IteratorResult takes "value done" apart.
func (t *toy) IteratorResult(result ecma.Value, _ bool) (ecma.Completion, bool) {
	text, done := strings.CutSuffix(t.values[result.Ref], " done")
	return ecma.Completion{Value: t.value(text)}, done
}

func (t *toy) Awaitable(v ecma.Value, _ uint32, _ bool) (ecma.Value, bool) { return v, false }

func (t *toy) Resolution(v ecma.Value) (ecma.Value, bool) {
	if v.Kind == ecma.ValuePlain && t.thenables[v.Ref] != nil {
		v.Kind = ecma.ValueThenable
	}
	return v, false
}

func (t *toy) AfterFinally(_ ecma.Value, with ecma.Completion) (ecma.Value, bool) {
	return with.Value, with.Type == ecma.Throw
}

func (t *toy) MissingThrow() ecma.Value { return ecma.Value{Kind: ecma.ValueNoThrow} }

func (t *toy) iterator(m method) uint32 {
	t.iterators = append(t.iterators, m)
	over := t.NewForeign(uint32(len(t.iterators) - 1))
	t.objects = append(t.objects, over)
	return over
}
