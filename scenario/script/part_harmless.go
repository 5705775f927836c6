package script

import "slices"

// separable reports whether no statement ties everything together: listeners and
// signals hear of whatever happens, work takes time, what is not referenced waits
// only as long as something else does, and some lines tell times and states.
func (f *footprints) separable() bool {
	for i := range f.all {
		s := f.all[i].stmt
		switch s.Verb {
		case VerbOn, VerbKill, VerbBusy, VerbRef, VerbUnref, VerbTickCallback, VerbVM:
			return false
		}
		if s.Unref {
			return false
		}
	}
	tells := func(p TextPart) bool {
		return p.Hole != HoleNone && p.Hole != HoleCount && p.Hole != HoleArgs && p.Hole != HoleError
	}
	return !slices.ContainsFunc(f.script.Texts, func(t Text) bool { return slices.ContainsFunc(t.Parts, tells) })
}

// harmless reports whether a statement can be left out, if all is that shares
// something with it: it logs no line that is read, throws nothing, rejects
// nothing, and has an end.
func (f *footprints) harmless(i int) bool {
	s := f.all[i].stmt
	if s.Given.Kind == GivenRejected || s.Given.Kind == GivenThenable || s.Subclass {
		return false
	}
	switch s.Verb {
	case VerbLog:
		parts := f.script.Texts[s.Text].Parts
		return len(parts) == 1 && parts[0].Hole == HoleNone && !f.reads(parts[0].Text)
	case VerbIO:
		return !s.Never && s.Text == None && IOKind(s.Kind) != IOPipe
	case VerbReadFile:
		return s.Catch == NoBody
	case VerbSetTimeout, VerbSetInterval: // all of these have an end, see few
		return ordinary(s)
	case VerbClearTimeout, VerbClearInterval, VerbSetImmediate, VerbClearImmediate, VerbNextTick, VerbQueueMicrotask, VerbPromise, VerbRepeat:
		return true
	case VerbResolve:
		return s.Given.Kind != GivenPromise && s.Given.Kind != GivenCall && f.madeBefore(i, s.Target)
	case VerbThen, VerbCatch, VerbFinally, VerbChain:
		return s.Given.Kind == GivenResolved || s.Given.Kind == GivenPromise && f.madeBefore(i, s.Given.Handle)
	case VerbAll, VerbAllSettled, VerbRace:
		return !slices.ContainsFunc(s.Members, func(h HandleID) bool { return !f.madeBefore(i, h) })
	case VerbCall:
		return !f.script.Functions[s.Func].Generator
	case VerbAwait:
		return s.Given.Kind != GivenCall || !f.script.Functions[s.Given.Func].Generator
	case VerbReturn:
		return s.Given.Kind == GivenNothing || s.Given.Kind == GivenValue || s.Given.Kind == GivenResolved
	}
	return false
}

// longestTimer is the longest delay of a timer that may be left out, in milliseconds.
const longestTimer = 1e6

// ordinary reports whether a timer's delay is taken as it is, without a warning.
func ordinary(s *Stmt) bool { return s.HasDelay && s.Delay >= 0 && s.Delay <= longestTimer }

// controls reports whether what comes after a statement in its frame, or what the
// frame comes to, hangs on it.
func controls(s *Stmt) bool {
	switch s.Verb {
	case VerbAwait, VerbReturn, VerbThrow, VerbYield, VerbYieldStar, VerbForAwait, VerbYieldScheduler:
		return true
	}
	return false
}

// madeBefore reports whether a promise has its name for certain when a statement
// is reached: what makes it stands before it, in its body or around that.
func (f *footprints) madeBefore(i int, h HandleID) bool {
	for range f.script.Bodies {
		body := f.all[i].body
		for at := f.first[body]; at < i; at++ {
			if f.makes(f.all[at].stmt, h) {
				return true
			}
		}
		if len(f.owners[body]) != 1 || slices.ContainsFunc(f.script.Functions, func(fn Function) bool { return fn.Body == body }) {
			return false
		}
		i = f.owners[body][0]
	}
	return false
}

// makes reports whether a statement gives a name to a promise whenever it runs.
func (f *footprints) makes(s *Stmt, h HandleID) bool {
	switch s.Verb {
	case VerbPromise:
		return s.Target == h
	case VerbThen, VerbCatch, VerbFinally, VerbChain, VerbAll, VerbAllSettled, VerbRace:
		return s.As == h
	case VerbCall:
		fn := &f.script.Functions[s.Func]
		return s.As == h && fn.Async && !fn.Generator && fn.Limit == 0
	}
	return false
}

