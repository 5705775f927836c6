package js

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"evsim/internal/observe/browser"
	"evsim/internal/observe/nodes"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// walked are the runtimes whose objects were walked: releases of Node, and browsers, of
// which what belongs to the language is kept.
var walked = []string{"10.24.1", "11.15.0", "12.22.12", "14.21.3", "15.14.0", "16.6.2", "16.20.2", "17.2.0", "17.9.1", "18.0.0", "18.20.8", "19.0.1", "19.8.1", "20.0.0",
	"20.12.2", "20.20.2", "21.0.0", "21.7.3", "22.0.0", "22.23.3", "23.0.0", "23.11.1", "24.0.2", "24.21.0", "25.0.0", "25.9.0", "26.0.0", "26.10.0", "chromium", "firefox"}

const (
	walkText = "testdata/builtins.js"
	builtins = "testdata/builtins.txt"
)

// otherMembers are what evsim does not have, or has too much, with the reason.
var otherMembers = map[string]string{
	`^(Eval|Range|Reference|Syntax|Type|URI)Error\.prototype\.toString$`:                                       "it is inherited, and the same",
	`^Event\.prototype\.(target|currentTarget|timeStamp)$|^DOMException.*\.message$|^Error\.prototype\.stack$`: "each object has it itself",
	`^Error\.prepareStackTrace$`:            "it may be asked for, and is undefined",
	`^Symbol\.matchAll$`:                    "the engine does not let go of it",
	`^Array\.prototype\.@@unscopables\.at$`: "only a with statement over an array asks",
	`^process\.@@toStringTag$`:              "Node 10 has a class of this name instead",
	`^process\.exitCode$`:                   "where nobody has set it, it is undefined",
	`^process\.(binding|getBuiltinModule)$`: "packages call them to see what is there: see lackingParts",
	`^console\.(context|Console|createTask|timeline|timelineEnd|markTimeline)$`:                                             "they make other consoles, or are for tools of developers",
	`^performance\.(onresourcetimingbufferfull|@@toStringTag|clear(Functions|Entries)|maxEntries)$|^crypto\.@@toStringTag$`: "an object of no class stands for it",
}

// builtinsOf are the names that each runtime has.
func builtinsOf(t *testing.T) map[string]map[string]bool {
	t.Helper()
	text, err := os.ReadFile(builtins)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]map[string]bool)
	for _, r := range walked {
		all[r] = make(map[string]bool)
	}
	for line := range strings.Lines(string(text)) {
		ranges, names, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok || ranges == "#" {
			continue
		}
		for span := range strings.SplitSeq(ranges, ",") {
			first, last, _ := strings.Cut(span, "..")
			from, to := slices.Index(walked, first), slices.Index(walked, last)
			if from < 0 || to < from {
				t.Fatalf("%q is no range of runtimes that were walked", span)
			}
			for _, r := range walked[from : to+1] {
				for name := range strings.FieldsSeq(names) {
					all[r][name] = true
				}
			}
		}
	}
	return all
}

// named is the program that walks, with each of the names: evsim makes what is named.
func named(t *testing.T, all map[string]map[string]bool) *Program {
	t.Helper()
	text, err := os.ReadFile(walkText)
	if err != nil {
		t.Fatal(err)
	}
	words := make(map[string]bool)
	for _, names := range all {
		for name := range names {
			for _, word := range strings.Split(name, ".") {
				words[strings.TrimPrefix(word, symbolic)] = true
			}
		}
	}
	var b strings.Builder
	b.Write(text)
	b.WriteString("if (out.length === 0) {\n  let x = console;\n")
	for _, word := range sortedWords(words) {
		if identifier.MatchString(word) {
			fmt.Fprintf(&b, "  x.%s;\n", word)
		} else {
			fmt.Fprintf(&b, "  x[%q];\n", word)
		}
	}
	b.WriteString("}\n")
	return load(t, "walk.js", b.String())
}

var identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

func sortedWords(words map[string]bool) (list []string) {
	for word := range words {
		list = append(list, word)
	}
	slices.Sort(list)
	return list
}

// TestBuiltins: what a runtime has is there in a run under its policy, or ends the run by
// name; and what it has not, is not there.
func TestBuiltins(t *testing.T) {
	if *record {
		recordBuiltins(t)
	}
	kept := builtinsOf(t)
	p := named(t, kept)
	used := make(map[string]bool)
	asking := make(map[string]*Program)
	for _, runtime := range walked {
		t.Run(runtime, func(t *testing.T) {
			policy := policyOf(t, runtime)
			l, stop := runUnder(t, p, policy, nil, program.Options{})
			if stop.Reason != sim.Ended {
				t.Fatalf("the walk ended with %s: %s", stop.Reason, stop.Error.String())
			}
			there := make(map[string]bool)
			for _, name := range strings.Split(strings.Join(l.lines, "\n"), "\n") {
				there[name] = true
			}
			compareBuiltins(t, policy, kept[runtime], there, used, asking)
		})
	}
	for pattern := range otherMembers {
		if !used[pattern] {
			t.Errorf("nothing is like %s any more: take it off the list", pattern)
		}
	}
}

