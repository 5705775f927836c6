// Verdict holds a scenario against what it expects, as `evsim test` does. It is
// a program of its own because it is built anew with every mutant in it: it has
// the engine and the language of scenarios, and nothing else to compile.
//
//	verdict FILE
//
// It exits with 1 where an expectation does not hold, with 2 where the file is
// no scenario or expects nothing, and with 3 where an expectation is not proved.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"evsim/explore"
	"evsim/program"
	"evsim/scenario"
)

// The limits of the search for orders, as those of `evsim test`: a mutant can
// make many orders of a scenario that has few.
const (
	maxTime   = 30 * time.Second
	maxMemory = 1 << 30 // bytes, about
	maxPaths  = 200_000
)

// errBroken is the verdict on a file that cannot be tested.
var errBroken = errors.New("not tested")

func main() {
	debug.SetGCPercent(400) // little lives from one run to the next
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: verdict FILE")
		os.Exit(2)
	}
	err := check(os.Args[1])
	if err == nil {
		return
	}
	fmt.Fprintf(os.Stderr, "%s: %v\n", os.Args[1], err)
	switch {
	case errors.Is(err, errBroken):
		os.Exit(2)
	case errors.Is(err, program.ErrUnproved):
		os.Exit(3)
	}
	os.Exit(1)
}

// check holds a file against what it expects of each policy. What is violated
// goes before what is not proved.
func check(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("%w: %w", errBroken, err)
	}
	s, problems := scenario.Parse(file, text)
	if s == nil {
		return fmt.Errorf("%w:\n%s", errBroken, problems.Render(text))
	}
	ctx, stop := context.WithTimeout(context.Background(), maxTime)
	defer stop()
	checks := s.Verify(s.RunsOn(), explore.Runs(ctx, explore.Options{Paths: maxPaths, Memory: maxMemory}))
	if len(checks) == 0 {
		return fmt.Errorf("%w: nothing is expected", errBroken)
	}
	var unproved error
	for _, c := range checks {
		switch err := c.Err(); {
		case err == nil:
		case errors.Is(err, program.ErrUnproved):
			unproved = err
		default:
			return fmt.Errorf("%s, %s: %w", c.Policy, c.What, err)
		}
	}
	return unproved
}
