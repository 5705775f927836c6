package snapshot

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"evsim/model"
	"evsim/scenario/expect"
	"evsim/scenario/script"
	"evsim/sim"
)

// entry is an entry of `expect` that is to be written.
type entry struct {
	policies []string // nil: all of the scenario's
	key      string   // log, outcomes or includes
	orders   [][]string
	reaches  string
	exit     int // noCode: none
}

// maxWidth is how wide a list in brackets may get before its items stand one
// below the other.
const maxWidth = 100

// block is the entry as an item of a block list, without a line end behind it.
func (e *entry) block(indent, newline string) string {
	var lines []string
	add := func(text string) {
		first := "- "
		if lines != nil {
			first = "  "
		}
		lines = append(lines, indent+first+text)
	}
	if e.policies != nil {
		add("policy: " + flowed(e.policies))
	}
	one := e.key + ": " + e.value()
	switch {
	case e.key != "log":
		add(e.key + ":")
		for _, order := range e.orders {
			add("  - " + flowed(order))
		}
	case utf8.RuneCountInString(indent+one)+2 > maxWidth:
		add(e.key + ":")
		for _, line := range e.orders[0] {
			add("  - " + bare(line, false))
		}
	default:
		add(one)
	}
	if e.reaches != "" {
		add("reaches: " + e.reaches)
	}
	if e.exit != noCode {
		add("exit: " + strconv.Itoa(e.exit))
	}
	return strings.Join(lines, newline)
}

// flow is the entry as an item in brackets.
func (e *entry) flow() string {
	var pairs []string
	if e.policies != nil {
		pairs = append(pairs, "policy: "+flowed(e.policies))
	}
	pairs = append(pairs, e.key+": "+e.value())
	if e.reaches != "" {
		pairs = append(pairs, "reaches: "+e.reaches)
	}
	if e.exit != noCode {
		pairs = append(pairs, "exit: "+strconv.Itoa(e.exit))
	}
	return "{" + strings.Join(pairs, ", ") + "}"
}

// value is what stands behind the key.
func (e *entry) value() string {
	if e.key == "log" {
		return flowed(e.orders[0])
	}
	orders := make([]string, len(e.orders))
	for i, order := range e.orders {
		orders[i] = flowed(order)
	}
	return "[" + strings.Join(orders, ", ") + "]"
}

// fill writes the first entries of a list that is empty, or not there.
func (f *file) fill(listed script.Place, entries []entry) []edit {
	var text strings.Builder
	if listed.Value == (sim.Pos{}) {
		end := span{len(f.src), len(f.src)}
		if !strings.HasSuffix(f.src, "\n") {
			text.WriteString(f.newline())
		}
		text.WriteString("expect:" + f.newline())
		for i := range entries {
			text.WriteString(entries[i].block("  ", f.newline()) + f.newline())
		}
		return []edit{{end, text.String()}}
	}
	indent := strings.Repeat(" ", f.column(f.offset(listed.Key))+1)
	for i := range entries {
		text.WriteString(f.newline() + entries[i].block(indent, f.newline()))
	}
	empty := f.flowNode(f.offset(listed.Value))
	for f.src[empty.start-1] == ' ' {
		empty.start--
	}
	end := f.lineEnd(empty.end)
	return []edit{{empty, ""}, {span{end, end}, text.String()}}
}

// restrict makes an entry speak of some of its policies only.
func (f *file) restrict(e *expect.Expectation, policies []string) []edit {
	if e.For.Lines == nil {
		at := f.offset(e.Pos)
		key := "policy: " + flowed(policies)
		if f.src[at] == '{' {
			return []edit{{span{at + 1, at + 1}, key + ", "}}
		}
		return []edit{{span{at, at}, key + f.newline() + strings.Repeat(" ", int(e.Pos.Col)-1)}}
	}
	at := f.offset(e.For.At)
	if f.src[at] != '[' && !f.isDash(at) {
		return nil // one name, of one policy
	}
	var plan []step
	for i, name := range e.For.Lines {
		if p, err := model.Lookup(name); err == nil && slices.Contains(policies, p.Name) {
			plan = append(plan, step{old: i, kept: true})
		}
	}
	l, ok := f.listOf(at, len(e.For.Lines))
	if !ok {
		return nil
	}
	return f.rewrite(l, plan)
}

// insert writes further entries behind one.
func (f *file) insert(listed script.Place, e *expect.Expectation, entries []entry) []edit {
	at, begin := f.offset(listed.Value), f.offset(e.Pos)
	var text strings.Builder
	if f.src[at] == '[' {
		for i := range entries {
			text.WriteString(", " + entries[i].flow())
		}
		end := f.flowNode(begin).end
		return []edit{{span{end, end}, text.String()}}
	}
	column := f.column(at)
	end := f.nextLine(f.entryEnd(begin, column))
	var edits []edit
	for i := range entries {
		edits = append(edits, f.newLines(end, entries[i].block(strings.Repeat(" ", column-1), f.newline())))
	}
	return edits
}

// entryEnd is the end of the last line of an entry whose dash stands in a
// column: of what follows, lines that stand further in belong to it.
func (f *file) entryEnd(begin, column int) int {
	end := f.lineEnd(begin)
	for i := f.nextLine(end); i < len(f.src); i = f.nextLine(f.lineEnd(i)) {
		first := i
		for first < len(f.src) && (f.src[first] == ' ' || f.src[first] == '\t') {
			first++
		}
		switch {
		case first == f.lineEnd(i) || f.src[first] == '#':
		case first-i < column:
			return end
		default:
			end = f.lineEnd(i)
		}
	}
	return end
}
