package syntax

import (
	"slices"
	"strings"

	"evsim/internal/say"
	"evsim/scenario/diagnostic"
	"evsim/sim"
)

// Characters that look like a space, a colon or a quote of YAML and are none
// make errors that nobody can see. They are blamed only where something is
// wrong: inside a text they are right.

// lookAlikes are such characters, what they are called, and what to write.
var lookAlikes = map[rune]struct {
	name  say.Text
	means string
}{
	'\u00a0': {"a no-break space", " "}, '\u1680': {"an Ogham space", " "}, '\u202f': {"a narrow no-break space", " "}, '\u205f': {"a mathematical space", " "},
	'\u2000': {"an en quad", " "}, '\u2001': {"an em quad", " "}, '\u2002': {"an en space", " "}, '\u2003': {"an em space", " "}, '\u2004': {"a wide space", " "},
	'\u2005': {"a wide space", " "}, '\u2006': {"a narrow space", " "}, '\u2007': {"a figure space", " "}, '\u2008': {"a narrow space", " "}, '\u2009': {"a thin space", " "},
	'\u200a': {"a hair space", " "}, '\u3000': {"an ideographic space", " "},
	'\u200b': {"a zero-width space", ""}, '\u200c': {"a zero-width character", ""}, '\u200d': {"a zero-width character", ""}, '\u2060': {"a word joiner", ""}, '\ufeff': {"a byte order mark", ""},
	'\uff1a': {"a full-width colon", ":"}, '\uff0c': {"a full-width comma", ","}, '\uff0d': {"a full-width dash", "-"}, '\u2013': {"an en dash", "-"}, '\u2014': {"an em dash", "-"},
	'\u201c': {"a curly quote", `"`}, '\u201d': {"a curly quote", `"`}, '\u2018': {"a curly quote", "'"}, '\u2019': {"a curly quote", "'"},
}

// blameSpaces replaces the errors of a line by one that names the character
// that looks like another, where there is one in a place that matters. The
// errors of the line before it go too: it lacks what the odd line has.
func (p *parser) blameSpaces() {
	if !strings.ContainsFunc(p.src, func(r rune) bool { return lookAlikes[r].name != "" }) {
		return
	}
	var blamed diagnostic.List
	for line := 1; line <= len(p.starts()) && len(blamed) < diagnostic.MaxShown; line++ {
		if d, ok := p.lookAlikeIn(line); ok && slices.ContainsFunc(p.diags, func(e diagnostic.Diagnostic) bool { return near(e, line) }) {
			blamed = append(blamed, d)
		}
	}
	for _, b := range blamed {
		p.diags = slices.DeleteFunc(p.diags, func(e diagnostic.Diagnostic) bool { return near(e, int(b.Pos.Line)) })
	}
	p.diags = append(p.diags, blamed...)
}

// near reports whether an error may come from a line: it is there, or up to two
// lines beside it.
func near(d diagnostic.Diagnostic, line int) bool {
	return int(d.Pos.Line) >= line-1 && int(d.Pos.Line) <= line+1
}

// lookAlikeIn finds the first such character of a line that stands where YAML
// reads signs: in front of the text, behind a dash, around the colon of a key,
// where a value begins, or at the end.
func (p *parser) lookAlikeIn(line int) (diagnostic.Diagnostic, bool) {
	runes := []rune(p.line1(line))
	quote, before := rune(0), ' ' // before: the last character that is no space
	for i, r := range runes {
		odd, is := lookAlikes[r]
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case is && (strings.ContainsRune(" -:{[,", before) || i == len(runes)-1 || r == '\uff1a' && i+1 < len(runes) && !letter(runes[i+1])):
			message, hint := say.Of("%s (U+%04X) is no %s in YAML", odd.name, r, diagnostic.Code(odd.means)), say.Of("write a plain %s in its place", diagnostic.Code(odd.means))
			switch odd.means {
			case " ":
				message, hint = say.Of("%s (U+%04X) is not a space in YAML", odd.name, r), "write a plain space in its place"
			case "":
				message, hint = say.Of("%s (U+%04X) is part of the text in YAML", odd.name, r), "delete it"
			}
			return diagnostic.Diagnostic{File: p.file, Pos: sim.Pos{Line: int32(line), Col: int32(i) + 1}, Width: 1,
				Message: message, Hint: hint}, true
		case (r == '"' || r == '\'') && strings.ContainsRune(" -:{[,", before):
			quote = r
		case r == '#' && (i == 0 || runes[i-1] == ' '):
			return diagnostic.Diagnostic{}, false
		}
		if r != ' ' {
			before = r
		}
	}
	return diagnostic.Diagnostic{}, false
}

func letter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' }
