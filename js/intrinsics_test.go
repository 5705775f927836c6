package js

import (
	"os"
	"slices"
	"strings"
	"testing"

	"evsim/clock"
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// TestOverwritten runs programs that overwrite what the language gives them.
// testdata/overwritten.txt has one on each line, before what Node 22.23.3 prints
// for it.
func TestOverwritten(t *testing.T) {
	text, err := os.ReadFile("testdata/overwritten.txt")
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		lines := strings.Split(block, "\n")
		p := load(t, "app.js", lines[0])
		w := p.world.Clone()
		w.Other = clock.Exactly(clock.Millisecond)
		l, stop := run(t, p, "node22", &w, program.Options{})
		if got := strings.Split(strings.Join(l.lines, "\n"), "\n"); !slices.Equal(got, lines[1:]) || stop.Reason != sim.Ended {
			t.Errorf("%s\nprints %q and %s (%s); Node prints %q", lines[0], got, stop.Reason, stop.Error.String(), lines[1:])
		}
	}
}

// TestOverwrittenByAnyName: names that are put together are not seen when a
// program is loaded, and yet nothing breaks.
func TestOverwrittenByAnyName(t *testing.T) {
	for _, policy := range model.Policies() {
		p := load(t, "app.js", `
const all = globalThis;
for (const key of Object.getOwnPropertyNames(all)) {
  try { for (const inner of Object.getOwnPropertyNames(all[key].prototype)) { try { all[key].prototype[inner] = null; } catch {} } } catch {}
  if (!['console', 'setTimeout'].includes(key)) try { all[key] = 1; } catch {}
}
const shown = [1, { a: [2n], get b() { return 3; } }, () => 4, null];
setTimeout(() => { console.log('%s %j %o %i', shown, shown[1].c, shown, '5'); setTimeout(6); }, 1);
`)
		if p.Lacks(policy) != nil {
			continue
		}
		_, stop := run(t, p, policy.Name, nil, program.Options{})
		if stop.Reason != sim.Died && stop.Reason != sim.Ended {
			t.Errorf("%s: %s", policy.Name, stop.Reason)
		}
	}
}
