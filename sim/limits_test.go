package sim_test

import (
	"slices"
	"testing"

	"evsim/clock"
	"evsim/sim"
)

func TestLimitOfCallbacks(t *testing.T) {
	s := newScript(sim.Config{Limits: sim.Limits{Callbacks: 3}})
	l := s.loop
	ran := 0
	cb := s.does(func() { ran++ })
	for range 5 {
		l.Run(l.Schedule("q", cb), sim.FreeWork)
	}
	how := l.How()
	if ran != 3 || how.Reason != sim.LimitCallbacks || how.Label != "callback 0" || how.At.Line != 1 {
		t.Errorf("%d ran: %+v", ran, how)
	}
	if how.Queues != nil || how.Count != 0 {
		t.Errorf("no checkpoint starves, yet %+v", how)
	}
}

func TestLimitOfTurns(t *testing.T) {
	s := newScript(sim.Config{Limits: sim.Limits{Turns: 3}})
	for range 3 {
		if !s.loop.BeginTurn() {
			t.Fatal("it ends too soon")
		}
	}
	if s.loop.BeginTurn() || s.loop.How().Reason != sim.LimitTurns {
		t.Errorf("%+v", s.loop.How())
	}
}

// TestLimitOfSleeps: a loop that wakes and finds nothing to run, again and again, has
// turns too, whether or not time passes; one that begins a turn now and then does not.
func TestLimitOfSleeps(t *testing.T) {
	for name, d := range map[string]clock.Span{"time passes": 1, "no time passes": 0} {
		asked := 0
		s := newScript(sim.Config{Limits: sim.Limits{Turns: 600}, Halt: func() bool { asked++; return false }})
		for range 3 {
			s.loop.BeginTurn()
			for range sim.FreeSleeps {
				s.loop.Sleep(s.loop.Now().Add(d))
			}
		}
		for range 597 {
			s.loop.Sleep(s.loop.Now().Add(d))
		}
		if s.loop.Stopped() {
			t.Errorf("%s: it ends too soon: %+v", name, s.loop.How())
		}
		if s.loop.Sleep(s.loop.Now().Add(d)); s.loop.How().Reason != sim.LimitTurns || asked == 0 {
			t.Errorf("%s: %+v, asked %d times", name, s.loop.How(), asked)
		}
	}
	s := newScript(sim.Config{Halt: func() bool { return true }})
	for range 2 * sim.FreeSleeps {
		s.loop.Sleep(s.loop.Now())
	}
	if s.loop.How().Reason != sim.Abandoned {
		t.Errorf("it is to halt, and does not: %+v", s.loop.How())
	}
}

func TestLimitOfTime(t *testing.T) {
	for name, pass := range map[string]func(*sim.Loop, clock.Span){
		"spent": func(l *sim.Loop, d clock.Span) { l.Spend(clock.Exactly(d)) },
		"slept": func(l *sim.Loop, d clock.Span) { l.Sleep(l.Now().Add(d)) },
		"ran": func(l *sim.Loop, d clock.Span) {
			l.Costs.Timer = clock.Exactly(d)
			l.Run(l.Schedule("q", sim.Callback{}), sim.TimerWork)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScript(sim.Config{Costs: sim.Costs{Timer: exactly(1)}, Limits: sim.Limits{Time: 10 * ms}})
			s.does(func() {})
			if pass(s.loop, 10*ms); s.loop.Stopped() {
				t.Errorf("stopped at the limit: %+v", s.loop.How())
			}
			if pass(s.loop, 1); s.loop.How().Reason != sim.LimitTime {
				t.Errorf("%+v", s.loop.How())
			}
		})
	}
}

// TestLimitNamesWhatRuns: the callback that spends too much time is named.
func TestLimitNamesWhatRuns(t *testing.T) {
	s := newScript(sim.Config{Limits: sim.Limits{Time: ms}})
	l := s.loop
	s.does(func() {})
	l.Run(l.Schedule("q", s.does(func() { l.Spend(exactly(2)) })), sim.FreeWork)
	if how := l.How(); how.Reason != sim.LimitTime || how.Label != "callback 1" || how.At.Line != 2 {
		t.Errorf("%+v", how)
	}
	if got, want := (sim.Stop{Reason: sim.LimitTime}).Explain().String(), "it was reached between two callbacks"; got != want {
		t.Errorf("where nothing runs: %q, want %q", got, want)
	}
}

func TestDefaultLimits(t *testing.T) {
	s := newScript(sim.Config{})
	s.loop.Sleep(clock.Instant(0).Add(sim.DefaultTime))
	for range sim.DefaultTurns {
		s.loop.BeginTurn()
	}
	if s.loop.Stopped() {
		t.Errorf("stopped at the default: %+v", s.loop.How())
	}
	if s.loop.BeginTurn() {
		t.Error("turns have no default limit")
	}
}

