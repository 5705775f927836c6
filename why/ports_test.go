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

// ports is a program with messages to ports, which scenarios do not have (model.Script).
type ports struct {
	rt    *model.Runtime
	calls []func()
	lines int
	left  int // callbacks that may do anything
	r     *rand.Rand
	made  []uint32 // ports
}

// callback logs a line, and then does something.
func (p *ports) callback(name string) uint32 {
	p.calls = append(p.calls, func() {
		p.lines++
		p.rt.Log(fmt.Sprint(name, " ", p.lines), sim.Pos{})
		p.act()
	})
	return uint32(len(p.calls) - 1)
}

func (p *ports) channel() {
	closed := p.callback("closed")
	first := p.rt.Node().NewPorts([2]uint32{p.callback("message"), p.callback("message")}, [2]uint32{closed, closed})
	for _, port := range []uint32{first, first + 1} {
		p.rt.Node().StartPort(port, true)
		p.made = append(p.made, port)
	}
}

// act posts, waits and takes its time at random.
func (p *ports) act() {
	n := p.rt.Node()
	for range p.r.IntN(6) {
		if p.left--; p.left < 0 {
			return
		}
		latency := clock.Exactly(clock.Span(p.r.IntN(4)) * clock.Millisecond)
		switch p.r.IntN(8) {
		case 0, 1, 2:
			n.PostToPort(p.made[p.r.IntN(len(p.made))])
		case 3:
			n.SetImmediate(p.callback("immediate"), true)
		case 4:
			n.Start(model.Operation{Kind: model.PoolWork, Latency: latency, Callback: p.callback("pool")})
		case 5:
			n.Start(model.Operation{Kind: model.Watched, Latency: latency, Callback: p.callback("socket")})
		case 6:
			n.Spend(clock.Exactly(5 * clock.Millisecond))
		case 7:
			p.channel()
		}
	}
}

func (p *ports) Main() (threw bool) {
	p.channel()
	p.channel()
	n := p.rt.Node()
	n.Start(model.Operation{Kind: model.Watched, Latency: clock.Exactly(2 * clock.Millisecond), Callback: p.callback("socket")})
	p.calls = append(p.calls, func() { // which posts behind that socket
		n.Spend(clock.Exactly(5 * clock.Millisecond))
		n.PostToPort(p.made[0])
	})
	n.SetImmediate(uint32(len(p.calls)-1), true)
	for range 4 {
		p.act()
	}
	p.rt.Node().SetImmediate(p.callback("immediate"), true)
	return false
}

func (p *ports) Call(callback uint32, _ ecma.Value) (result ecma.Value, threw bool) {
	p.calls[callback]()
	return ecma.Value{}, false
}

func (p *ports) Describe(callback uint32) (label string, pos sim.Pos) {
	return fmt.Sprint("callback ", callback), sim.Pos{}
}

func (p *ports) ErrorText(ecma.Value) string { return "" }

// TestPorts explains pairs of lines of random programs that have ports, and looks
// up in the events what is claimed.
func TestPorts(t *testing.T) {
	count := map[why.Kind]int{}
	for seed := range uint64(60) {
		for _, policy := range model.Policies() {
			if policy.Node == nil || !policy.Node.Ports {
				continue
			}
			script := &ports{r: rand.New(rand.NewPCG(seed, 1)), left: 60}
			var events recording
			script.rt = model.New(model.Config{
				Policy: policy, Script: script, World: model.World{Pool: 4},
				Loop: sim.Config{Limits: sim.Limits{Callbacks: maxRecorded}, Sink: &events, Wants: sim.AllKinds},
			})
			script.rt.Run()
			explainPairs(t, events, policy, fmt.Sprint("seed ", seed), count)
		}
	}
	for _, k := range []why.Kind{why.InOrder, why.EarlierHandle, why.OneDescriptor, why.OtherDescriptor} {
		if count[k] == 0 {
			t.Errorf("no claim of the kind %q was looked at", k)
		}
	}
}
