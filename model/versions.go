package model

import (
	"slices"
	"strconv"
	"strings"

	"evsim/internal/say"
)

// Lookup finds the policy that a name stands for: its own name; node, the
// newest; node18 or node@18, the newest release of a major version; or
// node@18.20.8, that release. A release that has a rule otherwise than the
// policy whose versions hold it is a policy of its own, with what it has.
func Lookup(name string) (Policy, error) {
	for _, p := range Policies() {
		if p.Name == name {
			return p, nil
		}
	}
	if name == "node" {
		return node26(), nil
	}
	if release, ok := strings.CutPrefix(name, "node"); ok {
		if v, err := parseVersion(strings.TrimPrefix(release, "@")); err == nil {
			return forRelease(name, v)
		}
	}
	return Policy{}, say.Errorf("no policy %q: there are %s; node is the newest Node, node18 and node@18.20.8 are the policies of those versions", name, strings.Join(policyNames(), ", "))
}

// MustLookup is [Lookup] of a name that the program itself has written down: it
// panics where there is none.
func MustLookup(name string) Policy {
	p, err := Lookup(name)
	if err != nil {
		panic(err)
	}
	return p
}

func policyNames() []string {
	var names []string
	for _, p := range Policies() {
		names = append(names, p.Name)
	}
	return names
}

// version is a release of Node. A part that was left out is the newest there is.
type version [3]int

const newest = 1 << 20

func parseVersion(s string) (version, error) {
	v := version{newest, newest, newest}
	parts := strings.Split(s, ".")
	if len(parts) > len(v) {
		return v, say.Errorf("version %q has more than three parts", s)
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil {
			return v, say.Errorf("version %q: %w", s, err)
		}
		v[i] = int(n)
	}
	return v, nil
}

func (v version) before(other version) bool { return slices.Compare(v[:], other[:]) < 0 }

// String is the version without the parts that were left out.
func (v version) String() string {
	var parts []string
	for _, n := range v {
		if n != newest {
			parts = append(parts, strconv.Itoa(n))
		}
	}
	return strings.Join(parts, ".")
}

// span is a run of releases, from its first to before the next span's, and the
// policy that stands for them; nil where none does.
type span struct {
	from   version
	policy func() Policy
}

// releases says which policy stands for which release. Each boundary was found
// by running the releases on both sides of it.
func releases() []span {
	return []span{
		{version{10, 2, 0}, node10},
		// 11.0 swallows what microtasks throw; up to 11.6 handling one rejection does not
		// forget the others, up to 11.8 timers keep fractions, and up to 11.12 a timer
		// that is refreshed in its own callback is no longer referenced.
		{version{11, 0, 0}, nil},
		{version{11, 13, 0}, node11},
		{version{12, 0, 0}, nil}, // new await, but poll and checkpoints changed one by one up to 12.19
		{version{12, 19, 0}, node12},
		{version{13, 0, 0}, nil},
		{version{14, 10, 0}, node12},
		{version{15, 0, 0}, node15},
		{version{18, 18, 0}, node20},
		{version{18, 18, 1}, node15},
		{version{20, 3, 0}, node20},
		{version{21, 6, 2}, node22},
		{version{26, 8, 0}, node26},
	}
}

func forRelease(name string, v version) (Policy, error) {
	var found func() Policy
	for _, s := range releases() {
		if v.before(s.from) {
			break
		}
		found = s.policy
	}
	if v.before(releases()[0].from) {
		return Policy{}, say.Errorf("no policy stands for %s: it is older than all of them (see evsim policies)", name)
	}
	if found == nil {
		return Policy{}, say.Errorf("no policy stands for %s: it lies between the versions of those there are (see evsim policies)", name)
	}
	p := found()
	p.Release = v.String()
	p.applyExceptions(v)
	return p, nil
}
