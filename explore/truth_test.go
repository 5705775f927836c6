package explore_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"evsim/explore"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

func explored(t *testing.T, policyName, src string) (*scenario.Scenario, explore.Result) {
	t.Helper()
	s := parsed(t, "evsim: 1\nname: truth\n"+src)
	return s, explore.Explore(context.Background(), s.In(policy(t, policyName), &s.World), explore.Options{Paths: 200_000})
}

// TestTwins: of requests that do the same one is tried as the first, and not
// later than the others. So each witness is in the order that it stands for,
// and conditions speak of the others as well.
func TestTwins(t *testing.T) {
	src := "script:\n  - {repeat: 2, do: {io: net, latency: 1ms..10ms, do: {log: reply}}}\n  - {setTimeout: 5, do: {log: deadline}}\n"
	s, r := explored(t, "node22", src)
	want := map[string]string{
		"reply reply deadline ": "latency less than 6ms",
		"reply deadline reply ": "",
		"deadline reply reply ": "latency more than 5ms and latency no. 2 more than 5ms",
	}
	for i := range r.Orders {
		o := &r.Orders[i]
		log := lines{}
		s.Run(policy(t, "node22"), program.Options{Oracle: o.Witness.Oracle(), Sink: &log, Wants: sim.KindsOf(sim.EventLog)})
		if joined(log) != joined(o.Log) {
			t.Errorf("%q: the witness logs %q", joined(o.Log), joined(log))
		}
		if got := r.When(i).Formula; got != want[joined(o.Log)] {
			t.Errorf("%q: when %q", joined(o.Log), got)
		}
	}
	if len(r.Orders) != len(want) {
		t.Errorf("%d orders", len(r.Orders))
	}
}

// TestFarInstants: what an exploration cannot tell apart it does not claim.
func TestFarInstants(t *testing.T) {
	for name, c := range map[string]struct {
		policy, script string
		complete       bool
	}{
		"work of 116 days":   {"browser", "[{fetch: /u, latency: 0ms..10ms, do: {log: x}}, {busy: 10000000s}, {setTimeout: 5, do: {log: t}}]", false},
		"a wait of 231 days": {"node22", "[{io: net, latency: 20000000s, do: {log: x}}, {busy: 0ms..1ms}]", false},
		"a range up to it":   {"browser", "[{fetch: /u, latency: 1ms..20000000s, do: {log: x}}]", false},
		"many short works":   {"node22", "[{repeat: 200, do: {busy: 1000000s}}, {busy: 0ms..1ms}, {setImmediate: , do: {log: x}}]", false},
		"many long delays":   {"browser", "[{setInterval: 2147483647, times: 4, do: {log: x}}, {busy: 0ms..1ms}]", false},
		"one long delay":     {"browser", "[{setTimeout: 2147483647, do: {log: x}}, {busy: 0ms..1ms}]", true},
		"a clock far ahead":  {"node22", "[{setTimeout: 1, do: {log: x}}, {busy: 0ms..1ms}]\nclock: {skew: {offset: 10000000s}}", false},
	} {
		s, r := explored(t, c.policy, "limits: {time: 100000000s}\nscript: "+c.script+"\n")
		if r.Complete != c.complete || !c.complete && !strings.Contains(r.Why.String(), "more than 52 days") {
			t.Errorf("%s: complete %t, %q, %d orders", name, r.Complete, r.Why, len(r.Orders))
		}
		if v := explore.Search(context.Background(), s.In(policy(t, c.policy), &s.World), explore.Options{}, strings.Fields(strings.Repeat("x ", 9)), nil, nil); !c.complete && v.Claim != explore.Unclear {
			t.Errorf("%s: a log is called %v", name, v.Claim)
		}
	}
}

