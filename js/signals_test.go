package js

import (
	"slices"
	"strings"
	"testing"

	"evsim/model"
	"evsim/program"
)

// TestSignalsOfClosedHandles: the handle of a signal closes as its last listener goes, and
// its messages are lost. Node 10.13.0, 10.24.1, 11.15.0 (old), 12.22.12, 14.21.3, 18.20.8,
// 22.22.0 and 26.10.0 (new) print the same.
func TestSignalsOfClosedHandles(t *testing.T) {
	const send, turns = "process.kill(process.pid, 'SIGUSR2'); ", "let i = 0; setImmediate(function round() { console.log('turn', ++i); if (i < 4) setImmediate(round); });"
	for _, c := range []struct{ name, code, old, new string }{
		{"messages that wait keep the loop alive", `const f = () => {}; process.on('SIGUSR2', f);
			setImmediate(() => { ` + send + `process.removeListener('SIGUSR2', f); setImmediate(() => console.log('unref')).unref(); });`, "", "unref"},
		{"none wait", `const f = () => {}; process.on('SIGUSR2', f);
			setImmediate(() => { process.removeListener('SIGUSR2', f); setImmediate(() => console.log('unref')).unref(); });`, "", ""},
		{"another listens", `const f = () => console.log('f'), g = () => console.log('g'); process.on('SIGUSR2', f);
			setImmediate(() => { ` + send + `process.removeListener('SIGUSR2', f); process.on('SIGUSR2', g); setImmediate(() => console.log('unref')).unref(); });`, "", "unref"},
		{"from its own callback", `let n = 0; const f = () => { console.log('f', ++n); if (n < 3) { process.removeListener('SIGUSR2', f); process.on('SIGUSR2', f); ` + send + send + `} };
			process.on('SIGUSR2', f); ` + send + send + turns, "f 1,turn 1,f 2,turn 2,f 3,f 4,turn 3,turn 4", "f 1,turn 1,f 2,turn 2,f 3,f 4,turn 3,turn 4"},
		{"once, and once more", `const f = () => { console.log('f'); process.once('SIGUSR2', f); }; process.once('SIGUSR2', f); ` + send + send + send + turns,
			"f,turn 1,turn 2,turn 3,turn 4", "f,turn 1,turn 2,turn 3,turn 4"},
		{"one of two listeners", `let n = 0; const f = () => { console.log('f', ++n); process.removeListener('SIGUSR2', f); process.prependListener('SIGUSR2', f); };
			process.on('SIGUSR2', f); process.on('SIGUSR2', () => console.log('other')); ` + send + send + turns,
			"f 1,other,f 2,other,turn 1,turn 2,turn 3,turn 4", "f 1,other,f 2,other,turn 1,turn 2,turn 3,turn 4"},
	} {
		p := load(t, "app.js", c.code)
		for _, policy := range []string{"node10", "node11", "node12", "node15", "node22", "node26"} {
			want := c.new
			if policy == "node10" || policy == "node11" {
				want = c.old
			}
			if l, stop := runUnder(t, p, model.MustLookup(policy), nil, program.Options{}); strings.Join(l.lines, ",") != want {
				t.Errorf("%s: %s logged %q (%s), want %q", c.name, policy, l.lines, stop.Error.String(), want)
			}
		}
	}
}

// TestSignalsBeyondThePipe: a pipe of Linux has room for 4,096 messages, and signals
// beyond are lost. Room comes back by pages of 256 messages: so the signals that the
// first seven times 32 listeners send are lost too. Node 10.24.1, 18.20.8 and 26.10.0
// print the same, and 22.22.0 the first.
func TestSignalsBeyondThePipe(t *testing.T) {
	for _, c := range []struct{ name, listen, want string }{
		{"all at once", "process.on('SIGUSR2', () => n++);", "4096 0 -1"},
		{"each of a thousand sends one", "process.on('SIGUSR2', () => { n++; if (sent < 1000) { sent++; process.kill(process.pid, 'SIGUSR2'); } });", "4872 0 -1"},
		{"the first sends one", "process.on('SIGUSR2', () => { n++; if (n === 1) process.kill(process.pid, 'SIGHUP'); });", "4096 0 -1"},
		{"that of the eighth 32 sends one", "process.on('SIGUSR2', () => { n++; if (n === 225) process.kill(process.pid, 'SIGHUP'); });", "4096 1 4096"},
		{"the last before it sends one", "process.on('SIGUSR2', () => { n++; if (n === 224) process.kill(process.pid, 'SIGHUP'); });", "4096 0 -1"},
	} {
		p := load(t, "app.js", "let n = 0, sent = 0, h = 0, first = -1; "+c.listen+"\nprocess.on('SIGHUP', () => { h++; first = n; });"+`
for (let i = 0; i < 5000; i++) process.kill(process.pid, 'SIGUSR2');
setTimeout(() => console.log(n, h, first), 500);`)
		if l, stop := run(t, p, "node22", nil, program.Options{}); !slices.Equal(l.lines, []string{c.want}) {
			t.Errorf("%s: logged %q (%s), want %q", c.name, l.lines, stop.Error.String(), c.want)
		}
	}
}
