package model

import "evsim/clock"

// Chromium begins an idle period at certain moments (IdleHelper): when an idle callback
// is requested and none goes on, in a task of the highest priority; at the end of
// the period before, if callbacks wait; and behind a frame. Where there is no time then,
// it tries again a millisecond later. A frame ends all that, and while one is asked for
// behind it no period begins: the compositor, which is told that callbacks wait, does not
// say that no frame comes (ProxyMain::ShouldBeginMainFrameNotExpectedSoon).
//
// A callback that was cancelled, or has run for its timeout, keeps its place until that is
// the first (ScriptedIdleTaskController::RemoveIdleTask). Until then it counts as one that
// is to run; but as it is taken away there, nothing is done that is done behind one.

// idleAsks is what Chromium keeps of idle periods (IdleHelper::State).
type idleAsks struct {
	state idleState
	begin bool          // a request has asked for a period
	waits bool          // the next is tried later
	again clock.Instant // at this time
}

// idleState says what idle period there is.
type idleState uint8

// The states.
const (
	idleNone idleState = iota
	idleGoesOn
	idleShort  // one goes on between two frames
	idlePaused // one has begun with nothing to run in it: a request begins another
)

// idleRetry is how much later a period is tried again for which there was no time
// (IdleHelper::kRetryEnableLongIdlePeriodDelayMillis).
const idleRetry = clock.Millisecond

// askIdle is for a callback that was requested (IdleHelper::OnIdleTaskPostedOnMainThread).
func (w *Web) askIdle() {
	if a := &w.idle.asks; w.rules.Idles == idleWhileAsked && (a.state == idlePaused || a.state == idleNone && !a.waits) {
		a.begin = true
	}
}

// tryIdle begins a period as a turn begins, behind the timers that have become tasks,
// if that was asked for, or if the time has come at which it is tried again.
func (w *Web) tryIdle() {
	a := &w.idle.asks
	if a.waits && !w.Before(w.Now(), a.again) && w.triesFirst() {
		a.begin = true
	}
	if !a.begin {
		return
	}
	if a.state == idleNone && !a.waits && w.rules.FramesBeforeIdles && w.frames.announced {
		w.CiteRule(RuleIdleFrames)
		a.begin = false
		return
	}
	w.beginAsked()
}

// triesFirst reports whether the time to try again comes before the first timer, among
// which it stands as they do that need not be precise.
func (w *Web) triesFirst() bool {
	t := &w.timers
	if t.agenda.Len() == 0 {
		return true
	}
	id, _ := t.agenda.Min()
	return w.Before(w.idle.asks.again.Add(w.rules.Leeway), w.Wake(w.allowed(w.latest(&t.all[id]))))
}

// nextIdleTry is when a period is tried again, if callbacks wait for it. Where the last
// callback of a period was cancelled, some task of the browser's own ends the period.
func (w *Web) nextIdleTry() (at clock.Instant, ok bool) {
	d := &w.idle
	if !d.isLeft(&d.pending) {
		return 0, false
	}
	if a := &d.asks; a.waits {
		return a.again, w.triesFirst()
	}
	if d.asks.state == idleGoesOn && !w.hasNext() {
		d.tryAt(d.deadline)
		return d.deadline, true
	}
	return 0, false
}

// tryAt lets a period be tried at an instant.
func (d *idle) tryAt(at clock.Instant) { d.asks.waits, d.asks.again = true, at }

// endAsked ends the period that goes on, also as a frame begins: what is left goes before
// what was requested meanwhile (IdleHelper::EndIdlePeriod).
func (d *idle) endAsked() {
	d.asks = idleAsks{}
	if d.runnable.len() > 0 {
		d.putBack()
	}
}

// beginAsked begins a period, with all callbacks that there are, if there is time for one
// (IdleHelper::EnableLongIdlePeriod). Some time passes until it does, so a timer whose
// time is as far away as a period is long at least is too near.
func (w *Web) beginAsked() {
	d := &w.idle
	d.endAsked()
	end := w.idleDeadline()
	if !w.Before(w.Now().Add(w.rules.LeastIdle), end) {
		w.CiteRule(RuleLeastIdle)
		d.tryAt(w.Now().Add(idleRetry))
		return
	}
	if d.deadline, d.asks.state = end, idlePaused; d.pending.len() > 0 {
		d.asks.state = idleGoesOn
		d.runnable, d.pending = d.pending, d.runnable
	}
}

// runAsked runs the first callback of the period.
func (w *Web) runAsked() bool {
	if !w.leftToRun() {
		return false
	}
	w.runIdleCallback()
	w.behindAsked()
	return true
}

// goesOn reports whether a period goes on.
func (a *idleAsks) goesOn() bool { return a.state == idleGoesOn || a.state == idleShort }

// leftToRun reports whether the period has a callback to run. Those before it that were
// cancelled are taken away; in Chromium 69 they run, and do nothing
// (ScriptedIdleTaskController::CallbackFired).
func (w *Web) leftToRun() bool {
	d := &w.idle
	for d.asks.goesOn() && d.runnable.len() > 0 {
		if !d.all[d.runnable.front()].done {
			return true
		}
		if d.runnable.pop(); w.rules.IdleTimeouts == idleTimeoutTask {
			w.behindAsked()
		}
	}
	return false
}

// behindAsked is for what is done behind an idle callback. A period that is left without any
// is paused, unless callbacks were requested in it: then the next begins at its end
// (IdleHelper::UpdateLongIdlePeriodStateAfterIdleTask).
func (w *Web) behindAsked() {
	d := &w.idle
	if d.asks.state == idleGoesOn && d.runnable.len() == 0 {
		switch {
		case d.pending.len() == 0:
			d.asks.state = idlePaused
		case w.Before(w.Now(), d.deadline):
			w.CiteRule(RuleIdlePeriod)
			d.tryAt(d.deadline)
		default:
			w.beginAsked()
		}
	}
	w.idleAfterTask()
}

// idleAfterTask ends a period behind a task, once its end has come
// (IdleHelper::DidProcessTask).
func (w *Web) idleAfterTask() {
	d := &w.idle
	if w.rules.Idles != idleWhileAsked || len(d.all) == 0 || w.Before(w.Now(), d.deadline) {
		return
	}
	switch d.asks.state {
	case idleGoesOn:
		w.beginAsked()
	case idleShort:
		d.endAsked()
	}
}

// idleAfterFrame begins an idle period behind a frame for the callbacks that wait: until
// the next frame, if that is asked for (MainThreadSchedulerImpl::DidCommitFrameToCompositor),
// else as always (MainThreadSchedulerImpl::BeginFrameNotExpectedSoon).
func (w *Web) idleAfterFrame() {
	d := &w.idle
	if w.rules.Idles != idleWhileAsked {
		return
	}
	d.asks.begin = false
	if d.pending.len() == 0 {
		return
	}
	if !w.frames.announced {
		w.askIdle()
		return
	}
	if w.Before(w.frames.due, w.Now().Add(w.rules.LeastIdle)) {
		return
	}
	w.CiteRule(RuleIdleFrames)
	d.deadline, d.asks.state = w.frames.due, idleShort
	d.runnable, d.pending = d.pending, d.runnable
}
