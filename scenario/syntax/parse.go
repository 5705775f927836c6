// Package syntax reads scenario files: YAML becomes nodes with places, and
// nodes become a checked [script.Tree]. It knows the language as data too, for
// tools that help to write such files: [Grammar] and [Pieces].
package syntax

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"evsim/internal/say"
	"evsim/internal/suggest"
	"evsim/model"
	"evsim/program"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
	"evsim/sim"
)

// maxFile is the size of the largest file that is read, in bytes.
const maxFile = 8 << 20

// Parse reads a scenario file. The name only serves the messages. When
// anything in the file is wrong the Tree is nil, and the diagnostics say all
// that is wrong at once.
func Parse(file string, src []byte) (*script.Tree, diagnostic.List) {
	p := &parser{file: file, src: string(src), sc: &script.Tree{File: file}}
	if p.readable() {
		if root := p.tree(); root != nil {
			p.scenario(root)
		}
	}
	if p.diags.Failed() {
		p.blameSpaces()
	}
	diags := p.diags.Sorted(p.missed)
	if diags.Failed() {
		return nil, diags
	}
	return p.sc, diags
}

// parser turns one tree of nodes into one Scenario.
type parser struct {
	file string
	src  string
	sc   *script.Tree

	diags   diagnostic.List
	missed  int // diagnostics that were counted and not kept
	advised int // hints that compared words

	handles   map[string]script.HandleID
	made      []making // by HandleID
	uses      []use
	functions map[string]script.FuncID
	needs     []program.Need   // by model.Feature; a zero Pos: not needed
	policies  map[string]bool  // nil: the file names none
	found     map[string]found // policies looked up
	cases     *node
	lineNames []lineName
	broken    bool // a statement or its text is wrong
	lacks     []lack
	tabled    int // entries of worlds that cases have again, see maxTabled
	sent      []sentSignal
	calls     []synchronousCall
	asking    []script.FuncID // functions in which a _tickCallback stands
	requested []requestUse
	sentTo    map[script.HandleID]bool // targets that are sent
	contexts  int                      // bodies of vm around what is read
	topAwait  sim.Pos                  // the first await outside of functions
	lines     []int                    // offsets of lines, see starts
	lastLine  int                      // the line that lastRunes holds
	lastRunes []rune
}

// maxKept bounds the diagnostics that are kept for sorting, maxAdvised those
// that look for a similar word.
const (
	maxKept    = 2000
	maxAdvised = 200
)

// readable reports whether the bytes may be given to the YAML library at all.
func (p *parser) readable() bool {
	if len(p.src) > maxFile {
		p.diags = append(p.diags, diagnostic.Diagnostic{File: p.file, Width: 1, Message: say.Of("the file has %d bytes, more than the %d that are read", len(p.src), maxFile)})
		return false
	}
	if !utf8.ValidString(p.src) {
		p.report(p.posAt(invalidByte(p.src)), 1, "the file is not UTF-8", "save it in the encoding UTF-8")
		return false
	}
	return true
}

