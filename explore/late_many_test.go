package explore_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"evsim/explore"
)

// TestMoreFloorsThanNames: a run that reads its clock at more instants than
// floors can be left open decides the later ones at once, and finds the same.
func TestMoreFloorsThanNames(t *testing.T) {
	var b strings.Builder
	b.WriteString("evsim: 1\nname: many\nscript:\n  - io: net\n    latency: 1ms..2ms\n    do:\n")
	for k := range 520 {
		fmt.Fprintf(&b, "      - {io: net, latency: %dus, do: {log: a%d}}\n", 1100*(k+1), k)
	}
	b.WriteString("      - {io: net, latency: 580ms, do: [{setTimeout: 1, do: {log: t}}, {io: net, latency: 1ms..2ms, do: {log: b}}]}\n")
	s, p := parsed(t, b.String()), policy(t, "node22")
	late := explore.Explore(context.Background(), s.In(p, &s.World), explore.Options{})
	if !late.Complete || len(late.Orders) != 2 {
		t.Fatalf("complete %t (%s), %d orders", late.Complete, late.Why, len(late.Orders))
	}
	if !sameEagerly(t, s.In(p, &s.World), explore.Options{}, &late) {
		t.Error("it was not compared")
	}
}
