package ecma

// Made is how a reaction came to be, which tells a host what it may know of.
type Made uint8

// The ways.
const (
	MadePending Made = iota // for a promise that was pending
	MadeSettled             // for one that was settled
	// MadeOnward is MadeSettled by the await of a function that a job itself has
	// gone on with, where what it awaits is there: an engine whose queue is empty
	// can go on at once (SpiderMonkey, js::CanSkipAwait).
	MadeOnward
	// MadeYielded is MadeSettled by the yield of an async generator that yields what
	// is no promise and has no then.
	MadeYielded
)

// made is how a reaction to a promise comes to be.
func (r *Realm) made(p *promise) Made {
	switch {
	case p.state == pending:
		return MadePending
	case r.onward:
		return MadeOnward
	case r.yielded:
		return MadeYielded
	}
	return MadeSettled
}

// goesOn reports whether an await of v in a frame could go on at once.
func (r *Realm) goesOn(v Value, frame uint32) bool {
	at := r.promises.underWay
	if at == noReaction || v.Kind == ValueThenable {
		return false
	}
	if v.Kind == ValuePromise && (r.promises.all[v.Ref].state != fulfilled || r.promises.all[v.Ref].subclass) {
		return false
	}
	re := &r.promises.reactions[at]
	return re.kind == reactAwait && re.derived == frame
}

// KeepJobData says whether Config.MakeJobCallback, which must be there, is asked
// from now on; without that it is from the start. A host that would give 0 so far
// need not be asked: that is what a reaction has of which nothing was kept.
func (r *Realm) KeepJobData(on bool) { r.keepsData = on }

// JobData is what Config.MakeJobCallback gave for the reaction of a reactionJob.
func (r *Realm) JobData(j Job) uint16 { return r.promises.reactions[j.Ref].data }
