package states_test

import (
	"testing"

	"evsim/internal/states"
	"evsim/sim"
)

// TestRecordingAsksForRoom: before a recording grows by much, somebody is asked; where
// there is no room it keeps the beginning of the run, also if there were room later.
func TestRecordingAsksForRoom(t *testing.T) {
	var r states.Recording
	asked := 0
	r.Within(func(bytes int64) bool {
		if asked++; bytes < 1<<20 || bytes > 64<<20 {
			t.Errorf("asked for %d bytes", bytes)
		}
		return asked != 3
	})
	for n := uint64(1); n <= 1_000_000; n++ {
		if !r.Full() && asked == 3 {
			t.Fatal("it is not full")
		}
		r.Emit(sim.Event{Seq: n})
	}
	if asked != 3 || !r.Full() {
		t.Fatalf("asked %d times, full: %v", asked, r.Full())
	}
	for i, e := range r.Events {
		if e.Seq != uint64(i+1) {
			t.Fatalf("event %d is %d", i+1, e.Seq)
		}
	}
}
