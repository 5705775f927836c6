// Package fuzz makes random scenarios, runs each in the model and on a real
// Node under the virtual clock, and shrinks those on which the two disagree.
package fuzz

import (
	"fmt"
	"strings"
)

// draft is a scenario that can be changed and written as YAML.
type draft struct {
	name      string
	policy    string
	phase     string
	pool      int
	files     []string // entries of `files`
	esm       bool
	main      []*stmt
	functions []*function
}

// function is an entry of `functions`.
type function struct {
	name      string
	async     bool
	generator bool
	limit     int
	body      []*stmt
}

// stmt is a statement: its verb, what stands behind the colon, and its keys.
type stmt struct {
	verb, arg string
	keys      []key
}

// key is a key of a statement. It has a text, or else a body or links.
type key struct {
	name  string
	text  string
	body  []*stmt
	links []link
	kind  keyKind
}

type keyKind uint8

const (
	keyText keyKind = iota
	keyBody
	keyLinks
)

// link is a step of a chain.
type link struct {
	kind string
	body []*stmt
}

func (s *stmt) with(name, text string) *stmt {
	s.keys = append(s.keys, key{name: name, text: text})
	return s
}

func (s *stmt) body(name string, body []*stmt) *stmt {
	s.keys = append(s.keys, key{name: name, body: body, kind: keyBody})
	return s
}

// yaml is the program as a scenario file.
func (p *draft) yaml() string {
	var b strings.Builder
	fmt.Fprintf(&b, "evsim: 1\nname: %s\npolicies: %s\n", p.name, p.policy)
	if p.phase != "" {
		fmt.Fprintf(&b, "clock: {phase: %s}\n", p.phase)
	}
	if p.esm {
		b.WriteString("main: esm\n")
	}
	if p.pool > 0 {
		fmt.Fprintf(&b, "pool: %d\n", p.pool)
	}
	if len(p.files) > 0 {
		b.WriteString("files:\n")
	}
	for _, f := range p.files {
		fmt.Fprintf(&b, "  %s\n", f)
	}
	writeBody(&b, 0, "script", p.main)
	if len(p.functions) > 0 {
		b.WriteString("functions:\n")
	}
	for _, f := range p.functions {
		fmt.Fprintf(&b, "  %s:\n", f.name)
		if f.async {
			b.WriteString("    async: true\n")
		}
		if f.generator {
			b.WriteString("    generator: true\n")
		}
		if f.limit > 0 {
			fmt.Fprintf(&b, "    limit: %d\n", f.limit)
		}
		writeBody(&b, 2, "do", f.body)
	}
	return b.String()
}

func pad(depth int) string { return strings.Repeat("  ", depth) }

func writeBody(b *strings.Builder, depth int, name string, body []*stmt) {
	if len(body) == 0 {
		fmt.Fprintf(b, "%s%s: []\n", pad(depth), name)
		return
	}
	fmt.Fprintf(b, "%s%s:\n", pad(depth), name)
	for _, s := range body {
		s.write(b, depth+1)
	}
}

func (s *stmt) write(b *strings.Builder, depth int) {
	fmt.Fprintf(b, "%s- %s\n", pad(depth), strings.TrimSpace(s.verb+": "+s.arg))
	for _, k := range s.keys {
		switch k.kind {
		case keyText:
			fmt.Fprintf(b, "%s%s: %s\n", pad(depth+1), k.name, k.text)
		case keyBody:
			writeBody(b, depth+1, k.name, k.body)
		case keyLinks:
			fmt.Fprintf(b, "%s%s:\n", pad(depth+1), k.name)
			for _, l := range k.links {
				l.write(b, depth+2)
			}
		}
	}
}

func (l link) write(b *strings.Builder, depth int) {
	if len(l.body) == 0 {
		fmt.Fprintf(b, "%s- %s: []\n", pad(depth), l.kind)
		return
	}
	fmt.Fprintf(b, "%s- %s:\n", pad(depth), l.kind)
	for _, s := range l.body {
		s.write(b, depth+2)
	}
}
