package js

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"evsim/clock"
	"evsim/model"
)

// requestHost is what XMLHttpRequest, which is written in JavaScript, asks of the loop.
// give puts a function there.
func (m *machine) requestHost(give func(name string, f func(goja.FunctionCall) any)) {
	target := func(call goja.FunctionCall) uint32 { return uint32(call.Argument(0).ToInteger()) }
	give("hearsRequest", func(call goja.FunctionCall) any {
		event := call.Argument(1).ToInteger()
		fn, _ := goja.AssertFunction(call.Argument(2))
		m.web.Listen(target(call), uint32(event), m.add(callback{kind: kindPlain, repeat: true, fn: fn, label: model.RequestEvents()[event], from: m.from()}))
		return nil
	})
	give("hearsProgress", func(call goja.FunctionCall) any {
		m.web.HearsProgress(target(call), call.Argument(1).ToBoolean())
		return nil
	})
	give("lackingOfElements", m.lackingOfElements)
	give("badURL", func(call goja.FunctionCall) any { return badURL(call.Argument(0).String()) })
	give("readyState", func(call goja.FunctionCall) any { return int(saw(m, m.web.ReadyState(target(call)))) })
	give("openRequest", func(call goja.FunctionCall) any {
		m.web.Open(target(call))
		return nil
	})
	give("abortRequest", func(call goja.FunctionCall) any {
		m.web.Abort(target(call))
		return nil
	})
	give("sendRequest", func(call goja.FunctionCall) any {
		url := call.Argument(1).String()
		entry, known := m.entryOf(waitNetwork, url, "XMLHttpRequest to "+quoted(url))
		if !known {
			return false
		}
		if fn, ok := goja.AssertFunction(call.Argument(3)); ok && entry.Missing {
			_, err := fn(goja.Undefined())
			m.rethrow(err)
		}
		timeout := clock.Span(call.Argument(2).ToFloat() * float64(clock.Millisecond))
		return m.sawWhether(m.web.SendOpened(model.Request{Target: target(call), Latency: entry.Latency, Fails: entry.Missing, Timeout: timeout}))
	})
}

// authority finds who is asked, in a URL that names a host; addressed, what is a host by its
// address of version 6, and its port.
var (
	authority = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(?i:https?|wss?):[/\\]{2,}([^/\\?#]*)`) })
	addressed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\[[0-9A-Fa-f:.]+\](?::([0-9]*))?$`) })
)

// badURL reports whether a text is certainly no URL, as it has no host, brackets that are not
// of an address, or no number as its port (URL, "basic URL parser"). What else is wrong with
// hosts is not looked for.
func badURL(text string) bool {
	text = strings.TrimFunc(text, func(r rune) bool { return r <= ' ' })
	found := authority().FindStringSubmatch(strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(text))
	if found == nil {
		return false
	}
	host := found[1][strings.LastIndexByte(found[1], '@')+1:]
	name, port, _ := strings.Cut(host, ":")
	if strings.ContainsAny(host, "[]") {
		address := addressed().FindStringSubmatch(host)
		if address == nil {
			return true
		}
		name, port = "address", address[1]
	}
	if name == "" {
		return true
	}
	_, err := strconv.ParseUint("0"+port, 10, 16)
	return err != nil
}
