package program

import (
	"fmt"
	"slices"
	"strings"

	"evsim/sim"
)

// Explain says in one sentence why a run reached a limit, or waits for ever:
// which queue never drains, and which statement keeps it from draining, or what
// keeps the loop alive.
func Explain(stop sim.Stop) string {
	where := stop.Label
	if stop.At.Line > 0 {
		where = fmt.Sprintf("%s at %s", stop.Label, stop.At)
	}
	if stop.Reason == sim.Waiting {
		return "nothing will wake the loop, and " + where + " keeps it alive"
	}
	if len(stop.Queues) > 0 {
		return fmt.Sprintf("the %s never drains: %s goes on for ever (%d callbacks in one checkpoint)", queues(stop.Queues), where, stop.Count)
	}
	return fmt.Sprintf("the last callback was %s", where)
}

func queues(names []string) string {
	sorted := slices.Sorted(slices.Values(names))
	if len(sorted) == 1 {
		return sorted[0] + " queue"
	}
	return "pair of queues " + strings.Join(sorted, " and ")
}
