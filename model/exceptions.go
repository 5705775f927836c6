package model

import (
	"math"
	"slices"
	"strings"

	"evsim/ecma"
	"evsim/internal/say"
	"evsim/sim"
)

// exception is a rule that some releases have otherwise than the policy that
// stands for them.
type exception struct {
	rule  sim.Rule // of docs/rules.md
	among []between
	has   string // what they have, in a few words
	apply func(*Policy)
}

// between is the releases from one on and before another.
type between struct{ from, to version }

func (b between) holds(v version) bool { return !v.before(b.from) && v.before(b.to) }

// hops is an exception of how many jobs a module's throw takes.
func hops(n uint32, has string, among ...between) exception {
	return exception{RuleModuleHops, among, has, func(p *Policy) { p.Node.ModuleHops = n }}
}

// exceptions are what the releases of one policy do not have in common. The
// releases on both sides of each boundary were run, but where one is the first
// or the last that a policy stands for, and at 26.8.0, for which 26.8.2 was run. At
// 10.12 the event multipleResolves was seen, which that release is the first to
// emit; no program is known whose log shows the tick but in Node 11, so elsewhere
// async_hooks counted the ticks.
func exceptions() []exception {
	return slices.Concat([]exception{
		{RuleListAgain, []between{{version{10, 2, 0}, version{10, 17, 0}}}, "the ticks that are left wait for the next checkpoint", func(p *Policy) {
			p.Node.ListAgain = false
		}},
		{RuleExitCode, []between{{version{10, 2, 0}, version{10, 7, 0}}}, "1 after an exception that nothing caught, whatever was set", func(p *Policy) {
			p.Node.UncaughtIsOne = true
		}},
		{RuleLateHandledQuiet, []between{{version{10, 2, 0}, version{10, 15, 3}}}, "so do those of warnings, where nothing listens to unhandledRejection", func(p *Policy) {
			p.Node.UnheardQuiet = true
		}},
		{RuleUncaughtAborts, []between{{version{26, 8, 0}, version{26, 9, 0}}}, "listeners hear of an exception also while they hear of another", func(p *Policy) {
			p.Node.UncaughtAborts = false
		}},
		{RulePoolSlow, []between{{version{10, 2, 0}, version{10, 12, 0}}}, "no limit of threads for lookups (libuv before 1.23.1)", func(p *Policy) {
			p.Node.SlowWaits = false
		}},
		{RuleEventfd, []between{{version{22, 12, 0}, version{22, 13, 0}}, {version{23, 1, 0}, version{23, 5, 0}}}, "the descriptor of the pool leaves the line when it is reported (libuv 1.49.0 and 1.49.1)", func(p *Policy) {
			p.Node.EventfdOnce = true
		}},
		{RuleIOUring, []between{{version{18, 18, 0}, version{18, 18, 1}}, {version{20, 3, 0}, version{20, 11, 1}}, {version{21, 0, 0}, version{21, 6, 2}}}, "readFile goes past the thread pool (libuv 1.45 to 1.47, on Linux 5.15.90 and later)", func(p *Policy) {
			p.Node.IOUring = true
		}},
		{RuleNodePorts, []between{{version{15, 0, 0}, version{16, 15, 0}}, {version{17, 0, 0}, version{17, 8, 0}}}, "a port that was closed sends until its end", func(p *Policy) {
			p.Node.ClosingSends = true
		}},
		{RuleSettledTicks, []between{{version{10, 2, 0}, version{10, 12, 0}}}, "no tick", func(p *Policy) {
			p.Node.SettledTicks = false
		}},
		{RuleSettledTicks, []between{{version{18, 18, 0}, version{18, 18, 1}}, {version{20, 3, 0}, version{20, 15, 0}}, {version{21, 0, 0}, version{22, 2, 0}}}, "a tick", func(p *Policy) {
			p.Node.SettledTicks = true
		}},
		{RulePendingAgain, []between{{version{15, 0, 0}, version{18, 13, 0}}, {version{19, 0, 0}, version{19, 1, 0}}}, "pending callbacks before poll only (libuv before 1.44.2)", func(p *Policy) {
			p.Node.Run = uvRunTimersFirst
		}},
		{RuleAlive, []between{{version{20, 3, 0}, version{20, 4, 0}}}, "timers run once even if nothing is alive as the loop begins (libuv 1.45.0)", func(p *Policy) {
			p.Node.Run = uvRunTimersAnyway
		}},
		{RuleStartsAwake, []between{{version{18, 11, 0}, version{18, 19, 0}}}, "the loop is awake at its start", func(p *Policy) {
			p.Node.StartsAwake = true
		}},
	}, readExceptions(), moduleExceptions(), []exception{
		{RuleRejectionsTaken, []between{{version{18, 18, 0}, version{18, 18, 1}}, {version{20, 3, 0}, version{20, 15, 0}}, {version{21, 0, 0}, version{22, 2, 0}}}, "each is looked at in its turn", func(p *Policy) {
			p.Node.RejectionsTaken = false
		}},
		{RuleContextJobs, []between{{version{14, 10, 0}, version{15, 0, 0}}}, "vm has the option microtaskMode", func(p *Policy) {
			p.Features = p.Features.With(ContextJobs)
		}},
		{RuleCheckScope, []between{{version{26, 4, 0}, version{26, 8, 0}}}, "no checkpoint as the check phase begins", func(p *Policy) {
			p.Node.CheckScope = false
		}},
	}, languageExceptions())
}

