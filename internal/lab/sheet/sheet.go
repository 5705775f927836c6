// Package sheet writes lessons as a page to print: the exercises, and behind
// them, on pages of their own, what solves them.
package sheet

import (
	"crypto/sha256"
	_ "embed" // the style sheet
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"evsim/internal/escape"
	"evsim/internal/lab/answer"
)

//go:embed sheet.css
var style string

// frame is the page around the lessons: language, title, policy, style.
const frame = `<!doctype html>
<html lang="%s">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'">
<style>%s</style>
</head>
<body>
`

// words are those of the page.
type words struct{ language, title, solutions, order, orderOf, orders, more, some, hints, then, name, date string }

var (
	english = words{"en", "Exercises", "Solutions", "Put the lines into the order in which they are logged:", "Which order is logged?", "One of these orders:",
		"and %d more", "There may be others.", "Hints", "Then", "Name", "Date"}
	chinese = words{"zh-CN", "练习", "解答", "把这些行排成输出的先后顺序：", "按什么顺序输出？", "其中一种顺序：",
		"另有 %d 种", "可能还有别的顺序。", "提示", "接着", "姓名", "日期"}
)

// Write writes the sheet of some lessons, in Chinese or in English.
func Write(w io.Writer, lessons []answer.Solved, inChinese bool) error {
	p := &printer{to: w, words: english, chinese: inChinese}
	if inChinese {
		p.words = chinese
	}
	sum := sha256.Sum256([]byte(style))
	p.printf(frame, p.language, p.title, base64.StdEncoding.EncodeToString(sum[:]), style)
	p.printf("<main>\n<h1>%s</h1>\n<p class=\"who\"><span>%s</span> <span>%s</span></p>\n", p.title, p.name, p.date)
	for i := range lessons {
		p.exercise(i+1, &lessons[i])
	}
	p.printf("</main>\n<section class=\"solutions\">\n<h1>%s</h1>\n", p.solutions)
	for i := range lessons {
		p.solution(i+1, &lessons[i])
	}
	p.printf("</section>\n</body>\n</html>\n")
	return p.err
}

// printer writes; it keeps the first error.
type printer struct {
	words
	chinese bool
	to      io.Writer
	err     error
}

func (p *printer) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.to, format, args...)
	}
}

// pick is a text in the language of the sheet.
func (p *printer) pick(en, zh string) string {
	if p.chinese {
		return zh
	}
	return en
}

func (p *printer) heading(n int, l *answer.Solved) {
	p.printf("<article>\n<h2>%d. %s</h2>\n", n, escape.HTML(p.pick(l.Title.En, l.Title.Zh)))
}

// mostLines is how many lines one orders by hand.
const mostLines = 24

func (p *printer) exercise(n int, l *answer.Solved) {
	p.heading(n, l)
	p.printf("%s<pre><code>%s</code></pre>\n", p.pick(l.About.En, l.About.Zh), escape.HTMLLines(strings.TrimRight(l.Source, "\n")))
	if len(l.Lines) > 1 && len(l.Lines) <= mostLines {
		p.printf("<div class=\"task\"><p>%s</p>\n<ul>\n", p.order)
		for _, line := range l.Lines {
			p.printf("<li><span class=\"box\"></span><code>%s</code></li>\n", escape.HTML(line))
		}
		p.printf("</ul></div>\n")
	} else {
		p.printf("<div class=\"task\"><p>%s</p><div class=\"space\"></div></div>\n", p.orderOf)
	}
	p.printf("</article>\n")
}

func (p *printer) solution(n int, l *answer.Solved) {
	p.heading(n, l)
	for _, o := range l.Orders {
		p.printf("<h3>%s</h3>\n", escape.HTML(strings.Join(o.Policies, ", ")))
		p.logs(&o)
	}
	p.printf("%s", p.pick(l.Answer.En, l.Answer.Zh))
	inLanguage := func(title string, texts []string) {
		if len(texts) > 0 {
			p.printf("<h3>%s</h3>\n<ol>\n<li>%s</li>\n</ol>\n", title, strings.Join(texts, "</li>\n<li>"))
		}
	}
	var hints, then []string
	for _, t := range l.Hints {
		hints = append(hints, p.pick(t.En, t.Zh))
	}
	for _, t := range l.Then {
		then = append(then, p.pick(t.En, t.Zh))
	}
	inLanguage(p.hints, hints)
	inLanguage(p.then, then)
	p.printf("</article>\n")
}

// logs writes the orders of some policies, each on a line.
func (p *printer) logs(o *answer.Orders) {
	if len(o.Logs) > 1 || o.More > 0 {
		p.printf("<p>%s</p>\n", p.orders)
	}
	p.printf("<ul class=\"logs\">\n")
	for _, log := range o.Logs {
		p.printf("<li>")
		for i, line := range log {
			if i > 0 {
				p.printf(" <span class=\"then\">→</span> ")
			}
			p.printf("<code>%s</code>", escape.HTML(line))
		}
		p.printf("</li>\n")
	}
	p.printf("</ul>\n")
	if o.More > 0 {
		p.printf("<p>"+p.more+"</p>\n", o.More)
	}
	if !o.Complete {
		p.printf("<p>%s</p>\n", p.some)
	}
}
