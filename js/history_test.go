package js

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/explore"
	"evsim/internal/testmain"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// plainAnswers are methods of the loop whose answers need not be taken in: what
// stands for an instant is made a length by Sub, and the others are the same in
// every run, or are over when a run is at rest.
var plainAnswers = []string{"Stopped", "Now", "FloorTo", "FrameTime", "IdleDeadline", "Running", "Node", "Web", "Run", "How", "Figures", "State", "Reason"}

// TestAnswersAreSeen reads this package: each answer of the loop that is used
// goes into the history.
func TestAnswersAreSeen(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		passed := make(map[ast.Node]bool) // calls whose answer is taken in, or that have none
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ExprStmt:
				passed[n.X] = true
			case *ast.CallExpr:
				if called := calledName(n.Fun); strings.HasPrefix(called, "saw") {
					for _, arg := range n.Args {
						passed[arg] = true
					}
				}
				if method := loopMethod(n.Fun); method == "" || slices.Contains(plainAnswers, method) {
					break
				} else if seen++; !passed[n] {
					t.Errorf("%s: the answer of %s is not taken in by saw", name, method)
				}
			}
			return true
		})
	}
	if seen < 80 {
		t.Errorf("found %d calls of the loop", seen)
	}
}

func calledName(f ast.Expr) string {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// loopMethod is the method of the loop that a call is of; "" for other calls.
func loopMethod(f ast.Expr) string {
	method, ok := f.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	of, ok := method.X.(*ast.SelectorExpr)
	if !ok || !slices.Contains([]string{"rt", "node", "web"}, of.Sel.Name) {
		return ""
	}
	return method.Sel.Name
}

// hidden is a program whose runs do not say their states.
type hidden struct{ *Program }

func (h hidden) Prepare(policy model.Policy, world *program.World, o program.Options) program.Run {
	return opaque{h.Program.Prepare(policy, world, o)}
}

type opaque struct{ of program.Run }

func (o opaque) Run() sim.Stop          { return o.of.Run() }
func (o opaque) Figures() model.Figures { return o.of.Figures() }

// byStates explores state by state, however small the space is.
func byStates(t *testing.T, p program.Program, policy model.Policy, w *program.World, paths int) explore.Result {
	t.Helper()
	return explore.Explore(context.Background(), program.Setting{Program: p, Policy: policy, World: w}, explore.Options{Part: explore.Part{Number: 1, Of: 1}, Paths: paths})
}

// orders are the logs of a result, and how they ended.
func orders(r explore.Result) (all []string) {
	for _, o := range r.Orders {
		var lines []string
		for _, line := range o.Log {
			lines = append(lines, line.Text)
		}
		all = append(all, fmt.Sprintf("%q %s %d %s", lines, o.Stop.Reason, o.Stop.Code, o.Stop.Error.String()))
	}
	slices.Sort(all)
	return all
}

// TestHistoriesMerge: what differs in answers that the program never saw is
// explored once. The program waits for five timers at times that the start
// shifts, so the start does not matter in the end.
func TestHistoriesMerge(t *testing.T) {
	p := load(t, "app.js", `
let order = '';
for (const ms of [3, 5, 7, 9]) setTimeout(() => { setTimeout(() => { order += 't'; }, 1); setImmediate(() => { order += 'i'; }); }, ms);
setTimeout(() => console.log(order), 40);
`)
	w := p.world.Clone()
	w.Costs.Callback = clock.Range{High: clock.Millisecond, Of: 1}
	policy := model.MustLookup("node22")
	merged, apart := byStates(t, p, policy, &w, 0), byStates(t, hidden{p}, policy, &w, 0)
	if !merged.Complete || !apart.Complete || !slices.Equal(orders(merged), orders(apart)) {
		t.Errorf("complete: %v, %v\n%q\n%q", merged.Complete, apart.Complete, orders(merged), orders(apart))
	}
	if merged.Paths*2 > apart.Paths {
		t.Errorf("%d paths, and %d where states are not compared", merged.Paths, apart.Paths)
	}
}

// TestHistoriesAgree explores random programs with and without comparing states:
// the orders are the same. EVSIM_HISTORIES=2000 tries more than there is time for
// in every run of the tests.
func TestHistoriesAgree(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("EVSIM_HISTORIES"))
	if err != nil {
		n = 60 / testmain.Every(4)
	}
	whole, fewer := 0, 0
	for seed := range n {
		choices := make([]byte, 60)
		rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)}).Read(choices)
		text := "const { io } = require('evsim'); setTimeout(() => say('late', count), 9); setTimeout(() => io('a').then(() => count++), 2);\n" +
			strings.Replace(write(choices[1:]), "sleep = (ms) =>", "sleep = (ms) => count++ % 2 ? io('w') :", 1)
		p := load(t, "app.js", text)
		policy := policyFor(p, choices[0])
		if p.Lacks(policy) != nil {
			continue
		}
		w := openWorld()
		w.Limits, w.Costs.Callback = within, clock.Range{High: clock.Millisecond / 2, Of: 3}
		const most = 400
		apart := byStates(t, hidden{p}, policy, w, most)
		if !apart.Complete {
			continue
		}
		merged := byStates(t, p, policy, w, 0)
		paths := explore.Explore(context.Background(), program.Setting{Program: p, Policy: policy, World: w}, explore.Options{})
		if !merged.Complete || !slices.Equal(orders(merged), orders(apart)) || !slices.Equal(orders(merged), orders(paths)) {
			t.Errorf("%d: %s: complete: %v (%s)\nmerged\n%s\nstates\n%s\npaths\n%s\n%s", seed, policy.Name, merged.Complete, merged.Why,
				strings.Join(orders(merged), "\n"), strings.Join(orders(apart), "\n"), strings.Join(orders(paths), "\n"), text)
		}
		if whole++; merged.Paths < apart.Paths {
			fewer++
		}
	}
	if t.Log(whole, "programs,", fewer, "with fewer paths"); whole*3 < n || fewer == 0 {
		t.Errorf("of %d programs %d were explored to the end, %d with fewer paths", n, whole, fewer)
	}
}

// TestTemplatesOfPaths: every path of an exploration has template objects of its own.
func TestTemplatesOfPaths(t *testing.T) {
	p := load(t, "app.js", `
const of = (s) => s, place = () => of`+"`a${1}b`"+`;
const before = Object.keys(place());
place().raw.constructor.prototype.mark = 1;
let said = 0;
const say = (name) => () => console.log(name, ++said, place() === place(), place() instanceof Array, place().mark, before.length);
setTimeout(say('t'), 0); setImmediate(say('i'));`)
	w := openWorld()
	r := explore.Explore(context.Background(), program.Setting{Program: p, Policy: model.MustLookup("node22"), World: w}, explore.Options{Paths: 30})
	if !r.Complete || len(r.Orders) != 2 {
		t.Fatalf("%d orders, complete: %v", len(r.Orders), r.Complete)
	}
	for _, o := range r.Orders {
		for i, line := range o.Log {
			if want := []string{" 1 true true 1 2", " 2 true true 1 2"}[i]; line.Text[1:] != want {
				t.Errorf("%q, and is to end with %q", line.Text, want)
			}
		}
	}
}
