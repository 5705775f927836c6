package explore

import (
	"reflect"
	"slices"
	"strings"
)

// stateTag is what the tag `state` of a field says about how it counts. Without
// one the whole field counts.
//
//	state:"-"               it is the same in all runs, follows from other fields, or is over when a run is at rest
//	state:"slab:free"       a list whose elements go by index: those whose index is in the list free are over
//	state:"from:head"       a list that is over up to the index head
//	state:"while:count"     a number that helps to find something only while count is not 0
//	state:"ring:head,size"  a ring, from its head on
//	state:"at:Pos"          a pointer to what is the same in all runs: its field Pos says which it is
//	state:"turns"           a number that counts where turns are limited
//
// What a slab, a list or a ring names counts only there.
type stateTag struct {
	kind string
	of   []string // fields of the same struct; for at, of what it points to
}

func tagOf(f reflect.StructField) stateTag {
	kind, of, some := strings.Cut(f.Tag.Get("state"), ":")
	tag := stateTag{kind: kind}
	if some {
		tag.of = strings.Split(of, ",")
	}
	return tag
}

// namesOwn reports whether the fields that a tag names count only by it.
func (t stateTag) namesOwn() bool { return t.kind == "slab" || t.kind == "from" || t.kind == "ring" }

// compileStruct reads a struct: fields as they are first, and then those that
// need others to be read.
func (d *stateReader) compileStruct(t reflect.Type) stateWriter {
	type field struct {
		at    int
		write stateWriter
	}
	var fields []field
	var lists []stateWriter
	named := namedIn(t)
	for i := range t.NumField() {
		f := t.Field(i)
		switch tag := tagOf(f); {
		case tag.kind == "-", tag.kind == "turns" && !d.turns, slices.Contains(named, f.Name):
		case tag.kind == "", tag.kind == "turns":
			fields = append(fields, field{i, d.writer(f.Type)})
		case tag.kind == "at":
			fields = append(fields, field{i, d.compilePlace(f.Type, fieldOf(f.Type.Elem(), tag.of[0]))})
		default:
			lists = append(lists, d.compileTagged(t, i, tag))
		}
	}
	return func(d *stateReader, v reflect.Value) {
		for _, f := range fields {
			f.write(d, v.Field(f.at))
		}
		for _, list := range lists {
			list(d, v)
		}
	}
}

// namedIn are the fields of a struct that count only where other fields name
// them.
func namedIn(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		if tag := tagOf(t.Field(i)); tag.namesOwn() {
			names = append(names, tag.of...)
		}
	}
	return names
}

// compileTagged reads a field of a struct by others that its tag names.
func (d *stateReader) compileTagged(t reflect.Type, at int, tag stateTag) stateWriter {
	of := make([]int, len(tag.of))
	for i, name := range tag.of {
		of[i] = fieldOf(t, name)
	}
	switch {
	case tag.kind == "slab" && len(of) == 1:
		return d.compileSlab(t, at, of[0])
	case tag.kind == "from" && len(of) == 1:
		return d.compileHeaded(t, at, of[0])
	case tag.kind == "while" && len(of) == 1:
		return d.compileBase(at, of[0])
	case tag.kind == "ring" && len(of) == 2:
		return d.compileRing(t, at, of[0], of[1])
	}
	panic("explore: " + t.String() + "." + t.Field(at).Name + " has the tag " + string(t.Field(at).Tag) + ", which says nothing")
}

func fieldOf(t reflect.Type, name string) int {
	f, ok := t.FieldByName(name)
	if !ok {
		panic("explore: " + t.String() + " has no field " + name)
	}
	return f.Index[0]
}

// compilePlace reads one field of what a pointer points to.
func (d *stateReader) compilePlace(t reflect.Type, at int) stateWriter {
	place := d.writer(t.Elem().Field(at).Type)
	return func(d *stateReader, v reflect.Value) {
		if !v.IsNil() {
			place(d, v.Elem().Field(at))
		}
	}
}

// compileRing reads a ring from its head to its tail.
func (d *stateReader) compileRing(t reflect.Type, ring, head, size int) stateWriter {
	element := d.writer(t.Field(ring).Type.Elem())
	return func(d *stateReader, v reflect.Value) {
		all, n := v.Field(ring), v.Field(size).Int()
		d.number(uint64(n))
		for i := range n {
			element(d, all.Index(int(v.Field(head).Int()+i)&(all.Len()-1)))
		}
	}
}

// compileSlab reads the elements that are in use, each with its index.
func (d *stateReader) compileSlab(t reflect.Type, elements, free int) stateWriter {
	element := d.writer(t.Field(elements).Type.Elem())
	return func(d *stateReader, v reflect.Value) {
		all, gaps := v.Field(elements), d.indices(v.Field(free))
		d.number(uint64(all.Len()))
		for i := range all.Len() {
			if len(gaps) > 0 && gaps[0] == uint64(i) {
				gaps = gaps[1:]
				continue
			}
			d.number(uint64(i))
			element(d, all.Index(i))
		}
	}
}

// indices are the numbers in a list, sorted.
func (d *stateReader) indices(list reflect.Value) []uint64 {
	d.unused = d.unused[:0]
	for i := range list.Len() {
		if index := list.Index(i); index.CanInt() {
			d.unused = append(d.unused, uint64(index.Int()))
		} else {
			d.unused = append(d.unused, index.Uint())
		}
	}
	slices.Sort(d.unused)
	return slices.Clone(d.unused) // elements may have slabs of their own
}

// compileHeaded reads a list from its head on.
func (d *stateReader) compileHeaded(t reflect.Type, items, head int) stateWriter {
	element := d.writer(t.Field(items).Type.Elem())
	return func(d *stateReader, v reflect.Value) {
		list, from := v.Field(items), int(v.Field(head).Int())
		d.number(uint64(max(0, list.Len()-from)))
		for i := from; i < list.Len(); i++ {
			element(d, list.Index(i))
		}
	}
}

// compileBase reads a number while there is something that it helps to find.
func (d *stateReader) compileBase(base, count int) stateWriter {
	return func(d *stateReader, v reflect.Value) {
		if v.Field(count).Int() > 0 {
			d.number(v.Field(base).Uint())
		}
	}
}