func invalidByte(s string) int {
	for i := 0; ; {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
}

// report adds an error.
func (p *parser) report(pos sim.Pos, width int, message, hint say.Text) {
	if len(p.diags) == maxKept {
		p.missed++
		return
	}
	p.diags = append(p.diags, diagnostic.Diagnostic{File: p.file, Pos: p.inFile(pos), Width: max(width, 1), Message: message, Hint: hint})
}

// failAt reports an error of a node.
func (p *parser) failAt(n *node, message, hint say.Text) {
	if n.kind == nodeBad {
		return
	}
	if len(p.diags) == maxKept {
		p.missed++
	} else {
		p.report(n.pos, p.width(n), message, hint)
	}
}

// failIn is failAt for a part of a text, where that can be found.
func (p *parser) failIn(n *node, part string, message, hint say.Text) {
	if len(p.diags) == maxKept {
		p.missed++ // finding the place takes time
		return
	}
	pos, width := n.pos, p.width(n)
	rest := []rune(p.from(pos))
	if before, _, ok := strings.Cut(string(rest[:min(width, len(rest))]), part); ok {
		pos.Col += int32(utf8.RuneCountInString(before))
		width = utf8.RuneCountInString(part)
	}
	p.report(pos, width, message, hint)
}

// fault reports an error of a value.
func (p *parser) fault(n *node, f *fault) { p.failAt(n, f.message, f.hint) }

// similar is a hint that names the nearest known word, or "".
func (p *parser) similar(word string, known []string) say.Text {
	if p.advised++; p.advised > maxAdvised {
		return ""
	}
	if best := suggest.Nearest(word, known); best != "" {
		return say.Of("did you mean %s?", diagnostic.Code(best))
	}
	return ""
}

// maxListed is how many words a hint lists.
const maxListed = 10

// oneOf is similar, with the whole list where nothing is near.
func (p *parser) oneOf(word string, known []string) say.Text {
	if len(known) > maxListed {
		return p.similar(word, known)
	}
	return cmp.Or(p.similar(word, known), knownAre(known))
}

func knownAre(words []string) say.Text {
	if len(words) == 1 {
		return say.Of("the only one is %s", diagnostic.Code(words[0]))
	}
	return say.Of("known are %s", listed(words, "and"))
}

// listed is a list of words in a sentence.
func listed(words []string, and string) say.Text {
	marked := make([]string, len(words))
	for i, w := range words {
		marked[i] = diagnostic.Code(w)
	}
	if len(marked) < 2 {
		return say.Word(strings.Join(marked, ""))
	}
	last := len(marked) - 1
	if and == "or" {
		return say.Of("%s or %s", strings.Join(marked[:last], ", "), marked[last])
	}
	return say.Of("%s and %s", strings.Join(marked[:last], ", "), marked[last])
}

// scenario reads the whole file. What later parts refer to comes first.
func (p *parser) scenario(root *node) {
	p.handles = make(map[string]script.HandleID)
	p.functions = make(map[string]script.FuncID)
	p.needs = make([]program.Need, 32)
	p.sc.World = defaultWorld()
	p.sc.Script.Main = script.NoBody
	if root.kind != nodeMapping {
		hint := say.Text("it begins with `evsim: 1`")
		if p.isJavaScript() {
			hint = javaScriptHint
		}
		p.failAt(root, say.Of("a scenario is a mapping, but this is %s", described(root)), hint)
		return
	}
	p.declare(root)
	readFields(p, root, "a scenario", scenarioFields, p.sc)
	p.check()
	p.sc.Needs = slices.DeleteFunc(p.needs, func(n program.Need) bool { return n.Pos == (sim.Pos{}) })
	slices.SortStableFunc(p.sc.Needs, func(a, b program.Need) int { return comparePos(a.Pos, b.Pos) })
}

func comparePos(a, b sim.Pos) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// declare notes what statements may refer to before it is read.
func (p *parser) declare(root *node) {
	for i := 0; i < len(root.kids); i += 2 {
		key, value := &root.kids[i], &root.kids[i+1]
		switch key.text {
		case "functions":
			p.declareFunctions(value)
		case "policies":
			p.sc.PoliciesPos = key.pos
			p.sc.Policies = p.policyNames(value, nil)
			p.policies = setOf(p.sc.Policies)
		}
	}
}

func setOf(names []string) map[string]bool {
	if names == nil {
		return nil
	}
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// need notes that the scenario uses a feature.
func (p *parser) need(f feature, verb string, pos sim.Pos) {
	if f == 0 {
		return
	}
	have := &p.needs[f-1]
	if have.Pos == (sim.Pos{}) || comparePos(pos, have.Pos) < 0 {
		*have = program.Need{Feature: model.Feature(f - 1), Verb: verb, Pos: pos}
	}
}
