package states_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"evsim/internal/states"
	"evsim/model"
	"evsim/sim"

	"github.com/google/go-cmp/cmp"
)

// TestStatesDoNotDependOnTheWay walks at random and compares with a cursor that
// came straight from the beginning.
func TestStatesDoNotDependOnTheWay(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	eachRun(t, func(t *testing.T, _ model.Policy, events []sim.Event) {
		if len(events) > 300 {
			events = events[:300]
		}
		walker := states.New(events)
		for range 20 {
			step := random.IntN(len(events) + 1)
			walker.Seek(step)
			straight := states.New(events)
			for straight.Step() < step {
				straight.Next()
			}
			if got, want := stateOf(walker), stateOf(straight); !reflect.DeepEqual(got, want) {
				t.Fatalf("step %d (-straight +walked):\n%s", step, cmp.Diff(want, got))
			}
		}
	})
}

// FuzzCursor feeds events that no loop would emit: ends without runs, drops of
// what does not wait, the same task again and again.
func FuzzCursor(f *testing.F) {
	f.Add([]byte{0x91, 0x31, 0x41, 0x92, 0xa2, 0x91, 0x93, 0xa1, 0x31, 0x31, 0x40, 0x40, 0x40})
	f.Fuzz(func(t *testing.T, raw []byte) {
		events := make([]sim.Event, 0, len(raw))
		for i, b := range raw[:min(len(raw), 200)] {
			kind := sim.EventKind(b >> 4)
			if !sim.AllKinds.Has(kind) {
				continue
			}
			events = append(events, sim.Event{Kind: kind, Seq: uint64(i + 1), Task: sim.TaskID(b&3) + 1, Phase: sim.Place('a' + rune(b>>2&3))})
		}
		c := states.New(events)
		var all []state
		for all = append(all, stateOf(c)); c.Next(); all = append(all, stateOf(c)) {
		}
		for k := len(all) - 2; c.Back(); k-- {
			if got := stateOf(c); !reflect.DeepEqual(got, all[k]) {
				t.Fatalf("back at step %d (-there +back):\n%s", k, cmp.Diff(all[k], got))
			}
		}
	})
}
