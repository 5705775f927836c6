package js

import "github.com/dop251/goja"

// typedArrays are the classes that inherit from %TypedArray%.
const typedArrays = "Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array"

// installTyped has %TypedArray%.from take what is no object, such as a string, as an
// object (ECMA-262, "%TypedArray%.from", ToObject(source)); the engine refuses it.
func (m *machine) installTyped() {
	class := m.reached("%TypedArray%")
	original, _ := goja.AssertFunction(class.Get("from"))
	m.method(class, "from", 1, func(call goja.FunctionCall) goja.Value {
		args := call.Arguments
		if len(args) > 0 && !goja.IsUndefined(args[0]) && !goja.IsNull(args[0]) {
			args = append([]goja.Value{args[0].ToObject(m.vm)}, args[1:]...)
		}
		v, err := original(call.This, args...)
		m.rethrow(err)
		return v
	})
}
