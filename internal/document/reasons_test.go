package document

import (
	"testing"

	"evsim/docs"
	"evsim/internal/states"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
)

// TestReasons gives every line of every seed scenario but the first a reason,
// by a rule that the document of rules has.
func TestReasons(t *testing.T) {
	for _, seed := range seeds(t) {
		s := seed.scenario
		world := s.World
		world.Limits.Callbacks = 300
		for _, p := range s.RunsOn() {
			if s.Lacks(p) == nil {
				checkReasons(t, seed.file, s, world, p)
			}
		}
	}
}

func checkReasons(t *testing.T, file string, s *scenario.Scenario, world program.World, p model.Policy) {
	t.Helper()
	var r states.Recording
	s.In(p, &world).Run(program.Options{Sink: &r, Wants: states.Kinds})
	lines := 0
	for _, e := range r.Events {
		if e.Kind.String() == "log" {
			lines++
		}
	}
	got := New(file, s, nil, Report).reasons(t.Context(), r.Events, p)
	if len(got) != max(lines-1, 0) {
		t.Errorf("%s, %s: %d reasons for %d lines", file, p.Name, len(got), lines)
	}
	for _, reason := range got {
		if len(reason.Claims) == 0 {
			t.Errorf("%s, %s: event %d has no reason", file, p.Name, reason.Event)
		}
		for _, c := range reason.Claims {
			if _, ok := docs.Lookup(c.Rule); !ok {
				t.Errorf("%s, %s: there is no rule %q", file, p.Name, c.Rule)
			}
		}
	}
}

// TestRuleIsLinked holds that pages have the places of a rule with the words
// between them, and the address of each.
func TestRuleIsLinked(t *testing.T) {
	for _, r := range docs.Rules() {
		text, linked := "", 0
		for _, part := range Rule(r).Sources {
			text += part.Text
			if part.URL != "" {
				linked++
			}
		}
		if text != r.Source || linked != len(r.Places()) {
			t.Errorf("%s: the page says %q with %d addresses, the rule %q with %d", r.ID, text, linked, r.Source, len(r.Places()))
		}
	}
}
