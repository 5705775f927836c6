package main

import (
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strings"
	"text/tabwriter"

	"evsim/clock"
	"evsim/ecma"
	"evsim/internal/say"
	"evsim/model"
	"evsim/sim"
)

// policies lists the policies, and the rules in which they differ.
func (a *app) policies(verbose bool) error {
	var b strings.Builder
	b.WriteString(policyTable(a.lang))
	b.WriteString(a.lang.Say("\nnode is the newest Node, node18 the newest release of 18, node@18.20.8 that release.\n"))
	if verbose {
		node, web := split(model.Policies())
		b.WriteString("\n" + ruleTable(a.lang, "rules of Node", node, nodeRules()))
		b.WriteString("\n" + ruleTable(a.lang, "rules of browsers", web, webRules()))
		b.WriteString("\n" + ruleTable(a.lang, "what a script may use", model.Policies(), features()))
	}
	return a.writeAll(b.String())
}

// policiesOf says what stands for each name.
func (a *app) policiesOf(names []string) error {
	found, err := lookup(names)
	if err != nil {
		return err
	}
	return a.writeAll(table(func(w io.Writer) {
		for _, p := range found {
			fmt.Fprintf(w, "%s\t%s\n", p.Name, a.lang.Say(p.Title))
			for _, d := range p.Differs {
				fmt.Fprintf(w, "  %s\t%s\n", d.Rule, d.Has)
			}
		}
	}))
}

// policyTable is the policies, below a heading: characters that are two columns
// wide stand above or behind the columns, and not in them.
func policyTable(l *say.Language) string {
	rows := func(w io.Writer) {
		for _, p := range model.Policies() {
			fmt.Fprintf(w, "%s\t%s\t%s\n", p.Name, l.Say(p.Versions), l.Say(p.Title))
		}
	}
	const heading say.Text = "policy\tstands for\twhat is its own"
	if l != nil {
		return l.Say(heading) + "\n\n" + table(rows)
	}
	return table(func(w io.Writer) {
		fmt.Fprintln(w, heading)
		rows(w)
	})
}

func table(rows func(io.Writer)) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	rows(w)
	w.Flush()
	var trimmed strings.Builder
	for line := range strings.Lines(b.String()) {
		trimmed.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return trimmed.String()
}

func split(policies []model.Policy) (node, web []model.Policy) {
	for _, p := range policies {
		if p.Node != nil {
			node = append(node, p)
		} else {
			web = append(web, p)
		}
	}
	return node, web
}

// rule is one row: what docs/rules.md calls it, what a policy has, and what
// that means.
type rule struct {
	id    string
	field string // of model.NodeRules, model.WebRules or ecma.Rules; a feature has none
	value func(model.Policy) string
	about say.Text
}

func ruleTable(l *say.Language, title say.Text, policies []model.Policy, rules []rule) string {
	above, first := "", title.String()
	if l != nil { // wide characters stand in no column but the last
		above, first = l.Say(title)+"\n\n", ""
	}
	return above + table(func(w io.Writer) {
		fmt.Fprint(w, first)
		for _, p := range policies {
			fmt.Fprintf(w, "\t%s", p.Name)
		}
		fmt.Fprintln(w)
		for _, r := range rules {
			fmt.Fprint(w, r.id)
			for _, p := range policies {
				fmt.Fprintf(w, "\t%s", r.value(p))
			}
			fmt.Fprintf(w, "\t%s\n", l.Say(r.about))
		}
	})
}

// inNode, inWeb and inLanguage are rules that a field of the policy decides.
func inNode(id sim.Rule, field string, about say.Text) rule {
	return rule{string(id), field, func(p model.Policy) string { return shown(reflect.ValueOf(*p.Node).FieldByName(field)) }, about}
}

func inWeb(id sim.Rule, field string, about say.Text) rule {
	return rule{string(id), field, func(p model.Policy) string { return shown(reflect.ValueOf(*p.Web).FieldByName(field)) }, about}
}

func inLanguage(id sim.Rule, field string, about say.Text) rule {
	return rule{string(id), field, func(p model.Policy) string { return shown(reflect.ValueOf(p.ECMA).FieldByName(field)) }, about}
}

// either is the value of a rule that has one of two.
func either(is bool, so, otherwise string) string {
	if is {
		return so
	}
	return otherwise
}

// shown is the value of a rule in a cell. A rule that is a function goes by
// the function's name, without what it has in common with the others.
func shown(v reflect.Value) string {
	if span, ok := v.Interface().(clock.Span); ok {
		return string(sim.AppendMillis(nil, span)) + " ms"
	}
	switch v.Kind() {
	case reflect.Bool:
		return yes(v.Bool())
	case reflect.Func:
		name := runtime.FuncForPC(v.Pointer()).Name()
		name = name[strings.LastIndexByte(name, '.')+1:]
		for _, common := range [...]string{"new", "Node", "uv", "Run", "Timers"} {
			name = strings.TrimPrefix(name, common)
		}
		return strings.ToLower(name)
	}
	return fmt.Sprint(v.Interface())
}

