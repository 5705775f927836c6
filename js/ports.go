package js

import "github.com/dop251/goja"

// portsHost is what the prelude asks of the ports of Node.
func (m *machine) portsHost(host *goja.Object) {
	m.method(host, "lacks", 1, m.lacksNamed)
	m.cloneHost(host)
	_ = host.Set("tagsMessages", appearance{from: "22.3"}.in(m.policy)) // observed: not in 22.2.0
	m.method(host, "ports", 4, func(call goja.FunctionCall) goja.Value {
		callback := func(i int, label string) uint32 {
			fn, _ := goja.AssertFunction(call.Argument(i))
			return m.add(callback{kind: kindPlain, repeat: true, fn: fn, label: label, from: m.from()})
		}
		messages := [2]uint32{callback(0, "message"), callback(1, "message")}
		ends := [2]uint32{callback(2, "close"), callback(3, "close")}
		return m.vm.ToValue(saw(m, m.node.NewPorts(messages, ends)))
	})
	tell := func(name string, f func(port uint32, on bool)) {
		m.method(host, name, 2, func(call goja.FunctionCall) goja.Value {
			f(uint32(call.Argument(0).ToInteger()), call.Argument(1).ToBoolean())
			return goja.Undefined()
		})
	}
	tell("startPort", m.node.StartPort)
	tell("refPort", m.node.RefPort)
	tell("closePort", func(port uint32, _ bool) { m.node.ClosePort(port) })
	ask := func(name string, f func(port uint32) bool) {
		m.method(host, name, 1, func(call goja.FunctionCall) goja.Value {
			return m.vm.ToValue(m.sawWhether(f(uint32(call.Argument(0).ToInteger()))))
		})
	}
	ask("postToPort", m.node.PostToPort)
	ask("hasRefPort", m.node.HasRefPort)
}
