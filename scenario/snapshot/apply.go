package snapshot

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"evsim/internal/say"
	"evsim/scenario"
	"evsim/scenario/expect"
	"evsim/scenario/script"
)

// Apply writes changes that [Find] made of a scenario into its text. What it
// returns was read again and says what it should; where a file is written so
// that this cannot be had, there is an error, and the file is to be changed by
// hand.
func Apply(text []byte, s *scenario.Scenario, changes []Change) ([]byte, error) {
	f := newFile(text)
	var edits []edit
	for i := range changes {
		edits = append(edits, f.change(s, &changes[i])...)
	}
	if f.lost {
		return nil, errByHand
	}
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end)) })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		if e.start < at {
			return nil, errByHand
		}
		out.WriteString(f.src[at:e.start])
		out.WriteString(e.text)
		at = e.end
	}
	out.WriteString(f.src[at:])
	if err := verify(out.Bytes(), s, changes); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

var errByHand = say.Errorf("it is written in a way that cannot be rewritten in place: change it by hand")

// change is the edits of one entry.
func (f *file) change(s *scenario.Scenario, c *Change) []edit {
	listed := c.listed(s)
	if c.entry == nil {
		return f.fill(listed, c.further())
	}
	var edits []edit
	if c.Stay == nil {
		edits = append(f.orders(c.entry, c.Groups[0].Orders), f.exitCode(c.entry, c.Groups[0].Exit)...)
	}
	if c.splits() {
		edits = append(edits, f.restrict(c.entry, c.here())...)
		edits = append(edits, f.insert(listed, c.entry, c.further())...)
	}
	return edits
}

func (c *Change) listed(s *scenario.Scenario) script.Place {
	if c.world > 0 {
		return s.Cases[c.world-1].Listed
	}
	return s.Listed
}

// here is the policies that the entry will speak of.
func (c *Change) here() []string {
	if c.Stay != nil {
		return c.Stay
	}
	return c.Groups[0].Policies
}

// splits reports whether there will be entries for some of its policies.
func (c *Change) splits() bool { return c.Stay != nil || len(c.Groups) > 1 }

// further is the entries that come to the one there is.
func (c *Change) further() []entry {
	groups := c.Groups
	if c.entry != nil && c.Stay == nil {
		groups = groups[1:]
	}
	var out []entry
	for _, g := range groups {
		e := entry{key: "log", orders: g.Orders, reaches: g.Reaches, exit: g.Exit}
		if c.splits() {
			e.policies = g.Policies
		}
		switch {
		case c.entry != nil && c.entry.Kind == expect.Includes:
			e.key = "includes"
		case len(g.Orders) > 1:
			e.key = "outcomes"
		}
		if c.entry != nil {
			e.reaches = c.entry.Reaches
		}
		out = append(out, e)
	}
	return out
}

// exitCode rewrites the code that an entry expects.
func (f *file) exitCode(e *expect.Expectation, now int) []edit {
	if !e.Exit.Given() || e.Exit.Code == now {
		return nil
	}
	at := f.offset(e.Exit.Pos)
	end := at
	for end < len(f.src) && !strings.ContainsRune(" \t\r\n,}", rune(f.src[end])) {
		end++
	}
	return []edit{{span{at, end}, strconv.Itoa(now)}}
}

// orders makes an entry list other orders.
func (f *file) orders(e *expect.Expectation, now [][]string) []edit {
	if e.Kind == expect.Log {
		if len(now) == 1 {
			return f.lines(&e.Orders[0], now[0])
		}
		return f.becomeOutcomes(e, now)
	}
	return f.set(e, now)
}

// lines makes a list have other lines. Lines that stood elsewhere keep their
// quotes.
func (f *file) lines(o *expect.Order, now []string) []edit {
	l, ok := f.listOf(f.offset(o.At), len(o.Lines))
	if !ok {
		return nil
	}
	raw := make(map[string]string)
	style := ""
	for i, item := range l.items {
		style = f.src[item.start:item.end]
		if strings.HasPrefix(style, `"`) || strings.HasPrefix(style, "'") || !strings.ContainsAny(style, "|>\n") {
			raw[o.Lines[i]] = style
		}
	}
	return f.rewrite(l, steps(o.Lines, now, func(old int, text string) string {
		if r, ok := raw[text]; ok {
			return r
		}
		if old >= 0 {
			return like(f.src[l.items[old].start:], text, l.flow)
		}
		return like(style, text, l.flow)
	}))
}

// set makes a list of orders have others: those that stay keep their place,
// those that are gone make room for new ones.
func (f *file) set(e *expect.Expectation, now [][]string) []edit {
	at := f.offset(e.Orders[0].At)
	l, ok := f.listOf(f.listAround(at, f.offset(e.Key)), len(e.Orders))
	if !ok {
		return nil
	}
	var fresh [][]string
	for _, order := range now {
		if !has(orders(e), order) {
			fresh = append(fresh, order)
		}
	}
	var edits []edit
	var plan []step
	for i := range e.Orders {
		switch {
		case has(now, e.Orders[i].Lines):
		case len(fresh) > 0:
			edits = append(edits, f.lines(&e.Orders[i], fresh[0])...)
			fresh = fresh[1:]
		default:
			continue
		}
		plan = append(plan, step{old: i, kept: true})
	}
	for _, order := range fresh {
		plan = append(plan, step{old: -1, text: flowed(order)})
	}
	return append(edits, f.rewrite(l, plan)...)
}

// listAround is where the list begins whose key stands at an offset, and whose
// first item at another one.
func (f *file) listAround(item, key int) int {
	return min(f.skip(f.skip(f.keyEnd(key))+1), item)
}

// keyEnd is the end of a key, which is one word.
func (f *file) keyEnd(key int) int {
	if f.src[key] == '"' || f.src[key] == '\'' {
		return f.quotedEnd(key)
	}
	return key + strings.IndexAny(f.src[key:], ": \t\r\n")
}

// becomeOutcomes turns `log` into `outcomes`: where a line stood stands an
// order.
func (f *file) becomeOutcomes(e *expect.Expectation, now [][]string) []edit {
	key := f.offset(e.Key)
	l, ok := f.listOf(f.offset(e.Orders[0].At), len(e.Orders[0].Lines))
	if !ok {
		return nil
	}
	var plan []step
	for i, order := range now {
		s := step{old: i, text: flowed(order)}
		if i >= len(l.items) {
			s.old = -1
		}
		plan = append(plan, s)
	}
	renamed := edit{span{key, f.keyEnd(key)}, "outcomes"}
	if value := f.offset(e.Orders[0].At); l.flow && f.src[f.offset(e.Pos)] != '{' && f.comments(span{value, l.end}) == "" {
		return append(f.below(span{value, l.end}, int(e.Pos.Col)+1, plan), renamed)
	}
	return append(f.rewrite(l, plan), renamed)
}

// below replaces a list in brackets by one whose items stand below its key.
func (f *file) below(list span, indent int, plan []step) []edit {
	var text strings.Builder
	for _, s := range plan {
		text.WriteString(f.newline() + strings.Repeat(" ", indent) + "- " + s.text)
	}
	for f.src[list.start-1] == ' ' {
		list.start--
	}
	end := f.lineEnd(list.end)
	return []edit{{list, ""}, {span{end, end}, text.String()}}
}
