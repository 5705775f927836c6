package interp

import (
	"evsim/ecma"
	"evsim/scenario/script"
)

// MarkRoots marks what the script can still reach (model.Script). Bodies of
// generators are marked from their generators.
func (m *Machine) MarkRoots(mark ecma.Marker) {
	for i := range m.handles {
		if !m.handles[i].set {
			continue
		}
		switch ref := uint32(m.handles[i].ref); m.prog.Handles[i].Kind {
		case script.HandlePromise:
			mark.Promise(ref)
		case script.HandleGenerator:
			mark.Iterator(ref)
		}
	}
	for _, list := range [2][]uint32{m.members, m.held} {
		for _, p := range list {
			mark.Promise(p)
		}
	}
	for _, g := range m.using {
		mark.Iterator(g)
	}
	for _, v := range m.elements {
		mark.Value(v)
	}
	for _, f := range m.frames {
		if f.live && f.kind != generatorFrame {
			f.roots(mark)
		}
	}
}

// MarkFrame marks what the body of a generator can still reach (model.Script).
func (m *Machine) MarkFrame(frame uint32, mark ecma.Marker) { m.frames[frame].roots(mark) }

// DropFrame forgets the body of a generator that nothing can reach
// (model.Script).
func (m *Machine) DropFrame(frame uint32) { m.release(m.frames[frame]) }

func (f *frame) roots(mark ecma.Marker) {
	if f.kind == asyncFrame {
		mark.Promise(f.owner)
	}
	for i := range f.blocks {
		b := &f.blocks[i]
		for _, v := range [3]ecma.Value{b.saved.value, b.err, b.outer} {
			mark.Value(v)
		}
		if b.kind == blockForAwait {
			mark.Iterator(b.over)
		}
	}
}
