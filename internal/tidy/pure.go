package tidy

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// pureRooms hold what a run is made of: same input, same events.
var pureRooms = []string{"clock", "sim", "model"}

// pureLibrary is what they may import of the standard library. Of time, they
// may use the type Duration and its constants only.
var pureLibrary = []string{"cmp", "errors", "iter", "math", "math/bits", "slices", "strconv", "strings", "time"}

// impure are the imports that are allowed besides, by file, and why.
var impure = map[string]map[string]string{
	"model/versions.go": {"fmt": "the error of a name that stands for no policy, made before a run"},
	"sim/room.go":       {"reflect": "the size of what a table holds, when it grows"},
}

// pure reports whether a file is part of a run.
func (f *File) pure() bool {
	return !f.Test() && !isWall(f.Path) && slices.Contains(pureRooms, f.Dir())
}

func pureImports(t *Tree, f *File) []Finding {
	if !f.pure() {
		return nil
	}
	var found []Finding
	for _, spec := range f.Imports {
		name := imported(spec)
		own := strings.HasPrefix(name, Module+"/")
		if !own && !slices.Contains(pureLibrary, name) && impure[f.Path][name] == "" {
			found = append(found, t.find(spec.Pos(), "%s is no part of a run: it may import %v", name, pureLibrary))
		}
	}
	ast.Inspect(f.File, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if ok && f.names(sel.X, "time") && !slices.Contains([]string{"Duration", "Nanosecond", "Microsecond", "Millisecond", "Second", "Minute", "Hour"}, sel.Sel.Name) {
			found = append(found, t.find(n.Pos(), "time.%s: a run knows virtual time only", sel.Sel.Name))
		}
		return true
	})
	return found
}

// names reports whether an expression is the name of an imported package.
func (f *File) names(e ast.Expr, path string) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	p, ok := f.types.Uses[id].(*types.PkgName)
	return ok && p.Imported().Path() == path
}

func oneThread(t *Tree, f *File) []Finding {
	if !f.pure() {
		return nil
	}
	var found []Finding
	ast.Inspect(f.File, func(n ast.Node) bool {
		what := ""
		switch n := n.(type) {
		case *ast.GoStmt:
			what = "a goroutine"
		case *ast.SendStmt, *ast.ChanType:
			what = "a channel"
		case *ast.SelectStmt:
			what = "a select"
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				what = "a channel"
			}
		}
		if what != "" {
			found = append(found, t.find(n.Pos(), "%s: a run has one thread, whose order is the policy's", what))
		}
		return true
	})
	return found
}

// listedRooms may range over maps, to look for something, but not over a map that is
// written out there: that is a list, whose order the code of a program may see.
var listedRooms = []string{"ecma", "js", "scenario/interp"}

func noMapRange(t *Tree, f *File) []Finding {
	listed := !f.Test() && slices.Contains(listedRooms, f.Dir())
	if !f.pure() && !listed {
		return nil
	}
	var found []Finding
	ast.Inspect(f.File, func(n ast.Node) bool {
		loop, ok := n.(*ast.RangeStmt)
		if !ok || f.types.TypeOf(loop.X) == nil {
			return true
		}
		if _, written := loop.X.(*ast.CompositeLit); listed && !written {
			return true
		}
		if _, isMap := f.types.TypeOf(loop.X).Underlying().(*types.Map); isMap {
			found = append(found, t.find(n.Pos(), "a range over a map has no order"))
		}
		return true
	})
	return found
}

// comparisons finds the instants that are compared as numbers. An explorer's
// instants are names, so only its Oracle can compare them.
func comparisons(t *Tree, f *File) []Finding {
	if f.Test() || f.Dir() == "clock" {
		return nil
	}
	var found []Finding
	add := func(n ast.Node) {
		found = append(found, t.find(n.Pos(), "instants are compared with clock.Clock.Before; only clock.Never may be told with =="))
	}
	ast.Inspect(f.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if f.comparesInstants(n) {
				add(n)
			}
		case *ast.SwitchStmt:
			if n.Tag != nil && f.isInstant(n.Tag) {
				add(n)
			}
		case *ast.CallExpr:
			if f.ordersInstants(n) {
				add(n)
			}
		}
		return true
	})
	return found
}

func (f *File) comparesInstants(n *ast.BinaryExpr) bool {
	if !f.isInstant(n.X) && !f.isInstant(n.Y) {
		return false
	}
	switch n.Op {
	case token.LSS, token.GTR, token.LEQ, token.GEQ:
		return true
	case token.EQL, token.NEQ:
		return !f.isNever(n.X) && !f.isNever(n.Y)
	}
	return false
}

// ordersInstants reports whether a call compares its arguments, which are
// instants or a slice of them: min, max, and what cmp, slices and sort hold.
func (f *File) ordersInstants(call *ast.CallExpr) bool {
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		if _, builtin := f.types.Uses[fun].(*types.Builtin); !builtin || fun.Name != "min" && fun.Name != "max" {
			return false
		}
	case *ast.SelectorExpr:
		if !f.names(fun.X, "cmp") && !f.names(fun.X, "slices") && !f.names(fun.X, "sort") {
			return false
		}
	default:
		return false
	}
	for _, arg := range call.Args {
		if f.isInstant(arg) || f.isInstants(arg) {
			return true
		}
	}
	return false
}
