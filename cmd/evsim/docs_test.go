package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Every console block of the documents is what a user sees who types its
// commands in the project's folder.
func TestDocumentsShowWhatHappens(t *testing.T) {
	t.Chdir("../..")
	files, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "README.md") {
		t.Run(file, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			checkDocument(t, file, string(text))
		})
	}
}

const fence = "```"

func checkDocument(t *testing.T, file, text string) {
	var now strings.Builder
	for rest := text; ; {
		before, block, found := strings.Cut(rest, fence+"console\n")
		now.WriteString(before)
		if !found {
			break
		}
		block, rest, found = strings.Cut(block, fence)
		if !found {
			t.Fatal("a console block has no end")
		}
		real := retype(t, block)
		if untimed(real) == untimed(block) {
			real = block
		}
		if real != block && !*update {
			t.Errorf("this is shown:\n%s\nthis happens:\n%s", block, real)
		}
		now.WriteString(fence + "console\n" + real + fence)
	}
	if *update && now.String() != text {
		if err := os.WriteFile(file, []byte(now.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

var timing = regexp.MustCompile(`[0-9.]+ (µs|ms|s)(, [0-9]+ a second)?`)

// untimed is the output of test without the time that it took.
func untimed(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if strings.Contains(line, " passed, ") {
			line = timing.ReplaceAllString(line, "0 s")
		}
		out.WriteString(line)
	}
	return out.String()
}

// retype is a block with the output that its commands have now.
func retype(t *testing.T, block string) string {
	var out strings.Builder
	for line := range strings.Lines(block) {
		if typed, ok := strings.CutPrefix(line, "$ "); ok {
			out.WriteString(line + output(t, strings.TrimSpace(typed)))
		}
	}
	return out.String()
}

// output runs one command, which may end in "| head -n N".
func output(t *testing.T, typed string) string {
	command, head, cut := strings.Cut(typed, " | head -n ")
	var b bytes.Buffer
	args := words(t, command)
	if len(args) == 0 || args[0] != "evsim" {
		t.Fatalf("%q is no command of evsim", typed)
	}
	newApp(strings.NewReader(""), &b, &b).execute(t.Context(), args[1:])
	if !cut {
		return b.String()
	}
	n, err := strconv.Atoi(head)
	if err != nil {
		t.Fatalf("%q: %v", typed, err)
	}
	lines := strings.SplitAfter(b.String(), "\n")
	return strings.Join(lines[:min(n, len(lines))], "")
}

// words splits a command line as a shell does, with single quotes only.
func words(t *testing.T, line string) (out []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 0 {
			out = append(out, strings.Fields(part)...)
		} else {
			out = append(out, part)
		}
	}
	if strings.Count(line, "'")%2 != 0 {
		t.Fatalf("%q has an open quote", line)
	}
	return out
}
