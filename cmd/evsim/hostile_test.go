//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"evsim/internal/escape"

	"golang.org/x/net/html"
)

// secret is a line of a file that no link may show.
const secret = "root:x:0:0:the secret of another folder"

// hostileNames are names of files: those of scenarios, of a file that is none,
// and of one with mistakes.
const (
	hostileFile = "a\n::error file=x::pwned\n##[error]\x1b[2J\u202e\u009b'$(touch pwned)`.yaml"
	brokenFile  = "b\n::warning::pwned\r\x1b]0;t\a.yaml"
	invalidFile = "::error::c.yaml"
	codeFile    = "d\n::error file=x::pwned\x1b[2J\u202e.js"
	lessonFile  = "e\n::error::pwned\x1b[2J.yaml"
	halfLesson  = "f\n::error::pwned\x1b[2J.yaml" // it has an error, so that it is left out by name
)

// hostileFolder is what somebody sends as a pull request, and the file outside
// of it to which its links lead.
func hostileFolder(t *testing.T) (folder, outside string) {
	t.Helper()
	above := t.TempDir()
	folder, outside = filepath.Join(above, "pull"), filepath.Join(above, "passwd")
	page := strings.NewReplacer("POLICY", "[browser, firefox]", "EXTRA\n", hostilePage)
	node := strings.NewReplacer("POLICY", "[node22, node10]", "EXTRA\n", hostileNode)
	files := map[string]string{
		hostileFile: node.Replace(aHostile), "page.yaml": page.Replace(aHostile),
		brokenFile:  "evsim: 1\n\"x\\n" + nasty + "\": 1\nscript: [{log: a}, {\"lo\\n" + nasty + "\": 1}]\n",
		invalidFile: "evsim: 1\n\"\\n" + nasty + ": [\n",
		"tag.yaml":  "evsim: 1\nname: \u202e::error::x\n# \u202e\nscript: {log: a}\nexpect: [{log: [b]}]\n",
		codeFile:    hostileCode, "code.js": hostileCode, lessonFile: aLesson, halfLesson: "evsim: 1\nlesson: {hints: [\n",
		"log.txt": "\x1b[2Ja\n::error::x\nplain\n",
	}
	maps.Copy(files, hostileParts)
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(outside, []byte(secret+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	scenario := "evsim: 1\nname: Outside\npolicies: node22\nscript: [{log: a}]\nexpect: [{log: [b]}]\n"
	if err := os.WriteFile(outside+".yaml", []byte(scenario), 0o666); err != nil {
		t.Fatal(err)
	}
	err := errors.Join(
		os.Symlink(outside, filepath.Join(folder, "link.yaml")), os.Symlink(outside+".yaml", filepath.Join(folder, "update.yaml")),
		os.Symlink(above, filepath.Join(folder, "up")), os.Symlink("gone", filepath.Join(folder, "gone.yaml")),
		os.Symlink(outside, filepath.Join(folder, "results")), os.Symlink("loop2", filepath.Join(folder, "loop")), os.Symlink("loop", filepath.Join(folder, "loop2")),
		syscall.Mkfifo(filepath.Join(folder, "pipe.yaml"), 0o666))
	if err != nil {
		t.Fatal(err)
	}
	return folder, outside
}

// hostileCommands are command lines in that folder; FILE is each scenario of it.
func hostileCommands() [][]string {
	var lines [][]string
	for line := range strings.Lines(`
check .
lint .
lint . --format json
test .
test . --verbose
test . --quiet
test . --list
test . --format github
test . --format tap
test . --format tap13
test . --format junit
test . --format json
test . --coverage=text
test . --update
test . --update --dry-run
fmt -l .
fmt -w .
check link.yaml gone.yaml pipe.yaml
run pipe.yaml
fmt link.yaml
test *.yaml
explore page.yaml --policy browser --resume words.checkpoint
explore page.yaml --policy browser --resume edited.checkpoint
explore page.yaml --policy browser --resume pipe.yaml
explore page.yaml --policy browser --resume link.yaml
explore merge words.ndjson words.ndjson
explore merge edited.ndjson edited.ndjson
explore merge pipe.yaml link.yaml
explore merge edited.checkpoint log.txt
diff page.yaml --observed link.yaml
diff page.yaml --observed pipe.yaml
diff page.yaml --observed up
diff page.yaml --observed /dev/zero
report page.yaml --explore
report page.yaml --policy browser -o pipe.yaml/x
test tag.yaml --report junit=results
test tag.yaml --report junit=up/results
test tag.yaml --report junit=pipe.yaml
test tag.yaml --report junit=loop
test tag.yaml --coverage-report html=results
test tag.yaml --coverage-report html=up/coverage
report tag.yaml -o results
report tag.yaml -o up/new
export tag.yaml --to node -o results
explore tag.yaml -o results
explore tag.yaml -o pipe.yaml
explore tag.yaml --resume up/new
run tag.yaml --profile heap=results
man up
man up/new
man results
init up/new
init results
init --from code.js up/new
lab . --sheet -
lab . --sheet - --lang zh
lab . --sheet results
lab . --sheet up/new
observe record tag.yaml --to results --runtime none
articles ::error::
test --run ( .
explore page.yaml --policy browser --format svg --summary
explore page.yaml --policy browser --probability 50
explore page.yaml --policy browser --shard 1/2 --format ndjson
`) {
		if words := strings.Fields(line); len(words) > 0 {
			lines = append(lines, words)
		}
	}
	lines = append(lines, []string{"init", "--from", codeFile})
	for _, file := range []string{codeFile, "code.js"} {
		for line := range strings.Lines("run\nrun --format ndjson\nrun --unknown latency\ncheck\nlint\ntest --rule eventually:x\ntest --rule PLAIN --format github\ntrace --format svg --policy node22\nexplore --policy node22 --unknown latency\nreport --policy node22\nwhy a b --policy node22") {
			words := strings.Fields(line)
			for i := range words {
				words[i] = strings.NewReplacer("eventually:x", "eventually ::error::x", "PLAIN", "a before b").Replace(words[i])
			}
			lines = append(lines, append([]string{words[0], file}, words[1:]...))
		}
	}
	for _, file := range []string{hostileFile, "page.yaml"} {
		for line := range strings.Lines(`
run
run --format log
run --format ndjson
run --case case
trace
trace --format mermaid
trace --format svg --policy POLICY
trace --format svg --animate --policy POLICY
trace --format perfetto
explore
explore --format ndjson
why plain#1 plain#2
why plain#1 plain#2 --format json
export --to TO
report
diff --observed log.txt
diff --observed log.txt --format ndjson
run --set clock.x=1
run --case none
run --policy none
`) {
			words := strings.Fields(line)
			if len(words) == 0 {
				continue
			}
			policy, to := "node22", "node"
			if file == "page.yaml" {
				policy, to = "browser", "browser"
			}
			for i := range words {
				words[i] = strings.NewReplacer("POLICY", policy, "TO", to).Replace(words[i])
			}
			lines = append(lines, append([]string{words[0], file}, words[1:]...))
		}
	}
	return lines
}

// ciCommand is a line that GitHub's runner takes for a command.
var ciCommand = regexp.MustCompile(`^\s*::|##\[`)

// TestHostileFolder does everything that a CI system may do with a pull request,
// and looks at each byte that comes out: it runs no code, reads and writes
// nothing outside, steers no terminal, and commands no CI system.
func TestHostileFolder(t *testing.T) {
	folder, outside := hostileFolder(t)
	t.Chdir(folder)
	t.Setenv("CI", "") // --update is refused there
	for _, name := range []string{hostileFile, "page.yaml"} {
		var out bytes.Buffer
		if newApp(nil, &out, &out).execute(t.Context(), []string{"check", name}); out.Len() > 0 {
			t.Fatalf("the scenario is none: %s", out.String())
		}
	}
	for _, words := range hostileCommands() {
		var out, errs bytes.Buffer
		code := make(chan status, 1)
		go func() { code <- newApp(strings.NewReader(""), &out, &errs).execute(t.Context(), words) }()
		select {
		case got := <-code:
			if got > limited {
				t.Errorf("%q: exit code %d", words, got)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%q does not come to an end", words)
		}
		harmless(t, words, out.String())
		harmless(t, words, errs.String())
		wellFormed(t, words, out.String())
	}
	if text, err := os.ReadFile(outside); err != nil || string(text) != secret+"\n" {
		t.Errorf("it was written to through a link: %.100q, %v", text, err)
	}
	text, err := os.ReadFile(outside + ".yaml")
	if err != nil || !strings.Contains(string(text), "[{log: [b]}]") {
		t.Errorf("it was written to through a link: %s, %v", text, err)
	}
	above, err := os.ReadDir(filepath.Dir(folder))
	if err != nil || len(above) != 3 {
		t.Errorf("outside there is %v, %v", above, err)
	}
	names, err := os.ReadDir(".")
	if err != nil || len(names) != 18+len(hostileParts) {
		t.Errorf("there is %v, %v", names, err)
	}
}

// harmless looks at what a command wrote.
func harmless(t *testing.T, words []string, text string) {
	t.Helper()
	if strings.Contains(text, secret) {
		t.Errorf("%q shows a file outside", words)
	}
	if words[0] == "report" {
		scripts(t, words, text)
		return // the viewer's own code has controls
	}
	if !utf8.ValidString(text) {
		t.Errorf("%q: no UTF-8", words)
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		for _, r := range line {
			if escape.Control(r) && r != '\t' {
				t.Errorf("%q: %U is raw in %q", words, r, line)
				break
			}
		}
		own := strings.Contains(strings.Join(words, " "), "--format github") && (strings.HasPrefix(line, "::error file=") || strings.HasPrefix(line, "::warning file="))
		if ciCommand.MatchString(line) && !own {
			t.Errorf("%q: a CI system takes this for a command: %q", words, line)
		}
	}
}

// scripts looks at the scripts of a page: they are the viewer's and the runs', whatever
// the texts say.
func scripts(t *testing.T, words []string, page string) {
	t.Helper()
	var found []string
	for z := html.NewTokenizer(strings.NewReader(page)); ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		if name, _ := z.TagName(); kind == html.StartTagToken && string(name) == "script" {
			kind = z.Next()
			found = append(found, string(z.Text()))
			if text := found[len(found)-1]; kind != html.TextToken || strings.Contains(text, "pwned()") {
				t.Errorf("%q: a script says %.200q", words, text)
			}
		}
	}
	if len(page) > 0 && strings.HasPrefix(page, "<!") && len(found) != 2 {
		t.Errorf("%q: the page has %d scripts", words, len(found))
	}
}

// wellFormed reads what is written in a language by a parser of it.
func wellFormed(t *testing.T, words []string, text string) {
	t.Helper()
	line := strings.Join(words, " ")
	switch {
	case strings.Contains(line, "ndjson"):
		for one := range strings.Lines(text) {
			if !json.Valid([]byte(one)) {
				t.Errorf("%q: no JSON: %q", words, one)
			}
		}
	case strings.Contains(line, "json"), strings.Contains(line, "perfetto"):
		if !json.Valid([]byte(text)) {
			t.Errorf("%q: no JSON: %.300q", words, text)
		}
	case strings.Contains(line, "junit"), strings.Contains(line, "svg"):
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Errorf("%q: %v", words, err)
				break
			}
		}
	}
}
