// Package script is a scenario as a tree: the statements, the world around them,
// and what must hold. The parser makes it, the interpreter runs it, and tools
// look at it; it is data, and knows none of them.
package script

import (
	"evsim/clock"
	"evsim/program"
	"evsim/scenario/expect"
	"evsim/sim"
)

// Tree is one checked file: what the script does, the world that it runs in,
// and what must hold. Nothing in it changes once it is made.
type Tree struct {
	File   string  // as it was named to the parser
	Name   string  // one line; never empty
	Named  Spoken  // the name, in its languages
	About  Spoken  // Markdown
	Lesson *Lesson // nil: it is none
	Source string

	Policies    []string // policies that the file names, in its order; nil: every policy that has all its verbs
	PoliciesPos sim.Pos

	World  program.World
	Script Script
	Code   Code // what runs in place of the Script; nil: the Script does

	CodeFile string  // the file of the Code, as `script` names it; "": the script is statements
	CodePos  sim.Pos // and where it is named

	Expect []expect.Expectation
	Listed Place // of `expect`
	Rules  []expect.Rule
	Cases  []Case

	// Unknowns lists the lengths of time that the file leaves open; a range's Of
	// is an index plus one.
	Unknowns []program.Unknown

	// Needs lists, once each and in the order of their first use, the features
	// that the statements use, for Lacks.
	Needs []program.Need
}

// Script is the script in the form that the interpreter runs: bodies of
// statements, and the tables that statements refer to by index.
type Script struct {
	Main      BodyID // the script itself
	Bodies    []Body
	Functions []Function
	Handles   []Handle // every name that `as`, `promise`, `channel`, `observe`, `listen` or `mark` introduces
	Texts     []Text   // log and throw texts
	TopAwait  bool     // the script awaits outside of functions, so that its module is an asynchronous one
}

// BodyID is an index in Script.Bodies. NoBody stands for a key that the file
// left out, which is not the same as an empty body.
type BodyID int32

// NoBody is the body that is not there.
const NoBody BodyID = -1

// Body is a list of statements that one callback runs.
type Body struct {
	Stmts []Stmt
	Pos   sim.Pos // where the statement that owns the body stands
	Label string  // how a reader would name it: `setTimeout 0`, `then p`, `function f`, `script`
}

// Function is an entry of `functions`.
type Function struct {
	Name      string
	Async     bool
	Generator bool  // async function*
	Limit     int64 // a call after this many does nothing; 0: no limit
	Body      BodyID
	Pos       sim.Pos
}

// HandleID is an index in Script.Handles, TextID one in Script.Texts,
// FuncID one in Script.Functions. -1 is none of them.
type (
	HandleID int32
	TextID   int32
	FuncID   int32
)

// None is the HandleID, TextID or FuncID of a key that the file left out.
const None = -1

// Handle is a name that the script gives to an object.
type Handle struct {
	Name string
	Kind HandleKind
	Pos  sim.Pos // where it is first created
}

// HandleKind says what a name stands for.
type HandleKind uint8

// The kinds of handles.
const (
	HandleTimer       HandleKind = iota // setTimeout, setInterval
	HandleImmediate                     // setImmediate
	HandlePromise                       // promise, then, chain, all, call, postTask ...
	HandleGenerator                     // call of a generator function
	HandleIO                            // io: may be closed
	HandleFrame                         // requestAnimationFrame
	HandleIdle                          // requestIdleCallback
	HandleChannel                       // channel
	HandleTarget                        // listen, observe, observeSize, resize: targets need no creation
	HandleMark                          // mark
	HandleTransaction                   // transaction
)

// Text is a text with holes, such as `at ${now}`.
type Text struct {
	Parts []TextPart
}

// TextPart is a piece of fixed text, or a hole to be filled when it is logged.
type TextPart struct {
	Hole Hole
	Text string   // HoleNone, HoleArgs: the text
	Mark HandleID // HoleMark, HoleHasRef, HoleReadyState: which mark, timer, immediate or request
}

// Hole names what `${...}` is replaced by.
type Hole uint8

// The holes.
const (
	HoleNone       Hole = iota
	HoleNow             // ${now}: virtual milliseconds since start, at most two decimals
	HoleMark            // ${mark}: milliseconds since `mark: mark`
	HoleCount           // ${n}: how many times this body has run, from 1
	HoleError           // ${error}: what was thrown
	HoleArgs            // ${args}: what the callback is given, which is Text
	HoleHasRef          // ${name.hasRef}: whether the timer or immediate Mark is referenced
	HoleReadyState      // ${name.readyState}: of the request Mark
	HoleFrame           // ${frame}: the argument of a frame callback, in milliseconds since start
)

