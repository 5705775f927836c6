//go:build linux

package main

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// atWork is how long a command works before it is interrupted, and mostLeft how
// long it may go on.
const (
	atWork   = 400 * time.Millisecond
	mostLeft = 500 * time.Millisecond
)

// TestInterrupted: whatever is under way ends within half a second,
// with the exit code of an interrupt, and leaves no half file.
func TestInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	files := map[string]string{
		"loop.yaml":   scenarioOf("policies: node22\n" + nested(3, million, "{setTimeout: 1, do: {log: a}}")),
		"lines.yaml":  scenarioOf("policies: node22\n" + nested(3, million, `{log: "`+strings.Repeat("a", 100_000)+`"}`)),
		"orders.yaml": scenarioOf("policies: node22\nclock: {startup: 0ms..9s}\ncosts: {callback: 0us..1us}\nscript:\n" + numbered(40, "  - {io: net, latency: 0ms..1000ms, do: {log: l%d}}\n") + "rules: [eventually l1, l1 once]\n"),
		"clock.yaml":  scenarioOf("policies: node22\nscript:\n  - setTimeout: 100s\n    do: {log: a}\n"),
		"log.txt":     "l1\nl2\n",
	}
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, err := exec.LookPath("node")
	there := err == nil
	if !there {
		t.Log("observe is left out: there is no node")
	}
	b := bounds{time.Hour, 4_000_000_000}
	for line := range strings.Lines(`run loop.yaml --format log
run lines.yaml --format log
run clock.yaml --pace 1x
trace lines.yaml --format marble
test orders.yaml --budget time=1h --report junit=results.xml
lint orders.yaml
why orders.yaml l1 l2
why loop.yaml a a#2
diff orders.yaml --observed log.txt
diff loop.yaml --observed log.txt
report loop.yaml -o page.html
report lines.yaml -o page.html
report orders.yaml --explore -o page.html
explore orders.yaml --budget time=1h,paths=1000000000
observe clock.yaml --runtime node
`) {
		words := strings.Fields(line)
		if words[0] == "observe" && !there {
			continue
		}
		t.Run(strings.TrimSpace(line), func(t *testing.T) { interruptedSoon(t, b, words) })
	}
	left, err := os.ReadDir(".")
	if err != nil || len(left) != len(files) {
		t.Errorf("there is left %v, %v", left, err)
	}
}

func interruptedSoon(t *testing.T, b bounds, words []string) {

	c, err := b.child(words...)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(atWork)
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatalf("it is over already: %v", err)
	}
	begin := time.Now()
	_ = c.Wait() // its status says more
	took := time.Since(begin)
	status, ok := c.ProcessState.Sys().(syscall.WaitStatus)
	byHand := ok && status.Signaled() && status.Signal() == syscall.SIGINT
	if code := c.ProcessState.ExitCode(); code != int(interrupted) && !byHand {
		t.Errorf("exit code %d", code)
	}
	if took > mostLeft {
		t.Errorf("it took %v to end", took)
	}
}
