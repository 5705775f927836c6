package fuzz

import (
	"context"
	"slices"
)

// maxTries bounds the runs that one disagreement is shrunk by.
const maxTries = 600

// shrinker makes a program smaller while it still disagrees.
type shrinker struct {
	Comparer
	ctx   context.Context
	best  *draft
	tries int
	err   error
}

// Shrink generates the program of a seed again and makes it as small as it can
// while the model and the real Node still disagree on it.
func (c Comparer) Shrink(ctx context.Context, seed uint64, without map[string]bool) (Comparison, error) {
	s := &shrinker{Comparer: c, ctx: ctx, best: generate(seed, c.Policy, without)}
	for s.pass() {
	}
	if s.err != nil {
		return Comparison{}, s.err
	}
	return c.Compare(ctx, s.best.yaml())
}

// pass tries every way to make the program smaller, from the coarsest; it
// reports whether one did.
func (s *shrinker) pass() (smaller bool) {
	for _, edits := range []func(*draft) []func(){
		cutFunctions, cutStatements, hoistBodies, cutKeys, cutLinks, simplifyTexts, simplifyWorld,
	} {
		for i := 0; s.err == nil && s.tries < maxTries; {
			trial := s.best.clone()
			all := edits(trial)
			if i >= len(all) {
				break
			}
			all[i]()
			if s.disagrees(trial) {
				s.best, smaller = trial, true
			} else {
				i++
			}
		}
	}
	return smaller && s.err == nil && s.tries < maxTries
}

func (s *shrinker) disagrees(p *draft) bool {
	s.tries++
	c, err := s.Compare(s.ctx, p.yaml())
	if err != nil {
		s.err = err
		return false
	}
	return !c.Agrees()
}

// bodies visits every list of statements of a program, outer ones first.
func (p *draft) bodies(visit func(*[]*stmt)) {
	walk(&p.main, visit)
	for _, f := range p.functions {
		walk(&f.body, visit)
	}
}

func walk(body *[]*stmt, visit func(*[]*stmt)) {
	visit(body)
	for _, s := range *body {
		for i := range s.keys {
			k := &s.keys[i]
			if k.kind == keyBody {
				walk(&k.body, visit)
			}
			for j := range k.links {
				walk(&k.links[j].body, visit)
			}
		}
	}
}

func cutFunctions(p *draft) (edits []func()) {
	for i := range p.functions {
		edits = append(edits, func() { p.functions = slices.Delete(p.functions, i, i+1) })
	}
	return edits
}

// cutStatements takes out halves of bodies, and then single statements.
func cutStatements(p *draft) (edits []func()) {
	var single []func()
	p.bodies(func(body *[]*stmt) {
		n := len(*body)
		if n > 3 {
			edits = append(edits, func() { *body = (*body)[n/2:] }, func() { *body = (*body)[:n/2] })
		}
		for i := range n {
			single = append(single, func() { *body = slices.Delete(*body, i, i+1) })
		}
	})
	return append(edits, single...)
}

// hoistBodies puts the statements of a callback in the place of the statement
// that has it.
func hoistBodies(p *draft) (edits []func()) {
	p.bodies(func(body *[]*stmt) {
		for i, s := range *body {
			for _, k := range s.keys {
				if k.kind == keyBody && len(k.body) > 0 {
					edits = append(edits, func() { *body = slices.Replace(*body, i, i+1, k.body...) })
				}
			}
		}
	})
	return edits
}

func cutKeys(p *draft) (edits []func()) {
	p.bodies(func(body *[]*stmt) {
		for _, s := range *body {
			for i := range s.keys {
				if !s.keepsOrder(s.keys[i]) {
					edits = append(edits, func() { s.keys = slices.Delete(s.keys, i, i+1) })
				}
			}
		}
	})
	return edits
}

// keepsOrder reports whether requests to the pool would be over at the same
// instant, and in any order, without the key.
func (s *stmt) keepsOrder(k key) bool {
	return k.name == "latency" && s.arg != "net" && s.arg != "pipe"
}

func cutLinks(p *draft) (edits []func()) {
	p.bodies(func(body *[]*stmt) {
		for _, s := range *body {
			for i := range s.keys {
				k := &s.keys[i]
				for j := range k.links {
					edits = append(edits, func() { k.links = slices.Delete(k.links, j, j+1) })
				}
			}
		}
	})
	return edits
}

// simpler are texts to try instead of another, by what the text belongs to.
var simpler = map[string][]string{
	"setTimeout": {"0", "1", "2"}, "setInterval": {"1", "2"}, "busy": {"1ms", "2ms"}, "times": {"1", "2"},
	"resolve": {}, "await": {"value", "resolved"}, "then": {"resolved"}, "chain": {"resolved"}, "catch": {"rejected"}, "with": {"value"},
	"repeat": {"2"}, "yield": {"value"}, "yield*": {"[]", "[value]"}, "for await": {"[]", "[value]"},
}

func simplifyTexts(p *draft) (edits []func()) {
	try := func(what string, text *string) {
		for _, other := range simpler[what] {
			if other == *text {
				return
			}
			edits = append(edits, func() { *text = other })
		}
	}
	p.bodies(func(body *[]*stmt) {
		for _, s := range *body {
			try(s.verb, &s.arg)
			for i := range s.keys {
				try(s.keys[i].name, &s.keys[i].text)
			}
		}
	})
	return edits
}

func simplifyWorld(p *draft) (edits []func()) {
	if p.esm {
		edits = append(edits, func() { p.esm = false })
	}
	if p.pool != 0 {
		edits = append(edits, func() { p.pool = 0 })
	}
	for i := range p.files {
		edits = append(edits, func() { p.files = slices.Delete(p.files, i, i+1) })
	}
	if p.phase != "" {
		edits = append(edits, func() { p.phase = "" })
	}
	for _, f := range p.functions {
		if f.limit != 1 {
			edits = append(edits, func() { f.limit = 1 })
		}
	}
	return edits
}

func (p *draft) clone() *draft {
	out := *p
	out.main = cloneBody(p.main)
	out.files = slices.Clone(p.files)
	out.functions = nil
	for _, f := range p.functions {
		g := *f
		g.body = cloneBody(f.body)
		out.functions = append(out.functions, &g)
	}
	return &out
}

func cloneBody(body []*stmt) []*stmt {
	out := make([]*stmt, len(body))
	for i, s := range body {
		c := &stmt{verb: s.verb, arg: s.arg, keys: slices.Clone(s.keys)}
		for j := range c.keys {
			k := &c.keys[j]
			k.body, k.links = cloneBody(k.body), slices.Clone(k.links)
			for l := range k.links {
				k.links[l].body = cloneBody(k.links[l].body)
			}
		}
		out[i] = c
	}
	return out
}
