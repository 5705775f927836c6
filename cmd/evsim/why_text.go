package main

import (
	"bufio"
	"fmt"
	"strings"

	"evsim/clock"
	"evsim/docs"
	"evsim/explore"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/internal/trace"
	"evsim/sim"
	"evsim/why"
)

// whyWriter writes answers.
type whyWriter struct {
	*bufio.Writer
	style   trace.Style
	options whyOptions
	plan    *plan
	lang    *say.Language
}

// texts writes answers for a person: those that are equal but for the policy
// once, under all of their names.
func (w *whyWriter) texts(answers []answered) {
	var order []string
	names, first := make(map[string][]string), make(map[string]answered)
	for _, one := range answers {
		p := *one.plan
		p.Policy.Name = "POLICY" // in the commands that it shows
		var text strings.Builder
		nameless := whyWriter{bufio.NewWriter(&text), w.style, w.options, nil, w.lang}
		nameless.text(answered{&p, one.answer}, "")
		nameless.Flush() // a strings.Builder takes everything
		key := text.String()
		if names[key] == nil {
			order, first[key] = append(order, key), one
		}
		names[key] = append(names[key], one.plan.Policy.Name)
	}
	for i, key := range order {
		if i > 0 {
			w.WriteByte('\n')
		}
		w.text(first[key], strings.Join(names[key], ", "))
	}
}

// text writes one answer under the names of its policies.
func (w *whyWriter) text(one answered, names string) {
	w.plan = one.plan
	a := &one.answer
	fmt.Fprintf(w, "%s: %s\n", w.style.Bold(names), verdictText(a))
	for i, l := range []why.Line{a.A, a.B} {
		if a.Times[i] > 1 && l.Nth == 1 {
			fmt.Fprintf(w, "  %q is logged up to %d times, and this is the first of them: the next is %s#2\n", l.Text, a.Times[i], l.Text)
		}
	}
	if len(a.HangsOn) > 0 {
		fmt.Fprintf(w, "  it hangs on: %s\n", strings.Join(a.HangsOn, ", "))
	}
	for i := range a.Sides {
		w.side(&a.Sides[i])
	}
	for i := range a.Lacking {
		w.lacking(&a.Lacking[i])
	}
}

func verdictText(a *why.Answer) string {
	first, second := fmt.Sprintf("%q", a.A), fmt.Sprintf("%q", a.B)
	among := report.Counted(a.Orders, "possible order")
	if a.Narrow {
		among += " of these lines"
	}
	text := ""
	switch a.Verdict {
	case why.Always:
		text = first + " always comes before " + second
	case why.Never:
		text = second + " always comes before " + first
	case why.Either:
		text = "either " + first + " or " + second + " can come first"
	default:
		text = first + " and " + second + " are never logged in one run"
	}
	if len(a.Lacking) > 0 && a.Verdict != why.Unlogged {
		text += " where both are logged"
	}
	if !a.Proved {
		return fmt.Sprintf("not proved: as far as was explored, %s (%s; %s)", text, among, a.Why)
	}
	return fmt.Sprintf("%s, proved (%s)", text, among)
}

// side writes one order of the two, when it is possible, and why it is.
func (w *whyWriter) side(s *why.Side) {
	e := &s.Explanation
	fmt.Fprintf(w, "\n  %s\n", w.style.Bold(fmt.Sprintf("%q before %q", e.First, e.Second)))
	if s.Condition.Words != "always" || s.Condition.Others != "" {
		showCondition(w, s.Condition)
	}
	if values := s.Witness.Describe(w.plan.src.scenario); len(values) > 0 {
		fmt.Fprintf(w, "      such as %s\n", strings.Join(values, ", "))
	}
	fmt.Fprintf(w, "      see it: %s\n\n", w.replayed(s.Witness))
	w.steps(e)
	w.claims(e)
	for _, o := range s.Others {
		fmt.Fprintf(w, "      in %s it is %s: %s\n", report.Counted(o.Orders, "other order"), joinRules(o.Rules), w.replayed(o.Witness))
	}
}

// joinRules is the ids of rules, in one line.
func joinRules(rules []sim.Rule) string {
	ids := make([]string, len(rules))
	for i, rule := range rules {
		ids[i] = string(rule)
	}
	return strings.Join(ids, ", ")
}

