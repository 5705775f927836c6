package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"

	"evsim/program"
	"evsim/scenario/diagnostic"
	"evsim/scenario/script"
	"evsim/sim"
)

// overrideFile is the name of the file in what Set has to say.
const overrideFile = "--set"

// Override is w with one key changed, as "clock.startup=2ms" says: a key of the
// world, dots before the keys below it, and a value as a file writes it. What
// the script is part of, `users` and `main`, cannot be changed this way. The
// Diagnostics speak of the assignment as of a file of one line named --set.
//
// A range is one more unknown, beside those of the tree that the world is of:
// unknowns is these, and the new one.
func Override(w program.World, of *script.Tree, assignment string) (changed program.World, unknowns []program.Unknown, diags diagnostic.List) {
	p := &parser{file: overrideFile, src: assignment, sc: &script.Tree{Unknowns: slices.Clone(of.Unknowns)}}
	changed = w.Clone()
	if root := p.assignment(assignment); root != nil {
		readFields(p, root, "the world", overridable(), &changed)
	}
	if diags := p.diags.Sorted(p.missed); diags.Failed() {
		return w, of.Unknowns, diags
	}
	for i := range p.sc.Unknowns[len(of.Unknowns):] {
		p.sc.Unknowns[len(of.Unknowns)+i].Pos = sim.Pos{} // it has no place in the file
	}
	return changed, p.sc.Unknowns, nil
}

func overridable() []field[program.World] {
	return slices.DeleteFunc(slices.Clone(worldFields), func(f field[program.World]) bool { return f.name == "users" || f.name == "main" })
}

// assignment is key=value as the tree of the file that would say the same.
func (p *parser) assignment(text string) *node {
	path, value, ok := strings.Cut(text, "=")
	if !p.readable() {
		return nil
	}
	if !ok || strings.TrimSpace(value) == "" {
		p.report(sim.Pos{Line: 1, Col: 1}, utf8.RuneCountInString(text), "expected a key and its value", "such as `clock.startup=2ms`")
		return nil
	}
	n := p.value(utf8.RuneCountInString(path)+1, value)
	if n == nil {
		return nil
	}
	keys := strings.Split(path, ".")
	col := utf8.RuneCountInString(path) + 1
	for _, key := range slices.Backward(keys) {
		col -= utf8.RuneCountInString(key)
		at := sim.Pos{Line: 1, Col: int32(col)}
		n = &node{kind: nodeMapping, pos: at, kids: []node{{text: key, plain: true, pos: at}, *n}}
		col-- // the dot
	}
	return n
}

// value reads what stands behind the equals sign. Blanks stand for what is
// before it, so that columns count from the beginning.
func (p *parser) value(before int, text string) *node {
	whole := p.src
	p.src = strings.Repeat(" ", before) + text
	n := p.tree()
	p.src, p.lines = whole, nil
	return n
}
