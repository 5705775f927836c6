package sim

import (
	"math/bits"
	"slices"

	"evsim/clock"
)

// wheel orders references by a number (clock.Clock.Number), equal ones as they
// came, without comparing two of them: a timing wheel whose levels are the
// digits of the number, to base 256. A reference stands in the list of the
// highest digit in which its number differs from the wheel's time, so its list
// depends on these two alone: equal numbers always share one, in the order in
// which they came. As time reaches a list, what it holds moves to lower levels,
// at most once for each level. (A radix heap: Ahuja, Mehlhorn, Orlin, Tarjan,
// "Faster algorithms for the shortest path problem", 1990.)
//
// As long as all numbers are whole milliseconds, the level of single
// milliseconds is the lowest one.
//
// Numbers before the wheel's time cannot be pushed. The zero wheel takes no room
// until it is started.
type wheel struct {
	nodes  []wheelNode // one that is none, the heads of the lists, then by reference
	time   uint64      // at or before every number in the wheel
	size   int
	first  int32 // the node of the first reference; 0: not looked for yet
	lowest uint  // the level below which nothing is sorted
	used   uint8 // which levels have lists that are not empty
	levels [wheelLevels]wheelLevel
}

// wheelLevel says which lists of a level are not empty.
type wheelLevel struct {
	words uint8 // which words of lists are not 0
	lists [wheelDigits / 64]uint64
}

// wheelNode is a reference in a circular list, or the head of one.
type wheelNode struct {
	number     uint64
	next, prev int32 // 0: in no list
}

const (
	wheelBits   = 8 // of a digit
	wheelDigits = 1 << wheelBits
	wheelLevels = 64 / wheelBits
	wheelRefs   = 1 + wheelLevels*wheelDigits // the node of reference 0

	wheelWhole = clock.FractionBits / wheelBits // the level of single milliseconds
	fraction   = 1<<clock.FractionBits - 1
)

// restart makes w a wheel that is not started.
func (w *wheel) restart() { *w = wheel{nodes: w.nodes[:0]} }

// start makes an empty wheel ready.
func (w *wheel) start(time uint64) {
	w.time, w.lowest = time&^fraction, wheelWhole
	w.nodes = slices.Grow(w.nodes, wheelRefs)[:wheelRefs]
	for head := range w.nodes {
		w.nodes[head] = wheelNode{0, int32(head), int32(head)}
	}
}

// has reports whether ref is in the wheel.
func (w *wheel) has(ref int32) bool {
	return int(ref)+wheelRefs < len(w.nodes) && w.nodes[ref+wheelRefs].next != 0
}

// push adds a reference that is not in the wheel. Constant time, and one more
// move for each level until it is popped.
func (w *wheel) push(ref int32, number uint64) {
	for int(ref)+wheelRefs >= len(w.nodes) {
		w.nodes = append(w.nodes, wheelNode{})
	}
	w.size++
	w.add(ref+wheelRefs, number)
}

// move is remove and push for a reference that is in the wheel.
func (w *wheel) move(ref int32, number uint64) {
	w.unlink(ref + wheelRefs)
	w.add(ref+wheelRefs, number)
}

func (w *wheel) add(at int32, number uint64) {
	if number&fraction != 0 && w.lowest != 0 {
		w.sortFractions()
	}
	w.place(at, number)
	if w.first != 0 && number < w.nodes[w.first].number {
		w.first = at
	}
}

// sortFractions makes every level count. What shares a millisecond with the
// wheel's time belongs to a lower level now.
func (w *wheel) sortFractions() {
	w.lowest = 0
	if head := wheelHead(wheelWhole, w.time); w.nodes[head].next != head {
		w.scatter(head)
	}
}

// wheelHead is the list of a level where a number belongs.
func wheelHead(level uint, number uint64) int32 {
	return int32(1 + level<<wheelBits + uint(number>>(level*wheelBits&63)&(wheelDigits-1)))
}

// place puts a node at the end of the list where its number belongs.
func (w *wheel) place(at int32, number uint64) {
	level := max(w.lowest, uint(bits.Len64((number^w.time)|1)-1)/wheelBits)
	head := wheelHead(level, number)
	nodes := w.nodes
	tail := nodes[head].prev
	nodes[at] = wheelNode{number, head, tail}
	nodes[tail].next = at
	nodes[head].prev = at
	if tail == head {
		w.occupy(head)
	}
}

// occupy notes that the list of a head is empty no more.
func (w *wheel) occupy(head int32) {
	level, digit := uint(head-1)>>wheelBits&7, uint(head-1)%wheelDigits
	l := &w.levels[level]
	w.used |= 1 << level
	l.words |= 1 << (digit / 64)
	l.lists[digit/64] |= 1 << (digit % 64)
}

// remove takes a reference out. Constant time.
func (w *wheel) remove(ref int32) {
	w.size--
	w.unlink(ref + wheelRefs)
	w.nodes[ref+wheelRefs].next = 0
}

// unlink takes a node out of its list.
func (w *wheel) unlink(at int32) {
	next, prev := w.nodes[at].next, w.nodes[at].prev
	if w.first == at {
		w.first = 0
	}
	w.nodes[prev].next = next
	w.nodes[next].prev = prev
	if next == prev { // it was alone with its head
		w.vacate(next)
	}
}

// vacate notes that the list of a head is empty now.
func (w *wheel) vacate(head int32) {
	level, digit := uint(head-1)>>wheelBits&7, uint(head-1)%wheelDigits
	l := &w.levels[level]
	if l.lists[digit/64] &^= 1 << (digit % 64); l.lists[digit/64] != 0 {
		return
	}
	if l.words &^= 1 << (digit / 64); l.words == 0 {
		w.used &^= 1 << level
	}
}

// min is the first reference and its number. The wheel must not be empty.
func (w *wheel) min() (ref int32, number uint64) {
	if w.first == 0 {
		w.find()
	}
	return w.first - wheelRefs, w.nodes[w.first].number
}

// find looks for the first reference.
func (w *wheel) find() {
	for {
		level := uint(bits.TrailingZeros8(w.used)) & 7 // some level is
		l := &w.levels[level]
		word := uint(bits.TrailingZeros8(l.words)) & 3
		head := int32(1 + level<<wheelBits + word*64 + uint(bits.TrailingZeros64(l.lists[word])))
		if level == w.lowest { // all in one list have one number
			w.first = w.nodes[head].next
			return
		}
		w.reach(head)
	}
}

// reach lets time come to the first number in a list, the first that is not
// empty.
func (w *wheel) reach(head int32) {
	first := w.nodes[head].next
	least := w.nodes[first].number
	for at := w.nodes[first].next; at != head; at = w.nodes[at].next {
		least = min(least, w.nodes[at].number)
	}
	w.time = least
	w.scatter(head)
}

// scatter moves what a list holds to where it belongs by now.
func (w *wheel) scatter(head int32) {
	at := w.nodes[head].next
	w.nodes[head].next, w.nodes[head].prev = head, head
	w.vacate(head)
	for at != head {
		next := w.nodes[at].next
		w.place(at, w.nodes[at].number)
		at = next
	}
}
