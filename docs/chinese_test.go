package docs

import (
	"strings"
	"testing"
)

// TestRulesInChinese wants each rule in both languages, and with the same names
// of code: what is said of a rule goes by them.
func TestRulesInChinese(t *testing.T) {
	says := Chinese()
	if len(says) != strings.Count(chineseRules, "\n| `") {
		t.Error("rules.zh-CN.md has a rule twice, or one with more cells than two")
	}
	for _, rule := range Rules() {
		text, ok := says[rule.ID]
		if !ok {
			t.Errorf("rules.zh-CN.md lacks %s: %s", rule.ID, rule.Says)
			continue
		}
		delete(says, rule.ID)
		for i, code := range strings.Split(text, "`") {
			if i%2 == 1 && !strings.Contains(rule.Says, "`"+code+"`") {
				t.Errorf("%s speaks of `%s` in Chinese alone", rule.ID, code)
			}
		}
	}
	for id := range says {
		t.Errorf("rules.zh-CN.md has %s, which is no rule", id)
	}
}
