package script

import (
	"evsim/model"
	"evsim/program"
	"evsim/sim"
)

// Part is the script without statements that change nothing of the lines which
// reads is true of: each run of the whole, as far as it logs these lines, is one
// of the part in which sleeps of the loop end anywhere in their millisecond. The
// reasons stand in docs/design.md, "A rule is proved on a part of the program". ok
// is false where nothing can be left out that waits.
func (s *Tree) Part(p model.Policy, w *program.World, reads func(line string) bool) (part *Tree, ok bool) {
	if s.Code != nil || !separable(p, w) {
		return nil, false
	}
	f := newFootprints(&s.Script, reads)
	if !f.separable() || !f.few() {
		return nil, false
	}
	f.spread()
	if f.used[usesPool] || !f.leavesOutWaits() {
		return nil, false
	}
	out := *s
	out.Script.Bodies = make([]Body, len(s.Script.Bodies))
	copy(out.Script.Bodies, s.Script.Bodies)
	for b := range out.Script.Bodies {
		out.Script.Bodies[b].Stmts = nil
	}
	for i := range f.all {
		if one := &f.all[i]; one.kept {
			body := &out.Script.Bodies[one.body]
			body.Stmts = append(body.Stmts, *one.stmt)
		}
	}
	return &out, true
}

// separable reports whether callbacks under a policy in a world are bound to each
// other by what they touch alone: they take no time, and nobody counts them.
func separable(p model.Policy, w *program.World) bool {
	return p.Node != nil && w.Costs == (sim.Costs{}) && w.Clock.Skew.IsZero() && w.Limits == (sim.Limits{}) && !w.ESM
}

// resource is what statements share besides names and functions.
type resource uint8

// The resources. A statement that uses one is kept if another is.
const (
	usesTimers resource = iota // their lists, and that poll wakes for the first
	usesJobs                   // queueMicrotask, of which Node 11 warns at the first use
	usesPool                   // threads, and the place of their eventfd among what is ready
	resources
)

// footprints is what the statements of a script touch.
type footprints struct {
	script *Script
	reads  func(line string) bool
	all    []footprint // bodies in their order
	first  []int       // by body: the first of its statements in all
	owners [][]int     // by body: the statements that run it
	frames []BodyID    // by body: that with which its frame begins
	users  map[HandleID][]int
	calls  map[FuncID][]int
	shared [resources][]int

	used   [resources]bool // by what is kept
	framed []bool          // by body with which a frame begins: something in it is kept, or it is run by something that is
	work   []int
}

// footprint is one statement.
type footprint struct {
	stmt *Stmt
	body BodyID
	kept bool
}

func newFootprints(p *Script, reads func(line string) bool) *footprints {
	n := len(p.Bodies)
	f := &footprints{
		script: p, reads: reads, first: make([]int, n), owners: make([][]int, n), frames: make([]BodyID, n), framed: make([]bool, n),
		users: make(map[HandleID][]int), calls: make(map[FuncID][]int),
	}
	for b := range p.Bodies {
		f.frames[b] = BodyID(b)
		f.first[b] = len(f.all)
		for i := range p.Bodies[b].Stmts {
			f.all = append(f.all, footprint{stmt: &p.Bodies[b].Stmts[i], body: BodyID(b)})
		}
	}
	for i := range f.all {
		f.note(i)
	}
	return f
}

// note takes down what a statement touches.
func (f *footprints) note(i int) {
	s := f.all[i].stmt
	for _, h := range f.handlesOf(s) {
		f.users[h] = append(f.users[h], i)
	}
	for _, fn := range functionsOf(s) {
		f.calls[fn] = append(f.calls[fn], i)
		body := f.script.Functions[fn].Body
		f.owners[body] = append(f.owners[body], i)
	}
	for _, body := range bodiesOf(s) {
		f.owners[body] = append(f.owners[body], i)
		if s.Verb == VerbRepeat || s.Verb == VerbTry || s.Verb == VerbForAwait {
			f.frames[body] = f.all[i].body
		}
	}
	if r, some := resourceOf(s); some {
		f.shared[r] = append(f.shared[r], i)
	}
}

// frame is the body with which the frame begins that a body is run in.
func (f *footprints) frame(body BodyID) BodyID {
	for f.frames[body] != body {
		body = f.frames[body]
	}
	return body
}

// spread keeps what can show in a line that is read, and whatever that touches.
func (f *footprints) spread() {
	for i := range f.all {
		if !f.harmless(i) {
			f.keep(i)
		}
	}
	for len(f.work) > 0 {
		last := len(f.work) - 1
		i := f.work[last]
		f.work = f.work[:last]
		f.keepTouched(i)
	}
}

func (f *footprints) keep(i int) {
	if !f.all[i].kept {
		f.all[i].kept = true
		f.work = append(f.work, i)
	}
}

func (f *footprints) keepAll(list []int) {
	for _, i := range list {
		f.keep(i)
	}
}

// keepTouched keeps what has to do with a statement that is kept: what runs it,
// what says whether and when it is reached, and what shares something with it.
func (f *footprints) keepTouched(i int) {
	s := f.all[i].stmt
	f.keepAll(f.owners[f.all[i].body])
	f.keepFrame(f.all[i].body)
	for _, body := range bodiesOf(s) {
		f.keepFrame(body)
	}
	for _, fn := range functionsOf(s) {
		f.keepAll(f.calls[fn])
		f.keepFrame(f.script.Functions[fn].Body)
	}
	for _, h := range f.handlesOf(s) {
		f.keepAll(f.users[h])
	}
	if r, some := resourceOf(s); some && !f.used[r] {
		f.used[r] = true
		f.keepAll(f.shared[r])
	}
}

// keepFrame keeps what says how a frame goes on and ends.
func (f *footprints) keepFrame(body BodyID) {
	root := f.frame(body)
	if f.framed[root] {
		return
	}
	f.framed[root] = true
	for b := range f.script.Bodies {
		if f.frame(BodyID(b)) != root {
			continue
		}
		for k := range f.script.Bodies[b].Stmts {
			if at := f.first[b] + k; controls(f.all[at].stmt) {
				f.keep(at)
			}
		}
	}
}

// leavesOutWaits reports whether something is left out for which the loop turns.
func (f *footprints) leavesOutWaits() bool {
	for i := range f.all {
		switch f.all[i].stmt.Verb {
		case VerbIO, VerbReadFile, VerbSetTimeout, VerbSetInterval, VerbSetImmediate:
			if !f.all[i].kept {
				return true
			}
		}
	}
	return false
}
