package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"evsim/explore"
	"evsim/internal/observe/evidence"
	"evsim/internal/report"
	"evsim/internal/say"
)

// observeReporter writes what observe found.
type observeReporter struct {
	reporter
	src    *source
	world  string // the case's name; "" for none
	format format
}

func (r *observeReporter) report(s *subject, f finding) {
	if r.format == formatNDJSON {
		r.objects(s, f)
		return
	}
	r.WriteString(r.title(s, f))
	for i := range f.logs {
		switch log := &f.logs[i]; {
		case f.virtual:
			r.virtualLog(&f, log)
		default:
			r.realLog(&f, log)
		}
	}
	if f.late {
		fmt.Fprintf(r, "  %s: most runs are possible only on a slow machine; run it again, and if it stays so a rule may be missing\n", r.style.Bad(mostlyLate))
	}
	r.WriteString("\n")
}

// mostlyLate is the verdict on runs of which most are legal only as late.
const mostlyLate = "mostly late"

// What is said of a log that is legal with a reservation.
const (
	overdue   say.Text = "in the order of an idle machine, but later"
	inItsTime say.Text = "on a slow machine"

	// perhapsLate is said where the strict worlds allow too much to look through.
	perhapsLate say.Text = "on a slow machine, and perhaps on an idle one: there are too many paths to say"
)

// title is the runtime, what stands for it, and what was done.
func (r *observeReporter) title(s *subject, f finding) string {
	text := r.style.Bold(fmt.Sprint(s.runtime))
	if f.judged {
		text += " (" + s.policy.Name + ")"
	}
	text += ": " + report.Shown(r.src.name) + ", "
	if f.virtual {
		text += r.lang.Say("under the virtual clock")
	} else {
		text += r.lang.Sayf("%s, %s", say.Counted("1 run", "%d runs", f.runs), say.Counted("1 log", "%d logs", len(f.logs)))
	}
	if !f.judged {
		text += r.lang.Sayf("\n  nothing is claimed: %s", s.unknown)
	}
	return text + "\n"
}

// realLog is one log that was seen in real time.
func (r *observeReporter) realLog(f *finding, log *observed) {
	word, why := r.claim(log)
	if !f.judged {
		word = ""
	}
	r.lang.Fprintf(r, "  %s%s%s\n", word, say.Counted("1 run", "%d runs", log.runs), why)
	if v := &log.verdict; f.judged && v.Claim == explore.Illegal {
		d := diffReporter{reporter: r.reporter, log: log.Log}
		d.around(v.Line)
		d.allowed(r.src, v.Verdict)
		return
	}
	r.wholeLog(log.Log)
	r.end(log.Outcome)
}

// claim is what the model says of a log.
func (r *observeReporter) claim(log *observed) (word string, why say.Text) {
	v := &log.verdict
	switch {
	case v.Claim == explore.Illegal && v.Why != "":
		return r.style.Bad(r.lang.Say("ILLEGAL")) + "  ", say.Of(": line %d: %s", v.Line+1, v.Why)
	case v.Claim == explore.Illegal:
		return r.style.Bad(r.lang.Say("ILLEGAL")) + "  ", ""
	case v.Claim == explore.Unclear:
		return r.style.Dim(r.lang.Say("unclear")) + "  ", say.Of(": %s: nothing is claimed", v.Why)
	case v.Perhaps:
		why = say.Of(", %s", perhapsLate)
	case v.Overdue:
		why = say.Of(", %s", overdue)
	case v.RealTime:
		why = say.Of(", %s", inItsTime)
	}
	return r.style.Good(r.lang.Say("legal  ")) + "  ", why
}

func (r *observeReporter) wholeLog(log []string) {
	const most = maxBefore + maxAfter
	for i, line := range log[:min(len(log), most)] {
		fmt.Fprintf(r, "    %5d  %s\n", i+1, report.Shown(line))
	}
	r.gap(len(log)-most, linesAfter)
}

// virtualLog is the log under the virtual clock, beside the model's where they
// differ.
func (r *observeReporter) virtualLog(f *finding, log *observed) {
	switch {
	case !f.judged:
		r.timedLog(log.Outcome)
	case log.equal:
		fmt.Fprintf(r, "  %s\n", r.style.Good("equal")+": every line, its virtual milliseconds, and the end")
		r.timedLog(log.Outcome)
	default:
		fmt.Fprintf(r, "  %s\n", r.style.Bad("DIFFERS"))
		r.beside(log.Outcome, f.model)
	}
}

// timedLog shows a stamped log.
func (r *observeReporter) timedLog(o evidence.Outcome) {
	const most = maxBefore + maxAfter
	for _, line := range o.Log[:min(len(o.Log), most)] {
		text, millis := evidence.Unstamped(line)
		fmt.Fprintf(r, "  %8s ms  %s\n", millis, report.Shown(text))
	}
	r.gap(len(o.Log)-most, linesAfter)
	r.end(o)
}

// end says how a run ended that did not come to its natural end.
func (r *observeReporter) end(o evidence.Outcome) {
	switch {
	case o.Endless:
		r.WriteString("           " + r.style.Dim("(stopped: it took too long)") + "\n")
	case o.Code != 0:
		r.WriteString("           " + r.style.Dim(fmt.Sprintf("(exit code %d)", o.Code)) + "\n")
	}
}

