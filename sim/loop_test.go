package sim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/sim"
)

// script is a Host whose callbacks are functions, by number.
type script struct {
	loop  *sim.Loop
	calls []func() sim.Completion
}

func (s *script) Call(cb sim.Callback) sim.Completion { return s.calls[cb.Ref]() }

func (s *script) Describe(cb sim.Callback) (string, sim.Pos) {
	return fmt.Sprintf("callback %d", cb.Ref), sim.Pos{Line: int32(cb.Ref) + 1, Col: 7}
}

// does is a callback that runs f.
func (s *script) does(f func()) sim.Callback {
	return s.ends(func() sim.Completion {
		f()
		return sim.Normal
	})
}

func (s *script) ends(f func() sim.Completion) sim.Callback {
	s.calls = append(s.calls, f)
	return sim.Callback{Ref: uint32(len(s.calls) - 1)}
}

// record is a Sink that keeps every event.
type record []sim.Event

func (r *record) Emit(e sim.Event) { *r = append(*r, e) }

// String is the events' order, one a line.
func (r record) String() string {
	var b strings.Builder
	for _, e := range r {
		fmt.Fprintf(&b, "%d %s %d turn %d %q task %d of %d %q %v\n", e.Seq, e.Kind, e.At, e.Turn, e.Phase, e.Task, e.Cause, e.Text, e.Pos)
	}
	return b.String()
}

func newScript(cfg sim.Config) *script {
	s := &script{}
	cfg.Host, cfg.Clock = s, plain()
	s.loop = sim.New(cfg)
	return s
}

const ms = clock.Millisecond

func exactly(n int) clock.Range { return clock.Exactly(clock.Span(n) * ms) }

