package explore

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"evsim/sim"
)

// tagged has a field of each tag.
type tagged struct {
	Counts int
	Cache  int   `state:"-"`
	Turns  int   `state:"turns"`
	All    []int `state:"slab:Free"`
	Free   []int32
	Items  []int `state:"from:Head"`
	Head   int
	Left   uint64 `state:"while:Count"`
	Count  int
	Ring   []int `state:"ring:First,Size"`
	First  int
	Size   int
	Fixed  *fixed `state:"at:Pos"`
	Label  sim.TaskID
	hidden int
}

type fixed struct{ Pos, Rest int }

func stateOf(turns bool, v any) []byte {
	reader := newStateReader(nil, turns)
	reader.begin(reflect.ValueOf(v))
	return bytes.Clone(reader.words)
}

// TestTags: two states are equal that differ only in what tags say does not
// count, and no others.
func TestTags(t *testing.T) {
	one := func(change func(*tagged)) *tagged {
		v := &tagged{
			Counts: 1, Turns: 3, All: []int{1, 2, 3}, Free: []int32{1}, Items: []int{1, 2, 3}, Head: 1, Left: 7, Count: 1,
			Ring: []int{1, 2, 3, 4}, First: 3, Size: 2, Fixed: &fixed{Pos: 1},
		}
		change(v)
		return v
	}
	for _, test := range []struct {
		name   string
		change func(*tagged)
		equal  bool
	}{
		{"nothing", func(*tagged) {}, true},
		{"no tag", func(v *tagged) { v.Counts++ }, false},
		{"no tag, not exported", func(v *tagged) { v.hidden++ }, false},
		{"-", func(v *tagged) { v.Cache++ }, true},
		{"turns", func(v *tagged) { v.Turns++ }, true},
		{"slab, in use", func(v *tagged) { v.All[0]++ }, false},
		{"slab, free", func(v *tagged) { v.All[1]++ }, true},
		{"slab, what is free", func(v *tagged) { v.Free = []int32{2} }, false},
		{"from, left", func(v *tagged) { v.Items[2]++ }, false},
		{"from, over", func(v *tagged) { v.Items[0]++ }, true},
		{"from, moved down", func(v *tagged) { v.Items, v.Head = []int{2, 3}, 0 }, true},
		{"from, shorter", func(v *tagged) { v.Head = 2 }, false},
		{"while, used", func(v *tagged) { v.Left++ }, false},
		{"ring, in it", func(v *tagged) { v.Ring[0]++ }, false},
		{"ring, outside", func(v *tagged) { v.Ring[1]++ }, true},
		{"ring, turned", func(v *tagged) { v.Ring, v.First = []int{4, 1}, 0 }, true},
		{"at, the place", func(v *tagged) { v.Fixed = &fixed{Pos: 2} }, false},
		{"at, the rest", func(v *tagged) { v.Fixed = &fixed{Pos: 1, Rest: 2} }, true},
		{"a task's number", func(v *tagged) { v.Label++ }, true},
	} {
		if equal := bytes.Equal(stateOf(false, one(func(*tagged) {})), stateOf(false, one(test.change))); equal != test.equal {
			t.Errorf("%s: equal %t", test.name, equal)
		}
	}
	unused := func(left uint64) *tagged { return one(func(v *tagged) { v.Count, v.Left = 0, left }) }
	if !bytes.Equal(stateOf(false, unused(1)), stateOf(false, unused(2))) {
		t.Error("while: what nothing uses counts")
	}
	more := one(func(v *tagged) { v.Turns++ })
	if bytes.Equal(stateOf(true, one(func(*tagged) {})), stateOf(true, more)) {
		t.Error("turns do not count where they are limited")
	}
}

// TestWrongTags: a tag that says nothing, or names no field, is a mistake that
// the first exploration tells of.
func TestWrongTags(t *testing.T) {
	for want, v := range map[string]any{
		"which says nothing": &struct {
			A int `state:"later"`
		}{},
		"which says nothing ": &struct {
			A []int `state:"ring:B"`
			B int
		}{},
		"has no field Gone": &struct {
			A []int `state:"slab:Gone"`
		}{},
		"no way to read": &struct{ C chan int }{},
	} {
		func() {
			defer func() {
				if p, _ := recover().(string); !strings.Contains(p, strings.TrimSpace(want)) {
					t.Errorf("%T: %q, want %q", v, p, want)
				}
			}()
			stateOf(false, v)
		}()
	}
}
