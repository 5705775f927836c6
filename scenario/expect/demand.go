package expect

import (
	"slices"

	"evsim/program"
	"evsim/sim"
)

// Demand is something that is expected, asked of one run at a time.
type Demand struct {
	What  string // as in a program.Check
	Pos   sim.Pos
	Timed bool // it depends on when lines are logged, or on times that they tell

	// Breaks reports whether a run breaks it. Many goroutines may ask at once.
	Breaks func(*program.Observed) bool
}

// Demands is what is expected under a policy and can be asked of one run: that some
// run does something, as `includes` says, cannot.
func (e Expected) Demands(policy string, times Timeless) (out []Demand) {
	add := func(on []string, d Demand, judge func(program.Runs) bool) {
		if on != nil && !slices.Contains(on, policy) {
			return
		}
		d.Breaks = func(run *program.Observed) bool { return judge(program.Runs{List: []*program.Observed{run}}) }
		out = append(out, d)
	}
	for i := range e.Expect {
		x := &e.Expect[i]
		if x.Kind == Unsupported || x.Kind == Includes && x.Reaches == "" && !x.Exit.Given() {
			continue
		}
		add(x.Policies, Demand{What: x.String(), Pos: x.Pos, Timed: times != nil}, func(runs program.Runs) bool {
			f, _ := x.judge(runs)
			return f != nil
		})
	}
	for i := range e.Rules {
		r := &e.Rules[i]
		add(r.On, Demand{What: r.Text, Pos: r.Pos, Timed: times != nil || r.Kind == At || r.Kind == Within}, func(runs program.Runs) bool {
			f, _ := r.judge(runs)
			return f != nil
		})
	}
	return out
}
