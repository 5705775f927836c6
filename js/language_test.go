package js

import (
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// TestLanguage holds what functions of the language do which the engine has not against
// what they do in releases of Node.
func TestLanguage(t *testing.T) { eachRelease(t, "language", printer, nil) }

// TestLackingMembers: what evsim has not of an object ends the run where it is called, or
// read if it is no function; under a policy that has it not, it is not there.
func TestLackingMembers(t *testing.T) {
	for _, p := range lackingMembers {
		for _, name := range []string{"node10", "node12", "node26", "browser", "firefox"} {
			policy := model.MustLookup(name)
			for member := range strings.FieldsSeq(p.names) {
				of := p.module
				if of == ofPerformance && policy.Node != nil {
					of = "require('perf_hooks')." + of
				}
				use := "const o = " + of + ";\ntry { o[\"" + member + "\"](); } catch {}"
				log, stop := run(t, load(t, "app.js", use), name, nil, program.Options{})
				marks := policy.Web != nil && among(" mark measure clearMarks clearMeasures getEntries getEntriesByName getEntriesByType ", member) // pages have them
				want := (p.lacks(policy) || p.module == ofPerformance && policy.Web != nil) && !marks
				if got := stop.Reason == sim.Abandoned && stop.At.Line == 2 && strings.Contains(stop.Error.String(), "evsim does not have `"+p.module+"."+member+"`"); got != want && reachable(t, name, of) {
					t.Errorf("%s.%s under %s: %s %s, after %q", p.module, member, name, stop.Reason, stop.Error.String(), log.lines)
				}
			}
		}
	}
}

// reachable reports whether a policy has an object.
func reachable(t *testing.T, policy, of string) bool {
	log, _ := run(t, load(t, "app.js", "let o; try { o = "+of+"; } catch {} console.log(o !== undefined);"), policy, nil, program.Options{})
	return len(log.lines) == 1 && log.lines[0] == "true"
}

// TestLackingMembersAreReplaced: a program may put its own in the place of a member.
func TestLackingMembersAreReplaced(t *testing.T) {
	const text = "Array.fromAsync = () => 'own';\nconsole.log(Array.fromAsync());"
	if log, stop := run(t, load(t, "app.js", text), "node22", nil, program.Options{}); len(log.lines) != 1 || log.lines[0] != "own" {
		t.Errorf("%q, %s", log.lines, stop.Error.String())
	}
}

// TestPreludesWithoutGlobalThis: a release without globalThis has the classes that a
// program names.
func TestPreludesWithoutGlobalThis(t *testing.T) {
	const text = "console.log(typeof globalThis, typeof WeakRef, typeof structuredClone, typeof EventTarget, typeof ''.bold);"
	if log, stop := run(t, load(t, "app.js", text), "node10", nil, program.Options{}); len(log.lines) != 1 || log.lines[0] != "undefined undefined undefined undefined function" {
		t.Errorf("%q, %s", log.lines, stop.Error.String())
	}
}
