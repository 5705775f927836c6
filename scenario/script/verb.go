package script

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
	VerbKill
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
	VerbObserveSize
	VerbResize
	VerbListen
	VerbDispatch
	VerbPostTask
	VerbYieldScheduler
	VerbFetch
	VerbSend
	VerbAbort
	VerbTransaction
	VerbGet
	VerbRepeat
	VerbTickCallback
	VerbVM
	VerbCount
)

// written are the verbs as files write them, by Verb. `yield` is two of them.
var written = [VerbCount]string{
	VerbNone:                  "nothing",
	VerbLog:                   "log",
	VerbBusy:                  "busy",
	VerbMark:                  "mark",
	VerbSetTimeout:            "setTimeout",
	VerbSetInterval:           "setInterval",
	VerbClearTimeout:          "clearTimeout",
	VerbClearInterval:         "clearInterval",
	VerbClearImmediate:        "clearImmediate",
	VerbRefresh:               "refresh",
	VerbRef:                   "ref",
	VerbUnref:                 "unref",
	VerbSetImmediate:          "setImmediate",
	VerbNextTick:              "nextTick",
	VerbQueueMicrotask:        "queueMicrotask",
	VerbPromise:               "promise",
	VerbResolve:               "resolve",
	VerbReject:                "reject",
	VerbThen:                  "then",
	VerbCatch:                 "catch",
	VerbFinally:               "finally",
	VerbChain:                 "chain",
	VerbAll:                   "all",
	VerbAllSettled:            "allSettled",
	VerbAny:                   "any",
	VerbRace:                  "race",
	VerbCall:                  "call",
	VerbAwait:                 "await",
	VerbYield:                 "yield",
	VerbYieldStar:             "yield*",
	VerbForAwait:              "for await",
	VerbNext:                  "next",
	VerbGeneratorReturn:       "generator.return",
	VerbGeneratorThrow:        "generator.throw",
	VerbReturn:                "return",
	VerbThrow:                 "throw",
	VerbTry:                   "try",
	VerbReadFile:              "readFile",
	VerbIO:                    "io",
	VerbClose:                 "close",
	VerbOn:                    "on",
	VerbKill:                  "kill",
	VerbExit:                  "exit",
	VerbExitCode:              "exitCode",
	VerbRequestAnimationFrame: "requestAnimationFrame",
	VerbCancelAnimationFrame:  "cancelAnimationFrame",
	VerbRequestIdleCallback:   "requestIdleCallback",
	VerbCancelIdleCallback:    "cancelIdleCallback",
	VerbChannel:               "channel",
	VerbPostMessage:           "postMessage",
	VerbObserve:               "observe",
	VerbMutate:                "mutate",
	VerbObserveSize:           "observeSize",
	VerbResize:                "resize",
	VerbListen:                "listen",
	VerbDispatch:              "dispatch",
	VerbPostTask:              "postTask",
	VerbYieldScheduler:        "yield",
	VerbFetch:                 "fetch",
	VerbSend:                  "send",
	VerbAbort:                 "abort",
	VerbTransaction:           "transaction",
	VerbGet:                   "get",
	VerbRepeat:                "repeat",
	VerbTickCallback:          "_tickCallback",
	VerbVM:                    "vm",
}

// String is the verb as files write it.
func (v Verb) String() string { return written[v] }
