package main

import (
	"fmt"
	"slices"
	"strings"

	"evsim/internal/articles"
	"evsim/internal/budget"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/program"
	"evsim/scenario"
	"evsim/scenarios"
	"evsim/sim"
)

// shownLines is how much of a log is shown below a row of an article.
const shownLines = 20

// shownRuns shows the scenarios of rows, each once, with what it logs.
type shownRuns struct {
	player   *player
	language *say.Language
	at       map[string]string // the row below which a scenario stands, by file and policies
}

// of is the scenario of a row and its runs; "" where it has none.
func (s *shownRuns) of(r articles.Row) string {
	if r.Scenario == "" || s.player.ctx.Err() != nil {
		return ""
	}
	var b strings.Builder
	if before, known := s.at[r.Scenario]; known {
		fmt.Fprintf(&b, "\n    %s\n", s.language.Sayf("the scenario stands below %s", before))
	} else {
		s.at[r.Scenario] = r.ID
		text, err := scenarios.All.ReadFile(strings.TrimPrefix(r.Scenario, "scenarios/"))
		if err != nil {
			panic("articles: " + err.Error()) // a test opens each of them
		}
		b.WriteString("\n    " + strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "\n    ") + "\n")
	}
	b.WriteString(s.logs(r))
	return strings.ReplaceAll(b.String(), "    \n", "\n")
}

// logs is what the scenario of a row logs under the policies that the row speaks
// of, those with the same log together.
func (s *shownRuns) logs(r articles.Row) string {
	text, _ := scenarios.All.ReadFile(strings.TrimPrefix(r.Scenario, "scenarios/"))
	of, diagnostics := scenario.Parse(r.Scenario, text)
	if of == nil {
		panic("articles: " + diagnostics.Error())
	}
	world := &of.World
	for i := range of.Cases {
		if of.Cases[i].Name == r.Case {
			world = &of.Cases[i].World
		}
	}
	policies := map[string][]string{}
	var logs []string
	for _, p := range of.RunsOn() {
		if !r.SpeaksOf(p.Name, p.Node != nil) || of.Lacks(p) != nil {
			continue
		}
		log := s.log(program.Setting{Program: of, World: world, Policy: p})
		if !slices.Contains(logs, log) {
			logs = append(logs, log)
		}
		policies[log] = append(policies[log], p.Name)
	}
	var b strings.Builder
	for _, log := range logs {
		fmt.Fprintf(&b, "\n    %s\n%s", strings.Join(policies[log], ", "), log)
	}
	return b.String()
}

// log is the lines of a run, and how it ends where that is no natural end.
func (s *shownRuns) log(in program.Setting) string {
	var lines firstLines
	run := in.Prepare(program.Options{Sink: &lines, Wants: sim.KindsOf(sim.EventLog), Halt: halting(s.player.ctx), Room: budget.Room(s.player.ctx), Until: s.player.ctx})
	stop := run.Run()
	var b strings.Builder
	tell := func(what say.Text) { fmt.Fprintf(&b, "      ... %s\n", s.language.Say(what)) }
	for _, line := range lines.first {
		fmt.Fprintf(&b, "      %s\n", report.Shown(line))
	}
	if more := lines.all - len(lines.first); more > 0 && !stop.Reason.Endless() {
		tell(say.Of("and %d lines more", more))
	}
	switch {
	case stop.Reason.Endless():
		tell(stop.Explain())
	case stop.Reason == sim.Died:
		tell(say.Of("it ends with exit code %d: %s", stop.Code, stop.Error))
	case lines.all == 0:
		tell("it logs nothing")
	}
	return b.String()
}

// firstLines is a sink that keeps the first lines that are logged, and counts all.
type firstLines struct {
	first []string
	all   int
}

// Emit takes one line.
func (l *firstLines) Emit(e sim.Event) {
	if l.all++; l.all <= shownLines {
		l.first = append(l.first, e.Text)
	}
}
