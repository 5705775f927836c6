package scenario_test

import (
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// TestHiddenTimersUnderSkew: the one timer that a hidden page of Firefox waits for is over
// by the same clock that it was set by. By true time, which differs from a clock that was set
// forward, the loop would wake without end and do nothing.
func TestHiddenTimersUnderSkew(t *testing.T) {
	s := parse(t, `
evsim: 1
name: timers of a hidden page whose clock is set forward
policies: firefox
clock: {startup: 500us, skew: {steps: [{at: 1500us, by: 2000us}, {at: 3750us, by: 0us}]}}
display: {hidden: true}
script:
  - {setTimeout: 1, do: {log: first}}
  - {setTimeout: 2, do: {log: second}}
  - {setInterval: 2, times: 2, do: {log: same}}
`)
	s.World.Limits = sim.Limits{Callbacks: 100, Turns: 100}
	if stop := s.Run(model.MustLookup("firefox"), program.Options{}); stop.Reason != sim.Ended {
		t.Errorf("ended by %s", stop.Reason)
	}
}

// TestOrderUnderSkew: a timer that came due while a task ran goes before what arrived after
// its clock read that it is due, and behind what arrived before, however far ahead the
// clock is once the task is over.
func TestOrderUnderSkew(t *testing.T) {
	for _, tt := range []struct{ skew, busy, timer, latency, want string }{
		{"steps: [{at: 15ms, by: 1000ms}]", "20ms", "500", "10ms", "answer, timer"}, // due at 15 ms
		{"steps: [{at: 5ms, by: 1000ms}]", "20ms", "500", "10ms", "timer, answer"},  // due at 5 ms
		{"drift: 1000000", "1000ms", "1000", "300ms", "answer, timer"},              // due at 500 ms
		{"drift: 1000000", "1000ms", "1000", "501ms", "timer, answer"},
		{"drift: -500000", "1000ms", "300", "700ms", "timer, answer"}, // due at 599.5 ms
		{"drift: -500000", "1000ms", "300", "599ms", "answer, timer"},
		{"drift: -500000, steps: [{at: 100ms, by: 200ms}]", "1000ms", "300", "201ms", "timer, answer"}, // due at 199.5 ms
		{"drift: -500000, steps: [{at: 100ms, by: 200ms}]", "1000ms", "300", "199ms", "answer, timer"},
	} {
		s := parse(t, "evsim: 1\nname: order under skew\nclock: {skew: {"+tt.skew+"}}\nscript:\n  - {setTimeout: "+tt.timer+
			", do: {log: timer}}\n  - {fetch: /a, latency: "+tt.latency+", do: {log: answer}}\n  - {busy: "+tt.busy+"}\n")
		for _, p := range []string{"firefox", "webkit"} { // the others run timers behind what arrived
			if got := logOf(s, model.MustLookup(p)); got != tt.want {
				t.Errorf("%s, %s, timer %s, answer after %s: %s, want %s", p, tt.skew, tt.timer, tt.latency, got, tt.want)
			}
		}
	}
}

// TestClockSetFarBack: the loop sleeps for as long as its clock has nothing new to read, and
// does not wake for each time that it waits for.
func TestClockSetFarBack(t *testing.T) {
	s := parse(t, `
evsim: 1
name: a clock set back by ten hours
limits: {turns: 20}
clock: {skew: {steps: [{at: 2ms, by: -36000s}]}}
script:
  - {readFile: /a, latency: 5ms, do: {setTimeout: 1.5, do: {log: "t ${now}"}}}
`)
	for _, p := range model.Policies() {
		if s.Lacks(p) != nil {
			continue
		}
		want := "t 36000001"
		if p.Name == "node10" {
			want = "t 36000002" // its timers keep fractions, its clock has none
		}
		if got := logOf(s, p); got != want {
			t.Errorf("%s: %q, want %q", p.Name, got, want)
		}
	}
}

// TestIdleWaitsUnderSkew: Firefox waits for the end of an idle period by a timer of the
// page, which is due with those that scripts set for as long.
func TestIdleWaitsUnderSkew(t *testing.T) {
	for by, want := range map[string]string{
		"0ms":     "i1 8, i2 8, b, c, timer 57, i3 57",
		"2000ms":  "i1 8, i2 8, b, c, timer 57, i3 57",
		"-1000ms": "i1 8, i2 8, b, c, timer 1049, i3 1049", // at 8 ms the clock is 992 ms behind what it read
	} {
		s := parse(t, `
evsim: 1
name: idle callbacks and a clock that is set
clock: {skew: {steps: [{at: 5ms, by: `+by+`}]}}
script:
  - {fetch: /b, latency: 20ms, do: {log: b}}
  - {fetch: /c, latency: 40ms, do: {log: c}}
  - fetch: /a
    latency: 8ms
    do:
      - {requestIdleCallback: null, do: {log: "i1 ${now}"}}
      - {requestIdleCallback: null, do: {log: "i2 ${now}"}}
      - {requestIdleCallback: null, do: {log: "i3 ${now}"}}
      - {setTimeout: 49, do: {log: "timer ${now}"}}
`)
		if got := logOf(s, model.MustLookup("firefox")); got != want {
			t.Errorf("set by %s: %s, want %s", by, got, want)
		}
	}
}

// logOf is what a scenario logs under a policy, with commas between.
func logOf(s *scenario.Scenario, p model.Policy) string {
	var seen program.Observed
	s.Run(p, program.Options{Sink: &seen, Wants: sim.KindsOf(sim.EventLog)})
	var lines []string
	for _, line := range seen.Log {
		lines = append(lines, line.Text)
	}
	return strings.Join(lines, ", ")
}
