package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"evsim"
	"evsim/internal/changes"
	"evsim/internal/licences"
)

// A release sets these as it links: its version, its commit and the commit's date.
var release, commit, date string

// versionLine says which build this is.
func versionLine() string {
	name := release
	if info, ok := debug.ReadBuildInfo(); ok {
		name = cmp.Or(name, info.Main.Version)
	}
	name = cmp.Or(name, "(devel)")
	if commit != "" {
		name += fmt.Sprintf(" (commit %s of %s)", commit, date)
	}
	return fmt.Sprintf("evsim %s, scenario language 1, %s", name, runtime.Version())
}

// version prints it, or the licences of what the program is made with.
func (a *app) version(withLicences bool) error {
	if withLicences {
		return a.writeAll(licences.Text())
	}
	return a.writeAll(versionLine() + "\n")
}

// changesSince prints what the changelog tells of later versions.
func (a *app) changesSince(version string) error {
	told, err := changes.Since(evsim.Changelog, version)
	if err != nil {
		return err
	}
	return a.writeAll(told)
}
