package syntax

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"evsim/internal/say"
	"evsim/scenario/diagnostic"
	"evsim/sim"

	"gopkg.in/yaml.v3"
)

// This file is the only one that knows which YAML library reads the files.
// What it hands on is a tree of nodes of our own, with everything taken out
// that the language does not have: anchors, aliases, tags, merge keys, further
// documents.

// Limits of the tree. They bound the recursion and the memory of everything
// that walks it.
const (
	maxNesting = 200
	maxNodes   = 500_000
)

// nodeKind is what a node holds.
type nodeKind uint8

const (
	nodeText    nodeKind = iota // a scalar: text, number, true ...
	nodeNull                    // nothing, `~` or `null`
	nodeList                    // kids are the items
	nodeMapping                 // kids are key, value, key, value ...
	nodeBad                     // already reported; whoever meets it says nothing
)

// node is a piece of a YAML file.
type node struct {
	kind  nodeKind
	plain bool // text without quotes
	style Style
	text  string // as written; a null that is left out has the text of its key
	pos   sim.Pos
	kids  []node
}

// decodeYAML reads one document. A nil error and a nil node mean that the file
// holds no document.
func decodeYAML(r io.Reader) (doc, second *yaml.Node, err error) {
	dec := yaml.NewDecoder(r)
	if doc, err = nextDocument(dec); err != nil || doc == nil {
		return nil, nil, err
	}
	second, err = nextDocument(dec)
	return doc, second, err
}

// nextDocument turns the library's own panics into errors: it has some left on
// odd placements of comments, and a user's file must not stop the program.
func nextDocument(dec *yaml.Decoder) (doc *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			doc, err = nil, fmt.Errorf("yaml: %v", r)
		}
	}()
	doc = new(yaml.Node)
	if err = dec.Decode(doc); errors.Is(err, io.EOF) {
		return nil, nil
	}
	return doc, err
}

// scanYAML is decodeYAML for its error alone.
func scanYAML(r io.Reader) error {
	_, _, err := decodeYAML(r)
	return err
}

// tree decodes src and reports what YAML allows and the language does not.
// It returns nil when there is nothing to go on with.
func (p *parser) tree() *node {
	doc, second, err := decodeYAML(strings.NewReader(p.src))
	switch {
	case err != nil:
		p.syntaxError(err)
		return nil
	case doc == nil || len(doc.Content) == 0:
		p.report(sim.Pos{Line: 1, Col: 1}, 1, "the file is empty", "a scenario begins with `evsim: 1`")
		return nil
	case second != nil:
		p.report(yamlPos(second), 3, "a second document begins here", "write one scenario a file")
	}
	count := 0
	if !p.measure(doc.Content[0], 0, &count) {
		return nil
	}
	c := converter{parser: p, free: make([]node, count)}
	root := c.take(1)
	c.convert(&root[0], doc.Content[0])
	return &root[0]
}

// measure counts the nodes below n, and is false when there are too many of
// them or too deep ones.
func (p *parser) measure(n *yaml.Node, depth int, count *int) bool {
	*count++
	switch {
	case depth > maxNesting:
		p.report(yamlPos(n), 1, say.Of("nested more than %d deep", maxNesting), "name the inner parts as `functions`")
		return false
	case *count > maxNodes:
		p.report(yamlPos(n), 1, say.Of("more than %d values in one file", maxNodes), "use `repeat` or several files")
		return false
	}
	for _, kid := range n.Content {
		if !p.measure(kid, depth+1, count) {
			return false
		}
	}
	return true
}

func yamlPos(n *yaml.Node) sim.Pos { return sim.Pos{Line: int32(n.Line), Col: int32(n.Column)} }

// converter makes nodes out of the library's. All of them stand in one slice.
type converter struct {
	*parser
	free []node
}

func (c *converter) take(n int) []node {
	got := c.free[:n:n]
	c.free = c.free[n:]
	return got
}

