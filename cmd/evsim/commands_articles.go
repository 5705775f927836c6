package main

import (
	"github.com/spf13/cobra"

	"evsim/internal/articles"
)

func (a *app) articlesCommand() *cobra.Command {
	var o articlesOptions
	c := &cobra.Command{
		Use:   "articles [ARTICLE...]",
		Short: a.lang.Say("Show what is true in the articles that evsim was made from"),
		Long: a.lang.Sayf(`Print the examples and claims of the five articles that evsim was made from. For each,
say whether it is right and for which runtimes, what is true, and which scenario shows
it. ARTICLE is an id, a number, a part of a title, or a name that scenarios give under
%s. The number of a row, such as 3.24, means only that row. Without a name, all are
printed. With --run, the scenario and its log under each policy of the row are shown
too. docs/articles.md has the same as a page.

The articles:

%s`, "`source`", articleTable(a.lang)),
		Example: `  evsim articles libuv-phases
  evsim articles 0 3 --lang zh
  evsim articles --lang zh "Event Loop 事件循环"
  evsim articles --lang zh --run "Event Loop 事件循环"
  evsim articles --run 0.35
  evsim articles --verdict wrong
  evsim articles --format json`,
		RunE: func(c *cobra.Command, names []string) error {
			if o.language = articles.English; a.lang != nil {
				o.language = articles.Chinese
			}
			return a.articles(c.Context(), names, o)
		},
	}
	f := c.Flags()
	f.Var(newFormat(&o.format, formatText, formatJSON), "format", a.lang.Say("the `FORMAT`: text, or json: a list of articles, in both languages"))
	f.BoolVar(&o.run, "run", false, a.lang.Say("show the scenarios, too, and what they log"))
	f.Var(&verdictFlag{&o.verdict}, "verdict", a.lang.Say("only what has this `VERDICT`: right, some (right for some runtimes), wrong, outdated or opinion"))
	return c
}
