package states_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/internal/states"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// eachRun records every scenario of the project, under every policy that it
// runs on, as far as the first few hundred callbacks.
func eachRun(t *testing.T, check func(*testing.T, model.Policy, []sim.Event)) {
	t.Helper()
	runs := 0
	err := filepath.WalkDir("../../scenarios", func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".yaml" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		s, diags := scenario.Parse(path, text)
		if diags.Failed() {
			t.Fatal(diags)
		}
		s.World.Limits.Callbacks = 300
		for _, p := range s.RunsOn() {
			if s.Lacks(p) != nil {
				continue
			}
			runs++
			t.Run(path+"/"+p.Name, func(t *testing.T) {
				var r states.Recording
				s.Run(p, program.Options{Seed: 1, Oracle: clock.NewSampler(1), Sink: &r, Wants: states.Kinds})
				check(t, p, r.Events)
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if runs < 1000 {
		t.Errorf("%d runs: where are the scenarios?", runs)
	}
}

// inOrder are the queues whose first task is always the one that runs next;
// the closing phase begins at the end, and what waits outside the loop comes
// when it comes.
var inOrder = []string{"nextTick", "microtasks", "vm microtasks", "signals", "timers", "pending", "check", "timer", "networking", "user interaction", "DOM manipulation", "posted message"}

// longQueue is the most tasks of a queue that are counted one by one at every
// step; longer queues are counted at every longQueue-th step, so that the time
// stays linear in the length of the run.
const longQueue = 64

// TestQueuesAreTrue holds the events of queues against those of callbacks: a
// task that leaves a queue was there, and came first where that is the rule.
func TestQueuesAreTrue(t *testing.T) {
	eachRun(t, func(t *testing.T, p model.Policy, events []sim.Event) {
		c := states.New(events)
		waits := map[sim.TaskID]int{} // the queue of each task that waits, beside the cursor's books
		var jobs batches
		queues := c.Queues()
		var all []sim.Event // a buffer
		for _, q := range queues {
			if known, _, _ := strings.Cut(q.Name, " message "); known != "posted" && !slices.Contains(p.Queues(), sim.Place(q.Name)) {
				t.Errorf("%s does not list its queue %q", p.Name, q.Name)
			}
		}
		for i, e := range events {
			q, waited := waits[e.Task]
			switch e.Kind {
			case sim.EventEnqueue:
				waits[e.Task] = slices.Index(queues, states.Queue{Name: string(e.Phase), List: e.List})
			case sim.EventDrop:
				if !waited {
					t.Fatalf("event %d drops task %d, which waits nowhere", i, e.Task)
				}
				delete(waits, e.Task)
			case sim.EventRun:
				if waited && slices.Contains(inOrder, queues[q].Name) {
					passed := 0
					if p.Node != nil && p.Node.JobsNest && queues[q].Name == "microtasks" {
						passed = jobs.take(c, q)
					}
					if c.Waiting(nil, q, passed+1)[passed].Task != e.Task {
						t.Fatalf("event %d runs task %d, which is not the first in %v behind %d of batches", i, e.Task, queues[q], passed)
					}
				}
				delete(waits, e.Task)
			case sim.EventStop:
				if e.Text == sim.Ended.String() {
					atRest(t, queues, waits)
				}
			}
			c.Next()
			size := 0
			for q := range queues {
				size += c.Size(q)
				if c.Size(q) > longQueue && i%longQueue != 0 {
					continue
				}
				if all = c.Waiting(all[:0], q, len(events)); len(all) != c.Size(q) {
					t.Fatalf("step %d: %v has %d tasks and says %d", i+1, queues[q], len(all), c.Size(q))
				}
			}
			if size != len(waits) {
				t.Fatalf("step %d: %d tasks wait, want %d", i+1, size, len(waits))
			}
		}
	})
}

// batches is, where jobs nest (node.jobs-nest), how many jobs are left of the batch
// that V8 has taken, for each job that is under way and then for the next one.
type batches []int

// take counts the job off that is to run next, of a queue, and returns how many jobs
// it passes: those that are left of the batches of the jobs around it.
func (b *batches) take(c *states.Cursor, queue int) (passed int) {
	depth := 0
	for _, e := range c.Stack(nil) {
		if e.Phase == "microtasks" {
			depth++
		}
	}
	for len(*b) <= depth {
		*b = append(*b, 0)
	}
	for _, left := range (*b)[:depth] {
		passed += left
	}
	if left := &(*b)[depth]; *left > 0 {
		*left--
	} else {
		*left = c.Size(queue) - passed - 1
	}
	return passed
}

// atRest holds that nothing is left where a run that ended by itself leaves
// nothing: only what does not keep it alive may wait for ever.
func atRest(t *testing.T, queues []states.Queue, waits map[sim.TaskID]int) {
	t.Helper()
	for task, q := range waits {
		switch queues[q].Name {
		case "timers", "unref'd timers", "epoll", "users", "signals", "check", "animation frame", "nextTick": // unref'd, hidden, exiting
		default:
			t.Errorf("task %d is left in %v", task, queues[q])
		}
	}
}

// state is all that a cursor tells.
type state struct {
	Step    int
	Event   sim.Event
	Phase   string
	Stack   []sim.Event
	Waiting [][]sim.Event
	Log     []int32
}

func stateOf(c *states.Cursor) state {
	s := state{Step: c.Step(), Event: c.Event(), Phase: c.Phase(), Stack: c.Stack(nil), Log: slices.Clone(c.Log())}
	for q := range c.Queues() {
		s.Waiting = append(s.Waiting, c.Waiting(nil, q, c.Len()))
	}
	return s
}
