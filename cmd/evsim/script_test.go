package main

import (
	"context"
	"flag"
	"os"
	"runtime/debug"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the expected output of scripts and documents anew")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"evsim": main, "evsim-within": within})
}

// within is the command with other bounds, for tests: the time and the memory
// are in its environment.
func within() {
	debug.SetMaxStack(mostStack)
	a := newApp(os.Stdin, os.Stdout, os.Stderr)
	if most, err := time.ParseDuration(os.Getenv("EVSIM_WITHIN_TIME")); err == nil {
		a.most.Time = most
	}
	if most, err := strconv.ParseInt(os.Getenv("EVSIM_WITHIN_MEMORY"), 10, 64); err == nil {
		a.most.Memory = most
	}
	os.Exit(int(a.execute(context.Background(), os.Args[1:])))
}

// The scripts are what a user types, and what comes of it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update, RequireExplicitExec: false})
}
