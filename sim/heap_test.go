package sim_test

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"
	"testing"

	"evsim/clock"
	"evsim/sim"
)

// entry is what a heap holds.
type entry struct {
	ref int32
	due clock.Instant
	seq uint64
}

// entries is the obvious twin of a heap: it sorts each time.
type entries []entry

func (e *entries) push(one entry) {
	*e = append(*e, one)
	slices.SortFunc(*e, func(a, b entry) int { return cmp.Or(cmp.Compare(a.due, b.due), cmp.Compare(a.seq, b.seq)) })
}

func (e *entries) find(ref int32) int {
	return slices.IndexFunc(*e, func(one entry) bool { return one.ref == ref })
}

func (e *entries) remove(ref int32) {
	i := e.find(ref)
	*e = slices.Delete(*e, i, i+1)
}

// heapPair is a heap and its twin, driven by one stream of numbers.
type heapPair struct {
	c    *clock.Clock
	heap sim.Heap
	twin entries
	seq  uint64
}

// step does what the numbers say, and compares. Instants are few, so that many
// are equal.
func (p *heapPair) step(kind, ref, due int) error {
	r := int32(ref)
	has := p.twin.find(r) >= 0
	if p.heap.Has(r) != has {
		return fmt.Errorf("has %d: %t", r, !has)
	}
	switch {
	case kind == 0 && len(p.twin) > 0:
		want := p.twin[0]
		if got, at := p.heap.Pop(p.c); got != want.ref || at != want.due {
			return fmt.Errorf("popped %d at %d, want %v", got, at, want)
		}
		p.twin.remove(want.ref)
	case has:
		p.heap.Remove(p.c, r)
		p.twin.remove(r)
	default:
		p.seq++
		p.heap.Push(p.c, r, clock.Instant(due), p.seq)
		p.twin.push(entry{r, clock.Instant(due), p.seq})
	}
	if p.heap.Len() != len(p.twin) {
		return fmt.Errorf("length %d, want %d", p.heap.Len(), len(p.twin))
	}
	if len(p.twin) > 0 {
		if got, at := p.heap.Min(); got != p.twin[0].ref || at != p.twin[0].due {
			return fmt.Errorf("first is %d at %d, want %v", got, at, p.twin[0])
		}
	}
	return nil
}

// drain pops all that is left.
func (p *heapPair) drain() error {
	for len(p.twin) > 0 {
		if err := p.step(0, 0, 0); err != nil {
			return err
		}
	}
	return nil
}

func TestHeapHasATwin(t *testing.T) {
	for name, c := range clocks() {
		for seed := range uint64(100) {
			d := dice(seed)
			p := heapPair{c: c}
			refs, dues := 1+d.below(60), 1+d.below(20)
			for step := range 400 {
				if err := p.step(d.below(4), d.below(refs), d.below(dues)-dues/2); err != nil {
					t.Fatalf("%s, seed %d, step %d: %v", name, seed, step, err)
				}
			}
			if err := p.drain(); err != nil {
				t.Fatalf("%s, seed %d: %v", name, seed, err)
			}
		}
	}
}

func FuzzHeap(f *testing.F) {
	f.Add([]byte{1, 5, 9, 1, 6, 9, 0, 0, 0})
	f.Add([]byte{1, 5, 9, 1, 5, 9, 1, 5, 9})
	f.Fuzz(func(t *testing.T, ops []byte) {
		p := heapPair{c: plain()}
		for i := 0; i+2 < len(ops) && i < 3000; i += 3 {
			if err := p.step(int(ops[i]%4), int(ops[i+1]), int(int8(ops[i+2]))); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.drain(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestHeapComparesLittle counts comparisons: an explorer may branch at each.
func TestHeapComparesLittle(t *testing.T) {
	o := &counting{}
	c := clock.New(clock.Setup{}, 0, 0, o)
	var h sim.Heap
	const n = 1000
	d := dice(1)
	for ref := range int32(n) {
		h.Push(c, ref, clock.Instant(d.below(1_000_000)), uint64(ref))
	}
	for range n {
		h.Pop(c)
	}
	// 5 levels of 4 children each: 4 comparisons a level, twice where instants
	// are not before each other.
	if most := n * 2 * 4 * 6; o.before > most {
		t.Errorf("%d comparisons, at most %d", o.before, most)
	}
}

// counting is an Oracle that notes how often it is asked, and picks the last.
type counting struct {
	clock.Plain
	before, picks int
}

func (o *counting) Before(a, b clock.Instant) bool {
	o.before++
	return a < b
}

func (o *counting) Pick(_ clock.Question, n int) int {
	o.picks++
	return n - 1
}

func TestHeapDoesNotAllocate(t *testing.T) {
	c := plain()
	var h sim.Heap
	noAllocations(t, func() {
		d := dice(1)
		for ref := range int32(1000) {
			h.Push(c, ref, clock.Instant(d.below(100)), uint64(ref))
		}
		for ref := int32(0); ref < 1000; ref += 2 {
			h.Remove(c, ref)
		}
		for h.Len() > 0 {
			h.Pop(c)
		}
	})
}

// hold is the classic measure of an event list: take the first, put it back
// somewhat later.
const hold = 1000

func BenchmarkHeap(b *testing.B) {
	c := plain()
	var h sim.Heap
	d := dice(1)
	for ref := range int32(hold) {
		h.Push(c, ref, clock.Instant(d.below(1_000_000)), uint64(ref))
	}
	seq := uint64(hold)
	b.ReportAllocs()
	for b.Loop() {
		ref, at := h.Pop(c)
		seq++
		h.Push(c, ref, at.Add(clock.Span(d.below(1_000_000))), seq)
	}
}

// reference is what the standard library's heap needs to do the same.
type reference []entry

func (r reference) Len() int { return len(r) }

func (r reference) Less(i, j int) bool {
	return r[i].due < r[j].due || r[i].due == r[j].due && r[i].seq < r[j].seq
}

func (r reference) Swap(i, j int) { r[i], r[j] = r[j], r[i] }

func (r *reference) Push(x any) { *r = append(*r, x.(entry)) }

func (r *reference) Pop() any {
	last := len(*r) - 1
	x := (*r)[last]
	*r = (*r)[:last]
	return x
}

func BenchmarkHeapOfTheStandardLibrary(b *testing.B) {
	var r reference
	d := dice(1)
	for ref := range int32(hold) {
		heap.Push(&r, entry{ref, clock.Instant(d.below(1_000_000)), uint64(ref)})
	}
	seq := uint64(hold)
	b.ReportAllocs()
	for b.Loop() {
		e := heap.Pop(&r).(entry)
		seq++
		heap.Push(&r, entry{e.ref, e.due.Add(clock.Span(d.below(1_000_000))), seq})
	}
}
