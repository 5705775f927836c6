package main

import (
	"context"
	"io"

	"evsim/internal/code"
	"evsim/internal/lab/answer"
	"evsim/internal/lab/sheet"
	"evsim/internal/say"
)

// sheet writes the lessons that a lab shows as a page to print.
func (a *app) sheet(ctx context.Context, config answer.Config, file string) error {
	ctx, stop := a.untilInterrupted(ctx, promptly)
	defer stop()
	config.Code = code.Text
	answers, err := answer.New(config)
	if err != nil {
		return err
	}
	lessons, notes, err := answers.Solved(ctx)
	if gone(ctx) {
		return exit(interrupted)
	}
	if err != nil {
		return err
	}
	for _, note := range notes {
		a.complain(say.Errorf("%s", note.In(a.lang)))
	}
	if len(lessons) == 0 {
		return say.Errorf("there are no lessons: a lesson is a scenario with the key `lesson`")
	}
	return a.writePage(file, func(w io.Writer) error { return sheet.Write(w, lessons, a.lang != nil) })
}
