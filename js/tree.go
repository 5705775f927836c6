package js

import "reflect"

// walker goes over a part of a syntax tree of the engine's. Its functions may be
// nil.
type walker struct {
	slot  func(v reflect.Value)   // is given what may hold any node, instead of going into it
	enter func(n any) (into bool) // is given a node before its parts; false: they are left out, and leave is not called
	leave func(n any)             // is given a node after its parts
}

// skipped are fields that hold no part of the tree, or hold one that
// stands elsewhere in it.
var skipped = map[string]bool{"DeclarationList": true, "File": true}

func (w *walker) node(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		if w.slot != nil {
			w.slot(v)
			return
		}
		w.node(v.Elem())
	case reflect.Pointer:
		if !v.IsNil() {
			w.node(v.Elem())
		}
	case reflect.Slice:
		for i := range v.Len() {
			w.node(v.Index(i))
		}
	case reflect.Struct:
		w.structure(v)
	}
}

func (w *walker) structure(v reflect.Value) {
	if w.enter != nil && v.CanAddr() && !w.enter(v.Addr().Interface()) {
		return
	}
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && !skipped[f.Name] {
			w.node(v.Field(i))
		}
	}
	if w.leave != nil && v.CanAddr() {
		w.leave(v.Addr().Interface())
	}
}
