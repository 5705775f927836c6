package sim_test

import (
	"fmt"

	"evsim/clock"
	"evsim/sim"
)

// printer is a Host whose callbacks say what they are.
type printer struct{}

func (printer) Call(cb sim.Callback) sim.Completion {
	fmt.Println("callback", cb.Ref)
	return sim.Normal
}

func (printer) Describe(cb sim.Callback) (string, sim.Pos) {
	return fmt.Sprint("callback ", cb.Ref), sim.Pos{}
}

// A policy in few words: run what arrives, in the order of time.
func Example() {
	c := clock.New(clock.Setup{}, clock.Millisecond, 0, nil)
	l := sim.New(sim.Config{Clock: c, Host: printer{}})
	var world sim.Arrivals
	for i, after := range []clock.Span{30, 10, 20} {
		world.Add(c, c.Now().Add(after*clock.Millisecond), l.Schedule("world", sim.Callback{Ref: uint32(i)}))
	}
	for world.Len() > 0 && l.BeginTurn() {
		at, _ := world.Next(l.Clock)
		l.Sleep(at)
		t, _, _ := world.Take(c, l.Now())
		l.Run(t, sim.FreeWork)
	}
	l.Stop(sim.Stop{Reason: sim.Ended})
	fmt.Println(l.How().Reason, "in turn", l.Turns(), "at", c.Reading(c.Now(), 0).Duration())
	// Output:
	// callback 1
	// callback 2
	// callback 0
	// ended in turn 3 at 30ms
}

// Timers of one duration are one list; the agenda orders lists, not timers.
func ExampleTimerLists() {
	c := clock.New(clock.Setup{}, clock.Millisecond, 0, nil)
	var timers sim.TimerLists
	for timer, delay := range []uint64{20, 10, 20} {
		list := timers.List(delay)
		if !timers.Live(list) {
			timers.Open(list)
			timers.Expect(c, list, c.Now().Add(clock.Span(delay)*clock.Millisecond))
		}
		timers.Append(list, int32(timer))
	}
	for timers.Ordered() > 0 {
		list, _ := timers.Earliest()
		generation := timers.Generation(list)
		for timer, ok := timers.Front(list, generation); ok; timer, ok = timers.Front(list, generation) {
			fmt.Printf("timer %d after %d ms\n", timer, timers.Key(list))
			timers.Unlink(timer)
		}
		timers.Close(c, list)
	}
	// Output:
	// timer 1 after 10 ms
	// timer 0 after 20 ms
	// timer 2 after 20 ms
}

// A queue keeps the order in which tasks came.
func ExampleQueue() {
	var q sim.Queue
	q.Push(sim.Task{ID: 1})
	q.Push(sim.Task{ID: 2})
	t, ok := q.Pop()
	fmt.Println(t.ID, ok, q.Len())
	// Output: 1 true 1
}

// What is pushed for one instant comes in the order of pushing.
func ExampleAgenda() {
	c := clock.New(clock.Setup{}, 0, 0, nil)
	var a sim.Agenda
	a.Push(c, 7, 50)
	a.Push(c, 8, 40)
	a.Push(c, 9, 40)
	for a.Len() > 0 {
		ref, due := a.Pop(c)
		fmt.Println(ref, due)
	}
	// Output:
	// 8 40
	// 9 40
	// 7 50
}