func yes(has bool) string {
	if has {
		return "yes"
	}
	return "-"
}

func nodeRules() []rule {
	return append([]rule{
		inNode(model.RuleTurn, "Run", "timers are the first phase of a turn, or its last; again: first, and pending callbacks once more after poll; ready: last, and what is due is taken out at once"),
		inNode(model.RuleTimers, "Timers", "how timers are kept: a uv_timer_t for each duration (10), or one for all (11)"),
		inNode(model.RuleListAgain, "ListAgain", "after a tick that throws behind a list of timers the list is called again at once, and the other ticks run"),
		inNode(model.RuleTicksBetween, "TicksBetween", "ticks and microtasks run between the immediates of one phase"),
		inNode(model.RuleImmediateAfterThrow, "ImmediateAfterLast", "after a throw in the last immediate the next batch runs in the same phase"),
		inNode(model.RuleCheckScope, "CheckScope", "the check phase begins with a checkpoint"),
		inNode(model.RuleMainScope, "MainScope", "the main script is a callback scope, so a handled throw in it still drains ticks"),
		inNode(model.RuleJobsNest, "JobsNest", "process._tickCallback runs microtasks also in the middle of a microtask"),
		inNode(model.RuleProbeFirst, "ProbeFirst", "poll looks for events before it sleeps, so it does not oversleep"),
		inNode(model.RuleHandledClears, "HandledClears", "handling one rejection forgets that others wait"),
		inNode(model.RuleFatalRejections, "FatalRejections", "an unhandled rejection is an uncaught exception"),
		inNode(model.RuleStartsAwake, "StartsAwake", "the platform wakes the loop as it starts, so the first poll does not sleep"),
		inNode(model.RuleLateHandledQuiet, "LateHandledQuiet", "ticks of a rejectionHandled listener wait for the next checkpoint"),
		inNode(model.RuleLateHandledQuiet, "UnheardQuiet", "and so do those of warnings, where nothing listens to unhandledRejection"),
		inNode(model.RuleRejectionsTaken, "RejectionsTaken", "rejections are taken together: one that a listener handles is reported too, those behind a throw are not"),
		inNode(model.RuleSettledTicks, "SettledTicks", "resolving or rejecting a promise for a second time queues a tick"),
		inNode(model.RuleRefreshReadsClock, "RefreshReadsClock", "refresh reads the clock even of a timer that was cleared"),
		inNode(model.RuleMicrotaskWarns, "MicrotaskWarns", "the first use of queueMicrotask queues a tick, which emits a warning"),
		inNode(model.RuleDoneLosesRef, "DoneLosesRef", "a timer that is done stays unreferenced, also when it is refreshed; once cleared it cannot be"),
		inNode(model.RuleModuleInMain, "ModuleInMain", "an ES module runs in the main script's checkpoint, not in poll"),
		inNode(model.RuleModuleHops, "ModuleHops", "jobs from a module's throw to uncaughtException; one more if an await stands at its top"),
		inNode(model.RuleUncaughtAborts, "UncaughtAborts", "an exception that nothing catches while listeners hear of another aborts the process"),
		inNode(model.RuleExitCode, "UncaughtIsOne", "an exception that nothing caught makes the exit code 1, whatever was set"),
		inNode(model.RuleUnsettledExit, "UnsettledExit", "a module that still awaits as the process ends makes the exit code 13, where none was set, or zero"),
		inNode(model.RuleUnsettledForced, "UnsettledForced", "process.exit without a code makes it 13 too while the module is not over"),
		inNode(model.RuleUnsettledLast, "UnsettledLast", "that code is chosen behind the listeners of exit"),
		inNode(model.RuleNodePorts, "Ports", "a program has MessageChannel"),
		inNode(model.RuleNodePorts, "ClosingSends", "a port that was closed sends until its end"),
		inNode(model.RuleEventfd, "EventfdOnce", "the descriptor that reports the pool's work leaves the line when it is reported"),
		inNode(model.RuleSignalHolds, "SignalsHold", "the closed handle of a signal keeps the loop alive until its messages are read"),
		inNode(model.RulePoolSlow, "SlowWaits", "lookups take at most half of the threads of the pool"),
		inNode(model.RuleIOUring, "IOUring", "readFile goes past the pool"),
		inNode(model.RuleReadFileAtOnce, "ReadFileAtOnce", "readFile of a file of one chunk takes a single trip"),
		inNode(model.RuleReadFileTrips, "ReadFileTrips", "readFile's trips to the pool besides those that read"),
		inNode(model.RuleReadFileChunk, "ReadFileChunk", "bytes that one trip of readFile reads"),
		inNode(model.RuleReadFilePromises, "ReadFilePromises", "bytes that one trip of fs.promises.readFile reads, with one trip more to find the end; 0: as readFile"),
		inNode(model.RuleReadFilePromises, "ShortReadEnds", "no trip reads an empty file, nor a larger one than such a trip reads once a read was short"),
	}, engineRules()...)
}

