package docs

import (
	"regexp"
	"sync"
)

// Source is a part of where a rule is written down.
type Source struct {
	Text string
	URL  string // the place in the web; "" for words between places
}

var (
	// reference is a place as a row names it, and definition the address that the
	// end of the document has for it.
	reference  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[([^\[\]]+)\]`) })
	definition = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^\[([^\[\]]+)\]: (\S+)$`) })
)

// addresses is where the places stand that rows name, by their names.
var addresses = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, m := range definition().FindAllStringSubmatch(rules, -1) {
		out[m[1]] = m[2]
	}
	return out
})

// plain is a cell without the brackets of the places in it.
func plain(cell string) string { return reference().ReplaceAllString(cell, "$1") }

// Sources is the rule's source in parts, which together are its text. A part
// that names a place has its address.
func (r Rule) Sources() []Source {
	var out []Source
	add := func(text, url string) {
		if text != "" {
			out = append(out, Source{text, url})
		}
	}
	rest := r.cell
	for {
		at := reference().FindStringSubmatchIndex(rest)
		if at == nil {
			add(rest, "")
			return out
		}
		name := rest[at[2]:at[3]]
		add(rest[:at[0]], "")
		add(name, addresses()[name])
		rest = rest[at[1]:]
	}
}

// Places is the parts of the rule's source that have an address.
func (r Rule) Places() []Source {
	var out []Source
	for _, part := range r.Sources() {
		if part.URL != "" {
			out = append(out, part)
		}
	}
	return out
}

// Named is the names of the places in the rule's source, those without an
// address too.
func (r Rule) Named() []string {
	var out []string
	for _, m := range reference().FindAllStringSubmatch(r.cell, -1) {
		out = append(out, m[1])
	}
	return out
}
