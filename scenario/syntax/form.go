package syntax

import (
	"fmt"
	"math"
	"slices"

	"evsim/internal/say"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
)

// Form says what may stand in one place of a file. The parser's tables hold one
// for every key and argument; the reference and the schema are made from them.
type Form struct {
	Kind      FormKind
	Low, High int64    // integers; durations in ns: the bounds, both included
	Words     []string // FormWord: the words; FormName: words that are no names here
	Each      *Form    // FormList: an item; FormNamed, FormKeyed: a value
	Least     int      // FormList: how many items at least; FormMapping: how many keys
	Distinct  bool     // FormList: no item stands twice
	Keys      []Key    // FormMapping: the keys
	One       []string // FormMapping: exactly one of these keys stands
	Alone     []string // FormMapping: keys that may stand instead of One
	Either    []Form   // FormEither: what may stand, one or the other
	Optional  bool     // nothing may stand as well
}

// Key is a key of a mapping.
type Key struct {
	Name     string
	Doc      say.Text // what it says, in Markdown; no full stop
	Required bool
	Form     Form
}

// FormKind is what a Form is about.
type FormKind uint8

// The kinds of forms.
const (
	FormNothing  FormKind = iota
	FormText              // any scalar but null, as it is written
	FormLine              // a text without line breaks
	FormTitle             // a line that is not empty
	FormHoles             // a line that may have holes such as ${now}
	FormName              // a word without `$`, `{` and `}`
	FormWord              // one of the words
	FormInteger           // decimal digits
	FormTruth             // true or false
	FormDuration          // a number with a unit
	FormRange             // a duration, or LOW..HIGH
	FormDelay             // what setTimeout takes
	FormBody              // a statement or a list of statements
	FormFile              // the name of a file of code
	FormGiven             // what a promise is given
	FormPromise           // a name of a promise, `resolved` or `rejected`
	FormPolicy            // a name of a policy
	FormNeed              // a verb or another thing that a policy may lack
	FormRule              // a sentence about lines
	FormInput             // a time, and an event with its target
	FormList
	FormMapping // a mapping with the keys given
	FormNamed   // a mapping from names to values
	FormKeyed   // a mapping from texts to values
	FormEither
)

// formNames are how the reference names forms that need no words about their
// contents.
var formNames = map[FormKind]say.Text{
	FormText: "text", FormLine: "line", FormTitle: "text", FormHoles: "text", FormName: "name", FormTruth: "`true` or `false`",
	FormDuration: "duration", FormRange: "duration or range", FormDelay: "delay", FormBody: "body", FormFile: "file", FormGiven: "what is given",
	FormPromise: "promise", FormPolicy: "name", FormNeed: "verb", FormRule: "rule", FormInput: "mapping", FormMapping: "mapping",
	FormNamed: "mapping", FormKeyed: "mapping",
}

// Text is the form as the reference names it.
func (f Form) Text() say.Text {
	switch {
	case f.Kind == FormWord:
		return listed(f.Words, "or")
	case f.Kind == FormInteger && f.Low == f.High:
		return say.Word(diagnostic.Code(fmt.Sprint(f.Low)))
	case f.Kind == FormInteger && f.High == math.MaxInt64:
		return say.Of("integer from %d", f.Low)
	case f.Kind == FormInteger:
		return say.Of("integer from %d to %d", f.Low, f.High)
	case f.Kind == FormList && f.Each.Kind == FormLine:
		return "list of lines"
	case f.Kind == FormList && f.Each.Kind == FormList:
		return "list of lists"
	case f.Kind == FormList:
		return "list"
	case f.Kind == FormEither:
		names := make([]say.Text, len(f.Either))
		for i, form := range f.Either {
			names[i] = form.Text()
		}
		return say.Join(names, " or ")
	}
	return formNames[f.Kind]
}

// The forms that stand in more than one place.
var (
	policiesForm = Form{Kind: FormEither, Either: []Form{{Kind: FormPolicy}, {Kind: FormList, Each: &Form{Kind: FormPolicy}, Least: 1, Distinct: true}}}
	orderForm    = listForm(Form{Kind: FormLine})
	ordersForm   = Form{Kind: FormList, Each: &Form{Kind: FormList, Each: &Form{Kind: FormLine}}, Least: 1, Distinct: true}
)