// beside shows both outcomes, with a mark at the first difference.
func (r *observeReporter) beside(real, model evidence.Outcome) {
	left, right := ended(real), ended(model)
	differ := 0
	for differ < len(left) && differ < len(right) && left[differ] == right[differ] {
		differ++
	}
	from, to := max(differ-maxBefore, 0), min(differ+maxAfter, max(len(left), len(right)))
	width := utf8.RuneCountInString("observed")
	for i := from; i < min(to, len(left)); i++ {
		width = max(width, utf8.RuneCountInString(left[i]))
	}
	fmt.Fprintf(r, "           %-*s  %s\n", width, "observed", "model")
	r.gap(from, linesBefore)
	for i := from; i < to; i++ {
		text := fmt.Sprintf("%5d  %-*s  %s", i+1, width, lineOf(left, i), lineOf(right, i))
		if i == differ {
			r.WriteString("  > " + r.style.Bad(text) + "\n")
		} else {
			r.WriteString("    " + text + "\n")
		}
	}
	r.gap(max(len(left), len(right))-to, linesAfter)
}

// ended is a stamped log for a column, with how it ended as its last line.
func ended(o evidence.Outcome) (lines []string) {
	for _, line := range o.Log {
		text, millis := evidence.Unstamped(line)
		lines = append(lines, strings.TrimSpace(millis+" ms  "+report.Shown(text)))
	}
	if o.Endless {
		return append(lines, "(it does not end)")
	}
	return append(lines, fmt.Sprintf("(exit code %d)", o.Code))
}

func lineOf(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "-"
}

// observedObject is one log in NDJSON.
type observedObject struct {
	File    string     `json:"file"`
	Case    string     `json:"case,omitempty"`
	Runtime string     `json:"runtime"`
	Version string     `json:"version"`
	Mode    string     `json:"mode"` // real or virtual
	Policy  string     `json:"policy,omitempty"`
	Verdict string     `json:"verdict"` // equal or differs; legal, illegal or unclear
	Why     string     `json:"why,omitempty"`
	Line    int        `json:"line,omitempty"`  // illegal: the first line that cannot stand there, from 1
	Legal   []diffNext `json:"legal,omitempty"` // and what could
	Runs    int        `json:"runs"`
	Log     []string   `json:"log"`
	Millis  []string   `json:"ms,omitempty"`   // virtual: when each line was logged
	Code    *int       `json:"code,omitempty"` // left out: it was stopped because it took too long
	Model   *modelRun  `json:"model,omitempty"`
	Suspect string     `json:"suspect,omitempty"` // "mostly late": of all runs on this runtime most are possible only on a slow machine
}

// modelRun is what the model made of it, where that differs.
type modelRun struct {
	Log    []string `json:"log"`
	Millis []string `json:"ms"`
	Code   *int     `json:"code,omitempty"`
}

func (r *observeReporter) objects(s *subject, f finding) {
	for i := range f.logs {
		log := &f.logs[i]
		o := observedObject{
			File: r.src.name, Case: r.world, Runtime: s.runtime.Name, Version: s.runtime.Version,
			Mode: "real", Policy: s.policy.Name, Runs: log.runs, Log: append([]string{}, log.Log...), Code: codeOf(log.Outcome),
		}
		if f.late {
			o.Suspect = mostlyLate
		}
		if f.virtual {
			o.Mode = "virtual"
			o.Log, o.Millis = split2(log.Log)
		}
		switch o.Verdict, o.Why = f.verdict(s, log); o.Verdict {
		case "differs":
			lines, millis := split2(f.model.Log)
			o.Model = &modelRun{lines, millis, codeOf(f.model)}
		case explore.Illegal.String():
			o.Line, o.Legal = log.verdict.Line+1, allNext(log.verdict.Verdict)
		}
		writeObject(r, o)
	}
}

func (f *finding) verdict(s *subject, log *observed) (verdict, why string) {
	switch {
	case !f.judged:
		return explore.Unclear.String(), s.unknown.Error()
	case f.virtual && log.equal:
		return "equal", ""
	case f.virtual:
		return "differs", ""
	case log.verdict.Perhaps && log.verdict.Claim == explore.Legal:
		return explore.Legal.String(), perhapsLate.String()
	case log.verdict.Overdue && log.verdict.Claim == explore.Legal:
		return explore.Legal.String(), overdue.String()
	case log.verdict.RealTime && log.verdict.Claim == explore.Legal:
		return explore.Legal.String(), inItsTime.String()
	}
	return log.verdict.Claim.String(), log.verdict.Why.String()
}

func codeOf(o evidence.Outcome) *int {
	if o.Endless {
		return nil
	}
	return &o.Code
}

// split2 takes the lines of a stamped log apart.
func split2(log []string) (lines, millis []string) {
	lines = []string{}
	for _, line := range log {
		text, ms := evidence.Unstamped(line)
		lines, millis = append(lines, text), append(millis, ms)
	}
	return lines, millis
}
