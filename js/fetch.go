package js

import (
	"github.com/dop251/goja"

	"evsim/ecma"
	"evsim/program"
)

// fetch is fetch(url): its length is that of the scenario's `network`.
func (m *machine) fetch(call goja.FunctionCall) goja.Value {
	m.tries("fetch")
	if m.web != nil {
		m.few(call, windowFunction("fetch"), 1)
	}
	url := call.Argument(0).String()
	var signal *goja.Object
	if options, ok := call.Argument(1).(*goja.Object); ok {
		signal, _ = options.Get("signal").(*goja.Object)
	}
	if signal != nil && signal.Get("aborted").ToBoolean() {
		return m.promiseObject(saw(m, m.rt.NewSettled(m.plain(signal.Get("reason")), true)))
	}
	entry, known := m.entryOf(waitNetwork, url, "fetch("+quoted(url)+")")
	if !known {
		return goja.Undefined()
	}
	r := &response{machine: m, url: url}
	if m.node != nil {
		return m.fetchInNode(r, entry, signal)
	}
	m.web.KeepAnswers()
	v := ecma.Value{}
	if entry.Missing {
		v = m.plain(m.newError("TypeError", m.fetchFails()))
	} else {
		v = m.plain(r.toObject())
	}
	r.promise = saw(m, m.web.Fetch(entry.Latency, v, entry.Missing))
	m.whenFetchAborted(signal, func() { m.web.AbortFetch(r.promise, m.plain(m.fetchReason(signal))) })
	return m.promiseObject(r.promise)
}

// fetchFails is what browsers say of a network error.
func (m *machine) fetchFails() string {
	switch {
	case m.policy.Name == firefoxName:
		return "NetworkError when attempting to fetch resource."
	case m.policy.Web.OldestFirst:
		return "Failed to fetch"
	}
	return "Load failed"
}

func (m *machine) fetchInNode(r *response, entry program.Latency, signal *goja.Object) goja.Value {
	r.promise = m.wait("fetch "+r.url, entry, func(id uint32) {
		if settled, _ := m.rt.State(id); settled {
			return // it was aborted
		}
		if entry.Missing {
			m.reject(id, m.newError("TypeError", "fetch failed"))
		} else {
			m.resolve(id, r.toObject())
		}
	})
	m.whenFetchAborted(signal, func() { m.abortFetch(r.promise, signal) })
	return m.promiseObject(r.promise)
}

// fetchReason is why a fetch that is under way is rejected: the signal's reason, but in WebKit
// an error of its own (Modules/fetch/FetchResponse.cpp).
func (m *machine) fetchReason(signal *goja.Object) goja.Value {
	if m.policy.Web.OldestFirst {
		return signal.Get("reason")
	}
	return m.domException("AbortError", 20, "Fetch is aborted")
}

// whenFetchAborted has something done when the signal of a fetch is aborted: its request has
// a signal that follows it, so the listeners of the signal itself run before (Fetch,
// "new Request"; DOM, "create a dependent abort signal").
func (m *machine) whenFetchAborted(signal *goja.Object, do func()) {
	if signal == nil || m.follows == nil {
		return
	}
	followed, err := m.follows(goja.Undefined(), signal)
	m.rethrow(err)
	m.whenAborted(followed.(*goja.Object), do)
}

// abortFetch rejects the promise of a fetch in Node, which is that of an async function that
// awaits another one (lib/internal/deps/undici/undici.js, fetch): one job later.
func (m *machine) abortFetch(id uint32, signal *goja.Object) {
	m.jobLater("fetch", func() {
		if settled, _ := m.rt.State(id); !settled {
			m.reject(id, signal.Get("reason"))
		}
	})
}

// response is what fetch gives. The world says nothing of its content, so that
// is empty.
type response struct {
	*machine
	url     string
	promise uint32 // of the fetch
	used    bool
}

func (r *response) toObject() *goja.Object {
	o := r.vm.NewObject()
	for _, is := range []property{{"url", r.url}, {"redirected", false}, {"status", 200}, {"ok", true}, {"bodyUsed", nil}} {
		get := r.function("get "+is.name, 0, func(goja.FunctionCall) goja.Value {
			if is.name == "bodyUsed" {
				return r.vm.ToValue(r.used)
			}
			return r.vm.ToValue(is.value)
		})
		_ = o.DefineAccessorProperty(is.name, get, nil, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
	for _, content := range []property{{"text", ""}, {"json", goja.Null()}, {"arrayBuffer", r.vm.NewArrayBuffer(nil)}} {
		r.method(o, content.name, 0, func(goja.FunctionCall) goja.Value { return r.read(content) })
	}
	for _, p := range lackingOfResponse {
		r.endsAt(o, p)
	}
	return o
}

var lackingOfResponse = [...]part{
	nodePart("Response", always, "blob bytes clone formData textStream"),
	nodePart("Response", always, "body headers statusText type").constants(),
}

// read is text() or the like. Of one body it can be done once (Fetch, "consume body").
func (r *response) read(content property) goja.Value {
	if r.used {
		return r.promiseObject(saw(r.machine, r.rt.NewSettled(r.plain(r.newError("TypeError", r.isUsed(content.name))), true)))
	}
	r.used = true
	v := r.vm.ToValue(content.value)
	if r.web != nil {
		return r.promiseObject(saw(r.machine, r.web.ReadBody(r.promise, r.plain(v))))
	}
	id := saw(r.machine, r.rt.NewPromise())
	r.queue(nodeTick{label: "fetch", run: func() (goja.Value, error) {
		r.jobsLater(jobsOfBody, func() { r.resolve(id, v) })
		return goja.Undefined(), nil
	}})
	return r.promiseObject(id)
}

// jobsOfBody is how many jobs Node 26 takes to read a body that is there, after a tick: other
// releases take up to 17 (observed).
const jobsOfBody = 3

func (m *machine) jobsLater(jobs int, do func()) {
	if jobs == 0 {
		do()
		return
	}
	m.jobLater("fetch", func() { m.jobsLater(jobs-1, do) })
}

// isUsed is what is said of a body that was read before.
func (r *response) isUsed(method string) string {
	switch {
	case r.node != nil:
		return r.isUsedInNode()
	case r.policy.Name == firefoxName:
		return "Response." + method + ": Body has already been consumed."
	case r.policy.Web.OldestFirst:
		return "Failed to execute '" + method + "' on 'Response': body stream already read"
	}
	return "Body is disturbed or locked"
}

// isUsedInNode is what releases of Node were seen to say of it.
func (r *response) isUsedInNode() string {
	switch {
	case (appearance{from: "20.16 22.3"}).in(r.policy):
		return "Body is unusable: Body has already been read"
	case (appearance{from: "18.13 19.1"}).in(r.policy):
		return "Body is unusable"
	case (appearance{from: "18.11 19.0"}).in(r.policy):
		return "The body has already been consumed."
	}
	return "disturbed"
}
