package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"evsim/explore"
	"evsim/internal/document"
	"evsim/internal/lab"
	"evsim/internal/lab/answer"
	"evsim/program"
)

const fiveTimes = `evsim: 1
name: two timers and three completions
policies: [browser]
script:
  - {setTimeout: 10, do: {log: t1}}
  - {setTimeout: 20, do: {log: t2}}
  - {fetch: f1, latency: 1ms..30ms, do: {log: f1}}
  - {fetch: f2, latency: 1ms..30ms, do: {log: f2}}
  - {fetch: f3, latency: 1ms..30ms, do: {log: f3}}
`

// TestPathsMeanTheSame asks explore, report, test and the lab for the orders of
// one scenario with one limit of paths: all of them find as much, and say so in
// the same words.
func TestPathsMeanTheSame(t *testing.T) {
	var whole int
	for _, paths := range []int{1 << 20, 1, 20} {
		want, all := foundByExplore(t, paths)
		if paths == 1<<20 {
			whole = all
		}
		for who, found := range map[string]func(*testing.T, int) string{"report": foundByReport, "test": foundByTest, "lab": foundByLab} {
			if got := found(t, paths); got != want {
				t.Errorf("%s, %d paths: %q, and explore %q", who, paths, got, want)
			}
		}
	}
	if whole < 60 {
		t.Errorf("%d paths are too few to limit", whole)
	}
}

// told is what is common to all answers.
func told(orders int, complete bool, why string) string {
	return fmt.Sprintf("%d orders, complete: %t %s", orders, complete, why)
}

func foundByExplore(t *testing.T, paths int) (string, int) {
	p := planOf(t, fiveTimes)
	r := explore.Explore(t.Context(), p.Setting, explore.Options{Paths: paths})
	return told(len(r.Orders), r.Complete, r.Why.String()), r.Paths
}

func foundByReport(t *testing.T, paths int) string {
	p := planOf(t, fiveTimes)
	limits := document.Report
	limits.Paths = paths
	recorded := p.recorded(runOptions{})
	r, _ := document.New(p.src.name, p.src.scenario, p.src.text, limits).Orders(t.Context(), &recorded)
	return told(len(r.Orders), r.Complete, r.Why.String())
}

// foundByTest counts the orders that were explored, which have a witness, and
// not those that were drawn.
func foundByTest(t *testing.T, paths int) string {
	p := planOf(t, fiveTimes)
	runs := explore.Runs(t.Context(), explore.Options{Paths: paths})(program.Question{Setting: p.Setting})
	orders := 0
	for _, run := range runs.List {
		if _, explored := run.Origin.(explore.Witness); explored {
			orders++
		}
	}
	return told(orders, runs.Complete, runs.Why.String())
}

func foundByLab(t *testing.T, paths int) string {
	limits := answer.Default()
	limits.Paths = paths
	handler, err := lab.New(lab.Config{Config: answer.Config{Limits: limits}})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(handler)
	defer s.Close()
	question, err := json.Marshal(map[string]any{"source": fiveTimes, "policy": "browser", "case": "", "lines": []string{}})
	if err != nil {
		t.Fatal(err)
	}
	answer, err := s.Client().Post(s.URL+"/api/predict", "application/json", bytes.NewReader(question))
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer, err)
	}
	defer answer.Body.Close()
	var got struct {
		Orders   int
		Complete bool
		Notes    []map[string]string
	}
	if err := json.NewDecoder(answer.Body).Decode(&got); err != nil {
		t.Fatal(err)
	}
	why := ""
	if len(got.Notes) > 0 { // "at least N orders are possible, not complete: WHY (N paths)"
		_, why, _ = strings.Cut(got.Notes[0]["en"], "not complete: ")
		why, _, _ = strings.Cut(why, " (")
	}
	return told(got.Orders, got.Complete, why)
}

// planOf is the plan of a scenario under its only policy.
func planOf(t *testing.T, text string) *plan {
	t.Helper()
	a := newApp(strings.NewReader(text), nil, &bytes.Buffer{})
	plans, err := a.planAll([]string{stdinName}, runOptions{})
	if err != nil || len(plans) != 1 {
		t.Fatal(plans, err)
	}
	return &plans[0]
}