func (c *converter) convert(to *node, n *yaml.Node) {
	to.pos = yamlPos(n)
	if n.Anchor != "" {
		c.report(to.pos, len([]rune(n.Anchor))+1, "anchors and aliases are not part of the language", "what is used twice can be one of `functions`; text that begins with `&` needs quotes")
	}
	switch {
	case n.Kind == yaml.AliasNode:
		c.report(to.pos, len([]rune(n.Value))+1, "anchors and aliases are not part of the language", "write it out again; text that begins with `*` needs quotes")
		to.kind = nodeBad
	case n.Style&yaml.TaggedStyle != 0:
		c.report(to.pos, 1, "tags are not part of the language", say.Of("leave `%s` out; text that begins with `!` needs quotes", strings.TrimSpace(n.Tag)))
		to.kind = nodeBad
	case n.Kind == yaml.ScalarNode:
		c.scalar(to, n)
	case n.Kind == yaml.SequenceNode:
		to.kind, to.style, to.kids = nodeList, collectionStyle(n.Style), c.take(len(n.Content))
		for i, item := range n.Content {
			c.convert(&to.kids[i], item)
			c.placeItem(&to.kids[i])
		}
	default:
		to.kind, to.style, to.kids = nodeMapping, collectionStyle(n.Style), c.take(len(n.Content))
		c.mapping(to, n)
	}
}

func scalarStyle(s yaml.Style) Style {
	switch {
	case s&yaml.DoubleQuotedStyle != 0:
		return StyleDouble
	case s&yaml.SingleQuotedStyle != 0:
		return StyleSingle
	case s&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return StyleBlock
	}
	return StylePlain
}

func collectionStyle(s yaml.Style) Style {
	if s&yaml.FlowStyle != 0 {
		return StyleFlow
	}
	return StyleBlock
}

func (c *converter) scalar(to *node, n *yaml.Node) {
	to.text, to.style = n.Value, scalarStyle(n.Style)
	to.plain = to.style == StylePlain
	if !to.plain {
		return
	}
	switch n.Value {
	case "", "~", "null", "Null", "NULL":
		to.kind = nodeNull
	}
}

// placeItem moves an item that was left out from behind its dash to the dash.
func (c *converter) placeItem(item *node) {
	if item.kind == nodeNull && item.text == "" && item.pos.Col > 1 {
		item.style = StyleNone
		item.pos.Col--
	}
}

// mapping converts keys and values. Pairs that are errors by their key alone
// are left out, so that nobody complains about them twice.
func (c *converter) mapping(to *node, n *yaml.Node) {
	kept := 0
	seen := keySet{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := &to.kids[kept], &to.kids[kept+1]
		*key, *value = node{}, node{}
		if !c.key(key, n.Content[i]) {
			continue
		}
		c.convert(value, n.Content[i+1])
		if first, again := seen.add(key, to.kids[:kept]); again {
			c.failAt(key, say.Of("the key %s stands twice in one mapping, first in line %d", diagnostic.Code(key.text), first), twiceHint(key.text))
			continue
		}
		// What is left out is complained about at its key.
		if value.kind == nodeNull && value.text == "" {
			value.text, value.pos, value.style = key.text, key.pos, StyleNone
		}
		kept += 2
	}
	to.kids = to.kids[:kept]
}

// twiceHint says what to do about a key that stands twice.
func twiceHint(key string) say.Text {
	if isKeyName(key) {
		return say.Of("put both into one list below one %s", diagnostic.Code(key+":"))
	}
	if _, verb := verbsByName[key]; verb {
		return say.Of("begin each statement with a dash, such as %s", diagnostic.Code("- "+key+":"))
	}
	return "put both into one"
}

// key converts a key and reports whether it is one.
func (c *converter) key(to *node, n *yaml.Node) bool {
	if n.Kind == yaml.ScalarNode && n.Value == "<<" && n.Tag == "!!merge" {
		c.report(yamlPos(n), 2, "merge keys are not part of the language", "write the keys out")
		return false
	}
	if n.Kind == yaml.MappingNode || n.Kind == yaml.SequenceNode {
		c.report(yamlPos(n), 1, "a key must be a word or a text", "")
		return false
	}
	c.convert(to, n)
	if to.kind == nodeNull {
		if to.text == "" && !strings.HasPrefix(c.from(to.pos), ":") {
			c.placeItem(to) // behind a question mark
		}
		c.report(to.pos, 1, "a key must be a word or a text", "")
	}
	return to.kind == nodeText
}

// keySet finds keys that stand twice. Small mappings, nearly all there are, do
// without a map.
type keySet struct{ lines map[string]int32 }

func (s *keySet) add(key *node, before []node) (line int32, again bool) {
	if len(before) < 32 {
		for i := 0; i < len(before); i += 2 {
			if before[i].text == key.text {
				return before[i].pos.Line, true
			}
		}
		return 0, false
	}
	if s.lines == nil {
		s.lines = make(map[string]int32)
		for i := 0; i < len(before); i += 2 {
			s.lines[before[i].text] = before[i].pos.Line
		}
	}
	if line, again = s.lines[key.text]; !again {
		s.lines[key.text] = key.pos.Line
	}
	return line, again
}
