package book_test

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"evsim/internal/articles"
	"evsim/internal/site/book"

	"golang.org/x/net/html"
)

// own is the book of this project.
func own(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := book.Files(os.DirFS("../../.."))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// page is what a file of HTML links to, and what can be linked to in it.
type page struct {
	ids   map[string]bool
	links []string
	csp   string
}

func parsed(t *testing.T, name string, text []byte) page {
	t.Helper()
	root, err := html.Parse(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(name, err)
	}
	p := page{ids: map[string]bool{}}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		value := map[string]string{}
		for _, a := range n.Attr {
			value[a.Key] = a.Val
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
				t.Errorf("%s: the policy forbids the attribute %s of %s", name, a.Key, n.Data)
			}
		}
		if id := value["id"]; id != "" {
			if p.ids[id] {
				t.Errorf("%s: the id %q is there twice", name, id)
			}
			p.ids[id] = true
		}
		if n.Data == "script" && (value["src"] == "" || n.FirstChild != nil) || n.Data == "style" {
			t.Errorf("%s: the policy forbids a %s in the page", name, n.Data)
		}
		if value["http-equiv"] == "Content-Security-Policy" {
			p.csp = value["content"]
		}
		for _, key := range []string{"href", "src"} {
			if to, there := value[key]; there {
				p.links = append(p.links, to)
			}
		}
	}
	return p
}

// TestLinks opens every link of every page: files, and places in them.
func TestLinks(t *testing.T) {
	files := own(t)
	pages := map[string]page{}
	for name, text := range files {
		if path.Ext(name) == ".html" {
			pages[name] = parsed(t, name, text)
		}
	}
	links := 0
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		p := pages[name]
		if !strings.HasPrefix(p.csp, "default-src 'none';") || strings.Contains(p.csp, "unsafe") {
			t.Errorf("%s: its policy is %q", name, p.csp)
		}
		for _, to := range p.links {
			links++
			u, err := url.Parse(to)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			switch u.Scheme {
			case "http", "https":
				if !strings.Contains(u.Host, ".") {
					t.Errorf("%s: %s has no host", name, to)
				}
				continue
			case "data", "mailto":
				continue
			case "":
			default:
				t.Errorf("%s: %s", name, to)
			}
			file := name
			if u.Path != "" {
				file = path.Join(path.Dir(name), u.Path)
			}
			if file == "lab/index.html" { // made beside the book
				continue
			}
			if _, there := files[file]; !there || strings.HasPrefix(u.Path, "/") {
				t.Errorf("%s: there is no %s", name, to)
			} else if u.Fragment != "" && !pages[file].ids[u.Fragment] {
				t.Errorf("%s: %s: there is no such place", name, to)
			}
		}
	}
	if len(pages) < 100 || links < 5000 {
		t.Errorf("only %d pages with %d links", len(pages), links)
	}
}

// TestOwn holds what the pages promise: each rule has an anchor, each language its
// texts, and the first page is light.
func TestOwn(t *testing.T) {
	files := own(t)
	rules, err := os.ReadFile("../../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []string{"docs/rules.html", "docs/rules.zh-CN.html"} {
		ids, count := parsed(t, in, files[in]).ids, 0
		for line := range strings.Lines(string(rules)) {
			cells := strings.Split(line, "|")
			if id := strings.Trim(strings.TrimSpace(cells[min(1, len(cells)-1)]), "`"); len(cells) == 6 && strings.Contains(id, ".") {
				count++
				if !ids[id] {
					t.Errorf("%s: the rule %s has no anchor", in, id)
				}
			}
		}
		if count < 100 {
			t.Errorf("only %d rules", count)
		}
	}
	for name, want := range map[string][]string{
		"search.en.js":    {`"docs/explore.html"`, `"job.native"`, `"Rules of order"`},
		"search.zh-CN.js": {`"docs/rules.zh-CN.html"`, `"index.zh-CN.html"`},
	} {
		for _, text := range want {
			if !strings.Contains(string(files[name]), text) {
				t.Errorf("%s does not have %s", name, text)
			}
		}
	}
	weight := len(files["index.html"])
	for _, to := range parsed(t, "index.html", files["index.html"]).links {
		if path.Ext(to) != ".html" {
			weight += len(files[to])
		}
	}
	if weight > 200<<10 {
		t.Errorf("the first page has %d bytes with what it loads", weight)
	}
	if again := own(t); !maps.EqualFunc(files, again, func(a, b []byte) bool { return string(a) == string(b) }) {
		t.Error("made twice, it differs")
	}
}

