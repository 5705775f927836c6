package js

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// load makes a program of a text.
func load(t testing.TB, name, text string) *Program {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := Load(file, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// logged is a sink for what a run logs.
type logged struct {
	lines  []string
	places []sim.Pos
	at     []clock.Instant
}

func (l *logged) Emit(e sim.Event) {
	l.lines, l.places, l.at = append(l.lines, e.Text), append(l.places, e.Pos), append(l.at, e.At)
}

// run runs a program under a policy.
func run(t testing.TB, p *Program, policy string, o program.Options) (logged, sim.Stop) {
	t.Helper()
	with, err := model.Lookup(policy)
	if err != nil {
		t.Fatal(err)
	}
	var l logged
	o.Sink, o.Wants = &l, sim.KindsOf(sim.EventLog)
	stop := p.Prepare(with, o).Run()
	return l, stop
}

func TestFirst(t *testing.T) {
	p := load(t, "app.js", `
console.log('start');
setTimeout(() => { console.log('timeout'); }, 0);
setImmediate(() => console.log('immediate'));
process.nextTick(() => console.log('tick'));
Promise.resolve(1).then((v) => console.log('then', v));
(async function f() { console.log('f'); await null; console.log('after'); try { await Promise.reject(new Error('no')) } catch (e) { console.log(e.message) } })();
console.log('end', { a: [1, 2], b: 'x' });
`)
	l, stop := run(t, p, "node22", program.Options{})
	t.Log(strings.Join(l.lines, "\n"), stop, l.places)
}
