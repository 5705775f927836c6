package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// limitedExplorer explores a scenario with little time.
type limitedExplorer struct {
	*testing.T
	file string
	most time.Duration // the usual time
}

// completions writes a scenario of so many completions that overlap.
func completions(t *testing.T, n int) limitedExplorer {
	t.Helper()
	t.Chdir(t.TempDir())
	text := scenarioOf("policies: node22\nscript:\n" + numbered(n, "  - {io: net, latency: 1ms..9ms, do: {log: l%d}}\n"))
	if err := os.WriteFile("orders.yaml", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return limitedExplorer{t, "orders.yaml", 50 * time.Millisecond}
}

// explored is what a command line of explore writes.
func (e limitedExplorer) explored(args ...string) (out, said string, code status) {
	var text, complaints bytes.Buffer
	a := newApp(strings.NewReader(""), &text, &complaints)
	a.most.Time, a.small, a.perPart = e.most, 10, 3
	code = a.execute(e.Context(), append([]string{"explore"}, args...))
	return text.String(), complaints.String(), code
}

// TestUsualTimeEndsExploring: who names no limit gets what was found in the usual time,
// and how to go on; who names one has no other, and is told nothing of it.
func TestUsualTimeEndsExploring(t *testing.T) {
	e := completions(t, 30)
	for _, test := range []struct{ flags, found, said string }{
		{"", "the limit of 50ms was reached\n", "^evsim: stopped after 50ms, the default limit: --budget time=10m .*; --resume FILE saves .*\n$"},
		{"--resume kept", "the limit of 50ms was reached\n", "^evsim: stopped after 50ms, .*; the same command continues from kept\n$"},
		{"--policy node18,node22", "its share of the limit of 50ms was reached\n", "^evsim: stopped after 50ms, .*\n$"},
		{"--budget time=60ms", "the limit of 60ms was reached\n", "^$"},
		{"--budget time=none,paths=20", "the limit of 20 paths was reached\n", "^$"},
		{"--budget paths=20", "the limit of 20 paths was reached\n", "^$"},
		{"--lang zh", "达到了 50ms 的上限\n", "^evsim: 50ms 后停止，.*--budget time=none.*\n$"},
	} {
		out, said, code := e.explored(append([]string{e.file, "--limit", "1"}, strings.Fields(test.flags)...)...)
		if code != limited || !strings.Contains(out, test.found) || !regexp.MustCompile(test.said).MatchString(said) {
			t.Errorf("%q: exit code %d, %q\n%.300s", test.flags, code, said, out)
		}
	}
}

// TestUsualTimeEndsReading: a checkpoint that takes longer to read stays as it is, and
// nothing is written in the place of what was.
func TestUsualTimeEndsReading(t *testing.T) {
	e := completions(t, 30)
	for _, name := range []string{"kept", "found"} {
		if err := os.WriteFile(name, []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	e.most = time.Nanosecond
	out, said, code := e.explored(e.file, "--resume", "kept", "-o", "found")
	want := "evsim: cannot continue from kept: the limit of 1ns was reached\nevsim: stopped after 1ns, the default limit"
	if code != limited || out != "" || !strings.HasPrefix(said, want) {
		t.Errorf("exit code %d, %q, %q", code, out, said)
	}
	for _, name := range []string{"kept", "found"} {
		if text, err := os.ReadFile(name); err != nil || string(text) != name {
			t.Errorf("%s is changed: %q, %v", name, text, err)
		}
	}
}

// TestUsualTimeLosesNothing: an exploration that the usual time ends goes on from its
// checkpoint, in another part as well, until it has what one without a limit finds.
func TestUsualTimeLosesNothing(t *testing.T) {
	e := completions(t, 5)
	whole, _, code := e.explored(e.file, "--budget", "time=none")
	if code != done {
		t.Fatalf("exit code %d", code)
	}
	args, ended := []string{"merge"}, 0
	for part := 1; part <= 3; part++ {
		name := fmt.Sprint("part", part)
		code, said := limited, ""
		for e.most = 100 * time.Microsecond; code == limited; e.most = e.most * 3 / 2 {
			_, said, code = e.explored(e.file, "--shard", fmt.Sprint(part, "/3"), "--format", "ndjson", "-o", name, "--resume", name+".kept")
			if code == limited {
				ended++
			}
		}
		if code != done {
			t.Fatalf("part %d: exit code %d, %s", part, code, said)
		}
		args = append(args, name)
	}
	if ended == 0 {
		t.Error("no time was over")
	}
	if united, said, _ := e.explored(args...); united != whole {
		t.Errorf("%s\nthe whole is\n%.600s\nand the parts are\n%.600s", said, whole, united)
	}
}