// TestFromATitle goes the way of a reader who knows an article by its title in
// Chinese: from the first page by the title to the corrections, by the scenario
// of a row to the example, and by its link to the lab, which has the text and
// runs it. These are three clicks.
func TestFromATitle(t *testing.T) {
	files := own(t)
	first := parsed(t, "index.zh-CN.html", files["index.zh-CN.html"])
	corrections := string(files["docs/articles.zh-CN.html"])
	for i, a := range articles.All() {
		var to string
		for _, link := range first.links {
			if at, err := url.Parse(link); err == nil && at.Path == "docs/articles.zh-CN.html" && strings.HasPrefix(at.Fragment, fmt.Sprint(i, "-")) {
				to = at.Fragment
			}
		}
		if !strings.Contains(string(files["index.zh-CN.html"]), ">"+a.Title.Zh+"</a>") || to == "" {
			t.Errorf("%s is not on the first page, or leads nowhere: %q", a.Title.Zh, to)
			continue
		}
		_, below, ok := strings.Cut(corrections, `id="`+to+`"`)
		if !ok {
			t.Errorf("there is no %s", to)
		}
		for _, r := range a.Rows {
			if r.Scenario == "" {
				continue
			}
			if row := ">" + r.ID + "<"; !strings.Contains(below, row) || !strings.Contains(below, `href="../`+r.Scenario+`.html"`) {
				t.Errorf("%s: the row or its scenario %s is not below %s", r.ID, r.Scenario, to)
			}
			if text := inLab(t, r.Scenario+".html", files); text != read(t, r.Scenario) {
				t.Errorf("%s: the lab would get %.80q", r.Scenario, text)
			}
		}
	}
}

