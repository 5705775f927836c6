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
