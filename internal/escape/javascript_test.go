package escape_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"evsim/internal/escape"

	"github.com/evanw/esbuild/pkg/api"
	"golang.org/x/net/html"
)

// printed finds what a script prints: the one argument of its only call.
var printed = regexp.MustCompile(`^print\((".*"|'.*')\);\n$`)

// parsedJS is the text that a literal of JavaScript stands for, by esbuild.
func parsedJS(t *testing.T, script string) string {
	t.Helper()
	out := api.Transform(script, api.TransformOptions{MinifySyntax: true, Target: api.ES5, Charset: api.CharsetASCII, LogLevel: api.LogLevelSilent})
	if len(out.Errors) > 0 {
		t.Fatalf("%s: %+v", script, out.Errors[0])
	}
	found := printed.FindStringSubmatch(string(out.Code))
	if found == nil {
		t.Fatalf("the script %q has become %q", script, out.Code)
	}
	return unquotedJS(t, found[1][1:len(found[1])-1])
}

// escapes are the codes of a literal that esbuild prints, and bare quotes.
var escapes = regexp.MustCompile(`\\(x..|u....|.)|["\x00-\x1f]`)

// unquotedJS reads a literal that esbuild prints.
func unquotedJS(t *testing.T, literal string) string {
	t.Helper()
	var text string
	body := escapes.ReplaceAllStringFunc(literal, func(code string) string {
		switch {
		case code == `"`:
			return `\"`
		case code[0] < ' ':
			return fmt.Sprintf(`\u%04x`, code[0])
		case code[1] == 'x':
			return `\u00` + code[2:]
		case code[1] == 'v':
			return `\u000b`
		case code[1] == '0':
			return `\u0000`
		case strings.Contains(`untrbf\"`, code[1:2]):
			return code
		}
		return code[1:]
	})
	if err := json.Unmarshal([]byte(`"`+body+`"`), &text); err != nil {
		t.Fatalf("%s: %v", literal, err)
	}
	return text
}

func FuzzJavaScript(f *testing.F) {
	fuzz(f, func(t *testing.T, text string) {
		for _, literal := range []string{escape.JSString(text), "`" + escape.JSTemplate(text) + "`"} {
			shown(t, literal)
			if got := parsedJS(t, "print("+literal+");"); got != valid(text) {
				t.Errorf("%s stands for %q, not %q", literal, got, text)
			}
			inPage(t, literal)
		}
		if got := parsedJS(t, "print(`"+escape.JSTemplate(text)+"${1}`);"); got != valid(text)+"1" {
			t.Errorf("before a hole %q becomes %q", text, got)
		}
		comment := "// " + escape.JSComment(text)
		shown(t, comment)
		inPage(t, comment)
		if got := parsedJS(t, comment+"\nprint('x');"); got != "x" {
			t.Errorf("%s is more than a comment: %q", comment, got)
		}
		name := escape.JSName(text)
		if !regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`).MatchString(name) {
			t.Errorf("%q is no identifier", name)
		}
	})
}

// inPage wants a script to be all that is in a page's element, by HTML's own
// rules for script data.
func inPage(t *testing.T, script string) {
	t.Helper()
	page, err := html.Parse(strings.NewReader("<!doctype html><script>" + script + "</script><p>behind"))
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	elements := map[string]int{}
	for n := range page.Descendants() {
		elements[n.Data]++
		if n.Type == html.TextNode {
			texts = append(texts, n.Data)
		}
	}
	if elements["script"] != 1 || elements["p"] != 1 || len(texts) != 2 || texts[0] != script {
		t.Fatalf("%q does not stay in its element: %q", script, texts)
	}
}

// Every name of the list can be none of a script's, and what JSName makes of the
// others can be: esbuild knows the words of the language.
func TestJSReserved(t *testing.T) {
	reserved := map[string]bool{}
	for _, name := range escape.JSReserved() {
		if reserved[name] {
			t.Errorf("%s is there twice", name)
		}
		reserved[name] = true
	}
	for _, name := range []string{"NaN", "Infinity", "undefined", "top", "location", "window", "document", "await", "let", "static", "eval"} {
		if !reserved[name] {
			t.Errorf("%s is free", name)
		}
	}
}
