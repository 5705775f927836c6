package articles

import "strings"

// Language is one that the index is written in.
type Language string

// The languages.
const (
	English Language = "en"
	Chinese Language = "zh"
)

// verdictWords is how verdicts are called.
var verdictWords = map[Verdict]Both{
	Right:    {"right", "对"},
	Some:     {"right for some", "仅部分成立"},
	Wrong:    {"wrong", "不对"},
	Outdated: {"outdated", "已过时"},
	Opinion:  {"an opinion", "属于看法"},
}

// reasonWords is why there is no scenario.
var reasonWords = map[Reason]Both{
	Words:  {"no scenario: it is about words or parts, so there is no order to run", "没有场景：只关乎名词或结构，没有可运行的顺序"},
	Inside: {"no scenario: it is inside the runtime, where scripts cannot look", "没有场景：这是运行时的内部实现，脚本看不到"},
	Absent: {"no scenario: evsim has no such thing; seen on real runtimes, as said here", "没有场景：evsim 没有这样的功能；已按这里所说在真实运行时上验证"},
}

// kindWords is how kinds are called.
var kindWords = map[Kind]Both{
	Example: {"example", "示例"},
	Claim:   {"claim", "说法"},
}

// ofWords is how groups of runtimes are called; policies are called by their
// names.
var ofWords = map[string]Both{
	"all":      {"every runtime", "所有运行时"},
	"node":     {"Node", "Node"},
	"browsers": {"browsers", "浏览器"},
}

// Judged is the verdict in words, with the policies for which it is right where
// these are some.
func (r Row) Judged(l Language) string {
	words := verdictWords[r.Verdict].In(l)
	if r.Verdict != Some {
		return words
	}
	if l == Chinese {
		return words + "：" + strings.Join(r.Holds, "、")
	}
	return words + ": " + strings.Join(r.Holds, ", ")
}

// About is the runtimes that the row speaks of, in words.
func (r Row) About(l Language) string {
	var names []string
	for _, of := range r.Of {
		if words, ok := ofWords[of]; ok {
			of = words.In(l)
		}
		names = append(names, of)
	}
	return strings.Join(names, pick(l, ", ", "、"))
}

// pick is the text in a language.
func pick(l Language, en, zh string) string { return Both{en, zh}.In(l) }
