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
	live        bool
	incarnation uint32
	timers      []int32
	ordered     bool
	expiry      clock.Instant
	id          uint64
}

// lanesPair is Lanes and its obvious twin.
type lanesPair struct {
	c     *clock.Clock
	lanes sim.Lanes
	twin  map[uint64]*twinList
	index map[uint64]int32 // what Open returned
	id    uint64
}

func newLanesPair(c *clock.Clock) *lanesPair {
	return &lanesPair{c: c, twin: map[uint64]*twinList{}, index: map[uint64]int32{}}
}

// listOf is the list that a timer is in.
func (p *lanesPair) listOf(timer int32) *twinList {
	for _, list := range p.twin {
		if slices.Contains(list.timers, timer) {
			return list
		}
	}
	return nil
}

// step does what the numbers say, as far as Lanes allows it, and compares.
func (p *lanesPair) step(kind int, key uint64, timer int32, expiry int) error {
	list := p.twin[key]
	live := list != nil && list.live
	switch {
	case kind == 0 && !live:
		p.open(key)
	case kind == 0 && len(list.timers) == 0:
		p.lanes.Close(p.c, p.index[key])
		list.live, list.ordered = false, false
		list.incarnation++
	case kind == 1 && live:
		p.id++
		p.lanes.Expect(p.c, p.index[key], clock.Instant(expiry))
		list.ordered, list.expiry, list.id = true, clock.Instant(expiry), p.id
	case kind == 2:
		p.lanes.Unlink(timer)
		if in := p.listOf(timer); in != nil {
			in.timers = slices.DeleteFunc(in.timers, func(t int32) bool { return t == timer })
		}
	case live && p.listOf(timer) == nil:
		p.lanes.Append(p.index[key], timer)
		list.timers = append(list.timers, timer)
	}
	if listed := p.listOf(timer) != nil; p.lanes.Listed(timer) != listed {
		return fmt.Errorf("timer %d listed: %t", timer, !listed)
	}
	if err := p.compare(key); err != nil {
		return err
	}
	return p.compareEarliest()
}

func (p *lanesPair) open(key uint64) {
	if p.twin[key] == nil {
		p.twin[key] = &twinList{}
	}
	p.index[key] = p.lanes.List(key)
	p.lanes.Open(p.index[key])
	p.twin[key].live = true
	p.twin[key].incarnation++
}

func (p *lanesPair) compare(key uint64) error {
	want := p.twin[key]
	list := p.lanes.List(key)
	live := p.lanes.Live(list)
	if live != (want != nil && want.live) {
		return fmt.Errorf("list %d is there: %t", key, live)
	}
	if !live {
		return nil
	}
	if list != p.index[key] || p.lanes.Key(list) != key || p.lanes.Incarnation(list) != want.incarnation {
		return fmt.Errorf("list %d is number %d with key %d, incarnation %d; want number %d, %d", key, list, p.lanes.Key(list), p.lanes.Incarnation(list), p.index[key], want.incarnation)
	}
	if timer, some := p.lanes.Front(list, want.incarnation-2); some {
		return fmt.Errorf("list %d before it was deleted begins with %d", key, timer)
	}
	front, some := p.lanes.Front(list, want.incarnation)
	if some != (len(want.timers) > 0) || p.lanes.Empty(list) == some || some && front != want.timers[0] {
		return fmt.Errorf("list %d begins with %d, %t; want %v", key, front, some, want.timers)
	}
	return nil
}

func (p *lanesPair) compareEarliest() error {
	var want *twinList
	var wantKey uint64
	for key, list := range p.twin {
		if list.ordered && (want == nil || list.expiry < want.expiry || list.expiry == want.expiry && list.id < want.id) {
			want, wantKey = list, key
		}
	}
	if ordered := p.lanes.Ordered() > 0; ordered != (want != nil) {
		return fmt.Errorf("a list is ordered: %t", ordered)
	}
	if want == nil {
		return nil
	}
	if list, expiry := p.lanes.Earliest(); p.lanes.Key(list) != wantKey || expiry != want.expiry {
		return fmt.Errorf("list %d is first at %d, want %d at %d", p.lanes.Key(list), expiry, wantKey, want.expiry)
	}
	return nil
}

// drain takes every timer of every list, from the front.
func (p *lanesPair) drain() error {
	for key, want := range p.twin {
		for i, timer := range want.timers {
			got, ok := p.lanes.Front(p.index[key], want.incarnation)
			if !ok || got != timer {
				return fmt.Errorf("timer %d of list %d is %d, want %v", i, key, got, want.timers)
			}
			p.lanes.Unlink(got)
		}
		if !p.lanes.Empty(p.index[key]) {
			return fmt.Errorf("list %d has more than %v", key, want.timers)
		}
	}
	return nil
}

func TestLanesHaveATwin(t *testing.T) {
	for name, c := range clocks() {
		for seed := range uint64(100) {
			d := dice(seed)
			p := newLanesPair(c)
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

func FuzzLanes(f *testing.F) {
	f.Add([]byte{0, 1, 0, 0, 3, 1, 7, 0, 1, 1, 7, 9, 2, 1, 7, 0, 0, 1, 0, 0})
	f.Add([]byte{0, 1, 0, 0, 0, 2, 0, 0, 3, 1, 1, 0, 3, 1, 2, 0, 3, 2, 3, 0, 2, 0, 2, 0, 1, 2, 0, 5, 1, 1, 0, 5})
	f.Fuzz(func(t *testing.T, ops []byte) {
		p := newLanesPair(plain())
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

// runLanes sets timers of the given delays, and runs and re-arms each n times.
func runLanes(c *clock.Clock, l *sim.Lanes, delays []uint64, rounds int) {
	for timer := range int32(len(delays)) {
		arm(c, l, delays[timer], timer, 0)
	}
	for range rounds * len(delays) {
		list, now := l.Earliest()
		timer, _ := l.Front(list, l.Incarnation(list))
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

func arm(c *clock.Clock, l *sim.Lanes, delay uint64, timer int32, now clock.Instant) {
	list := l.List(delay)
	if !l.Live(list) {
		l.Open(list)
		l.Expect(c, list, now.Add(clock.Span(delay)))
	}
	l.Append(list, timer)
}

func TestLanesDoNotAllocate(t *testing.T) {
	c := plain()
	var l sim.Lanes
	delays := make([]uint64, 300)
	for i := range delays {
		delays[i] = uint64(1 + i%7)
	}
	noAllocations(t, func() { runLanes(c, &l, delays, 5) })
}

// BenchmarkLanes sets a timer of one of ten delays, and takes the earliest.
func BenchmarkLanes(b *testing.B) {
	c := plain()
	var l sim.Lanes
	for timer := range int32(hold) {
		arm(c, &l, uint64(1+timer%10), timer, 0)
	}
	b.ReportAllocs()
	for b.Loop() {
		list, now := l.Earliest()
		timer, _ := l.Front(list, l.Incarnation(list))
		l.Unlink(timer)
		if l.Empty(list) {
			l.Close(c, list)
		} else {
			l.Expect(c, list, now.Add(clock.Span(l.Key(list))))
		}
		arm(c, &l, uint64(1+timer%10), timer, now)
	}
}
