package js

import (
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// reads has words of its own since V8 9.3.
func (w *wording) newReads() bool { return since(w.m.policy, 16) }

func (w *wording) read(property string) string {
	base := "undefined"
	if s, ok := w.spot(members); ok {
		base = w.nullish(leftOf(s.node))
		if literal := s.literalBase(); literal != "" {
			base = literal
		}
		if symbol := s.symbolKey(); symbol != "" {
			property = "Symbol(" + symbol + ")"
			if symbol == "Symbol.iterator" && since(w.m.policy, 12) {
				return w.iterable(base)
			}
		}
	}
	if property == "[object Object]" {
		property = "#<Object>"
	}
	return w.readOf(base, property)
}

func (w *wording) readOf(base, property string) string {
	if w.newReads() {
		return "Cannot read properties of " + base + " (reading '" + property + "')"
	}
	return "Cannot read property '" + property + "' of " + base
}

// set is a property that was set of null or undefined.
func (w *wording) set(s spot) string {
	base, property := w.nullish(leftOf(s.node)), s.property()
	if property == "" {
		return ""
	}
	if w.newReads() {
		return "Cannot set properties of " + base + " (setting '" + property + "')"
	}
	return "Cannot set property '" + property + "' of " + base
}

// withoutObject is what functions of V8 say of a value that is no object.
var withoutObject = map[string]string{
	"bind":    "Bind must be called on a function",
	"apply":   "CreateListFromArrayLike called on non-object",
	"ownKeys": "Reflect.ownKeys called on non-object",
	"set":     "Invalid value used as weak map key",
	"add":     "Invalid value used in weak set",
	"WeakMap": "Invalid value used as weak map key",
	"WeakSet": "Invalid value used in weak set",
}

func (w *wording) notAnObject(value string) string {
	if w.within != "" {
		if said := withoutObject[w.within]; said != "" {
			return said
		}
		if w.within == "Map" || w.within == "fromEntries" {
			return "Iterator value " + value + " is not an entry object"
		}
		return w.notCallable(value)
	}
	s, ok := w.spot(iterations) // it, its iterator, or what that gave
	switch _, called := s.node.(*ast.CallExpression); {
	case ok && s.how != spread && s.how != spreadCalls && w.m.program.hasIterators(): // the first two were looked at
		return "Iterator result " + value + " is not an object"
	case ok:
		if called || s.how == delegated {
			return s.notIterable(w)
		}
		return ""
	}
	if s, ok := w.spot(relations); ok {
		return s.relation(w.m, value)
	}
	if s, ok := w.spot(constructs); ok {
		name := s.text(w.m)
		switch name {
		case "Map":
			return "Iterator value " + value + " is not an entry object"
		case "WeakMap", "WeakSet":
			return withoutObject[name]
		}
		return name + " is not a constructor"
	}
	if said := w.notCallable(value); said != "" || !w.m.program.hasIterators() {
		return said
	}
	return "Iterator result " + value + " is not an object" // of what a loop that is left called
}

// notCallable is a call of what is no function: one in the program, which is
// named by its expression, or one by a function of the engine's, which is named
// by its value.
func (w *wording) notCallable(value string) string {
	if w.within == "" {
		if s, ok := w.spot(calls); ok {
			return s.text(w.m) + " is not a function"
		}
		return ""
	}
	return w.valueText(value) + " is not a function"
}

// kindOf is an object as its class, by its text.
func kindOf(text string) string {
	switch {
	case text == "" || strings.Contains(text, ",") && !strings.Contains(text, "("):
		return "[object Array]"
	case strings.HasPrefix(text, "/"):
		return "[object RegExp]"
	}
	return text
}

// valueText is a value as V8 names it, by its text: since V8 12 with its type.
func (w *wording) valueText(value string) string {
	switch {
	case value == "undefined":
		return value
	case !since(w.m.policy, 21):
		if value == "[object Object]" {
			return "#<Object>"
		}
		return value
	case value == "null":
		return "object null"
	case strings.HasPrefix(value, "[object "):
		return "object"
	}
	kind := primitiveKind(value)
	if kind == "string" {
		value = `"` + value + `"`
	}
	return kind + " " + value
}

// primitiveKind is what typeof says of the value that has a text, as far as the
// text tells.
func primitiveKind(text string) string {
	switch {
	case text == "true", text == "false":
		return "boolean"
	case text == "NaN", text == "Infinity", text != "" && strings.Trim(text, "0123456789.-+e") == "":
		return "number"
	}
	return "string"
}

// readOnly is a property that was set, and cannot be.
func (w *wording) readOnly(property string) string {
	if s, ok := w.spot(members); w.within != "" || !ok || !keeps(leftOf(s.node)) || s.property() != property {
		return ""
	}
	base := w.m.lastBase()
	o, ok := base.(*goja.Object)
	if !ok {
		return "Cannot assign to read only property '" + property + "' of string '" + base.String() + "'"
	}
	if w.m.hasGetter(o, property) {
		return "Cannot set property " + property + " of " + w.m.sideEffectFree(o) + " which has only a getter"
	}
	text := w.m.plainText(o)
	if o.ClassName() == "Array" {
		text = "[object Array]"
	}
	return "Cannot assign to read only property '" + property + "' of object '" + text + "'"
}

// onPrimitive is a property that was set of a number and the like.
func (w *wording) onPrimitive(value string) string {
	s, ok := w.spot(members)
	if !ok || s.property() == "" {
		return ""
	}
	return "Cannot create property '" + s.property() + "' on " + primitiveKind(value) + " '" + value + "'"
}

func (w *wording) withoutNew(string) string {
	if s, ok := w.spot(calls); ok {
		if class, ok := s.node.(*ast.ClassLiteral); ok && class.Name == nil && since(w.m.policy, 14) {
			return "Class constructors cannot be invoked without 'new'"
		}
		if name := s.calleeName(w.m); name != "" {
			return "Class constructor " + name + " cannot be invoked without 'new'"
		}
	}
	return ""
}

func (w *wording) tooEarly(string) string {
	s, ok := w.spot(names)
	switch {
	case !ok:
		return ""
	case !since(w.m.policy, 12):
		return s.text(w.m) + " is not defined"
	}
	return "Cannot access '" + s.text(w.m) + "' before initialization"
}

// iterable is what V8 says of a value that has no Symbol.iterator.
func (w *wording) iterable(value string) string {
	if value == "null" {
		value = "object null"
	}
	return value + " is not iterable (cannot read property Symbol(Symbol.iterator))"
}

// notIterable is what cannot be iterated; an engine's function says of null and
// undefined that they cannot be objects.
func (w *wording) notIterable(nullish bool) string {
	switch w.within {
	case "":
	case "from", "fromEntries", "all", "race", "allSettled", "any":
		if !nullish {
			return w.iterable("object")
		}
		if since(w.m.policy, 14) {
			return w.iterable("undefined")
		}
		return ""
	default:
		return ""
	}
	if s, ok := w.spot(iterations); ok {
		return s.notIterable(w)
	}
	if s, ok := w.spot(constructs); ok && !nullish {
		return w.iterable(s.argument())
	}
	if s, ok := w.spot(members); ok && s.written {
		return w.set(s)
	}
	if !nullish {
		return w.parameter("object")
	}
	return w.parameter("undefined")
}

// parameter is an argument that a parameter with a pattern cannot take apart.
func (w *wording) parameter(value string) string {
	s, ok := w.spot(patterns)
	if !ok {
		return ""
	}
	if p, ok := s.node.(*ast.ObjectPattern); ok {
		property := firstProperty(p)
		switch {
		case property == "" || !since(w.m.policy, 12):
			return taken(property)
		}
		return "Cannot destructure property '" + property + "' of '" + value + "' as it is undefined."
	}
	if since(w.m.policy, 12) && !since(w.m.policy, 16) {
		return "undefined is not a function"
	}
	return w.iterable(value)
}

// taken is what V8 said before it named what a pattern is for.
func taken(property string) string {
	if property == "" {
		return "Cannot destructure 'undefined' or 'null'."
	}
	return "Cannot destructure property `" + property + "` of 'undefined' or 'null'."
}

func (w *wording) notDestructured(string) string {
	if w.within != "" {
		return ""
	}
	s, ok := w.spot(destructures)
	if !ok {
		return w.parameter("undefined")
	}
	if keeps(s.node.(ast.Expression)) && !isNothing(w.m.lastBase()) { // a pattern in the pattern
		return w.inner(s.pattern)
	}
	property := firstProperty(s.pattern)
	if !since(w.m.policy, 12) {
		return taken(property)
	}
	what := " '" + s.text(w.m) + "' as it is " + w.nullish(s.node) + "."
	if property != "" {
		return "Cannot destructure property '" + property + "' of" + what
	}
	return "Cannot destructure" + what
}

// hasGetter reports whether a property of an object is one with a getter. It runs
// no code of the program: what a proxy would say is not asked.
func (m *machine) hasGetter(o *goja.Object, property string) bool {
	key := m.vm.ToValue(property)
	for holder := o; holder != nil; holder = holder.Prototype() {
		if isProxy(holder) {
			return false
		}
		if d := m.descriptor(holder, key); d != nil {
			get := d.Get("get")
			return get != nil && !goja.IsUndefined(get)
		}
	}
	return false
}

// plainText is a value as V8 names it where no code may run.
func (m *machine) plainText(v goja.Value) string {
	o, ok := v.(*goja.Object)
	if !ok {
		return v.String()
	}
	if isProxy(o) {
		return "#<Object>"
	}
	return m.sideEffectFree(o)
}

// inner is a pattern within one, of which nothing can be taken.
func (w *wording) inner(p *ast.ObjectPattern) string {
	for _, property := range p.Properties {
		keyed, ok := property.(*ast.PropertyKeyed)
		if !ok {
			continue
		}
		value := keyed.Value
		if with, ok := value.(*ast.AssignExpression); ok {
			value = with.Left
		}
		if nested, ok := value.(*ast.ObjectPattern); ok {
			if name := firstProperty(nested); name != "" && since(w.m.policy, 12) {
				return w.readOf("undefined", name)
			}
		}
	}
	return ""
}

func (w *wording) notConstructor(string) string {
	if s, ok := w.spot(constructs); ok {
		return s.text(w.m) + " is not a constructor"
	}
	return ""
}

func (w *wording) notExtended(string) string {
	if base := w.m.lastBase(); base != nil {
		return "Class extends value " + w.m.plainText(base) + " is not a constructor or null"
	}
	return ""
}

// notMethod is a Symbol.iterator or a Symbol.toPrimitive that is no function.
func (w *wording) notMethod(value string) string {
	s, ok := w.spot(iterations)
	switch {
	case w.within != "":
	case !w.m.program.hasIterators() && ok:
		return s.notIterable(w)
	case w.m.program.hasIterators() && (!ok || s.how != spread && s.how != spreadCalls):
		return w.notLeaving(value) // what is iterated was looked at
	case ok:
		return s.notIterable(w)
	}
	return w.valueText(value) + " is not a function"
}

// notCalled is what some functions of the engine's say of their arguments; other
// errors that end so are the program's own.
func (w *wording) notCalled(value string) string {
	if engineCallers[w.within] {
		return w.notCallable(value)
	}
	return ""
}
