package summary_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"evsim/explore"
	"evsim/internal/summary"
	"evsim/program"
)

func ordersOf(logs ...[]string) (orders []*explore.Order) {
	for _, log := range logs {
		o := &explore.Order{}
		for _, text := range log {
			o.Log = append(o.Log, program.Line{Text: text})
		}
		orders = append(orders, o)
	}
	return orders
}

// TestSummaryIsWhatOrdersHave makes up sets of orders, and holds what is said of
// them against each pair of lines in each order.
func TestSummaryIsWhatOrdersHave(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 3))
		lines := []string{"a", "b", "c", "d", "e", "f"}[:2+r.IntN(5)]
		var logs [][]string
		for range 1 + r.IntN(6) {
			log := slices.Clone(lines)
			for range r.IntN(4) {
				i := r.IntN(len(log) - 1)
				log[i], log[i+1] = log[i+1], log[i]
			}
			if r.IntN(4) == 0 {
				log = slices.Delete(log, 0, 1)
			}
			logs = append(logs, log)
		}
		s := summary.Of(ordersOf(logs...))
		if s.Orders != len(logs) {
			t.Fatalf("%d orders", s.Orders)
		}
		summaryHolds(t, s, lines, logs)
		if t.Failed() {
			t.Fatalf("seed %d: %v\n%+v", seed, logs, s)
		}
	}
}

func summaryHolds(t *testing.T, s *summary.Summary, lines []string, logs [][]string) {
	told := make(map[[2]string]bool) // that one comes before the other in each
	var before func(block int, line string)
	before = func(block int, line string) {
		for _, m := range s.Blocks[block].Lines {
			told[[2]string{m.Text, line}] = true
		}
		for _, over := range s.Blocks[block].After {
			before(over, line)
		}
	}
	everywhere := 0
	for _, b := range s.Blocks {
		for i, m := range b.Lines {
			everywhere++
			for _, earlier := range b.Lines[:i] {
				told[[2]string{earlier.Text, m.Text}] = true
			}
			for _, over := range b.After {
				before(over, m.Text)
			}
		}
	}
	open, logged := 0, 0
	for i, a := range lines {
		in := 0
		for _, log := range logs {
			if slices.Contains(log, a) {
				in++
			}
		}
		if in > 0 {
			logged++
		}
		if some := slices.IndexFunc(s.Some, func(o summary.Some) bool { return o.Line.Text == a }); (some >= 0) != (in < len(logs) && in > 0) || some >= 0 && s.Some[some].In != in {
			t.Errorf("%s is in %d", a, in)
		}
		for _, b := range lines[i+1:] {
			first, both := 0, 0
			for _, log := range logs {
				if x, y := slices.Index(log, a), slices.Index(log, b); x >= 0 && y >= 0 {
					if both++; x < y {
						first++
					}
				}
			}
			if both < len(logs) {
				continue
			}
			if always, never := told[[2]string{a, b}], told[[2]string{b, a}]; always != (first == both) || never != (first == 0) {
				t.Errorf("%s before %s in %d of %d", a, b, first, both)
			}
			if first > 0 && first < both {
				open++
			}
			for _, o := range s.Open {
				if o.A.Text == a && o.B.Text == b && o.First != first || o.A.Text == b && o.B.Text == a && o.First != both-first {
					t.Errorf("%+v, and %s comes before %s in %d", o, a, b, first)
				}
			}
		}
	}
	if everywhere+len(s.Some) != logged || open != len(s.Open)+s.Implied {
		t.Errorf("%d open pairs", open)
	}
	if open > 0 && len(s.Open) == 0 {
		t.Error("none of the open pairs is told")
	}
}

// TestSummaryOfLinesThatRepeat tells the lines of one text apart.
func TestSummaryOfLinesThatRepeat(t *testing.T) {
	s := summary.Of(ordersOf([]string{"x", "y", "x"}, []string{"x", "x", "y"}))
	if got := fmt.Sprint(s.Blocks); got != "[{[x] []} {[y] [0]} {[x#2] [0]}]" {
		t.Error(got)
	}
	if len(s.Open) != 1 || s.Open[0].First != 1 || s.Open[0].Kind(ordersOf([]string{"x", "x", "y"})[0].Log) == s.Open[0].Kind(ordersOf([]string{"x", "y", "x"})[0].Log) {
		t.Errorf("%+v", s.Open)
	}
}

// TestSummaryOfManyLines: what is left out is told.
func TestSummaryOfManyLines(t *testing.T) {
	var log []string
	for i := range 1000 {
		log = append(log, fmt.Sprint(i))
	}
	if s := summary.Of(ordersOf(log, log)); s.LeftOut != 800 || len(s.Blocks) != 1 || len(s.Blocks[0].Lines) != 200 {
		t.Errorf("%d left out, %d blocks", s.LeftOut, len(s.Blocks))
	}
	if s := summary.Of(nil); len(s.Blocks)+len(s.Open)+s.LeftOut != 0 {
		t.Errorf("%+v", s)
	}
}

// TestBoxesStandTogether makes up sets of orders, and holds each box, each arrow
// and each number against every order.
func TestBoxesStandTogether(t *testing.T) {
	cut := false
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 5))
		lines := []string{"a", "b", "c", "d", "e", "f"}
		var logs [][]string
		for range 1 + r.IntN(6) {
			log := slices.Clone(lines)
			for range r.IntN(5) {
				i := r.IntN(len(log) - 1)
				log[i], log[i+1] = log[i+1], log[i]
			}
			logs = append(logs, log)
		}
		s := summary.Of(ordersOf(logs...))
		boxes := s.Boxes()
		cut = cut || len(boxes) > len(s.Blocks)
		always := make(map[[2]string]bool)
		n := 0
		for i, b := range boxes {
			n += len(b.Lines)
			for _, before := range b.After {
				if before >= i {
					t.Fatalf("box %d comes after %d", i, before)
				}
			}
			for k, line := range b.Lines[1:] {
				for _, log := range logs {
					if slices.Index(log, line.Text) != slices.Index(log, b.Lines[k].Text)+1 {
						t.Fatalf("%v: %v do not stand together in %v", logs, b.Lines, log)
					}
				}
			}
			var reach func(int)
			reach = func(k int) {
				for _, before := range boxes[k].After {
					always[[2]string{boxes[before].Lines[0].Text, b.Lines[0].Text}] = true
					reach(before)
				}
			}
			reach(i)
		}
		if n != len(lines) {
			t.Fatalf("%v: %d lines in boxes", logs, n)
		}
		for _, a := range boxes {
			for _, b := range boxes {
				x, y, first := a.Lines[0], b.Lines[0], 0
				for _, log := range logs {
					if slices.Index(log, x.Text) < slices.Index(log, y.Text) {
						first++
					}
				}
				if got := s.First(x, y); got != first || always[[2]string{x.Text, y.Text}] != (first == len(logs)) {
					t.Fatalf("%v: %s before %s in %d, not %d; always: %v", logs, x, y, got, first, always)
				}
			}
		}
	}
	if !cut {
		t.Error("no block was cut")
	}
}
