package js

import (
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// TestPortsBesideThePool: the handle of the pool is the first of those that one
// descriptor reports, so a port that its work makes stands before all others, and is not
// called back by then. Node 16.20.2, 22.22.0 and 26.10.0 print the same.
func TestPortsBesideThePool(t *testing.T) {
	p := load(t, "app.js", `
const fs = require('fs');
const old = new MessageChannel();
old.port2.on('message', (d) => { console.log('old', d); if (d === 9) old.port2.close(); });
fs.stat('a', () => {
  console.log('stat');
  const c = new MessageChannel();
  c.port2.on('message', (d) => { console.log('new', d); c.port2.close(); old.port1.postMessage(9); });
  c.port1.postMessage(1);
  old.port1.postMessage(2);
  setImmediate(() => console.log('immediate'));
});
`)
	want := []string{"stat", "old 2", "immediate", "new 1", "old 9"}
	w := p.world.Clone()
	w.Files = []program.Latency{{Name: "a", Latency: clock.Exactly(5 * clock.Millisecond)}}
	logsEverywhere(t, p, &w, want)
}

// TestPortsBehindSockets: a socket that became ready while a callback took its time
// stands before the message that the callback then posts. Node 16.20.2, 18.20.8, 20.20.2,
// 22.23.3 and 26.10.0 print the same, with a socket of another process and Atomics.wait.
func TestPortsBehindSockets(t *testing.T) {
	p := load(t, "app.js", `
import { busy, io } from 'evsim';
const { port1, port2 } = new MessageChannel();
port1.on('message', (d) => { console.log('message', d); port1.close(); });
io('early').then(() => console.log('early'));
io('late').then(() => console.log('late'));
setImmediate(() => setImmediate(() => { busy(5); port2.postMessage(1); busy(5); })); // after a poll that watches the sockets
`)
	want := []string{"early", "message 1", "late"}
	w := p.world.Clone()
	w.IO = []program.Latency{{Name: "early", Latency: clock.Exactly(4 * clock.Millisecond)}, {Name: "late", Latency: clock.Exactly(8 * clock.Millisecond)}}
	logsEverywhere(t, p, &w, want)
}

// logsEverywhere holds what a program logs under policies whose Node has ports.
func logsEverywhere(t *testing.T, p *Program, w *program.World, want []string) {
	t.Helper()
	for _, policy := range []string{"node15", "node22", "node26"} {
		if l, stop := runUnder(t, p, model.MustLookup(policy), w, program.Options{}); !slices.Equal(l.lines, want) {
			t.Errorf("%s logged %q (%s), want %q", policy, l.lines, stop.Error.String(), want)
		}
	}
}

// TestPortsThatAreHandedOn: what this package cannot do with a port ends the run.
func TestPortsThatAreHandedOn(t *testing.T) {
	for _, use := range []string{
		"port1.postMessage(port2)", "port1.postMessage({ p: [port2] })", "port1.postMessage(1, [port2])", "port1.postMessage(1, { transfer: [port1] })",
		"structuredClone(port1)", "structuredClone({ port1 }, { transfer: [port1] })",
	} {
		l, stop := run(t, load(t, "app.js", "const { port1, port2 } = new MessageChannel(); try { "+use+" } catch {} console.log('after');"), "node22", nil, program.Options{})
		if want := "evsim cannot hand on a MessagePort of Node"; stop.Reason != sim.Abandoned || !strings.HasPrefix(stop.Error.String(), want) || len(l.lines) > 0 {
			t.Errorf("%s: ended with %v, %q, and logged %q", use, stop.Reason, stop.Error.String(), l.lines)
		}
	}
}

// TestPortsMerge: states of ports tell runs apart that go on differently, and
// exploring state by state finds what exploring each path does.
func TestPortsMerge(t *testing.T) {
	p := load(t, "app.js", `
import { io } from 'evsim';
const a = new MessageChannel(), b = new MessageChannel();
a.port2.on('message', (d) => { console.log('a', d); b.port1.postMessage(d); });
b.port2.on('message', (d) => { console.log('b', d); if (d === 2) { a.port2.close(); b.port2.close(); } });
for (const n of [1, 2]) io('w' + n).then(() => { setImmediate(() => console.log('i', n)); a.port1.postMessage(n); });
`)
	w := p.world.Clone()
	w.IO = []program.Latency{{Name: "w1", Latency: clock.Range{High: 5 * clock.Millisecond, Of: 1}}, {Name: "w2", Latency: clock.Range{High: 5 * clock.Millisecond, Of: 2}}}
	policy := model.MustLookup("node22")
	merged, apart := byStates(t, p, policy, &w, 0), byStates(t, hidden{p}, policy, &w, 0)
	if !merged.Complete || !apart.Complete || len(merged.Orders) < 3 || !slices.Equal(orders(merged), orders(apart)) {
		t.Errorf("complete: %v, %v\n%q\n%q", merged.Complete, apart.Complete, orders(merged), orders(apart))
	}
}
