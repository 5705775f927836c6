package main

import (
	"os"
	"reflect"
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
			if name := c.fields.Field(i).Name; !listed[name] {
				t.Errorf("%s.%s is not listed", c.fields.Name(), name)
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

func TestEveryRuleIsExplained(t *testing.T) {
	text, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range append(nodeRules(), webRules()...) {
		if !strings.Contains(string(text), "`"+r.id+"`") {
			t.Errorf("docs/rules.md does not have %s", r.id)
		}
	}
}
