package model

import (
	"evsim/clock"
	"evsim/ecma"
	"evsim/internal/say"
)

// Policy is one runtime, as a value: its name, the versions that it stands
// for, and the rules in which it differs from the others. Exactly one of Node
// and Web is there.
type Policy struct {
	Name     string       // such as node22
	Title    say.Text     // one line
	Versions say.Text     // the released versions that it stands for
	Release  string       // the one that was asked for, such as 18.20.8 or 18; "" where a policy was
	Of       string       // a release that differs from a policy: the name of that
	Differs  []Difference // and in what; nil for the policies that Policies lists
	Features Features
	ECMA     ecma.Rules // promises, await and async generators

	Node *NodeRules
	Web  *WebRules
}

// granularity is what the loop's time is rounded down to.
func (p Policy) granularity() clock.Span {
	if p.Node != nil {
		return clock.Millisecond // uv__update_time: uv__hrtime / 1000000
	}
	return 0
}

// Policies lists every policy: Node from the oldest, then browsers.
func Policies() []Policy {
	return []Policy{
		node10(), node11(), node12(), node15(), node20(), node22(), node26(),
		browser(), firefox(), webkit(), chrome69(),
	}
}

// nodeFeatures is what every Node has.
const nodeFeatures Features = 1<<Ticks | 1<<Immediates | 1<<IO | 1<<Process | 1<<TimerRefs
