package js

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/unistring"

	"evsim/internal/say"
)

// This file has a regular expression say what the engine does not know, \p{L} and its
// like, by the ranges of what they stand for: the engine takes them for letters. What
// has no ranges here ends the run where the expression is made.

// pattern is what a literal becomes that has something which evsim does not know; nil
// if it has none.
func (r *rewriter) pattern(n *ast.RegExpLiteral) ast.Expression {
	text, lacks := known(n.Pattern, n.Flags)
	if lacks != "" {
		return r.lackingPattern(lacks, n.Idx)
	}
	n.Pattern = text
	return nil
}

// patterns looks at a call of RegExp with a pattern and flags that are written out, as
// the bundler writes literals that have a new flag.
func (r *rewriter) patterns(callee ast.Expression, arguments []ast.Expression) {
	if !isCalled(callee, "RegExp") || len(arguments) != 2 {
		return
	}
	pattern, ok := arguments[0].(*ast.StringLiteral)
	flags, given := arguments[1].(*ast.StringLiteral)
	if !ok || !given {
		return
	}
	text, lacks := known(pattern.Value.String(), flags.Value.String())
	if lacks != "" {
		arguments[0] = r.lackingPattern(lacks, pattern.Idx)
		return
	}
	pattern.Value = unistring.NewFromString(text)
}

func (r *rewriter) lackingPattern(what string, at file.Idx) ast.Expression {
	r.mention(nameLacks)
	return call(nameLacks, at, &ast.StringLiteral{Idx: at, Value: unistring.NewFromString(what)})
}

// known is a pattern as the engine knows it, or what it has that evsim does not know.
func known(pattern, flags string) (text, lacks string) {
	switch {
	case strings.Contains(flags, "v"):
		return "", "/v"
	case strings.Contains(flags, "u") && (strings.Contains(pattern, `\p`) || strings.Contains(pattern, `\P`)):
		return withRanges(pattern)
	}
	return pattern, ""
}

// lacksPattern ends a run that comes to a regular expression with what evsim does not
// know.
func (m *machine) lacksPattern(call goja.FunctionCall) goja.Value {
	m.lacks(say.Of("evsim does not have `%s` in regular expressions", call.Argument(0)))
	return goja.Undefined()
}

// withRanges is a pattern with the ranges of its properties; or what it has that has
// none (ECMA-262, CharacterClassEscape :: p{ UnicodePropertyValueExpression }).
func withRanges(pattern string) (text, lacks string) {
	var out strings.Builder
	inClass := false
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		if c != '\\' || i+1 == len(pattern) {
			inClass = c == '[' || inClass && c != ']'
			out.WriteByte(c)
			continue
		}
		i++
		end := strings.IndexByte(pattern[i:], '}')
		if kind := pattern[i]; kind != 'p' && kind != 'P' || end < 0 || !strings.HasPrefix(pattern[i+1:], "{") {
			out.WriteString(pattern[i-1 : i+1])
			continue
		}
		whole := pattern[i-1 : i+end+1]
		ranges, ok := propertyRanges(pattern[i+2:i+end], whole[1] == 'P')
		if !ok {
			return "", whole
		}
		if !inClass {
			ranges = "[" + ranges + "]"
		}
		out.WriteString(ranges)
		i += end
	}
	return out.String(), ""
}

// propertyRanges are the ranges of a property, such as Lu, Letter, Script=Greek or
// White_Space, or of all that has it not.
func propertyRanges(property string, not bool) (ranges string, ok bool) {
	with, without := tablesOf(property)
	if with == nil {
		return "", false
	}
	has := make([]bool, unicode.MaxRune+2) // the last one is no character, and ends the last range
	mark(has, with, true)
	mark(has, without, false)
	var out strings.Builder
	first := -1
	for c := range has {
		switch in := has[c] != not && c <= unicode.MaxRune; {
		case in && first < 0:
			first = c
		case !in && first >= 0:
			fmt.Fprintf(&out, `\u{%x}-\u{%x}`, first, c-1)
			first = -1
		}
	}
	return out.String(), true
}

// mark says of the characters of tables whether they are among those that are wanted.
func mark(has []bool, tables []*unicode.RangeTable, wanted bool) {
	for _, t := range tables {
		for _, r := range t.R16 {
			for c := int(r.Lo); c <= int(r.Hi); c += int(r.Stride) {
				has[c] = wanted
			}
		}
		for _, r := range t.R32 {
			for c := int(r.Lo); c <= int(r.Hi); c += int(r.Stride) {
				has[c] = wanted
			}
		}
	}
}

// tablesOf are the tables whose characters have a property, but for those of others;
// nil: there are none here.
func tablesOf(property string) (with, without []*unicode.RangeTable) {
	name, value, valued := strings.Cut(property, "=")
	tables := unicode.Categories
	switch {
	case !valued && derived[name] != nil:
		if strings.HasPrefix(name, "ID_") {
			without = []*unicode.RangeTable{unicode.Pattern_Syntax, unicode.Pattern_White_Space}
		}
		return derived[name], without
	case !valued && unicode.Properties[name] != nil && !strings.HasPrefix(name, "Other_"):
		return []*unicode.RangeTable{unicode.Properties[name]}, nil
	case !valued:
		value = name
	case name == "Script" || name == "sc":
		tables = unicode.Scripts
	case name != "General_Category" && name != "gc":
		return nil, nil
	}
	if alias, ok := unicode.CategoryAliases[value]; ok { // no script has such a name
		value = alias
	}
	if table := tables[value]; table != nil {
		return []*unicode.RangeTable{table}, nil
	}
	return nil, nil
}

// derived are the properties that come of others (Unicode, DerivedCoreProperties.txt).
var derived = map[string][]*unicode.RangeTable{
	"Alphabetic":  {unicode.L, unicode.Nl, unicode.Other_Alphabetic},
	"Alpha":       {unicode.L, unicode.Nl, unicode.Other_Alphabetic},
	"Lowercase":   {unicode.Ll, unicode.Other_Lowercase},
	"Uppercase":   {unicode.Lu, unicode.Other_Uppercase},
	"ID_Start":    {unicode.L, unicode.Nl, unicode.Other_ID_Start},
	"ID_Continue": {unicode.L, unicode.Nl, unicode.Other_ID_Start, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue},
	"ASCII":       {{R16: []unicode.Range16{{Lo: 0, Hi: 0x7f, Stride: 1}}}},
}
