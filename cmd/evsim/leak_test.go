package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"evsim/internal/testmain"
)

var (
	quotedPart = regexp.MustCompile("`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”|'[^'\n]*'|[^\\s`]*[/=:][^\\s`]*|--[a-z-]+")
	thrown     = regexp.MustCompile(`[A-Z][A-Za-z]*Error: [^，\n]*|This error originated [^，\n]*`)
	threeWords = regexp.MustCompile(`(?:\b[A-Za-z][A-Za-z']*[ ,;:]+){2,}[A-Za-z][A-Za-z']*`)
	english    = regexp.MustCompile(`[A-Za-z][A-Za-z']+`)
)

// leaks are the lines in English of what a command wrote in Chinese about a file.
// Three words in a row are English, and so is any word of a line without a Chinese
// character; but not what stands in quotes or backquotes, paths, flags, pairs of a
// key and a value, what a program threw, excerpts of the file and tables of a run, whose columns are the
// words of the file, names of places and labels; and no words of the file itself.
func leaks(written, source string) (list []string) {
	own := map[string]bool{}
	for _, word := range english.FindAllString(source, -1) {
		own[word] = true
	}
	foreign := func(text string) bool {
		for _, word := range english.FindAllString(text, -1) {
			if !own[word] && !machineWords[word] {
				return true
			}
		}
		return false
	}
	for line := range strings.Lines(written) {
		if strings.HasPrefix(line, "   ") || strings.Contains(line, " | ") {
			continue
		}
		bare := quotedPart.ReplaceAllString(thrown.ReplaceAllString(line, "·"), "·")
		if !hasHan(bare) && foreign(bare) {
			list = append(list, line)
			continue
		}
		for _, run := range threeWords.FindAllString(bare, -1) {
			if foreign(run) {
				list = append(list, line)
				break
			}
		}
	}
	return list
}

// machineWords are names that stand alone in lines: of runtimes, of phases and of
// what a program calls.
var machineWords = func() map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.Fields("node browser firefox webkit chrome Chromium Firefox WebKitGTK ms ok evsim nextTick microtasks main script poll check timers pending closing " +
		"Error TypeError ReferenceError SyntaxError RangeError " +
		"async_hooks async hooks crypto diagnostics channel diagnostics_channel dns promises events scenario fs os path perf_hooks perf hooks process tty util yaml javascript typescript js ts") {
		words[word] = true
	}
	return words
}()

// TestNothingLeaks reads what check, lint and run write in Chinese about every third
// scenario, about all with EVSIM_SWEEPS=1, and about every file of a set of bad ones.
func TestNothingLeaks(t *testing.T) {
	look := func(file string, commands ...string) {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, command := range commands {
			var out bytes.Buffer
			newApp(strings.NewReader(""), &out, &out).execute(t.Context(), append(strings.Fields(command), "--lang", "zh", file))
			for _, line := range leaks(out.String(), string(source)+" "+filepath.Base(file)) {
				t.Errorf("%s %s:\n%s", command, file, line)
			}
		}
	}
	files := 0
	for _, root := range []string{"../../scenarios", "../../docs/lessons"} {
		err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(name, ".yaml") {
				if files%testmain.Every(3) == 0 {
					look(name, "lint", "run")
				}
				files++
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	bad, err := filepath.Glob("../../scenario/syntax/testdata/bad/*.yaml")
	if err != nil || len(bad) < 300 || files < 500 {
		t.Fatal(len(bad), files, err)
	}
	for _, file := range bad {
		look(file, "check")
	}
	for name, text := range badPrograms {
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		look(file, "check", "run")
	}
}

// badPrograms are programs with something wrong, each in another way.
var badPrograms = map[string]string{
	"modules.js":  "const dns = require('dgram');\nimport x from 'node:http2';\n",
	"symbol.js":   "let a = 1;\nlet a = 2;\n",
	"token.js":    "let a = ;\n",
	"end.js":      "setTimeout(() => console.log('a'), 1\n",
	"found.ts":    "let a: = 1;\n",
	"with.mjs":    "with (a) { b }\n",
	"path.js":     "import x from './none.js';\nx();\n",
	"package.js":  "import x from 'no-such-package';\nx();\n",
	"const.js":    "const a = 1;\na = 2;\n",
	"string.js":   "let a = 'b\n",
	"template.js": "let a = `b\n",
	"regexp.js":   "let a = /b\n",
	"outside.js":  "function f() { await 1; }\n",
	"word.mjs":    "let package = 1;\n",
	"target.js":   "1 = 2;\n",
	"octal.mjs":   "console.log(010);\n",
	"delete.mjs":  "let a; delete a;\n",
	"return.mjs":  "export {};\nreturn 1;\n",
	"break.js":    "break;\n",
	"label.js":    "if (1) let\na = 1;\n",
	"exports.mjs": "export const a = 1;\nexport const a = 2;\n",
	"decl.js":     "while (0) function* f() {}\n",
	"new.js":      "const a;\n",
	"flag.js":     "let a = /b/zz;\n",
	"type.ts":     "enum { A }\n",
	"private.js":  "class A { m() { return this.#x; } }\n",
	"super.js":    "function f() { super(); }\n",
	"thrown.js":   "setTimeout(() => { throw new Error('thrown'); }, 1);\n",
	"bytes.js":    "\x00\x01",
}

// TestLeaksAreFound attacks the rule above.
func TestLeaksAreFound(t *testing.T) {
	for line, leaked := range map[string]bool{
		"错误：With statements cannot be used\n":      true,
		"error: a delay is wanted\n":               true,
		"hint: write it\n":                         true,
		"提示：写成 `b before a and c`\n":               false,
		"a.yaml:5:1: 错误：多余的 `}`\n":                 false,
		"One name of the file\n":                   false,
		"node22, node26：显示第一个\n":                   false,
		"      0  main   the label of some task\n": false,
		"  3 |   - log: it is code\n":              false,
		"browser: the standard of 2026\n":          true,
	} {
		if got := leaks(line, "name: One name of the file"); (len(got) > 0) != leaked {
			t.Errorf("%q: %q", line, got)
		}
	}
}
