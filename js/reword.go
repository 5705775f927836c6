package js

import (
	"slices"
	"strings"
	"sync"

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
	v := call.Argument(0)
	if _, leaves := leftBy(v); leaves {
		panic(v)
	}
	if !m.packageLooks(v) {
		m.reword(v)
	}
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
	if strings.HasSuffix(text, notDefined) {
		m.endsLacking(o, text)
	}
	said, ok := plainWords[text]
	if !ok {
		if !isEngines(text) {
			return
		}
		w := wording{m: m, class: m.constructorOf(o)}
		if w.place, w.within = m.thrower(o); w.place != "" || w.within != "" {
			said = w.of(text)
		}
	}
	if said == "" || said == text {
		return
	}
	_ = o.DefineDataProperty("message", m.vm.ToValue(said), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	if stack, ok := m.ownStack(o); ok {
		_ = o.DefineDataProperty("stack", m.vm.ToValue(strings.Replace(stack, text, said, 1)), goja.FLAG_TRUE, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

// isEngines reports whether a message may be one that has other words in V8, so
// that the stacks of other errors are not looked at.
func isEngines(text string) bool {
	return text == "" || slices.ContainsFunc(forms(), func(f form) bool { _, ok := between(text, f.before, f.behind); return ok })
}

// said is an error's own message; "" if it has none.
func (m *machine) said(o *goja.Object) string {
	if text, ok := m.own(o, "message").(goja.String); ok {
		return text.String()
	}
	return ""
}

// ownStack is the stack of an error, if that is a text of its own; it is not ok where
// there is none, or to write it throws: the engine reads the message for it, which may
// run code.
func (m *machine) ownStack(o *goja.Object) (stack string, ok bool) {
	_ = m.vm.Try(func() {
		if text, is := m.own(o, "stack").(goja.String); is {
			stack, ok = text.String(), true
		}
	})
	return stack, ok
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
	class  string // of the error
	place  string // where code of the program made it
	within string // or the function of the engine's that did
}

// thrower is the place at which an error was made, as the spots of the program
// have it; or else the name of the engine's function that made it.
func (m *machine) thrower(o *goja.Object) (place, within string) {
	stack, _ := m.ownStack(o)
	for line := range strings.SplitSeq(stack, "\n") {
		if found := placedLine().FindStringSubmatch(line); found != nil {
			return found[2] + ":" + found[3] + ":" + found[4], ""
		} else if name, ok := between(line, "\tat ", " (native)"); ok {
			return "", name
		}
	}
	return "", ""
}

// engineCallers are functions of the engine's that say "5 is not a function".
var engineCallers = map[string]bool{"reduce": true, "reduceRight": true, "from": true, "forEach": true}

// arrayMethods and stringMethods are those that say whose they are when they are
// called on null or undefined.
const (
	arrayMethods  = " concat copyWithin every fill find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join lastIndexOf map pop push reduce reduceRight reverse shift slice some sort splice unshift at filter "
	stringMethods = " at charAt charCodeAt codePointAt concat endsWith includes indexOf lastIndexOf localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search slice split startsWith substr substring toLowerCase toUpperCase trim trimEnd trimStart "
)

// among reports whether a name is one of a list with spaces around each.
func among(list, name string) bool { return strings.Contains(list, " "+name+" ") }

// builtin is what functions of V8 say that have words of their own.
func (w *wording) builtin(text string) string {
	switch {
	case text == "Cannot convert undefined or null to object" && w.within == "filter":
		return "undefined is not a function" // of its argument: the engine reads that first
	case text == "Cannot convert undefined or null to object" && among(arrayMethods, w.within):
		return "Array.prototype." + w.within + " called on null or undefined"
	case text == "Value is not object coercible" && among(stringMethods, w.within):
		return "String.prototype." + w.within + " called on null or undefined"
	case text == "Value is not object coercible" && w.within == "setPrototypeOf":
		return "Object.setPrototypeOf called on null or undefined"
	case w.within == "construct" && strings.HasPrefix(text, "Value is not an object: "):
		return strings.TrimPrefix(text, "Value is not an object: ") + " is not a constructor"
	}
	return ""
}

// pattern is what is wrong with a regular expression, if its text stands in the
// program.
func (w *wording) pattern(text string) string {
	s, found := w.spot(constructs)
	if !found || len(s.arguments) == 0 || s.text(w.m) != "RegExp" {
		return ""
	}
	source, ok := s.arguments[0].(*ast.StringLiteral)
	if strings.Contains(text, "missing argument to repetition operator") {
		text = "Nothing to repeat"
	}
	if !ok || strings.Contains(text, "(error parsing") {
		return ""
	}
	return "Invalid regular expression: /" + source.Value.String() + "/: " + text
}

// form is what messages of the engine's look like, with what V8 says instead: ""
// where the engine's own stays. Between its two texts stands what it is told.
type form struct {
	before, behind string
	say            func(w *wording, between string) string
}

// forms are tried in their order.
var forms = sync.OnceValue(func() []form {
	always := func(text string) func(*wording, string) string {
		return func(*wording, string) string { return text }
	}
	return []form{
		{"exponent must be positive", "", func(w *wording, _ string) string {
			if since(w.m.policy, 20) && !since(w.m.policy, 25) {
				return "undefined must be positive"
			}
			return "Exponent must be positive"
		}},
		{"Cannot read property '", "' of undefined or null", (*wording).read},
		{"Cannot read property '", "' of undefined", (*wording).read},
		{"Value is not an object: ", "", (*wording).notAnObject},
		{"Value is not callable: ", "", func(w *wording, value string) string { return w.notCallable(kindOf(value)) }},
		{"Not a function: ", "", (*wording).notCallable},
		{"Object has no member '", "'", func(w *wording, _ string) string { return w.notCallable("undefined") }},
		{"object is not a function %!s(MISSING)", "", func(w *wording, _ string) string { return w.notCallable("[object Object]") }},
		{"Cannot assign to read only property '", "'", (*wording).readOnly},
		{"Cannot delete property '", "' of [object Object]", func(_ *wording, name string) string { return "Cannot delete property '" + name + "' of #<Object>" }},
		{"Cannot write private member ", " from an object whose class did not declare it", func(_ *wording, name string) string {
			return "Cannot write private member " + name + " to an object whose class did not declare it"
		}},
		{"Expecting a function in instanceof check, but got ", "", always("Right-hand side of 'instanceof' is not callable")},
		{"Receiver is not an object: ", "", (*wording).onPrimitive},
		{"Could not convert ", " to primitive", always("Cannot convert object to primitive value")}, // it has an address
		{"Value is not a constructor", "", (*wording).notConstructor},
		{"Class constructor cannot be invoked without 'new'", "", (*wording).withoutNew},
		{"Class extends value is not a constructor or null", "", (*wording).notExtended},
		{"Method ", "]", (*wording).receiver},
		{"Cannot convert ", " to a BigInt", (*wording).noBig},
		{"iterator.next is missing or not a function", "", (*wording).noNext},
		{"Cannot access a variable before initialization", "", (*wording).tooEarly},
		{"object is not iterable", "", func(w *wording, _ string) string { return w.notIterable(false) }},
		{"Cannot convert undefined or null to object", "", func(w *wording, _ string) string { return w.notIterable(true) }},
		{"Value is not object coercible", "", (*wording).notDestructured},
		{"Unterminated group", "", func(w *wording, _ string) string { return w.pattern("Unterminated group") }},
		{"Unterminated character class", "", func(w *wording, _ string) string { return w.pattern("Unterminated character class") }},
		{"Invalid regular expression (re2): ", "", (*wording).pattern},
		{"", " is not a method", (*wording).notMethod},
		{"", " is not a function", (*wording).notCalled},
	}
})

// of is a message in V8's words; "" where the engine's own stays.
func (w *wording) of(text string) string {
	if said := w.builtin(text); said != "" {
		return said
	}
	for _, f := range forms() {
		if inner, ok := between(text, f.before, f.behind); ok {
			return f.say(w, inner)
		}
	}
	if s, ok := w.spot(members); ok && text == "" && s.written { // an element of a frozen array
		return w.readOnly(s.property())
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
func (w *wording) spot(kind spotKind) (spot, bool) { return w.m.program.spotAt(w.place, kind) }

// nullish is what an expression was that is null or undefined.
func (w *wording) nullish(e ast.Node) string {
	if x, ok := e.(ast.Expression); ok && keeps(x) && goja.IsNull(w.m.lastBase()) {
		return "null"
	}
	return "undefined"
}
