// Package summary says what orders of lines have in common, and in what they
// differ.
package summary

import (
	"cmp"
	"slices"

	"evsim/explore"
	"evsim/program"
	"evsim/why"
)

// Summary is what orders have in common, and in what they differ.
type Summary struct {
	Orders int
	Blocks []Block // lines of every order, in an order in which none stands before one that it comes after
	Some   []Some  // lines that not every order has
	Open   []Open  // pairs of lines of every order, of which either can be first

	// Implied is how many more pairs are open: each of these is about lines that
	// come at or after those of a pair of Open.
	Implied int
	LeftOut int // lines that were not looked at, because they are too many

	of summarizer
}

// Block is lines that always come in this order, each the only one that comes
// directly after the one before.
type Block struct {
	Lines []why.Line
	After []int // the blocks that it comes directly after
}

// Some is a line that not every order has.
type Some struct {
	Line why.Line
	In   int // how many orders have it
}

// Open is a pair of lines of which either can be first.
type Open struct {
	A, B  why.Line
	First int // in how many orders A is
}

// summaryWork bounds what is compared for a summary: pairs of lines, order by
// order.
const summaryWork = 400_000_000

// Of says what orders have in common. Lines beyond a few hundred are left out
// where there are many orders.
func Of(orders []*explore.Order) *Summary {
	s := summarizer{index: make(map[why.Line]int), orders: orders, out: &Summary{Orders: len(orders)}}
	s.number()
	s.count()
	s.blocks()
	s.open()
	out := s.out
	s.out = nil
	out.of = s
	return out
}

// First is in how many orders a line of every order comes before another.
func (s *Summary) First(a, b why.Line) int {
	return s.of.first[s.of.index[a]*len(s.of.marks)+s.of.index[b]]
}

// Boxes are the blocks, cut where another line comes in between in some order: the
// lines of a box always stand together. What a box comes after has a lower number.
func (s *Summary) Boxes() (boxes []Block) {
	apart := s.apart()
	last := make([]int, len(s.Blocks)) // box of each block
	for i := range s.Blocks {
		b := &s.Blocks[i]
		var after []int
		for _, block := range b.After {
			after = append(after, last[block])
		}
		boxes = append(boxes, Block{Lines: b.Lines[:1:1], After: after})
		for n, line := range b.Lines[1:] {
			box := &boxes[len(boxes)-1]
			if apart[i][n] {
				boxes = append(boxes, Block{Lines: []why.Line{line}, After: []int{len(boxes) - 1}})
			} else {
				box.Lines = append(box.Lines, line)
			}
		}
		last[i] = len(boxes) - 1
	}
	return boxes
}

// apart says of each block, and of each of its lines but the last, whether the
// next does not come directly after it in some order.
func (s *Summary) apart() [][]bool {
	out := make([][]bool, len(s.Blocks))
	for i := range s.Blocks {
		out[i] = make([]bool, len(s.Blocks[i].Lines)-1)
	}
	at := make(map[why.Line]int)
	for _, o := range s.of.orders {
		n := 0
		eachMark(o.Log, func(m why.Line) {
			at[m] = n
			n++
		})
		for i := range s.Blocks {
			for k, line := range s.Blocks[i].Lines[1:] {
				out[i][k] = out[i][k] || at[line] != at[s.Blocks[i].Lines[k]]+1
			}
		}
	}
	return out
}

type summarizer struct {
	orders []*explore.Order
	marks  []why.Line // by number, as they are first met
	index  map[why.Line]int
	in     []int   // how many orders have a line
	first  []int   // [a*len(marks)+b]: in how many a comes before b
	all    []int   // the lines of every order
	under  [][]int // by line: the lines directly after it, of all
	out    *Summary
}

// most is how many lines are looked at.
func (s *summarizer) most() int {
	most := 1
	for most < 200 && (most+1)*(most+1)*max(1, len(s.orders)) <= summaryWork {
		most++
	}
	return most
}

// number gives each line a number.
func (s *summarizer) number() {
	most, left := s.most(), make(map[why.Line]bool)
	for _, o := range s.orders {
		eachMark(o.Log, func(m why.Line) {
			if _, known := s.index[m]; !known && len(s.marks) < most {
				s.index[m] = len(s.marks)
				s.marks = append(s.marks, m)
			} else if !known {
				left[m] = true
			}
		})
	}
	s.out.LeftOut = len(left)
}

