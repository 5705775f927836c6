package document

import (
	"context"
	"errors"
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// planOf is a plan of a script under Node 22.
func planOf(t *testing.T, script string) *Plan {
	t.Helper()
	text := []byte("evsim: 1\nname: x\nscript:\n" + script)
	s, diags := scenario.Parse("x.yaml", text)
	if s == nil {
		t.Fatal(diags)
	}
	p, err := model.Lookup("node22")
	if err != nil {
		t.Fatal(err)
	}
	return &Plan{Setting: program.NewSetting(s, p), Text: text, Command: Command{File: "x.yaml", Policy: p.Name}}
}

// TestEventsAreLimited keeps the first events of a run, and counts the others.
func TestEventsAreLimited(t *testing.T) {
	const script = "  repeat: 100\n  do: {log: a}\n"
	whole := New("x.yaml", planOf(t, script).Program, nil, Report)
	whole.Run(t.Context(), planOf(t, script), nil)
	few := New("x.yaml", planOf(t, script).Program, nil, Limits{Events: 50, Looked: 1000})
	few.Run(t.Context(), planOf(t, script), nil)
	all, some := whole.Runs[0], few.Runs[0]
	if len(some.Kind) != 50 || some.LeftOut != len(all.Kind)-50 || all.LeftOut != 0 || some.Reason != "ended" {
		t.Errorf("%d events and %d more, of %d", len(some.Kind), some.LeftOut, len(all.Kind))
	}
}

// TestTextsAreLimited keeps as much of what a run logs as the document may
// have, though it logs gigabytes.
func TestTextsAreLimited(t *testing.T) {
	p := planOf(t, "  repeat: 20000\n  do: {log: '"+strings.Repeat("a", 60_000)+"${n}'}\n")
	r := New("x.yaml", p.Program, p.Text, Limits{Events: 20_000, Looked: 1000, Size: 1 << 20})
	r.Run(t.Context(), p, nil)
	size := 0
	for _, text := range r.Texts {
		size += len(text)
	}
	if size > 1<<20+100_000 || r.Runs[0].LeftOut == 0 || !r.Full() {
		t.Errorf("%d bytes, %d events are left out", size, r.Runs[0].LeftOut)
	}
}

// TestAbandonedRunSaysWhy ends a run with its context.
func TestAbandonedRunSaysWhy(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	p := planOf(t, "  repeat: 10000000\n  do: {repeat: 10000000, do: {mark: m}}\n")
	r := New("x.yaml", p.Program, p.Text, Report)
	if stop := r.Run(ctx, p, nil); stop.Reason != sim.Abandoned || !r.Runs[0].Limit || r.Runs[0].Why.En != "enough" {
		t.Errorf("%+v, %q", stop, r.Runs[0].Why)
	}
}

// TestOrdersAreLimited adds some of the orders, and says how many there are.
func TestOrdersAreLimited(t *testing.T) {
	p := planOf(t, strings.Repeat("  - {io: net, latency: 0ms..9ms, do: {log: '${now}'}}\n  - {setTimeout: 5, do: {log: '${n} ${now}'}}\n", 2)+"  - {setImmediate: , do: {log: a}}\n")
	for name, limits := range map[string]Limits{
		"orders": {Events: 1000, Looked: 1000, Orders: 2, Paths: 1000},
		"size":   {Events: 1000, Looked: 1000, Orders: 64, Paths: 1000, Size: 1},
	} {
		r := New("x.yaml", p.Program, p.Text, limits)
		found, added := r.Orders(t.Context(), p)
		want := map[string]int{"orders": 2, "size": 1}[name]
		if added != want || len(r.Runs) != want || len(found.Orders) <= want || r.Runs[0].Order != 1 {
			t.Errorf("%s: %d of %d orders, %d runs", name, added, len(found.Orders), len(r.Runs))
		}
	}
}
