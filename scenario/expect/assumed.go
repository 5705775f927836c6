package expect

import (
	"strings"

	"evsim/internal/say"
	"evsim/program"
)

// answer settles questions about a world. It is opened first: what holds in
// every run of the open world holds in those of the world as it is written, and
// what does not may rest on what is left out.
func (v *verifier) answer(n int, asked []question) {
	w := v.worlds[n]
	missing := w.Assumed()
	elsewhere := make(map[*question]program.Check)
	if len(missing) > 0 {
		if v.open == nil {
			v.open = v.Open()
			v.opened = v.open.Worlds()
		}
		elsewhere = v.answerOpen(program.Setting{Program: v.open, Policy: v.policy, World: v.opened[n]}, waiting(asked))
	}
	left := waiting(asked)
	v.ask(program.Setting{Program: v.Program, Policy: v.policy, World: w}, left, v.run)
	for _, q := range left {
		if open, known := elsewhere[q]; known && q.Err() == nil {
			q.rest(open, missing, v.open)
		}
	}
}

// answerOpen settles what holds in the open world, and gives what came of the
// others there.
func (v *verifier) answerOpen(s program.Setting, all []*question) map[*question]program.Check {
	var asked []*question
	var open []question // the same, by the order alone
	for _, q := range all {
		if q.open != nil {
			asked = append(asked, q)
			expected := q.Expected
			expected.Judge = q.open
			open = append(open, question{Expected: expected, only: q.only})
		}
	}
	v.ask(s, waiting(open), func(q program.Question) program.Runs {
		runs := v.run(q)
		runs.List = v.Timeless.runs(runs.List)
		return runs
	})
	elsewhere := make(map[*question]program.Check)
	for i, q := range asked {
		o := &open[i]
		switch {
		case o.Err() != nil:
			elsewhere[q] = o.Check
		case !q.finds && v.Timeless == nil:
			q.Check, q.told = o.Check, true
		}
	}
	return elsewhere
}

// rest says of what is proved as it is written what it rests on, given what
// came of it in the open world.
func (q *question) rest(elsewhere program.Check, missing []string, open program.Program) {
	switch verdict, f := elsewhere.Result(); {
	case f != nil:
		where := f.Message
		if f.Origin != nil {
			where = say.Of("with %s %s", strings.Join(f.Origin.Describe(open), ", "), f.Message)
		}
		q.Check = q.With(nil, say.Of("it depends on %s, which the file leaves out: %s", keys(missing), where))
		q.Other, q.Assumed = f, missing
	case verdict == program.Unproved:
		q.Check = q.With(nil, say.Of("it may depend on %s, which the file leaves out: %s", keys(missing), elsewhere.Why))
		q.Assumed = missing
	}
}

// keys are the keys of lengths of the clock that are taken to be 0.
func keys(kinds []string) say.Text {
	out := make([]say.Text, len(kinds))
	for i, kind := range kinds {
		out[i] = say.Word("`clock." + kind + ": 0ms`")
	}
	return say.Join(out, " and ")
}
