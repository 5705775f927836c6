package explore_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"evsim/model"
	"evsim/scenario"
	"evsim/scenario/syntax"
)

// unwritten is what the campaign leaves out, and why.
var unwritten = map[string]string{
	"send synchronous":  "true is refused, and false is what holds without it",
	"clock skew jitter": "it is drawn: no exploration goes over it",
	"limits time":       "the other limits end the runs of the campaign",
	"io":                "code waits for it, no statement does",
}

// TestCampaignUsesEverything: the scenarios of the campaign parse, and have every
// verb with every key, and every key of the world.
func TestCampaignUsesEverything(t *testing.T) {
	seen := make(map[string]bool)
	policies := model.Policies()
	for seed := range uint64(1000) {
		src := []byte(campaignScenario(rand.New(rand.NewPCG(seed, 0)), policies[seed%uint64(len(policies))], 4))
		if s, diagnostics := scenario.Parse("campaign.yaml", src); s == nil {
			t.Fatalf("seed %d: %v\n%s", seed, diagnostics, src)
		}
		var file yaml.Node
		if err := yaml.Unmarshal(src, &file); err != nil {
			t.Fatal(err)
		}
		note(seen, file.Content[0])
	}
	language := syntax.Grammar()
	for _, key := range language.File.Keys {
		if slices.Contains(world, key.Name) {
			noted(t, seen, key.Name, &key.Form)
		}
	}
	for _, verb := range language.Verbs {
		wants := []string{verb.Name}
		for _, key := range verb.Keys {
			wants = append(wants, verb.Name+" "+key.Name)
		}
		for _, want := range wants {
			if !seen[want] && unwritten[want] == "" {
				t.Errorf("no scenario of the campaign has %q", want)
			}
		}
	}
}

// note notes the keys of each mapping, together with each other.
func note(seen map[string]bool, n *yaml.Node) {
	if n.Kind == yaml.MappingNode {
		for i := 0; i < len(n.Content); i += 2 {
			seen[n.Content[i].Value] = true
			for k := 0; k < len(n.Content); k += 2 {
				seen[n.Content[i].Value+" "+n.Content[k].Value] = true
			}
		}
	}
	for _, child := range n.Content {
		note(seen, child)
	}
}

// world are the keys of a file that say in which world its script runs.
var world = []string{"clock", "costs", "files", "network", "io", "pool", "users", "display", "main", "limits"}

// noted wants a key of the world, and the keys below it.
func noted(t *testing.T, seen map[string]bool, key string, form *syntax.Form) {
	if unwritten[key] != "" {
		return
	}
	last := key[strings.LastIndexByte(key, ' ')+1:]
	if !seen[last] {
		t.Errorf("no scenario of the campaign has %q", key)
	}
	for _, below := range form.Keys {
		noted(t, seen, key+" "+below.Name, &below.Form)
	}
	if form.Each != nil {
		for _, below := range form.Each.Keys {
			noted(t, seen, key+" "+below.Name, &below.Form)
		}
	}
	for i := range form.Either {
		for _, below := range form.Either[i].Keys {
			noted(t, seen, key+" "+below.Name, &below.Form)
		}
	}
}
