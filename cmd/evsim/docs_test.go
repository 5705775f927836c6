package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every console block of the documents is what a user sees who types its
// commands in the project's folder.
func TestDocumentsShowWhatHappens(t *testing.T) {
	t.Chdir("../..")
	files, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "README.md", "README.zh-CN.md") {
		t.Run(file, func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			checkDocument(t, file, string(text))
		})
	}
}

// The README is short, and the Chinese one has the same blocks of code and
// output, in the same order.
func TestReadmes(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```.*?```")
	var of [2][]string
	for i, file := range []string{"../../README.md", "../../README.zh-CN.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Count(string(text), "\n"); lines > 150 {
			t.Errorf("%s has %d lines", file, lines)
		}
		of[i] = blocks.FindAllString(untimed(string(text)), -1)
	}
	if diff := cmp.Diff(of[0], of[1]); diff != "" || len(of[0]) < 5 {
		t.Errorf("blocks (-English +Chinese):\n%s", diff)
	}
}

// A Chinese document has the blocks, headings and links to files of the English
// one that it is of, in the same order.
func TestChineseDocuments(t *testing.T) {
	blocks := regexp.MustCompile("(?s)```.*?```")
	links := regexp.MustCompile(`\]\(([^)#:]+?)(\.zh-CN)?(\.[a-z]+)(#[^)]*)?\)`)
	for _, name := range []string{"first", "lessons", "run", "why", "explore", "teach", "scenario"} {
		var have [2][]string
		for i, file := range []string{name + ".md", name + ".zh-CN.md"} {
			data, err := os.ReadFile(filepath.Join("../../docs", file))
			if err != nil {
				t.Fatal(err)
			}
			text := string(data)
			have[i] = blocks.FindAllString(untimed(text), -1)
			text = blocks.ReplaceAllString(text, "")
			have[i] = append(have[i], strconv.Itoa(strings.Count("\n"+text, "\n## ")))
			var to []string
			for _, link := range links.FindAllStringSubmatch(text, -1) {
				if file := link[1] + link[3]; file != name+".md" && !slices.Contains(to, file) {
					to = append(to, file)
				}
			}
			slices.Sort(to)
			have[i] = append(have[i], to...)
		}
		if diff := cmp.Diff(have[0], have[1]); diff != "" || len(have[0]) < 2 {
			t.Errorf("%s (-English +Chinese):\n%s", name, diff)
		}
	}
}

// The first steps show the files that they run.
func TestFirstSteps(t *testing.T) {
	page := textOf(t, "../../docs/first.md")
	for _, file := range []string{"first.js", "first-mended.js"} {
		if !strings.Contains(page, fence+"js\n"+textOf(t, "../../docs/examples/"+file)+fence+"\n") {
			t.Errorf("the page does not show %s as it is", file)
		}
	}
}

// The pictures of the documents are what the commands write that stand beside
// them; the folder of the documents is the working folder's.
func TestPicturesAreWritten(t *testing.T) {
	t.Chdir("../..")
	const drawn = "trace scenarios/seeds/seed3-05-timer1-timer2-promise3.yaml -p node22 --format svg"
	for file, typed := range map[string]string{"docs/img/two-timers.svg": drawn, "docs/img/race.svg": drawn + " --animate"} {
		got := output(t, "evsim "+typed)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", file, diff)
		}
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
