package observe_test

import (
	"slices"
	"strings"
	"testing"

	"evsim/internal/observe"

	"github.com/evanw/esbuild/pkg/api"
	"golang.org/x/net/html"
)

// nasty is a text with what ends comments, strings, templates and elements.
const nasty = `\u2028require('fs').writeFileSync('pwned','1')//\u2029'\"` + "`" + `\\</script><script>pwned()</script><!--<script>\u202e\e[2J`

// TestExportOfHostileTexts: whatever a scenario says, its script is one that
// parses, and calls what the scenario does and nothing else.
func TestExportOfHostileTexts(t *testing.T) {
	text := "evsim: 1\nname: \"" + nasty + "\"\nscript:\n  - log: \"" + nasty + "\"\n  - log: \"${now}" + nasty + "\"\n" +
		"  - {setTimeout: 1, as: NaN, do: {try: {throw: \"" + nasty + "\"}, catch: {log: \"${error}\"}}}\n" +
		"  - {setTimeout: 1, as: Infinity, do: []}\n  - {promise: top}\n  - {promise: undefined}\n  - {resolve: top}\n  - {clearTimeout: NaN}\n"
	for _, c := range []struct {
		target observe.Target
		more   string
	}{
		{observe.Node, "  - {readFile: \"" + nasty + "\", do: []}\nfiles: {\"" + nasty + "\": {missing: true}}\n"},
		{observe.VirtualNode, "  - {readFile: \"" + nasty + "\", do: []}\nfiles: {\"" + nasty + "\": {missing: true}}\n"},
		{observe.Browser, "  - {fetch: \"" + nasty + "\", do: []}\n  - {channel: location, do: []}\nnetwork: {\"" + nasty + "\": {latency: 1ms}}\n"},
	} {
		script, err := observe.Export(scenarioOf(t, text+c.more), c.target)
		if err != nil {
			t.Fatal(err)
		}
		if c.target == observe.Browser {
			script = onlyScript(t, script)
		}
		out := api.Transform(script, api.TransformOptions{Target: api.ES2018, LogLevel: api.LogLevelSilent})
		if len(out.Errors) > 0 {
			t.Errorf("%v: %+v in\n%s", c.target, out.Errors[0], script)
		}
		// What is left without comments and texts is code.
		code := withoutTexts(string(out.Code))
		for _, word := range []string{"writeFileSync", "pwned"} {
			if strings.Contains(code, word) {
				t.Errorf("%v: %s is code in\n%s", c.target, word, out.Code)
			}
		}
		for _, name := range []string{"NaN", "Infinity", "top", "location", "undefined"} {
			if slices.Contains(declared(string(out.Code)), name) {
				t.Errorf("%v: %s is declared in\n%s", c.target, name, out.Code)
			}
		}
	}
}

// onlyScript is the one script of a page, which has no elements but those of
// every exported page.
func onlyScript(t *testing.T, text string) string {
	t.Helper()
	page, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	script := ""
	for n := range page.Descendants() {
		switch {
		case n.Type == html.ElementNode && !slices.Contains(strings.Fields("html head meta title body h1 p button pre script"), n.Data):
			t.Errorf("an element %s in\n%s", n.Data, text)
		case n.Type == html.ElementNode && n.Data == "script" && script != "":
			t.Errorf("two scripts in\n%s", text)
		case n.Type == html.ElementNode && n.Data == "script":
			script = n.FirstChild.Data
		}
	}
	return script
}

// withoutTexts is code as esbuild prints it without its strings and templates.
func withoutTexts(code string) string {
	var b strings.Builder
	for i := 0; i < len(code); i++ {
		quote := code[i]
		if !strings.ContainsRune("'\"`", rune(quote)) {
			b.WriteByte(quote)
			continue
		}
		for i++; code[i] != quote; i++ {
			if code[i] == '\\' {
				i++
			}
		}
	}
	return b.String()
}

// declared are the names of a script's variables that keep what it makes.
func declared(code string) (names []string) {
	for line := range strings.Lines(code) {
		if list, ok := strings.CutPrefix(line, "let "); ok {
			for name := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(list), ";"), ",") {
				names = append(names, strings.TrimSpace(name))
			}
		}
	}
	return names
}
