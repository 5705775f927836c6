package main

import (
	"flag"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write the expected output of scripts and documents anew")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"evsim": main, "evsim-within": within})
}

// The scripts are what a user types, and what comes of it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update, RequireExplicitExec: false})
}
