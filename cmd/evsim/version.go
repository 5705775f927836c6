package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version says which build this is.
func (a *app) version() error {
	release := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		release = info.Main.Version
	}
	return a.writeAll(fmt.Sprintf("evsim %s, scenario language 1, %s\n", release, runtime.Version()))
}
