package observe_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"evsim/internal/observe"
)

// parentOfSleep makes the test binary a process that starts another and waits.
const parentOfSleep = "EVSIM_TEST_PARENT"

// TestNothingOutlivesAKill kills a process that runs something, as an
// impatient user kills a sweep, and wants that gone too.
func TestNothingOutlivesAKill(t *testing.T) {
	if os.Getenv(parentOfSleep) != "" {
		child := exec.CommandContext(t.Context(), "sleep", "600")
		observe.Group(child)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		fmt.Println("child", child.Process.Pid)
		child.Wait()
		return
	}
	parent := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	parent.Env = append(os.Environ(), parentOfSleep+"=1")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(line, "child ")))
	if err != nil {
		t.Fatalf("the parent says %q", line)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	parent.Wait()
	for range 1000 {
		if gone(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	syscall.Kill(pid, syscall.SIGKILL)
	t.Error("what it had started still ran ten seconds later")
}

// gone reports whether a process has ended; one that nobody has waited for yet
// has a state all the same.
func gone(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	return err != nil || strings.Contains(string(status), "State:\tZ")
}
