package sim_test

import (
	"fmt"
	"testing"

	"evsim/clock"
	"evsim/sim"
)

// agendaPair is an agenda and a twin that sorts.
type agendaPair struct {
	c      *clock.Clock
	agenda sim.Agenda
	twin   entries
	seq    uint64
	last   clock.Instant // what was popped last
}

// push pushes a reference, or takes it out if it is there.
func (p *agendaPair) push(ref int32, due clock.Instant) error {
	has := p.twin.find(ref) >= 0
	if p.agenda.Has(ref) != has {
		return fmt.Errorf("has %d: %t", ref, !has)
	}
	if has {
		return p.cancel(ref)
	}
	p.seq++
	p.agenda.Push(p.c, ref, due)
	p.twin.push(entry{ref, due, p.seq})
	return p.length()
}

// move puts a reference at an instant, whether it was there before or not.
func (p *agendaPair) move(ref int32, due clock.Instant) error {
	has := p.twin.find(ref) >= 0
	if has {
		p.twin.remove(ref)
	}
	p.seq++
	p.twin.push(entry{ref, due, p.seq})
	if was := p.agenda.Move(p.c, ref, due); was != has {
		return fmt.Errorf("moved %d: was there %t", ref, was)
	}
	return p.length()
}

// cancel takes a reference out, if it is there.
func (p *agendaPair) cancel(ref int32) error {
	has := p.twin.find(ref) >= 0
	if has {
		p.twin.remove(ref)
	}
	if was := p.agenda.Cancel(p.c, ref); was != has {
		return fmt.Errorf("cancelled %d: was there %t", ref, was)
	}
	return p.length()
}

// change pushes, moves or cancels a reference.
func (p *agendaPair) change(way int, ref int32, due clock.Instant) error {
	switch way {
	case 0:
		return p.move(ref, due)
	case 1:
		return p.cancel(ref)
	}
	return p.push(ref, due)
}

func (p *agendaPair) length() error {
	if p.agenda.Len() != len(p.twin) {
		return fmt.Errorf("length %d, want %d", p.agenda.Len(), len(p.twin))
	}
	return nil
}

// pop takes the first out, if there is one.
func (p *agendaPair) pop() error {
	if len(p.twin) == 0 {
		return nil
	}
	want := p.twin[0]
	if got, at := p.agenda.Min(); got != want.ref || at != want.due {
		return fmt.Errorf("first is %d at %d, want %v", got, at, want)
	}
	if got, at := p.agenda.Pop(p.c); got != want.ref || at != want.due {
		return fmt.Errorf("popped %d at %d, want %v", got, at, want)
	}
	p.twin.remove(want.ref)
	p.last = want.due
	return p.length()
}

func (p *agendaPair) drain() error {
	for len(p.twin) > 0 {
		if err := p.pop(); err != nil {
			return err
		}
	}
	return nil
}

// spans are the kinds of time that a run may ask for: few and many different
// ones, whole milliseconds and not, in the past of what was popped, and beyond
// all that a wheel can hold.
func spans() map[string]func(*dice) clock.Span {
	whole := func(d *dice, n int) clock.Span { return clock.Span(d.below(n)) * clock.Millisecond }
	return map[string]func(*dice) clock.Span{
		"few":                     func(d *dice) clock.Span { return whole(d, 8) },
		"seconds":                 func(d *dice) clock.Span { return whole(d, 10_000) },
		"weeks":                   func(d *dice) clock.Span { return whole(d, 1<<d.below(31)) },
		"fractions":               func(d *dice) clock.Span { return 509 * clock.Span(d.below(1<<d.below(31))) },
		"now and then a fraction": func(d *dice) clock.Span { return whole(d, 3000) + clock.Span(d.below(50)/49*d.below(999_999)) },
		"back":                    func(d *dice) clock.Span { return whole(d, 200) - 100*clock.Millisecond },
		"far": func(d *dice) clock.Span {
			return whole(d, 100) + clock.Span(d.below(300)/299)*clock.Span(clock.Never/2)
		},
	}
}

