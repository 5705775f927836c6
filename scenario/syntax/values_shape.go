package syntax

import (
	"strings"

	"evsim/clock"
	"evsim/internal/likely"
	"evsim/internal/say"
	"evsim/internal/suggest"
	"evsim/scenario/diagnostic"
)

// parseLength reads a duration, a range, or either a range or nothing and how its
// lengths are distributed: `2ms..9ms uniform`, `lognormal(p50=4ms, p99=60ms)`.
func parseLength(s string) (r clock.Range, shape likely.Shape, f *fault) {
	length, shaped := cutShape(s)
	if shaped == "" {
		r, f = parseRange(s)
		return r, shape, f
	}
	if length != "" {
		if r, f = parseRange(length); f != nil {
			return r, shape, f
		}
	}
	if shape, f = parseShape(shaped); f != nil {
		return r, shape, f
	}
	switch {
	case length == "":
		r, f = cutOff(&shape, shaped)
		return r, shape, f
	case r.Known():
		return r, shape, &fault{say.Of("%s is a single length, and %s is for a range", diagnostic.Code(length), diagnostic.Code(shaped)), "write a range before it, such as `0ms..10ms`, or the length alone"}
	case !shape.Fits(r):
		return r, shape, &fault{say.Of("%s has almost no lengths between %s and %s", diagnostic.Code(shaped), diagnostic.Code(r.Low.Duration().String()), diagnostic.Code(r.High.Duration().String())), "write a range that contains such lengths"}
	}
	return r, shape, nil
}

// cutShape cuts a text into a length and how it is distributed. Without a word that
// is or looks like a distribution, shaped is "".
func cutShape(s string) (length, shaped string) {
	at := strings.IndexFunc(s, func(c rune) bool { return c == ' ' })
	if word := wordOf(s); isShapeWord(s, word) {
		return "", s
	}
	if at < 0 {
		return s, ""
	}
	rest := strings.TrimLeft(s[at:], " ")
	if !isShapeWord(rest, wordOf(rest)) {
		return s, ""
	}
	return s[:at], rest
}

// wordOf is the letters that a text begins with.
func wordOf(s string) string {
	end := 0
	for end < len(s) && (s[end]|0x20 >= 'a' && s[end]|0x20 <= 'z') {
		end++
	}
	return s[:end]
}

// isShapeWord reports whether a word that a text begins with is a distribution, or
// is meant for one.
func isShapeWord(s, word string) bool {
	if word == "" {
		return false
	}
	names, _ := likely.Names()
	return strings.HasPrefix(s[len(word):], "(") || suggest.Nearest(strings.ToLower(word), names) != ""
}

// parseShape reads a distribution.
func parseShape(s string) (w likely.Shape, f *fault) {
	names, examples := likely.Names()
	word := wordOf(s)
	if word == names[0] && strings.TrimSpace(s) == word {
		w.Kind = likely.Uniform
		return w, nil
	}
	of := map[string]likely.Kind{names[1]: likely.Exponential, names[2]: likely.Lognormal}[word]
	if of == likely.Unsaid {
		return w, &fault{say.Of("%s is not a distribution", diagnostic.Code(s)), say.Of("there are %s", say.Join(codes(examples), ", "))}
	}
	w.Kind = of
	example := say.Of("such as %s", diagnostic.Code(examples[of-likely.Uniform]))
	inside, opened := strings.CutPrefix(s[len(word):], "(")
	inside, closed := strings.CutSuffix(strings.TrimRight(inside, " "), ")")
	switch {
	case !opened:
		return w, &fault{say.Of("%s does not describe its lengths", diagnostic.Code(word)), example}
	case !closed:
		return w, &fault{say.Of("%s has no closing parenthesis", diagnostic.Code(s)), "inside `{}` and `[]` a comma ends a text: write a space in its place, or quotes around all of it"}
	}
	to := map[string]*clock.Span{"p50": &w.P50, "p99": &w.P99}
	if of == likely.Exponential {
		to = map[string]*clock.Span{"mean": &w.Mean}
	}
	if f := readLengths(inside, to, example); f != nil {
		return w, f
	}
	if of == likely.Lognormal && w.P99 <= w.P50 {
		return w, &fault{"`p99` must be longer than `p50`", "half of all lengths are at most `p50`, and 99 of 100 are at most `p99`"}
	}
	return w, nil
}

// codes are texts as code.
func codes(list []string) (out []say.Text) {
	for _, s := range list {
		out = append(out, say.Word(diagnostic.Code(s)))
	}
	return out
}

// readLengths reads NAME=DURATION, with commas or spaces between, into what each
// name stands for; all are wanted, each once.
func readLengths(s string, to map[string]*clock.Span, example say.Text) *fault {
	words := strings.FieldsFunc(s, func(c rune) bool { return c == ' ' || c == ',' })
	seen := make(map[string]bool, len(to))
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		at, known := to[name]
		switch {
		case !known:
			return &fault{say.Of("%s does not belong to this distribution", diagnostic.Code(word)), example}
		case seen[name]:
			return &fault{say.Of("%s stands twice", diagnostic.Code(name)), "leave one of the two out"}
		}
		seen[name] = true
		span, f := parseSpan(value)
		if f != nil {
			return f
		}
		if *at = span; span <= 0 {
			return &fault{say.Of("%s must be above 0", diagnostic.Code(name)), example}
		}
	}
	if len(seen) < len(to) {
		return &fault{"the distribution is incomplete", example}
	}
	return nil
}

// cutOff is the range of a distribution that stands without one, as text has it:
// from 0 to the length that one in a million exceeds.
func cutOff(w *likely.Shape, text string) (r clock.Range, f *fault) {
	if w.Kind == likely.Uniform {
		return r, &fault{"`uniform` needs a range, and there is none", "write the range before it, such as `0ms..10ms uniform`"}
	}
	w.Cut = true
	most, ok := w.Most(maxSpan)
	if !ok {
		return r, &fault{say.Of("one in a million of %s is longer than a simulation may last", diagnostic.Code(text)), "write a range before it, such as `0ms..10s`"}
	}
	return clock.Range{High: most}, nil
}
