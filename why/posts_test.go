package why_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"evsim/clock"
	"evsim/ecma"
	"evsim/model"
	"evsim/sim"
	"evsim/why"
)

// posts is a program whose tasks of postTask have delays, are moved and are aborted, which
// scenarios cannot say (model.Script).
type posts struct {
	rt       *model.Runtime
	calls    []func()
	lines    int
	left     int // callbacks that may do anything
	r        *rand.Rand
	promises []uint32
}

// callback logs a line, and then does something.
func (p *posts) callback(name string) uint32 {
	p.calls = append(p.calls, func() {
		p.lines++
		p.rt.Log(fmt.Sprint(name, " ", p.lines), sim.Pos{})
		p.act(4)
	})
	return uint32(len(p.calls) - 1)
}

// act posts, moves, aborts and takes its time at random.
func (p *posts) act(most int) {
	w := p.rt.Web()
	for range p.r.IntN(most) {
		if p.left--; p.left < 0 {
			return
		}
		priority := model.TaskPriority(p.r.IntN(3))
		switch p.r.IntN(10) {
		case 0, 1, 2:
			p.promises = append(p.promises, w.PostTask(priority, p.callback("post")))
		case 3, 4:
			p.promises = append(p.promises, w.PostTaskAfter(0, priority, p.callback("late"), float64(1+p.r.IntN(12))))
		case 5:
			p.rt.SetTimer(float64(p.r.IntN(12)), p.callback("timer"), false, false)
		case 6:
			w.RequestFrame(p.callback("frame"))
		case 7:
			w.AbortTask(p.promises[p.r.IntN(len(p.promises))], ecma.Value{})
		case 8:
			w.MoveTask(p.promises[p.r.IntN(len(p.promises))], priority)
		case 9:
			w.Spend(clock.Exactly(clock.Span(p.r.IntN(9)) * clock.Millisecond))
		}
	}
}

func (p *posts) Main() (threw bool) {
	p.promises = append(p.promises, p.rt.Web().PostTask(model.PriorityUserVisible, p.callback("post")))
	p.act(16)
	p.act(16)
	p.rt.Web().Spend(clock.Exactly(clock.Span(p.r.IntN(30)) * clock.Millisecond))
	return false
}

func (p *posts) Call(callback uint32, _ ecma.Value) (result ecma.Value, threw bool) {
	p.calls[callback]()
	return ecma.Value{}, false
}

func (p *posts) Describe(callback uint32) (label string, pos sim.Pos) {
	return fmt.Sprint("callback ", callback), sim.Pos{}
}

func (p *posts) ErrorText(ecma.Value) string { return "" }

// TestPosts explains pairs of lines of random programs whose tasks of postTask are late,
// moved and aborted while the user presses and moves, and looks up in the events what is
// claimed.
func TestPosts(t *testing.T) {
	for _, c := range []struct {
		policy string
		kinds  []why.Kind
	}{
		{"browser", []why.Kind{why.InOrder, why.Preferred, why.Older, why.Starved}},
		{"firefox", []why.Kind{why.InOrder, why.Preferred, why.Older, why.TurnLeft}},
	} {
		count := map[why.Kind]int{}
		for seed := range uint64(120) {
			script := &posts{r: rand.New(rand.NewPCG(seed, 2)), left: 60}
			var inputs []model.Input
			for range script.r.IntN(3) {
				inputs = append(inputs, model.Input{At: clock.Exactly(clock.Span(script.r.IntN(30)) * clock.Millisecond), Moves: script.r.IntN(2) == 0})
			}
			var events recording
			policy := model.MustLookup(c.policy)
			script.rt = model.New(model.Config{
				Policy: policy, Script: script, World: model.World{Inputs: inputs, Display: model.Display{Hz: 60}},
				Loop: sim.Config{Limits: sim.Limits{Callbacks: maxRecorded}, Sink: &events, Wants: sim.AllKinds},
			})
			script.rt.Run()
			explainPairs(t, events, policy, fmt.Sprint("seed ", seed), count)
		}
		for _, k := range c.kinds {
			if count[k] == 0 {
				t.Errorf("%s: no claim of the kind %q was looked at", c.policy, k)
			}
		}
	}
}
