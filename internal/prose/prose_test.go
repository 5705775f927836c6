package prose_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"evsim/internal/prose"

	"golang.org/x/net/html"
)

func ExampleHTML() {
	fmt.Print(prose.HTML("Two timers of **one** delay.\n\n- `a` <b onclick=alert(1)>or</b>\n- ![a queue](https://example.org/q.png)\n"))
	// Output:
	// <p>Two timers of <strong>one</strong> delay.</p>
	// <ul>
	// <li><code>a</code> <code>&lt;b onclick=alert(1)&gt;</code>or<code>&lt;/b&gt;</code></li>
	// <li>a queue</li>
	// </ul>
}

// allowed are the elements that may come out, each with its attributes.
var allowed = map[string][]string{
	"p": nil, "strong": nil, "em": nil, "del": nil, "code": nil, "pre": {"tabindex"}, "blockquote": nil, "hr": nil, "br": nil,
	"ul": nil, "ol": {"start"}, "li": nil, "a": {"href", "target", "rel", "title"}, "h3": nil, "h4": nil, "h5": nil, "h6": nil,
	"table": nil, "thead": nil, "tbody": nil, "tr": nil, "th": {"align"}, "td": {"align"},
}

// command matches what a CI system takes for a command.
var command = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\s*::|##\[|##vso\[|##teamcity\[`) })

// unsafe says what a text came out as that it must not.
func unsafe(text string) string {
	out := prose.HTML(text)
	if command().MatchString(out) {
		return "a command of a CI system"
	}
	z := html.NewTokenizer(strings.NewReader(out))
	for {
		switch z.Next() {
		case html.ErrorToken:
			return ""
		case html.CommentToken, html.DoctypeToken:
			return "a comment"
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			token := z.Token()
			attributes, ok := allowed[token.Data]
			if !ok {
				return "the element " + token.Data
			}
			for _, a := range token.Attr {
				if !slices.Contains(attributes, a.Key) {
					return "the attribute " + a.Key + " of " + token.Data
				}
				if a.Key == "href" && !slices.ContainsFunc([]string{"http://", "https://", "mailto:", "#"}, func(p string) bool { return strings.HasPrefix(strings.ToLower(a.Val), p) }) {
					return "the address " + a.Val
				}
			}
		}
	}
}

var hostile = []string{
	"::error::a\n::error::b\n\n    ::error::c\n\n<p>\n::error::d\n</p>\n", "##[error] \\##[error] #\\#[error] ##vso[a] [##[a]](http://a/##[a])", "a\n  ::error::b",
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a <svg/onload=alert(1)> b", "<!-- c --> <?php ?> <![CDATA[x]]>",
	"[a](javascript:alert(1))", "[a](JaVaScRiPt:alert(1))", "[a](java\nscript:alert(1))", "[a](&#106;avascript:alert(1))", "<javascript:alert(1)>",
	"[a](data:text/html,x)", "[a](file:///etc/passwd)", "[a](//example.org)", "[a](vbscript:x)", "[a](/local)", "[a](<\"onclick=alert(1)>)",
	"![a](https://example.org/x.png)", "![a<script>](javascript:1)", "[![a](x.png)](https://example.org)", "[a](https://example.org \"x\\\" onclick=alert(1)\")",
	"```\"><script>\nx</script>\n```", "    <b>", "# <b>x</b>", "| a | b |\n| :-- | --: |\n| <i> | `|` |", "~~<u>~~", "<a@b.c>", "<https://example.org/\"onclick=1>",
	"[x]: javascript:alert(1)\n\n[x]", "\u202eabc\x1b[31m", "<div\nonclick=1>\n\ntext</div>",
}

func TestHostile(t *testing.T) {
	for _, text := range hostile {
		if wrong := unsafe(text); wrong != "" {
			t.Errorf("%q becomes %s: %s", text, wrong, prose.HTML(text))
		}
	}
	if out := prose.HTML("\u202eabc\x1b[31m"); strings.ContainsAny(out, "\u202e\x1b") {
		t.Errorf("%q", out)
	}
}

func TestLinks(t *testing.T) {
	for text, want := range map[string]string{
		"[a](https://example.org/?a=1&b=2)": `<p><a href="https://example.org/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">a</a></p>`,
		"[next](#lesson=2)":                 `<p><a href="#lesson=2">next</a></p>`,
		"<a@b.org>":                         `<p><a href="mailto:a@b.org" target="_blank" rel="noopener noreferrer">a@b.org</a></p>`,
		"[a](ftp://example.org)":            `<p>a</p>`,
		"# Title":                           `<h3>Title</h3>`,
		" \n ":                              ``,
	} {
		if got := strings.TrimSpace(prose.HTML(text)); got != want {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// TestLarge holds that long and deep texts are shown as they are written.
func TestLarge(t *testing.T) {
	for name, text := range map[string]string{
		"long": strings.Repeat("a *b* ", 20_000), "quotes": strings.Repeat(">", 5000) + "a", "lists": strings.Repeat("- ", 3000) + "a",
	} {
		if out := prose.HTML(text); !strings.HasPrefix(out, "<pre>") || strings.Contains(out, "<em>") {
			t.Errorf("%s: %.80s", name, out)
		}
	}
	for _, text := range []string{strings.Repeat("[", 10_000), strings.Repeat("**a ", 10_000), strings.Repeat("`", 20_000), strings.Repeat("|a", 10_000) + "\n" + strings.Repeat("|-", 10_000)} {
		if wrong := unsafe(text); wrong != "" {
			t.Errorf("%.20q becomes %s", text, wrong)
		}
	}
}

func FuzzHTML(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if wrong := unsafe(text); wrong != "" {
			t.Errorf("%q becomes %s: %s", text, wrong, prose.HTML(text))
		}
	})
}
