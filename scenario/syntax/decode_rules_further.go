package syntax

import (
	"strconv"
	"strings"

	"evsim/internal/say"
	"evsim/scenario/expect"
)

// ParseRule reads a rule by itself. It does not know which lines there are.
func ParseRule(text string) (*expect.Rule, error) {
	if len(text) > maxRule {
		return nil, say.Errorf("a rule that is too long")
	}
	words, f := ruleWords(text)
	var r expect.Rule
	if f == nil {
		r, f = readRule(words)
	}
	if f != nil {
		return nil, say.Errorf("%s: %s", f.message, f.hint)
	}
	r.Text = text
	return &r, nil
}

func isForEach(words []ruleWord) bool {
	return begins(words, "for", "each") && len(words) > 2 && !words[2].quoted && strings.HasSuffix(words[2].text, ":")
}

// begins reports whether a rule begins with some words, none in quotes.
func begins(words []ruleWord, with ...string) bool {
	if len(words) < len(with) {
		return false
	}
	for i, w := range with {
		if words[i].quoted || words[i].text != w {
			return false
		}
	}
	return true
}

const eachHint = "write `for each n: a ${n} before b ${n}`: a rule about two lines, which have the number in them"

// readForEach reads a rule that holds for each number.
func readForEach(words []ruleWord) (expect.Rule, *fault) {
	name := strings.TrimSuffix(words[2].text, ":")
	if name == "" || strings.ContainsAny(name, "${}:\"") {
		return expect.Rule{}, &fault{"no rule", eachHint}
	}
	if isForEach(words[3:]) {
		return expect.Rule{}, &fault{"`for each` stands twice", eachHint}
	}
	r, f := readRule(words[3:])
	if f != nil {
		return r, f
	}
	switch r.Kind {
	case expect.Before, expect.Adjacent, expect.NeverAfter, expect.Within:
	default:
		return expect.Rule{}, &fault{"`for each` stands before a rule that is not about two lines", eachHint}
	}
	hole := "${" + name + "}"
	for _, line := range [...]string{r.A, r.B} {
		switch strings.Count(line, hole) {
		case 0:
			return expect.Rule{}, &fault{say.Of("the line `%s` has no %s in it", line, hole), eachHint}
		case 1:
		default:
			return expect.Rule{}, &fault{say.Of("the line `%s` has %s more than once", line, hole), "one number stands at one place of a line"}
		}
	}
	r.Each = name
	return r, nil
}

// readFurther reads the forms of rules that came later.
func readFurther(words []ruleWord) (expect.Rule, *fault) {
	var readings []expect.Rule
	var broken *fault
	for _, read := range [...]func([]ruleWord) ([]expect.Rule, *fault){readAtMost, readExactlyOne, readEventually, readBetween, readOr} {
		found, f := read(words)
		if readings = append(readings, found...); broken == nil {
			broken = f
		}
	}
	switch {
	case len(readings) > 1:
		return expect.Rule{}, &fault{"a rule that can be read in more than one way", quoteHint}
	case len(readings) == 1:
		return readings[0], distinct(&readings[0])
	case broken != nil:
		return expect.Rule{}, broken
	}
	return expect.Rule{}, &fault{"no rule", ruleHint(words)}
}

// distinct refuses a rule that names a line twice.
func distinct(r *expect.Rule) *fault {
	seen := make(map[string]bool)
	for _, line := range r.Lines() {
		if seen[line] {
			return &fault{say.Of("the line `%s` stands twice in this rule", line), say.Of("its lines are different ones; `%s once` may be meant", line)}
		}
		seen[line] = true
	}
	return nil
}

// mostOpen is the largest number of `at most`.
const mostOpen = 1_000_000

const atMostHint = "write `at most 2 of start..end`"

