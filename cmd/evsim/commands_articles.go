package main

import (
	"github.com/spf13/cobra"

	"evsim/internal/articles"
)

func (a *app) articlesCommand() *cobra.Command {
	var o articlesOptions
	c := &cobra.Command{
		Use:   "articles [ARTICLE...]",
		Short: "Say what is true of the articles that evsim was made from",
		Long: `Print the index of the five articles that evsim was made from: each example and
claim, whether it is right and for which runtimes, what is true, and the scenario
that shows it. An ARTICLE is its id, its number, or what scenarios call it under
` + "`source`" + `; without one, all are printed. The same as a page: docs/articles.md.

The articles:

` + articleTable(),
		Example: `  evsim articles libuv-phases
  evsim articles 0 3 --lang zh
  evsim articles --verdict wrong
  evsim articles --format json`,
		RunE: func(_ *cobra.Command, names []string) error { return a.articles(names, o) },
	}
	f := c.Flags()
	f.Var(newFormat(&o.format, formatText, formatJSON), "format", "the `FORMAT`: text, or json: a list of articles, in both languages")
	o.language = articles.English
	f.Var(&languageFlag{&o.language}, "lang", "the `LANGUAGE` of the text: en or zh")
	f.Var(&verdictFlag{&o.verdict}, "verdict", "only what has this `VERDICT`: right, some (right for some runtimes), wrong, outdated or opinion")
	return c
}
