package tidy

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// sayHome is the package of texts for people.
const sayHome = "internal/say"

// Said is a constant of the source that people read, in some language.
type Said struct {
	Pos    token.Position
	Text   string
	Format bool // it has verbs, and arguments for them
}

// Texts lists the constants of the source that are texts or formats of package
// say. One that is used in several places is listed for each of them.
func Texts(t *Tree) (list []Said) {
	for _, f := range t.Files {
		if f.types == nil || f.Dir() == sayHome {
			continue
		}
		ast.Inspect(f.File, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			if call, ok := e.(*ast.CallExpr); ok {
				list = append(list, t.textsUntyped(f, call)...)
			}
			known := f.types.Types[e]
			name := sayName(known.Type)
			if known.Value == nil || known.Value.Kind() != constant.String || name == "" {
				return true
			}
			if text := constant.StringVal(known.Value); text != "" {
				list = append(list, Said{t.Fset.Position(e.Pos()), text, name == "Format"})
			}
			return false
		})
	}
	return list
}

// textsUntyped lists the texts among the arguments of a call whose types are not
// known: a generic function with an argument of a package that only a stand-in is of.
func (t *Tree) textsUntyped(f *File, call *ast.CallExpr) (list []Said) {
	name, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return nil
	}
	function, ok := f.types.Uses[name].(*types.Func)
	if !ok || function.Signature().TypeParams() == nil {
		return nil
	}
	for i := range min(len(call.Args), function.Signature().Params().Len()) {
		of := sayName(function.Signature().Params().At(i).Type())
		literal, ok := call.Args[i].(*ast.BasicLit)
		if of == "" || !ok || sayName(f.types.TypeOf(literal)) != "" {
			continue
		}
		if text, err := strconv.Unquote(literal.Value); err == nil && text != "" {
			list = append(list, Said{t.Fset.Position(literal.Pos()), text, of == "Format"})
		}
	}
	return list
}

// sayName is the name of a type of package say that holds words; "": it is none.
func sayName(typ types.Type) string {
	named, ok := typ.(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != Module+"/"+sayHome {
		return ""
	}
	if name := named.Obj().Name(); name == "Text" || name == "Format" {
		return name
	}
	return ""
}

// textsOfData are the files that make texts of what is no constant, and what
// holds these against the catalogues.
var textsOfData = map[string]string{}

// wholeTexts finds conversions that take a text apart, or make one that no
// catalogue can have: what is said of something is made by say.Of.
func wholeTexts(t *Tree, f *File) []Finding {
	if f.types == nil || f.Dir() == sayHome {
		return nil
	}
	var found []Finding
	ast.Inspect(f.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if at := f.formatOf(n); at >= 0 && countVerbs(constant.StringVal(f.types.Types[n.Args[at]].Value)) != len(n.Args)-at-1 {
				found = append(found, t.find(n.Pos(), "the format has other arguments than its verbs want"))
			}
			for _, arg := range f.sentences(n) {
				found = append(found, t.find(arg.Pos(), "a sentence in a text is a say.Text, so that each language has it"))
			}
			if len(n.Args) != 1 || !f.types.Types[n.Fun].IsType() {
				return true
			}
			to, from := sayName(f.types.TypeOf(n.Fun)), sayName(f.types.TypeOf(n.Args[0]))
			switch {
			case from != "" && to == "" && f.types.Types[n.Args[0]].Value == nil:
				found = append(found, t.find(n.Pos(), "a text is read by its String, or said in a language"))
			case to != "" && from != to && f.types.Types[n.Args[0]].Value == nil && textsOfData[f.Path] == "":
				found = append(found, t.find(n.Pos(), "a text is a constant or made by say.Of, so that each language has it"))
			}
		case *ast.BinaryExpr:
			if n.Op == token.ADD && f.types.Types[n].Value == nil && sayName(f.types.TypeOf(n)) != "" {
				found = append(found, t.find(n.Pos(), "texts are not added up: say.Of makes one of them"))
			}
		case *ast.AssignStmt:
			if n.Tok == token.ADD_ASSIGN && sayName(f.types.TypeOf(n.Lhs[0])) != "" {
				found = append(found, t.find(n.Pos(), "texts are not added up: say.Of makes one of them"))
			}
		}
		return true
	})
	return found
}

// formatOf is which argument of a call is a constant format, of which the rest
// are the arguments; -1: none is.
func (f *File) formatOf(call *ast.CallExpr) int {
	if call.Ellipsis != token.NoPos || f.types.Types[call.Fun].IsType() {
		return -1
	}
	for i, arg := range call.Args {
		if known := f.types.Types[arg]; known.Value != nil && sayName(known.Type) == "Format" {
			return i
		}
	}
	return -1
}

// sentences are the arguments of a format that are constants of several words, and
// no texts.
func (f *File) sentences(call *ast.CallExpr) (list []ast.Expr) {
	at := f.formatOf(call)
	if at < 0 {
		return nil
	}
	for _, arg := range call.Args[at+1:] {
		known := f.types.Types[arg]
		if known.Value != nil && known.Value.Kind() == constant.String && sayName(known.Type) == "" && strings.Count(constant.StringVal(known.Value), " ") > 1 {
			list = append(list, arg)
		}
	}
	return list
}

// countVerbs is how many verbs a format has.
func countVerbs(format string) int {
	return strings.Count(strings.ReplaceAll(format, "%%", ""), "%")
}
