package js

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"evsim/model"
)

// appearance is what not every release has, of what evsim has.
type appearance struct {
	from   string // the releases of Node that had it first, of each line of them, the oldest first; "": none has it
	chrome bool   // Chromium 69 has it too
	names  string // by the way to it from the global object
}

// appeared lists what appeared in some release. Each name was asked for in 84 releases
// of Node, from 10.2.0 to 26.10.0 and on both sides of most changes; a flag that brings
// it sooner does not count.
var appeared = [...]appearance{
	{"10.4", true, "BigInt BigInt64Array BigUint64Array DataView.prototype.getBigInt64 DataView.prototype.getBigUint64 DataView.prototype.setBigInt64 DataView.prototype.setBigUint64"},
	{"10.7", true, "process.hrtime.bigint"},
	{"10.9", true, "Array.prototype.values"},
	{"11.0", true, "Array.prototype.flat Array.prototype.flatMap"},
	{"11.0", false, "Symbol.prototype.description queueMicrotask"},
	{"12.0", false, "Object.fromEntries String.prototype.matchAll globalThis Symbol.matchAll RegExp.prototype.@@matchAll Array.prototype.@@unscopables.flat Array.prototype.@@unscopables.flatMap"},
	{"12.9", false, "Promise.allSettled"},
	{"14.6", false, "WeakRef FinalizationRegistry"},
	{"15.0", false, "Reflect.@@toStringTag String.prototype.replaceAll AggregateError Promise.any"},
	{"15.0", true, "AbortController AbortSignal Event EventTarget MessageChannel MessageEvent MessagePort"},
	{"15.12", false, "AbortSignal.abort"},
	{"16.0", true, "atob btoa performance"},
	{"16.0", false, "RegExp.prototype.hasIndices"},
	{"16.6", false, "Array.prototype.@@unscopables.at Array.prototype.at String.prototype.at %TypedArray%.prototype.at"},
	{"16.9", false, "Object.hasOwn Error.cause"},
	{"16.14 17.2", false, "AbortSignal.prototype.reason"},
	{"16.14 17.3", false, "AbortSignal.timeout"},
	{"16.17 17.3", false, "AbortSignal.prototype.throwIfAborted"},
	{"16.17 18.1", false, "MessagePort.prototype.hasRef"},
	{"17.0", false, "structuredClone"},
	{"17.0", true, "DOMException"},
	{"18.0", false, "Array.prototype.@@unscopables.findLast Array.prototype.@@unscopables.findLastIndex Array.prototype.findLast Array.prototype.findLastIndex %TypedArray%.prototype.findLast %TypedArray%.prototype.findLastIndex"},
	{"18.0", true, "fetch"},
	{"18.17 20.3", false, "AbortSignal.any"},
	{"18.17 20.0", true, "Event.prototype.isTrusted"},
	{"18.18 20.4", false, "Symbol.dispose Symbol.asyncDispose"},
	{"19.0", true, "crypto CustomEvent"},
	{"19.0", false, "crypto.randomUUID"},
	{"19.5", true, "Event.prototype.initEvent"},
	{"20.0", false, "String.prototype.isWellFormed String.prototype.toWellFormed RegExp.prototype.unicodeSets Array.prototype.@@unscopables.toReversed Array.prototype.@@unscopables.toSorted Array.prototype.@@unscopables.toSpliced Array.prototype.with Array.prototype.toReversed Array.prototype.toSorted Array.prototype.toSpliced %TypedArray%.prototype.with %TypedArray%.prototype.toReversed %TypedArray%.prototype.toSorted"},
	{"20.12 21.6", false, "Error.prepareStackTrace"},
	{"21.0", false, "JSON.rawJSON JSON.isRawJSON Object.groupBy Map.groupBy"},
	{"22.0", false, "Iterator Promise.withResolvers Set.prototype.difference Set.prototype.intersection Set.prototype.isDisjointFrom Set.prototype.isSubsetOf Set.prototype.isSupersetOf Set.prototype.symmetricDifference Set.prototype.union"},
	{"23.0", false, "Promise.try"},
	{"24.0", false, "Error.isError RegExp.escape Math.f16round"},
	{"25.0", false, "Uint8Array.fromBase64 Uint8Array.fromHex Uint8Array.prototype.setFromBase64 Uint8Array.prototype.setFromHex Uint8Array.prototype.toBase64 Uint8Array.prototype.toHex"},
	{"26.0", false, "Iterator.concat Map.prototype.getOrInsert Map.prototype.getOrInsertComputed WeakMap.prototype.getOrInsert WeakMap.prototype.getOrInsertComputed"},
	{"", false, "GoError BigInt.prototype.length BigInt.prototype.name Array.prototype.@@unscopables.groupBy Array.prototype.@@unscopables.groupByToMap"},
}

// appearances are those of each name.
var appearances = sync.OnceValue(func() map[string]appearance {
	out := make(map[string]appearance)
	for _, a := range appeared {
		for name := range strings.FieldsSeq(a.names) {
			out[name] = a
		}
	}
	return out
})

