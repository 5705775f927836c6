package js

import (
	"strings"
	"testing"

	"evsim/clock"
	"evsim/program"
	"evsim/sim"
)

// TestTimeoutOfSentRequest: a timeout that is set while a request is under way ends the
// run: Chromium 156 and Firefox 153 count it from send(), WebKitGTK 2.50 takes no notice
// of it where none was set before.
func TestTimeoutOfSentRequest(t *testing.T) {
	const start = "const x = new XMLHttpRequest(); x.onloadend = () => { x.timeout = 7; console.log('end', x.timeout); }; x.open('GET', '/a'); x.timeout = 60; "
	for text, late := range map[string]bool{
		start + "x.send();":                                                false,
		start + "x.send(); x.timeout = 60;":                                false,
		start + "x.send(); x.timeout = 50;":                                true,
		start + "x.send(); setTimeout(() => { x.timeout = 0; });":          true,
		start + "x.send(); x.open('GET', '/a'); x.timeout = 50; x.send();": false,
	} {
		p := load(t, "app.js", text)
		w := p.world
		w.Network = []program.Latency{{Name: "/a", Latency: clock.Exactly(20 * clock.Millisecond)}}
		l, stop := run(t, p, "browser", &w, program.Options{})
		if refused := strings.HasPrefix(stop.Error.String(), "evsim does not have `timeout of an XMLHttpRequest that was sent`"); refused != late || !late && (stop.Reason != sim.Ended || strings.Join(l.lines, "") != "end 7") {
			t.Errorf("%s: %q, %s %s", text, l.lines, stop.Reason, stop.Error.String())
		}
	}
}

// TestFailedRequestIsSentAnew: for a request that failed and that a listener of its
// readystatechange (4) sends anew, Firefox 153 fires load, and error where it is only
// opened anew.
func TestFailedRequestIsSentAnew(t *testing.T) {
	const start = "const x = new XMLHttpRequest(); let n = 0; for (const e of ['load', 'error', 'loadend']) x.addEventListener(e, () => console.log(e)); x.onreadystatechange = () => { if (x.readyState === 4 && !n++) { "
	for text, want := range map[string]string{
		"x.open('GET', '/b'); x.send();":            "load loadend load loadend",
		"x.abort(); x.open('GET', '/b'); x.send();": "load loadend load loadend",
		"x.open('GET', '/b');":                      "error loadend",
	} {
		p := load(t, "app.js", start+text+" } }; x.open('GET', '/a'); x.send();")
		w := p.world
		w.Network = []program.Latency{{Name: "/a", Latency: clock.Exactly(20 * clock.Millisecond), Missing: true}, {Name: "/b", Latency: clock.Exactly(90 * clock.Millisecond)}}
		if l, stop := run(t, p, "firefox", &w, program.Options{}); strings.Join(l.lines, " ") != want {
			t.Errorf("%s: %q, want %s (%s)", text, l.lines, want, stop.Error.String())
		}
	}
}

// TestBodyBehindAnAbort: where the headers and the body are one task, a listener of state 2 that opens
// the request anew and aborts it before it is sent keeps the body away, until it is opened
// or sent once more. Chromium 156 and WebKitGTK 2.50 fired these events.
func TestBodyBehindAnAbort(t *testing.T) {
	const start = "const x = new XMLHttpRequest(); let n = 0; for (const e of ['readystatechange', 'progress', 'load', 'loadend', 'abort']) x.addEventListener(e, () => { console.log(e + x.readyState); if (x.readyState === 2 && !n++) { "
	for text, want := range map[string]string{
		"x.open('GET', '/a'); x.abort();":                                      "readystatechange1 readystatechange2 readystatechange1",
		"x.open('GET', '/a'); Promise.resolve().then(() => x.abort());":        "readystatechange1 readystatechange2 readystatechange1",
		"x.open('GET', '/a'); x.abort(); x.open('GET', '/a');":                 "readystatechange1 readystatechange2 readystatechange1 readystatechange3 progress3",
		"x.open('GET', '/a'); x.abort(); setTimeout(() => { x.send(); }, 15);": "readystatechange1 readystatechange2 readystatechange1 readystatechange2 readystatechange3 progress3 readystatechange4 load4 loadend4",
	} {
		p := load(t, "app.js", start+text+" } }); x.open('GET', '/a'); x.send();")
		w := p.world
		w.Network = []program.Latency{{Name: "/a", Latency: clock.Exactly(60 * clock.Millisecond)}}
		for _, policy := range []string{"browser", "webkit"} {
			if l, stop := run(t, p, policy, &w, program.Options{}); strings.Join(l.lines, " ") != want {
				t.Errorf("%s under %s: %q, want %s (%s)", text, policy, l.lines, want, stop.Error.String())
			}
		}
	}
}

