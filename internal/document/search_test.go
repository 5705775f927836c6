package document

import (
	"fmt"
	"slices"
	"testing"

	"evsim/internal/viewer"
)

// twoAnswers has two answers that come whenever they come, and a timer.
const twoAnswers = `  - log: start
  - readFile: ./a
    do:
      - log: answer A
      - nextTick:
        do: {log: tick of A}
  - readFile: ./b
    do: {log: answer B}
clock: {startup: 0ms..3ms, phase: 0ms}
files: {./a: {latency: 1ms..9ms}, ./b: {latency: 2ms..4ms}}
`

// TestSearchSaysWhatOrdersShare holds what a document says of a search: each box
// and each order against the runs that the document has of them, each answer to a
// pair against the order that it names.
func TestSearchSaysWhatOrdersShare(t *testing.T) {
	p := planOf(t, twoAnswers)
	r := New("x.yaml", p.Program, p.Text, Report)
	found, _ := r.Orders(t.Context(), p)
	r.Decide(t.Context())
	r.Cite()
	if len(r.Searches) != 1 || len(found.Orders) < 2 {
		t.Fatalf("%d searches, %d orders", len(r.Searches), len(found.Orders))
	}
	s := r.Searches[0]
	if s.Orders != len(found.Orders) || !s.Complete || s.Shown != len(found.Orders) || len(s.Logs) != s.Orders || s.Paths != found.Paths {
		t.Errorf("%+v", s)
	}
	for i, log := range s.Logs {
		var texts []string
		for _, l := range found.Orders[i].Log {
			texts = append(texts, l.Text)
		}
		if got := textsOf(s, log); !slices.Equal(got, texts) {
			t.Errorf("order %d is %q, not %q", i+1, got, texts)
		}
	}
	var boxes []string
	for _, b := range s.Boxes {
		boxes = append(boxes, fmt.Sprint(textsOf(s, b.Lines))+fmt.Sprint(b.After))
	}
	if got := fmt.Sprint(boxes); got != "[[start][] [answer A tick of A][0] [answer B][0]]" {
		t.Errorf("boxes %s", got)
	}
	if len(s.Open) != 1 {
		t.Fatalf("%d open pairs", len(s.Open))
	}
	pair := s.Open[0]
	if len(pair.On) == 0 {
		t.Error("it depends on nothing")
	}
	for way, line := range []int{pair.A, pair.B} {
		w := pair.Ways[way]
		log := s.Logs[w.Order-1]
		if other := pair.A + pair.B - line; slices.Index(log, line) > slices.Index(log, other) {
			t.Errorf("%q is not first in order %d", s.Lines[line], w.Order)
		}
		if len(w.Claims) == 0 || w.Example == "" || !slices.ContainsFunc(r.Rules, func(rule viewer.Rule) bool { return rule.ID == w.Claims[0].Rule }) {
			t.Errorf("%+v has no reason whose rule the document has", w)
		}
	}
}

func textsOf(s viewer.Search, lines []int) (out []string) {
	for _, n := range lines {
		out = append(out, s.Lines[n])
	}
	return out
}
