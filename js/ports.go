package js

import (
	"github.com/dop251/goja"

	"evsim/model"
)

// portsHost is what the prelude asks of the ports of Node.
func (m *machine) portsHost(host *goja.Object) {
	m.method(host, "lacks", 1, m.lacksNamed)
	_ = host.Set("clone", m.cloner())
	_ = host.Set("untagged", !appearance{from: untagged}.in(m.policy))
	m.method(host, "ports", 4, func(call goja.FunctionCall) goja.Value {
		callback := func(i int, label string) uint32 {
			fn, _ := goja.AssertFunction(call.Argument(i))
			return m.add(callback{kind: kindPlain, repeat: true, fn: fn, label: label, from: m.from()})
		}
		messages := [2]uint32{callback(0, "message"), callback(1, "message")}
		ends := [2]uint32{callback(2, "close"), callback(3, "close")}
		return m.vm.ToValue(uint32(saw(m, m.node.NewPorts(messages, ends))))
	})
	give := func(name string, f func(port model.PortRef, on bool) bool) {
		m.method(host, name, 2, func(call goja.FunctionCall) goja.Value {
			return m.vm.ToValue(f(model.PortRef(call.Argument(0).ToInteger()), call.Argument(1).ToBoolean()))
		})
	}
	give("postToPort", func(port model.PortRef, _ bool) bool { return m.sawWhether(m.node.PostToPort(port)) })
	give("hasRefPort", func(port model.PortRef, _ bool) bool { return m.sawWhether(m.node.HasRefPort(port)) })
	give("startPort", func(port model.PortRef, on bool) bool { m.node.StartPort(port, on); return on })
	give("refPort", func(port model.PortRef, on bool) bool { m.node.RefPort(port, on); return on })
	give("closePort", func(port model.PortRef, _ bool) bool { m.node.ClosePort(port); return true })
}

// untagged are the releases from which a MessageEvent of Node says its name as a tag.
const untagged = "22.3"
