package book

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"evsim/internal/escape"
	"evsim/internal/viewer"
)

// The files that every page uses.
const (
	scriptFile = "book.js"
	styleFile  = "book.css"
)

// policy lets a page use what lies beside it, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"

// frame is a page around its text: language, policy, title, the way up, style,
// script; head; contents; text.
const frame = `<!doctype html>
<html lang="%[1]s" data-up="%[4]s">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="%[2]s">
<title>%[3]s</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="%[4]s` + styleFile + `">
<script src="%[4]s` + scriptFile + `" defer></script>
</head>
<body>
%[5]s<div class="book">
<main id="book-text" lang="%[6]s">
%[7]s</main>
%[8]s%[9]s</div>
</body>
</html>
`

// words are those of the pages themselves, in one language.
type words struct{ skip, site, lab, search, contents, here, other, start string }

func wordsIn(language string) words {
	if language == "zh-CN" {
		return words{skip: "跳到正文", site: "网站", lab: "实验室", search: "搜索文档", contents: "目录", here: "本页", other: "English", start: "从这里开始"}
	}
	return words{skip: "Skip to the text", site: "Site", lab: "Lab", search: "Search the documents", contents: "Contents", here: "On this page", other: "中文", start: "Start here"}
}

// written makes every file of the book.
func (b *book) written() (map[string][]byte, error) {
	files := b.files
	files[scriptFile], files[styleFile] = []byte(viewer.BookScript()), []byte(viewer.BookStyle())
	for _, language := range []string{"en", "zh-CN"} {
		index, err := b.index(language)
		if err != nil {
			return nil, err
		}
		files["search."+language+".js"] = index
	}
	shelves := map[string][]shelf{"en": b.shelves("en"), "zh-CN": b.shelves("zh-CN")}
	for _, d := range b.sorted() {
		at := address(d.name)
		if _, twice := files[at]; twice {
			return nil, fmt.Errorf("%s has the address of another file, %s", d.name, at)
		}
		files[at] = []byte(b.page(d, shelves[d.language]))
	}
	return files, nil
}

func (b *book) page(d *document, shelves []shelf) string {
	at := address(d.name)
	up, w := strings.Repeat("../", strings.Count(at, "/")), wordsIn(d.language)
	title := "evsim"
	if d.title != title {
		title = d.title + " · evsim"
	}
	language := d.language
	if d.passages == nil {
		language = "en"
	}
	return fmt.Sprintf(frame, d.language, policy, escape.HTML(title), up, b.head(d, up, w), language, d.body, b.contents(d, shelves, w), here(d, w))
}

// head is the line at the top of every page.
func (b *book) head(d *document, up string, w words) string {
	var s strings.Builder
	home := "index.html"
	if d.language == "zh-CN" {
		home = "index.zh-CN.html"
	}
	fmt.Fprintf(&s, `<a class="skip" href="#book-text">%s</a>
<header>
<a class="home" href="%s%s">evsim</a>
<search><input id="book-search" type="search" autocomplete="off" spellcheck="false" placeholder="%[4]s" aria-label="%[4]s" disabled><p id="book-found" role="status"></p><ol id="book-results"></ol></search>
<nav aria-label="%[5]s"><a class="narrow" href="#book-contents">%[6]s</a> <a href="%[2]slab/index.html">%[7]s</a>`,
		w.skip, up, home, w.search, w.site, w.contents, w.lab)
	if other := b.other(d); other != nil {
		fmt.Fprintf(&s, ` <a href="%s" lang="%s" hreflang="%[2]s">%s</a>`, between(address(d.name), address(other.name)), other.language, w.other)
	}
	s.WriteString("</nav>\n</header>\n")
	return s.String()
}

// shelf is a part of the contents: a heading of docs/README.md and the documents
// that are listed below it.
type shelf struct {
	title string
	names []string
}

// shelves are read from the list of the documents, which stands in docs/README.md,
// in one language or both. A document has one place there.
func (b *book) shelves(language string) []shelf {
	list := b.documents["docs/README.md"]
	if other := b.other(list); other != nil && language != "en" {
		list = other
	}
	all := []shelf{{names: []string{"README.md"}}}
	seen := map[*document]bool{b.documents["README.md"]: true}
	for _, l := range list.links {
		d := b.documents[l.name]
		if d == nil || path.Ext(d.name) != ".md" || seen[d] || seen[b.other(d)] {
			continue
		}
		seen[d] = true
		if last := all[len(all)-1]; last.title != l.under {
			all = append(all, shelf{title: l.under})
		}
		last := &all[len(all)-1]
		last.names = append(last.names, d.name)
	}
	return all
}

// contents are the documents, by which a reader goes from one to another.
func (b *book) contents(d *document, shelves []shelf, w words) string {
	var s strings.Builder
	fmt.Fprintf(&s, "<nav class=\"contents\" id=\"book-contents\" aria-labelledby=\"book-contents-title\">\n<h2 id=\"book-contents-title\">%s</h2>\n", w.contents)
	for _, part := range shelves {
		if part.title != "" {
			fmt.Fprintf(&s, "<h3>%s</h3>\n", escape.HTML(part.title))
		}
		s.WriteString("<ul>\n")
		for _, name := range part.names {
			to := b.documents[name]
			if in := b.other(to); in != nil && to.language != d.language {
				to = in
			}
			title, marks := to.title, ""
			if name == "README.md" {
				title = w.start
			}
			if to.language != d.language {
				marks = ` lang="` + to.language + `"`
			}
			if to == d {
				marks = ` aria-current="page"`
			}
			fmt.Fprintf(&s, "<li><a href=\"%s\"%s>%s</a></li>\n", between(address(d.name), address(to.name)), marks, escape.HTML(title))
		}
		s.WriteString("</ul>\n")
	}
	s.WriteString("</nav>\n")
	return s.String()
}

// here lists the headings of a page that has several.
func here(d *document, w words) string {
	parts := slices.DeleteFunc(slices.Clone(d.headings), func(h heading) bool { return h.level != 2 })
	if len(parts) < 2 {
		return ""
	}
	var s strings.Builder
	fmt.Fprintf(&s, "<nav class=\"here\" aria-labelledby=\"book-here-title\">\n<h2 id=\"book-here-title\">%s</h2>\n<ul>\n", w.here)
	for _, h := range parts {
		fmt.Fprintf(&s, "<li><a href=\"#%s\">%s</a></li>\n", escape.HTML(h.id), escape.HTML(h.text))
	}
	s.WriteString("</ul>\n</nav>\n")
	return s.String()
}

// source is the page of a file that is no document: a scenario, a licence.
func source(name string, text []byte) *document {
	body := fmt.Sprintf("<h1>%s</h1>\n%s%s", escape.HTML(path.Base(name)), tryIt(name, text), listing(string(text)))
	return &document{name: name, language: "en", title: path.Base(name), body: []byte(body), ids: map[string]bool{}}
}
