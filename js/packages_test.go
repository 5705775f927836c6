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
		"exports.now = () => require('domain').create()":                               "evsim does not have `create` of the module `domain`",
		"exports.now = () => { try { require('node:http').get } catch { return 2 } }":  "evsim does not have `get` of the module `http`",
		"exports.now = () => { const { get } = require('http') }":                      "evsim does not have `get` of the module `http`",
		"exports.now = () => Object.keys(require('url'))":                              "evsim does not have `url`, a module of Node",
		"exports.now = () => 'get' in require('https')":                                "evsim does not have `get` of the module `https`",
		"exports.now = () => { for (const key in require('v8')) return key }":          "evsim does not have `v8`, a module of Node",
		"exports.now = () => class extends require('stream') {}":                       "evsim does not have `prototype` of the module `stream`",
		"exports.now = () => require('stream')()":                                      "evsim does not have `stream`, a module of Node",
		"exports.now = () => new (require('stream'))":                                  "evsim does not have `stream`, a module of Node",
		"exports.now = () => require('os').cpus().length":                              "evsim does not have `cpus` of the module `os`",
		"import { get } from 'http'; export const now = () => get()":                   "evsim does not have `get` of the module `http`",
		"import * as http from 'http'; export const now = () => http.get()":            "evsim does not have `get` of the module `http`",
		"import http from 'http'; export const now = () => http.get()":                 "evsim does not have `get` of the module `http`",
		"export { get as now } from 'http'":                                            "evsim does not have `get` of the module `http`",
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

// TestPackagesThatImport runs packages that import what evsim has not, and use none of it.
func TestPackagesThatImport(t *testing.T) {
	for _, code := range []string{
		"import http from 'http'; import { get } from 'node:https'; import * as net from 'net'; import 'tls'; export const now = () => [typeof http, typeof net]",
		"const http = require('http'); exports.now = () => [typeof http, typeof require('zlib')]",
		"exports.now = async () => [typeof await import('http'), typeof (await import('url')).default]",
	} {
		p, err := packed(t, "(async () => console.log(await require('many').now()))();\n", map[string]string{"many": code})
		if err != nil {
			t.Fatal(err)
		}
		if l, stop := runUnder(t, p, model.MustLookup("node22"), &p.world, program.Options{}); strings.Join(l.lines, " ") != "[ 'object', 'object' ]" {
			t.Errorf("%s: %q (%s)", code, l.lines, stop.Error)
		}
	}
}

// TestPackagesOnOldReleases has node: be before a name where the release takes it, and
// have no such module where not: Node 10.24 and 24.21 print this.
func TestPackagesOnOldReleases(t *testing.T) {
	p, err := packed(t, "console.log(require('many'))", map[string]string{"many": "try { module.exports = typeof require('node:http') } catch (e) { module.exports = e.code }"})
	if err != nil {
		t.Fatal(err)
	}
	for policy, want := range map[string]string{"node10": "MODULE_NOT_FOUND", "node24": "object"} {
		if l, stop := runUnder(t, p, model.MustLookup(policy), &p.world, program.Options{}); strings.Join(l.lines, " ") != want {
			t.Errorf("%s: %q (%s), want %s", policy, l.lines, stop.Error, want)
		}
	}
}

// TestOS is of the machine that process tells of; Node 10 and 24 on such a machine say
// the same, but for the folders and the name.
func TestOS(t *testing.T) {
	p, err := packed(t, "const os = require('os');\nconsole.log(os.EOL === '\\n', os.type(), os.platform() === process.platform, os.arch() === process.arch, os.endianness(), `${os.tmpdir}`, os.devNull, 'version' in os, require('tty').isatty(1));\n", nil)
	if err != nil {
		t.Fatal(err)
	}
	for policy, want := range map[string]string{
		"node10": "true 'Linux' true true 'LE' '/tmp' undefined false false",
		"node24": "true Linux true true LE /tmp /dev/null true false",
	} {
		if l, stop := runUnder(t, p, model.MustLookup(policy), &p.world, program.Options{}); strings.Join(l.lines, " ") != want {
			t.Errorf("%s: %q (%s), want %s", policy, l.lines, stop.Error, want)
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

// TestPackagesThatTry: a package may find out by a try that a global is not there, and
// bring its own; the program itself may not, and what nobody catches ends the run.
func TestPackagesThatTry(t *testing.T) {
	const tries = "let own; try { own = new Blob([]) } catch (e) { own = 'its own' }\n"
	const takes = "exports.make = () => new Blob([]);\n"
	for _, c := range []struct{ text, code, lines, ends string }{
		{"console.log(require('many').own);\n", tries + "exports.own = own;\n", "its own", ""},
		{tries + "console.log(own);\n", "", "", "evsim does not have `Blob`, which Node has since 18.0 (app.js:1:"},
		{"console.log(1); require('many').make();\n", takes, "1", "evsim does not have `Blob`, which Node has since 18.0 (node_modules/many/index.js:1:"},
		{"Promise.resolve().then(require('many').make).catch(() => console.log(2));\n", takes, "", "evsim does not have `Blob`, which Node has since 18.0 (node_modules/many/index.js:1:"},
	} {
		p, err := packed(t, c.text, map[string]string{"many": c.code})
		if err != nil {
			t.Fatal(err)
		}
		l, stop := runUnder(t, p, model.MustLookup("node22"), &p.world, program.Options{})
		if got := strings.Join(l.lines, " "); got != c.lines || !strings.HasPrefix(stop.Error.String(), c.ends) || (c.ends != "") != (stop.Reason == sim.Abandoned) {
			t.Errorf("%s with %s: %q, %s %q", c.text, c.code, got, stop.Reason, stop.Error.String())
		}
	}
}