// engineRules are the rules of promises, which are the JavaScript engine's.
func engineRules() []rule {
	return []rule{
		inLanguage(ecma.RuleAwaitWraps, "OldAwait", "await wraps a native promise too, and takes three jobs"),
		{string(ecma.RuleAwaitValue), "AwaitDirect", func(p model.Policy) string { return either(p.ECMA.AwaitDirect, "3", "4") }, "jobs that await takes where the then of what it awaits calls back with a promise"},
		inLanguage(ecma.RuleGeneratorEndAwaits, "EndAwaits", "the end of an async generator's body takes a job more"),
		inLanguage(ecma.RuleGeneratorEndRethrows, "EndRethrows", "an async generator answers at the end of its body as one that was over: throw rejects, return gives its value"),
		{string(ecma.RuleGeneratorRequestReturn), "DelegateReturns", func(p model.Policy) string { return either(p.ECMA.DelegateReturns, "1", "2") }, "how often the value of return is awaited, during yield* over what has no return"},
		inLanguage(ecma.RuleGeneratorDelegateAwaits, "DelegateAwaits", "yield* awaits each value that it passes on"),
		inLanguage(ecma.RuleGeneratorDelegateThrows, "DelegateThrows", "return of a rejected promise throws into what yield* goes over; else that is asked for its next"),
		inLanguage(ecma.RuleGeneratorArrayRethrows, "ArrayRethrows", "throw during yield* of an array throws that error, not a TypeError"),
		inLanguage(ecma.RuleGeneratorSyncCloses, "SyncCloses", "for await and yield* close an iterator that is not asynchronous and throws"),
		inLanguage(ecma.RuleGeneratorContinueCloses, "ContinueCloses", "a for await whose last round ended with continue calls return as it ends"),
		inLanguage(ecma.RuleGeneratorArrayStalls, "ArrayStalls", "a loop over an array waits for ever when an element is rejected, and throw during yield* of an array throws at once"),
		inLanguage(ecma.RuleGeneratorTailCalls, "TailCalls", "what an async generator of strict code returns by a call in tail position is not awaited"),
	}
}

