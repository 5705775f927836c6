package explore

import (
	"context"
	"strings"
	"testing"

	"evsim/internal/say"
	"evsim/model"
	"evsim/scenario"
)

func exploredFrom(t *testing.T, src string, o Options) Result {
	t.Helper()
	s, complaints := scenario.Parse("limits.yaml", []byte("evsim: 1\nname: limits\n"+src))
	if s == nil {
		t.Fatal(complaints)
	}
	p, err := model.Lookup("node22")
	if err != nil {
		t.Fatal(err)
	}
	return Explore(context.Background(), s.In(p, &s.World), o)
}

// TestLeftOutIsSaid: where a fixed limit leaves a condition out, the result says
// so; where conditions are told, or take too many regions to say, it does not.
func TestLeftOutIsSaid(t *testing.T) {
	const race = "clock: {startup: 0ms..3ms, phase: 0ms..1ms}\nscript: [{setTimeout: 0, do: {log: t}}, {setImmediate: , do: {log: i}}]\n"
	for name, c := range map[string]struct {
		limit func(*told)
		want  say.Text
	}{
		"none":      {func(*told) {}, ""},
		"all steps": {func(t *told) { t.steps = 0 }, "the fixed limit of 200000000 steps for all conditions was reached"},
		"in one":    {func(t *told) { t.steps = 1 }, "the fixed limit of 200000000 steps for all conditions was reached"},
		"regions":   {func(t *told) { t.whole, t.cut = false, true }, "an order has more than the 8192 regions, or all have more than the 4000000 bounds, that are kept"},
	} {
		r := exploredFrom(t, race, Options{})
		r.told = r.tellable()
		c.limit(r.told)
		got := r.When(0)
		if r.LeftOut.String() != c.want.String() || (got.Formula == "") != (c.want != "") {
			t.Errorf("%s: left out %q, condition %q", name, r.LeftOut, got.Formula)
		}
	}
	r := exploredFrom(t, race, Options{})
	r.told = r.tellable()
	if r.leaveOut(); r.LeftOut.String() != "" {
		t.Errorf("nothing was left out: %q", r.LeftOut)
	}
	r.told.short = true
	if r.leaveOut(); r.LeftOut.String() != "one takes more than the fixed limit of 20000000 steps" {
		t.Errorf("one was too long: %q", r.LeftOut)
	}
}

// TestBillionsOfAnswers: one question with very many answers ends at the limit
// of paths. Its answers are put off together, and no more is taken for explored
// than was.
func TestBillionsOfAnswers(t *testing.T) {
	const wide = "limits: {time: 100000000s}\nscript: [{io: net, latency: 1ms..%, do: {log: x}}, {setTimeout: 5, do: {log: t}}]\n"
	for _, eager := range []bool{false, true} {
		r := exploredFrom(t, strings.Replace(wide, "%", "2000000s", 1), Options{Paths: 30_000, Eager: eager})
		if r.Complete && eager || !r.Complete && r.Why.String() != "the limit of 30000 paths was reached" || len(r.Orders) != 2 {
			t.Errorf("eager %t: complete %t, %q, %d orders", eager, r.Complete, r.Why, len(r.Orders))
		}
		if r.Left != nil && len(r.Left.states)+len(r.Left.next) > 100*manyAnswers {
			t.Errorf("%d states wait", len(r.Left.states)+len(r.Left.next))
		}
	}
	far := exploredFrom(t, strings.Replace(wide, "%", "20000000s", 1), Options{Paths: 30_000})
	if far.Complete || far.Paths != 0 || !strings.Contains(far.Why.String(), "more than 52 days") {
		t.Errorf("complete %t, %d paths, %q", far.Complete, far.Paths, far.Why)
	}
}

// TestPutOffTogetherIsAll: answers that are put off together are each tried once.
func TestPutOffTogetherIsAll(t *testing.T) {
	const src = "script: [{io: net, latency: 1ms..900ms, do: {log: x}}, {setTimeout: 850, do: {log: t}}]\n"
	s, complaints := scenario.Parse("limits.yaml", []byte("evsim: 1\nname: limits\n"+src))
	if s == nil {
		t.Fatal(complaints)
	}
	p, err := model.Lookup("node22")
	if err != nil {
		t.Fatal(err)
	}
	paths := Explore(t.Context(), s.In(p, &s.World), Options{Eager: true})
	states := exploreStates(t.Context(), s.In(p, &s.World), Options{Eager: true})
	if !paths.Complete || !states.Complete || len(paths.Orders) != len(states.Orders) || paths.Paths < 3*manyAnswers {
		t.Errorf("%d orders in %d paths, and by states %d in %d (%s)", len(paths.Orders), paths.Paths, len(states.Orders), states.Paths, states.Why)
	}
	if done := states.kept.done; done < 0.999999 || done > 1.000001 {
		t.Errorf("all that was explored is %g of the whole", done)
	}
}

// TestAnswersOfOneRunAreLimited: a run that asks without end, and gets an answer each time
// that is the only one, is given up when its answers take more memory than there may be.
func TestAnswersOfOneRunAreLimited(t *testing.T) {
	p := newPath()
	p.memory = 100_000
	asked := int64(0)
	for ; !p.halted && asked < p.memory; asked++ {
		p.settle(0)
	}
	if p.failed != memoryLimit(p.memory) || answerSize*asked > p.memory || 4*answerSize*asked < p.memory {
		t.Errorf("given up after %d answers: %q", asked, p.failed)
	}
	kept := len(p.log)
	for range asked { // a run can ask on before it ends
		p.settle(0)
		p.fork(branch{kind: pick, last: 1}, 2)
	}
	if len(p.log) != kept || p.depth != 0 {
		t.Errorf("of a run that was given up %d answers are kept, of which %d of %d branches", len(p.log)-kept, p.depth, asked)
	}
}
