package main

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	"evsim/explore"
	"evsim/internal/report"
	"evsim/internal/say"
)

// parsePart reads the value of --shard: I/N, or I+1/N where I counts from 0.
func parsePart(text string) (explore.Part, error) {
	if text == "" {
		return explore.Part{}, nil
	}
	number, of, ok := strings.Cut(text, "/")
	number, fromZero := strings.CutSuffix(number, "+1")
	i, err := strconv.Atoi(number)
	if fromZero {
		i++
	}
	n, err2 := strconv.Atoi(of)
	if !ok || err != nil || err2 != nil || i < 1 || n < i || n > 100_000 {
		return explore.Part{}, say.Errorf("--shard %s: write I/N, such as 1/8, with I from 1 to N", text)
	}
	return explore.Part{Number: i, Of: n}, nil
}

// large are the options of an exploration that its size needs, but for its
// budget.
func (o *exploreOptions) large() (explore.Options, error) {
	part, err := parsePart(o.shard)
	if err != nil {
		return explore.Options{}, err
	}
	if o.workers < 0 {
		return explore.Options{}, say.Errorf("--workers %d: it must be at least 1", o.workers)
	}
	workers := o.workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	return explore.Options{Workers: workers, Part: part}, nil
}

// showProgress tells on a terminal how far an exploration is. The estimate
// weighs all choices alike, and is no better than that.
func (a *app) showProgress(begin time.Time) func(explore.Progress) {
	if !isTerminal(a.stderr) {
		return nil
	}
	last := begin
	return func(p explore.Progress) {
		now := time.Now()
		if now.Sub(last) < progressEvery {
			return
		}
		last = now
		spent := now.Sub(begin)
		text := fmt.Sprintf("%d paths, %.0f/s, %d orders, %d states waiting", p.Paths, float64(p.Paths)/spent.Seconds(), p.Orders, p.Waiting)
		if p.Share > 0.01 {
			rest := time.Duration(float64(spent) * (1 - p.Share) / p.Share)
			text += fmt.Sprintf(", %.0f%% of the choices, about %v to go", 100*p.Share, rest.Round(time.Second))
		}
		fmt.Fprintf(a.errBare, "\r\x1b[K%s", text) // ECMA-48: carriage return, erase in line
	}
}

// tellSearch says what a search took: how many runs it made depends on how it was
// divided, and so is no part of the result.
func (a *app) tellSearch(p *plan, r *explore.Result, took time.Duration) {
	a.lang.Fprintf(a.stderr, "%s: %s: %s in %s\n", report.Shown(p.src.name), p.Policy.Name, say.Counted("1 path", "%d paths", r.Paths), took.Round(time.Microsecond))
}
