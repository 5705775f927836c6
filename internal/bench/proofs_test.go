package main

import (
	"errors"
	"strings"
	"testing"
)

func TestStatesIn(t *testing.T) {
	const whole = "State-vector 84 byte, depth reached 20, errors: 0\n       23 states, stored\n        1 states, matched\n"
	if states, err := statesIn(whole); states != 23 || err != nil {
		t.Errorf("%d, %v", states, err)
	}
	for _, cut := range []string{"Warning: Search not completed\n" + whole, "error: max search depth too small\n" + whole} {
		if _, err := statesIn(cut); !errors.Is(err, errUnproved) {
			t.Errorf("a search that was cut is told: %v", err)
		}
	}
	for _, bad := range []string{"", strings.Replace(whole, "errors: 0", "errors: 1", 1), strings.Replace(whole, " states, stored", "", 1)} {
		if states, err := statesIn(bad); err == nil {
			t.Errorf("%q has %d states", bad, states)
		}
	}
}

// TestProofsHaveTheirPlace: a table that is measured alone replaces the one that a page
// has, and nothing else.
func TestProofsHaveTheirPlace(t *testing.T) {
	b := bench{rounds: 1, found: results{}}
	var nothing strings.Builder
	if b.writeProofs(&nothing); nothing.Len() > 0 {
		t.Errorf("nothing was measured: %q", nothing.String())
	}
	for i, by := range provers {
		key := proofKey(proved[0], by.key)
		b.found.add(key, 2e6)
		b.found.add(statesOf+key, float64(1000*i+23))
	}
	var table strings.Builder
	b.writeProofs(&table)
	for _, want := range []string{
		"| 10 completions | Spin, each callback a step of its part | 23 | 1.00 | 2.00 | 2.00 | 2.00 |\n",
		"| 10 completions | evsim, of the whole program | 3,023 | 131 | 2.00 | 2.00 | 2.00 |\n",
	} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("%q is not in %s", want, table.String())
		}
	}
	const page = "# Page\n\n## One\n\none\n"
	with := withTable(page, table.String())
	if with != page+table.String() || withTable(with, table.String()) != with {
		t.Errorf("at the end: %q", with)
	}
	const more = "\n## Three\n\nthree\n"
	if got := withTable(with+more, "\n## "+proofTitle+"\nnew\n"); got != page+"\n## "+proofTitle+"\nnew\n"+more {
		t.Errorf("in the middle: %q", got)
	}
}
