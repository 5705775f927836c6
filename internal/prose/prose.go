// Package prose makes HTML of the Markdown that people write into scenarios. What
// comes out has no markup but that of Markdown, loads nothing, and leads only to
// addresses of the web and to places of its own page, whoever wrote the text.
package prose

import (
	"bytes"
	"net/url"
	"strings"
	"sync"

	"evsim/internal/escape"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxText is how long a text may be, in bytes, that is read as Markdown. Longer
// ones are shown as they are written. maxDeep bounds how deep its quotes and lists
// lie in each other: beyond, browsers no longer follow.
const (
	maxText = 64 << 10
	maxDeep = 100
)

// converter reads and writes; several goroutines may use it.
var converter = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.Strikethrough, extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(safe{}, 100))),
	)
})

// HTML is a text in Markdown as HTML: CommonMark with GitHub's tables and struck
// text. HTML in the text is shown as it is written, pictures as their description.
// The time is linear in the text but for texts made to be slow, which maxText bounds.
func HTML(markdown string) string {
	markdown = escape.Lines(markdown)
	if strings.TrimSpace(markdown) == "" {
		return ""
	}
	source := []byte(markdown)
	if len(source) > maxText {
		return plain(markdown)
	}
	root := converter().Parser().Parse(text.NewReader(source))
	if deep(root) {
		return plain(markdown)
	}
	var out bytes.Buffer
	if err := converter().Renderer().Render(&out, source, root); err != nil {
		return plain(markdown) // no renderer here fails, and a buffer takes all
	}
	return escape.Markup(out.String())
}

// plain is a text as it is written.
func plain(text string) string { return "<pre>" + escape.HTMLLines(text) + "</pre>\n" }

// deep reports whether a tree has more levels than maxDeep.
func deep(root ast.Node) bool {
	level, found := 0, false
	_ = ast.Walk(root, func(_ ast.Node, entering bool) (ast.WalkStatus, error) { // no visit fails
		if !entering {
			level--
			return ast.WalkContinue, nil
		}
		if level++; level > maxDeep {
			found = true
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return found
}

// safe renders what goldmark would render otherwise than a page of strangers'
// texts can have it.
type safe struct{}

// RegisterFuncs takes the place of what goldmark does for these.
func (safe) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHeading, heading)
	r.Register(ast.KindHTMLBlock, htmlBlock)
	r.Register(ast.KindRawHTML, rawHTML)
	r.Register(ast.KindImage, image)
	r.Register(ast.KindLink, link)
	r.Register(ast.KindAutoLink, autoLink)
	r.Register(ast.KindCodeBlock, code)
	r.Register(ast.KindFencedCodeBlock, code)
}

// heading stands below those of the page, which has two levels.
func heading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	level := string('0' + rune(min(n.(*ast.Heading).Level+2, 6)))
	if entering {
		return written(w, "<h"+level+">")
	}
	return written(w, "</h"+level+">\n")
}

func htmlBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	lines := string(n.Lines().Value(source))
	if block := n.(*ast.HTMLBlock); block.HasClosure() {
		lines += string(block.ClosureLine.Value(source))
	}
	return written(w, plain(lines))
}

func rawHTML(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkSkipChildren, nil
	}
	_, err := w.WriteString("<code>" + escape.HTMLLines(string(n.(*ast.RawHTML).Segments.Value(source))) + "</code>")
	return ast.WalkSkipChildren, err
}

// image is the description of a picture, which its children are.
func image(util.BufWriter, []byte, ast.Node, bool) (ast.WalkStatus, error) {
	return ast.WalkContinue, nil
}

func link(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	to := string(n.(*ast.Link).Destination)
	if !leads(to) {
		return ast.WalkContinue, nil
	}
	if entering {
		return written(w, opening(to))
	}
	return written(w, "</a>")
}

func autoLink(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	one := n.(*ast.AutoLink)
	label, to := escape.HTML(string(one.Label(source))), string(one.URL(source))
	if one.AutoLinkType == ast.AutoLinkEmail {
		to = "mailto:" + to
	}
	if !leads(to) {
		return written(w, label)
	}
	return written(w, opening(to)+label+"</a>")
}

// leads reports whether a link may lead there.
func leads(to string) bool {
	u, err := url.Parse(to)
	if err != nil {
		return false
	}
	switch u.Scheme {
	case "http", "https":
		return u.Host != ""
	case "mailto":
		return true
	}
	return strings.HasPrefix(to, "#") // a place of the page, such as another lesson
}

// opening begins a link; other pages open beside this one.
func opening(to string) string {
	address := escape.HTML(string(util.URLEscape([]byte(to), false)))
	if strings.HasPrefix(to, "#") {
		return `<a href="` + address + `">`
	}
	return `<a href="` + address + `" target="_blank" rel="noopener noreferrer">`
}

func code(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	return written(w, "<pre tabindex=\"0\"><code>"+escape.HTMLLines(string(n.Lines().Value(source)))+"</code></pre>\n")
}

func written(w util.BufWriter, text string) (ast.WalkStatus, error) {
	_, err := w.WriteString(text)
	return ast.WalkContinue, err
}
