package main

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"evsim/model"
)

// Every field in which two policies can differ is a row of `evsim policies -v`.
func TestEveryRuleIsListed(t *testing.T) {
	for _, c := range []struct {
		fields reflect.Type
		rules  []rule
	}{
		{reflect.TypeFor[model.NodeRules](), nodeRules()},
		{reflect.TypeFor[model.WebRules](), webRules()},
	} {
		listed := map[string]bool{}
		for _, r := range c.rules {
			listed[r.field] = true
		}
		for i := range c.fields.NumField() {
			if f := c.fields.Field(i); f.IsExported() && !listed[f.Name] { // others are no rules, but what real machines leave open
				t.Errorf("%s.%s is not listed", c.fields.Name(), f.Name)
			}
		}
	}
}

// No policy has a feature that is not listed.
func TestEveryFeatureIsListed(t *testing.T) {
	var all model.Features
	for _, p := range model.Policies() {
		all |= p.Features
	}
	if got := len(features()); got != all.Len() {
		t.Errorf("%d features are listed, the policies have %d", got, all.Len())
	}
}

// Every rule in which policies differ is a row of docs/rules.md, and what
// follows a rule that one has or has not is what the row says.
func TestRulesAreExplained(t *testing.T) {
	rows := documentedRules(t)
	for _, r := range append(nodeRules(), webRules()...) {
		holds, ok := rows[r.id]
		if !ok {
			t.Errorf("docs/rules.md does not have %s", r.id)
		} else if have := followers(r); have != "" && have != holds {
			t.Errorf("docs/rules.md: %s holds for %q, and in the model for %q", r.id, holds, have)
		}
	}
}

// followers is the policies that have a rule; "" for one that is no yes or no.
func followers(r rule) string {
	var names []string
	for _, p := range model.Policies() {
		if strings.HasPrefix(r.id, "node.") && p.Node == nil || strings.HasPrefix(r.id, "web.") && p.Web == nil {
			continue
		}
		switch r.value(p) {
		case "yes":
			names = append(names, p.Name)
		case "-":
		default:
			return ""
		}
	}
	return joined(names)
}

// documentedRules is the last column of docs/rules.md by the first. An id
// stands once, and whatever looks like the name of a policy is one.
func documentedRules(t *testing.T) map[string]string {
	text, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		id, holds := strings.Trim(cells[0], "`"), cells[len(cells)-1]
		if _, again := rows[id]; again || len(cells) != 4 {
			t.Errorf("docs/rules.md: %s stands twice, or has not four columns", id)
		}
		rows[id] = holds
		for _, word := range regexp.MustCompile(`[a-z]+[0-9]+`).FindAllString(holds, -1) {
			if _, err := model.Lookup(word); err != nil {
				t.Errorf("docs/rules.md: %s: %v", id, err)
			}
		}
	}
	return rows
}
