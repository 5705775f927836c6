// Package interleave writes programs whose parts overlap, each twice: as a scenario,
// and in Promela, the language of the model checker Spin. Both have the same
// interleavings and ask the same about them; evsim's has time besides.
package interleave

import (
	"fmt"
	"strings"
)

// Program is overlapping parts, of which each waits so many times, one after the
// other. The first two parts are watched: at no time are more of them between
// their first line and their last than may be.
type Program struct{ Parts, Waits int }

// most is how many of the two that are watched can be between their first line and
// their last. With one wait both lines come from one callback and its jobs, and no
// other callback comes between.
func (p Program) most() int {
	if p.Waits == 1 {
		return 1
	}
	return 2
}

// Scenario is the program as a scenario with a rule. Every wait may take as long as
// any other, so every order is possible.
func (p Program) Scenario() string { return p.scenario(p.most()) }

func (p Program) scenario(most int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "evsim: 1\nname: %d parts of %d waits\npolicies: [node22]\n", p.Parts, p.Waits)
	if p.Waits > 1 {
		b.WriteString("functions:\n")
	}
	var script strings.Builder
	for part := range p.Parts {
		if p.Waits == 1 {
			first, last := p.lines(part)
			fmt.Fprintf(&script, "  - {io: net, latency: 1ms..9ms, do: [{log: %s}, {then: resolved, do: {log: %s}}]}\n", first, last)
		} else {
			fmt.Fprintf(&script, "  - {call: client%d}\n", part)
			p.client(&b, part)
		}
	}
	return b.String() + "script:\n" + script.String() + fmt.Sprintf("rules:\n  - at most %d of begin..end\n", most)
}

// client writes the function of a part that waits several times.
func (p Program) client(b *strings.Builder, part int) {
	fmt.Fprintf(b, "  client%d:\n    async: true\n    do:\n", part)
	for wait := range p.Waits {
		over := fmt.Sprintf("p%dw%d", part, wait)
		first, last := p.lines(part)
		line := fmt.Sprintf("c%dw%d", part, wait)
		switch wait {
		case 0:
			line = first
		case p.Waits - 1:
			line = last
		}
		fmt.Fprintf(b, "      - {promise: %s}\n      - {io: net, latency: 1ms..9ms, do: {resolve: %s}}\n      - {await: {promise: %s}}\n      - {log: %s}\n", over, over, over, line)
	}
}

// lines are the first and the last line of a part.
func (p Program) lines(part int) (first, last string) {
	if part < 2 {
		return "begin", "end"
	}
	return fmt.Sprintf("a%d", part), fmt.Sprintf("b%d", part)
}
