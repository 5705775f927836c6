package ecma

// Foreign is a Code with values of its own: objects with a then that the
// script wrote, and iterators that are no async generators of this realm. Their
// values are numbered by the Code (Value.Ref).
type Foreign interface {
	// CallThen calls the then of a thenable with two functions that settle the
	// promise by ResolveThenable and RejectThenable (§27.2.2.2). Of these two
	// only the first call counts, which the Code sees to. What then throws
	// before that call, the Code gives to RejectThenable.
	CallThen(thenable Value, promise uint32)
	// CallIterator calls next, throw or return of an iterator, by the
	// completion's type: it returns what the method returned or threw.
	// missing says that the iterator has no such method.
	CallIterator(iterator uint32, with Completion) (result Value, threw, missing bool)
	// IteratorResult takes an iterator's result apart (§7.4.6, §7.4.7). What
	// reading it throws, such as a TypeError for what is no object, comes back
	// as a Throw. awaited says that the value of a result that is not done will
	// be awaited; every other value is passed on as it stands, so that a promise
	// is a ValuePlain.
	IteratorResult(result Value, awaited bool) (value Completion, done bool)
	// Awaitable is a value that next, throw or return of a generator was given,
	// now that it is awaited: a promise, as PromiseResolve makes one of it
	// (§27.2.4.7.1). threw: that threw it. The body behind the frame goes on behind
	// that, if there is one still.
	Awaitable(v Value, frame uint32, goesOn bool) (made Value, threw bool)
	// Resolution is a value that a promise is resolved with and that the script
	// did not give just now: what a callback returned before other code ran, what
	// another promise was fulfilled with, or an iterator's result. An object is
	// asked for its then (§27.2.1.3.2), which it may have got meanwhile. threw:
	// that threw it.
	Resolution(v Value) (resolution Value, threw bool)
	// AfterFinally waits for an object that the callback of a finally returned: what
	// the then of its promise returns, called with a function that ends as the
	// completion says (§27.2.5.3.1, §27.2.5.3.2), or throws.
	AfterFinally(result Value, with Completion) (v Value, threw bool)
	// MissingThrow is the TypeError of a yield* whose iterator has no throw.
	MissingThrow() Value
}

// Releaser is a Code whose callbacks and values can die.
type Releaser interface {
	// ReleaseCallback says that the realm will not call a callback of a then or
	// a finally any more.
	ReleaseCallback(callback uint32)
	// ReachedValue says, while dead promises are looked for, that a value other
	// than undefined can still be reached.
	ReachedValue(Value)
	// Collected says that this is over: what was not reached since the last
	// time is no longer held by any promise.
	Collected()
}

// ResolveThenable is what the first function that CallThen was given does: it
// resolves the promise although its own functions are used up.
func (r *Realm) ResolveThenable(promise uint32, v Value) { r.resolveLocked(promise, v) }

// RejectThenable is what the second does.
func (r *Realm) RejectThenable(promise uint32, v Value) { r.settle(promise, rejected, v) }
