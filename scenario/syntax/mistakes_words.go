package syntax

import (
	"slices"
	"strings"
	"sync"

	"evsim/internal/say"
	"evsim/internal/suggest"
	"evsim/scenario/diagnostic"
)

// This file holds words of JavaScript, of other tools and of plain English
// that stand where the language has another word, and what to say of them.

// wordHints are hints for words, in lower case.
type wordHints map[string]say.Text

const (
	hintCondition = "a script has no conditions: write one scenario for each way that it can take"
	hintVariable  = "a script has no variables: `as` names what a call returns, and `mark` remembers a time"
	hintFunction  = "functions stand under the key `functions` at the top of the file, and `call` runs one"
	hintLoop      = "`repeat: 3` runs its `do` three times; for callbacks that schedule themselves, let one of `functions` call itself, with a `limit`"
	hintEmit      = "in browsers `dispatch` fires an event; an EventEmitter of Node calls its listeners at once, as `call` does"
	hintAbort     = "there are no signals that abort a call: `clearTimeout` and `clearImmediate` cancel what waits"
	hintSleep     = "`busy: 5ms` blocks the thread; `setTimeout: 5` runs its `do` later"
	hintExpect    = "what must be logged stands under `expect` at the top of the file"
	hintRequest   = "write `fetch` for browsers, `io: net` for Node"
	hintXHR       = "write `send: request` with a `url`, and `listen: request` for its events"
	hintLog       = "write `log: text`"
	hintDo        = "the body of the callback stands under `do`"
	hintBreak     = "`repeat` ends after its rounds, and `for await` after as many as `times` says"
	hintImport    = "nothing is imported: every verb of the language is there"
	hintThread    = "a script has one thread: workers are not part of the language"
)

// verbHints are for words that stand where a verb should.
var verbHints = sync.OnceValue(func() wordHints {
	return wordHints{
		"if": hintCondition, "else": hintCondition, "switch": hintCondition, "when": hintCondition,
		"let": hintVariable, "const": hintVariable, "var": hintVariable, "set": hintVariable,
		"function": hintFunction, "async": hintFunction, "define": hintFunction,
		"while": hintLoop, "for": hintLoop, "loop": hintLoop, "foreach": hintLoop,
		"break": hintBreak, "continue": hintBreak,
		"emit": hintEmit, "trigger": hintEmit, "fire": hintEmit, "eventemitter": hintEmit, "once": hintEmit, "off": hintEmit, "eventtarget": hintEmit,
		"abortcontroller": hintAbort, "abortsignal": hintAbort, "cancel": hintAbort,
		"sleep": hintSleep, "delay": hintSleep, "wait": hintSleep, "pause": hintSleep, "after": hintSleep,
		"print": hintLog, "console": hintLog, "echo": hintLog, "write": hintLog, "output": hintLog,
		"import": hintImport, "require": hintImport,
		"worker": hintThread, "thread": hintThread,
		"xmlhttprequest": hintXHR, "xhr": hintXHR, "http": hintRequest, "axios": hintRequest, "request": hintRequest,
		"assert": hintExpect, "expect": hintExpect, "test": hintExpect,
		"addeventlistener":    "write `listen: target`",
		"removeeventlistener": "a listener stays until the run ends: give it a target of its own",
		"click":               "write `dispatch: button`; what the user does stands under `users`, such as `{at: 10ms, click: button}`",
		"eval":                "a script is made of statements, and cannot make others",
	}
})

// keyHints are for words that stand where a key of a verb should. Each needs
// that the verb takes the key that it speaks of.
var keyHints = []struct {
	words string
	key   keyKind
	hint  say.Text
}{
	{"then callback cb body run handler fn function block actions execute script listener task", keyDo, hintDo},
	{"name id handle var", keyAs, "`as` names what the call returns"},
	{"error onerror onrejected rejected", keyCatch, "what runs on failure stands under `catch`"},
	{"value result reason", keyWith, "what the promise is given stands under `with`"},
	{"time duration delay ms", keyLatency, "how long the operation takes stands under `latency`"},
	{"count limit max repeat", keyTimes, "how many times the callback runs stands under `times`"},
}

