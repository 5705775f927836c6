package explore_test

import (
	"fmt"
	"testing"

	"evsim/clock"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// TestOffsetChangesNothing runs random scenarios of the campaign with a clock that tells
// true time, and with one that is an hour ahead or behind: what happens, and when, is the
// same. A model that compares true time with what the loop's clock reads fails.
func TestOffsetChangesNothing(t *testing.T) {
	from, to := campaignSeeds(t, 300)
	policies := campaignPolicies()
	for _, p := range model.Policies() {
		if threaded := p.Threaded(clock.Millisecond); threaded.Web != p.Web {
			policies = append(policies, threaded)
		}
	}
	runs := 0
	for seed := from; seed < to; seed++ {
		p := policies[seed%uint64(len(policies))]
		s, src := parsedScenario(t, seed, 0, p, 5)
		if s == nil {
			continue
		}
		for draw := range uint64(9) {
			s.World.Clock.Skew = clock.Skew{}
			want := happenings(s, p, draw)
			for _, hours := range []clock.Span{1, -1} {
				s.World.Clock.Skew.Offset = hours * 3600 * clock.Second
				got := happenings(s, p, draw)
				if at := differs(want, got); at >= 0 {
					t.Fatalf("seed %d, draw %d, %s, a clock that is %d h ahead:\n%q\nby true time:\n%q\nafter %q\n%s", seed, draw, p.Name, hours,
						got[at:min(at+4, len(got))], want[at:min(at+4, len(want))], want[max(at-8, 0):at], src)
				}
				runs++
			}
		}
	}
	if runs < int(to-from) {
		t.Errorf("only %d runs", runs)
	}
}

// differs is from where two lists do; -1: they are equal.
func differs(a, b []string) int {
	for i := range max(len(a), len(b)) {
		if i == len(a) || i == len(b) || a[i] != b[i] {
			return i
		}
	}
	return -1
}

// happenings is all that a drawn run tells, and how it ended. With 0 for a seed nothing is
// drawn, and times are plain numbers, for which the loop has other queues.
func happenings(s *scenario.Scenario, p model.Policy, seed uint64) []string {
	var told events
	o := program.Options{Sink: &told, Wants: sim.AllKinds}
	if seed > 0 {
		o.Oracle = clock.NewSampler(seed)
	}
	stop := s.Run(p, o)
	return append(told, fmt.Sprint(stop))
}

type events []string

func (e *events) Emit(event sim.Event) {
	*e = append(*e, fmt.Sprintf("%d: %s %d by %d in %s: %s", event.At, event.Kind, event.Task, event.Cause, event.Phase, event.Text))
}