// inLab is the text that a page's link to the lab carries.
func inLab(t *testing.T, name string, files map[string][]byte) string {
	t.Helper()
	for _, link := range parsed(t, name, files[name]).links {
		_, code, ok := strings.Cut(link, "lab/index.html#code=")
		if !ok {
			continue
		}
		packed, err := base64.RawURLEncoding.DecodeString(code)
		if err != nil {
			t.Fatal(name, err)
		}
		said, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
		if err != nil {
			t.Fatal(name, err)
		}
		parts := [5]any{}
		if err := json.Unmarshal(said, &parts); err != nil || parts[1] != "" || parts[2] != "" || parts[3] != 2.0 || parts[4] != "yaml" {
			t.Errorf("%s: %v, %.200s", name, err, said)
		}
		text, _ := parts[0].(string)
		return text
	}
	return ""
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../../" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// small is a book that is whole.
func small() fstest.MapFS {
	return fstest.MapFS{
		"README.md":            {Data: []byte("# A\n\n[b](docs/b.md#two-words) ![p](docs/p.png) [code](s.yaml) [a list](docs/README.md)\n")},
		"README.zh-CN.md":      {Data: []byte("# 甲\n\n## 标题 `x`\n\n[here](#标题-x)\n")},
		"docs/README.md":       {Data: []byte("# List\n\n## To use it\n\n- [b](b.md)\n- [start](../README.md)\n\n## To know\n\n- [c](c.md), [c](c.zh-CN.md)\n")},
		"docs/b.md":            {Data: []byte("# B \\<b>\n\n## Two words\n\nA [way](../README.md) back.\n\n## Two words\n\n    <script>\n")},
		"docs/c.md":            {Data: []byte("# C\n\n| key | what |\n| --- | ---: |\n| `a.b` | one |\n| `a.b` | two |\n| `no id` | three |\n")},
		"docs/c.zh-CN.md":      {Data: []byte("# 丙\n\n丙的文字。\n")},
		"docs/p.png":           {Data: []byte("\x89PNG\x00")},
		"s.yaml":               {Data: []byte("a: <b> & c\n")},
		"docs/not-linked.yaml": {Data: []byte("a: 1\n")},
	}
}

func TestSmall(t *testing.T) {
	files, err := book.Files(small())
	if err != nil {
		t.Fatal(err)
	}
	names := slices.Sorted(maps.Keys(files))
	want := []string{"book.css", "book.js", "docs/b.html", "docs/c.html", "docs/c.zh-CN.html", "docs/index.html", "docs/p.png", "index.html", "index.zh-CN.html", "s.yaml.html", "search.en.js", "search.zh-CN.js"}
	if !slices.Equal(names, want) {
		t.Errorf("the files are %q", names)
	}
	for _, c := range []struct{ file, has string }{
		{"index.html", `<a href="docs/b.html#two-words">b</a>`},
		{"index.html", `<img src="docs/p.png" alt="p" loading="lazy">`},
		{"index.html", `<a href="index.zh-CN.html" lang="zh-CN"`},
		{"index.zh-CN.html", `<html lang="zh-CN" data-up="">`},
		{"index.zh-CN.html", `<h2 id="标题-x">`},
		{"index.zh-CN.html", `<a href="docs/c.zh-CN.html">丙</a>`},
		{"s.yaml.html", `<code>a: &lt;b&gt; &amp; c`},
		{"docs/b.html", `<title>B &lt;b&gt; · evsim</title>`},
		{"docs/b.html", `<h2 id="two-words-1">`},
		{"docs/b.html", `<code>&lt;script&gt;`},
		{"docs/b.html", `<a href="../index.html">way</a>`},
		{"docs/b.html", "<h3>To know</h3>\n<ul>\n<li><a href=\"c.html\">C</a></li>"},
		{"docs/b.html", `<a href="b.html" aria-current="page">`},
		{"docs/c.html", "<tr id=\"a.b\">\n<td><a href=\"#a.b\"><code>a.b</code></a></td>\n<td align=\"right\">one</td>"},
		{"docs/c.html", "<tr>\n<td><code>no id</code></td>"},
		{"search.en.js", `[3,"a.b","a.b","a.b one"]`},
		{"search.en.js", `[3,"c","C","key what a.b two no id three"]`},
		{"search.zh-CN.js", `"丙的文字。"`},
	} {
		if !strings.Contains(string(files[c.file]), c.has) {
			t.Errorf("%s does not have %s:\n%s", c.file, c.has, files[c.file])
		}
	}
}

// TestRefused are trees of which no book is made.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"docs/b.md", "# B\n\n[x](none.md)\n", "docs/b.md: a link leads nowhere: "},
		{"docs/b.md", "# B\n\n## Two words\n\n![x](none.png)\n", "docs/b.md: a link leads nowhere: "},
		{"docs/b.md", "# B\n\n## Two words\n\n[x](c.md#none)\n", "docs/b.md: a link leads to docs/c.md#none, and there is no such place"},
		{"docs/b.md", "# B\n", "README.md: a link leads to docs/b.md#two-words, and there is no such place"},
		{"docs/b.md", "# B\n\n## Two words\n\n[x](../../out.md)\n", "docs/b.md: a link leads nowhere: "},
		{"docs/b.md", "# B\n\n## Two words\n\n[x](../docs)\n", "docs"},
		{"docs/b.md", "# B\n\n## Two words\n\n[x](../s.yaml#line)\n", "there is no such place"},
		{"docs/b.md", "text\n", "docs/b.md: it has no heading"},
		{"docs/index.md", "# Index\n", "has the address of another file, docs/index.html"},
	} {
		tree := small()
		tree[c.name] = &fstest.MapFile{Data: []byte(c.text)}
		if _, err := book.Files(tree); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s as %q: %v", c.name, c.text, err)
		}
	}
	tree := small()
	delete(tree, "docs/README.md")
	if _, err := book.Files(tree); err == nil || !strings.Contains(err.Error(), "no docs/README.md") {
		t.Errorf("without a list: %v", err)
	}
}
