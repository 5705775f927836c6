package main

import (
	"context"
	"io"
	"slices"
	"strings"

	"evsim/internal/articles"
	"evsim/internal/escape"
	"evsim/internal/report"
	"evsim/internal/say"
)

type articlesOptions struct {
	format   format
	language articles.Language
	verdict  articles.Verdict // "": any
	run      bool             // the scenarios, too
}

// articles prints the index of the articles.
func (a *app) articles(ctx context.Context, names []string, o articlesOptions) error {
	found, err := namedArticles(names)
	if err != nil {
		return err
	}
	if o.verdict != "" {
		for i := range found {
			found[i].Rows = slices.DeleteFunc(slices.Clone(found[i].Rows), func(r articles.Row) bool { return r.Verdict != o.verdict })
		}
	}
	if o.run && o.format != formatText {
		return say.Errorf("--run works only with the format text")
	}
	if o.format == formatJSON {
		text, err := escape.JSONIndented(found)
		if err != nil {
			return err
		}
		return a.writeAll(string(text) + "\n")
	}
	var shown func(articles.Row) string
	if o.run {
		p, err := a.newPlayer(ctx, "")
		if err != nil {
			return err
		}
		defer p.stop()
		shown = (&shownRuns{player: p, language: a.lang, at: map[string]string{}}).of
	}
	var texts []string
	for _, article := range found {
		texts = append(texts, article.Text(o.language, shown))
		if ctx.Err() != nil {
			return exit(interrupted)
		}
	}
	return a.writeAll(strings.Join(texts, "\n"))
}

// namedArticles is the articles with these names, each once; without names all.
func namedArticles(names []string) (out []articles.Article, err error) {
	if len(names) == 0 {
		return articles.All(), nil
	}
	for _, name := range names {
		named := articles.Named(name)
		if len(named) == 0 {
			return nil, say.Errorf("there is no article %s: they are %s", report.Shown(name), joined(articleIDs()))
		}
		for _, found := range named {
			if !slices.ContainsFunc(out, func(have articles.Article) bool { return have.ID == found.ID }) {
				out = append(out, found)
			}
		}
	}
	return out, nil
}

func articleIDs() (ids []string) {
	for _, article := range articles.All() {
		ids = append(ids, article.ID)
	}
	return ids
}

// articleTable is the articles for help.
func articleTable(l *say.Language) string {
	return strings.TrimRight(table(func(w io.Writer) {
		for i, article := range articles.All() {
			title := article.Title.En
			if l != nil {
				title = article.Title.Zh
			}
			l.Fprintf(w, "  %d\t%s\t%d rows\t%s\n", i, article.ID, len(article.Rows), title)
		}
	}), "\n")
}

// verdictFlag is a flag's value: one of the verdicts.
type verdictFlag struct{ value *articles.Verdict }

func (f *verdictFlag) String() string { return string(*f.value) }

func (f *verdictFlag) Type() string { return "verdict" }

// Set is called with what the user wrote (pflag.Value).
func (f *verdictFlag) Set(text string) error {
	if v := articles.Verdict(text); slices.Contains(articles.Verdicts(), v) {
		*f.value = v
		return nil
	}
	words := verdictWords()
	last := len(words) - 1
	return say.Errorf("it is %s or %s", joined(words[:last]), words[last])
}

func verdictWords() (words []string) {
	for _, v := range articles.Verdicts() {
		words = append(words, string(v))
	}
	return words
}
