package explore

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"evsim/program"
)

// ByStates explores state by state, however small the space is.
var ByStates = exploreStates

// Prove proves one watch by itself, however small the space is.
var Prove = prove

// ProveOfPart proves one watch of a part of the program alone.
var ProveOfPart = proveOfPart

// KeepStatesAfter has searches for examples keep states after so many futile runs,
// until the test is over.
func KeepStatesAfter(t *testing.T, runs int) {
	before := futileRuns
	futileRuns = runs
	t.Cleanup(func() { futileRuns = before })
}

// TryChoices has searches try so many choices between coincidences, until the test is
// over.
func TryChoices(t *testing.T, n int) {
	before := triedChoices
	triedChoices = n
	t.Cleanup(func() { triedChoices = before })
}

// FirstRuns makes every path of a setting, and is the first of each order, by its
// lines and its end: one whose choices are the usual ones comes before all others.
func FirstRuns(s program.Setting) map[string]Witness {
	r := newRunner(context.Background(), s, Options{}, false)
	first, unusual := make(map[string]Witness), make(map[string]bool)
	for more := true; more; more = r.path.next() {
		stop := r.run()
		w := r.path.witness(Witness{})
		key := fmt.Sprint(r.log, stop.Reason, stop.Code)
		if _, known := first[key]; !known || unusual[key] && w.cost()[0] == 0 {
			first[key], unusual[key] = w, w.cost()[0] != 0
		}
	}
	return first
}

// In is a result whose further runs are made in another setting.
func (r Result) In(s program.Setting) *Result {
	r.trier.setting, r.trier.again = s, nil
	r.unsure = slices.Clone(r.unsure)
	r.Orders = slices.Clone(r.Orders)
	return &r
}
