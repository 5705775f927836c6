package ecma_test

import (
	"testing"

	"evsim/ecma"
)

// today is what Node 20 has, where the logs below were printed by the script
// that stands beside each.
var today = ecma.Rules{DelegateThrows: true, ArrayRethrows: true}

func TestForeign(t *testing.T) {
	for name, test := range map[string]struct {
		do   func(*toy)
		want string
	}{
		// const t = {then(f) { log('then'); f('x'); f('y') }};
		// Promise.resolve(t).then(v => log('got ' + v)); ticks(4)
		"a thenable": {func(t *toy) {
			t.adopt(func(resolve, _ func(ecma.Value)) {
				resolve(t.value("x"))
				resolve(t.value("y"))
			})
			t.ticks(4)
		}, "then, 1, got x, 2, 3, 4"},
		// {then(f, g) { log('then'); throw 'oops' }}
		"a then that throws": {func(t *toy) {
			t.adopt(func(_, reject func(ecma.Value)) { reject(t.value("oops")) })
			t.ticks(4)
		}, "then, 1, caught oops, 2, 3, 4"},
		// {then(r) { log('then'); f = r }}; Promise.resolve().then(() => f('late'))
		"a then that settles later": {func(t *toy) {
			var later func(ecma.Value)
			t.adopt(func(resolve, _ func(ecma.Value)) { later = resolve })
			t.Then(t.NewSettled(ecma.Value{}, false), t.callback(func(ecma.Value) (ecma.Value, bool) {
				later(t.value("late"))
				return ecma.Value{}, false
			}), ecma.NoCallback)
			t.ticks(4)
		}, "then, 1, got late, 2, 3, 4"},
		// const o = {}, p = Promise.resolve(o); o.then = f => { log('then'); f('x') };
		// p.then().then(v => log('passed on ' + v)); new Promise(r => r(p)).then(v => log('adopted ' + v)); ticks(5)
		"an object that gets a then late": {func(t *toy) {
			o := t.value("o")
			p := t.NewSettled(o, false)
			t.thenables[o.Ref] = func(resolve, _ func(ecma.Value)) {
				t.note("then")
				resolve(t.value("x"))
			}
			t.Then(t.Then(p, ecma.NoCallback, ecma.NoCallback), t.says("passed on"), ecma.NoCallback)
			adopts := t.NewPromise()
			t.Resolve(adopts, ecma.Value{Kind: ecma.ValuePromise, Ref: p})
			t.Then(adopts, t.says("adopted"), ecma.NoCallback)
			t.ticks(5)
		}, "1, then, 2, passed on x, then, 3, adopted x, 4, 5"},
		// async function* g() { const got = yield 'a'; log('sent ' + got); return 'z' }
		// it.next('lost'), it.next('b'), it.next('c'), each .then(log); ticks(8)
		"what a generator yields, is sent and returns": {func(t *toy) {
			g := t.generator(
				func(g uint32, _ ecma.Completion) { t.Yield(g, t.value("a")) },
				func(g uint32, with ecma.Completion) {
					t.note("sent %s", t.text(with.Value))
					t.ReturnAwaited(g, t.value("z"))
				},
				func(g uint32, with ecma.Completion) { t.EndGenerator(g, with) },
			)
			for _, sent := range []string{"lost", "b", "c"} {
				t.request(g, ecma.Completion{Value: t.value(sent)})
			}
			t.ticks(8)
		}, "sent b, 1, a false, 2, z true, undefined true, 3, 4, 5, 6, 7, 8"},
		// const over = {n: 0, [Symbol.asyncIterator]() { return this },
		//   next(v) { log('next ' + v); return {value: 'v' + this.n, done: this.n++ === 2} }};
		// async function* g() { const r = yield* over; log('result ' + r) }
		// it.next('p'), it.next('q'), it.next('r'); ticks(12)
		"yield* over an object": {func(t *toy) {
			n := 0
			results := []string{"v0", "v1", "v2 done"}
			over := t.iterator(func(with ecma.Completion) (ecma.Value, bool, bool) {
				t.note("next %s", t.text(with.Value))
				n++
				return t.value(results[n-1]), false, true
			})
			g := t.generator(delegates(t, over), func(g uint32, with ecma.Completion) {
				t.note("result %s", t.text(with.Value))
				t.EndGenerator(g, ecma.Completion{})
			})
			for _, sent := range []string{"p", "q", "r"} {
				t.request(g, ecma.Completion{Value: t.value(sent)})
			}
			t.ticks(12)
		}, "next undefined, next q, 1, v0 false, next r, 2, v1 false, result v2, 3, undefined true, 4, 5, 6, 7, 8, 9, 10, 11, 12"},
		// over has next and return(v) { log('return ' + v); return {} }, and no throw;
		// async function* g() { try { yield* over } catch (e) { log(e.constructor.name) } }
		// it.next(), it.throw('boom'); ticks(12)
		"yield* over an object that has no throw": {func(t *toy) {
			over := t.iterator(func(with ecma.Completion) (ecma.Value, bool, bool) {
				if with.Type == ecma.Return {
					t.note("return %s", t.text(with.Value))
				}
				return t.value("v"), false, with.Type != ecma.Throw
			})
			g := t.generator(delegates(t, over), func(g uint32, with ecma.Completion) {
				t.note("%s", t.text(with.Value))
				t.EndGenerator(g, ecma.Completion{})
			})
			t.request(g, ecma.Completion{})
			t.request(g, ecma.Completion{Type: ecma.Throw, Value: t.value("boom")})
			t.ticks(12)
		}, "return undefined, 1, v false, TypeError, 2, undefined true, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12"},
		// over has next alone; try { yield* over } finally { log('finally') };
		// it.next(), it.return('bye'); ticks(12)
		"yield* over an object that has no return": {func(t *toy) {
			over := t.iterator(func(with ecma.Completion) (ecma.Value, bool, bool) {
				return t.value("v"), false, with.Type == ecma.Normal
			})
			g := t.generator(delegates(t, over), finally(t))
			t.request(g, ecma.Completion{})
			t.request(g, ecma.Completion{Type: ecma.Return, Value: t.value("bye")})
			t.ticks(12)
		}, "1, v false, 2, finally, 3, bye true, 4, 5, 6, 7, 8, 9, 10, 11, 12"},
		// next(v) { throw 'bad' }; try { yield* over } catch (e) { log('caught ' + e) };
		// it.next(); ticks(6)
		"yield* over an object whose next throws": {func(t *toy) {
			over := t.iterator(func(ecma.Completion) (ecma.Value, bool, bool) { return t.value("bad"), true, true })
			g := t.generator(delegates(t, over), func(g uint32, with ecma.Completion) {
				t.note("caught %s", t.text(with.Value))
				t.EndGenerator(g, ecma.Completion{})
			})
			t.request(g, ecma.Completion{})
			t.ticks(6)
		}, "caught bad, undefined true, 1, 2, 3, 4, 5, 6"},
		// return(v) { log('return ' + v); return {value: 'w', done: true} };
		// try { yield* over } finally { log('finally') }; it.next(), it.return('bye'); ticks(12)
		"yield* over an object that returns": {func(t *toy) {
			over := t.iterator(func(with ecma.Completion) (ecma.Value, bool, bool) {
				if with.Type == ecma.Return {
					t.note("return %s", t.text(with.Value))
					return t.value("w done"), false, true
				}
				return t.value("v"), false, true
			})
			g := t.generator(delegates(t, over), finally(t))
			t.request(g, ecma.Completion{})
			t.request(g, ecma.Completion{Type: ecma.Return, Value: t.value("bye")})
			t.ticks(12)
		}, "1, v false, return bye, 2, finally, 3, w true, 4, 5, 6, 7, 8, 9, 10, 11, 12"},
	} {
		t.Run(name, func(t *testing.T) {
			toy := newToy(today)
			test.do(toy)
			if got := toy.run(); got != test.want {
				t.Errorf("the log is\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// adopt resolves a promise with a thenable, and logs what becomes of it.
func (t *toy) adopt(then func(resolve, reject func(ecma.Value))) {
	v := t.value("thenable")
	v.Kind = ecma.ValueThenable
	t.thenables[v.Ref] = func(resolve, reject func(ecma.Value)) {
		t.note("then")
		then(resolve, reject)
	}
	p := t.NewPromise()
	t.Resolve(p, v)
	t.Then(p, t.says("got"), t.says("caught"))
}

func delegates(t *toy, over uint32) func(uint32, ecma.Completion) {
	return func(g uint32, _ ecma.Completion) { t.Delegate(g, over) }
}

func finally(t *toy) func(uint32, ecma.Completion) {
	return func(g uint32, with ecma.Completion) {
		t.note("finally")
		t.EndGenerator(g, with)
	}
}

// TestReleased: a callback is released when it was called, when the other of
// its then was, and when nothing can settle its promise any more; values that
// promises hold are told while dead promises are looked for.
func TestReleased(t *testing.T) {
	toy := newToy(today)
	settled := toy.NewSettled(toy.value("kept"), false)
	toy.held = []uint32{settled}
	called, other := toy.says(""), toy.says("")
	toy.Then(settled, called, other)
	dead := toy.says("")
	toy.Then(toy.NewPromise(), dead, ecma.NoCallback)
	toy.NewSettled(toy.value("lost"), false)
	if len(toy.released) != 0 {
		t.Errorf("released before any job: %v", toy.released)
	}
	toy.run()
	if !toy.released[called] || !toy.released[other] || toy.released[dead] {
		t.Errorf("released behind the job: %v", toy.released)
	}
	toy.reached = map[uint32]bool{}
	toy.Collect()
	if !toy.released[dead] || toy.swept == 0 {
		t.Errorf("released behind a collection: %v", toy.released)
	}
	for ref, text := range toy.values {
		if text == "kept" && !toy.reached[uint32(ref)] || text == "lost" && toy.reached[uint32(ref)] {
			t.Errorf("the value %q is reached: %v", text, toy.reached[uint32(ref)])
		}
	}
}
