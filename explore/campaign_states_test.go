package explore_test

import (
	"context"
	"slices"
	"strings"

	"evsim/explore"
	"evsim/program"
)

// byStates holds searches by states against that of all paths: they have its orders,
// and the example of each is a run of it. Orders that differ only in times that they tell,
// as numbers or question marks, count as one: a state in which a time is open has those
// within it in which it is a number.
func (j *judge) byStates() {
	for name, o := range map[string]explore.Options{"equal states and those within others": {}, "equal states": {Apart: true}} {
		o.Small, o.Memory = 1, 1<<30
		found := explore.Explore(context.Background(), program.NewSetting(j.s, j.p), o)
		all := make([]int, len(found.Orders))
		for i := range all {
			all[i] = i
		}
		why := found.Exemplify(context.Background(), all...)
		keys := make(map[string]bool)
		for i := range found.Orders {
			keys[keyOf(found.Orders[i].Log, found.Orders[i].Stop)] = true
		}
		if !found.Complete || why != "" && !slices.ContainsFunc(found.Orders, leavesTime) || len(keys) != len(j.index) {
			j.fail("%s: %q, %q: %d orders by states, and %d by paths", name, found.Why, why, len(keys), len(j.index))
			return
		}
		for i := range found.Orders {
			if why != "" && leavesTime(found.Orders[i]) {
				continue // perhaps it has no example
			}
			want, known := j.index[keyOf(found.Orders[i].Log, found.Orders[i].Stop)]
			if at := j.run(found.Orders[i].Witness.Oracle()); !known || at != want {
				j.fail("%s: %q is order %d, and its example is of order %d", name, joined(found.Orders[i].Log), want+1, at+1)
				return
			}
		}
	}
}

// leavesTime reports whether a line of an order tells a time that is left open. In a run
// that time can be a number, so that no run with these lines is found again.
func leavesTime(o explore.Order) bool {
	return slices.ContainsFunc(o.Log, func(l program.Line) bool {
		return whatTells(l.Text) != "" && strings.Contains(l.Text, "?")
	})
}
