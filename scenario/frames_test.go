package scenario_test

import (
	"os"
	"testing"

	"evsim/model"
	"evsim/scenario"
)

// Which of a frame and older tasks goes first is explored in all ways, so that a
// scenario's expectations cannot tell which a browser usually takes: a run that
// explores nothing does. Chromium 156 and Firefox 153 were seen to log what
// stands here for them.
func TestFramesAndOlderTasks(t *testing.T) {
	const file = "../scenarios/browser/frame-waits-for-older-tasks.yaml"
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, problems := scenario.Parse(file, source)
	if s == nil {
		t.Fatal(problems)
	}
	for policy, want := range map[string]string{
		"browser":  "frame 1, t1, t2, t3, t4, frame 2, t5, t6",
		"firefox":  "frame 1, t1, frame 2, t2, t3, t4, t5, t6",
		"chrome69": "frame 1, t1, t2, t3, t4, t5, t6, frame 2",
	} {
		if got := logOf(s, model.MustLookup(policy)); got != want {
			t.Errorf("%s: %s, want %s", policy, got, want)
		}
	}
}
