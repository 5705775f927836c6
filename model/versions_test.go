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
		"node@26.8.0":  "node26",
		"node@26.3.9":  "node22",
		"node24":       "node22",
		"node@21.7.0":  "node22",
		"node@21.6.9":  "node20",
		"node20":       "node20",
		"node@20":      "node20",
		"node@20.3.0":  "node20",
		"node@20.2.0":  "node15",
		"node18":       "node15",
		"node@18":      "node15",
		"node@18.20.8": "node15",
		"node@18.18.1": "node15",
		"node@18.18.0": "node20",
		"node@18.17.9": "node15",
		"node16":       "node15",
		"node@15.0.0":  "node15",
		"node14":       "node12",
		"node@14.10.0": "node12",
		"node12":       "node12",
		"node@12.19.0": "node12",
		"node@11.1.0":  "node11",
		"node@10.2.0":  "node10",
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

func TestLookupWithoutPolicy(t *testing.T) {
	for name, want := range map[string]string{
		"node@26.5.0":   "no policy stands for node@26.5.0",
		"node@26.4.0":   "no policy stands for",
		"node13":        "no policy stands for node13",
		"node@14.9.0":   "no policy stands for",
		"node@12.18.0":  "no policy stands for",
		"node@10.1.0":   "no policy stands for",
		"node@11.0.0":   "no policy stands for",
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