func policyOf(t *testing.T, runtime string) model.Policy {
	t.Helper()
	name := map[string]string{"chromium": "browser", "firefox": "firefox"}[runtime]
	if name == "" {
		name = "node@" + runtime
	}
	policy, err := model.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return policy
}

func compareBuiltins(t *testing.T, policy model.Policy, kept, there, used map[string]bool, asking map[string]*Program) {
	t.Helper()
	refused := make(map[string]bool)
	var lacking, early []string
	for name := range kept {
		top, _, _ := strings.Cut(name, ".")
		if there[name] || excepted(name, used) {
			continue
		}
		if _, asked := refused[top]; !asked && !there[top] {
			refused[top] = endsByName(t, policy, top, asking)
		}
		if !refused[top] {
			lacking = append(lacking, name)
		}
	}
	for name := range there {
		if !kept[name] && (policy.Node != nil || ofLanguage(name)) && !excepted(name, used) {
			early = append(early, name)
		}
	}
	slices.Sort(lacking)
	slices.Sort(early)
	if len(lacking)+len(early) > 0 {
		t.Errorf("not there: %s\nthere, and not in the runtime: %s", strings.Join(lacking, " "), strings.Join(early, " "))
	}
}

var exceptions = sync.OnceValue(func() map[string]*regexp.Regexp {
	all := make(map[string]*regexp.Regexp)
	for pattern := range otherMembers {
		all[pattern] = regexp.MustCompile(pattern)
	}
	return all
})

func excepted(name string, used map[string]bool) bool {
	for pattern := range otherMembers {
		if exceptions()[pattern].MatchString(name) {
			used[pattern] = true
			return true
		}
	}
	return false
}

// endsByName reports whether a run ends where a program takes a global. It keeps the
// program, by that name, for the next runtime.
func endsByName(t *testing.T, policy model.Policy, global string, asking map[string]*Program) bool {
	t.Helper()
	if !identifier.MatchString(global) {
		return false
	}
	if asking[global] == nil {
		asking[global] = load(t, "app.js", "try { String("+global+"); } catch {}")
	}
	_, stop := runUnder(t, asking[global], policy, nil, program.Options{})
	return stop.Reason == sim.Abandoned && strings.Contains(stop.Error.String(), "evsim does not have `"+global+"`")
}

// languageObjects are the objects of ECMA-262, by the list that the walk has.
var languageObjects = sync.OnceValue(func() map[string]bool {
	all := make(map[string]bool)
	text, err := os.ReadFile(walkText)
	if err != nil {
		return all
	}
	_, list, _ := strings.Cut(string(text), "var language = ('")
	list, _, _ = strings.Cut(list, "').split")
	for _, name := range strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(" '+\n", r) }) {
		all[name] = true
	}
	return all
})

// ofLanguage reports whether a name begins with an object of ECMA-262.
func ofLanguage(name string) bool {
	top, _, _ := strings.Cut(name, ".")
	return strings.HasPrefix(top, "%") && top != "%Timeout%" || languageObjects()[top]
}

// recordBuiltins walks the installed releases of Node and the browsers of this machine.
func recordBuiltins(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(walkText)
	if err != nil {
		t.Fatal(err)
	}
	has := make(map[string][]bool)
	for i, runtime := range walked {
		for _, name := range walk(t, runtime, string(text)) {
			if has[name] == nil {
				has[name] = make([]bool, len(walked))
			}
			has[name][i] = true
		}
	}
	lines := make(map[string][]string)
	for name, at := range has {
		lines[spans(at)] = append(lines[spans(at)], name)
	}
	var out bytes.Buffer
	fmt.Fprintln(&out, "# What runtimes have: the runtimes, and names by their way from the global object. go test ./js -run TestBuiltins -record walks them.")
	for _, ranges := range sortedKeys(lines) {
		slices.Sort(lines[ranges])
		fmt.Fprintln(&out, ranges, strings.Join(lines[ranges], " "))
	}
	if err := os.WriteFile(builtins, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

func sortedKeys(lines map[string][]string) (keys []string) {
	for k := range lines {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// spans are the runtimes that have something, as ranges.
func spans(at []bool) string {
	var list []string
	for i := 0; i < len(at); i++ {
		if !at[i] {
			continue
		}
		first := i
		for i+1 < len(at) && at[i+1] {
			i++
		}
		list = append(list, walked[first]+".."+walked[i])
	}
	return strings.Join(list, ",")
}

// walk is what a runtime has.
func walk(t *testing.T, runtime, text string) []string {
	t.Helper()
	if strings.Contains(runtime, ".") {
		binary, err := nodes.Path(runtime)
		if err != nil {
			t.Fatal(err)
		}
		output, err := exec.Command(binary, walkText).Output()
		if err != nil {
			t.Fatalf("node %s: %v", runtime, err)
		}
		return strings.Fields(string(output))
	}
	b, err := browser.Find(runtime, "")
	if err != nil {
		t.Fatal(err)
	}
	const tells = "\nconst lines = out.filter((name) => language.includes(name.split('.')[0]) || /^%(?!Timeout)/.test(name));\n"
	logs, err := b.Run(context.Background(), []browser.Page{{Script: text + tells, Lines: 1}}, 1)
	if err != nil || len(logs[0][0].Lines) == 0 {
		t.Fatalf("%s: %v", runtime, err)
	}
	return logs[0][0].Lines
}