// Stmt is one statement. Which fields count depends on Verb; the table of
// verbs in verbs.go says which.
type Stmt struct {
	Verb Verb
	Pos  sim.Pos // the verb's own place

	Text  TextID      // log, throw, exit's reason; fail of io
	Never bool        // io: it never completes
	Span  clock.Range // busy; latency of io, readFile, fetch, send, get (-1..-1: not given, the world decides)

	Delay    float64 // setTimeout, setInterval: JavaScript's argument in milliseconds, may be NaN or infinite
	HasDelay bool    // false: the argument was left out

	Target  HandleID // the handle, promise, channel, target or mark that the verb names
	As      HandleID // the name that `as` gives to what this creates
	Func    FuncID   // call; for await, yield*: the generator function that is called
	Given   Given    // resolve, reject (with), await, yield, return; then, chain, catch, finally: the promise
	Do      BodyID   // do; the body of repeat, for await and try
	Catch   BodyID
	Finally BodyID

	Links    []Link     // chain
	Members  []HandleID // all, allSettled, any, race
	Elements []Given    // for await, yield*: of an array; neither Target nor Func is given then

	Count int64    // times of setInterval and for await (0: not given), n of repeat, code of exit and exitCode
	Kind  uint8    // io: IOKind; on: EventName; postTask: Priority; channel: Way
	Args  []string // setTimeout, setInterval, setImmediate, nextTick: what the callback is given
	Event string   // listen, dispatch: the event's name
	Name  string   // readFile: path; fetch, send: url

	Unref    bool
	Bare     bool       // exit: without a code
	Subclass bool       // promise
	Timeout  clock.Span // of requestIdleCallback and send; -1: none
}

// Link is one step of a chain: exactly one of the three bodies is there.
type Link struct {
	Kind LinkKind
	Body BodyID
	Pos  sim.Pos
}

// LinkKind is the method that a link of a chain calls.
type LinkKind uint8

// The kinds of links.
const (
	LinkThen LinkKind = iota
	LinkCatch
	LinkFinally
)

// Given is what a promise is given, by await, return and resolve, or which
// promise a then is called on.
type Given struct {
	Kind   GivenKind
	Handle HandleID // GivenPromise
	Func   FuncID   // GivenCall
}

// GivenKind says what is given.
type GivenKind uint8

// The kinds of what is given.
const (
	GivenNothing  GivenKind = iota // the key was left out: undefined
	GivenValue                     // value: anything that is no thenable
	GivenResolved                  // resolved: Promise.resolve()
	GivenRejected                  // rejected: Promise.reject()
	GivenThenable                  // thenable: a plain object whose then calls its first argument at once
	GivenPromise                   // {promise: name}
	GivenCall                      // {call: function}
)

// IOKind is the kind of an `io` statement.
type IOKind uint8

// The kinds of I/O, and where each completes.
const (
	IOFile   IOKind = iota // thread pool, fast I/O
	IONet                  // poll phase, a watcher of its own
	IODNS                  // thread pool, slow I/O
	IOCrypto               // thread pool, CPU work
	IOPipe                 // poll phase, a watcher of its own
)

// ContextMode is the microtask mode of a context of vm.
type ContextMode uint8

// The modes of contexts.
const (
	ContextShared        ContextMode = iota // its jobs wait with all others
	ContextAfterEvaluate                    // it has a queue of its own
)

// Priority is a postTask priority.
type Priority uint8

// The priorities of scheduler.postTask.
const (
	PriorityUserVisible Priority = iota // the default
	PriorityUserBlocking
	PriorityBackground
)

// Way is the API that a channel's messages go through.
type Way uint8

// The ways.
const (
	WayPort      Way = iota // MessageChannel, the default
	WayWindow               // window.postMessage
	WayBroadcast            // BroadcastChannel
)

// Place is where a key and its value stand; zero where the key is left out.
type Place struct{ Key, Value sim.Pos }

// Case repeats the script under another world.
type Case struct {
	Name   string
	World  program.World // the scenario's, with what the case changes
	Expect []expect.Expectation
	Listed Place // of `expect`
	Rules  []expect.Rule
	Pos    sim.Pos
}
