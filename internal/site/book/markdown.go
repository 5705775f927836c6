package book

import (
	"bytes"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
	"unicode"

	"evsim/internal/escape"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// convert makes the page of a document, which is Markdown as GitHub reads it.
// Its raw HTML stays: the documents are the project's own.
func convert(name string, source []byte) (*document, error) {
	markdown := goldmark.New(
		// The policy of the pages allows no style that stands in an element.
		goldmark.WithExtensions(extension.Linkify, extension.Strikethrough, extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(html.WithUnsafe(), renderer.WithNodeRenderers(util.Prioritized(scrolled{}, 100))),
	)
	d := &document{name: name, language: languageOf(name), ids: map[string]bool{}}
	root := markdown.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(anchors{d.ids}))))
	r := &reader{document: d, source: source}
	for block := root.FirstChild(); block != nil; block = block.NextSibling() {
		r.read(block)
	}
	r.end()
	if d.title == "" {
		return nil, errors.New("it has no heading")
	}
	if err := r.turn(root); err != nil {
		return nil, err
	}
	var body bytes.Buffer
	if err := markdown.Renderer().Render(&body, source, root); err != nil {
		return nil, err
	}
	d.body = body.Bytes()
	return d, nil
}

func languageOf(name string) string {
	if strings.HasSuffix(name, ".zh-CN.md") {
		return "zh-CN"
	}
	return "en"
}

// anchors names headings as GitHub and GitLab do.
type anchors struct{ used map[string]bool }

// Generate is the name of a heading.
func (a anchors) Generate(value []byte, _ ast.NodeKind) []byte {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, strings.TrimSpace(string(value)))
	id := name
	for i := 1; a.used[id]; i++ {
		id = fmt.Sprintf("%s-%d", name, i)
	}
	a.used[id] = true
	return []byte(id)
}

// Put notes a name that is taken.
func (a anchors) Put(value []byte) { a.used[string(value)] = true }

// reader goes through a document once, block by block: it gathers headings and
// passages, and gives rows their ids.
type reader struct {
	*document
	source []byte
	now    passage // the one that is being read, its text in words
	words  []string
	under  string // the heading of level 2 above the link that is turned
}

func (r *reader) read(block ast.Node) {
	switch n := block.(type) {
	case *ast.Heading:
		r.heading(n)
	case *extended.Table:
		for row := n.FirstChild(); row != nil; row = row.NextSibling() {
			if !r.named(row) {
				r.words = append(r.words, wordsOf(row, r.source))
			}
		}
	default:
		r.words = append(r.words, wordsOf(n, r.source))
	}
}

func (r *reader) heading(n *ast.Heading) {
	r.end()
	id, _ := n.AttributeString("id")
	name, _ := id.([]byte)
	h := heading{n.Level, string(name), wordsOf(n, r.source)}
	if r.title == "" {
		r.title = h.text
	}
	r.headings = append(r.headings, h)
	r.now = passage{id: h.id, heading: h.text}
}

// end closes the passage that is being read.
func (r *reader) end() {
	r.now.text = strings.Join(r.words, " ")
	if r.now.text != "" || r.now.heading != "" {
		r.passages = append(r.passages, r.now)
	}
	r.words = nil
}

// named gives a row that begins with a name, as code, this name for an anchor
// and a passage of its own. The first one has it.
func (r *reader) named(row ast.Node) bool {
	cell := row.FirstChild()
	code, is := cell.FirstChild().(*ast.CodeSpan)
	if row.Kind() != extended.KindTableRow || !is || code.NextSibling() != nil {
		return false
	}
	id := wordsOf(code, r.source)
	other := func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("._-", c)
	}
	if r.ids[id] || strings.ContainsFunc(id, other) {
		return false
	}
	r.ids[id] = true
	r.passages = append(r.passages, passage{id, id, wordsOf(row, r.source)})
	row.SetAttributeString("id", []byte(id))
	to := ast.NewLink()
	to.Destination = []byte("#" + id)
	cell.ReplaceChild(cell, code, to)
	to.AppendChild(to, code)
	return true
}

// wordsOf is the text of a node on one line.
func wordsOf(n ast.Node, source []byte) string {
	var b strings.Builder
	// No visit fails, so the walk does not.
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(wordsOfText(n, source))
			}
			if n.SoftLineBreak() || n.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.AutoLink:
			if entering {
				b.Write(n.Label(source))
			}
		case *ast.FencedCodeBlock, *ast.CodeBlock:
			if entering {
				b.Write(n.Lines().Value(source))
			}
		}
		if !entering && (n.Type() == ast.TypeBlock || n.Kind() == extended.KindTableCell) {
			b.WriteByte(' ')
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(b.String()), " ")
}

// wordsOfText is a text without the marks that escape some of its characters.
func wordsOfText(n *ast.Text, source []byte) []byte {
	value := n.Segment.Value(source)
	if n.IsRaw() || n.Parent().Kind() == ast.KindCodeSpan {
		return value
	}
	return util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(value)))
}

// turn has links and pictures lead to pages.
func (r *reader) turn(root ast.Node) error {
	return ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		var err error
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level == 2 {
				r.under = wordsOf(n, r.source)
			}
		case *ast.Link:
			if entering {
				n.Destination, err = r.turned(n.Destination)
			}
		case *ast.Image:
			if entering {
				n.Destination, err = r.turned(n.Destination)
				n.SetAttributeString("loading", []byte("lazy"))
			}
		}
		return ast.WalkContinue, err
	})
}

// turned is where a link of the document leads in the book.
func (r *reader) turned(destination []byte) ([]byte, error) {
	u, err := url.Parse(string(destination))
	if err != nil {
		return nil, err
	}
	if u.Scheme != "" {
		return destination, nil
	}
	name := r.name
	if u.Path != "" {
		name = path.Join(path.Dir(r.name), u.Path)
	}
	anchor := u.Fragment
	r.links = append(r.links, link{name, anchor, r.under})
	to := between(address(r.name), address(name))
	if u.Path == "" {
		to = ""
	}
	return []byte((&url.URL{Path: to, Fragment: anchor}).String()), nil
}

// between is the way from one address to another. Both are in one folder tree.
func between(from, to string) string {
	up := strings.Repeat("../", strings.Count(from, "/"))
	if path.Dir(from) == path.Dir(to) {
		return path.Base(to)
	}
	return up + to
}

// scrolled renders what may be wider than the page as parts that scroll, by the
// keyboard too.
type scrolled struct{}

// RegisterFuncs takes the place of what goldmark does for these.
func (scrolled) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, code)
	r.Register(ast.KindCodeBlock, code)
	r.Register(extended.KindTable, func(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
		text := "</table></div>\n"
		if entering {
			text = "<div class=\"wide\" tabindex=\"0\"><table>\n"
		}
		_, err := w.WriteString(text)
		return ast.WalkContinue, err
	})
}

func code(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	_, err := w.WriteString(listing(string(n.Lines().Value(source))))
	return ast.WalkContinue, err
}

// listing is a block of code.
func listing(text string) string {
	return "<pre tabindex=\"0\"><code>" + escape.HTMLLines(text) + "</code></pre>\n"
}
