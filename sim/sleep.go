package sim

import "evsim/clock"

// freeSleeps is how often in one turn a loop can wake and find nothing to run before
// each such sleep counts as a turn for the limit of turns. None does so as often that goes
// on: what it waits for does not come, because the loop's clock stands still or crawls.
const freeSleeps = 1000

// Sleep lets time pass until an instant at which something may happen. The first thousand
// calls in a turn are free; each of the others counts as a turn for Limits.Turns.
func (l *Loop) Sleep(until clock.Instant) {
	if !l.passes(until) {
		return
	}
	if l.wants.Has(EventSleep) {
		l.emit(&Event{Kind: EventSleep})
	}
	l.checkTime()
}

// Spin lets time pass, and counts, as Sleep does; but the loop does not sleep meanwhile, it
// looks again and again.
func (l *Loop) Spin(until clock.Instant) {
	if l.passes(until) {
		l.checkTime()
	}
}

// passes lets time pass, and reports whether any did.
func (l *Loop) passes(until clock.Instant) bool {
	if l.sleeps++; l.sleeps > freeSleeps {
		l.passesAgain()
	}
	return !l.Stopped() && l.Reach(until)
}

// passesAgain is for a sleep that counts as a turn. The loop need not be at rest here:
// nobody is asked who wants to look at it.
func (l *Loop) passesAgain() {
	if l.idle++; l.turns+l.idle > l.limits.Turns {
		l.Stop(Stop{Reason: LimitTurns})
		return
	}
	if l.sleeps%askEvery == 0 && l.steps.halt != nil && l.steps.halt() {
		l.Stop(Stop{Reason: Abandoned})
	}
}

// SleepTo is Sleep until an instant that is not before now, whether or not it is now.
// It is for sleeps that something ends which runs.
func (l *Loop) SleepTo(t clock.Instant) {
	if !l.Stopped() {
		l.Move(t)
		l.checkTime()
	}
}

func (l *Loop) checkTime() {
	if l.Before(l.end, l.Now()) {
		l.Stop(Stop{Reason: LimitTime})
	}
}