// TestStarvation: a checkpoint that takes most of the callbacks is one that
// never ends, and its queues are named, the one being drained first.
func TestStarvation(t *testing.T) {
	for _, test := range []struct {
		name   string
		before int         // callbacks outside
		queues []sim.Place // drained in turn, without end
		nested bool        // a drain within
		want   []sim.Place
		count  int64
	}{
		{name: "one queue", queues: []sim.Place{"microtasks"}, want: []sim.Place{"microtasks"}, count: 100},
		{name: "two queues", queues: []sim.Place{"nextTick", "microtasks"}, want: []sim.Place{"nextTick", "microtasks"}, count: 100},
		{name: "a drain within a drain", queues: []sim.Place{"nextTick"}, nested: true, want: []sim.Place{"nextTick"}, count: 100},
		{name: "after a few", before: 30, queues: []sim.Place{"microtasks"}, want: []sim.Place{"microtasks"}, count: 70},
		{name: "it is not the checkpoint", before: 60, queues: []sim.Place{"microtasks"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := newScript(sim.Config{Limits: sim.Limits{Callbacks: 100}})
			l := s.loop
			cb := s.does(func() {})
			for range test.before {
				l.BeginDrain()
				l.Run(l.Schedule("q", cb), sim.FreeWork)
				l.EndDrain()
			}
			l.BeginDrain()
			for i := 0; !l.Stopped(); i++ {
				l.Draining(test.queues[i%len(test.queues)])
				if test.nested {
					l.BeginDrain()
				}
				l.Run(l.Schedule("q", cb), sim.FreeWork)
				if test.nested {
					l.EndDrain()
				}
			}
			l.EndDrain()
			how := l.How()
			if how.Reason != sim.LimitCallbacks || !slices.Equal(how.Queues, test.want) || how.Count != test.count {
				t.Errorf("%+v", how)
			}
		})
	}
}

// TestLoopDoesNotAllocate runs tasks through a loop that emits every event.
func TestLoopDoesNotAllocate(t *testing.T) {
	for name, wants := range map[string]sim.Kinds{"silent": 0, "all events": sim.AllKinds} {
		t.Run(name, func(t *testing.T) {
			l := sim.New(sim.Config{Clock: plain(), Host: idle{}, Sink: idle{}, Wants: wants})
			var q sim.Queue
			noAllocations(t, func() {
				l.BeginTurn()
				l.Phase("p")
				for range 100 {
					q.Push(l.Schedule("q", sim.Callback{}))
				}
				l.BeginDrain()
				for l.Draining("q"); ; {
					task, ok := q.Pop()
					if !ok {
						break
					}
					l.Run(task, sim.CallbackWork)
					l.Log("a", sim.Pos{})
					l.Sleep(l.Now().Add(ms))
				}
				l.EndDrain()
			})
		})
	}
}

// idle is a Host and a Sink that do nothing.
type idle struct{}

func (idle) Call(sim.Callback) sim.Completion                { return sim.Normal }
func (idle) Describe(sim.Callback) (label string, _ sim.Pos) { return "idle", sim.Pos{} }
func (idle) Emit(sim.Event)                                  {}

func BenchmarkLoop(b *testing.B) {
	l := sim.New(sim.Config{Clock: plain(), Host: idle{}, Limits: sim.Limits{Callbacks: 1 << 62}})
	var q sim.Queue
	for range 100 {
		q.Push(l.Schedule("q", sim.Callback{}))
	}
	b.ReportAllocs()
	for b.Loop() {
		t, _ := q.Pop()
		l.Run(t, sim.FreeWork)
		q.Push(l.Again(t))
	}
}

// A run ends with the first statement, or the first callback, that is one too many,
// whatever came before it in which turn.
func TestStatementsAreCountedExactly(t *testing.T) {
	for _, most := range []int64{1, 2, 3, 255, 256, 257, 1000} {
		for _, each := range []int{0, 1, 2, 7, 100, 300} { // statements of a callback
			for _, sink := range []sim.Sink{nil, new(record)} {
				s := newScript(sim.Config{Sink: sink, Wants: sim.KindsOf(sim.EventRun), Limits: sim.Limits{Statements: most}})
				steps := int64(0)
				count := func() bool {
					steps++
					if stopped := s.loop.Stopped(); stopped != (steps > most) {
						t.Fatalf("at most %d, %d a callback: stopped is %v at step %d", most, each, stopped, steps)
					}
					return steps <= most
				}
				call := s.does(func() {
					for going := count(); going && steps%(int64(each)+1) != 0; going = count() {
						s.loop.Step(1)
					}
				})
				for !s.loop.Stopped() {
					s.loop.Run(s.loop.Schedule("queue", call), sim.FreeWork)
				}
				if s.loop.How().Reason != sim.LimitStatements || steps != most+1 {
					t.Errorf("at most %d, %d a callback: ended by %v at step %d", most, each, s.loop.How().Reason, steps)
				}
			}
		}
	}
}
