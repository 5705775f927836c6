package observe_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evsim/internal/observe"
)

var update = flag.Bool("update", false, "rewrite the exported scripts in testdata")

// TestExport holds exported scripts against those in testdata, which are there
// to be read.
func TestExport(t *testing.T) {
	for _, c := range []struct {
		scenario, want string
		target         observe.Target
	}{
		{"node.yaml", "node.cjs", observe.Node},
		{"node.yaml", "virtual.cjs", observe.VirtualNode},
		{"browser.yaml", "browser.html", observe.Browser},
	} {
		s := parse(t, filepath.Join("testdata/export", c.scenario))
		got, err := observe.Export(s, c.target)
		if err != nil {
			t.Fatal(err)
		}
		want := filepath.Join("testdata/export", c.want)
		if *update {
			if err := os.WriteFile(want, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if text, err := os.ReadFile(want); err != nil || string(text) != got {
			t.Errorf("%s is not what is exported now (%v); run with -update and read the difference", want, err)
		}
	}
}

// TestReturnsOfGenerators: an async generator returns no call, whose value WebKit would
// not await, as the language's statement does. Other functions may.
func TestReturnsOfGenerators(t *testing.T) {
	s := scenarioOf(t, `evsim: 1
name: x
functions:
  called: {async: true, do: [{return: resolved}]}
  ended: {async: true, generator: true, do: [{return: resolved}]}
  tried: {async: true, generator: true, do: [{try: [{return: rejected}], catch: [{return: value}]}]}
  limited: {async: true, generator: true, limit: 2, do: [{return: {call: called}}]}
script: [{call: ended}, {call: tried}, {call: limited}, {call: called}]
`)
	for _, target := range []observe.Target{observe.Node, observe.Browser, observe.VirtualNode, observe.Program} {
		got, err := observe.Export(s, target)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"return Promise.resolve();", "const returned = Promise.resolve();", "const returned = Promise.reject();", "const returned = called();"} {
			if strings.Count(got, text) != 1 {
				t.Errorf("for %v %q is not there once:\n%s", target, text, got)
			}
		}
		if strings.Count(got, "return returned;") != 3 || strings.Contains(got, "return called()") || strings.Contains(got, "return Promise.reject") {
			t.Errorf("for %v a call is returned:\n%s", target, got)
		}
	}
}

// TestNotExported: what a target lacks is refused, with its place.
func TestNotExported(t *testing.T) {
	for _, c := range []struct {
		target     observe.Target
		text, want string
	}{
		{observe.Browser, "script: [{nextTick: , do: []}]", "test.yaml:3:11: a browser does not have `nextTick`"},
		{observe.Node, "script: [{requestAnimationFrame: , do: []}]", "test.yaml:3:11: Node does not have `requestAnimationFrame`"},
		{observe.VirtualNode, "costs: {log: 1ms}\nscript: [{log: a}]", "`costs` cannot be exported"},
		{observe.VirtualNode, "clock: {startup: 1ms}\nscript: [{log: a}]", "`clock.startup` cannot be exported"},
		{observe.VirtualNode, "clock: {skew: {offset: 1ms}}\nscript: [{log: a}]", "`clock.skew` cannot be exported"},
		{observe.Program, "script: [{resize: box}]", "`resize` cannot be exported for evsim: its programs have no ResizeObserver"},
		{observe.Program, "script: [{send: r, url: /}]", "its programs have no XMLHttpRequest"},
		{observe.Program, "script: [{transaction: t}]", "its programs have no IndexedDB"},
		{observe.Program, "network: {/a: {latency: 1ms}}\nscript: [{fetch: /a, latency: 2ms, do: {log: a}}]", "a length of its own cannot be exported for evsim"},
		{observe.Node, "script: [{on: rejectionHandled, do: {log: '${error}'}}]", "gives its listeners the promise"},
	} {
		s := scenarioOf(t, "evsim: 1\nname: x\n"+c.text+"\n")
		if _, err := observe.Export(s, c.target); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %v: %v", c.text, c.target, err)
		}
	}
}
