// Package book is the documents as pages: README, docs and what they link to, as
// files that any host serves and any browser opens from a disk. Each heading and
// each row of a table that begins with a name has an anchor, and a script beside
// the pages has their texts, in which they are searched without a server.
package book

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// largest is the longest file that becomes a page: longer ones are copied.
const largest = 64 << 10

// roots are the documents that a reader begins with. Others join as they are
// linked to.
func roots(tree fs.FS) ([]string, error) {
	var all []string
	for _, pattern := range []string{"*.md", "docs/*.md"} {
		some, err := fs.Glob(tree, pattern)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	if !slices.Contains(all, "README.md") || !slices.Contains(all, "docs/README.md") {
		return nil, errors.New("there is no README.md, or no docs/README.md, which lists the documents")
	}
	return all, nil
}

// Files makes the book of a module's tree: every file by its address. A link
// that leads nowhere is an error. Links to what is made besides, such as the
// lab's page, come from frames alone.
func Files(tree fs.FS) (map[string][]byte, error) {
	b := &book{tree: tree, documents: map[string]*document{}, files: map[string][]byte{}}
	wanted, err := roots(tree)
	if err != nil {
		return nil, err
	}
	for len(wanted) > 0 {
		name := wanted[0]
		wanted = wanted[1:]
		if b.documents[name] != nil || b.files[name] != nil {
			continue
		}
		linked, err := b.add(name)
		if err != nil {
			return nil, err
		}
		wanted = append(wanted, linked...)
	}
	if err := b.anchored(); err != nil {
		return nil, err
	}
	return b.written()
}

// book is one in the making.
type book struct {
	tree      fs.FS
	documents map[string]*document // by name
	files     map[string][]byte    // copied, by name
}

// document is a page and the file that it is made from.
type document struct {
	name     string // in the tree
	language string // of its text: "en" or "zh-CN"
	title    string
	body     []byte // HTML
	headings []heading
	passages []passage // nil for a file that is no document
	ids      map[string]bool
	links    []link
}

type heading struct {
	level    int
	id, text string
}

// passage is what a search finds: a part of a page below one anchor.
type passage struct{ id, heading, text string }

// link is one from a document to a file of the tree, below a heading of level 2.
type link struct{ name, anchor, under string }

// add takes a file into the book, and says which it links to.
func (b *book) add(name string) ([]string, error) {
	text, err := fs.ReadFile(b.tree, name)
	if err != nil {
		return nil, err
	}
	switch {
	case path.Ext(name) == ".md":
		d, err := convert(name, text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		b.documents[name] = d
		var linked []string
		for _, l := range d.links {
			if _, err := fs.Stat(b.tree, l.name); err != nil {
				return nil, fmt.Errorf("%s: a link leads nowhere: %w", name, err)
			}
			linked = append(linked, l.name)
		}
		return linked, nil
	case isPage(name, text):
		b.documents[name] = source(name, text)
	default:
		b.files[name] = text
	}
	return nil, nil
}

// isPage reports whether a file that is no document is shown as a page: it is a
// text that people read.
func isPage(name string, text []byte) bool {
	switch path.Ext(name) {
	case ".svg", ".png", ".json", ".jsonl":
		return false
	}
	return len(text) <= largest && !bytes.ContainsRune(text, 0)
}

// address is where the page of a file lies.
func address(name string) string {
	switch base := path.Base(name); {
	case base == "README.md":
		return path.Join(path.Dir(name), "index.html")
	case base == "README.zh-CN.md":
		return path.Join(path.Dir(name), "index.zh-CN.html")
	case path.Ext(name) == ".md":
		return strings.TrimSuffix(name, ".md") + ".html"
	case isPage(name, nil):
		return name + ".html"
	}
	return name
}

// anchored holds what stands behind the # of links against the ids there.
func (b *book) anchored() error {
	for _, d := range b.sorted() {
		for _, l := range d.links {
			to := b.documents[l.name]
			if to == nil && l.anchor == "" {
				continue
			}
			if to == nil || l.anchor != "" && !to.ids[l.anchor] {
				return fmt.Errorf("%s: a link leads to %s#%s, and there is no such place", d.name, l.name, l.anchor)
			}
		}
	}
	return nil
}

// sorted is the documents by name.
func (b *book) sorted() []*document {
	all := make([]*document, 0, len(b.documents))
	for _, d := range b.documents {
		all = append(all, d)
	}
	slices.SortFunc(all, func(x, y *document) int { return strings.Compare(x.name, y.name) })
	return all
}

// other is the same document in the other language, or nil.
func (b *book) other(d *document) *document {
	const mark = ".zh-CN.md"
	if name, chinese := strings.CutSuffix(d.name, mark); chinese {
		return b.documents[name+".md"]
	}
	return b.documents[strings.TrimSuffix(d.name, ".md")+mark]
}
