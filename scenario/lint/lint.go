// Package lint finds what is legal in a scenario and surely a mistake: a name
// that nothing uses, a rule that nothing can violate, an expectation that only
// holds because a machine is taken to be infinitely fast.
package lint

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"evsim/internal/say"
	"evsim/model"
	"evsim/scenario"
	"evsim/scenario/syntax"
	"evsim/sim"
)

// Finding is one mistake.
type Finding struct {
	Rule    string // the id of the rule that finds it
	Pos     sim.Pos
	Message say.Text
	Fix     say.Text // what to do about it
}

// Rule is a kind of mistake.
type Rule struct {
	ID  string
	Doc say.Text // what it finds, as a sentence without its full stop
	Why say.Text // why that is a mistake, and what to do
	run func(*linter)
}

// Rules lists every rule, in the order of the reference.
func Rules() []Rule {
	return []Rule{
		{"unwritten-line", "an expected log has a line that no statement logs", "It can never come true: the line is misspelt, or its statement is gone", (*linter).unwrittenLines},
		{"idle-rule", "a rule that nothing can violate", "`A before B` means nothing if B is never logged, nor do `A adjacent B`, `A within 5ms of B`, `A never after B` and `at most 2 of A..B` if A is never logged; a rule that is repeated adds nothing", (*linter).idleRules},
		{"pinned-race", "an expectation or rule that holds only because the file leaves out `clock.startup` or `clock.phase`", "No real machine starts its loop at once, at the start of a millisecond: give a range and list all `outcomes`; or write `clock: {startup: 0ms, phase: 0ms}` to say that it is meant", (*linter).pinnedRaces},
		{"unchecked-policy", "`policies` names a policy without any expectation", "Nobody would notice if the order changed there", (*linter).uncheckedPolicies},
		{"idle-case", "a case that changes nothing of the world, or checks nothing", "Its key is misplaced, or its expectation is missing", (*linter).idleCases},
		{"unused-function", "a function that is never called", "It never runs: a `call` is missing, or the function is left over", (*linter).unusedFunctions},
		{"unused-name", "a name under `as` or `mark` that nothing refers to", "The statement that should use it is missing, or names another", (*linter).unusedNames},
		{"lost-name", "a name that is given again before anything used it", "The first object can no longer be used: give one of the two another name", (*linter).lostNames},
		{"dead-statement", "a statement after `throw` or `exit`", "It never runs. A statement that logs a line is not reported, because it may be there to show just that", (*linter).deadStatements},
		{"never-settled", "a callback or `await` on a promise that nothing settles", "It never runs: a `resolve` or `reject` is missing", (*linter).neverSettled},
		{"unheard-event", "an event, message or mutation that nothing listens to", "It does nothing: the target or the event has another name there", (*linter).unheardEvents},
		{"idle-listener", "a listener for an event that never happens", "It never runs: the target or the event has another name there", (*linter).idleListeners},
		{"unsent-signal", "a listener of a signal that nothing sends", "It never runs: a `kill` or an entry of `users` is missing, or names another signal", (*linter).unsentSignals},
		{"never-drawn", "a callback of a frame where the page is always hidden", "It never runs: no hidden page is drawn in the model. `rules` can say of its lines that they are logged `never`", (*linter).neverDrawn},
		{"unused-file", "an entry of `files`, `network` or `io` that nothing reads", "The path or address is not the one that the script reads", (*linter).unusedFiles},
		{"half-translated", "a text that lacks a language which other texts of the file have", "Readers of that language see a text in the other one. A text without a language is used for both", (*linter).halfTranslated},
	}
}

// Check is everything that the rules find in a scenario, in the order of its
// places; where there are more than [MaxFound], those of the first rules. The
// source is that of the scenario. Rules that are about what can be logged explore
// up to so many paths for each world and policy, and say nothing where there are
// more.
func Check(ctx context.Context, s *scenario.Scenario, src []byte, paths int) []Finding {
	l := newLinter(ctx, s, src, paths)
	for _, rule := range Rules() {
		l.rule = rule.ID
		rule.run(l)
	}
	slices.SortStableFunc(l.found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col), strings.Compare(a.Rule, b.Rule))
	})
	return slices.Compact(l.found)
}

// maxMemory bounds what one exploration takes, in bytes, about.
const maxMemory = 64 << 20

// linter looks at one scenario.
type linter struct {
	*scenario.Scenario
	ctx   context.Context
	tree  *syntax.Piece // the file as it is written
	paths int

	policies []model.Policy // that have all that the script uses
	uses     []int          // by HandleID: how often it is referred to
	reached  []bool         // by BodyID: whether something leads there
	logged   map[place]*outcome

	rule  string
	found []Finding
}

// MaxFound is how many findings are kept of a file.
const MaxFound = 20_000

func (l *linter) report(at sim.Pos, message, fix say.Text) {
	if len(l.found) < MaxFound {
		l.found = append(l.found, Finding{l.rule, at, message, fix})
	}
}

func newLinter(ctx context.Context, s *scenario.Scenario, src []byte, paths int) *linter {
	l := &linter{Scenario: s, ctx: ctx, paths: paths, logged: make(map[place]*outcome)}
	l.tree, _ = syntax.Pieces(s.File, src)
	for _, p := range s.RunsOn() {
		if s.Lacks(p) == nil {
			l.policies = append(l.policies, p)
		}
	}
	l.countUses()
	l.reached = make([]bool, len(s.Script.Bodies))
	l.reach(s.Script.Main)
	return l
}

// code marks a piece of the file in a message.
func code(s string) string { return "`" + s + "`" }