// readExceptions are those of how files are read.
func readExceptions() []exception {
	return []exception{
		{RuleReadFilePromises, []between{{version{10, 2, 0}, version{10, 7, 0}}}, "the trip that finds the end is not made for an empty file, nor behind a short read of a file of more than 16 KiB", func(p *Policy) {
			p.Node.ShortReadEnds = true
		}},
		{RuleReadFilePromises, []between{{version{14, 18, 0}, version{15, 0, 0}}}, "fs.promises.readFile makes as many trips as readFile", func(p *Policy) {
			p.Node.ReadFilePromises = 0
		}},
		{RuleReadFilePromises, []between{{version{15, 0, 0}, version{15, 8, 0}}}, "fs.promises.readFile reads 16 KiB at a time, and once more", func(p *Policy) {
			p.Node.ReadFilePromises = 16 << 10
		}},
		{RuleReadFilePromises, []between{{version{15, 8, 0}, version{15, 12, 0}}}, "fs.promises.readFile reads the whole file at once, and once more", func(p *Policy) {
			p.Node.ReadFilePromises = math.MaxInt64
		}},
	}
}

// moduleExceptions are those of the loader of modules.
func moduleExceptions() []exception {
	return []exception{
		hops(3, "3 jobs", between{version{14, 10, 0}, version{15, 0, 0}}, between{version{21, 6, 2}, version{22, 4, 0}}),
		hops(5, "5 jobs", between{version{20, 0, 0}, version{20, 3, 0}}),
		hops(6, "6 jobs", between{version{16, 12, 0}, version{16, 18, 0}}, between{version{17, 0, 0}, version{18, 9, 0}}, between{version{18, 13, 0}, version{18, 19, 0}}, between{version{19, 1, 0}, version{20, 0, 0}}),
		hops(8, "8 jobs", between{version{16, 18, 0}, version{17, 0, 0}}, between{version{18, 9, 0}, version{18, 13, 0}}, between{version{19, 0, 0}, version{19, 1, 0}}),
		{RuleUnsettledExit, []between{{version{14, 10, 0}, version{15, 0, 0}}}, "exit code 13", func(p *Policy) {
			p.Node.UnsettledExit = unsettledUnset
		}},
		{RuleUnsettledExit, []between{{version{21, 6, 2}, version{22, 0, 0}}}, "a code of 0 that was set stays", func(p *Policy) {
			p.Node.UnsettledExit = unsettledUnset
		}},
		{RuleUnsettledForced, []between{{version{14, 10, 0}, version{14, 19, 0}}, {version{15, 0, 0}, version{16, 14, 0}}, {version{17, 0, 0}, version{17, 4, 0}}}, "exit code 13 also after process.exit without a code", func(p *Policy) {
			p.Node.UnsettledForced = true
		}},
		{RuleUnsettledLast, []between{{version{22, 0, 0}, version{22, 15, 0}}, {version{23, 0, 0}, version{23, 10, 0}}}, "exit code 13 behind the listeners of exit only", func(p *Policy) {
			p.Node.UnsettledLast = true
		}},
		{RuleModuleInMain, []between{{version{21, 6, 2}, version{22, 18, 0}}, {version{23, 0, 0}, version{24, 3, 0}}}, "ES modules run in poll", func(p *Policy) {
			p.Node.ModuleInMain = false
		}},
	}
}

