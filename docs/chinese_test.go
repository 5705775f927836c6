package docs

import (
	"os"
	"path/filepath"
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
		t.Errorf("rules.zh-CN.md has %s, which is not a rule", id)
	}
}

// TestGlossary wants each term of the glossary used, as it stands there, where
// Chinese is written: in the catalogues or in another page.
func TestGlossary(t *testing.T) {
	files, err := filepath.Glob("*.zh-CN.md")
	if err != nil {
		t.Fatal(err)
	}
	const glossary = "glossary.zh-CN.md"
	var written strings.Builder
	for _, file := range append(files, "../internal/say/zh.txt", "../internal/say/zh-command.txt") {
		if file != glossary {
			written.WriteString(read(t, file))
		}
	}
	terms := 0
	for row := range strings.Lines(read(t, glossary)) {
		cells := strings.Split(row, " | ")
		if len(cells) != 3 || cells[1] == "中文" || cells[1] == "---" {
			continue
		}
		terms++
		if !strings.Contains(written.String(), cells[1]) {
			t.Errorf("nobody writes %s for %s", cells[1], strings.TrimPrefix(cells[0], "| "))
		}
	}
	if terms < 20 {
		t.Errorf("%d terms were found", terms)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
