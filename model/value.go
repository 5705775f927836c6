package model

// Value is what a promise is resolved with or a callback is given. Only what
// ordering depends on is kept: whether it is a promise, whether it has a then,
// and which error it is.
type Value struct {
	Kind ValueKind
	Ref  uint32 // ValuePromise: the promise; ValueError: the script's text
}

// ValueKind tells values apart.
type ValueKind uint8

// The kinds of values.
const (
	ValueUndefined ValueKind = iota
	ValuePlain               // anything that is no thenable
	ValueGenerator           // an async generator, which is no thenable either
	ValuePromise             // a native promise
	ValueThenable            // an object whose then calls its first argument at once
	ValueError               // an Error that the script made; Ref is the script's name for it
	ValueAggregate           // the AggregateError of Promise.any
	ValueCycle               // the TypeError of a promise that is resolved with itself; Ref is the promise's kind
	ValueResult              // an iterator's result that is not done
	ValueDone                // an iterator's result that is done
	ValueNoThrow             // the TypeError of an iterator that has no throw
	ValueUnhandled           // Node's error for an unhandled rejection whose reason is no error; Ref is the reason's kind
)

// ValueSubclassed is the kind of a promise of a subclass, where a value names
// another's kind.
const ValueSubclassed = ValueUnhandled + 1

// kindOf is the kind of a value as an error message tells it.
func (r *Runtime) kindOf(v Value) uint32 {
	if v.Kind == ValuePromise && r.promises.all[v.Ref].subclass {
		return uint32(ValueSubclassed)
	}
	return uint32(v.Kind)
}

// isError reports whether the value is an Error object.
func (v Value) isError() bool {
	return v.Kind == ValueError || v.Kind == ValueAggregate || v.Kind == ValueCycle || v.Kind == ValueNoThrow
}

// Completion is ECMA-262's completion record: how a function that was suspended
// goes on, and how a generator is asked to.
type Completion struct {
	Type  CompletionType
	Value Value
}

// CompletionType is the type of a completion.
type CompletionType uint8

// The types of completions.
const (
	Normal CompletionType = iota
	Throw
	Return
)

func completionOf(v Value, threw bool) Completion {
	if threw {
		return Completion{Throw, v}
	}
	return Completion{Normal, v}
}

// thenable reports whether a promise that is resolved with the value takes on
// its state.
func (v Value) thenable() bool { return v.Kind == ValuePromise || v.Kind == ValueThenable }

// word packs the value into a callback's argument; rejected rides along.
func (v Value) word(rejected bool) uint64 {
	w := uint64(v.Kind)<<32 | uint64(v.Ref)
	if rejected {
		w |= 1 << 63
	}
	return w
}

func unpack(w uint64) (v Value, rejected bool) {
	return Value{ValueKind(w >> 32), uint32(w)}, w>>63 != 0
}
