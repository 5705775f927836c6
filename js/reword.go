package js

import (
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/ast"
)

// peek takes the function that gives what a property was read of last.
func (m *machine) peek(call goja.FunctionCall) goja.Value {
	m.base, _ = goja.AssertFunction(call.Argument(0))
	return nil
}

// caught is called by the program where it catches something.
func (m *machine) caught(call goja.FunctionCall) goja.Value {
	m.reword(call.Argument(0))
	return goja.Undefined()
}

// lastBase is what a property was read or set of last; nil if that is not known.
func (m *machine) lastBase() goja.Value {
	if m.base == nil {
		return nil
	}
	v, err := m.base(goja.Undefined())
	if err != nil {
		return nil
	}
	return v
}

// reword puts an error that the engine made into V8's words, as the release at
// hand has them (V8's message-template.h; the expressions that it names are those
// of CallPrinter in prettyprinter.cc). Other values stay as they are.
func (m *machine) reword(v goja.Value) {
	o, ok := v.(*goja.Object)
	if !ok || !isError(o) || isProxy(o) {
		return
	}
	text := m.said(o)
	said, ok := plainWords[text]
	if !ok {
		if !isEngines(text) {
			return
		}
		w := wording{m: m, stack: m.errorFrames(o)}
		if len(w.stack) > 0 {
			if name, ok := strings.CutPrefix(w.stack[0], native); ok {
				w.within = name
			}
			said = w.of(text)
		}
	}
	if said == "" || said == text {
		return
	}
	_ = o.DefineDataProperty("message", m.vm.ToValue(said), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	if stack, ok := m.own(o, "stack").(goja.String); ok {
		_ = o.DefineDataProperty("stack", m.vm.ToValue(strings.Replace(stack.String(), text, said, 1)), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

// isEngines reports whether a message is one that has other words in V8, so that
// the stacks of other errors are not looked at.
func isEngines(text string) bool {
	for _, begin := range [...]string{"Cannot read property '", "Value is not ", "Cannot assign to read only property '", "Cannot delete property '", "Cannot write private member ", "Object has no member '", "Not a function: ", "Expecting a function in instanceof", "Receiver is not an object: ", "Could not convert ", "Class constructor cannot", "Class extends value is", "Cannot access a variable", "object is not iterable", "Cannot convert undefined or null", "object is not a function %!s", "Unterminated ", "Invalid regular expression (re2)"} {
		if strings.HasPrefix(text, begin) {
			return true
		}
	}
	return text == "" || strings.HasSuffix(text, " is not a function") || strings.HasSuffix(text, " is not a method")
}

// said is an error's own message; "" if it has none.
func (m *machine) said(o *goja.Object) string {
	if text, ok := m.own(o, "message").(goja.String); ok {
		return text.String()
	}
	return ""
}

const superFirst = "Must call super constructor in derived class before accessing 'this' or returning from derived constructor"

// plainWords are the messages that need no more than other words.
var plainWords = map[string]string{
	"Malformed URI":           "URI malformed",
	"Illegal generator state": "Generator is already running",
	"No initial value":        "Reduce of empty array with no initial value",
	"The normalization form should be one of NFC, NFD, NFKC, NFKD":                           "The normalization form should be one of NFC, NFD, NFKC, NFKD.",
	"prototype is not an object":                                                             "Function has non-object prototype 'undefined' in instanceof check",
	"Must call super constructor in derived class before returning from derived constructor": superFirst,
	"Must call super constructor in derived class before accessing 'this'":                   superFirst,
	"toFixed() precision must be between 0 and 100":                                          "toFixed() digits argument must be between 0 and 100",
	"toPrecision() precision must be between 1 and 100":                                      "toPrecision() argument must be between 1 and 100",
	"toExponential() precision must be between 0 and 100":                                    "toExponential() argument must be between 0 and 100",
}

// wording is one error that is put into other words.
type wording struct {
	m      *machine
	stack  []string // its places, the innermost first: see errorFrames
	within string   // the function of the engine's that made it; "": code of the program did
}

// errorFrames are the places of an error's stack as the spots of the program
// have them; "native" stands for a function of the engine's.
func (m *machine) errorFrames(o *goja.Object) (frames []string) {
	stack, ok := m.own(o, "stack").(goja.String)
	if !ok {
		return nil
	}
	for _, line := range strings.Split(stack.String(), "\n") {
		if found := stackLine().FindStringSubmatch(line); found != nil {
			frames = append(frames, found[2]+":"+found[3]+":"+found[4])
		} else if name, ok := between(line, "\tat ", " (native)"); ok {
			frames = append(frames, native+name)
		}
	}
	return frames
}

const native = "native "

// engineCallers are functions of the engine's that say "5 is not a function".
var engineCallers = map[string]bool{"reduce": true, "reduceRight": true, "from": true, "forEach": true}

// arrayMethods and stringMethods are those that say whose they are when they are
// called on null or undefined.
var (
	arrayMethods  = setOf("concat copyWithin every fill find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice unshift at filter")
	stringMethods = setOf("at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search slice split startsWith substr substring toLowerCase toUpperCase trim trimEnd trimStart")
)

func setOf(names string) map[string]bool {
	set := make(map[string]bool)
	for name := range strings.FieldsSeq(names) {
		set[name] = true
	}
	return set
}

// builtin is what functions of V8 say that have words of their own.
func (w *wording) builtin(text string) (said string, ok bool) {
	switch {
	case text == "Cannot convert undefined or null to object" && w.within == "filter":
		return "undefined is not a function", true // of its argument: the engine reads that first
	case text == "Cannot convert undefined or null to object" && arrayMethods[w.within]:
		return "Array.prototype." + w.within + " called on null or undefined", true
	case text == "Value is not object coercible" && stringMethods[w.within]:
		return "String.prototype." + w.within + " called on null or undefined", true
	case text == "Value is not object coercible" && w.within == "setPrototypeOf":
		return "Object.setPrototypeOf called on null or undefined", true
	case w.within == "construct" && strings.HasPrefix(text, "Value is not an object: "):
		return strings.TrimPrefix(text, "Value is not an object: ") + " is not a constructor", true
	}
	return w.pattern(text)
}

// pattern is what is wrong with a regular expression, if its text stands in the
// program.
func (w *wording) pattern(text string) (said string, ok bool) {
	s, found := w.spot(constructs)
	if !found || len(s.arguments) == 0 || s.text(w.m) != "RegExp" {
		return "", false
	}
	source, ok := s.arguments[0].(*ast.StringLiteral)
	switch {
	case !ok:
		return "", false
	case strings.Contains(text, "missing argument to repetition operator"):
		text = "Nothing to repeat"
	case text != "Unterminated group" && text != "Unterminated character class":
		return "", false
	}
	return "Invalid regular expression: /" + source.Value.String() + "/: " + text, true
}

// of is a message in V8's words; "" where the engine's own stays.
func (w *wording) of(text string) string {
	if property, ok := between(text, "Cannot read property '", "' of undefined or null"); ok {
		return w.read(property)
	}
	if property, ok := between(text, "Cannot read property '", "' of undefined"); ok {
		return w.read(property)
	}
	if value, ok := strings.CutPrefix(text, "Value is not an object: "); ok {
		return w.notAnObject(value)
	}
	if value, ok := strings.CutPrefix(text, "Value is not callable: "); ok {
		return w.notCallable(kindOf(value))
	}
	if property, ok := between(text, "Cannot assign to read only property '", "'"); ok {
		return w.readOnly(property)
	}
	if property, ok := between(text, "Cannot delete property '", "' of [object Object]"); ok {
		return "Cannot delete property '" + property + "' of #<Object>"
	}
	if name, ok := between(text, "Cannot write private member ", " from an object whose class did not declare it"); ok {
		return "Cannot write private member " + name + " to an object whose class did not declare it"
	}
	if _, ok := between(text, "Object has no member '", "'"); ok {
		return w.notCallable("undefined")
	}
	if value, ok := strings.CutPrefix(text, "Not a function: "); ok {
		return w.notCallable(value)
	}
	if strings.HasPrefix(text, "Expecting a function in instanceof check, but got ") {
		return "Right-hand side of 'instanceof' is not callable"
	}
	if value, ok := strings.CutSuffix(text, " is not a function"); ok && engineCallers[w.within] {
		return w.notCallable(value)
	}
	if value, ok := strings.CutSuffix(text, " is not a method"); ok {
		if s, ok := w.spot(iterations); ok && w.within == "" {
			return s.notIterable(w)
		}
		return w.valueText(value) + " is not a function"
	}
	if value, ok := strings.CutPrefix(text, "Receiver is not an object: "); ok {
		return w.onPrimitive(value)
	}
	if strings.HasPrefix(text, "Could not convert ") && strings.HasSuffix(text, " to primitive") { // it has an address
		return "Cannot convert object to primitive value"
	}
	if said, ok := w.builtin(text); ok {
		return said
	}
	switch text {
	case "Value is not a constructor":
		if s, ok := w.spot(constructs); ok {
			return s.text(w.m) + " is not a constructor"
		}
	case "Class constructor cannot be invoked without 'new'":
		return w.withoutNew()
	case "Cannot access a variable before initialization":
		return w.tooEarly()
	case "object is not iterable", "Cannot convert undefined or null to object":
		return w.notIterable(text)
	case "Value is not object coercible":
		return w.notDestructured()
	case "Class extends value is not a constructor or null":
		if base := w.m.lastBase(); base != nil {
			return "Class extends value " + w.m.plainText(base) + " is not a constructor or null"
		}
	case "object is not a function %!s(MISSING)":
		return w.notCallable("[object Object]")
	case "": // an element of a frozen array
		if s, ok := w.spot(members); ok && s.written {
			return w.readOnly(s.property())
		}
	}
	return ""
}

func between(text, before, behind string) (string, bool) {
	rest, ok := strings.CutPrefix(text, before)
	if !ok {
		return "", false
	}
	return strings.CutSuffix(rest, behind)
}

// spot is the expression of a kind at the place of the error.
func (w *wording) spot(kind spotKind) (spot, bool) { return w.m.program.spotAt(w.stack[0], kind) }

// nullish is what an expression was that is null or undefined.
func (w *wording) nullish(e ast.Node) string {
	if x, ok := e.(ast.Expression); ok && keeps(x) && goja.IsNull(w.m.lastBase()) {
		return "null"
	}
	return "undefined"
}
