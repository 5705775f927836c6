package syntax

import (
	"math"

	"evsim/internal/say"
	"evsim/model"
	"evsim/scenario/script"
)

// This file is about the rows of verbTable. The parser reads statements by it, and the
// reference in docs/scenario.md is generated from it.

// verbSpec says how a statement with this verb is written.
type verbSpec struct {
	name    string
	arg     argKind
	takes   kindSet           // argHandle: the kinds of handles that the argument may name
	as      script.HandleKind // what `as` makes
	makes   script.HandleKind // argNew: what the argument makes
	keys    []keySpec
	some    []keyKind // of which at least one must stand
	needs   feature
	js      string // the JavaScript that it stands for
	doc     say.Text
	argName string // the argument's name in the reference, where its kind does not say enough
}

// keySpec is a key that a verb takes.
type keySpec struct {
	kind     keyKind
	required bool
}

// feature is a model.Feature, or 0 for none.
type feature uint8

func some(f model.Feature) feature { return feature(f) + 1 }

// kindSet is a set of handle kinds.
type kindSet uint32

func kindsOf(kinds ...script.HandleKind) kindSet {
	var set kindSet
	for _, k := range kinds {
		set |= 1 << k
	}
	return set
}

func (s kindSet) has(k script.HandleKind) bool { return s&(1<<k) != 0 }

// argKind is what stands after the verb's colon.
type argKind uint8

const (
	argNone      argKind = iota // nothing
	argText                     // a text with holes
	argSpan                     // a duration or a range
	argDelay                    // setTimeout's argument
	argHandle                   // a handle that exists
	argNew                      // a name that the statement makes
	argPromise                  // a promise, `resolved` or `rejected`
	argPromises                 // a list of promises
	argFunction                 // one of functions
	argGiven                    // what a promise is given
	argIterable                 // what `for await` goes over
	argReturned                 // the same, or nothing
	argBody                     // a body, or nothing with the body under `do`
	argPath                     // a path or URL
	argIO                       // a kind of I/O
	argEvent                    // an event of the process or window
	argSignal                   // a signal
	argCode                     // an exit code, or nothing
	argStatus                   // an exit code
	argPriority                 // a priority of postTask, or nothing
	argScheduler                // the word scheduler
	argCount                    // how many times
	argContext                  // the microtask mode of a context of vm
)

// keyKind is one of the keys beside a verb.
type keyKind uint8

const (
	keyAs keyKind = iota
	keyDo
	keyCatch
	keyFinally
	keyArgs
	keyUnref
	keyTimes
	keyWith
	keyLatency
	keyLatencyOrNever
	keyFail
	keyEvent
	keyTimeout
	keyRequestTimeout
	keyURL
	keySynchronous
	keyVia
	keyLinks
	keySubclass
	keyCount
)

type keyDoc struct {
	name string
	form Form
	doc  say.Text
}

// keyDocs are the keys as the reference explains them, by keyKind.
var keyDocs = [keyCount]keyDoc{
	keyAs:             {"as", Form{Kind: FormName}, "names what the call returns"},
	keyDo:             {"do", Form{Kind: FormBody}, "the callback"},
	keyCatch:          {"catch", Form{Kind: FormBody}, "what runs on failure; `${error}` is what went wrong"},
	keyFinally:        {"finally", Form{Kind: FormBody}, "what runs in either case"},
	keyArgs:           {"args", listForm(Form{Kind: FormLine}), "the callback's arguments, for `${args}`"},
	keyUnref:          {"unref", Form{Kind: FormTruth}, "calls `.unref()` on what the statement makes; Node"},
	keyTimes:          {"times", integerForm(1, math.MaxInt64), "the callback clears the interval at the end of its n-th run; a `for await` breaks there"},
	keyWith:           {"with", Form{Kind: FormGiven}, "the value for the promise or generator; `undefined` when left out"},
	keyLatency:        {"latency", rangeForm(notNegative), "`readFile`, `fetch`, `send`, `get`: how long the operation takes; what `files` or `network` says when left out"},
	keyLatencyOrNever: {"latency", Form{Kind: FormEither, Either: []Form{rangeForm(notNegative), oneWord(neverWord)}}, "`io`: how long the operation takes, 0 when left out; `never`: it never completes"},
	keyFail:           {"fail", Form{Kind: FormHoles}, "the operation fails with this error"},
	keyEvent:          {"event", Form{Kind: FormName}, "the event's name; `click` when left out"},
	keyTimeout:        {"timeout", spanForm(notNegative), "runs at that time even if the browser is not idle"},
	keyRequestTimeout: {"timeout", spanForm(notNegative), "`send`: aborts the request after this time; no limit when left out, or 0"},
	keyURL:            {"url", Form{Kind: FormLine}, "the address of the request; `network` says how long it takes and whether it fails"},
	keySynchronous:    {"synchronous", Form{Kind: FormTruth}, "`false`; a synchronous request is refused, because nothing else can run until its answer arrives"},
	keyVia:            {"via", oneWord(ways...), "the API that messages go through; `port` when left out"},
	keyLinks:          {"links", linksForm(), "the steps: `{then: body}`, `{catch: body}` or `{finally: body}`"},
	keySubclass:       {"subclass", Form{Kind: FormTruth}, "the promise is of `class Subclass extends Promise {}`"},
}

func must(kinds ...keyKind) []keySpec { return keySpecs(true, kinds) }
func may(kinds ...keyKind) []keySpec  { return keySpecs(false, kinds) }

func keySpecs(required bool, kinds []keyKind) []keySpec {
	specs := make([]keySpec, len(kinds))
	for i, k := range kinds {
		specs[i] = keySpec{k, required}
	}
	return specs
}

func (s *verbSpec) key(name string) (keySpec, bool) {
	for _, k := range s.keys {
		if keyDocs[k.kind].name == name {
			return k, true
		}
	}
	return keySpec{}, false
}

func (s *verbSpec) takesKey(kind keyKind) bool {
	for _, k := range s.keys {
		if k.kind == kind {
			return true
		}
	}
	return false
}

// need is how a feature that the verb needs is named.
func (s *verbSpec) need() string {
	if s.arg == argScheduler {
		return s.name + ": " + schedulerWord
	}
	return s.name
}

// verbsByName finds a verb. It is filled once and never changes.
var verbsByName = func() map[string]script.Verb {
	byName := make(map[string]script.Verb, script.VerbCount)
	for v := script.VerbNone + 1; v < script.VerbCount; v++ {
		if _, taken := byName[verbTable[v].name]; !taken { // `yield` is two: see verbFor
			byName[verbTable[v].name] = v
		}
	}
	return byName
}()

// verbNames lists the verbs in the order of the table.
func verbNames() []string {
	names := make([]string, 0, script.VerbCount)
	for v := script.VerbNone + 1; v < script.VerbCount; v++ {
		if name := verbTable[v].name; verbsByName[name] == v {
			names = append(names, name)
		}
	}
	return names
}

// named writes the names of the verbs into the rows of their table.
func named(table [script.VerbCount]verbSpec) [script.VerbCount]verbSpec {
	for v := range table {
		table[v].name = script.Verb(v).String()
	}
	return table
}

// specOf is a verb's row of the table.
func specOf(v script.Verb) *verbSpec { return &verbTable[v] }

// Makes reports whether a verb's argument is the name of what it makes.
func Makes(v script.Verb) bool { return verbTable[v].arg == argNew }
