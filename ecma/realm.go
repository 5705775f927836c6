// Package ecma implements the promises, jobs, await and async iteration of
// ECMA-262, by edition of the standard and by engine. It knows no platform: a
// Host provides what the language needs of a platform, and Code provides what a
// script does.
//
// Section numbers are those of ECMA-262, edition 2025.
package ecma

import "evsim/sim"

// Rules is where engines and editions of ECMA-262 differ. The zero value is
// the present edition, but for DelegateThrows, which it asks for too.
type Rules struct {
	OldAwait        bool // await wraps a native promise too, and takes three jobs (V8 before 7.3)
	AwaitDirect     bool // await of what it makes a promise of takes a job less where that is resolved with a promise (WebKitGTK 2.50)
	EndAwaits       bool // a generator that runs to its end takes a job more (V8 before 7.6)
	EndRethrows     bool // a generator answers at the end of its body as one that was over: throw rejects, return gives its value (V8 7.6 to 8.1)
	DelegateAwaits  bool // yield* awaits each value that it passes on (ECMA-262 before 2023)
	DelegateReturns bool // return during yield* over what has no return is awaited once, not twice (V8 before 7.6)
	DelegateThrows  bool // return of a rejected promise throws into what yield* goes over; else that is asked for its next (V8 since 12.4)
	ArrayRethrows   bool // throw during yield* of an array throws that error (ECMA-262 before 2024), not a TypeError
	SyncCloses      bool // an iterator that is not asynchronous is closed where its next or throw throws (V8 in Node 23 and later)
	ContinueCloses  bool // a for await whose last round ended with continue calls return as it ends (V8 before 7.2)
	ArrayStalls     bool // what goes over an array calls its iterator's return, which there is none: it is never told of a rejected element, and throw throws at once (WebKitGTK 2.50)
	TailCalls       bool // what an async generator returns by a call in tail position is not awaited (WebKitGTK 2.50)
}

// Host is what ECMA-262 asks of whoever embeds the language (§9.5, §27.2.1.9),
// and what Node adds to that.
type Host interface {
	// EnqueuePromiseJob is HostEnqueuePromiseJob: the host calls RunJob with
	// the job later, first in, first out.
	EnqueuePromiseJob(Job)
	// PromiseRejected is HostPromiseRejectionTracker(promise, "reject"): a
	// promise without a handler was rejected.
	PromiseRejected(promise uint32)
	// PromiseHandled is HostPromiseRejectionTracker(promise, "handle"): a
	// rejected promise got its first handler.
	PromiseHandled(promise uint32)
	// SettledAgain says that a resolving function was called which is used up
	// (V8's kPromiseRejectAfterResolved and kPromiseResolveAfterResolved).
	SettledAgain()
	// MarkRoots marks the jobs that are queued or run (Marker.Job), and the
	// promises that the platform holds.
	MarkRoots(Marker)
}

// Code is the script: what its callbacks do, by number.
type Code interface {
	// Call runs a callback with what it is given, and returns what it returned,
	// or what it threw.
	Call(callback uint32, given Value) (result Value, threw bool)
	// Describe is a callback as a reader would name it, and where it stands.
	Describe(callback uint32) (string, sim.Pos)
}

// Frames is a Code with functions that await, or with generators. Each has a
// frame, which the Code numbers.
type Frames interface {
	// Resume goes on with a function that awaits, or with a generator.
	Resume(frame uint32, with Completion)
	// DescribeFrame is the function as a reader would name it, and where it
	// waits.
	DescribeFrame(frame uint32) (string, sim.Pos)
	// MarkFrame marks what the body of a generator can still reach.
	MarkFrame(frame uint32, m Marker)
	// DropFrame says that nothing can reach a generator any more, nor its body.
	DropFrame(frame uint32)
}

// Holder is a Code that can name all that it reaches. Without it no promise is
// ever reused.
type Holder interface {
	// MarkRoots marks the promises and iterators that the script can reach.
	MarkRoots(Marker)
}

