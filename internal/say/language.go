package say

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"
)

// Language is a language that texts are said in. The nil *Language is English,
// in which they are written: it needs no catalogue.
type Language struct {
	tag       string
	sentences map[string]string // by the English format
}

// Chinese is simplified Chinese. Its catalogue is read when it is first asked for.
func Chinese() *Language { return chinese() }

// chineseOfRuns is the catalogue of what is said of scenarios and their runs.
//
//go:embed zh.txt
var chineseOfRuns string

var chinese = sync.OnceValue(func() *Language {
	sentences, err := readCatalogue(chineseOfRuns + "\n" + chineseOfCommand)
	if err != nil {
		panic("say: zh.txt and zh-command.txt: " + err.Error())
	}
	return &Language{"zh-CN", sentences}
})

// Named is the language that a page or a flag names: `en` or `zh`.
func Named(name string) (*Language, bool) {
	switch name {
	case "en":
		return nil, true
	case "zh":
		return Chinese(), true
	}
	return nil, false
}

// Tag names the language, as BCP 47 does.
func (l *Language) Tag() string {
	if l == nil {
		return "en"
	}
	return l.tag
}

// Say is a text in the language. What the catalogue lacks is said in English.
func (l *Language) Say(t Text) string {
	if t == "" {
		return ""
	}
	format, parts := t.Format(), t.parts()
	if l != nil {
		if other, ok := l.sentences[format]; ok {
			format = other
		}
	}
	if parts == nil {
		return format // a constant: a % in it is a %
	}
	return l.filled(format, parts)
}

// Sayf is the text that [Of] makes, in the language.
func (l *Language) Sayf(format Format, args ...any) string {
	if l == nil && !speaks(args) {
		return fmt.Sprintf(string(format), args...)
	}
	return l.Say(Of(format, args...))
}

// speaks reports whether an argument needs more than fmt does.
func speaks(args []any) bool {
	for _, arg := range args {
		switch arg.(type) {
		case Text, error:
			return true
		}
	}
	return false
}

// Fprintf writes what Sayf makes.
func (l *Language) Fprintf(w io.Writer, format Format, args ...any) {
	io.WriteString(w, l.Sayf(format, args...))
}

// readCatalogue reads the sentences of a language: lines of English, and below
// them, behind a tab, what they are in the language. Lines that begin with # are
// comments; a blank line parts entries; a line of a single ¶ stands for one that
// is empty. Linear time.
func readCatalogue(text string) (map[string]string, error) {
	sentences := make(map[string]string, 2048)
	var english, other []string
	number := 0
	put := func() error {
		defer func() { english, other = nil, nil }()
		if len(english) == 0 && len(other) == 0 {
			return nil
		}
		key := joinLines(english)
		if _, again := sentences[key]; again || len(english) == 0 || len(other) == 0 {
			return fmt.Errorf("line %d: behind %q: a sentence stands once, and what it is in the language below it, behind a tab", number, key)
		}
		sentences[key] = joinLines(other)
		return nil
	}
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSuffix(line, "\n")
		said, indented := strings.CutPrefix(line, "\t")
		switch {
		case indented:
			other = append(other, said)
			continue
		case len(other) > 0 || line == "" || strings.HasPrefix(line, "#"):
			if err := put(); err != nil {
				return nil, err
			}
		}
		if line != "" && !strings.HasPrefix(line, "#") {
			english = append(english, line)
		}
	}
	return sentences, put()
}

func joinLines(lines []string) string {
	text := strings.Join(lines, "\n")
	if !strings.Contains(text, "¶") {
		return text
	}
	for i, line := range lines {
		if line == "¶" {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}
