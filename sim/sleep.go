package sim

import "evsim/clock"

// freeSleeps is how many sleeps of one turn do not count for the limit of turns. A loop
// whose clock runs about as fast as true time needs few: then something comes due, and a
// turn begins. One whose clock stands still wakes and sleeps for ever, and one whose clock
// hardly moves does so very often.
const freeSleeps = 1000

// Sleep lets time pass until an instant at which something may happen. The first thousand
// calls in a turn do not count; each further call counts as a turn for Limits.Turns.
func (l *Loop) Sleep(until clock.Instant) {
	if !l.passes(until) {
		return
	}
	if l.wants.Has(EventSleep) {
		l.emit(&Event{Kind: EventSleep})
	}
	l.checkTime()
}

// Spin is Sleep for a loop that does not sleep meanwhile, but looks again and again: no
// EventSleep is emitted.
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

// passesAgain counts a sleep as a turn. It does not ask Config.Rest: the loop need not be
// at rest here.
func (l *Loop) passesAgain() {
	if l.idle++; l.turns+l.idle > l.limits.Turns {
		l.Stop(Stop{Reason: LimitTurns})
		return
	}
	if l.sleeps%askEvery == 0 && l.steps.halt != nil && l.steps.halt() {
		l.Stop(Stop{Reason: Abandoned})
	}
}

// SleepTo is Sleep until an instant that is not before now, whether or not it is now. It
// does not count: call it only where a callback runs at the end of the sleep.
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
