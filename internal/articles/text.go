package articles

import (
	"fmt"
	"strings"
)

// Text is the article for a terminal. What shown gives stands below a row; nil
// gives nothing.
func (a Article) Text(l Language, shown func(Row) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", a.Title.In(l))
	other := pick(l, a.Title.Zh, a.Title.En)
	fmt.Fprintf(&b, "  %s\n", other)
	fmt.Fprintf(&b, "  %s, %s\n", a.ID, a.Source)
	if a.Address != "" {
		fmt.Fprintf(&b, "  %s\n", a.Address)
	}
	fmt.Fprintf(&b, "  %s\n", a.counts(l))
	for _, r := range a.Rows {
		b.WriteString("\n" + r.text(l))
		if shown != nil {
			b.WriteString(shown(r))
		}
	}
	return b.String()
}

// counts is how many rows have each verdict, in words.
func (a Article) counts(l Language) string {
	parts := []string{fmt.Sprintf(pick(l, "%d rows", "共 %d 条"), len(a.Rows))}
	if len(a.Rows) == 1 {
		parts[0] = pick(l, "1 row", "共 1 条")
	}
	for _, v := range Verdicts() {
		if n := a.Count(v); n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", verdictWords[v].In(l), n))
		}
	}
	return strings.Join(parts, pick(l, ", ", "，"))
}

func (r Row) text(l Language) string {
	var b strings.Builder
	line := func(en, zh, text string) {
		if text != "" {
			fmt.Fprintf(&b, "  %s%s\n", pick(l, fmt.Sprintf("%-8s", en), zh+"  "), text)
		}
	}
	fmt.Fprintf(&b, pick(l, "%s  %s, of %s: %s\n", "%s  %s（%s）：%s\n"), r.ID, kindWords[r.Kind].In(l), r.About(l), r.Judged(l))
	line("says", "原文", r.Says.In(l))
	line("true", "实情", r.Fact.In(l))
	switch {
	case r.Scenario != "":
		line("run", "运行", "evsim test "+r.Scenario)
	case r.Code != "":
		line("run", "运行", "evsim run "+r.Code)
	default:
		line("run", "运行", reasonWords[r.Unshown].In(l))
	}
	line("rules", "规则", strings.Join(r.Rules, ", "))
	line("lesson", "课程", r.Lesson)
	return b.String()
}
