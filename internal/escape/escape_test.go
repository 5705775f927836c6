package escape_test

import (
	"encoding/json"
	"encoding/xml"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"evsim/internal/escape"

	"golang.org/x/net/html"
	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// hostile are texts with what some language takes for its own. The fuzzers begin
// with them.
var hostile = []string{
	"", " ", "a b", "it's", `"q"`, "`", "${x}", "$", "{", `\`, `\'`, "a\nb", "\r", "\t", "\x00", "\x1b[2J", "\u009b31m", "\x7f",
	"\u2028alert(1)//", "\u2029x", "\u202egnp.exe", "\u2066x\u2069", "\ufeff", "\ufffe\uffff", "\U000e0041", "a\u200db", "\xff\xfe", "é漢😀",
	"</script><script>x", "<!--<script>", "-->", "]]>", "&amp;", "<b>", "#35;", "%%{init}", "end", ";", "::error::x", "##[error]x",
	"\n::set-output name=a::b", "%0A::error::", "a=b,c:d", "# SKIP", `\# TODO`, "Bail out!", "-rf", "*", "~", "$(id)", "$'\\x41'", "!1",
}

func fuzz(f *testing.F, check func(t *testing.T, text string)) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(check)
}

// shown wants a text to have no control character but the end that it may have.
func shown(t *testing.T, text string) {
	t.Helper()
	for _, r := range text {
		if escape.Control(r) {
			t.Fatalf("%U is raw in %q", r, text)
		}
	}
	if !utf8.ValidString(text) {
		t.Fatalf("no UTF-8: %q", text)
	}
}

// valid is a text as every reader sees it: what is not UTF-8 is U+FFFD.
func valid(text string) string { return string([]rune(text)) }

func FuzzLine(f *testing.F) {
	fuzz(f, func(t *testing.T, text string) {
		line := escape.Line(text)
		shown(t, line)
		if utf8.RuneCountInString(line) != utf8.RuneCountInString(text) {
			t.Errorf("%q became %q", text, line)
		}
		if escape.Line(line) != line {
			t.Errorf("%q changes again", line)
		}
	})
}

func FuzzHTML(f *testing.F) {
	fuzz(f, func(t *testing.T, text string) {
		written := escape.HTML(text)
		shown(t, written)
		page, err := html.Parse(strings.NewReader("<!doctype html><title>" + written + `</title><p id="` + written + `">x` + written + "</p>"))
		if err != nil {
			t.Fatal(err)
		}
		for n := range page.Descendants() {
			switch {
			case n.Type == html.CommentNode, n.Type == html.ElementNode && !strings.Contains(" html head title body p ", " "+n.Data+" "):
				t.Fatalf("%q makes a node %q", text, n.Data)
			case n.Type == html.ElementNode && n.Data == "p" && (len(n.Attr) != 1 || n.Attr[0].Val != escape.Line(text)):
				t.Errorf("%q stands as %q", text, n.Attr)
			case n.Type == html.TextNode && n.Parent.Data == "p" && n.Data != "x"+escape.Line(text):
				t.Errorf("%q stands as %q", text, n.Data)
			}
		}
	})
}

// ciCommand matches a line that a CI system takes for a command.
var ciCommand = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\s*::|##\[|##vso\[|##teamcity\[`) })

func FuzzHTMLLines(f *testing.F) {
	fuzz(f, func(t *testing.T, text string) {
		written := escape.HTMLLines(text)
		if ciCommand().MatchString(written) {
			t.Errorf("%q: a CI system takes this for a command: %q", text, written)
		}
		root, err := html.Parse(strings.NewReader("<!doctype html><title>x</title><pre>x" + written + "</pre>"))
		if err != nil {
			t.Fatal(err)
		}
		for n := range root.Descendants() {
			if n.Type == html.TextNode && n.Parent.Data == "pre" && n.Data != "x"+escape.Lines(text) {
				t.Errorf("%q stands as %q", text, n.Data)
			}
			if n.Type == html.ElementNode && !strings.Contains(" html head title body pre ", " "+n.Data+" ") {
				t.Fatalf("%q makes a node %q", text, n.Data)
			}
		}
	})
}

