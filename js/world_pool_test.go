package js

import (
	"fmt"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/program"
)

// TestThreads: the threads that /proc counted in Node 10.17, 11.15, 10.20, 12.22 and 26.10
// for what UV_THREADPOOL_SIZE says. With so many, 200 reads of 10 ms are done in one round
// or in more.
func TestThreads(t *testing.T) {
	for _, c := range []struct {
		size, policy string
		rounds       int
	}{
		{"200", "node11", 2}, {"200", "node@10.17.0", 2}, {"200", "node@10.20.0", 1}, {"200", "node12", 1}, {"200", "node26", 1},
		{"-1", "node11", 2}, {"-1", "node26", 1}, {"+100", "node26", 2}, {"100x", "node26", 2},
	} {
		p := load(t, "app.js", fmt.Sprintf(`
			process.env.UV_THREADPOOL_SIZE = %q;
			const fs = require('fs'), began = Date.now(), rounds = new Set();
			for (let i = 0; i < 200; i++) fs.access('a', () => rounds.add(Math.round((Date.now() - began) / 10)));
			process.on('exit', () => console.log(rounds.size));`, c.size))
		w := p.world
		w.Files = []program.Latency{{Name: "a", Latency: clock.Exactly(10 * clock.Millisecond)}}
		l, stop := run(t, p, c.policy, &w, program.Options{})
		if got := strings.Join(l.lines, " "); got != fmt.Sprint(c.rounds) {
			t.Errorf("%s under %s: %q rounds (%s), want %d", c.size, c.policy, got, stop.Error.String(), c.rounds)
		}
	}
}