func eachMark(log []program.Line, f func(why.Line)) {
	seen := make(map[string]int)
	for i := range log {
		seen[log[i].Text]++
		f(why.Line{Text: log[i].Text, Nth: seen[log[i].Text]})
	}
}

// count counts which line comes before which.
func (s *summarizer) count() {
	n := len(s.marks)
	s.in, s.first = make([]int, n), make([]int, n*n)
	var here []int
	for _, o := range s.orders {
		here = here[:0]
		eachMark(o.Log, func(m why.Line) {
			b, known := s.index[m]
			if !known {
				return
			}
			for _, a := range here {
				s.first[a*n+b]++
			}
			here = append(here, b)
			s.in[b]++
		})
	}
	for i, m := range s.marks {
		if s.in[i] == len(s.orders) {
			s.all = append(s.all, i)
		} else {
			s.out.Some = append(s.out.Some, Some{m, s.in[i]})
		}
	}
}

// before reports whether a line of all comes before another in every order.
func (s *summarizer) before(a, b int) bool { return s.first[a*len(s.marks)+b] == len(s.orders) }

// blocks puts lines of every order into blocks.
func (s *summarizer) blocks() {
	slices.SortStableFunc(s.all, func(a, b int) int { // fewer come before it: then none that does comes later in the list
		return cmp.Compare(s.earlier(a), s.earlier(b))
	})
	s.under = make([][]int, len(s.marks))
	over := make([][]int, len(s.marks))
	for i, a := range s.all {
		for _, b := range s.all[i+1:] {
			if s.before(a, b) && !slices.ContainsFunc(s.all[i+1:], func(c int) bool { return s.before(a, c) && s.before(c, b) }) {
				s.under[a], over[b] = append(s.under[a], b), append(over[b], a)
			}
		}
	}
	of := make(map[int]int)
	for _, a := range s.all {
		if len(over[a]) == 1 && len(s.under[over[a][0]]) == 1 {
			block := of[over[a][0]]
			of[a] = block
			s.out.Blocks[block].Lines = append(s.out.Blocks[block].Lines, s.marks[a])
			continue
		}
		var after []int
		for _, b := range over[a] {
			after = append(after, of[b])
		}
		slices.Sort(after)
		of[a] = len(s.out.Blocks)
		s.out.Blocks = append(s.out.Blocks, Block{Lines: []why.Line{s.marks[a]}, After: after})
	}
}

// earlier is how many lines come before one in every order.
func (s *summarizer) earlier(b int) (n int) {
	for _, a := range s.all {
		if s.before(a, b) {
			n++
		}
	}
	return n
}

// open finds the pairs of which either can be first, but for those that are open
// only because two earlier ones are.
func (s *summarizer) open() {
	isOpen := func(a, b int) bool { return a != b && !s.before(a, b) && !s.before(b, a) }
	upTo := func(a int) []int {
		return slices.DeleteFunc(slices.Clone(s.all), func(c int) bool { return c != a && !s.before(c, a) })
	}
	earlier := make(map[int][]int)
	for _, a := range s.all {
		earlier[a] = upTo(a)
	}
	for i, a := range s.all {
		for _, b := range s.all[i+1:] {
			if !isOpen(a, b) {
				continue
			}
			follows := slices.ContainsFunc(earlier[a], func(x int) bool {
				return slices.ContainsFunc(earlier[b], func(y int) bool { return (x != a || y != b) && isOpen(x, y) })
			})
			if follows {
				s.out.Implied++
			} else {
				s.out.Open = append(s.out.Open, Open{s.marks[a], s.marks[b], s.first[a*len(s.marks)+b]})
			}
		}
	}
}

// Kind says of a log which line of the pair comes first: 1 the first of them, 0
// the second.
func (o *Open) Kind(log []program.Line) (kind int) {
	at := map[why.Line]int{o.A: -1, o.B: -1}
	n := 0
	eachMark(log, func(m why.Line) {
		if _, wanted := at[m]; wanted {
			at[m] = n
		}
		n++
	})
	if at[o.A] < at[o.B] {
		return 1
	}
	return 0
}
