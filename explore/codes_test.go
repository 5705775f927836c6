package explore_test

import (
	"context"
	"testing"

	"evsim/explore"
	"evsim/model"
	"evsim/scenario"
)

// TestExitCodesAreApart: runs that log the same and end with different exit
// codes are two orders, so that no expectation of a code is proved by one.
func TestExitCodesAreApart(t *testing.T) {
	s, diags := scenario.Parse("codes.yaml", []byte(`evsim: 1
name: Two codes and one log
policies: node22
script:
  - io: net
    latency: 1ms..3ms
    do: {exitCode: 3}
  - io: net
    latency: 1ms..3ms
    do: {exitCode: 4}
expect:
  - {log: [], exit: 3}
  - {log: [], exit: 4}
`))
	if diags.Failed() {
		t.Fatal(diags)
	}
	r := explore.Explore(context.Background(), s.In(model.MustLookup("node22"), &s.World), explore.Options{Paths: 1000})
	codes := map[int]bool{}
	for _, order := range r.Orders {
		codes[order.Stop.Code] = true
	}
	if !codes[3] || !codes[4] || !r.Complete {
		t.Errorf("the codes are %v, complete %v", codes, r.Complete)
	}
	for _, c := range s.Verify([]model.Policy{model.MustLookup("node22")}, explore.Runs(context.Background(), explore.Options{Paths: 1000})) {
		if _, failure := c.Result(); failure == nil {
			t.Errorf("%s holds at %v", c.What, c.Pos)
		}
	}
}
