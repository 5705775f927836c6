package model

// The rules of docs/rules.md by which a checkpoint comes where it does, by id.
const (
	ruleMain               = "node.main"
	ruleModuleInMain       = "node.module-in-main"
	ruleCheckpoint         = "node.checkpoint"
	ruleListScope          = "node.list-scope"
	ruleTicksBetweenTimers = "node.ticks-between-timers"
	ruleTicksBetween       = "node.ticks-between"
	ruleCheckScope         = "node.check-scope"
	ruleBeforeExit         = "node.before-exit"
	ruleExit               = "node.exit"
	ruleWebTurn            = "web.turn"
	ruleWebCheckpoint      = "web.checkpoint"
	ruleTimersTogether     = "web.timers-together"
	ruleReportsLate        = "web.reports-late"
)
