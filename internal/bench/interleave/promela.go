package interleave

import (
	"fmt"
	"strings"
)

// Promela is the program for Spin: a process for each part. In one form each wait
// sends to the loop that it is over, which takes one after the other and runs its
// callback to the end. In the other there is no loop, and each callback is a step
// of its own part: no other comes between its statements either, so the callbacks
// have the same orders, in far fewer states.
func (p Program) Promela(loop bool) string {
	var b strings.Builder
	b.WriteString("byte begun;\n")
	for part := range p.Parts {
		fmt.Fprintf(&b, "\nactive proctype part%d() {\n", part)
		if loop {
			fmt.Fprintf(&b, "\txs over%d;\n", part)
		}
		for wait := range p.Waits {
			if loop {
				fmt.Fprintf(&b, "\tover%d!1;\n", part)
			} else {
				fmt.Fprintf(&b, "\tatomic { %s };\n", p.step(part, wait))
			}
		}
		b.WriteString("}\n")
	}
	if loop {
		return p.channels() + b.String() + p.loop()
	}
	return b.String()
}

// channels are how parts tell the loop that a wait is over. Each has one writer and
// one reader, which say so (xs, xr): Spin then knows that no other is in their way.
func (p Program) channels() string {
	var b strings.Builder
	for part := range p.Parts {
		fmt.Fprintf(&b, "chan over%d = [1] of { bit };\n", part)
	}
	return b.String()
}

// step is what a callback does that is watched.
func (p Program) step(part, wait int) string {
	begins := fmt.Sprintf("begun++; assert(begun <= %d)", p.most())
	switch {
	case part >= 2:
		return "skip"
	case p.Waits == 1:
		return begins + "; begun--"
	case wait == 0:
		return begins
	case wait == p.Waits-1:
		return "begun--"
	}
	return "skip"
}

// loop is the process that runs callbacks. It counts those of the parts that are
// watched, where they have several.
func (p Program) loop() string {
	var b, takes strings.Builder
	b.WriteString("\nactive proctype loop() {\n")
	for part := range p.Parts {
		fmt.Fprintf(&b, "\txr over%d;\n", part)
		switch {
		case part >= 2:
			fmt.Fprintf(&takes, "\t:: over%d?1\n", part)
		case p.Waits == 1:
			fmt.Fprintf(&takes, "\t:: atomic { over%d?1; %s }\n", part, p.step(part, 0))
		default:
			fmt.Fprintf(&b, "\tbyte done%d;\n", part)
			fmt.Fprintf(&takes, "\t:: atomic {\n\t\tover%d?1; done%d++;\n\t\tif\n\t\t:: done%d == 1 -> %s\n\t\t:: done%d == %d -> %s\n\t\t:: else\n\t\tfi\n\t}\n",
				part, part, part, p.step(part, 0), part, p.Waits, p.step(part, p.Waits-1))
		}
	}
	return b.String() + "end:\tdo\n" + takes.String() + "\tod\n}\n"
}