// TestProgressFiredTwice: WebKitGTK 2.50 logged this five times of five. A progress that waited
// and came late is fired once more where a microtask of its listener aborts the request.
func TestProgressFiredTwice(t *testing.T) {
	p := load(t, "app.js", `
		const x = new XMLHttpRequest();
		let progress = 0, sent = false;
		const send = (path) => { x.open('GET', path); x.send(); };
		x.onreadystatechange = () => {
			console.log(x.readyState);
			if (x.readyState === 2 && progress === 1 && !sent) { sent = true; send('/b'); }
		};
		x.onabort = () => console.log('abort');
		x.onprogress = () => {
			console.log('progress');
			if (++progress === 1) send('/a');
			if (progress === 2) queueMicrotask(() => x.abort());
		};
		send('/a');`)
	w := p.world
	w.Network = []program.Latency{{Name: "/a", Latency: clock.Exactly(10 * clock.Millisecond)}, {Name: "/b", Latency: clock.Exactly(65 * clock.Millisecond)}}
	l, _ := run(t, p, "webkit", &w, program.Options{})
	if got, want := strings.Join(l.lines, " "), "1 2 3 progress 1 2 1 3 progress progress 4 abort"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestRequestsRefused: the events of what is sent, and answers that have no body, which
// browsers were seen to tell of in other ways, end the run.
func TestRequestsRefused(t *testing.T) {
	for text, refused := range map[string]string{
		"x.upload.addEventListener('load', () => {});": "evsim does not have `upload of an XMLHttpRequest",
		"x.upload.onprogress = () => {};":              "evsim does not have `upload of an XMLHttpRequest",
		"x.open('HEAD', '/a');":                        "evsim does not have `XMLHttpRequest of HEAD",
		"x.open('GET', '/a'); console.log(x.upload);":  "",
	} {
		p := load(t, "app.js", "const x = new XMLHttpRequest(); "+text)
		_, stop := run(t, p, "firefox", nil, program.Options{})
		if said := stop.Error.String(); !strings.HasPrefix(said, refused) || refused == "" && said != "" {
			t.Errorf("%s: %s", text, said)
		}
	}
}

// TestAnswerDuringATask: WebKitGTK 2.50 logged these orders, four times each. It tells an XMLHttpRequest
// of an answer as the task is over in which that came, before timers that are due and what
// the event loop has; the promise of a fetch is settled by a task of the event loop.
func TestAnswerDuringATask(t *testing.T) {
	const start = `import { busy } from "evsim";
		const log = (text) => console.log(text), x = new XMLHttpRequest(), y = new XMLHttpRequest();
		x.onload = () => log("x"); y.onload = () => log("y"); addEventListener("message", () => log("message"));
		const send = (r, url) => { r.open("GET", url); r.send(); };`
	for text, want := range map[string]string{
		`send(x, "/a"); setTimeout(() => { log("busy"); busy(200); postMessage(1, "*"); }, 20);`:                                                                                          "busy x message",
		`fetch("/a").then(() => log("fetch")); setTimeout(() => { log("busy"); busy(200); postMessage(1, "*"); }, 20);`:                                                                   "busy message fetch",
		`send(x, "/a"); setTimeout(() => { log("busy"); busy(200); postMessage(1, "*"); setTimeout(log, 0, "last"); }, 20); setTimeout(log, 60, "timer");`:                                "busy x timer message last",
		`send(x, "/a"); send(y, "/b"); setTimeout(log, 40, "timer"); setTimeout(() => { log("busy"); busy(200); postMessage(1, "*"); setTimeout(log, 0, "last"); }, 20);`:                 "busy x y timer message last",
		`send(x, "/a"); addEventListener("unhandledrejection", () => log("rejected")); setTimeout(() => { log("busy"); busy(200); Promise.reject(1); setTimeout(log, 0, "last"); }, 20);`: "busy x rejected last",
		`send(x, "/a"); setTimeout(() => { log("busy"); requestAnimationFrame(() => log("frame")); busy(200); postMessage(1, "*"); }, 20); setTimeout(log, 40, "timer");`:                 "busy x timer message frame",
	} {
		p := load(t, "app.mjs", start+"setTimeout(() => { "+text+" }, 5);")
		w := p.world
		w.Network = []program.Latency{{Name: "/a", Latency: clock.Exactly(90 * clock.Millisecond)}, {Name: "/b", Latency: clock.Exactly(110 * clock.Millisecond)}}
		if l, stop := run(t, p, "webkit", &w, program.Options{}); strings.Join(l.lines, " ") != want {
			t.Errorf("%s: %q, want %s (%s)", text, l.lines, want, stop.Error.String())
		}
	}
}
