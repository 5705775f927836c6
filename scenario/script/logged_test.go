package script

import "testing"

func TestTextMatches(t *testing.T) {
	fixed := func(s string) TextPart { return TextPart{Text: s, Mark: None} }
	hole := TextPart{Hole: HoleNow, Mark: None}
	tests := []struct {
		parts []TextPart
		line  string
		want  bool
	}{
		{[]TextPart{fixed("a")}, "a", true},
		{[]TextPart{fixed("a")}, "ab", false},
		{[]TextPart{hole}, "", true},
		{[]TextPart{fixed("a@"), hole}, "a@5", true},
		{[]TextPart{fixed("a@"), hole}, "b@5", false},
		{[]TextPart{hole, fixed("ms")}, "5ms", true},
		{[]TextPart{hole, fixed("ms")}, "5s", false},
		{[]TextPart{fixed("a"), hole, fixed("a")}, "a", false},
		{[]TextPart{fixed("a"), hole, fixed(","), hole, fixed("b")}, "a1,2b", true},
		{[]TextPart{fixed("a"), hole, fixed(","), hole, fixed("b")}, "a12b", false},
		{nil, "", true},
	}
	for _, tt := range tests {
		if got := (Text{Parts: tt.parts}).Matches(tt.line); got != tt.want {
			t.Errorf("%v matches %q: %v", tt.parts, tt.line, got)
		}
	}
}
