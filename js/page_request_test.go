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
