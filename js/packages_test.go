package js

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// packed loads a program beside packages, by their names.
func packed(t *testing.T, text string, packages map[string]string) (*Program, error) {
	t.Helper()
	folder := t.TempDir()
	for name, code := range packages {
		dir := filepath.Join(folder, "node_modules", name)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "index.js"), []byte(code), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(folder, "app.js")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return Load(file, []byte(text))
}

// TestPackagesOfManyPlatforms runs programs whose packages name what the runtime has not,
// and never come there.
func TestPackagesOfManyPlatforms(t *testing.T) {
	p, err := packed(t, "console.log(require('many').now());\n", map[string]string{"many": `
exports.frame = () => requestAnimationFrame(() => document.title);
exports.domain = () => require('domain');
exports.now = () => 1;
`})
	if err != nil {
		t.Fatal(err)
	}
	node := model.MustLookup("node22")
	if need := p.Lacks(node); need != nil {
		t.Errorf("node22 lacks %v", need)
	}
	if l, stop := runUnder(t, p, node, &p.world, program.Options{}); strings.Join(l.lines, " ") != "1" || stop.Reason != sim.Exited && stop.Error.String() != "" {
		t.Errorf("%q (%s)", l.lines, stop.Error.String())
	}
}

// TestPackagesThatComeThere ends a run at the place where a package asks for what evsim
// has not, and nowhere else.
func TestPackagesThatComeThere(t *testing.T) {
	for code, want := range map[string]string{
		"exports.now = () => require('domain')":                                        "evsim does not have `domain`, a module of Node; it has",
		"exports.now = () => { try { require('node:http') } catch { return 2 } }":      "evsim does not have `http`, a module of Node; it has",
		"exports.now = () => require('async_hooks').executionAsyncId":                  "evsim does not have `executionAsyncId` of the module `async_hooks`",
		"exports.now = () => require('diagnostics_channel').channel('a').bindStore(1)": "evsim does not have `Channel.bindStore` of the module `diagnostics_channel`",
		"exports.now = () => process.on('multipleResolves', () => {})":                 "evsim does not have the event `multipleResolves` of process",
		"exports.now = () => require('path').win32":                                    "evsim does not have `win32` of the module `path`",
		"exports.now = () => requestAnimationFrame(() => {})":                          "ReferenceError: requestAnimationFrame is not defined",
	} {
		p, err := packed(t, "console.log('before');\nconsole.log(require('many').now());\n", map[string]string{"many": code})
		if err != nil {
			t.Fatal(err)
		}
		l, stop := runUnder(t, p, model.MustLookup("node22"), &p.world, program.Options{})
		text := stop.Error.String()
		if stop.Reason != sim.Abandoned {
			text += stop.Label
		}
		if len(l.lines) == 0 || l.lines[0] != "before" || len(l.lines) > 2 || !strings.Contains(text+strings.Join(l.lines, " "), want) {
			t.Errorf("%s: %q, %s %q, want %s", code, l.lines, stop.Reason, text, want)
		}
		if stop.Reason == sim.Abandoned && !strings.Contains(text, "node_modules/many/index.js:1:") {
			t.Errorf("%s: %s has no place", code, text)
		}
	}
}

// TestOwnFilesAreHeldToTheirPlatform refuses what the program's own files ask for.
func TestOwnFilesAreHeldToTheirPlatform(t *testing.T) {
	p, err := packed(t, "setTimeout(() => requestAnimationFrame(() => {}));\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if need := p.Lacks(model.MustLookup("node22")); need == nil || need.Verb != "requestAnimationFrame" {
		t.Errorf("node22 lacks %v", need)
	}
	if _, err := packed(t, "setTimeout(() => require('domain'));\n", nil); err == nil || !strings.Contains(err.Error(), "`domain` is a module of Node that evsim does not have") {
		t.Error(err)
	}
	if _, err := packed(t, "require('many')", map[string]string{"many": "import 'http'"}); err == nil || !strings.Contains(err.Error(), "`http` is a module of Node that evsim does not have") {
		t.Error(err)
	}
}

// TestPlacesBesideEval keeps the places of programs that evaluate text.
func TestPlacesBesideEval(t *testing.T) {
	p, err := packed(t, "const a = 1;\nif (a > 1) eval('a');\n  document.title;\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	if need := p.Lacks(model.MustLookup("node22")); need == nil || need.Pos.Line != 3 || need.Pos.Col != 3 {
		t.Errorf("node22 lacks %+v", need)
	}
}

// TestMissingPackages says what to do about a package that is not there.
func TestMissingPackages(t *testing.T) {
	_, err := packed(t, "require('no-such-package')", nil)
	if problems, ok := err.(Problems); !ok || len(problems) != 1 || !strings.Contains(problems[0].Hint.String(), "install it with npm") {
		t.Errorf("%+v", err)
	}
}
