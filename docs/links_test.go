package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

// pages are the documents of the project.
func pages(t *testing.T) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"../*.md", "*.md"} {
		some, err := filepath.Glob(pattern)
		if err != nil || len(some) == 0 {
			t.Fatal(pattern, err)
		}
		all = append(all, some...)
	}
	return all
}

// TestLinks opens what the documents link to in the project: files, folders, and
// headings by the anchors that GitHub and GitLab make of them.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for _, page := range pages(t) {
		for _, found := range link.FindAllStringSubmatch(withoutCode(textOf(t, page)), -1) {
			target, anchor, _ := strings.Cut(found[1], "#")
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			file := page
			if target != "" {
				file = filepath.Join(filepath.Dir(page), target)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: %s: %v", page, found[1], err)
			} else if anchor != "" && !anchors(textOf(t, file))[anchor] {
				t.Errorf("%s: %s: there is no such heading", page, found[1])
			}
		}
	}
}

// TestContributing holds the files that CONTRIBUTING.md names.
func TestContributing(t *testing.T) {
	named := regexp.MustCompile("`((?:cmd|docs|internal|model|scenario|scenarios)(?:/[\\w*.-]+)+)`")
	found := named.FindAllStringSubmatch(textOf(t, "../CONTRIBUTING.md"), -1)
	if len(found) < 10 {
		t.Errorf("only %d files are named", len(found))
	}
	for _, one := range found {
		if strings.Contains(one[1], "NAME") {
			continue
		}
		if there, err := filepath.Glob(filepath.Join("..", one[1])); err != nil || len(there) == 0 {
			t.Errorf("there is no %s", one[1])
		}
	}
}

func textOf(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// withoutCode is a page without its blocks and spans of code.
func withoutCode(page string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(page) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		} else if !fenced {
			b.WriteString(line)
		}
	}
	return regexp.MustCompile("`[^`\n]*`").ReplaceAllString(b.String(), "`")
}

// anchors are the names of a page's headings.
func anchors(page string) map[string]bool {
	names := make(map[string]bool)
	fenced := false
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		title := strings.TrimLeft(line, "#")
		if fenced || title == line || !strings.HasPrefix(title, " ") {
			continue
		}
		names[strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(title))] = true
	}
	return names
}
