package model_test

import (
	"strings"
	"testing"

	"evsim/model"
)

func TestLookup(t *testing.T) {
	for name, want := range map[string]string{
		"node":         "node26",
		"node26":       "node26",
		"node@26":      "node26",
		"node@26.9.0":  "node26",
		"node22":       "node22",
		"node@22":      "node22",
		"node@22.18.0": "node22",
		"node20":       "node20",
		"node@20":      "node20",
		"node@20.15.0": "node20",
		"node18":       "node15",
		"node@18":      "node15",
		"node@18.20.8": "node15",
		"node@18.19.0": "node15",
		"node12":       "node12",
		"node@12.19.0": "node12",
		"node11":       "node11",
		"node@11.13.0": "node11",
		"node@10.17.0": "node10",
		"browser":      "browser",
		"firefox":      "firefox",
		"webkit":       "webkit",
		"chrome69":     "chrome69",
	} {
		if p, err := model.Lookup(name); err != nil || p.Name != want {
			t.Errorf("%s is %q, %v; want %q", name, p.Name, err, want)
		}
	}
}

// TestLookupOfReleases: one that has a rule otherwise than its family is a
// policy of its own, by the same name however it was written.
func TestLookupOfReleases(t *testing.T) {
	for name, want := range map[string]struct{ is, of, differs string }{
		"node@26.8.2":  {"node@26.8.2", "node26", "node.uncaught-aborts"},
		"node@26.3.9":  {"node@26.3.9", "node22", "generator.array-rethrows generator.sync-closes"},
		"node@26.5.1":  {"node@26.5.1", "node22", "node.check-scope generator.array-rethrows generator.sync-closes"},
		"node24":       {"node@24", "node22", "generator.array-rethrows generator.sync-closes"},
		"node@24.2.0":  {"node@24.2.0", "node22", "node.module-in-main generator.array-rethrows generator.sync-closes"},
		"node@23.5.0":  {"node@23.5.0", "node22", "node.unsettled-last node.module-in-main generator.array-rethrows generator.sync-closes"},
		"node@23.4.0":  {"node@23.4.0", "node22", "node.eventfd node.unsettled-last node.module-in-main generator.array-rethrows generator.sync-closes"},
		"node@23.1.0":  {"node@23.1.0", "node22", "node.eventfd node.unsettled-last node.module-in-main generator.array-rethrows generator.sync-closes"},
		"node@23.0.0":  {"node@23.0.0", "node22", "node.unsettled-last node.module-in-main generator.array-rethrows generator.sync-closes"},
		"node@22.13.0": {"node@22.13.0", "node22", "node.unsettled-last node.module-in-main"},
		"node22.12.0":  {"node@22.12.0", "node22", "node.eventfd node.unsettled-last node.module-in-main"},
		"node@22.11.0": {"node@22.11.0", "node22", "node.unsettled-last node.module-in-main"},
		"node@22.0.0":  {"node@22.0.0", "node22", "node.settled-ticks node.module-hops node.unsettled-last node.module-in-main node.rejections-taken"},
		"node@21.7.0":  {"node@21.7.0", "node22", "node.settled-ticks node.module-hops node.unsettled-exit node.module-in-main node.rejections-taken generator.delegate-throws"},
		"node@21.6.2":  {"node@21.6.2", "node22", "node.settled-ticks node.module-hops node.unsettled-exit node.module-in-main node.rejections-taken generator.delegate-throws"},
		"node@21.6.1":  {"node@21.6.1", "node20", "node.io-uring node.settled-ticks node.rejections-taken"},
		"node@20.14.0": {"node@20.14.0", "node20", "node.settled-ticks node.rejections-taken"},
		"node@20.11.1": {"node@20.11.1", "node20", "node.settled-ticks node.rejections-taken"},
		"node@20.11.0": {"node@20.11.0", "node20", "node.io-uring node.settled-ticks node.rejections-taken"},
		"node@20.3.1":  {"node@20.3.1", "node20", "node.io-uring node.settled-ticks node.alive node.rejections-taken"},
		"node@20.2.0":  {"node@20.2.0", "node15", "node.module-hops generator.delegate-awaits"},
		"node@18.18.1": {"node@18.18.1", "node15", "node.starts-awake node.module-hops"},
		"node@18.18.0": {"node@18.18.0", "node20", "node.io-uring node.settled-ticks node.starts-awake node.module-hops node.rejections-taken generator.delegate-awaits"},
		"node16":       {"node@16", "node15", "node.pending-again node.module-hops"},
		"node14":       {"node@14", "node12", "node.readfile-promises node.module-hops node.unsettled-exit node.context-jobs generator.end-rethrows"},
		"node@10.2":    {"node@10.2", "node10", "node.list-again node.exit-code node.late-handled-quiet node.pool-slow node.settled-ticks node.readfile-promises"},
	} {
		p, err := model.Lookup(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var differs []string
		for _, d := range p.Differs {
			differs = append(differs, string(d.Rule))
		}
		if got := strings.Join(differs, " "); p.Name != want.is || p.Family() != want.of || got != want.differs {
			t.Errorf("%s is %q, %q but for %q; want %+v", name, p.Name, p.Family(), got, want)
		}
		if again, err := model.Lookup(p.Name); err != nil || again.Name != p.Name {
			t.Errorf("%s is %s by its own name, %v", p.Name, again.Name, err)
		}
	}
}

func TestLookupWithoutPolicy(t *testing.T) {
	for name, want := range map[string]string{
		"node13":        "no policy stands for node13",
		"node@14.9.0":   "no policy stands for",
		"node@12.18.0":  "no policy stands for",
		"node@10.1.0":   "no policy stands for",
		"node@11.0.0":   "no policy stands for",
		"node@11.12.0":  "no policy stands for",
		"node8":         "no policy stands for",
		"":              `no policy ""`,
		"nod22":         `no policy "nod22"`,
		"Node22":        `no policy "Node22"`,
		"node22 ":       `no policy "node22 "`,
		"node@":         `no policy "node@"`,
		"node@@22":      `no policy "node@@22"`,
		"node-22":       `no policy "node-22"`,
		"node@1.2.3.4":  `no policy "node@1.2.3.4"`,
		"node@22.":      `no policy "node@22."`,
		"node@22.x":     `no policy "node@22.x"`,
		"node@99999999": `no policy "node@99999999"`,
		"chrome":        `no policy "chrome"`,
	} {
		p, err := model.Lookup(name)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q is %q, %v; want the error %q", name, p.Name, err, want)
		}
	}
}

// TestUnknownNameListsPolicies: the message has every name that there is.
func TestUnknownNameListsPolicies(t *testing.T) {
	_, err := model.Lookup("deno")
	for _, p := range model.Policies() {
		if !strings.Contains(err.Error(), p.Name) {
			t.Errorf("%q does not name %s", err, p.Name)
		}
	}
}

// TestPoliciesAreWhole: each has a name of its own, which finds it, and either
// Node's rules or a browser's.
func TestPoliciesAreWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range model.Policies() {
		if found, err := model.Lookup(p.Name); err != nil || found.Name != p.Name {
			t.Errorf("%s finds %q, %v", p.Name, found.Name, err)
		}
		if seen[p.Name] || p.Title == "" || p.Versions == "" || p.Features.Len() == 0 {
			t.Errorf("%+v is not whole", p)
		}
		if seen[p.Name] = true; (p.Node == nil) == (p.Web == nil) {
			t.Errorf("%s is Node, or a browser", p.Name)
		}
	}
}
