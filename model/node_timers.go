package model

import (
	"math"

	"evsim/clock"
	"evsim/ecma"
	"evsim/sim"
)

// nodeTimers is how a release of Node keeps timers on top of libuv's.
type nodeTimers interface {
	restart()
	set(timerSpec) TimerRef // its delay is coerced
	clear(TimerRef)
	refresh(TimerRef)
	ref(t TimerRef, referenced bool)
	fire(handle int32) // a uv_timer_t is due and was stopped
	forget(TimerRef)
	timeout(id int32) *timeout
	most() int // timers at one time
}

const timeoutMax = 1<<31 - 1 // TIMEOUT_MAX

// coerce is the Timeout constructor's: what is no number from 1 to 2^31-1 is 1.
func coerce(delay float64) float64 {
	if delay >= 1 && delay <= timeoutMax {
		return delay
	}
	return 1
}

func (n *Node) setTimer(s timerSpec) TimerRef {
	n.CiteRule(RuleTimers)
	n.CiteRule(RuleLoopTime)
	if delay := coerce(s.delay); delay != s.delay {
		n.CiteRule(RuleDelay)
		if s.delay > timeoutMax {
			n.emitWarning()
		}
		s.delay = delay
	}
	return n.timers.set(s)
}

func (n *Node) clearTimer(t TimerRef) { n.timers.clear(t) }

// Refresh is timeout.refresh().
func (n *Node) Refresh(t TimerRef) {
	n.CiteRule(RuleRefresh)
	n.timers.refresh(t)
}

// RefTimer is timeout.ref() and timeout.unref().
func (n *Node) RefTimer(t TimerRef, referenced bool) {
	n.CiteRule(RuleUnref)
	n.timers.ref(t, referenced)
}

// HasRefTimer is timeout.hasRef(), of a timer that the script can still reach.
// It says what ref and unref said last, also of a timer that is done; but see
// DoneLosesRef.
func (n *Node) HasRefTimer(t TimerRef) bool { return n.timers.timeout(int32(t) - 1).refed }

// Uptime is what process.uptime does to the loop: it reads its clock
// (src/node_process_methods.cc, Uptime).
func (n *Node) Uptime() {
	n.CiteRule(RuleLoopTime)
	n.Update()
}

// IdleStart is timeout._idleStart: the reading of the loop's clock from which a
// timer counts, as the time since the first reading.
func (n *Node) IdleStart(t TimerRef) clock.Span {
	return n.Elapsed(n.timers.timeout(int32(t) - 1).start)
}

// SetIdleStart is timeout._idleStart = start, as a library writes it that wants
// two timers to be due at one time. The timer keeps its place in its list.
func (n *Node) SetIdleStart(t TimerRef, start clock.Span) {

	n.timers.timeout(int32(t) - 1).start = n.Reads(start)
}

// timeout is the Timeout object of lib/internal/timers.js.
type timeout struct {
	start     clock.Instant // _idleStart
	list      int32         // the list of its duration, _idleTimeout; unenrolled: -1
	callback  uint32
	id, cause sim.TaskID
	repeat    bool // _repeat
	cleared   bool // _onTimeout is null
	destroyed bool // _destroyed
	refed     bool // [kRefed]
	called    bool // Node 10: _called
	named     bool // the script can still reach it
}

const (
	noHandle   int32 = -1
	unenrolled int32 = -1
)

// newTimeout is a timer whose callback is scheduled by the running task.
func (n *Node) newTimeout(slab *timeouts, s timerSpec, list int32) (id int32) {
	t := n.Schedule(InTimers, scriptCall(s.callback, ecma.Value{}))
	id = slab.add(&n.Loop)
	one := &slab.all[id] // written in place: a copy would wait for what was written
	*one = timeout{}
	one.list, one.callback, one.id, one.cause = list, s.callback, t.ID, t.Cause
	one.repeat, one.named, one.refed = s.repeat, s.named, true
	return id
}

// task is the timer's next run.
func (t *timeout) task() sim.Task {
	return sim.Task{Call: scriptCall(t.callback, ecma.Value{}), ID: t.id, Cause: t.cause}
}

// again makes a new task for the timer's next run.
func (t *timeout) again(l *sim.Loop) {
	next := l.Again(t.task())
	t.id, t.cause = next.ID, next.Cause
}

// timeouts is the slab of Timeout objects. A TimerRef is an index plus one. A
// slot is used again once its timer is done and the script has no name for it.
type timeouts struct {
	all  []timeout `state:"slab:free"`
	free []int32
}

func (s *timeouts) restart() { s.all, s.free = s.all[:0], s.free[:0] }

// add is a slot that is not in use, with what was there before.
func (s *timeouts) add(l *sim.Loop) int32 {
	if k := len(s.free); k > 0 {
		id := s.free[k-1]
		s.free = s.free[:k-1]
		return id
	}
	s.all = sim.Grown(l, s.all)
	s.all = s.all[:len(s.all)+1]
	return int32(len(s.all) - 1)
}

// most is the largest number of timers at one time.
func (s *timeouts) most() int { return len(s.all) }

// release frees a slot whose timer is done, unless the script can still bring
// it back.
func (s *timeouts) release(id int32) {
	if !s.all[id].named {
		s.free = append(s.free, id)
	}
}

// forget says that the script has lost its name for a timer.
func (s *timeouts) forget(ref TimerRef, done func(int32) bool) {
	if id := int32(ref) - 1; id >= 0 && s.all[id].named {
		s.all[id].named = false
		if done(id) {
			s.free = append(s.free, id)
		}
	}
}

// listKey is the property name of a list in the map of lists: the duration.
func listKey(d clock.Span) uint64 { return uint64(d) }

func keyDuration(key uint64) clock.Span { return clock.Span(key) }

// milliseconds is a JavaScript number of milliseconds as a span. No fraction is
// rounded up to a whole millisecond: that would be another list.
func milliseconds(ms float64) clock.Span {
	whole := wholeMilliseconds(ms)
	fraction := clock.Span(math.Round((ms - math.Trunc(ms)) * float64(clock.Millisecond)))
	return whole + min(fraction, clock.Millisecond-1)
}

// wholeMilliseconds is the same without its fraction (Math.trunc).
func wholeMilliseconds(ms float64) clock.Span { return clock.Span(int64(ms)) * clock.Millisecond }

// truncated is a span cut to whole milliseconds, as libuv takes it.
func truncated(d clock.Span) clock.Span { return d - d%clock.Millisecond }

func (n *Node) forgetTimer(t TimerRef) { n.timers.forget(t) }
