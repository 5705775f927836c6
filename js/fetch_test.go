package js

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/explore"
	"evsim/model"
	"evsim/program"
)

// answered is a program whose request to /a is answered after 20 ms, and its world.
func answered(t *testing.T, text string) (*Program, *program.World) {
	t.Helper()
	p := load(t, "app.js", text)
	w := p.world
	w.Network = []program.Latency{{Name: "/a", Latency: clock.Exactly(20 * clock.Millisecond)}}
	return p, &w
}

// TestTextOfAnAnswer: each order that Chromium 156, Firefox 153 and WebKitGTK 2.50 were seen
// to log is possible; the one that each logged most often is that of a plain run.
func TestTextOfAnAnswer(t *testing.T) {
	const (
		soon   = "fetch('/a').then((r) => { r.text().then(() => console.log('text')); Promise.resolve().then(() => console.log('job')); setTimeout(() => console.log('timer'), 0); })"
		ports  = "const c = new MessageChannel(); c.port1.onmessage = (e) => console.log(e.data); const post = (s) => c.port2.postMessage(s); fetch('/a').then((r) => { "
		behind = ports + "post('a'); const end = performance.now() + 30; while (performance.now() < end); r.text().then(() => console.log('text')); post('b'); })"
		later  = ports + "setTimeout(() => { post('a'); r.text().then(() => console.log('text')); post('b'); }, 50); })"
	)
	for _, test := range []struct {
		what, text string
		seen       map[string]string
	}{
		{"in the task of the answer", soon, map[string]string{"browser": "job timer text", "firefox": "job timer text", "webkit": "job timer text, text job timer"}},
		{"some time later in that task", behind, map[string]string{"browser": "a b text, a text b", "firefox": "a b text", "webkit": "a b text, text a b"}},
		{"in a later task", later, map[string]string{"browser": "a text b", "firefox": "a b text", "webkit": "text a b"}},
	} {
		for policy, seen := range test.seen {
			p, w := answered(t, test.text)
			r := explore.Explore(context.Background(), program.Setting{Program: p, Policy: model.MustLookup(policy), World: w}, explore.Options{})
			all := orders(r)
			for i, order := range strings.Split(seen, ", ") {
				if lines := fmt.Sprintf("%q", strings.Fields(order)); !slices.ContainsFunc(all, func(o string) bool { return strings.HasPrefix(o, lines) }) {
					t.Errorf("%s, %s: %q is not possible, of %q", test.what, policy, order, all)
				}
				if l, stop := run(t, p, policy, w, program.Options{}); i == 0 && strings.Join(l.lines, " ") != order {
					t.Errorf("%s, %s: a plain run logs %q (%s)", test.what, policy, l.lines, stop.Error.String())
				}
			}
			if test.text == later && policy != "firefox" && len(all) != 1 {
				t.Errorf("%s, %s: %q", test.what, policy, all)
			}
		}
	}
}

// TestTextInNode: the text comes behind a tick and its jobs, before the next, and ahead of
// immediates (Node 18.0 to 26.10).
func TestTextInNode(t *testing.T) {
	const text = `fetch('/a').then((r) => {
  r.text().then(() => console.log('text'));
  let n = 0;
  const round = () => { console.log('round' + n); if (n++ < 3) process.nextTick(() => queueMicrotask(round)); };
  round();
  setImmediate(() => console.log('immediate'));
});`
	for _, policy := range []string{"node@18.0.0", "node@20.16.0", "node22", "node26"} {
		p, w := answered(t, text)
		if l, stop := run(t, p, policy, w, program.Options{}); strings.Join(l.lines, " ") != "round0 round1 text round2 round3 immediate" {
			t.Errorf("%s: %q (%s)", policy, l.lines, stop.Error.String())
		}
	}
}

// TestBodyIsReadOnce: what is thrown for the second read is what the runtimes say.
func TestBodyIsReadOnce(t *testing.T) {
	const text = "fetch('/a').then(async (r) => { const first = r.text(); console.log(r.bodyUsed); await r.json().catch((e) => console.log(e.name, e.message)); await first; })"
	for policy, want := range map[string]string{
		"node@18.10.0": "disturbed", "node@18.11.0": "The body has already been consumed.", "node@18.13.0": "Body is unusable",
		"node@19.0.0": "The body has already been consumed.", "node@19.1.0": "Body is unusable", "node@20.15.0": "Body is unusable", "node@22.2.0": "Body is unusable",
		"node@20.16.0": "Body is unusable: Body has already been read", "node@22.3.0": "Body is unusable: Body has already been read", "node26": "Body is unusable: Body has already been read",
		"browser": "Failed to execute 'json' on 'Response': body stream already read", "firefox": "Response.json: Body has already been consumed.", "webkit": "Body is disturbed or locked",
	} {
		p, w := answered(t, text)
		if l, stop := run(t, p, policy, w, program.Options{}); strings.Join(l.lines, ", ") != "true, TypeError "+want {
			t.Errorf("%s: %q (%s)", policy, l.lines, stop.Error.String())
		}
	}
}

// TestRestOfAnAnswer: what the world does not say of an answer ends the run where the program
// comes to it, and is no value that a program could go on with.
func TestRestOfAnAnswer(t *testing.T) {
	for text, want := range map[string]string{
		"console.log(r.ok, r.status, r.url, r.redirected, JSON.stringify(r), (await r.arrayBuffer()).byteLength)": "true 200 /a false {} 0",
		"r.headers.get('a')": "Response.headers", "console.log(r.body)": "Response.body", "console.log(r.statusText)": "Response.statusText",
		"await r.blob()": "Response.blob", "r.clone()": "Response.clone", "r.bytes()": "Response.bytes",
	} {
		for _, policy := range []string{"browser", "node22"} {
			p, w := answered(t, "fetch('/a').then(async (r) => { "+text+" }).catch((e) => console.log('caught'))")
			l, stop := run(t, p, policy, w, program.Options{})
			if strings.HasPrefix(want, "Response") {
				if refusal := "evsim does not have `" + want + "`"; len(l.lines) > 0 || !strings.HasPrefix(stop.Error.String(), refusal) {
					t.Errorf("%s, %s: %q, %s", policy, text, l.lines, stop.Error.String())
				}
			} else if strings.Join(l.lines, "") != want {
				t.Errorf("%s, %s: %q, %s", policy, text, l.lines, stop.Error.String())
			}
		}
	}
}

// TestFetchFails: what each runtime says of a network error.
func TestFetchFails(t *testing.T) {
	for policy, want := range map[string]string{"browser": "Failed to fetch", "firefox": "NetworkError when attempting to fetch resource.", "webkit": "Load failed", "node22": "fetch failed"} {
		p, w := answered(t, "fetch('/a').catch((e) => console.log(e.name, e.message))")
		w.Network[0].Missing = true
		if l, stop := run(t, p, policy, w, program.Options{}); strings.Join(l.lines, "") != "TypeError "+want {
			t.Errorf("%s: %q (%s)", policy, l.lines, stop.Error.String())
		}
	}
}