func (w *whyWriter) replayed(witness explore.Witness) string {
	o := w.options
	return w.plan.shown(runOptions{set: o.set, unknown: o.unknown, replay: witness.Token(w.plan.src.identity())})
}

// maxSteps is how many callbacks of a long way are shown, the last ones.
const maxSteps = 12

// steps writes what leads to both lines.
func (w *whyWriter) steps(e *why.Explanation) {
	rows := [][5]string{{"ms", "turn", "phase", "at", "what leads to them"}}
	steps := e.Steps
	left := max(len(steps)-maxSteps, 0)
	for i := range steps {
		if i > 0 && i <= left {
			continue
		}
		rows = append(rows, w.stepRows(e, &steps[i])...)
		if i == 0 && left > 0 {
			rows = append(rows, [5]string{"", "", "", "", fmt.Sprintf("... %s more", report.Counted(left, "callback"))})
		}
	}
	var width [5]int
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], len(cell))
		}
	}
	for i, row := range rows {
		line := fmt.Sprintf("      %*s  %*s  %-*s  %*s  %s", width[0], row[0], width[1], row[1], width[2], row[2], width[3], row[3], row[4])
		if line = strings.TrimRight(line, " "); i == 0 {
			line = w.style.Dim(line)
		}
		w.WriteString(line + "\n")
	}
}

// stepRows is a callback, the line of the two that it logs, and where it waited
// and since when.
func (w *whyWriter) stepRows(e *why.Explanation, s *why.Step) (rows [][5]string) {
	at := ""
	if s.At.Line > 0 {
		at = column(s.At)
	}
	rows = append(rows, [5]string{milliseconds(s.Ran.At), fmt.Sprint(s.Ran.Turn), string(s.Ran.Phase), at, report.Shown(s.Label) + waited(s)})
	last := e.Steps[len(e.Steps)-1].Ran.Event
	for i, l := range []why.Line{e.First, e.Second} {
		if s.Task == e.Logs[i] && (s.Ran.Event <= last) {
			rows = append(rows, [5]string{"", "", "", column([2]sim.Pos{e.At, e.SecondAt}[i]), "  > " + report.Shown(l.Text)})
		}
	}
	return rows
}

func column(at sim.Pos) string { return at.String() }

// waited says who scheduled a callback and where it waited.
func waited(s *why.Step) string {
	by := ""
	if s.By != "" {
		by = " by " + report.Shown(s.By)
	}
	if s.Queue == "" {
		return ""
	}
	text := fmt.Sprintf(", set at %s ms%s, waited in %s", milliseconds(s.Set.At), by, s.Queue)
	if s.List > 0 {
		text += fmt.Sprintf(", the list of %s ms", sim.AppendMillis(nil, s.List))
	}
	if s.Timed {
		text += fmt.Sprintf(", due after %s ms", sim.AppendMillis(nil, s.Lasts))
	}
	return text
}

func milliseconds(t clock.Instant) string { return string(sim.AppendMillis(nil, clock.Span(t))) }

// claims writes the rules that decided.
func (w *whyWriter) claims(e *why.Explanation) {
	for _, c := range e.Claims {
		rule, _ := docs.Lookup(string(c.Rule))
		says := rule.Says
		if w.lang != nil {
			says = docs.Chinese()[rule.ID]
		}
		fmt.Fprintf(w, "\n      %s: %s\n", w.style.Bold(w.lang.Sayf("because")), report.Shown(w.lang.Say(c.Text)))
		fmt.Fprintf(w, "        %s: %s\n", c.Rule, says)
		fmt.Fprintf(w, "        (%s)\n", rule.Source)
		for _, place := range rule.Places() {
			fmt.Fprintf(w, "        %s\n", place.URL)
		}
	}
}

// lacking writes that some orders do not have a line.
func (w *whyWriter) lacking(l *why.Lack) {
	var names []string
	for _, line := range l.Lines {
		names = append(names, fmt.Sprintf("%q", line))
	}
	fmt.Fprintf(w, "\n  %s without %s\n", report.Counted(l.Orders, "order"), strings.Join(names, " and "))
	showCondition(w, l.Condition)
	fmt.Fprintf(w, "      see it: %s\n", w.replayed(l.Witness))
}