// fieldHints are for words that stand where a key of another mapping should,
// by what the mapping is.
var fieldHints = sync.OnceValue(func() map[say.Text]wordHints {
	return map[say.Text]wordHints{
		"a scenario": {
			"policy": "write `policies`", "runtime": "write `policies`", "runtimes": "write `policies`", "engine": "write `policies`", "platform": "write `policies`",
			"title": "write `name`", "description": "write `about`", "comment": "write `about`", "version": "write `evsim: 1`",
			"steps": "write `script`", "code": "write `script`", "program": "write `script`", "body": "write `script`", "do": "write `script`", "statements": "write `script`",
			"tests": "write `expect`", "test": "write `expect`", "assert": "write `expect`", "expected": "write `expect`", "expectations": "write `expect`",
			"log": "a statement stands in the list below `script`; what must be logged stands below `expect`", "outcomes": "write it as an entry of `expect`",
			"world": "the keys of the world, such as `clock`, stand at the top of the file", "skew": "`skew` stands under `clock`", "startup": "`startup` stands under `clock`",
			"hz": "`hz` stands under `display`",
		},
		"an expectation": {
			"policies": "write `policy`", "on": "write `policy`", "runtime": "write `policy`",
			"order": "write `log`", "logs": "write `log`", "lines": "write `log`", "output": "write `log`", "exactly": "write `log`",
			"orders": "write `outcomes`", "oneof": "write `outcomes`", "rule": "rules stand under `rules` at the top of the file",
			"before": "rules stand under `rules` at the top of the file", "never": "rules stand under `rules` at the top of the file",
		},
		"a rule":     {"policy": "write `on`", "policies": "write `on`", "before": ruleForms, "never": ruleForms, "once": ruleForms},
		"a function": {"body": "write `do`", "script": "write `do`", "steps": "write `do`", "args": "functions have no parameters", "params": "functions have no parameters"},
		"a case":     {"script": "a case runs the scenario's script; another script is another file", "policies": "write `policy` in the entries of `expect`"},
	}
})

// hintFor is the hint for a word, or "". Of `a.b` the last part counts, and of
// `new a` the second.
func (h wordHints) hintFor(word string) say.Text {
	word = strings.TrimPrefix(strings.ToLower(word), "new ")
	return h[word[strings.LastIndexByte(word, '.')+1:]]
}

// fieldHint helps with a word that is not a key of a mapping.
func (p *parser) fieldHint(what say.Text, key *node, known []string) say.Text {
	if hint := fieldHints()[what].hintFor(key.text); hint != "" {
		return hint
	}
	switch _, verb := verbsByName[key.text]; {
	case what == "a function" && verb:
		return "statements stand under `do`"
	case what == "an expectation" && p.isPolicy(key.text):
		return say.Of("write %s and a `log` beside it", diagnostic.Code("policy: "+key.text))
	}
	return p.oneOf(key.text, known)
}

func (p *parser) isPolicy(name string) bool {
	_, err := p.lookup(name)
	return err == nil
}

// verbHint helps with a word that is not a verb.
func (p *parser) verbHint(word string) say.Text {
	if hint := verbHints().hintFor(word); hint != "" {
		return hint
	}
	if rest, ok := strings.CutPrefix(word, "-"); ok && suggest.Nearest(rest, verbNames()) == rest {
		return say.Of("write %s, with a space after the dash", diagnostic.Code("- "+rest))
	}
	return p.similar(word, verbNames())
}

// keyHint helps with a word that is not a key of the verb, and takes a verb of
// its own for one where that is likelier.
func (c *call) keyHint(word string) say.Text {
	word = strings.ToLower(word)
	for _, k := range keyHints {
		if c.spec.takesKey(k.key) && slices.Contains(strings.Fields(k.words), word) {
			return k.hint
		}
	}
	if word == "args" && c.spec.takesKey(keyDo) {
		return "only `setTimeout`, `setInterval`, `setImmediate` and `nextTick` give their callbacks arguments"
	}
	if c.spec.arg == argDelay && slices.Contains([]string{"delay", "ms", "time", "timeout", "after", "wait", "in"}, word) {
		return say.Of("write the delay after the verb: %s", diagnostic.Code(c.spec.name+": 5"))
	}
	return ""
}

// policyWords are other names for what a policy stands for.
var policyWords = sync.OnceValue(func() wordHints {
	return wordHints{
		"safari": "write `webkit`", "nodejs": "write `node`", "chrome": "write `browser`", "chromium": "write `browser`", "edge": "write `browser`", "v8": "write `node` or `browser`",
		"mozilla": "write `firefox`", "gecko": "write `firefox`", "deno": "Deno is not modelled", "bun": "Bun is not modelled", "electron": "Electron is not modelled",
	}
})

func (p *parser) policyHint(name string) say.Text {
	if hint := policyWords().hintFor(name); hint != "" {
		return hint
	}
	return p.similar(name, policyNames())
}
