package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestRoomIsMadeEarly holds that packages whose regular expressions need much of the
// stack are made ready after the one that makes room there.
func TestRoomIsMadeEarly(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, after, found := strings.Cut(string(out), "init evsim/internal/early ")
	if !found {
		t.Fatalf("no room is made:\n%s", out)
	}
	for _, deep := range []string{"github.com/yuin/goldmark/extension", "github.com/google/pprof/profile"} {
		if !strings.Contains(after, "init "+deep+" ") {
			t.Errorf("%s is made ready before, or no longer there", deep)
		}
	}
}
