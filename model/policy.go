package model

import "evsim/clock"

// Policy is one runtime, as a value: its name, the versions that it stands
// for, and the rules in which it differs from the others. Exactly one of Node
// and Web is there.
type Policy struct {
	Name     string // such as node22
	Title    string // one line
	Versions string // the released versions that it stands for
	Features Features
	OldAwait bool // await wraps a native promise too, and takes three jobs (V8 before 7.3)

	// Async generators, and async iteration of arrays.
	EndAwaits      bool // a generator that runs to its end takes a job more (V8 before 7.3)
	EndRethrows    bool // a generator rejects at its end with what was last thrown into it, caught or not (V8 7.3 to 8.3)
	DelegateAwaits bool // yield* awaits each value that it passes on (ECMA-262 before 2023)
	DelegateThrows bool // return of a rejected promise throws into what yield* goes over; else that is asked for its next (V8 since 12.4)
	ArrayRethrows  bool // throw during yield* of an array throws that error (ECMA-262 before 2024), not a TypeError
	ArrayStalls    bool // a rejected element of an array is never told to what goes over it (WebKitGTK 2.50)

	Node *NodeRules
	Web  *WebRules
}

// granularity is what the loop's time is rounded down to.
func (p Policy) granularity() clock.Span {
	if p.Node != nil {
		return clock.Millisecond // uv__update_time: uv__hrtime / 1000000
	}
	return 0
}

// Policies lists every policy: Node from the oldest, then browsers.
func Policies() []Policy {
	return []Policy{
		Node10(), Node11(), Node12(), Node15(), Node20(), Node22(), Node26(),
		Browser(), Firefox(), WebKit(), Chrome69(),
	}
}

// nodeFeatures is what every Node has.
const nodeFeatures Features = 1<<Ticks | 1<<Immediates | 1<<IO | 1<<Process | 1<<TimerRefs
