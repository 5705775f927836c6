package snapshot

import (
	"strings"

	"evsim/internal/diff"
)

// edit replaces a piece of a file.
type edit struct {
	span
	text string
}

// step is an item of the list as it will be: one that stands there, perhaps
// with another text, or a new one.
type step struct {
	old  int // -1: a new one
	text string
	kept bool // as it stands
}

// steps lead from the texts of a list to others, and leave as many items as
// possible alone. The texts are written as quoted says.
func steps(before, after []string, quoted func(old int, text string) string) []step {
	var out []step
	for _, row := range diff.Align(before, after) {
		switch {
		case row.Got < 0:
		case row.Want >= 0 && before[row.Want] == after[row.Got]:
			out = append(out, step{old: row.Want, kept: true})
		default:
			out = append(out, step{old: row.Want, text: quoted(row.Want, after[row.Got])})
		}
	}
	return out
}

// rewrite makes a list have the items of the steps.
func (f *file) rewrite(l list, plan []step) []edit {
	if l.flow {
		return f.rewriteFlow(l, plan)
	}
	return f.rewriteBlock(l, plan)
}

func (f *file) rewriteFlow(l list, plan []step) []edit {
	var edits []edit
	stays := make([]bool, len(l.items))
	last := -1 // the last item that stays
	for _, s := range plan {
		if s.old >= 0 {
			stays[s.old], last = true, s.old
			if !s.kept {
				edits = append(edits, edit{l.items[s.old], s.text})
			}
		}
	}
	for i := range l.items {
		if !stays[i] {
			edits = append(edits, f.dropFlow(l, i, i > 0 && stays[i-1]))
		}
	}
	if n := len(l.items) - 1; last >= 0 && last < n && l.commas[n] < 0 {
		comma := l.commas[last] // which nothing follows now
		edits = append(edits, edit{span{comma, comma + 1}, ""})
	}
	return append(edits, f.insertFlow(l, plan, last)...)
}

// dropFlow takes out an item and its comma, and the blanks that would be left:
// those behind it, or, of the last one behind one that stays, those before it.
func (f *file) dropFlow(l list, i int, behind bool) edit {
	gone := l.items[i]
	comma := l.commas[i]
	if notes := f.comments(gone); notes != "" {
		if comma >= 0 && strings.Trim(f.src[gone.end:comma], " \t") == "" {
			gone.end = comma + 1
		}
		return edit{gone, notes}
	}
	if comma >= 0 && strings.Trim(f.src[gone.end:comma], " \t") == "" {
		gone.end = comma + 1
	}
	end := gone.end
	for end < len(f.src) && (f.src[end] == ' ' || f.src[end] == '\t') {
		end++
	}
	if f.char(end) == '#' {
		end = gone.end // a comment begins behind a blank
	}
	alone := f.firstInLine(gone.start) && end == f.lineEnd(end)
	switch {
	case alone && f.nextLine(end) > end:
		return edit{span{f.lineStart(gone.start), f.nextLine(end)}, ""}
	case f.char(end) == ']' && behind:
		for isBlank(f.src[gone.start-1]) && !f.firstInLine(gone.start) {
			gone.start--
		}
		return edit{gone, ""}
	}
	return edit{span{gone.start, end}, ""}
}

// insertFlow writes the new items behind the ones that they follow, or before
// the first that stays. A comma stands on the side where an item is.
func (f *file) insertFlow(l list, plan []step, last int) []edit {
	var edits []edit
	var fresh []string
	at, behind := -1, false // where the new ones go
	flush := func(next int) {
		if len(fresh) == 0 {
			return
		}
		text := strings.Join(fresh, ", ")
		switch {
		case behind:
			text = ", " + text
		case next >= 0:
			at, text = l.items[next].start, text+", "
		default:
			at = l.end - 1
		}
		edits = append(edits, edit{span{at, at}, text})
		fresh = nil
	}
	for _, s := range plan {
		if s.old < 0 {
			fresh = append(fresh, s.text)
			continue
		}
		flush(s.old)
		at, behind = l.items[s.old].end, true
	}
	flush(-1)
	return edits
}

func (f *file) rewriteBlock(l list, plan []step) []edit {
	if len(plan) == 0 {
		plan = []step{{old: 0, text: "[]"}}
		return append(f.rewriteBlock(l, plan), edit{span{l.dashes[0], l.dashes[0] + 1}, "  "})
	}
	if first := plan[0].old; first != 0 && !f.firstInLine(l.dashes[0]) {
		plan = f.inPlace(l, plan) // the first dash stands behind another one, which needs it
	}
	var edits []edit
	stays := make([]bool, len(l.items))
	indent := strings.Repeat(" ", f.column(l.dashes[0])-1)
	at := f.lineStart(l.dashes[0])
	for _, s := range plan {
		if s.old < 0 {
			edits = append(edits, f.newLines(at, indent+"- "+s.text))
			continue
		}
		stays[s.old] = true
		at = f.nextLine(f.lineEnd(l.items[s.old].end))
		if !s.kept {
			edits = append(edits, edit{l.items[s.old], s.text + f.headNote(l.items[s.old])})
		}
	}
	for i := range l.items {
		if !stays[i] {
			edits = append(edits, f.dropBlock(l, i)...)
		}
	}
	return edits
}

// headNote is the comment behind the | or > of a text, which stays behind what
// replaces the text.
func (f *file) headNote(item span) string {
	note := strings.TrimSpace(f.comments(item))
	if note == "" {
		return ""
	}
	return " " + note
}

// newLines puts lines where a line begins, or behind a last line without an end.
func (f *file) newLines(at int, text string) edit {
	if at == len(f.src) && !strings.HasSuffix(f.src, "\n") {
		return edit{span{at, at}, f.newline() + text}
	}
	return edit{span{at, at}, text + f.newline()}
}

// inPlace is a plan that goes through the items one by one and gives each the
// text of the step in its place.
func (f *file) inPlace(l list, plan []step) []step {
	out := make([]step, len(plan))
	for i, s := range plan {
		out[i] = s
		if s.kept {
			out[i].text = f.src[l.items[s.old].start:l.items[s.old].end]
		}
		out[i].kept = s.kept && s.old == i
		if out[i].old = i; i >= len(l.items) {
			out[i].old = -1
		}
	}
	return out
}

// dropBlock takes out an item and its dash, and the lines that would be left
// empty. Comments stay.
func (f *file) dropBlock(l list, i int) []edit {
	dash, item := l.dashes[i], l.items[i]
	end := item.end
	for end < len(f.src) && (f.src[end] == ' ' || f.src[end] == '\t') {
		end++
	}
	if notes := f.comments(item); notes != "" || strings.Contains(f.src[dash+1:item.start], "#") {
		return []edit{{span{dash, dash + 1}, " "}, {item, notes}}
	}
	if end == f.lineEnd(end) && f.firstInLine(dash) {
		if next := f.nextLine(end); next > end {
			return []edit{{span{f.lineStart(dash), next}, ""}}
		}
		start := f.lineStart(dash) // the last line has no end of its own
		return []edit{{span{max(start-len(f.newline()), 0), end}, ""}}
	}
	return []edit{{span{dash, end}, ""}}
}