func webRules() []rule {
	return append([]rule{
		inWeb(model.RuleMinTimeout, "MinTimeout", "the least delay of setTimeout"),
		inWeb(model.RuleMinInterval, "MinInterval", "the least delay of setInterval"),
		inWeb(model.RuleClamp, "ClampAbove", "a timeout of a nesting level above this takes 4 ms at least"),
		inWeb(model.RuleClamp, "ClampRepeats", "an interval of a nesting level above this takes 4 ms at least"),
		inWeb(model.RuleIntervalFirst, "FirstAsAsked", "the first run of an interval is not clamped, and has no least delay"),
		inWeb(model.RuleWebInterval, "Intervals", "when an interval is set again: before its callback, on its grid or from the task that runs all timers, or after it"),
		inWeb(model.RuleWebInterval, "GridAhead", "on its grid: the next run comes this part of its period later at least; 0: just later"),
		inWeb(model.RuleTimersTogether, "TimersFor", "one task runs every timer that is due, for so long at most; 0: one timer"),
		inWeb(model.RuleAmongTimers, "AmongTimers", "tasks of the event loop run among the timers of that task, if one waits as it begins"),
		inWeb(model.RuleEmptyTurns, "EmptyTurns", "the timers have a queue of their own, in which the turn of a timer that is cleared stays"),
		inWeb(model.RuleEarly, "Early", "as the browser sets its one timer anew, the first of the page's counts as due so long before its time"),
		inWeb(model.RuleLeeway, "Leeway", "a timer of 32 ms or more is ordered as if it was due so long after its time, and waits for those before it"),
		inWeb(model.RulePostDelay, "PostsWait", "a task of postTask with a delay is a delayed task of its priority; else a timer posts it"),
		inWeb(model.RuleTurnsStay, "TurnsStay", "a task of postTask that is moved or aborted leaves its turn of the event loop to another"),
		inWeb(model.RulePostsCutIn, "PostsCutIn", "that task ends early for a task of postTask"),
		inWeb(model.RuleDueAtTurns, "DueAtTurns", "delayed timers become tasks as a turn begins, those of 0 at the call; else as they come due"),
		inWeb(model.RuleDelayedRun, "DelayedRun", "so many delayed timers may run while another task waits; 0: any number"),
		inWeb(model.RulePorts, "Ports", "when messages of a port become tasks"),
		inWeb(model.RuleOldestFirst, "OldestFirst", "of the tasks of one priority the oldest goes"),
		inWeb(model.RuleFramesFirst, "FramesFirst", "a frame that is due goes before tasks that are older"),
		inWeb(model.RuleFramesFirst, "FramesAfter", "but only when so long has passed since the last frame ended"),
		inWeb(model.RuleFrameAfterInput, "FrameAfterInput", "after what the user does other tasks wait for the frame that it asks for, so long at most; 0: they do not"),
		inWeb(model.RuleFrameAtOnce, "FrameAtOnce", "a frame that is asked for while the display rests comes at once"),
		inWeb(model.RuleFramesFollow, "FramesFollow", "a frame comes at once where its time came while the task ran that asks for it"),
		inWeb(model.RuleFramesGive, "FramesGive", "a frame leaves its turn to tasks that wait, for some time since the last one"),
		inWeb(model.RuleIdlePeriod, "Idles", "how long an idle period lasts: to its end, or while something in it is asked for"),
		inWeb(model.RuleLeastIdle, "LeastIdle", "an idle period takes at least so long"),
		inWeb(model.RuleIdleFrames, "FramesBeforeIdles", "while a frame is asked for no idle period begins, unless one has begun since the last"),
		inWeb(model.RuleIdleDisplay, "IdleByDisplay", "an idle period ends before the display's next time, while the display tells of its times"),
		inWeb(model.RuleIdleTimeout, "IdleTimeouts", "what the timeout of an idle callback is: a timer, a delayed task that stands among them, or a task"),
		inWeb(model.RuleNetwork, "Bodies", "what text() of an answer whose body is there waits for"),
		inWeb(model.RuleRequestBody, "BodyWithHeaders", "the headers and the body of an answer are one task"),
		inWeb(model.RuleRequestEnds, "RequestsLost", "which requests are sent in vain: those that were aborted after open, or that listeners of a network error send anew"),
		inWeb(model.RuleProgress, "Progress", "less than 50 ms after which other a progress event waits for the end of the request"),
		inWeb(model.RuleRequestAnew, "RequestAnew", "a request that is opened anew as it is done fires no load and loadend for that end"),
		inWeb(model.RuleEditEvent, "EditsTogether", "listeners of an edit have one checkpoint, behind all of them"),
		inWeb(model.RuleMutationRounds, "Mutations", "how observers are told of what is changed while observers are notified"),
		inWeb(model.RuleInherits, "Priorities", "which microtasks keep the priority that yield inherits"),
		inWeb(model.RuleReportsLate, "ReportsLate", "what a callback throws is reported after its microtasks"),
		inWeb(model.RuleRejectsFirst, "RejectsFirst", "unhandledrejection goes before tasks that are older"),
		inWeb(model.RuleHidden, "Hidden", "which timers of a hidden page wait for a whole second; anew: all for the browser's own timer, a second at least"),
		inWeb(model.RuleHidden, "HiddenFor", "those that come due so long after a whole second at which others ran do not wait"),
	}, engineRules()...)
}

func features() []rule {
	var rules []rule
	for _, f := range [...]struct {
		feature model.Feature
		about   string
	}{
		{model.Ticks, "nextTick"},
		{model.Immediates, "setImmediate, clearImmediate"},
		{model.IO, "readFile, io, close"},
		{model.Process, "on: an event of the process, kill, exit, vm, _tickCallback"},
		{model.TimerRefs, "refresh, ref, unref"},
		{model.ESM, "main: esm"},
		{model.QueueMicrotask, "queueMicrotask"},
		{model.AllSettled, "allSettled"},
		{model.AnyCombinator, "any"},
		{model.Rendering, "request- and cancelAnimationFrame, observeSize, resize"},
		{model.Idle, "requestIdleCallback, cancelIdleCallback"},
		{model.Channels, "channel, postMessage"},
		{model.DOM, "listen, dispatch, observe, mutate; users"},
		{model.PostTask, "postTask, yield"},
		{model.Fetch, "fetch, send, abort"},
		{model.WindowEvents, "on: an event of the window"},
		{model.ContextJobs, "vm: afterEvaluate"},
		{model.HasRef, "${name.hasRef}"},
		{model.Databases, "transaction, get"},
	} {
		rules = append(rules, rule{
			id:    f.about,
			value: func(p model.Policy) string { return yes(p.Features.Has(f.feature)) },
		})
	}
	return rules
}
