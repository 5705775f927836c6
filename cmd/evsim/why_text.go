package main

import (
	"bufio"
	"fmt"
	"strings"

	"evsim/clock"
	"evsim/docs"
	"evsim/explore"
	"evsim/internal/escape"
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
	w.printf("%s: %s\n", w.style.Bold(names), verdictText(a))
	for i, l := range []why.Line{a.A, a.B} {
		if a.Times[i] > 1 && l.Nth == 1 {
			w.printf("  %q is logged up to %d times, and this is the first of them: the next is %s#2\n", l.Text, a.Times[i], l.Text)
		}
	}
	if len(a.HangsOn) > 0 {
		w.printf("  it depends on: %s\n", strings.Join(a.HangsOn, ", "))
	}
	for i := range a.Sides {
		w.side(&a.Sides[i])
	}
	for i := range a.Lacking {
		w.lacking(&a.Lacking[i])
	}
}

func verdictText(a *why.Answer) say.Text {
	among := say.Counted("1 possible order", "%d possible orders", a.Orders)
	if a.Narrow {
		among = say.Of("%s of these lines", among)
	}
	var text say.Text
	switch a.Verdict {
	case why.Always:
		text = say.Of("%q always comes before %q", a.A, a.B)
	case why.Never:
		text = say.Of("%q always comes before %q", a.B, a.A)
	case why.Either:
		text = say.Of("either %q or %q can come first", a.A, a.B)
	default:
		text = say.Of("%q and %q are never logged in one run", a.A, a.B)
	}
	if len(a.Lacking) > 0 && a.Verdict != why.Unlogged {
		text = say.Of("%s where both are logged", text)
	}
	if !a.Proved {
		return say.Of("not proved: in the runs that were explored, %s (%s; %s)", text, among, a.Why)
	}
	return say.Of("%s, proved (%s)", text, among)
}

// printf writes in the language of the user.
func (w *whyWriter) printf(format say.Format, args ...any) { w.lang.Fprintf(w, format, args...) }

// side writes one order of the two, when it is possible, and why it is.
func (w *whyWriter) side(s *why.Side) {
	e := &s.Explanation
	w.printf("\n  %s\n", w.style.Bold(w.lang.Sayf("%q before %q", e.First, e.Second)))
	if s.Condition.Words != "always" || s.Condition.Others != "" {
		showCondition(w, w.lang, s.Condition)
	}
	if values := s.Witness.Describe(w.plan.src.scenario); len(values) > 0 {
		w.printf("      such as %s\n", strings.Join(values, ", "))
	}
	w.printf("      see it: %s\n\n", w.replayed(s.Witness))
	w.steps(e)
	w.claims(e)
	for _, o := range s.Others {
		w.printf("      in %s it is %s: %s\n", say.Counted("1 other order", "%d other orders", o.Orders), joinRules(o.Rules), w.replayed(o.Witness))
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
	return w.plan.shown(runOptions{choice: o.choice, replay: witness.Token(w.plan.src.identity())})
}

// maxSteps is how many callbacks of a long way are shown, the last ones.
const maxSteps = 12

// steps writes what leads to both lines.
func (w *whyWriter) steps(e *why.Explanation) {
	rows := [][5]string{{w.lang.Say("ms"), w.lang.Say("turn"), w.lang.Say("phase"), w.lang.Say("at"), w.lang.Say("what leads to them")}}
	steps := e.Steps
	left := max(len(steps)-maxSteps, 0)
	for i := range steps {
		if i > 0 && i <= left {
			continue
		}
		rows = append(rows, w.stepRows(e, &steps[i])...)
		if i == 0 && left > 0 {
			rows = append(rows, [5]string{"", "", "", "", w.lang.Sayf("... %s more", say.Counted("1 callback", "%d callbacks", left))})
		}
	}
	var width [5]int
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], escape.Width(cell))
		}
	}
	for i, row := range rows {
		for column := range 4 {
			pad := strings.Repeat(" ", width[column]-escape.Width(row[column]))
			if row[column] = pad + row[column]; column == 2 {
				row[column] = strings.TrimPrefix(row[column], pad) + pad
			}
		}
		line := "      " + strings.Join(row[:], "  ")
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
	rows = append(rows, [5]string{milliseconds(s.Ran.At), fmt.Sprint(s.Ran.Turn), string(s.Ran.Phase), at, report.Shown(s.Label) + w.lang.Say(waited(s))})
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
func waited(s *why.Step) say.Text {
	if s.Queue == "" {
		return ""
	}
	text := say.Of(", set at %s ms, waited in %s", milliseconds(s.Set.At), s.Queue)
	if s.By != "" {
		text = say.Of(", set at %s ms by %s, waited in %s", milliseconds(s.Set.At), report.Shown(s.By), s.Queue)
	}
	if s.List > 0 {
		text = say.Of("%s, the list of %s ms", text, sim.AppendMillis(nil, s.List))
	}
	if s.Timed {
		text = say.Of("%s, due after %s ms", text, sim.AppendMillis(nil, s.Lasts))
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
	var names []say.Text
	for _, line := range l.Lines {
		names = append(names, say.Of("%q", line))
	}
	w.printf("\n  %s without %s\n", say.Counted("1 order", "%d orders", l.Orders), say.Join(names, " and "))
	showCondition(w, w.lang, l.Condition)
	w.printf("      see it: %s\n", w.replayed(l.Witness))
}
