package evidence_test

import (
	"context"
	"strings"
	"testing"

	"evsim/explore"
	"evsim/internal/observe/evidence"
	"evsim/model"
)

// A wrong clamp of nested timers changes no order here, and is found by times:
// by one run that is too early for a model which clamps too soon, and by all
// runs where they are later than one which clamps too late.
func TestTimesFindAWrongClamp(t *testing.T) {
	s := parse(t, `functions:
  again:
    limit: 9
    do:
      setTimeout: 0
      do: [{log: "t${n}"}, {call: again}]
script:
  - call: again
`)
	log := strings.Fields("t1 t2 t3 t4 t5 t6 t7 t8 t9")
	runs := [][]float64{ // as Chromium 156 ran such chains
		{0.2, 0.4, 0.4, 0.4, 0.5, 0.6, 4.7, 10.4, 14.5},
		{0.4, 0.6, 0.7, 0.8, 0.9, 1, 5.1, 9, 13.1},
		{0.3, 0.6, 0.7, 0.8, 0.9, 1, 55.2, 69.2, 73.3}, // late once, which says nothing
	}
	judge := func(above int32, runs ...[]float64) evidence.Seen {
		p := model.MustLookup("browser")
		rules := *p.Web
		rules.ClampAbove = above
		p.Web = &rules
		return evidence.Case{Scenario: s, Policy: p, Paths: 20_000}.JudgeReal(context.Background(), evidence.Outcome{Log: log, Millis: runs})
	}
	if v := judge(5, runs...); v.Claim != explore.Legal || v.RealTime || v.Overdue || v.Early {
		t.Errorf("the clamp of Chromium: %+v", v)
	}
	if v := judge(2, runs...); v.Claim != explore.Illegal || !v.Early || v.Line != 3 || v.Why == "" {
		t.Errorf("a clamp that comes too soon: %+v", v)
	}
	if v := judge(8, runs...); v.Claim != explore.Legal || !v.Overdue || !v.RealTime {
		t.Errorf("a clamp that comes too late: %+v", v)
	}
	if v := judge(8, nil...); v.Claim != explore.Legal || v.Overdue {
		t.Errorf("times that are not known: %+v", v)
	}
	if v := judge(5, runs[2]); v.Claim != explore.Legal || !v.Overdue {
		t.Errorf("the one run that was late, alone: %+v", v)
	}
}
