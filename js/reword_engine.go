package js

import "strings"

// receiver is what a method was called on that has another class: V8 names the value by
// its constructor, which is nearly always that of its class.
func (w *wording) receiver(text string) string {
	const on = " called on incompatible receiver [object "
	method, class, ok := strings.Cut(text, on)
	if !ok || class == "Array" || strings.ContainsAny(class, "] ") {
		return ""
	}
	return "Method " + method + " called on incompatible receiver #<" + class + ">"
}

// noBig is what cannot be made a BigInt. Of a number with a fraction V8 says why.
func (w *wording) noBig(value string) string {
	if w.class != "RangeError" {
		return ""
	}
	return "The number " + value + " cannot be converted to a BigInt because it is not an integer"
}

// notLeaving is a return of an iterator that is no function.
func (w *wording) notLeaving(value string) string {
	switch kind := primitiveKind(value); {
	case since(w.m.policy, 12) && !since(w.m.policy, 14):
		return "The iterator's 'return' method is not callable"
	case strings.HasPrefix(value, "[object "):
		return "object is not a function"
	case !since(w.m.policy, 12):
		return kind + " is not a function"
	case kind == "string":
		return `string "` + value + `" is not a function`
	default:
		return kind + " " + value + " is not a function"
	}
}

// noNext is an iterator without a next that can be called.
func (w *wording) noNext(string) string {
	if s, ok := w.spot(iterations); ok && w.within == "" {
		return s.notIterable(w)
	}
	return "undefined is not a function"
}
