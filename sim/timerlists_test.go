package sim_test

import (
	"fmt"
	"slices"
	"testing"

	"evsim/clock"
	"evsim/sim"
)

// twinList is a list of timers as one would draw it.
type twinList struct {
	live       bool
	generation uint32
	timers     []int32
	ordered    bool
	expiry     clock.Instant
	id         uint64
}

// timerListsPair is TimerLists and its obvious twin.
type timerListsPair struct {
	c     *clock.Clock
	lists sim.TimerLists
	twin  map[uint64]*twinList
	index map[uint64]int32 // what Open returned
	id    uint64
}

func newTimerListsPair(c *clock.Clock) *timerListsPair {
	return &timerListsPair{c: c, twin: map[uint64]*twinList{}, index: map[uint64]int32{}}
}

// listOf is the list that a timer is in.
func (p *timerListsPair) listOf(timer int32) *twinList {
	for _, list := range p.twin {
		if slices.Contains(list.timers, timer) {
			return list
		}
	}
	return nil
}

// step does what the numbers say, as far as TimerLists allows it, and compares.
func (p *timerListsPair) step(kind int, key uint64, timer int32, expiry int) error {
	list := p.twin[key]
	live := list != nil && list.live
	switch {
	case kind == 0 && !live:
		p.open(key)
	case kind == 0 && len(list.timers) == 0:
		p.lists.Close(p.c, p.index[key])
		list.live, list.ordered = false, false
		list.generation++
	case kind == 1 && live:
		p.id++
		p.lists.Expect(p.c, p.index[key], clock.Instant(expiry))
		list.ordered, list.expiry, list.id = true, clock.Instant(expiry), p.id
	case kind == 2:
		p.lists.Unlink(timer)
		if in := p.listOf(timer); in != nil {
			in.timers = slices.DeleteFunc(in.timers, func(t int32) bool { return t == timer })
		}
	case live && p.listOf(timer) == nil:
		p.lists.Append(p.index[key], timer)
		list.timers = append(list.timers, timer)
	}
	if listed := p.listOf(timer) != nil; p.lists.Listed(timer) != listed {
		return fmt.Errorf("timer %d listed: %t", timer, !listed)
	}
	if err := p.compare(key); err != nil {
		return err
	}
	return p.compareEarliest()
}

func (p *timerListsPair) open(key uint64) {
	if p.twin[key] == nil {
		p.twin[key] = &twinList{}
	}
	p.index[key] = p.lists.List(key)
	p.lists.Open(p.index[key])
	p.twin[key].live = true
	p.twin[key].generation++
}

func (p *timerListsPair) compare(key uint64) error {
	want := p.twin[key]
	list := p.lists.List(key)
	live := p.lists.Live(list)
	if live != (want != nil && want.live) {
		return fmt.Errorf("list %d is there: %t", key, live)
	}
	if !live {
		return nil
	}
	if list != p.index[key] || p.lists.Key(list) != key || p.lists.Generation(list) != want.generation {
		return fmt.Errorf("list %d is number %d with key %d, generation %d; want number %d, %d", key, list, p.lists.Key(list), p.lists.Generation(list), p.index[key], want.generation)
	}
	if timer, some := p.lists.Front(list, want.generation-2); some {
		return fmt.Errorf("list %d before it was deleted begins with %d", key, timer)
	}
	front, some := p.lists.Front(list, want.generation)
	if some != (len(want.timers) > 0) || p.lists.Empty(list) == some || some && front != want.timers[0] {
		return fmt.Errorf("list %d begins with %d, %t; want %v", key, front, some, want.timers)
	}
	return nil
}

func (p *timerListsPair) compareEarliest() error {
	var want *twinList
	var wantKey uint64
	for key, list := range p.twin {
		if list.ordered && (want == nil || list.expiry < want.expiry || list.expiry == want.expiry && list.id < want.id) {
			want, wantKey = list, key
		}
	}
	if ordered := p.lists.Ordered() > 0; ordered != (want != nil) {
		return fmt.Errorf("a list is ordered: %t", ordered)
	}
	if want == nil {
		return nil
	}
	if list, expiry := p.lists.Earliest(); p.lists.Key(list) != wantKey || expiry != want.expiry {
		return fmt.Errorf("list %d is first at %d, want %d at %d", p.lists.Key(list), expiry, wantKey, want.expiry)
	}
	return nil
}

