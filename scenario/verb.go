package scenario

// Verb is what a statement does. Each is the name of the JavaScript API that
// it stands for.
type Verb uint8

// The verbs, in the order of docs/scenario.md.
const (
	VerbNone Verb = iota
	VerbLog
	VerbBusy
	VerbMark
	VerbSetTimeout
	VerbSetInterval
	VerbClearTimeout
	VerbClearInterval
	VerbClearImmediate
	VerbRefresh
	VerbRef
	VerbUnref
	VerbSetImmediate
	VerbNextTick
	VerbQueueMicrotask
	VerbPromise
	VerbResolve
	VerbReject
	VerbThen
	VerbCatch
	VerbFinally
	VerbChain
	VerbAll
	VerbAllSettled
	VerbAny
	VerbRace
	VerbCall
	VerbAwait
	VerbYield
	VerbYieldStar
	VerbForAwait
	VerbNext
	VerbGeneratorReturn
	VerbGeneratorThrow
	VerbReturn
	VerbThrow
	VerbTry
	VerbReadFile
	VerbIO
	VerbClose
	VerbOn
	VerbExit
	VerbExitCode
	VerbRequestAnimationFrame
	VerbCancelAnimationFrame
	VerbRequestIdleCallback
	VerbCancelIdleCallback
	VerbChannel
	VerbPostMessage
	VerbObserve
	VerbMutate
	VerbListen
	VerbDispatch
	VerbPostTask
	VerbYieldScheduler
	VerbFetch
	VerbRepeat
	verbCount
)
