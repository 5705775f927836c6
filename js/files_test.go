package js

import (
	"strings"
	"testing"

	"evsim/clock"
	"evsim/model"
	"evsim/program"
)

// TestReadFileTrips: how often readFile goes to the pool, as fs.promises.readFile and as
// fs.readFile: a turn of the loop has time for one trip, and the program counts the turns.
// Node printed the same for files of these sizes, where no thread came late; async_hooks
// counts as many requests (10.2.0 to 26.10.0).
func TestReadFileTrips(t *testing.T) {
	p := load(t, "app.js", `
const fs = require('fs');
const { busy } = require('evsim');
const sizes = [0, 1, 8193, 16384, 16385, 40000, 524288, 524289];
const out = [];
function trips(read, then) {
  let n = 1, done = false;
  read(() => { done = true; out.push(n); });
  setImmediate(function round() { if (done) return then(); n++; busy(3); setImmediate(round); });
  busy(3);
}
function next(i) {
  if (i === sizes.length) return console.log(out.join(' '));
  const file = 'f' + sizes[i];
  trips((done) => fs.promises.readFile(file).then(done), () => trips((done) => fs.readFile(file, done), () => next(i + 1)));
}
setImmediate(next, 0);
`)
	w := p.world.Clone()
	for name, size := range map[string]int64{"f0": 0, "f1": 1, "f8193": 8193, "f16384": 16384, "f16385": 16385, "f40000": 40000, "f524288": 524288, "f524289": 524289} {
		w.Files = append(w.Files, program.Latency{Name: name, Latency: clock.Exactly(clock.Millisecond), Size: size})
	}
	for release, want := range map[string]string{
		"10.2.0":   "3 4 5 4 5 5 5 5 5 6 6 8 36 67 36 68",
		"10.6.0":   "3 4 5 4 5 5 5 5 5 6 6 8 36 67 36 68",
		"10.7.0":   "4 4 5 4 5 5 5 5 6 6 7 8 36 67 37 68",
		"10.24.1":  "4 4 5 4 5 5 5 5 6 6 7 8 36 67 37 68",
		"11.15.0":  "4 4 5 4 5 5 5 5 6 6 7 8 36 67 37 68",
		"12.22.12": "4 4 5 4 5 4 5 4 6 4 7 4 36 4 37 5",
		"14.17.6":  "4 4 5 4 5 4 5 4 6 4 7 4 36 4 37 5",
		"14.18.0":  "4 4 4 4 4 4 4 4 4 4 4 4 4 4 5 5",
		"15.7.0":   "4 4 5 4 5 4 5 4 6 4 7 4 36 4 37 5",
		"15.8.0":   "4 4 5 4 5 4 5 4 5 4 5 4 5 4 5 5",
		"15.10.0":  "4 4 5 4 5 4 5 4 5 4 5 4 5 4 5 5",
		"15.12.0":  "4 4 4 4 4 4 4 4 4 4 4 4 4 4 5 5",
		"16.20.2":  "4 4 4 4 4 4 4 4 4 4 4 4 4 4 5 5",
		"22.22.0":  "4 4 4 4 4 4 4 4 4 4 4 4 4 4 5 5",
		"26.10.0":  "1 1 1 1 1 1 1 1 1 1 1 1 1 1 4 4",
	} {
		if l, stop := runUnder(t, p, model.MustLookup("node@"+release), &w, program.Options{}); strings.Join(l.lines, " | ") != want {
			t.Errorf("%s printed %q (%s), want %s", release, l.lines, stop.Error.String(), want)
		}
	}
}