// languageExceptions are those of the rules of promises.
func languageExceptions() []exception {
	return []exception{
		{ecma.RuleGeneratorEndRethrows, []between{{version{14, 10, 0}, version{15, 0, 0}}}, "what was caught is forgotten", func(p *Policy) {
			p.ECMA.EndRethrows = false
		}},
		{ecma.RuleGeneratorDelegateAwaits, []between{{version{20, 0, 0}, version{20, 3, 0}}}, "values are passed on without being awaited", func(p *Policy) {
			p.ECMA.DelegateAwaits = false
		}},
		{ecma.RuleGeneratorDelegateAwaits, []between{{version{18, 18, 0}, version{18, 18, 1}}}, "each value that is passed on is awaited", func(p *Policy) {
			p.ECMA.DelegateAwaits = true
		}},
		{ecma.RuleGeneratorDelegateThrows, []between{{version{21, 6, 2}, version{22, 0, 0}}}, "return throws the reason into what yield* goes over", func(p *Policy) {
			p.ECMA.DelegateThrows = true
		}},
		{ecma.RuleGeneratorArrayRethrows, []between{{version{23, 0, 0}, version{26, 8, 0}}}, "throw during yield* of an array throws a TypeError", func(p *Policy) {
			p.ECMA.ArrayRethrows = false
		}},
		{ecma.RuleGeneratorSyncCloses, []between{{version{23, 0, 0}, version{26, 8, 0}}}, "an iterator of the script that throws is closed", func(p *Policy) {
			p.ECMA.SyncCloses = true
		}},
	}
}

// varies reports that the release has the rule as its family does, in another way.
func (e exception) varies(v version) bool {
	switch e.rule {
	case RuleModuleHops, RuleAlive, RuleEventfd, RuleExitCode:
		return true
	case RuleUnsettledExit:
		return !v.before(version{15, 0, 0}) // node12 has it not, but for 14
	}
	return false
}

// applyExceptions makes the policy that of one release.
func (p *Policy) applyExceptions(v version) {
	for _, e := range exceptions() {
		if slices.ContainsFunc(e.among, func(b between) bool { return b.holds(v) }) {
			e.apply(p)
			p.Differs = append(p.Differs, Difference{Rule: e.rule, Has: e.has, Varies: e.varies(v)})
		}
	}
	if p.Differs == nil {
		return
	}
	var rules []string
	for _, d := range p.Differs {
		if !slices.Contains(rules, string(d.Rule)) {
			rules = append(rules, string(d.Rule))
		}
	}
	p.Of, p.Name, p.Versions = p.Name, "node@"+v.String(), say.Word(v.String())
	p.Title = say.Of("%s, but for %s", p.Of, strings.Join(rules, ", "))
}

// Difference is a rule that a release has otherwise than the policy that
// stands for its neighbours.
type Difference struct {
	Rule   sim.Rule // of docs/rules.md
	Has    string   // what the release has, in a few words
	Varies bool     // it has the rule too, in another way; else one of the two has it and the other has not
}

// Family is the name of the policy of Policies that this one is, or that it is
// but for what Differs says.
func (p Policy) Family() string {
	if p.Of != "" {
		return p.Of
	}
	return p.Name
}