// in reports whether a policy has it. Browsers of today have all but what they are
// said not to have.
func (a appearance) in(p model.Policy) bool {
	if p.Node == nil {
		return a.from != "" && (a.chrome || p.Name != "chrome69")
	}
	have := release(versionOf(p))
	froms := strings.Fields(a.from)
	for i, from := range froms {
		if v := release(from); slices.Compare(have, v) >= 0 && (i == len(froms)-1 || have[0] == v[0]) {
			return true
		}
	}
	return false
}

// release is the numbers of a version.
func release(version string) []int {
	var out []int
	for part := range strings.SplitSeq(strings.TrimPrefix(version, "v"), ".") {
		n, _ := strconv.Atoi(part)
		out = append(out, n)
	}
	return out
}

// has reports whether a policy has a name, by the way to it from the global object.
func has(p model.Policy, name string) bool {
	a, known := appearances()[name]
	return !known || a.in(p)
}

func (m *machine) has(name string) bool { return has(m.policy, name) }

// absence is what the engine has and a policy has not.
type absence struct{ way, key string }

// absences lists what is taken out of the engine under a policy: what the program may
// ask for, of what evsim does not make itself.
func (p *Program) absences(policy model.Policy) (out []absence) {
	all := p.mentions["getOwnPropertyNames"] || p.mentions["ownKeys"] || p.mentions["getOwnPropertyDescriptors"] || p.mentions["eval"] || p.mentions["Function"] || p.mentions["constructor"]
	for name, a := range appearances() {
		way, key := "", name
		if i := strings.LastIndexByte(name, '.'); i >= 0 {
			way, key = name[:i], name[i+1:]
		}
		if (all || p.mentions[strings.TrimPrefix(key, symbolic)]) && !a.in(policy) {
			out = append(out, absence{way, key})
		}
	}
	slices.SortFunc(out, func(a, b absence) int {
		return cmp.Or(-cmp.Compare(len(a.way), len(b.way)), cmp.Compare(a.way, b.way), cmp.Compare(a.key, b.key))
	})
	return out
}

// takeOut removes from the engine what the policy has not.
func (m *machine) takeOut() {
	for _, a := range m.absent {
		o := m.reached(a.way)
		if o == nil {
			continue
		}
		if name, ok := strings.CutPrefix(a.key, symbolic); !ok {
			_ = o.Delete(a.key)
		} else if s, ok := m.kept("Symbol").Get(name).(*goja.Symbol); ok {
			_ = o.DeleteSymbol(s)
		}
	}
}

// symbolic begins the name of a property whose key is a symbol of the language.
const symbolic = "@@"

// reached is the object that a way leads to from the global object; nil: there is none.
func (m *machine) reached(way string) *goja.Object {
	o := m.vm.GlobalObject()
	for name := range strings.SplitSeq(way, ".") {
		switch {
		case o == nil || name == "":
			return o
		case strings.HasPrefix(name, symbolic):
			s, ok := m.kept("Symbol").Get(name[len(symbolic):]).(*goja.Symbol)
			if !ok {
				return nil
			}
			o, _ = o.GetSymbol(s).(*goja.Object)
		case name == "%TypedArray%":
			o = o.Get("Int8Array").(*goja.Object).Prototype()
		default:
			o, _ = o.Get(name).(*goja.Object)
		}
	}
	return o
}

// newestReleases are the newest releases that policies stand for, and the newest
// of major versions that somebody may ask for.
var newestReleases = []struct {
	policy  string
	release int
	version string
}{
	{"node10", 10, "10.24.1"}, {"node11", 11, "11.15.0"}, {"node12", 14, "14.21.3"}, {"node15", 18, "18.20.8"},
	{"node20", 20, "20.20.2"}, {"node22", 24, "24.21.0"}, {"node26", 26, "26.10.0"},
	{"", 12, "12.22.12"}, {"", 15, "15.14.0"}, {"", 16, "16.20.2"}, {"", 17, "17.9.1"}, {"", 19, "19.9.0"}, {"", 21, "21.7.3"},
	{"", 22, "22.23.3"}, {"", 23, "23.11.1"}, {"", 25, "25.9.0"},
}

// newest is the major version of the release that runs are like.
func newest(p model.Policy) int {
	text, _, _ := strings.Cut(strings.TrimPrefix(versionOf(p), "v"), ".")
	major, _ := strconv.Atoi(text)
	return major
}

// versionOf is process.version: the release that was asked for, or the newest
// that a policy stands for.
func versionOf(p model.Policy) string {
	if strings.Contains(p.Release, ".") {
		return "v" + p.Release
	}
	for _, n := range newestReleases {
		if p.Release == strconv.Itoa(n.release) || p.Release == "" && n.policy == p.Family() {
			return "v" + n.version
		}
	}
	return "v" + newestReleases[6].version
}
