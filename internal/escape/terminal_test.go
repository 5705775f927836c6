package escape_test

import (
	"bytes"
	"io"
	"regexp"
	"strings"
	"testing"

	"evsim/internal/escape"
)

// broken is a writer that fails.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.EOF }

func TestGuardKeepsErrors(t *testing.T) {
	if _, err := escape.NewGuard(broken{}, false).Write([]byte("x")); err != io.EOF {
		t.Errorf("%v", err)
	}
}

// guarded writes a text in pieces.
func guarded(text string, colour bool, size int) string {
	var b bytes.Buffer
	g := escape.NewGuard(&b, colour)
	for len(text) > 0 {
		n := min(size, len(text))
		g.Write([]byte(text[:n]))
		text = text[n:]
	}
	return b.String()
}

func TestGuard(t *testing.T) {
	for text, want := range map[string]string{
		"plain\n\ttext é漢\n":       "plain\n\ttext é漢\n",
		"::error::x\n":             ":\\:error::x\n",
		"a\n \u00a0::error::x":     "a\n \u00a0:\\:error::x",
		"a ::error::x":             "a ::error::x",
		": :x":                     ": :x",
		"a ##[error]x ###[group]":  `a ##\[error]x ###\[group]`,
		"##vso[task] ##teamcity[x": `##vso\[task] ##teamcity\[x`,
		"a::b ## # title":          "a::b ## # title",
		"\x1b[31mred\x1b[0m\r\n":   "\ufffd[31mred\ufffd[0m\ufffd\n",
		"\u202ex\u009b":            "\ufffdx\ufffd",
	} {
		for size := 1; size < 8; size++ {
			if got := guarded(text, false, size); got != want {
				t.Errorf("%q in pieces of %d bytes: %q, want %q", text, size, got, want)
			}
		}
	}
	for text, want := range map[string]string{
		"\x1b[1mbold\x1b[0m\n":    "\x1b[1mbold\x1b[0m\n",
		"\x1b[2J\x1b]0;x\a\x1b[m": "\ufffd[2J\ufffd]0;x\ufffd\x1b[m",
	} {
		for size := 1; size < 8; size++ {
			if got := guarded(text, true, size); got != want {
				t.Errorf("in colour %q in pieces of %d bytes: %q, want %q", text, size, got, want)
			}
		}
	}
}

// command is a line that a runner takes for a command: actions/runner,
// src/Runner.Common/ActionCommand.cs, TryParseV2 and TryParse.
var command = regexp.MustCompile(`^[\s\p{Zs}\p{Zl}\p{Zp}\x{85}]*::|##(vso|teamcity)?\[`)

func FuzzGuard(f *testing.F) {
	fuzz(f, func(t *testing.T, text string) {
		whole := guarded(text, false, len(text)+1)
		shown(t, strings.NewReplacer("\n", "", "\t", "").Replace(whole))
		for line := range strings.Lines(whole) {
			if command.MatchString(line) {
				t.Errorf("%q is a command", line)
			}
		}
		if pieces := guarded(text, false, 1); pieces != whole {
			t.Errorf("byte by byte %q, and at once %q", pieces, whole)
		}
		if again := guarded(whole, false, len(whole)+1); again != whole {
			t.Errorf("%q changes again to %q", whole, again)
		}
	})
}

// runner reads a workflow command as actions/runner does (TryParseV2).
func runner(line string) (name string, properties map[string]string, message string) {
	line = strings.TrimLeft(line, " ")
	info, message, _ := strings.Cut(strings.TrimPrefix(line, "::"), "::")
	name, list, _ := strings.Cut(info, " ")
	properties = map[string]string{}
	for entry := range strings.SplitSeq(list, ",") {
		if key, value, ok := strings.Cut(strings.TrimSpace(entry), "="); ok {
			properties[key] = strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%").Replace(value)
		}
	}
	return name, properties, strings.NewReplacer("%0D", "\r", "%0A", "\n", "%25", "%").Replace(message)
}

func FuzzGitHub(f *testing.F) {
	fuzz(f, func(t *testing.T, text string) {
		line, end := strings.CutSuffix(escape.GitHub("error", []escape.Property{{Name: "file", Value: text}, {Name: "title", Value: text}}, text), "\n")
		shown(t, line)
		name, properties, message := runner(line)
		file := strings.TrimSpace(escape.Line(text)) // the runner trims values
		if !end || name != "error" || len(properties) != 2 || strings.TrimSpace(properties["file"]) != file || strings.TrimSpace(properties["title"]) != file {
			t.Errorf("%s: %s %q", line, name, properties)
		}
		if message != escape.Lines(text) {
			t.Errorf("%s: %q", line, message)
		}
	})
}
