package explore_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

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
		note(seen, string(src))
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

// keyAt is a key that begins a line, or an entry of a mapping in braces.
var keyAt = regexp.MustCompile(`^'?([\w*.]+(?: await)?)'?:`)

// note notes the keys of each mapping, together with each other.
func note(seen map[string]bool, src string) {
	var open [][]string // the keys of the mappings that are open, the innermost last
	begins := true
	for i := 0; i < len(src); i++ {
		if found := keyAt.FindStringSubmatch(src[i:]); begins && found != nil {
			seen[found[1]] = true
			if n := len(open); n > 0 {
				open[n-1] = append(open[n-1], found[1])
			}
			i += len(found[0]) - 1
			begins = false
			continue
		}
		switch src[i] {
		case '\'':
			i += 1 + strings.IndexByte(src[i+1:], '\'')
		case '{':
			open = append(open, nil)
		case '}':
			for _, a := range open[len(open)-1] {
				for _, b := range open[len(open)-1] {
					seen[a+" "+b] = true
				}
			}
			open = open[:len(open)-1]
		}
		begins = strings.IndexByte("{,\n", src[i]) >= 0 || begins && src[i] == ' '
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
