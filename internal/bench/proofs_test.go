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

func TestProofsHaveATable(t *testing.T) {
	if page := (records{recordOf("a.txt", results{"Tick/bare": {7}})}).page(); strings.Contains(page, proofTitle) {
		t.Error("no proof was measured, and there is a table of proofs")
	}
	numbers := results{}
	for i, by := range provers {
		key := proofKey(proved[0], by.key)
		numbers.add(key, 2e6)
		numbers.add(statesOf+key, float64(1000*i+23))
	}
	page := records{recordOf("a.txt", numbers)}.page()
	for _, want := range []string{
		"| 10 completions | Spin, each callback a step of its part | 23 | 1.00 | 2.00 | 2.00 | 2.00 |\n",
		"| 10 completions | evsim, of the whole program | 3,023 | 131 | 2.00 | 2.00 | 2.00 |\n",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not in %s", want, page)
		}
	}
}