func integerForm(low, high int64) Form { return Form{Kind: FormInteger, Low: low, High: high} }

func spanForm(b bounds) Form { return Form{Kind: FormDuration, Low: int64(b.low), High: int64(b.high)} }

func rangeForm(b bounds) Form { return Form{Kind: FormRange, Low: int64(b.low), High: int64(b.high)} }

func oneWord(words ...string) Form { return Form{Kind: FormWord, Words: words} }

func listForm(each Form) Form { return Form{Kind: FormList, Each: &each} }

func namedForm(each Form) Form { return Form{Kind: FormNamed, Each: &each} }

func keyedForm(each Form) Form { return Form{Kind: FormKeyed, Each: &each} }

func mappingForm[T any](fields []field[T]) Form {
	keys := make([]Key, len(fields))
	for i, f := range fields {
		keys[i] = Key{Name: f.name, Doc: f.doc, Required: f.required, Form: f.form}
	}
	return Form{Kind: FormMapping, Keys: keys}
}

// expectationForm has one demand, or only says what is reached.
func expectationForm() Form {
	form := mappingForm(expectFields)
	for _, key := range form.Keys {
		if _, demands := expectKinds[key.Name]; demands {
			form.One = append(form.One, key.Name)
		}
	}
	form.Alone = []string{"reaches", "exit"}
	return form
}

func ruleForm() Form {
	return Form{Kind: FormEither, Either: []Form{{Kind: FormRule}, mappingForm(ruleFields)}}
}

func linksForm() Form {
	link := Form{Kind: FormMapping, One: linkKinds}
	for _, kind := range linkKinds {
		link.Keys = append(link.Keys, Key{Name: kind, Doc: "what runs in this step", Form: Form{Kind: FormBody}})
	}
	return Form{Kind: FormList, Each: &link, Least: 1}
}

// iterableForm is a name of a generator, a call that makes one, or an array.
func iterableForm() Form {
	call := Key{Name: "call", Doc: "one of `functions` with `generator: true`", Required: true, Form: Form{Kind: FormName}}
	return Form{Kind: FormEither, Either: []Form{{Kind: FormName}, {Kind: FormMapping, Keys: []Key{call}}, listForm(Form{Kind: FormGiven})}}
}

// argForm is the form of what stands behind a verb.
func argForm(spec *verbSpec) Form {
	form := argForms[spec.arg]
	if spec.arg == argNew {
		form.Words = takenNames(spec.makes)
	}
	return form
}

// argForms are the forms of arguments, by argKind.
var argForms = [...]Form{
	argNone:      {Kind: FormNothing, Optional: true},
	argText:      {Kind: FormHoles},
	argSpan:      rangeForm(notNegative),
	argDelay:     {Kind: FormDelay, Low: int64(-maxSpan), High: int64(maxSpan), Optional: true},
	argHandle:    {Kind: FormName},
	argNew:       {Kind: FormName},
	argPromise:   {Kind: FormPromise},
	argPromises:  {Kind: FormList, Each: &Form{Kind: FormName}},
	argFunction:  {Kind: FormName},
	argGiven:     {Kind: FormGiven},
	argIterable:  iterableForm(),
	argReturned:  {Kind: FormGiven, Optional: true},
	argBody:      {Kind: FormBody, Optional: true},
	argPath:      {Kind: FormLine},
	argIO:        oneWord(ioKinds...),
	argEvent:     oneWord(events...),
	argSignal:    oneWord(signals...),
	argCode:      {Kind: FormInteger, Low: math.MinInt32, High: math.MaxInt32, Optional: true},
	argStatus:    integerForm(math.MinInt32, math.MaxInt32),
	argPriority:  {Kind: FormWord, Words: priorities, Optional: true},
	argScheduler: oneWord(schedulerWord),
	argCount:     integerForm(0, maxRounds),
	argContext:   oneWord(contexts...),
}

// takenNames are the words that a handle of this kind cannot be named.
func takenNames(kind script.HandleKind) []string {
	switch kind {
	case script.HandleMark:
		return slices.Clone(holes)
	case script.HandlePromise:
		return []string{"resolved", "rejected"}
	}
	return nil
}
