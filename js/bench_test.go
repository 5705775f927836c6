package js

import (
	"context"
	"testing"

	"evsim/clock"
	"evsim/explore"
	"evsim/model"
	"evsim/program"
)

// race is setTimeout against setImmediate.
func race(t testing.TB) (*Program, *program.World, model.Policy) {
	p := load(t, "race.js", "setTimeout(() => console.log('slow'), 0); setImmediate(() => console.log('fast'));")
	w := p.world.Clone()
	w.Clock.Startup = clock.Range{High: 3 * clock.Millisecond, Of: 1}
	return p, &w, model.MustLookup("node22")
}

// BenchmarkRace is a path of the exploration of setTimeout against setImmediate.
func BenchmarkRace(b *testing.B) {
	p, w, policy := race(b)
	for b.Loop() {
		explore.Explore(context.Background(), program.Setting{Program: p, Policy: policy, World: w}, explore.Options{})
	}
	b.ReportMetric(2*float64(b.N)/b.Elapsed().Seconds(), "paths/s")
}

// BenchmarkLoad is the way from ten lines of text to a program.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		load(b, "race.js", "setTimeout(() => console.log('slow'), 0);\nsetImmediate(async () => { await null; console.log('fast'); });\n")
	}
}

// BenchmarkCallbacks is a callback of each kind.
func BenchmarkCallbacks(b *testing.B) {
	for name, text := range map[string]string{
		"immediate": "let n = 0; (function f() { if (n++ < 10000) setImmediate(f) })()",
		"tick":      "let n = 0; (function f() { if (n++ < 10000) process.nextTick(f) })()",
		"timeout":   "let n = 0; (function f() { if (n++ < 10000) setTimeout(f, 0) })()",
		"promise":   "let n = 0; (function f() { if (n++ < 10000) Promise.resolve().then(f) })()",
		"await":     "(async () => { for (let n = 0; n < 10000; n++) await null })()",
	} {
		b.Run(name, func(b *testing.B) {
			p := load(b, "app.js", text)
			for b.Loop() {
				run(b, p, "node22", nil, program.Options{})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000, "ns/callback")
		})
	}
}

// BenchmarkStart is a run of short code that names some of the classes of pages, or of
// Node's events: most of it is to make these.
func BenchmarkStart(b *testing.B) {
	for _, c := range []struct{ name, policy, text string }{
		{"none", "browser", "setTimeout(() => console.log(1))"},
		{"listener", "browser", "addEventListener('message', () => {}); setTimeout(() => console.log(1))"},
		{"document", "browser", "document.body; setTimeout(() => console.log(1))"},
		{"observer", "browser", "new MutationObserver(() => {}); setTimeout(() => console.log(1))"},
		{"channel", "browser", "const c = new MessageChannel(); c.port1.onmessage = () => console.log(1); c.port2.postMessage(1)"},
		{"signal", "node22", "new AbortController(); setTimeout(() => console.log(1))"},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := load(b, "app.js", c.text)
			for b.Loop() {
				run(b, p, c.policy, nil, program.Options{})
			}
		})
	}
}
