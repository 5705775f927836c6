package script_test

import (
	"testing"

	"evsim/scenario/script"
)

func TestTextMatches(t *testing.T) {
	fixed := func(s string) script.TextPart { return script.TextPart{Text: s, Mark: script.None} }
	hole := script.TextPart{Hole: script.HoleNow, Mark: script.None}
	tests := []struct {
		parts []script.TextPart
		line  string
		want  bool
	}{
		{[]script.TextPart{fixed("a")}, "a", true},
		{[]script.TextPart{fixed("a")}, "ab", false},
		{[]script.TextPart{hole}, "", true},
		{[]script.TextPart{fixed("a@"), hole}, "a@5", true},
		{[]script.TextPart{fixed("a@"), hole}, "b@5", false},
		{[]script.TextPart{hole, fixed("ms")}, "5ms", true},
		{[]script.TextPart{hole, fixed("ms")}, "5s", false},
		{[]script.TextPart{fixed("a"), hole, fixed("a")}, "a", false},
		{[]script.TextPart{fixed("a"), hole, fixed(","), hole, fixed("b")}, "a1,2b", true},
		{[]script.TextPart{fixed("a"), hole, fixed(","), hole, fixed("b")}, "a12b", false},
		{nil, "", true},
	}
	for _, tt := range tests {
		if got := (script.Text{Parts: tt.parts}).Matches(tt.line); got != tt.want {
			t.Errorf("%v matches %q: %v", tt.parts, tt.line, got)
		}
	}
}