func TestAgendaHasATwin(t *testing.T) {
	for clockName, c := range clocks() {
		for name, span := range spans() {
			for seed := range uint64(20) {
				d := dice(seed)
				p := agendaPair{c: c}
				refs, pops := 1+d.below(4)*d.below(70), 2+d.below(4)
				for step := range 1200 {
					var err error
					if d.below(pops) == 0 {
						err = p.pop()
					} else {
						err = p.change(d.below(6), int32(d.below(refs)), p.last.Add(span(&d)))
					}
					if err != nil {
						t.Fatalf("%s, %s, seed %d, step %d: %v", clockName, name, seed, step, err)
					}
				}
				if err := p.drain(); err != nil {
					t.Fatalf("%s, %s, seed %d: %v", clockName, name, seed, err)
				}
			}
		}
	}
}

func FuzzAgenda(f *testing.F) {
	many := make([]byte, 0, 600)
	for ref := range byte(100) {
		many = append(many, ref, 3, ref*7, 250, 0, 0)
	}
	f.Add(many)
	f.Fuzz(func(t *testing.T, ops []byte) {
		p := agendaPair{c: plain()}
		for i := 0; i+2 < len(ops) && i < 3000; i += 3 {
			err := error(nil)
			if ops[i] >= 200 {
				err = p.pop()
			} else {
				err = p.change(int(ops[i+1]/60), int32(ops[i]), p.last.Add(clock.Span(int8(ops[i+2]))<<(ops[i+1]%60)))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := p.drain(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestAgendaIsUsedAgain starts each agenda in the memory of the one before.
func TestAgendaIsUsedAgain(t *testing.T) {
	for name, span := range spans() {
		var used sim.Agenda
		for seed := range uint64(20) {
			d := dice(seed)
			used.Restart()
			p := agendaPair{c: plain(), agenda: used}
			for range 300 {
				if err := p.push(int32(d.below(100)), p.last.Add(span(&d))); err != nil {
					t.Fatalf("%s, seed %d: %v", name, seed, err)
				}
			}
			for range 20 {
				if err := p.pop(); err != nil {
					t.Fatalf("%s, seed %d: %v", name, seed, err)
				}
			}
			used = p.agenda
		}
	}
}

func TestAgendaDoesNotAllocate(t *testing.T) {
	for name, span := range spans() {
		if name == "far" {
			continue // turns to its heap for good
		}
		t.Run(name, func(t *testing.T) {
			c := plain()
			var a sim.Agenda
			var d dice
			noAllocations(t, func() {
				a.Restart()
				d = 1
				for ref := range int32(1000) {
					a.Push(c, ref, clock.Instant(0).Add(span(&d)))
				}
				for range 3000 {
					ref, at := a.Pop(c)
					a.Push(c, ref, at.Add(span(&d)))
				}
			})
		})
	}
}

// BenchmarkAgenda takes the first and puts it back somewhat later.
func BenchmarkAgenda(b *testing.B) {
	for _, pending := range []int{10, 1_000, 100_000} {
		b.Run(fmt.Sprint(pending), func(b *testing.B) {
			c := plain()
			var a sim.Agenda
			d := dice(1)
			for ref := range int32(pending) {
				a.Push(c, ref, clock.Instant(0).Add(clock.Span(d.below(10_000))*clock.Millisecond))
			}
			b.ReportAllocs()
			for b.Loop() {
				ref, at := a.Pop(c)
				a.Push(c, ref, at.Add(clock.Span(d.below(10_000))*clock.Millisecond))
			}
		})
	}
}

// TestKeysHaveATwin holds the numbers of keys, which are those of lists,
// against a map.
func TestKeysHaveATwin(t *testing.T) {
	for seed := range uint64(20) {
		d := dice(seed)
		var l sim.TimerLists
		twin := map[uint64]int32{}
		for range 2000 {
			key := uint64(d.below(1<<(1+d.below(20)))) << d.below(40)
			want, ok := twin[key]
			if !ok {
				want = int32(len(twin))
				twin[key] = want
			}
			if got := l.List(key); got != want || l.Key(got) != key {
				t.Fatalf("seed %d: key %d is number %d, want %d", seed, key, got, want)
			}
		}
	}
}
