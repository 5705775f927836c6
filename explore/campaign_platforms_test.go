package explore_test

import (
	"fmt"
	"strings"
)

func (w *writer) node(p place) string {
	switch w.IntN(27) {
	case 0, 1, 2:
		return "{setImmediate: , " + w.callback(p) + w.as("immediate") + "}"
	case 3:
		return "{clearImmediate: " + w.use("immediate", "{setImmediate: , do: {log: immediate}, as: immediate}") + "}"
	case 4:
		if w.chance(30) {
			return "{" + w.one("ref", "unref") + ": " + w.use("immediate", "{setImmediate: , do: {log: immediate}, as: immediate}") + "}"
		}
		return "{" + w.one("refresh", "ref", "unref") + ": " + w.use("timer", "{setTimeout: 2, do: {log: timer}, as: timer}") + "}"
	case 5, 6:
		args := w.args(&p)
		return "{nextTick: , do: " + w.body(p) + args + "}"
	case 7, 8:
		path := w.one("./a", "./a", "./long", "./gone", "./other, latency: 1ms")
		return "{readFile: " + path + ", do: " + w.body(p) + ", catch: " + w.body(place{depth: p.depth, caught: true}) + "}"
	case 9:
		return "{io: net, latency: " + w.span(0, 8) + ", as: socket, do: " + w.body(p) + "}"
	case 10:
		return "{close: " + w.use("socket", "{io: net, latency: 1ms, as: socket, do: {log: socket}}") + ", do: " + w.body(p) + "}"
	case 11:
		return "{on: " + w.one("uncaughtException", "unhandledRejection", "beforeExit", "exit", "rejectionHandled") + ", do: {log: heard}}"
	case 12:
		if p.depth > 0 {
			return "{exit: " + w.one("0", "3", "") + "}"
		}
	case 13:
		return "{io: net, latency: 1ms, fail: refused, do: " + w.body(place{depth: p.depth, caught: true}) + "}"
	case 14:
		return "{repeat: " + w.one("2", "3") + ", do: {io: " + w.one("net", "file", "dns", "crypto", "pipe") + ", latency: " + w.span(0, 8) + ", do: " + w.body(p) + "}}"
	case 15:
		return "{kill: " + w.signal() + "}"
	case 16:
		return "{exitCode: " + w.one("4", "0", "300") + "}"
	case 17:
		return fmt.Sprintf("{setTimeout: 1, do: [{nextTick: , do: %s}, {_tickCallback: }, %s]}", w.body(place{depth: 2}), w.body(place{depth: 2}))
	case 18:
		return "{vm: " + w.one("shared", "shared", "afterEvaluate") + ", do: [{log: inside}, {" + w.one("then", "finally") + ": resolved, do: {log: job}}, {catch: rejected, do: {log: job}}]}"
	case 19:
		return "{io: " + w.one("net", "pipe", "net, unref: true", "crypto") + ", latency: never, do: {log: silent}" + w.as("socket") + "}"
	case 20:
		return "{io: " + w.one("net", "pipe", "file", "dns") + ", do: " + w.body(p) + w.one("", ", fail: refused") + "}"
	case 21:
		return "{" + w.one("ref", "unref") + ": " + w.use("socket", "{io: net, latency: 1ms, as: socket, do: {log: socket}}") + "}"
	case 22:
		w.use("timer", "{setTimeout: 2, do: {log: timer}, as: timer}")
		return "{nextTick: , do: {log: 'has ${timer.hasRef}'}}"
	}
	return "{io: " + w.one("net", "file", "dns", "crypto", "pipe") + ", latency: " + w.span(0, 8) + ", do: " + w.body(p) + "}"
}

// signal is a signal, to which mostly something listens.
func (w *writer) signal() string {
	signal := w.one("SIGHUP", "SIGTERM", "SIGUSR2")
	if w.chance(80) {
		w.use("on "+signal, "{on: "+signal+", do: {log: "+strings.ToLower(signal)+"}}")
	}
	return signal
}

func (w *writer) browser(p place) string {
	switch w.IntN(26) {
	case 0, 1:
		do := w.body(p)
		if w.chance(10) {
			do = "{log: 'frame ${frame}'}"
		}
		return "{requestAnimationFrame: , do: " + do + w.as("frame") + "}"
	case 2:
		return "{cancelAnimationFrame: " + w.use("frame", "{requestAnimationFrame: , do: {log: frame}, as: frame}") + "}"
	case 3:
		return "{requestIdleCallback: , do: " + w.body(p) + w.as("idle") + w.one("", ", timeout: 2ms") + "}"
	case 4:
		return "{cancelIdleCallback: " + w.use("idle", "{requestIdleCallback: , do: {log: idle}, as: idle}") + "}"
	case 5:
		return "{postMessage: " + w.use("port", "{channel: port, do: {log: message}, via: "+w.one("port", "window", "broadcast")+"}") + "}"
	case 6:
		return "{mutate: " + w.use("target", "{observe: target, do: {log: mutated}}") + "}"
	case 7, 8:
		return "{listen: button, event: " + w.one("click", "key") + ", do: " + w.body(p) + "}"
	case 9:
		return "{dispatch: " + w.use("button", "{listen: button, do: {log: heard}}") + w.one("", ", event: key") + "}"
	case 10, 11:
		return "{postTask: " + w.one("user-blocking", "user-visible", "background") + ", do: " + w.body(p) + w.as("r") + "}"
	case 12:
		return "{on: " + w.one("error", "unhandledrejection") + ", do: {log: reported}}"
	case 13:
		return "{repeat: 2, do: {fetch: /b, latency: " + w.span(0, 8) + ", do: " + w.body(p) + "}}"
	case 14:
		return "{fetch: " + w.one("/a", "/gone") + ", do: " + w.body(p) + ", catch: " + w.body(place{depth: p.depth, caught: true}) + "}"
	case 15, 16:
		return "{send: request, url: " + w.one("/a", "/gone", "/b, latency: "+w.span(0, 8)) + w.one("", ", timeout: 1ms") + "}"
	case 17:
		w.sent()
		event := w.one("readystatechange", "loadstart", "progress", "load", "error", "abort", "timeout", "loadend")
		do := w.body(p)
		if event == "readystatechange" {
			do = "{log: 'state ${request.readyState}'}"
		}
		return "{listen: request, event: " + event + ", do: " + do + "}"
	case 18:
		return "{abort: " + w.sent() + "}"
	case 19:
		return "{transaction: store, do: " + w.body(p) + "}"
	case 20, 21:
		return "{try: {get: " + w.use("store", "{transaction: store}") + ", latency: " + w.span(0, 4) + ", do: " + w.body(p) + "}, catch: {log: inactive}}"
	case 22:
		return "{observeSize: box, do: " + w.body(p) + "}"
	case 23:
		return "{resize: " + w.use("box", "{observeSize: box, do: {log: resized}}") + "}"
	}
	return "{fetch: /b, latency: " + w.span(0, 8) + ", do: " + w.body(p) + w.as("r") + "}"
}

// sent is a request that something sends.
func (w *writer) sent() string {
	return w.use("request", "{send: request, url: /a}")
}

// callback is what a timer or an immediate runs: its body, what that is given, and
// whether it keeps the process alive.
func (w *writer) callback(p place) string {
	args := w.args(&p)
	out := "do: " + w.body(p) + args
	if w.policy.Node != nil && w.chance(10) {
		out += ", unref: true"
	}
	return out
}

// args is what a callback is given, if it is.
func (w *writer) args(p *place) string {
	if !w.chance(15) {
		return ""
	}
	p.given = true
	return ", args: [first, second]"
}
