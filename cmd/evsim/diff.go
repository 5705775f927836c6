package main

import (
	"context"
	"fmt"
	"io"
	"unicode/utf8"

	"evsim/explore"
	"evsim/internal/escape"
	"evsim/internal/observe/evidence"
	"evsim/internal/report"
	"evsim/internal/say"
)

// diffOptions are the flags of diff.
type diffOptions struct {
	choice
	observed string
	anyTime  bool
	format   format
}

// diff holds a log against every order that a scenario can have.
func (a *app) diff(ctx context.Context, file string, o diffOptions) error {
	if file == stdinName && o.observed == stdinName {
		return say.Errorf("the scenario and the log cannot both be standard input")
	}
	policies, err := lookup(o.policies)
	if err != nil {
		return err
	}
	src, err := a.loadOne(file)
	if err != nil {
		return err
	}
	plans, err := a.plan(src, policies, o.choice)
	if err != nil {
		return err
	}
	log, err := a.readLog(o.observed)
	if err != nil {
		return err
	}
	ctx, stop := a.untilInterrupted(ctx, promptly)
	defer stop()
	ctx, done := a.bounded(ctx, a.most)
	defer done()
	return a.diffAll(ctx, plans, log, o)
}

func (a *app) diffAll(ctx context.Context, plans []plan, log []string, o diffOptions) error {
	r := diffReporter{reporter: a.reporter(), log: log, format: o.format}
	r.fit(plans)
	var claims [3]int
	for i := range plans {
		p := &plans[i]
		v := a.judge(ctx, p, log, o.anyTime)
		if gone(ctx) {
			r.Flush()
			return exit(interrupted)
		}
		claims[v.Claim]++
		r.verdict(p, v)
	}
	if err := r.Flush(); err != nil {
		return say.Errorf("cannot write: %w", err)
	}
	return claimed(claims, o.policies != nil).asError()
}

// claimed is the exit code. Policies that were named must all allow the log; of
// the scenario's own one is enough.
func claimed(claims [3]int, named bool) status {
	switch legal, illegal, unclear := claims[explore.Legal], claims[explore.Illegal], claims[explore.Unclear]; {
	case legal > 0 && (!named || illegal+unclear == 0):
		return done
	case illegal > 0 && (named || unclear == 0):
		return failed
	}
	return limited
}

// judge explores the plan's world for a log.
func (a *app) judge(ctx context.Context, p *plan, log []string, anyTime bool) explore.Verdict {
	c := evidence.Case{Scenario: evidence.In(p.src.scenario, *p.World), Policy: p.Policy, AnyTime: anyTime, Paths: maxPaths, Memory: a.most.Memory}
	return c.Judge(ctx, log)
}

// diffReporter writes what diff found.
type diffReporter struct {
	reporter
	log    []string
	format format
	policy int // the width of the longest policy's name
}

// fit makes room for the names of policies.
func (r *diffReporter) fit(plans []plan) {
	for i := range plans {
		r.policy = max(r.policy, utf8.RuneCountInString(plans[i].Policy.Name))
	}
}

func (r *diffReporter) verdict(p *plan, v explore.Verdict) {
	switch {
	case r.format == formatNDJSON:
		r.object(p, v)
	case v.Claim == explore.Legal:
		r.head(r.style.Good(r.lang.Say("legal  ")), p, "")
	case v.Claim == explore.Unclear:
		r.head(r.style.Dim(r.lang.Say("unclear")), p, say.Of("%s: nothing is claimed", v.Why))
	default:
		r.head(r.style.Bad(r.lang.Say("ILLEGAL")), p, r.where(v))
		r.around(v.Line)
		r.allowed(p.src, v)
		r.WriteString("\n")
	}
}

func (r *diffReporter) head(word string, p *plan, what say.Text) {
	line := fmt.Sprintf("%s  %s  ", word, report.Shown(p.src.name))
	if what == "" {
		fmt.Fprintf(r, "%s%s\n", line, p.Policy.Name)
	} else {
		fmt.Fprintf(r, "%s%-*s  %s\n", line, r.policy, p.Policy.Name, r.lang.Say(what))
	}
}

// where says in what way a log is none of the orders.
func (r *diffReporter) where(v explore.Verdict) say.Text {
	switch {
	case v.Line == len(r.log):
		return say.Of("the log ends too early, after %s", say.Counted("1 line", "%d lines", v.Line))
	case v.Next == nil:
		return say.Of("the log goes on too long, from line %d on", v.Line+1)
	}
	return say.Of("no order has line %d there", v.Line+1)
}

// around shows the lines of the log that lead to one, and that one.
func (r *diffReporter) around(line int) {
	from := max(line-maxBefore, 0)
	r.gap(from, linesBefore)
	for i := from; i < line; i++ {
		fmt.Fprintf(r, "    %5d  %s\n", i+1, report.Shown(r.log[i]))
	}
	last := r.lang.Say("(the end)")
	if line < len(r.log) {
		last = report.Shown(r.log[line])
	}
	r.WriteString("  > " + r.style.Bad(fmt.Sprintf("%5d  %s", line+1, last)) + "\n")
}

// allowed shows what could have come instead, and the statements that log it.
func (r *diffReporter) allowed(src *source, v explore.Verdict) {
	for i, next := range v.Next {
		if i == maxAfter {
			r.gap(len(v.Next)-i, linesToo)
			break
		}
		for _, at := range next.At {
			report.Excerpt(r, src.name, src.text, at, r.lang.Sayf("%q could come", next.Text))
		}
	}
	if v.Ends {
		r.lang.Fprintf(r, "  the log could end here\n")
	}
}

// diffObject is a verdict in NDJSON.
type diffObject struct {
	File    string     `json:"file"`
	Case    string     `json:"case,omitempty"`
	Policy  string     `json:"policy"`
	Verdict string     `json:"verdict"`
	Line    int        `json:"line,omitempty"` // from 1
	Text    *string    `json:"text,omitempty"` // what stands there; left out: the log ends
	Legal   []diffNext `json:"legal,omitempty"`
	Ends    bool       `json:"ends,omitempty"` // the log could end there
	Why     string     `json:"why,omitempty"`
}

type diffNext struct {
	Text string      `json:"text"`
	At   []diffPlace `json:"at"`
}

type diffPlace struct {
	Line int32 `json:"line"`
	Col  int32 `json:"col"`
}

func (r *diffReporter) object(p *plan, v explore.Verdict) {
	out := diffObject{File: p.src.name, Case: p.name, Policy: p.Policy.Name, Verdict: v.Claim.String(), Why: v.Why.String()}
	if v.Claim == explore.Illegal {
		out.Line, out.Ends = v.Line+1, v.Ends
		if v.Line < len(r.log) {
			out.Text = &r.log[v.Line]
		}
		out.Legal = allNext(v)
	}
	writeObject(r, out)
}

// allNext is what could have come, for NDJSON.
func allNext(v explore.Verdict) (out []diffNext) {
	for _, next := range v.Next {
		var at []diffPlace
		for _, p := range next.At {
			at = append(at, diffPlace{p.Line, p.Col})
		}
		out = append(out, diffNext{next.Text, at})
	}
	return out
}

// writeObject writes one line of NDJSON.
func writeObject(w io.Writer, object any) {
	_ = escape.WriteJSON(w, object) // the writer keeps the error for Flush
}
