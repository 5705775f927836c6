package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// versionLine says which build this is.
func versionLine() string {
	release := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		release = info.Main.Version
	}
	return fmt.Sprintf("evsim %s, scenario language 1, %s", release, runtime.Version())
}

// version prints it.
func (a *app) version() error { return a.writeAll(versionLine() + "\n") }