func TestEvents(t *testing.T) {
	var got record
	s := newScript(sim.Config{Sink: &got, Wants: sim.AllKinds, Costs: sim.Costs{Callback: exactly(3), Turn: exactly(1), Log: exactly(2)}})
	l := s.loop
	var inner sim.Task
	outer := s.does(func() {
		inner = l.Schedule("later", s.does(func() { l.Threw("oops") }))
		l.Log("hello", sim.Pos{Line: 9, Col: 1})
	})
	l.BeginTurn()
	l.Phase("timers")
	l.Run(l.Schedule("now", outer), sim.CallbackWork)
	before := l.In("jobs")
	l.Run(inner, sim.FreeWork)
	l.In(before)
	l.Sleep(clock.Instant(0).Add(10 * ms))
	l.Run(l.Again(inner), sim.FreeWork)
	l.Stop(sim.Stop{Reason: sim.Ended})
	const want = `1 turn 0 turn 1 "" task 0 of 0 "" 0:0
2 phase 1000000 turn 1 "timers" task 0 of 0 "" 0:0
3 schedule 1000000 turn 1 "now" task 1 of 0 "callback 0" 1:7
4 run 1000000 turn 1 "timers" task 1 of 0 "callback 0" 1:7
5 schedule 1000000 turn 1 "later" task 2 of 1 "callback 1" 2:7
6 log 1000000 turn 1 "timers" task 1 of 0 "hello" 9:1
7 end 6000000 turn 1 "timers" task 1 of 0 "" 0:0
8 run 6000000 turn 1 "jobs" task 2 of 1 "callback 1" 2:7
9 throw 6000000 turn 1 "jobs" task 2 of 1 "oops" 0:0
10 end 6000000 turn 1 "jobs" task 2 of 1 "" 0:0
11 sleep 10000000 turn 1 "timers" task 0 of 0 "" 0:0
12 run 10000000 turn 1 "timers" task 3 of 2 "callback 1" 2:7
13 throw 10000000 turn 1 "timers" task 3 of 2 "oops" 0:0
14 end 10000000 turn 1 "timers" task 3 of 2 "" 0:0
15 stop 10000000 turn 1 "timers" task 0 of 0 "ended" 0:0
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if l.Turns() != 1 || l.Callbacks() != 3 || l.Running().ID != 0 {
		t.Errorf("%d turns, %d callbacks, task %d runs", l.Turns(), l.Callbacks(), l.Running().ID)
	}
}

func TestOnlyWantedKindsAreEmitted(t *testing.T) {
	var got record
	s := newScript(sim.Config{Sink: &got, Wants: sim.KindsOf(sim.EventLog, sim.EventStop)})
	s.loop.BeginTurn()
	s.loop.Run(s.loop.Schedule("q", s.does(func() { s.loop.Log("a", sim.Pos{}) })), sim.FreeWork)
	s.loop.Stop(sim.Stop{Reason: sim.Exited})
	if len(got) != 2 || got[0].Kind != sim.EventLog || got[1].Kind != sim.EventStop {
		t.Errorf("got\n%s", got)
	}
}

// TestNoSink makes sure that a loop whose events go nowhere emits none.
func TestNoSink(t *testing.T) {
	s := newScript(sim.Config{Wants: sim.AllKinds})
	s.loop.BeginTurn()
	s.loop.Run(s.loop.Schedule("q", s.does(func() { s.loop.Log("a", sim.Pos{}) })), sim.FreeWork)
	s.loop.Stop(sim.Stop{Reason: sim.Ended})
}

func TestKindsHaveNames(t *testing.T) {
	var names []string
	for k := range sim.EventStop + 1 {
		names = append(names, k.String())
		if !sim.AllKinds.Has(k) || !sim.KindsOf(k).Has(k) || sim.KindsOf().Has(k) {
			t.Errorf("sets go wrong with %v", k)
		}
	}
	if want := []string{"turn", "phase", "schedule", "run", "end", "log", "throw", "sleep", "stop"}; !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
	names = nil
	for r := range sim.LimitStatements + 1 {
		names = append(names, r.String())
		if r.Limit() != (r == sim.LimitCallbacks || r == sim.LimitTurns || r == sim.LimitTime || r == sim.LimitStatements) {
			t.Errorf("%v is a limit: %t", r, r.Limit())
		}
	}
	if want := []string{"running", "ended", "exited", "died", "abandoned", "waits", "callbacks", "turns", "time", "statements"}; !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
}

func TestCompletionsComeBack(t *testing.T) {
	s := newScript(sim.Config{})
	for _, want := range []sim.Completion{sim.Normal, sim.Threw} {
		cb := s.ends(func() sim.Completion { return want })
		if got := s.loop.Run(s.loop.Schedule("q", cb), sim.FreeWork); got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}

// TestNestedRuns: what runs inside a callback gives the outer task back.
func TestNestedRuns(t *testing.T) {
	s := newScript(sim.Config{})
	l := s.loop
	var seen []sim.TaskID
	inner := s.does(func() { seen = append(seen, l.Running().ID) })
	l.Run(l.Schedule("q", s.does(func() {
		seen = append(seen, l.Running().ID)
		l.Run(l.Schedule("q", inner), sim.FreeWork)
		seen = append(seen, l.Running().ID)
	})), sim.FreeWork)
	if want := []sim.TaskID{1, 2, 1}; !slices.Equal(seen, want) {
		t.Errorf("ran %v, want %v", seen, want)
	}
}

// TestCostsPassAtTheEnd: what a callback does is at the instant where it stands
// in the callback, and not at its end.
func TestCostsPassAtTheEnd(t *testing.T) {
	s := newScript(sim.Config{Costs: sim.Costs{Microtask: exactly(10), Log: exactly(1)}})
	l := s.loop
	var at []clock.Instant
	l.Run(l.Schedule("q", s.does(func() {
		at = append(at, l.Now())
		l.Log("a", sim.Pos{})
		at = append(at, l.Now())
		l.Spend(exactly(5))
		at = append(at, l.Now())
	})), sim.MicrotaskWork)
	at = append(at, l.Now())
	l.Sleep(clock.Instant(0).Add(3 * ms)) // is past
	at = append(at, l.Now())
	if want := []clock.Instant{0, 1e6, 6e6, 16e6, 16e6}; !slices.Equal(at, want) {
		t.Errorf("at %d, want %d", at, want)
	}
}

func TestStoppedLoopDoesNothing(t *testing.T) {
	var got record
	s := newScript(sim.Config{Sink: &got, Wants: sim.AllKinds, Costs: sim.Costs{Callback: exactly(1)}, Limits: sim.Limits{Time: 5 * ms}})
	l := s.loop
	task := l.Schedule("q", s.does(func() { t.Error("it runs") }))
	l.Stop(sim.Stop{Reason: sim.Exited, Code: 3})
	l.Stop(sim.Stop{Reason: sim.Died, Code: 1})
	events := len(got)
	l.Run(task, sim.CallbackWork)
	l.Log("a", sim.Pos{})
	l.Sleep(clock.Instant(0).Add(ms))
	if l.BeginTurn() {
		t.Error("a turn begins")
	}
	if len(got) != events || l.Now() != 0 || l.Callbacks() != 0 || l.Turns() != 0 {
		t.Errorf("it is %d after %d callbacks and %d turns, and\n%s", l.Now(), l.Callbacks(), l.Turns(), got)
	}
	if how := l.How(); how.Reason != sim.Exited || how.Code != 3 {
		t.Errorf("the first reason does not stay: %+v", how)
	}
}

// TestRuleEvents: a checkpoint has its rule, a pass the time that it goes by,
// and every other event the loop's time.
func TestRuleEvents(t *testing.T) {
	var got record
	s := newScript(sim.Config{Sink: &got, Wants: sim.RuleKinds})
	l := s.loop
	l.Checkpoint("node.main")
	l.Sleep(clock.Instant(0).Add(7 * ms))
	l.Pass(5*ms, clock.Instant(0).Add(6*ms), clock.Instant(0).Add(7*ms))
	l.Update()
	l.Checkpoint("node.checkpoint")
	l.Stop(sim.Stop{Reason: sim.Ended})
	l.Checkpoint("node.exit")
	l.Pass(0, 0, 0)
	l.Runnable("timer", sim.Task{})
	if len(got) != 3 {
		t.Fatalf("got\n%s", got)
	}
	if e := got[0]; e.Kind != sim.EventCheckpoint || e.Text != "node.main" || e.Loop != 0 {
		t.Errorf("the first is %+v", e)
	}
	if e := got[1]; e.Kind != sim.EventPass || e.List != 5*ms || e.Due != 6e6 || e.Loop != 7e6 {
		t.Errorf("the second is %+v", e)
	}
	if e := got[2]; e.Text != "node.checkpoint" || e.Loop != 7e6 {
		t.Errorf("the third is %+v", e)
	}
}