func FuzzXML(f *testing.F) {
	fuzz(f, func(t *testing.T, text string) {
		written := escape.XML(text)
		shown(t, written)
		var got struct {
			Value string `xml:"v,attr"`
			Text  string `xml:",chardata"`
		}
		if err := xml.Unmarshal([]byte(`<a v="`+written+`">`+written+`</a>`), &got); err != nil {
			t.Fatalf("%q: %v", written, err)
		}
		if want := escape.Line(text); got.Value != want || got.Text != want {
			t.Errorf("%q is read as %+v", text, got)
		}
	})
}

func FuzzJSON(f *testing.F) {
	fuzz(f, func(t *testing.T, text string) {
		whole, err := escape.JSON(map[string]string{text: text})
		if err != nil {
			t.Fatal(err)
		}
		indented, err := escape.JSONIndented([]string{text})
		if err != nil {
			t.Fatal(err)
		}
		single := escape.AppendJSON(nil, text)
		shown(t, string(whole))
		shown(t, string(single))
		shown(t, strings.ReplaceAll(string(indented), "\n", ""))
		var got map[string]string
		var list []string
		var one string
		for text, to := range map[string]any{string(whole): &got, string(indented): &list, string(single): &one} {
			if err := json.Unmarshal([]byte(text), to); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
		}
		if want := valid(text); got[want] != want || list[0] != want || one != want {
			t.Errorf("%q is read as %q, %q and %q", text, got, list, one)
		}
	})
}

func FuzzShell(f *testing.F) {
	fuzz(f, func(t *testing.T, text string) {
		word := escape.Shell(text)
		shown(t, word)
		file, err := syntax.NewParser().Parse(strings.NewReader("evsim run "+word+" end"), "")
		if err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		if len(file.Stmts) != 1 {
			t.Fatalf("%s is %d statements", word, len(file.Stmts))
		}
		call, ok := file.Stmts[0].Cmd.(*syntax.CallExpr)
		if !ok || len(call.Args) != 4 {
			t.Fatalf("%s is no word of a command", word)
		}
		fields, err := expand.Fields(&expand.Config{}, call.Args...)
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(text, "\x00", "\ufffd"); len(fields) != 4 || fields[2] != want {
			t.Errorf("%s stands for %q, not %q", word, fields, want)
		}
	})
}

// FuzzMermaid holds texts against what Mermaid's lexer of sequence diagrams ends
// a text at: a line end, `;` and `#` that begin nothing, and `%%`.
func FuzzMermaid(f *testing.F) {
	fuzz(f, func(t *testing.T, text string) {
		written := escape.Mermaid(text)
		shown(t, written)
		plain := entity.ReplaceAllString(written, "")
		if written == "" || strings.ContainsAny(plain, "#;<>%$\n") {
			t.Errorf("%q breaks out as %q", text, written)
		}
		drawn := entity.ReplaceAllStringFunc(written, func(code string) string { return html.UnescapeString("&" + code) })
		if drawn != orSpace(escape.Line(text)) {
			t.Errorf("%q is drawn as %q", text, drawn)
		}
	})
}

// entity is a code of Mermaid's.
var entity = regexp.MustCompile(`#[0-9]+;`)

func orSpace(text string) string {
	if text == "" {
		return " "
	}
	return text
}

// FuzzTAP reads a test point as TAP 14 says: the first `#` that no backslash
// stands before begins a directive.
func FuzzTAP(f *testing.F) {
	fuzz(f, func(t *testing.T, text string) {
		written := escape.TAP(text)
		shown(t, written)
		var got strings.Builder
		for i := 0; i < len(written); i++ {
			switch written[i] {
			case '#':
				t.Fatalf("%q has a directive", written)
			case '\\':
				i++
			}
			got.WriteByte(written[i])
		}
		if got.String() != escape.Line(text) {
			t.Errorf("%q is read as %q", text, got.String())
		}
	})
}