// drain takes every timer of every list, from the front.
func (p *timerListsPair) drain() error {
	for key, want := range p.twin {
		for i, timer := range want.timers {
			got, ok := p.lists.Front(p.index[key], want.generation)
			if !ok || got != timer {
				return fmt.Errorf("timer %d of list %d is %d, want %v", i, key, got, want.timers)
			}
			p.lists.Unlink(got)
		}
		if !p.lists.Empty(p.index[key]) {
			return fmt.Errorf("list %d has more than %v", key, want.timers)
		}
	}
	return nil
}

func TestTimerListsHaveATwin(t *testing.T) {
	for name, c := range clocks() {
		for seed := range uint64(100) {
			d := dice(seed)
			p := newTimerListsPair(c)
			for step := range 400 {
				if err := p.step(d.below(6), uint64(d.below(6)), int32(d.below(30)), d.below(10)); err != nil {
					t.Fatalf("%s, seed %d, step %d: %v", name, seed, step, err)
				}
			}
			if err := p.drain(); err != nil {
				t.Fatalf("%s, seed %d: %v", name, seed, err)
			}
		}
	}
}

func FuzzTimerLists(f *testing.F) {
	f.Add([]byte{0, 1, 0, 0, 3, 1, 7, 0, 1, 1, 7, 9, 2, 1, 7, 0, 0, 1, 0, 0})
	f.Add([]byte{0, 1, 0, 0, 0, 2, 0, 0, 3, 1, 1, 0, 3, 1, 2, 0, 3, 2, 3, 0, 2, 0, 2, 0, 1, 2, 0, 5, 1, 1, 0, 5})
	f.Fuzz(func(t *testing.T, ops []byte) {
		p := newTimerListsPair(plain())
		for i := 0; i+3 < len(ops) && i < 3000; i += 4 {
			if err := p.step(int(ops[i]%6), uint64(ops[i+1]%16), int32(ops[i+2]%64), int(int8(ops[i+3]))); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.drain(); err != nil {
			t.Fatal(err)
		}
	})
}

// runTimerLists sets timers of the given delays, and runs and re-arms each n times.
func runTimerLists(c *clock.Clock, l *sim.TimerLists, delays []uint64, rounds int) {
	for timer := range int32(len(delays)) {
		arm(c, l, delays[timer], timer, 0)
	}
	for range rounds * len(delays) {
		list, now := l.Earliest()
		timer, _ := l.Front(list, l.Generation(list))
		key := l.Key(list)
		l.Unlink(timer)
		if l.Empty(list) {
			l.Close(c, list)
		}
		arm(c, l, key, timer, now)
	}
	for timer := range int32(len(delays)) {
		l.Unlink(timer)
		if list := l.List(delays[timer]); l.Live(list) && l.Empty(list) {
			l.Close(c, list)
		}
	}
}

func arm(c *clock.Clock, l *sim.TimerLists, delay uint64, timer int32, now clock.Instant) {
	list := l.List(delay)
	if !l.Live(list) {
		l.Open(list)
		l.Expect(c, list, now.Add(clock.Span(delay)))
	}
	l.Append(list, timer)
}

func TestTimerListsDoNotAllocate(t *testing.T) {
	c := plain()
	var l sim.TimerLists
	delays := make([]uint64, 300)
	for i := range delays {
		delays[i] = uint64(1 + i%7)
	}
	noAllocations(t, func() { runTimerLists(c, &l, delays, 5) })
}

// BenchmarkTimerLists sets a timer of one of ten delays, and takes the earliest.
func BenchmarkTimerLists(b *testing.B) {
	c := plain()
	var l sim.TimerLists
	for timer := range int32(hold) {
		arm(c, &l, uint64(1+timer%10), timer, 0)
	}
	b.ReportAllocs()
	for b.Loop() {
		list, now := l.Earliest()
		timer, _ := l.Front(list, l.Generation(list))
		l.Unlink(timer)
		if l.Empty(list) {
			l.Close(c, list)
		} else {
			l.Expect(c, list, now.Add(clock.Span(l.Key(list))))
		}
		arm(c, &l, uint64(1+timer%10), timer, now)
	}
}
