package evidence

import (
	"context"
	"errors"
	"fmt"
	"time"

	"evsim/clock"
	"evsim/internal/observe"
	"evsim/internal/observe/browser"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/scenario/script"
	"evsim/sim"
)

// ObservePages runs scenarios so many times in real time, all in one start of a
// browser. It tells when each line was logged.
func (r Runtime) ObservePages(ctx context.Context, all []*scenario.Scenario, times int) ([][]Counted, error) {
	policy, err := r.Policy()
	if err != nil {
		return nil, err
	}
	var pages []browser.Page
	for _, s := range all {
		page, err := pageOf(Stamped(s), policy)
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	logs, err := browser.Browser{Name: r.Name, Path: r.Path, Patience: r.Timeout}.Run(ctx, pages, times)
	if err != nil {
		return nil, err
	}
	seen := make([][]Counted, len(all))
	for i, runs := range logs {
		var one []observe.Observed
		for _, log := range runs {
			one = append(one, observe.Observed{Observation: observed(log), Runs: 1})
		}
		seen[i] = MergeTimes(all[i], one, true)
	}
	return seen, nil
}

// ObserveVirtualPages runs scenarios in one start of a browser, under its
// virtual clock, and returns their logs.
func (r Runtime) ObserveVirtualPages(ctx context.Context, all []*scenario.Scenario) ([][]string, error) {
	policy, err := r.Policy()
	if err != nil {
		return nil, err
	}
	var pages []browser.Page
	for _, s := range all {
		if err := InVirtualBrowser(s); err != nil {
			return nil, err
		}
		page, err := pageOf(s, policy)
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	return browser.Browser{Name: r.Name, Path: r.Path, Patience: r.Timeout}.RunVirtual(ctx, pages)
}

// InVirtualBrowser says why a scenario cannot be run under a browser's virtual
// clock; nil if it can. That clock stands still while a script runs, and
// neither the network nor the compositor goes by it.
func InVirtualBrowser(s *scenario.Scenario) error {
	for i := range s.Script.Bodies {
		for _, stmt := range s.Script.Bodies[i].Stmts {
			why := ""
			switch stmt.Verb {
			case script.VerbBusy:
				why = "which stands still while a script runs"
			case script.VerbRequestAnimationFrame, script.VerbRequestIdleCallback, script.VerbObserveSize, script.VerbResize:
				why = "by which frames and idle periods do not go"
			case script.VerbFetch, script.VerbSend, script.VerbTransaction:
				why = "by which the network and databases do not go"
			default:
				continue
			}
			return fmt.Errorf("%s:%d:%d: `%s` cannot be had under a browser's virtual clock, %s", s.File, stmt.Pos.Line, stmt.Pos.Col, stmt.Verb, why)
		}
	}
	return InBrowser(s)
}

// observed is a run of a page.
func observed(log browser.Log) observe.Observation {
	o := observe.Observation{Log: log.Lines}
	switch log.State {
	case browser.Hung:
		o.Code = killed
	case browser.Unsettled:
		o.Unsettled = true
	}
	return o
}

// InBrowser says why a scenario cannot be run in a real browser; nil if it can.
func InBrowser(s *scenario.Scenario) error {
	w := &s.World
	switch {
	case len(w.Users) > 0:
		return fmt.Errorf("%s: `users` cannot be exported: nobody is there to click", s.File)
	case w.Display.Hidden:
		return fmt.Errorf("%s: `display.hidden` cannot be exported: the page is visible", s.File)
	case w.Display.Hz != 0 && w.Display.Hz != 60:
		return fmt.Errorf("%s: `display.hz` cannot be exported: the screen is what it is", s.File)
	case !w.Clock.Skew.IsZero():
		return fmt.Errorf("%s: `clock.skew` cannot be exported: the machine's clock is what it is", s.File)
	}
	return nil
}

// pageOf is a scenario for a browser.
func pageOf(s *scenario.Scenario, p model.Policy) (browser.Page, error) {
	page := browser.Page{}
	if err := InBrowser(s); err != nil {
		return page, err
	}
	text, err := observe.Export(s, observe.Browser)
	if err != nil {
		return page, err
	}
	if page.Script, err = browser.Script(text); err != nil {
		return page, err
	}
	last, ends := lastLine(s, p)
	if !ends {
		return page, errors.New(s.File + ": it never ends, and a page that does not come to rest tells nothing")
	}
	page.Rest, page.Lines = time.Duration(last.at)+margin, last.lines
	for _, n := range s.World.Network {
		page.Answers = append(page.Answers, browser.Answer{URL: n.Name, After: time.Duration(n.Latency.Low), Fails: n.Missing})
	}
	return page, nil
}

// margin is how much longer than the model a page may take.
const margin = 300 * time.Millisecond

// lastLine is when the model logs its last line, and how many it logs.
func lastLine(s *scenario.Scenario, p model.Policy) (last ending, ends bool) {
	world := s.World
	world.Limits = endlessLimits
	stop := s.In(p, &world).Run(program.Options{Sink: &last, Wants: sim.KindsOf(sim.EventLog)})
	return last, !stop.Reason.Limit()
}

type ending struct {
	at    clock.Instant
	lines int
}

// Emit keeps the time of a line (sim.Sink).
func (e *ending) Emit(ev sim.Event) { e.at, e.lines = ev.At, e.lines+1 }
