package js

import (
	"slices"

	"github.com/dop251/goja"
)

// symbolsAreWeak reports whether symbols can be held weakly (ECMA-262 §9.14,
// CanBeHeldWeakly, since 2023), which V8 had behind a flag before Node 20 and 18.20.
func (m *machine) symbolsAreWeak() bool {
	if m.node == nil {
		return m.policy.Name != "chrome69"
	}
	version := release(versionOf(m.policy))
	return slices.Compare(version, []int{20}) >= 0 || version[0] == 18 && slices.Compare(version, []int{18, 20}) >= 0
}

// installWeakSymbols has WeakMap and WeakSet take symbols that are not registered,
// which the engine refuses.
func (m *machine) installWeakSymbols() {
	if !m.symbolsAreWeak() {
		return
	}
	held := make(map[*goja.Object]map[*goja.Symbol]goja.Value)
	keyFor, _ := goja.AssertFunction(m.kept("Symbol").Get("keyFor"))
	registered := func(s *goja.Symbol) bool {
		v, err := keyFor(goja.Undefined(), s)
		return err == nil && !goja.IsUndefined(v)
	}
	for _, one := range [...]struct{ class, add string }{{"WeakMap", "set"}, {"WeakSet", "add"}} {
		proto := m.kept(one.class).Get("prototype").(*goja.Object)
		for _, name := range [...]string{one.add, "get", "has", "delete"} {
			if original, ok := goja.AssertFunction(proto.Get(name)); ok {
				m.method(proto, name, int(proto.Get(name).(*goja.Object).Get("length").ToInteger()), m.heldWeakly(held, registered, name, original))
			}
		}
	}
}

// heldWeakly is a method of a collection that takes symbols, too.
func (m *machine) heldWeakly(held map[*goja.Object]map[*goja.Symbol]goja.Value, registered func(*goja.Symbol) bool, name string, original goja.Callable) func(goja.FunctionCall) goja.Value {
	return func(call goja.FunctionCall) goja.Value {
		key, isSymbol := call.Argument(0).(*goja.Symbol)
		v, err := original(call.This, call.Arguments...)
		of, isObject := call.This.(*goja.Object)
		adds := name == "set" || name == "add"
		if !isSymbol || !isObject || adds && registered(key) || !m.holdsWeakly(of) {
			m.rethrow(err)
			return v
		}
		value, had := held[of][key]
		switch name {
		case "get":
			if !had {
				return goja.Undefined()
			}
			return value
		case "delete":
			delete(held[of], key)
		case "set", "add":
			if held[of] == nil {
				held[of] = make(map[*goja.Symbol]goja.Value)
			}
			held[of][key] = call.Argument(1)
			return of
		}
		return m.vm.ToValue(had)
	}
}

// holdsWeakly reports whether an object is a WeakMap or a WeakSet.
func (m *machine) holdsWeakly(o *goja.Object) bool {
	for _, class := range [...]string{"WeakMap", "WeakSet"} {
		if _, err := m.pure.intrinsic(brands[class])(o, goja.Undefined()); err == nil {
			return true
		}
	}
	return false
}
