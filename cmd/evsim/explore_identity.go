package main

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"evsim/explore"
	"evsim/sim"
)

// programProperty names the version in an identity.
const programProperty = "the program"

// identity is all that the result of a plan's exploration depends on. Budgets
// and the number of workers are not: they decide how far it comes, and no order
// more or less is possible for them.
func (p *plan) identity(o exploreOptions) explore.Identity {
	unknown := slices.Clone(o.unknown)
	slices.Sort(unknown)
	return explore.Identity{
		{Name: programProperty, Value: buildName()},
		{Name: "the file's sum", Value: shortSum(p.src.identity())},
		{Name: "--policy", Value: p.Policy.Name},
		{Name: "--case", Value: p.name},
		{Name: "--set", Value: strings.Join(o.set, ", ")},
		{Name: "--unknown", Value: strings.Join(slices.Compact(unknown), ", ")},
		{Name: "--only", Value: onlyOf(o.only)},
		{Name: "the limits of a run", Value: limitsOf(p.World.Limits)},
	}
}

// onlyOf is the lines of --only, whatever their order; "" where there are none.
func onlyOf(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	sorted := slices.Clone(lines)
	slices.Sort(sorted)
	return fmt.Sprintf("%q", slices.Compact(sorted))
}

// buildName is the program's version and, where it was built from a repository,
// the revision.
func buildName() string {
	name := versionLine()
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return name
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			name += ", " + s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			name += ", modified"
		}
	}
	return name
}

func limitsOf(l sim.Limits) string {
	text := fmt.Sprintf("callbacks %d, turns %d, time %dns", cmp.Or(l.Callbacks, sim.DefaultCallbacks), cmp.Or(l.Turns, sim.DefaultTurns), cmp.Or(l.Time, sim.DefaultTime))
	if l.Statements > 0 {
		text += fmt.Sprintf(", statements %d", l.Statements)
	}
	return text
}

// shortSum names a text: half of its SHA-256.
func shortSum(text []byte) string {
	sum := sha256.Sum256(text)
	return fmt.Sprintf("%x", sum[:16])
}
