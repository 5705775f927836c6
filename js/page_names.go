package js

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"evsim/internal/say"
)

// namesOfPages are the globals of pages, and the members of some of their classes, each line
// behind the name of the class: what Chromium 156 and Firefox 153 both have.
//
//go:embed page_names.txt
var namesOfPages string

// pageNames are the names of pages by their class; "window": the globals.
var pageNames = sync.OnceValue(func() map[string]map[string]bool {
	out := make(map[string]map[string]bool)
	for line := range strings.Lines(namesOfPages) {
		words := strings.Fields(line)
		out[words[0]] = make(map[string]bool)
		for _, name := range words[1:] {
			out[words[0]][name] = true
		}
	}
	return out
})

// pageMembers are the members of classes of pages that the program names.
func (p *Program) pageMembers() (list [][2]string) {
	if !p.mentions["document"] && !p.mentions["Event"] && !p.mentions["addEventListener"] {
		return nil
	}
	all := pageNames()
	for _, class := range slices.Sorted(maps.Keys(all)) {
		for _, name := range slices.Sorted(maps.Keys(all[class])) {
			if class != "window" && p.mentions[name] {
				list = append(list, [2]string{class, name})
			}
		}
	}
	return list
}

// installLackingOfPages has a run end where the program comes to a member that a class of
// pages has and evsim has not, or sets one: of these classes.
func (m *machine) installLackingOfPages(these func(class string) bool) {
	if m.web == nil {
		return
	}
	for _, one := range m.program.ofPages {
		class, name := one[0], one[1]
		if !these(class) {
			continue
		}
		of := m.late.made.Get(class).(*goja.Object).Get("prototype").(*goja.Object)
		if m.inherits(of, name) {
			continue
		}
		end := m.function("get "+name, 0, func(goja.FunctionCall) goja.Value {
			m.lacks(say.Of("evsim does not have `%s`, which every page has", class+".prototype."+name))
			return goja.Undefined()
		})
		_ = of.DefineAccessorProperty(name, end, end, goja.FLAG_TRUE, goja.FLAG_FALSE)
	}
}

// inherits reports whether an object has a member, or what it inherits from.
func (m *machine) inherits(o *goja.Object, name string) bool {
	for ; o != nil; o = o.Prototype() {
		if m.descriptor(o, m.vm.ToValue(name)) != nil {
			return true
		}
	}
	return false
}
