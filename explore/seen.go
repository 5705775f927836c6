package explore

import (
	"encoding/binary"
	"slices"
)

// seen is the states that were found. States with one key differ in what is
// known of their unknowns alone: in their zones, which are what a table of
// bounds holds of them. All that can come after a state comes after one that it
// lies within, so the smaller of the two need not be explored.
//
// Which of several states is the first decides what is explored, so states are
// looked up in the order in which they were found, by one goroutine.
type seen struct {
	states map[stateKey][]seenState
	zones  map[string]string // each zone once: many states share one
	size   int64             // bytes, about
}

// seenState is one of the states with a key.
type seenState struct {
	number int // how many were found before it
	zone   string
}

// found is where a state is known.
type found struct {
	number   int
	replaced bool // it waits yet, lies within the new one, and gives way to it
}

// What a state with a new key, another one and a zone take, in bytes, about.
const (
	seenKeySize  = 100
	seenMoreSize = 24
	seenZoneSize = 48
)

func newSeen() *seen {
	return &seen{states: make(map[stateKey][]seenState), zones: make(map[string]string)}
}

// find is the state that a new one lies within, or one from waiting on that lies
// within it and gives way to it; known is false where there is none: then the
// new one is kept under its number. Apart takes equal ones alone.
func (s *seen) find(key stateKey, zone string, waiting, number int, apart bool) (at found, known bool) {
	all := s.states[key]
	for i := range all {
		if all[i].zone == zone || !apart && within(zone, all[i].zone) {
			return found{number: all[i].number}, true
		}
	}
	zone = s.keep(zone)
	for i := range all {
		if !apart && all[i].number >= waiting && within(all[i].zone, zone) {
			all[i].zone = zone
			return found{all[i].number, true}, true
		}
	}
	if s.size += seenMoreSize; len(all) == 0 {
		s.size += seenKeySize
	}
	s.states[key] = append(all, seenState{number, zone})
	return found{}, false
}

// has reports whether a state lies within one that was found.
func (s *seen) has(key stateKey, zone string) bool {
	return slices.ContainsFunc(s.states[key], func(one seenState) bool { return one.zone == zone || within(zone, one.zone) })
}

// keep is a zone, in memory that equal ones share.
func (s *seen) keep(zone string) string {
	if kept, known := s.zones[zone]; known {
		return kept
	}
	s.zones[zone] = zone
	s.size += int64(len(zone)) + seenZoneSize
	return zone
}

// within reports whether a zone lies within another: no bound of it is above the
// other's.
func within(zone, other string) bool {
	for len(zone) > 0 && len(other) > 0 {
		a, n := varint(zone)
		b, m := varint(other)
		if n <= 0 || m <= 0 || a > b {
			return false
		}
		zone, other = zone[n:], other[m:]
	}
	return zone == other // both are over
}

// varint reads a number as binary.Varint does.
func varint(s string) (value int64, n int) {
	var unsigned uint64
	for i := range min(len(s), binary.MaxVarintLen64) {
		b := s[i]
		if unsigned |= uint64(b&0x7f) << (7 * i); b < 0x80 {
			value = int64(unsigned >> 1)
			if unsigned&1 != 0 {
				value = ^value
			}
			return value, i + 1
		}
	}
	return 0, 0
}
