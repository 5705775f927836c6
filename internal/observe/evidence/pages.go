package evidence

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"evsim/clock"
	"evsim/internal/observe"
	"evsim/internal/observe/browser"
	"evsim/model"
	"evsim/program"
	"evsim/scenario"
	"evsim/sim"
)

// ObservePages runs scenarios so many times in real time, all in one start of a
// browser.
func (r Runtime) ObservePages(ctx context.Context, all []*scenario.Scenario, times int) ([][]observe.Observed, error) {
	policy, err := r.Policy()
	if err != nil {
		return nil, err
	}
	var pages []browser.Page
	for _, s := range all {
		page, err := pageOf(s, policy)
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
	}
	logs, err := browser.Browser{Name: r.Name, Path: r.Path, Patience: r.Timeout}.Run(ctx, pages, times)
	if err != nil {
		return nil, err
	}
	seen := make([][]observe.Observed, len(all))
	for i, runs := range logs {
		for _, log := range runs {
			seen[i] = count(seen[i], log)
		}
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
			case scenario.VerbBusy:
				why = "which stands still while a script runs"
			case scenario.VerbRequestAnimationFrame, scenario.VerbRequestIdleCallback:
				why = "by which frames and idle periods do not go"
			case scenario.VerbFetch:
				why = "by which the network does not go"
			default:
				continue
			}
			return fmt.Errorf("%s:%d:%d: `%s` cannot be had under a browser's virtual clock, %s", s.File, stmt.Pos.Line, stmt.Pos.Col, stmt.Verb, why)
		}
	}
	return InBrowser(s)
}

// count adds a run of a page. One without a log never came to rest.
func count(seen []observe.Observed, log []string) []observe.Observed {
	o := observe.Observation{Log: log}
	if log == nil {
		o.Code = killed
	}
	for i := range seen {
		if seen[i].Code == o.Code && slices.Equal(seen[i].Log, log) {
			seen[i].Runs++
			return seen
		}
	}
	return append(seen, observe.Observed{Observation: o, Runs: 1})
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
	page.Rest = time.Duration(last) + margin
	for _, n := range s.World.Network {
		page.Answers = append(page.Answers, browser.Answer{URL: n.Name, After: time.Duration(n.Latency.Low), Fails: n.Missing})
	}
	return page, nil
}

// margin is how much longer than the model a page may take.
const margin = 300 * time.Millisecond

// lastLine is when the model logs its last line.
func lastLine(s *scenario.Scenario, p model.Policy) (last clock.Span, ends bool) {
	world := s.World
	world.Limits = endlessLimits
	var times lastTime
	stop := s.Run(p, program.Options{World: &world, Sink: &times, Wants: sim.KindsOf(sim.EventLog)})
	return clock.Span(times), !stop.Reason.Limit()
}

type lastTime clock.Span

// Emit keeps the time of a line (sim.Sink).
func (t *lastTime) Emit(e sim.Event) { *t = lastTime(e.At) }
