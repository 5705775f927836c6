package syntax

import (
	"slices"
	"strings"

	"evsim/internal/say"
	"evsim/internal/suggest"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
)

// swapped are words that stand between two labels where the language has
// `before` or `adjacent`.
var swapped = map[string]struct {
	means string
	turn  bool // the second label comes first
}{
	"after": {"before", true}, ">": {"before", true}, "follows": {"before", true},
	"then": {"before", false}, "<": {"before", false}, "->": {"before", false}, "=>": {"before", false}, "precedes": {"before", false}, ",": {"before", false},
	"next": {"adjacent", false}, "directly": {"adjacent", false}, "immediately": {"adjacent", false}, "adjacent": {"adjacent", false}, "before": {"before", false},
}

// stray are words that add nothing to a rule, or that it cannot say.
var stray = []string{"always", "not", "never", "must", "immediately", "directly", "is", "comes", "runs", "can", "may"}

// ruleHint says which rule somebody meant who wrote none.
func ruleHint(words []ruleWord) say.Text {
	text := make([]string, len(words))
	for i, w := range words {
		text[i] = w.text
	}
	last := len(text) - 1
	for i := 1; i < last; i++ {
		if as, ok := swapped[strings.ToLower(text[i])]; ok {
			a, b := bare(text[:i]), bare(text[i+1:])
			if as.turn {
				a, b = b, a
			}
			return say.Of("write %s", diagnostic.Code(a+" "+as.means+" "+b))
		}
	}
	if last < 1 {
		return ruleForms
	}
	if strings.EqualFold(text[0], "always") {
		return say.Of("write %s for a line that is logged exactly once", diagnostic.Code(bare(text)+" once"))
	}
	for _, keyword := range []string{"never", "once"} {
		if strings.EqualFold(text[0], keyword) || strings.EqualFold(text[last], keyword) {
			return say.Of("write %s", diagnostic.Code(bare(text)+" "+keyword))
		}
	}
	switch strings.ToLower(text[last]) {
	case "eventually":
		return say.Of("write %s", diagnostic.Code("eventually "+bare(text[:last])))
	case "always", "logged":
		return say.Of("write %s for a line that is logged exactly once", diagnostic.Code(bare(text[:last])+" once"))
	case "first", "last", "twice", "times":
		return "a rule cannot say this; an entry of `expect` has the whole log"
	}
	return ruleForms
}

// bare is a label without the words that add nothing.
func bare(words []string) string {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return slices.Contains(stray, strings.ToLower(w)) || strings.EqualFold(w, "once")
	})
	return strings.Join(words, " ")
}

const quoteHint = "put labels that hold the words of rules in double quotes"

// pairsHint takes a chain such as `a before b before c` apart.
func pairsHint(words []ruleWord) say.Text {
	const quote = say.Text(quoteHint)
	var labels []string
	var label []string
	for _, w := range words {
		if w.text == "before" && !w.quoted {
			labels, label = append(labels, strings.Join(label, " ")), nil
		} else {
			label = append(label, w.text)
		}
	}
	labels = append(labels, strings.Join(label, " "))
	if len(labels) < 3 || len(labels) > 4 || slices.Contains(labels, "") {
		return quote
	}
	var pairs []string
	for i := 1; i < len(labels); i++ {
		pairs = append(pairs, labels[i-1]+" before "+labels[i])
	}
	return say.Of("write one rule for each pair: %s; or %s", listed(pairs, "and"), quote)
}

const cutHint say.Text = "`#` after a space begins a comment: put all of it in quotes"

// isCut reports whether a comment follows a text without quotes, as close to
// its sign as an author writes `#1`.
func (p *parser) isCut(n *node) bool {
	if n.kind != nodeText || !n.plain {
		return false
	}
	rest, ok := strings.CutPrefix(p.from(n.pos), n.text)
	rest = strings.TrimLeft(rest, " ")
	return ok && len(rest) > 1 && rest[0] == '#' && rest[1] != ' '
}

// NeverLogged says of a line that no statement logs what its author may have
// meant; "" when nothing is near.
func NeverLogged(s *script.Tree, line string) say.Text {
	known := s.Lines()
	if before, _, ok := strings.Cut(line, " #"); ok && slices.Contains(known, before) {
		return say.Of("a statement logs %s alone: %s", diagnostic.Code(before), cutHint)
	}
	if near := suggest.Nearest(line, known); near != "" {
		return say.Of("did you mean %s?", diagnostic.Code(near))
	}
	for _, word := range stray {
		if before, ok := strings.CutSuffix(line, " "+word); ok && slices.Contains(known, before) {
			return say.Of("write %s without %s: a rule speaks of every order that is possible", diagnostic.Code(before), diagnostic.Code(word))
		}
	}
	if known = slices.Compact(known); len(known) > 0 && len(known) <= maxListed {
		return say.Of("logged are %s", listed(known, "and"))
	}
	return ""
}
