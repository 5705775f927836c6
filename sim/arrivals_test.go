package sim_test

import (
	"cmp"
	"slices"
	"testing"

	"evsim/clock"
	"evsim/sim"
)

// arrival is what the twin of Arrivals holds, in the order of announcement.
type arrival struct {
	at   clock.Instant
	task sim.Task
	ref  int32
}

// lastOf is the Oracle that always picks the last.
type lastOf struct{ clock.Plain }

func (lastOf) Pick(_ clock.Question, n int) int { return n - 1 }

// TestArrivalsHaveATwin holds arrivals against a list that is sorted each time,
// with the first and with the last of simultaneous ones chosen.
func TestArrivalsHaveATwin(t *testing.T) {
	for name, test := range map[string]struct {
		oracle clock.Oracle
		last   bool
	}{"no oracle": {nil, false}, "first": {clock.Plain{}, false}, "last": {lastOf{}, true}} {
		for seed := range uint64(100) {
			c := clock.New(clock.Setup{}, 0, 0, test.oracle)
			p := arrivalsPair{t: t, c: c, last: test.last}
			d := dice(seed)
			for step := range 300 {
				switch d.below(5) {
				case 0, 1:
					p.add(clock.Instant(d.below(12)), sim.TaskID(step+1))
				case 2:
					p.remove(&d)
				default:
					p.take(clock.Instant(d.below(12)))
				}
				if p.compare(); t.Failed() {
					t.Fatalf("%s, seed %d, step %d", name, seed, step)
				}
			}
			for len(p.twin) > 0 && !t.Failed() {
				p.take(12)
			}
		}
	}
}

type arrivalsPair struct {
	t        *testing.T
	c        *clock.Clock
	last     bool
	arrivals sim.Arrivals
	twin     []arrival
}

func (p *arrivalsPair) add(at clock.Instant, id sim.TaskID) {
	task := sim.Task{ID: id}
	p.twin = append(p.twin, arrival{at, task, p.arrivals.Add(p.c, at, task)})
}

func (p *arrivalsPair) remove(d *dice) {
	if len(p.twin) == 0 {
		return
	}
	i := d.below(len(p.twin))
	p.arrivals.Remove(p.c, p.twin[i].ref)
	p.twin = slices.Delete(p.twin, i, i+1)
}

// first is the index of the next arrival in the twin.
func (p *arrivalsPair) first() int {
	at := slices.MinFunc(p.twin, func(a, b arrival) int { return cmp.Compare(a.at, b.at) }).at
	chosen := -1
	for i := range p.twin {
		if p.twin[i].at == at && (chosen < 0 || p.last) {
			chosen = i
		}
	}
	return chosen
}

func (p *arrivalsPair) take(now clock.Instant) {
	task, at, ok := p.arrivals.Take(p.c, now)
	if len(p.twin) == 0 || p.twin[p.first()].at > now {
		if ok {
			p.t.Errorf("took %v at %d; nothing has come by %d", task, at, now)
		}
		return
	}
	i := p.first()
	if want := p.twin[i]; !ok || task != want.task || at != want.at {
		p.t.Errorf("took %v at %d, %t; want %v", task, at, ok, want)
	}
	p.twin = slices.Delete(p.twin, i, i+1)
}

func (p *arrivalsPair) compare() {
	if p.arrivals.Len() != len(p.twin) {
		p.t.Errorf("%d are to come, want %d", p.arrivals.Len(), len(p.twin))
	}
	at, ok := p.arrivals.Next(p.c)
	if ok != (len(p.twin) > 0) || ok && at != p.twin[p.first()].at || !ok && at != clock.Never {
		p.t.Errorf("next at %d, %t; the twin is %v", at, ok, p.twin)
	}
	var got, want []sim.TaskID
	p.arrivals.Each(func(task sim.Task) { got = append(got, task.ID) })
	for i := range p.twin {
		want = append(want, p.twin[i].task.ID)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		p.t.Errorf("each is %v, want %v", got, want)
	}
}

// TestOneArrivalIsNoChoice: what is alone at its instant is not asked about.
func TestOneArrivalIsNoChoice(t *testing.T) {
	o := &counting{}
	c := clock.New(clock.Setup{}, 0, 0, o)
	var a sim.Arrivals
	a.Add(c, 1, sim.Task{ID: 1})
	a.Add(c, 2, sim.Task{ID: 2})
	a.Add(c, 2, sim.Task{ID: 3})
	for i, want := range []sim.TaskID{1, 3, 2} {
		if task, _, _ := a.Take(c, 9); task.ID != want {
			t.Errorf("arrival %d is %d, want %d", i, task.ID, want)
		}
	}
	if o.picks != 1 {
		t.Errorf("%d choices, want 1", o.picks)
	}
}

// TestWhichOfTwoAlikeIsNoChoice: of those that are alike only one is offered.
func TestWhichOfTwoAlikeIsNoChoice(t *testing.T) {
	o := &counting{}
	c := clock.New(clock.Setup{}, 0, 0, o)
	a := sim.Arrivals{AreEquivalent: func(x, y sim.Task) bool { return x.Call.Ref == y.Call.Ref }}
	for i, ref := range []uint32{7, 7, 8, 7} {
		a.Add(c, 1, sim.Task{ID: sim.TaskID(i + 1), Call: sim.Callback{Ref: ref}})
	}
	var got []sim.TaskID
	for range 4 {
		task, _, _ := a.Take(c, 9)
		got = append(got, task.ID)
	}
	if want := []sim.TaskID{3, 1, 2, 4}; !slices.Equal(got, want) || o.picks != 1 {
		t.Errorf("taken %v with %d choices, want %v with 1", got, o.picks, want)
	}
}

func TestArrivalsDoNotAllocate(t *testing.T) {
	for name, c := range clocks() {
		var a sim.Arrivals
		t.Run(name, func(t *testing.T) {
			noAllocations(t, func() {
				for i := range 500 {
					ref := a.Add(c, clock.Instant(i%20), sim.Task{})
					if i%3 == 0 {
						a.Remove(c, ref)
					}
				}
				for ok := true; ok; {
					_, _, ok = a.Take(c, 20)
				}
			})
		})
	}
}