func readAtMost(words []ruleWord) ([]expect.Rule, *fault) {
	if !begins(words, "at", "most") {
		return nil, nil
	}
	if len(words) < 5 || !begins(words[3:], "of") {
		return nil, &fault{"no rule", atMostHint}
	}
	n, err := strconv.Atoi(words[2].text)
	if err != nil || words[2].quoted || n < 1 || n > mostOpen {
		return nil, &fault{say.Of("`%s` is not a number from 1 to %d", words[2].text, mostOpen), atMostHint}
	}
	parts := apart(words[4:], "..")
	if len(parts) != 2 {
		return nil, &fault{"no rule", say.Of("%s, with `..` between the two lines and nowhere else", say.Text(atMostHint))}
	}
	a, okA := label(parts[0])
	b, okB := label(parts[1])
	if !okA || !okB {
		return nil, &fault{"no rule", atMostHint}
	}
	for _, line := range [...]string{a, b} {
		if strings.Count(line, "${"+expect.AnyNumber+"}") > 1 {
			return nil, &fault{say.Of("the line `%s` has ${%s} more than once", line, expect.AnyNumber), "one number stands at one place of a line"}
		}
	}
	return []expect.Rule{{Kind: expect.AtMost, A: a, B: b, Most: n}}, nil
}

const exactlyHint = "write `exactly one of A, B`"

func readExactlyOne(words []ruleWord) ([]expect.Rule, *fault) {
	if !begins(words, "exactly", "one", "of") {
		return nil, nil
	}
	r, ok := ruleOf(expect.ExactlyOne, apart(words[3:], ","))
	if !ok {
		return nil, &fault{"no rule", exactlyHint}
	}
	return []expect.Rule{r}, nil
}

func readEventually(words []ruleWord) ([]expect.Rule, *fault) {
	if !begins(words, "eventually") {
		return nil, nil
	}
	a, ok := label(words[1:])
	if !ok {
		return nil, &fault{"no rule", "write `eventually A`"}
	}
	return []expect.Rule{{Kind: expect.Eventually, A: a}}, nil
}

// readBetween reads the forms whose words stand between two lines.
func readBetween(words []ruleWord) (readings []expect.Rule, broken *fault) {
	for i := 1; i < len(words); i++ {
		a, ok := label(words[:i])
		switch {
		case !ok:
		case begins(words[i:], "never", "after"):
			if b, ok := label(words[i+2:]); ok {
				readings = append(readings, expect.Rule{Kind: expect.NeverAfter, A: a, B: b})
			}
		case begins(words[i:], "within") && len(words) > i+3 && begins(words[i+2:], "of"):
			b, ok := label(words[i+3:])
			at, f := ruleTime(words[i+1].text)
			if f != nil {
				broken = f
			} else if ok {
				readings = append(readings, expect.Rule{Kind: expect.Within, A: a, B: b, At: at})
			}
		}
	}
	return readings, broken
}

func readOr(words []ruleWord) ([]expect.Rule, *fault) {
	var parts [][]ruleWord
	from := 0
	for i, w := range words {
		if w.text == "or" && !w.quoted {
			parts, from = append(parts, words[from:i]), i+1
		}
	}
	if r, ok := ruleOf(expect.Or, append(parts, words[from:])); ok {
		return []expect.Rule{r}, nil
	}
	return nil, nil
}

// ruleOf is a rule about two lines or more.
func ruleOf(kind expect.RuleKind, parts [][]ruleWord) (expect.Rule, bool) {
	lines := make([]string, len(parts))
	for i, part := range parts {
		var ok bool
		if lines[i], ok = label(part); !ok {
			return expect.Rule{}, false
		}
	}
	if len(lines) < 2 {
		return expect.Rule{}, false
	}
	return expect.Rule{Kind: kind, A: lines[0], B: lines[1], More: append([]string(nil), lines[2:]...)}, true
}

// apart takes words apart at a mark, which may stand by itself or in a word that
// is not in quotes.
func apart(words []ruleWord, mark string) [][]ruleWord {
	parts := make([][]ruleWord, 1)
	put := func(w ruleWord) {
		if w.quoted || w.text != "" {
			parts[len(parts)-1] = append(parts[len(parts)-1], w)
		}
	}
	for _, w := range words {
		if w.quoted {
			put(w)
			continue
		}
		for i, text := range strings.Split(w.text, mark) {
			if i > 0 {
				parts = append(parts, nil)
			}
			put(ruleWord{text, false})
		}
	}
	return parts
}
