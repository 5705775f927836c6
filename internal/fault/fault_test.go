package fault_test

import (
	"strings"
	"testing"

	"evsim/internal/fault"
)

func breaks(index int) { _ = []int{}[index] }

func TestCarry(t *testing.T) {
	f := fault.Carry(func() { breaks(3) })
	if f == nil || !strings.HasPrefix(f.Error(), "evsim itself failed: runtime error: index out of range [3] with length 0 (at evsim/internal/fault_test.breaks, fault_test.go:") {
		t.Fatalf("%v", f)
	}
	if again := fault.Carry(f.Raise); again != f {
		t.Errorf("on the way to another goroutine it became %v", again)
	}
	if f := fault.Carry(func() {}); f != nil {
		t.Errorf("nothing failed, and yet: %v", f)
	}
	fault.Recovered(nil).Raise() // does nothing
}