// TestManyUnknowns: a run may have up to 255 unknown lengths.
func TestManyUnknowns(t *testing.T) {
	for n, complete := range map[int]bool{100: true, 254: true, 300: false} {
		s, r := explored(t, "browser", fmt.Sprintf("script:\n  - {repeat: %d, do: {busy: 0ms..1ms}}\n  - {setTimeout: 50, do: {log: timer}}\n  - {fetch: /a, latency: 51ms, do: {log: answer}}\n", n))
		if r.Complete != complete {
			t.Errorf("%d: complete %t, %s", n, r.Complete, r.Why)
			continue
		}
		if !complete {
			continue
		}
		for i := range r.Orders {
			w, err := explore.ParseToken(r.Orders[i].Witness.Token(nil), nil)
			log := lines{}
			s.Run(policy(t, "browser"), program.Options{Oracle: w.Oracle(), Sink: &log, Wants: sim.KindsOf(sim.EventLog)})
			if err != nil || len(w.Values) < n || joined(log) != joined(r.Orders[i].Log) {
				t.Errorf("%d: %v, %d values, %q for %q", n, err, len(w.Values), joined(log), joined(r.Orders[i].Log))
			}
		}
	}
}

// TestDecidingCutOff: a question that ends early names nothing, and says why.
func TestDecidingCutOff(t *testing.T) {
	_, r := explored(t, "node22", "script:\n  - {log: a}\n")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("the reason"))
	if names := r.Deciding(ctx, func([]program.Line) int { return 0 }); names != nil || r.Untold.String() != "the reason" {
		t.Errorf("%q, %q", names, r.Untold)
	}
}

// TestDeciding names what an order hangs on, and nothing else: startup and
// phase decide, the two latencies do not.
func TestDeciding(t *testing.T) {
	_, r := explored(t, "node20", "clock: {startup: 0ms..3ms, phase: 0ms..1ms}\nfiles: {./a: {latency: 0.1ms..1ms}}\n"+
		"script:\n  - {readFile: ./a, do: {log: read}}\n  - {io: dns, latency: 1ms..2ms, do: {log: dns}}\n  - {setTimeout: 0, do: {log: timeout}}\n  - {setImmediate: , do: {log: immediate}}\n")
	first := r.Deciding(context.Background(), func(log []program.Line) int {
		if slices.Index(texts(log), "timeout") < slices.Index(texts(log), "immediate") {
			return 1
		}
		return 0
	})
	slices.Sort(first)
	if !slices.Equal(first, []string{"phase", "startup"}) {
		t.Errorf("it depends on %q", first)
	}
}

// TestConditionsSayWhatTheyLeaveOut: which of the files and names is over first
// hangs on lengths that begin at other instants in other orders.
func TestConditionsSayWhatTheyLeaveOut(t *testing.T) {
	_, r := explored(t, "node22", "pool: 2\nscript:\n  - {io: crypto, latency: 2ms..5ms, do: {log: hash1}}\n  - {io: crypto, latency: 2ms..5ms, do: {log: hash2}}\n"+
		"  - {io: file, latency: 1ms..2ms, do: {log: file}}\n  - {io: dns, latency: 1ms..3ms, do: {log: dns}}\n")
	if len(r.Orders) != 8 {
		t.Errorf("%d orders", len(r.Orders))
	}
	for i := range r.Orders {
		c := r.When(i)
		if want := []string{"latency (line 7)", "latency (line 8)"}; c.Exact || !slices.Equal(c.Some, want) || !strings.HasSuffix(c.Words.String(), "for some lengths of latency (line 7), latency (line 8)") {
			t.Errorf("%q: %+v", joined(r.Orders[i].Log), c)
		}
	}
}

// TestConditionsAreMinimal: no bound of a formula says what the others say.
func TestConditionsAreMinimal(t *testing.T) {
	_, r := explored(t, "webkit", "clock: {startup: 0ms..5ms}\nscript:\n  - {setTimeout: 4, do: {log: t}}\n  - {channel: c, do: {log: msg}}\n"+
		"  - {fetch: /a, latency: 2ms..9ms, do: [{postMessage: c}, {log: a}]}\n  - {requestAnimationFrame: , do: {log: frame}}\n")
	want := map[string]string{
		"a msg t frame ": "latency at most 4ms, or latency at most startup",
		"t a msg frame ": "startup at least 4ms, or latency at least 4ms",
		"a t msg frame ": "latency at least 4ms and latency at most 4ms, or latency at most startup and startup at least 4ms",
	}
	for i := range r.Orders {
		if got := r.When(i).Formula; got != want[joined(r.Orders[i].Log)] {
			t.Errorf("%q: when %q", joined(r.Orders[i].Log), got)
		}
	}
}
