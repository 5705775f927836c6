// Command parse reads a scenario and does nothing with it: what a process that
// runs one takes at the least.
package main

import (
	"fmt"
	"os"

	"evsim/scenario"
)

func main() {
	src, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if s, diags := scenario.Parse(os.Args[1], src); s == nil {
		fmt.Fprint(os.Stderr, diags.Render(src))
		os.Exit(1)
	}
}
