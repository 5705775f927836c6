package why

import (
	"evsim/model"
	"evsim/sim"
)

// General is the rules that hold of every event of a kind, where the model
// notes none of its own: by the kind's name, and for callbacks by "run" and the
// queue that they waited in.
func General(node bool) map[string]sim.Rule {
	if node {
		return map[string]sim.Rule{
			"phase": model.RuleTurn, "turn": model.RuleTurn, "pass": model.RuleDue, "sleep": model.RulePollTimeout, "poll": model.RulePollTimeout, "end": model.RuleWhole, "log": model.RuleWhole,
			"throw": model.RuleUncaught, "stop": model.RuleAlive, "run": model.RuleUncaught, "schedule": model.RuleWhole, "enqueue": model.RuleWhole,
			"run microtasks": model.RuleJobFIFO, "run vm microtasks": model.RuleContextJobs, "run nextTick": model.RuleTickOrder, "run timers": model.RuleTimers, "run unref'd timers": model.RuleTimers,
			"run pending": model.RulePending, "run poll": model.RulePoll, "run epoll": model.RulePoll, "run thread pool": model.RulePoolDone,
			"run messages": model.RuleNodePorts, "run signals": model.RuleSignalsLast, "run check": model.RuleBatch, "run closing": model.RuleClosing, "run main": model.RuleMain,
		}
	}
	return map[string]sim.Rule{
		"phase": model.RuleWebTurn, "turn": model.RuleWebTurn, "sleep": model.RuleWebTurn, "end": model.RuleWhole, "log": model.RuleWhole,
		"throw": model.RuleReport, "stop": model.RuleWebTurn, "run": model.RuleSourceOrder, "schedule": model.RuleWhole, "enqueue": model.RuleWhole,
		"runnable": model.RuleSourceChoice, "run microtasks": model.RuleJobFIFO, "run animation frame": model.RuleFrameCallbacks, "run size observer": model.RuleSizes, "run idle": model.RuleIdle,
		"run rendering": model.RuleFrame, "run script": model.RuleWebTurn,
	}
}
