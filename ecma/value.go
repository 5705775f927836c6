package ecma

// Value is what a promise is resolved with or a callback is given. Only what
// ordering depends on is kept: whether it is a promise, whether it has a then,
// and which error it is. What else it is, is the script's affair: Ref may be an
// index into a table of its own, and comes back wherever the value does.
type Value struct {
	Kind ValueKind
	Ref  uint32 // ValuePromise: the promise; others: the script's, 0 for undefined
}

// ValueKind tells values apart.
type ValueKind uint8

// The kinds of values.
const (
	ValueUndefined ValueKind = iota
	ValuePlain               // anything that is no thenable
	ValueGenerator           // an async generator, which is no thenable either
	ValuePromise             // a native promise
	ValueThenable            // an object with a then: a Foreign one's, or one that calls its first argument at once
	ValueError               // an Error that the script made; Ref is the script's name for it
	ValueAggregate           // the AggregateError of Promise.any
	ValueCycle               // the TypeError of a promise that is resolved with itself; Ref is the promise's kind
	ValueResult              // an iterator's result that is not done; Ref is that of its value
	ValueDone                // an iterator's result that is done; Ref is that of its value
	ValueNoThrow             // the TypeError of an iterator that has no throw
	ValueUnhandled           // Node's error for an unhandled rejection whose reason is no error; Ref is the reason's kind
)

// ValueSubclassed is the kind of a promise of a subclass, where a value names
// another's kind.
const ValueSubclassed = ValueUnhandled + 1

// KindOf is the kind of a value as an error message tells it.
func (r *Realm) KindOf(v Value) uint32 {
	if v.Kind == ValuePromise && r.promises.all[v.Ref].subclass {
		return uint32(ValueSubclassed)
	}
	return uint32(v.Kind)
}

// IsError reports whether the value is an Error object.
func (v Value) IsError() bool {
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

// as is an iterator's result with the value.
func (v Value) as(result ValueKind) Value {
	if v.Kind == ValuePromise {
		return Value{Kind: result}
	}
	return Value{result, v.Ref}
}

// content is the value of an iterator's result, or what was thrown.
func (v Value) content(t CompletionType) Value {
	if t == Normal {
		return Value{ValuePlain, v.Ref}
	}
	return v
}

// thenable reports whether a promise that is resolved with the value takes on
// its state.
func (v Value) thenable() bool { return v.Kind == ValuePromise || v.Kind == ValueThenable }

// Pack packs the value, and whether it is a rejection, into a word.
func (v Value) Pack(rejected bool) uint64 {
	w := uint64(v.Kind)<<32 | uint64(v.Ref)
	if rejected {
		w |= 1 << 63
	}
	return w
}

// Unpack is the reverse of Pack.
func Unpack(w uint64) (v Value, rejected bool) {
	return Value{ValueKind(w >> 32), uint32(w)}, w>>63 != 0
}
