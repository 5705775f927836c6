package js

import (
	"math"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// table is what console.table prints (Node's documentation, "console.table").
type table struct {
	heads []string
	cells [][]string // by row
}

// consoleTable is console.table(data, properties).
func (m *machine) consoleTable(call goja.FunctionCall) goja.Value {
	o, ok := call.Argument(0).(*goja.Object)
	if !ok {
		m.print(m.format(call.Arguments[:min(1, len(call.Arguments))]))
		return goja.Undefined()
	}
	var t table
	switch kind := m.kindOf(o); kind {
	case "Map", "Set":
		t = m.collectionTable(o, kind)
	default:
		t = m.rowsTable(o, call.Argument(1))
	}
	long := terminalWidth
	if !since(m.policy, 12) {
		long = units
	}
	m.print(t.text(!since(m.policy, 20), long))
	return goja.Undefined()
}

// collectionTable is a row for each entry of a Map or a Set.
func (m *machine) collectionTable(o *goja.Object, kind string) table {
	t := table{heads: []string{"(iteration index)", "Values"}}
	if kind == "Map" {
		t.heads = []string{"(iteration index)", "Key", "Values"}
	}
	for i, v := range m.entriesOf(o, kind) {
		row := []string{itoa(i)}
		if entry, ok := v.(*goja.Object); ok && kind == "Map" {
			row = append(row, m.cell(entry.Get("0")), m.cell(entry.Get("1")))
		} else {
			row = append(row, m.cell(v))
		}
		t.cells = append(t.cells, row)
	}
	return t
}

// rowsTable is a row for each property, and a column for each property of these.
func (m *machine) rowsTable(o *goja.Object, only goja.Value) table {
	t := table{heads: []string{"(index)"}}
	fixed, filtered := only.(*goja.Object)
	if filtered {
		for _, v := range m.listOf(fixed) {
			t.heads = append(t.heads, v.String())
		}
	}
	var values []string // of rows that are no objects
	some := false
	for at, key := range o.Keys() {
		row, value := []string{key}, ""
		inner, ok := o.Get(key).(*goja.Object)
		if ok && !isFunction(inner) {
			for _, name := range inner.Keys() {
				column := slices.Index(t.heads[1:], name) + 1
				if column == 0 && filtered {
					continue
				}
				if column == 0 {
					t.heads = append(t.heads, name)
					column = len(t.heads) - 1
				}
				for len(row) <= column {
					row = append(row, "")
				}
				row[column] = m.cell(inner.Get(name))
			}
		} else {
			some, value = true, m.cell(o.Get(key))
		}
		t.cells, values = append(t.cells, row), append(values, value)
		if at >= maxPieces {
			break
		}
	}
	for i := range t.cells {
		for len(t.cells[i]) < len(t.heads) {
			t.cells[i] = append(t.cells[i], "")
		}
		if some {
			t.cells[i] = append(t.cells[i], values[i])
		}
	}
	if some {
		t.heads = append(t.heads, "Values")
	}
	return t
}

// cell is a value in a table: no deeper than its own elements.
func (m *machine) cell(v goja.Value) string {
	o := m.defaults()
	o.deepest, o.elements, o.breakAt = 0, 3, math.MaxInt32
	if inner, ok := v.(*goja.Object); ok && classOf(inner) != "Array" && len(inner.Keys()) > 2 {
		o.deepest = -1
	}
	return m.displayWith(v, o)
}

// text draws the table; centered, as releases before 20 do, or on the left. long says how
// long a text is.
func (t *table) text(centered bool, long func(string) int) string {
	widths := make([]int, len(t.heads))
	for _, row := range append([][]string{t.heads}, t.cells...) {
		for i, c := range row {
			widths[i] = max(widths[i], long(c)+2)
		}
	}
	line := func(left, between, right string) string {
		var parts []string
		for _, w := range widths {
			parts = append(parts, strings.Repeat("─", w))
		}
		return left + strings.Join(parts, between) + right
	}
	row := func(cells []string) string {
		var parts []string
		for i, c := range cells {
			space, left := widths[i]-long(c), 1
			if centered {
				left = space / 2
			}
			parts = append(parts, strings.Repeat(" ", left)+c+strings.Repeat(" ", space-left))
		}
		return "│" + strings.Join(parts, "│") + "│"
	}
	lines := []string{line("┌", "┬", "┐"), row(t.heads), line("├", "┼", "┤")}
	for _, cells := range t.cells {
		lines = append(lines, row(cells))
	}
	return strings.Join(append(lines, line("└", "┴", "┘")), "\n")
}
