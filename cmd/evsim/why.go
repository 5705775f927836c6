package main

import (
	"bufio"
	"context"
	"errors"

	"evsim/explore"
	"evsim/internal/budget"
	"evsim/internal/report"
	"evsim/internal/say"
	"evsim/why"
)

// whyOptions are the flags of why.
type whyOptions struct {
	exploreOptions
	replay string
	paths  int
}

// why explains the order of two lines, under each policy.
func (a *app) why(ctx context.Context, file, first, second string, o whyOptions) error {
	policies, err := lookup(o.policies)
	if err != nil {
		return err
	}
	src, err := a.loadOne(file)
	if err != nil {
		return err
	}
	if err := src.free(o.unknown); err != nil {
		return err
	}
	plans, err := a.plan(src, policies, o.choice)
	if err != nil {
		return err
	}
	var token *explore.Witness
	if o.replay != "" {
		w, err := explore.ParseToken(o.replay, src.identity())
		if err != nil {
			return err
		}
		token = &w
	}
	ctx, stop := a.untilInterrupted(ctx, promptly)
	defer stop()
	ctx, done := a.bounded(ctx, a.most)
	defer done()
	var answers []answered
	for i := range plans {
		p := &plans[i]
		answer, err := why.Ask(ctx, why.Question{
			Setting: p.Setting, A: first, B: second, Paths: o.paths, Memory: a.most.Memory, Replay: token,
		})
		if gone(ctx) {
			return exit(interrupted)
		}
		if errors.Is(err, budget.ErrSpent) {
			a.complain(say.Errorf("%s: %s: %w", report.Shown(src.name), p.Policy.Name, err))
			return exit(limited)
		}
		if err != nil {
			return say.Errorf("%s: %w", src.name, err)
		}
		answers = append(answers, answered{p, answer})
	}
	return a.showAnswers(answers, o)
}

// answered is the answer for one policy.
type answered struct {
	plan   *plan
	answer why.Answer
}

func (a *app) showAnswers(answers []answered, o whyOptions) error {
	w := whyWriter{Writer: bufio.NewWriter(a.stdout), style: a.style, options: o, lang: a.lang}
	if o.format == formatJSON {
		w.json(answers)
	} else {
		w.texts(answers)
	}
	if err := w.Flush(); err != nil {
		return say.Errorf("cannot write: %w", err)
	}
	code := done
	for _, one := range answers {
		switch {
		case !one.answer.Proved:
			code = limited
		case one.answer.Verdict == why.Unlogged && code == done:
			code = failed
		}
	}
	return code.asError()
}
