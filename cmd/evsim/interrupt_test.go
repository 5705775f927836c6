//go:build linux

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// atWork is how long a command works before it is interrupted, and mostLeft how
// long it may go on.
const (
	atWork   = 100 * time.Millisecond
	mostLeft = 500 * time.Millisecond
)

// moments are when a command is interrupted. With EVSIM_INTERRUPTS set there are
// twenty, from before it has begun to when it is well under way.
func moments() []time.Duration {
	if os.Getenv("EVSIM_INTERRUPTS") == "" {
		return []time.Duration{atWork}
	}
	var out []time.Duration
	for _, ms := range []int{2, 4, 6, 8, 11, 15, 20, 27, 36, 48, 65, 87, 120, 160, 210, 280, 380, 510, 690, 1200} {
		out = append(out, time.Duration(ms)*time.Millisecond)
	}
	return out
}

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
		"big.yaml":    scenarioOf("script:\n" + numbered(100_000, "  - setTimeout: 1\n    do:   {log: l%d}\n")),
		"spin.js":     "(function f () { setTimeout(f, 0) })()\n",
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
report orders.yaml --explore --paths 1000000000 -o page.html
explore orders.yaml --budget time=1h,paths=1000000000
observe clock.yaml --runtime node
explore orders.yaml --budget time=1h,paths=1000000000 --resume kept
test orders.yaml --watch --budget time=1h
run spin.js --format log
init new.yaml --from spin.js
fmt big.yaml
check big.yaml
lint big.yaml
report big.yaml -o page.html
trace loop.yaml --format perfetto
export big.yaml --to node
lab
step clock.yaml
`) {
		words := strings.Fields(line)
		if words[0] == "observe" && !there {
			continue
		}
		t.Run(strings.TrimSpace(line), func(t *testing.T) {
			for _, at := range moments() {
				interruptedSoon(t, b, words, at)
				unhurt(t, b, files)
			}
		})
	}
}

// unhurt looks at what an interrupted command left: the files that were there,
// and a checkpoint that can be gone on from.
func unhurt(t *testing.T, b bounds, files map[string]string) {
	t.Helper()
	left, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range left {
		text, err := os.ReadFile(entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		if want, known := files[entry.Name()]; known {
			if string(text) != want {
				t.Errorf("%s is changed", entry.Name())
			}
			continue
		}
		if entry.Name() != "kept" {
			t.Errorf("there is left %s", entry.Name())
			continue
		}
		c, err := b.child("explore", "orders.yaml", "--budget", "time=100ms", "--resume", "kept")
		if err != nil {
			t.Fatal(err)
		}
		if out, _ := c.CombinedOutput(); c.ProcessState.ExitCode() != int(limited) {
			t.Errorf("what was kept: exit code %d\n%.300s", c.ProcessState.ExitCode(), out)
		}
		if err := os.Remove("kept"); err != nil {
			t.Fatal(err)
		}
	}
}

// terminal is a terminal for a command that needs one; what it shows is taken
// and lost.
func terminal(t *testing.T) *os.File {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there are no terminals: ", err)
	}
	t.Cleanup(func() { master.Close() })
	var n int32
	for _, request := range []uintptr{syscall.TIOCSPTLCK, syscall.TIOCGPTN} { // unlocked by the number 0, then asked for its own (pts(4))
		if _, _, err := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(unsafe.Pointer(&n))); err != 0 {
			t.Fatal(err)
		}
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there are no terminals: ", err)
	}
	t.Cleanup(func() { slave.Close() })
	go func() { _, _ = io.Copy(io.Discard, master) }()
	return slave
}

func interruptedSoon(t *testing.T, b bounds, words []string, at time.Duration) {
	c, err := b.child(words...)
	if err != nil {
		t.Fatal(err)
	}
	if words[0] == "step" {
		screen := terminal(t)
		c.Stdin, c.Stdout, c.Stderr = screen, screen, screen
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	select {
	case err := <-ended:
		if at <= atWork { // later, a quick machine has done all of the work
			t.Errorf("%v: it is over already: %v", at, err)
		}
		return
	case <-time.After(at):
	}
	if err := c.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatalf("%v: it cannot be interrupted: %v", at, err)
	}
	begin := time.Now()
	<-ended // the status says more than the error
	took := time.Since(begin)
	status, ok := c.ProcessState.Sys().(syscall.WaitStatus)
	byHand := ok && status.Signaled() && status.Signal() == syscall.SIGINT
	want := interrupted
	if words[0] == "lab" { // which is ended so
		want = done
	}
	if code := c.ProcessState.ExitCode(); code != int(want) && !byHand {
		t.Errorf("%v: exit code %d", at, code)
	}
	if took > mostLeft {
		t.Errorf("%v: it took %v to end", at, took)
	}
}
