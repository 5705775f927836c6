package explore_test

import (
	"testing"

	"evsim/explore"
)

// TestClocksSetByMonths: a clock that is set by more than an exploration tells apart gives a
// run up only where the run reads it.
func TestClocksSetByMonths(t *testing.T) {
	for _, tt := range []struct{ policy, clock, script, want string }{
		{"firefox", "{skew: {offset: -3542400s, steps: [{at: 6ms, by: 5184000s}]}}", // from 41 days behind to 19 ahead
			"{fetch: /a, latency: 8ms..9ms, do: [{setTimeout: 1, do: {log: b}}, {fetch: /b, latency: 500us, do: {log: c}}, {busy: 5ms}]}", "c b "},
		{"node26", "{startup: 0ms..1ms, skew: {offset: 3888000s, steps: [{at: 2ms, by: -7084800s}]}}", // from 45 ahead to 37 behind
			"{setTimeout: 24, do: {log: b}}", ""},
	} {
		s := parsed(t, "evsim: 1\nname: a clock set by months\nlimits: {time: 20s}\nclock: "+tt.clock+"\nscript:\n  - "+tt.script+"\n")
		r := explore.Explore(t.Context(), s.In(policy(t, tt.policy), &s.World), explore.Options{})
		if !r.Complete || len(r.Orders) != 1 || joined(r.Orders[0].Log) != tt.want {
			t.Errorf("%s: complete: %t (%s), %d orders, want %q", tt.policy, r.Complete, r.Why, len(r.Orders), tt.want)
		}
	}
	s := parsed(t, `
evsim: 1
name: a clock set by more than there may be
clock: {skew: {steps: [{at: 6ms, by: 17280000s}]}}
script:
  - {setTimeout: 1, do: {log: z}}
  - {fetch: /a, latency: 8ms, do: [{setTimeout: 1, do: {log: b}}, {fetch: /b, latency: 2ms, do: {log: c}}]}
`)
	for _, log := range [][]string{{"z", "b", "c"}, {"z", "c", "b"}} {
		v := explore.Search(t.Context(), s.In(policy(t, "firefox"), &s.World), explore.Options{}, log, nil, nil)
		if v.Claim != explore.Unclear {
			t.Errorf("%q: %+v, want nothing claimed", log, v)
		}
	}
}
