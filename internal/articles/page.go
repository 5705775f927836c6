package articles

import (
	"fmt"
	"path"
	"strings"
)

// aboutPage is what stands before the tables.
var aboutPage = Both{
	`# The articles, claim by claim

evsim was made from five articles in Chinese about the event loop. Whoever learned from them finds every example and every
claim of theirs here, in their order, with what is true of it, and a scenario that shows it. The words are this
project's own, and short; the articles say more. They taught many people much: most of what they say is right, and some of
the rest was right when they were written.

This page is in [Chinese](articles.zh-CN.md) too. It is made from ` + "`internal/articles/data`" + ` by ` + "`go test ./internal/articles -run TestPages -update`" + `. The same in
a terminal, for one article or all:

` + "```sh" + `
evsim articles libuv-phases
evsim articles libuv-phases --lang zh
evsim articles --format json
` + "```" + `

**Right** and **wrong** are about the runtimes in brackets; **right for some** names the policies for which it is right. A
scenario is shown by ` + "`evsim run FILE`" + ` and proved by ` + "`evsim test FILE`" + `; a test runs all of them, and holds the orders that the
examples are said to print against every order that can be. Another holds that each scenario was seen on every real runtime
that its row speaks of, which are eight releases of Node from 10 to 26, Chromium, Firefox and WebKitGTK.
Programs in ` + "`js/testdata/oracle`" + ` show what scenarios cannot ask; ` + "`evsim run FILE`" + ` runs them, and what real
Nodes logged is kept beside them. What has neither says why. Rules are those of
[rules.md](rules.md), lessons those of [lessons.md](lessons.md).
`,
	`# 逐条核对这些文章

evsim 源自五篇讲事件循环的中文文章。学过这些文章的人，可以在这里按原文顺序找到其中的每个示例和每个说法：实情如何，
由哪个场景展示。这里的文字是本项目自己的简短概括，详细内容请看原文。这些文章让许多人受益：其中大部分说法是对的，
其余的有一些在写作当时也是对的。

本页也有[英文版](articles.md)。它由 ` + "`go test ./internal/articles -run TestPages -update`" + ` 根据 ` + "`internal/articles/data`" + ` 生成。在终端里可以查看一篇或全部：

` + "```sh" + `
evsim articles libuv-phases --lang zh
evsim articles --format json
` + "```" + `

**对**与**不对**针对括号里的运行时；**仅部分成立**会列出在哪些策略（policy）下成立。场景可以用 ` + "`evsim run FILE`" + ` 运行，
用 ` + "`evsim test FILE`" + ` 证明；测试会运行所有这些场景，并把示例所说的输出与一切可能的顺序核对；另一个测试保证每个场景
都在该条所说的每个真实运行时（Node 10 到 26 的八个版本、Chromium、Firefox、WebKitGTK）上观察过。场景问不了的，由 ` + "`js/testdata/oracle`" + ` 里的程序展示：用 ` + "`evsim run FILE`" + ` 运行，
真实 Node 的记录存放在旁边。两者都没有的会说明原因。
规则见 [rules.md](rules.md)，课程见 [lessons.zh-CN.md](lessons.zh-CN.md)。
`}

// Page is the document of all articles in a language, in Markdown. Its links
// are those of a file in the folder docs.
func Page(l Language) string {
	var b strings.Builder
	b.WriteString(aboutPage.In(l))
	b.WriteString("\n" + summary(l))
	for i, a := range All() {
		fmt.Fprintf(&b, "\n## %d. %s\n\n", i, a.Title.In(l))
		fmt.Fprintf(&b, pick(l, "In Chinese: %s. ", "英文：%s。"), pick(l, a.Title.Zh, a.Title.En))
		if a.Address != "" {
			fmt.Fprintf(&b, pick(l, "Address: <%s>. ", "地址：<%s>。"), a.Address)
		}
		fmt.Fprintf(&b, pick(l, "Scenarios call it `%s`.\n\n", "场景里称它为 `%s`。\n\n"), a.Source)
		b.WriteString(pick(l, "| | what it says | verdict | what is true | see |\n", "| | 原文的说法 | 判断 | 实情 | 参见 |\n"))
		b.WriteString("| --- | --- | --- | --- | --- |\n")
		for _, r := range a.Rows {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.ID, cell(r.Says.In(l)), r.judgement(l), cell(r.Fact.In(l)), r.see(l))
		}
	}
	return b.String()
}

// summary is the table of all articles.
func summary(l Language) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | %s |", pick(l, "article", "文章"), pick(l, "rows", "条目"))
	for _, v := range Verdicts() {
		fmt.Fprintf(&b, " %s |", verdictWords[v].In(l))
	}
	b.WriteString("\n| --- | --- |" + strings.Repeat(" --- |", len(Verdicts())) + "\n")
	for i, a := range All() {
		fmt.Fprintf(&b, "| %d. `%s` | %d |", i, a.ID, len(a.Rows))
		for _, v := range Verdicts() {
			fmt.Fprintf(&b, " %d |", a.Count(v))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func (r Row) judgement(l Language) string {
	return fmt.Sprintf(pick(l, "**%s** (%s)", "**%s**（%s）"), r.Judged(l), r.About(l))
}

// see is where to look: the scenario or why there is none, the rules, and the
// lesson.
func (r Row) see(l Language) string {
	var parts []string
	switch {
	case r.Code != "":
		parts = append(parts, "`"+r.Code+"`")
	case r.Scenario == "":
		parts = append(parts, reasonWords[r.Unshown].In(l))
	default:
		short := path.Base(path.Dir(r.Scenario)) + "/" + strings.TrimSuffix(path.Base(r.Scenario), ".yaml")
		parts = append(parts, fmt.Sprintf("[%s](../%s)", short, r.Scenario))
	}
	for _, id := range r.Rules {
		parts = append(parts, "`"+id+"`")
	}
	if r.Lesson != "" {
		number := strings.TrimLeft(path.Base(r.Lesson)[:2], "0")
		parts = append(parts, fmt.Sprintf("[%s](%s)", pick(l, "lesson "+number, "第 "+number+" 课"), strings.TrimPrefix(r.Lesson, "docs/")))
	}
	return strings.Join(parts, pick(l, "; ", "；"))
}

// cell is a text in a table, in which no sign means anything but itself.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "<", "&lt;").Replace(text)
}
