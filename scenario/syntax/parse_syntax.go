package syntax

import (
	"io"
	"strconv"
	"strings"

	"evsim/internal/say"
	"evsim/sim"
)

// The YAML library tells of a syntax error what it expected, and a line that
// is the place, or the beginning of what holds the place, or the line before
// either. So the place is found anew: by how far the library had read when it
// gave up, and by what it gave up on.

// finder finds the place of a syntax error. It gets the byte offset up to
// which the file was read, and the line that the library told, or 0.
type finder func(p *parser, problem string, read, line int) sim.Pos

type syntaxProblem struct {
	begins  string // how the library's message begins
	find    finder
	message say.Text
	hint    say.Text
}

const (
	indentHint = "check the indentation"
	quoteIt    = "text that begins with it needs quotes"
	tabMessage = "a tab in the indentation"
	tabHint    = "indent with spaces"

	endQuote = "write the same quote at its end; a text that begins with a quote of its own needs the other kind around it"

	endsInQuotes = "found unexpected end of stream" // the library's words
)

// syntaxProblems are the library's messages, in the words of this package.
var syntaxProblems = []syntaxProblem{
	{"mapping values are not allowed", nextOf(":"), "a `:` where no key can stand", "text with `: ` in it needs quotes; or else " + indentHint},
	{"block sequence entries are not allowed", nextOf("-"), "a `-` where no list can begin", "a list begins on a line of its own; or else " + indentHint},
	{"mapping keys are not allowed", nextOf("?"), "a `?` where no key can stand", quoteIt},
	{"found a tab character", lastOf("\t"), tabMessage, tabHint},
	{"found character that cannot start any token", nextOf("\t@`%|>"), "a text cannot begin with this character", "put the text in quotes"},
	{"could not find expected ':'", findKey, "a key without its `:`", "a key and its value are `key: value`; or else " + indentHint},
	{"did not find expected key", findMisfit, "this line does not continue the mapping around it", indentHint},
	{"did not find expected '-'", findMisfit, "this line does not continue the list around it", "all dashes of a list stand in one column"},
	{"did not find expected ',' or ']'", findOpen('[', ']'), "a `[` that is not closed, or an item without its comma", "text with `[ ] { } ,` in it, or with `?` before one of these, needs quotes here"},
	{"did not find expected ',' or '}'", findOpen('{', '}'), "a `{` that is not closed, or a pair without its comma", "text with `[ ] { } ,` in it, or with `?` before one of these, needs quotes here"},
	{"did not find expected node content", findGap, "a value is missing here", ""},
	{"did not find expected <document start>", findMisfit, "this line does not belong to the document above", indentHint},
	{endsInQuotes, findQuote, "a text in quotes that does not end", endQuote},
	{"found unexpected document indicator", findQuote, "a text in quotes that does not end", endQuote},
	{"found unknown escape character", lastOf(`\`), "an escape that YAML does not know", "in single quotes a backslash stands for itself"},
	{"did not find expected hexdecimal", lastOf(`\`), "an escape without its hexadecimal digits", ""},
	{"found invalid Unicode character", lastOf(`\`), "an escape that is no character", ""},
	{"control characters are not allowed", lastOf(""), "a control character", "in double quotes it is written as an escape, such as `\\x07`"},
	{"unknown anchor", lastOf("*"), "anchors and aliases are not part of the language", "write it out again; text that begins with `*` needs quotes"},
	{"did not find expected alphabetic or numeric", findWord("*&"), "anchors and aliases are not part of the language", "text that begins with `*` or `&` needs quotes"},
	{"did not find expected comment or line break", lastOf("|>"), "text on the line of `|` or `>`", "begin it on the next line, or put all of it in quotes"},
	{"found an indentation indicator", lastOf("|>"), "an indentation of 0", ""},
	{"found undefined tag handle", findWord("!"), "tags are not part of the language", "text that begins with `!` needs quotes"},
	{"did not find the expected '>'", findWord("!"), "tags are not part of the language", "text that begins with `!` needs quotes"},
	{"did not find expected whitespace", findWord("!"), "tags are not part of the language", "text that begins with `!` needs quotes"},
	{"found unknown directive", lastOf("%"), "directives are not part of the language", quoteIt},
	{"could not find expected directive", lastOf("%"), "directives are not part of the language", quoteIt},
	{"exceeded max depth", lastOf(""), "nested too deep", "name the inner parts as `functions`"},
}

// syntaxError reports what the library said.
func (p *parser) syntaxError(err error) {
	problem, line := splitProblem(err)
	read := p.readUntilError()
	for _, known := range syntaxProblems {
		if strings.HasPrefix(problem, known.begins) {
			pos := known.find(p, problem, read, line)
			if strings.HasPrefix(p.from(pos), "\t") {
				known.message, known.hint = tabMessage, tabHint
			} else if a, ok := p.advise(known.begins, pos); ok {
				p.report(a.pos, a.width, a.message, a.hint)
				return
			}
			p.report(pos, 1, known.message, known.hint)
			return
		}
	}
	p.report(p.posAt(lastText(p.src[:read])), 1, "this cannot be read as YAML", say.Of("%s, the quotes and the brackets here and above", say.Text(indentHint)))
}

// splitProblem takes "yaml: line 3: problem" apart.
func splitProblem(err error) (problem string, line int) {
	problem = strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(problem, "line "); ok {
		if number, message, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(number); err == nil {
				return message, n
			}
		}
	}
	return problem, 0
}

// byteReader hands out one byte at a time, so that what was asked for is what
// was needed.
type byteReader struct {
	src  string
	read int
}

func (r *byteReader) Read(buf []byte) (int, error) {
	if r.read == len(r.src) {
		return 0, io.EOF
	}
	buf[0] = r.src[r.read]
	r.read++
	return 1, nil
}

func (p *parser) readUntilError() int {
	r := &byteReader{src: p.src}
	if scanYAML(r) == nil {
		return 0
	}
	return r.read
}

// lookahead is how many characters the library reads beyond one that it looks
// at.
const lookahead = 4

// nextOf finds the character that the library looked at when it gave up.
func nextOf(chars string) finder {
	return func(p *parser, problem string, read, line int) sim.Pos {
		from := read
		for range lookahead {
			from = beforeChar(p.src, from)
		}
		if i := strings.IndexAny(p.src[from:read], chars); i >= 0 {
			return p.posAt(from + i)
		}
		return lastOf(chars)(p, problem, read, line)
	}
}

// lastOf finds the last of the characters that was read, or the last one at
// all.
func lastOf(chars string) finder {
	return func(p *parser, _ string, read, _ int) sim.Pos {
		if i := strings.LastIndexAny(p.src[:read], chars); i >= 0 {
			return p.posAt(i)
		}
		return p.posAt(beforeChar(p.src, read))
	}
}

// findWord finds the last word that was read and begins with one of the
// characters.
func findWord(chars string) finder {
	return func(p *parser, _ string, read, _ int) sim.Pos {
		at := max(strings.LastIndexAny(p.src[:read], chars), 0)
		return p.posAt(strings.LastIndexAny(p.src[:at], " \n[{,") + 1)
	}
}

// findGap finds the last comma without a value before it that was read, or
// else the last bracket.
func findGap(p *parser, problem string, read, line int) sim.Pos {
	gap, before := -1, byte(0)
	for i := range read {
		switch c := p.src[i]; {
		case c == ',' && (before == ',' || before == '[' || before == '{'):
			gap, before = i, c
		case c != ' ' && c != '\n':
			before = c
		}
	}
	if gap >= 0 {
		return p.posAt(gap)
	}
	return lastOf("]}")(p, problem, read, line)
}

func beforeChar(s string, i int) int {
	for i--; i > 0 && s[i]&0xc0 == 0x80; i-- {
	}
	return max(i, 0)
}

// lastText is the offset of the last character that is not blank.
func lastText(s string) int {
	return beforeChar(s, len(strings.TrimRight(s, " \t\r\n")))
}

// maxTries bounds how often findMisfit reads the file again.
const maxTries = 6

// findMisfit finds the first line that cannot follow the lines before it. The
// library may have read a few lines beyond it.
func findMisfit(p *parser, problem string, read, _ int) sim.Pos {
	line := int(p.posAt(lastText(p.src[:read])).Line)
	for tries := 0; line > 1 && tries < maxTries; tries++ {
		for line > 1 && isBlankLine(p.line1(line)) {
			line--
		}
		before := p.src[:p.lineStart(line)]
		if again, _ := p.problemOf(before); again != problem {
			break
		}
		line--
	}
	for line > 1 && isBlankLine(p.line1(line)) {
		line--
	}
	return p.behindQuote(line)
}

// behindQuote is where text goes on behind a closing quote, or where a bracket
// is closed that was not open, or else the beginning of the line.
func (p *parser) behindQuote(line int) sim.Pos {
	pos := p.textOf(line)
	text := []rune(p.line1(line))
	open := 0
	for i := int(pos.Col) - 1; i < len(text); i++ {
		switch r := text[i]; {
		case (r == '"' || r == '\'') && i > 0 && strings.ContainsRune(" [{,", text[i-1]):
			i += quotedWidth(text[i:])
			if rest := strings.TrimLeft(string(text[min(i, len(text)):]), " "); rest != "" && !strings.ContainsRune("#:,]}", rune(rest[0])) {
				pos.Col = int32(len(text) - len([]rune(rest)) + 1)
				return pos
			}
			i--
		case r == '[' || r == '{':
			open++
		case r == ']' || r == '}':
			if open--; open < 0 {
				pos.Col = int32(i) + 1
				return pos
			}
		}
	}
	return pos
}

// problemOf is what the library says of a part of the file.
func (p *parser) problemOf(src string) (string, int) {
	if err := scanYAML(strings.NewReader(src)); err != nil {
		return splitProblem(err)
	}
	return "", 0
}

// contextLine is the line on which what the library was reading begins. It is
// not told when that is the first line, and for brackets it is told one less.
func (p *parser) contextLine(problem string, line int) int {
	if again, _ := p.problemOf(p.src[:p.lineStart(2)]); again == problem || line < 1 {
		return 1
	}
	return min(line, len(p.starts()))
}

// findKey finds a key that nothing follows.
func findKey(p *parser, _ string, read, line int) sim.Pos {
	if line == 2 && !strings.Contains(p.line1(1), ":") && !isBlankLine(p.line1(1)) {
		line = 1
	}
	return p.textOf(min(max(line, 1), len(p.starts())))
}

// findOpen finds a bracket that is not closed on the line where the library
// began to read it.
func findOpen(open, shut rune) finder {
	return func(p *parser, problem string, _, line int) sim.Pos {
		line = p.contextLine(problem, line+1)
		for line > 1 && !strings.ContainsRune(p.line1(line), open) {
			line-- // the bracket is on line 1, of which nobody tells
		}
		pos := p.textOf(line)
		col, depth := int32(0), []int32(nil)
		for _, r := range p.line1(line) {
			col++
			switch {
			case r == open:
				depth = append(depth, col)
				pos.Col = col
			case r == shut && len(depth) > 0:
				depth = depth[:len(depth)-1]
			}
		}
		if len(depth) > 0 {
			pos.Col = depth[len(depth)-1]
		}
		return pos
	}
}

// findQuote finds the quote that is not closed on the line where it begins.
func findQuote(p *parser, _ string, _, line int) sim.Pos {
	line = p.contextLine(endsInQuotes, line)
	pos := p.textOf(line)
	col, open, before := int32(0), rune(0), ' '
	for _, r := range p.line1(line) {
		col++
		switch {
		case open == 0 && (r == '"' || r == '\'') && strings.ContainsRune(" [{,", before):
			open, pos.Col = r, col
		case r == open && before != '\\':
			open = 0
		}
		before = r
	}
	return pos
}

// textOf is the place of the first text on a line.
func (p *parser) textOf(line int) sim.Pos {
	text := p.line1(line)
	return sim.Pos{Line: int32(line), Col: int32(len(text)-len(strings.TrimLeft(text, " \t"))) + 1}
}

func isBlankLine(s string) bool {
	s = strings.TrimLeft(s, " \t")
	return s == "" || s[0] == '#'
}
