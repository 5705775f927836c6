package tidy

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// aside are the rooms that the picture leaves out: tools of the project, which
// nothing imports, small packages that import nothing of the module but the
// sentences, and that any room may use, and the root, which holds one document.
func aside(imports map[string][]string, dir string) bool {
	used := slices.ContainsFunc(slices.Collect(maps.Values(imports)), func(list []string) bool { return slices.Contains(list, dir) })
	small := !slices.ContainsFunc(imports[dir], func(to string) bool { return to != sayHome })
	return dir == "." || strings.HasPrefix(dir, "internal/") && (small || !used)
}

// Picture is the rooms and their imports as a Mermaid diagram. An arrow points
// from a room to one that it imports; an import that follows from others is
// left out.
func Picture(t *Tree) string {
	imports := t.imports()
	rooms := slices.DeleteFunc(slices.Sorted(maps.Keys(imports)), func(dir string) bool { return aside(imports, dir) })
	shown := make(map[string][]string)
	for _, dir := range rooms {
		shown[dir] = slices.DeleteFunc(slices.Clone(imports[dir]), func(to string) bool { return !slices.Contains(rooms, to) })
	}
	var b strings.Builder
	b.WriteString("```mermaid\nflowchart TD\n")
	for _, group := range []string{"", "scenario", "internal"} {
		writeGroup(&b, group, rooms)
	}
	for _, dir := range rooms {
		for _, to := range shown[dir] {
			if !follows(shown, dir, to) {
				fmt.Fprintf(&b, "  %s --> %s\n", node(dir), node(to))
			}
		}
	}
	b.WriteString("```\n")
	return b.String()
}

// writeGroup writes the rooms of one group, in a frame if it has a name.
func writeGroup(b *strings.Builder, group string, rooms []string) {
	indent := "  "
	if group != "" {
		fmt.Fprintf(b, "  subgraph %s_ [%s]\n", group, group)
		indent += "  "
	}
	for _, dir := range rooms {
		if groupOf(dir) == group {
			fmt.Fprintf(b, "%s%s[%s]\n", indent, node(dir), dir)
		}
	}
	if group != "" {
		b.WriteString("  end\n")
	}
}

// groupOf is the frame that a room stands in: "" for none.
func groupOf(dir string) string {
	first, _, nested := strings.Cut(dir, "/")
	if nested && first == "internal" || first == "scenario" {
		return first
	}
	return ""
}

// node is the name of a room in the diagram's own language.
func node(dir string) string { return strings.NewReplacer("/", "_", "-", "_").Replace(dir) }

// imports are the module's own imports, by package, without those of tests.
func (t *Tree) imports() map[string][]string {
	all := make(map[string][]string)
	for _, f := range t.Files {
		if f.Test() {
			continue
		}
		dir := path.Dir(f.Path)
		for _, spec := range f.Imports {
			if to, own := strings.CutPrefix(imported(spec), Module+"/"); own && !slices.Contains(all[dir], to) {
				all[dir] = append(all[dir], to)
			}
		}
		if all[dir] == nil {
			all[dir] = []string{}
		}
	}
	for dir := range all {
		slices.Sort(all[dir])
	}
	return all
}

// follows reports whether a room imports another through a third one.
func follows(imports map[string][]string, from, to string) bool {
	return slices.ContainsFunc(imports[from], func(by string) bool { return by != to && reaches(imports, by, to) })
}

func reaches(imports map[string][]string, from, to string) bool {
	return slices.ContainsFunc(imports[from], func(by string) bool { return by == to || reaches(imports, by, to) })
}