// handlesOf is the names that a statement makes or uses.
func (f *footprints) handlesOf(s *Stmt) (out []HandleID) {
	add := func(h HandleID) {
		if h != None {
			out = append(out, h)
		}
	}
	given := func(g Given) {
		if g.Kind == GivenPromise {
			add(g.Handle)
		}
	}
	add(s.As)
	if named(s.Verb) {
		add(s.Target)
	}
	given(s.Given)
	for _, h := range s.Members {
		add(h)
	}
	for _, g := range s.Elements {
		given(g)
	}
	return out
}

// named reports whether the Target of a verb's statements counts.
func named(v Verb) bool {
	switch v {
	case VerbMark, VerbClearTimeout, VerbClearInterval, VerbClearImmediate, VerbRefresh, VerbRef, VerbUnref,
		VerbPromise, VerbResolve, VerbReject, VerbYieldStar, VerbForAwait, VerbNext, VerbGeneratorReturn, VerbGeneratorThrow, VerbClose:
		return true
	}
	return false
}

// functionsOf is the functions that a statement calls.
func functionsOf(s *Stmt) (out []FuncID) {
	switch s.Verb {
	case VerbCall:
		out = append(out, s.Func)
	case VerbForAwait, VerbYieldStar:
		if s.Func != None {
			out = append(out, s.Func)
		}
	}
	for _, g := range append([]Given{s.Given}, s.Elements...) {
		if g.Kind == GivenCall {
			out = append(out, g.Func)
		}
	}
	return out
}

// bodiesOf is the bodies that a statement has.
func bodiesOf(s *Stmt) (out []BodyID) {
	for _, body := range [...]BodyID{s.Do, s.Catch, s.Finally} {
		if body != NoBody {
			out = append(out, body)
		}
	}
	for _, link := range s.Links {
		if link.Body != NoBody {
			out = append(out, link.Body)
		}
	}
	return out
}

func resourceOf(s *Stmt) (r resource, some bool) {
	switch s.Verb {
	case VerbSetTimeout, VerbSetInterval, VerbClearTimeout, VerbClearInterval, VerbRefresh:
		return usesTimers, true
	case VerbQueueMicrotask:
		return usesJobs, true
	case VerbReadFile:
		return usesPool, true
	case VerbIO:
		return usesPool, IOKind(s.Kind) != IONet && IOKind(s.Kind) != IOPipe
	}
	return 0, false
}

// fewStatements is how many statements a run may make at most, so that none of
// its limits is near, and what one wait returns is one batch.
const fewStatements = 1000

// few reports whether no run can make more statements than that. A function with a
// limit runs so often at most; one without must not come to itself again.
func (f *footprints) few() bool {
	if len(f.all) > fewStatements {
		return false
	}
	c := counter{script: f.script}
	total := c.body(f.script.Main)
	for i := range f.script.Functions {
		if fn := &f.script.Functions[i]; fn.Limit > 0 {
			total += min(fn.Limit, fewStatements+1) * c.body(fn.Body)
		}
	}
	return total <= fewStatements
}

// counter counts statements that a run can make, up to some more than few.
type counter struct {
	script *Script
	asked  int // bodies that were counted: one that comes to itself is, again and again
}

func (c *counter) body(b BodyID) (n int64) {
	if c.asked++; c.asked > fewStatements {
		return fewStatements + 1
	}
	for i := range c.script.Bodies[b].Stmts {
		n = min(n+c.stmt(&c.script.Bodies[b].Stmts[i]), fewStatements+1)
	}
	return n
}

func (c *counter) stmt(s *Stmt) int64 {
	times := int64(1)
	switch s.Verb {
	case VerbRefresh: // its timer may set itself again without end
		return fewStatements + 1
	case VerbRepeat:
		times = s.Count
	case VerbSetInterval, VerbForAwait:
		if times = s.Count; times == 0 {
			return fewStatements + 1
		}
	}
	n := int64(1)
	for _, body := range bodiesOf(s) {
		n += c.body(body)
	}
	for _, fn := range functionsOf(s) {
		if function := &c.script.Functions[fn]; function.Limit == 0 {
			n += c.body(function.Body)
		}
	}
	return 1 + min(times, fewStatements+1)*min(n, fewStatements+1)
}