// Config is what a Realm is made of.
type Config struct {
	Rules  Rules
	Host   Host
	Code   Code                // a Frames and a Holder, Foreign or Releaser if it can be
	Room   int                 // how many promises, or generators, are made before dead ones are looked for; 0: 1
	Stress bool                // dead promises are looked for at each new one: for tests
	OnRule func(rule sim.Rule) // told the id of each rule of docs/rules.md as it decides something; nil: nobody asks
	Grower grower              // told before tables grow, as a sim.Loop is; nil: nobody is

	// MakeJobCallback is HostMakeJobCallback (§9.5.2): what the host keeps with a
	// reaction that is made now. Realm.JobData gives it back. Nil: nothing.
	MakeJobCallback func(Made) uint16
}

// grower is told before a table grows by so many bytes; where there is no room,
// Grow does not return.
type grower = interface{ Grow(bytes int64) }

// Realm is the promises and async iterators of one run.
type Realm struct {
	rules   Rules    `state:"-"`
	host    Host     `state:"-"`
	code    Code     `state:"-"`
	frames  Frames   `state:"-"`
	holder  Holder   `state:"-"`
	foreign Foreign  `state:"-"`
	release Releaser `state:"-"`
	room    int
	stress  bool
	onRule  func(rule sim.Rule)
	grower  grower

	makeJobCallback func(Made) uint16
	keepsData       bool `state:"-"` // it is asked
	onward          bool // an await is under way that could go on at once
	yielded         bool // a yield of what is no promise is under way

	promises  promises
	iterators iterators
}

// NewRealm is a realm without promises.
func NewRealm(c Config) Realm {
	r := Realm{rules: c.Rules, host: c.Host, code: c.Code, room: max(1, c.Room), stress: c.Stress, onRule: c.OnRule, grower: c.Grower, makeJobCallback: c.MakeJobCallback, keepsData: c.MakeJobCallback != nil}
	r.frames, _ = c.Code.(Frames)
	r.holder, _ = c.Code.(Holder)
	r.foreign, _ = c.Code.(Foreign)
	r.release, _ = c.Code.(Releaser)
	r.RestartPromises()
	return r
}

// RestartPromises forgets every promise and iterator, and keeps their memory.
func (r *Realm) RestartPromises() {
	r.promises.restart()
	r.iterators.restart()
	r.onward, r.yielded = false, false
}

// CiteRule tells whoever asks that a rule of docs/rules.md decided something:
// see Config.OnRule.
func (r *Realm) CiteRule(rule sim.Rule) {
	if r.onRule != nil {
		r.onRule(rule)
	}
}

// Job is a promise job (§9.5.4), as the host keeps it: 16 bytes that hold no
// pointer.
type Job struct {
	Kind uint8 // reactionJob or thenableJob
	Ref  uint32
	Arg  uint64
}

// The kinds of jobs.
const (
	reactionJob uint8 = iota // NewPromiseReactionJob (§27.2.2.1); Ref: the reaction; Arg: the value, and whether it is a rejection
	thenableJob              // NewPromiseResolveThenableJob (§27.2.2.2); Ref: the promise to settle; Arg: the thenable
)

// DescribeJob is a job as a reader would name it, and where it stands in the
// script.
func (r *Realm) DescribeJob(j Job) (string, sim.Pos) {
	if j.Kind == thenableJob {
		return "resolve with a thenable", sim.Pos{}
	}
	_, wasRejected := Unpack(j.Arg)
	return r.describeReaction(j.Ref, wasRejected)
}

// IsHandled reports whether a rejection of the promise would not be tracked
// ([[PromiseIsHandled]]).
func (r *Realm) IsHandled(promise uint32) bool { return r.promises.all[promise].isHandled }

// Reason is what a promise was rejected with, or fulfilled ([[PromiseResult]]).
func (r *Realm) Reason(promise uint32) Value { return r.promises.all[promise].value }

// NoCallback stands for a callback that was not given.
const NoCallback = ^uint32(0)
