package evidence

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
)

// Explanation says why the model does not have what some versions did.
type Explanation struct {
	File     string   `json:"file"`
	Case     string   `json:"case,omitempty"`
	Runtime  string   `json:"runtime"`
	Versions []string `json:"versions"`
	Why      string   `json:"why"`
}

// Explains reports whether the explanation is about a record.
func (x Explanation) Explains(h Held) bool {
	return x.File == h.File && x.Case == h.Case && x.Runtime == h.Runtime && slices.Contains(x.Versions, h.Versions[0])
}

// ReadExplanations reads explanations, one JSON object a line.
func ReadExplanations(from io.Reader) (all []Explanation, err error) {
	lines := bufio.NewScanner(from)
	for n := 1; lines.Scan(); n++ {
		var x Explanation
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		if err := d.Decode(&x); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		all = append(all, x)
	}
	return all, lines.Err()
}

// Document is the tables of docs/conformance.md: what runtimes did, held
// against the model.
func Document(all []Held, explained []Explanation) string {
	d := document{held: all, columns: columnsOf(all)}
	d.summary()
	d.disagreements(explained)
	d.undecided()
	d.scenarios()
	return d.String()
}

type document struct {
	strings.Builder
	held    []Held
	columns []column
}

// column is one version of a runtime.
type column struct{ runtime, version string }

func (c column) has(h Held) bool { return h.Runtime == c.runtime && h.Versions[0] == c.version }

// columnsOf is every version in the records: Node first, then browsers.
func columnsOf(all []Held) (out []column) {
	for _, h := range all {
		if c := (column{h.Runtime, h.Versions[0]}); !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b column) int {
		return cmp.Or(cmp.Compare(rank(a.runtime), rank(b.runtime)), cmp.Compare(a.runtime, b.runtime), compareVersions(a.version, b.version))
	})
	return out
}

func rank(runtime string) int {
	if runtime == "node" {
		return 0
	}
	return 1
}

// short is the first number of the version that tells releases apart, which is
// enough for a narrow column.
func (c column) short() string {
	major, rest, _ := strings.Cut(c.version, ".")
	if c.runtime == "webkit" {
		minor, _, _ := strings.Cut(rest, ".")
		major += "." + minor
	}
	return c.runtime + " " + major
}

func (d *document) summary() {
	d.WriteString("| runtime | version | policy | clock | observed | agreed | legal | undecided | disagreed |\n")
	d.WriteString("| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, c := range d.columns {
		var count [4]int
		total := 0
		var modes []string
		for _, h := range d.held {
			if c.has(h) {
				count[h.State]++
				total++
				if !slices.Contains(modes, string(h.Mode)) {
					modes = append(modes, string(h.Mode))
				}
			}
		}
		policy := "none"
		if p, err := PolicyOf(c.runtime, c.version); err == nil {
			policy = p.Name
		}
		fmt.Fprintf(d, "| %s | %s | %s | %s | %d | %s | %s | %s | %s |\n", c.runtime, c.version, policy, strings.Join(slices.Sorted(slices.Values(modes)), ", "), total,
			some(count[Agreed]), some(count[Allowed]), some(count[Undecided]), some(count[Disagreed]))
	}
}

func some(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func (d *document) disagreements(explained []Explanation) {
	d.WriteString("\n## Disagreements\n\n")
	if !slices.ContainsFunc(d.held, func(h Held) bool { return h.State == Disagreed }) {
		d.WriteString("There are none.\n")
		return
	}
	d.WriteString("| scenario | runtimes | why |\n| --- | --- | --- |\n")
	for _, x := range explained {
		fmt.Fprintf(d, "| %s | %s %s | %s |\n", nameOf(x.File, x.Case), x.Runtime, strings.Join(x.Versions, ", "), x.Why)
	}
}

func (d *document) undecided() {
	var lines []string
	for _, h := range d.held {
		if h.State == Undecided {
			lines = append(lines, fmt.Sprintf("| %s | %s %s | %s |\n", nameOf(h.File, h.Case), h.Runtime, h.Versions[0], h.Why))
		}
	}
	if lines == nil {
		return
	}
	d.WriteString("\n## Undecided\n\n| scenario | runtime | why |\n| --- | --- | --- |\n" + strings.Join(lines, ""))
}

func nameOf(file, world string) string {
	name := "`" + strings.TrimSuffix(strings.TrimPrefix(file, "scenarios/"), ".yaml") + "`"
	if world != "" {
		name += ", " + world
	}
	return name
}

// scenarios is a table for each folder.
func (d *document) scenarios() {
	for from := 0; from < len(d.held); {
		folder := path.Dir(d.held[from].File)
		to := from
		for to < len(d.held) && path.Dir(d.held[to].File) == folder {
			to++
		}
		d.folder(folder, d.held[from:to])
		from = to
	}
}

var marks = [...]string{Agreed: "=", Allowed: "~", Undecided: "?", Disagreed: "**≠**"}

func (d *document) folder(name string, held []Held) {
	columns := columnsOf(held)
	fmt.Fprintf(d, "\n## %s\n\n| scenario |", path.Base(name))
	for _, c := range columns {
		d.WriteString(" " + c.short() + " |")
	}
	d.WriteString("\n| --- |" + strings.Repeat(" --- |", len(columns)) + "\n")
	for from := 0; from < len(held); {
		to := from
		for to < len(held) && held[to].File == held[from].File && held[to].Case == held[from].Case {
			to++
		}
		d.row(columns, held[from:to])
		from = to
	}
}

func (d *document) row(columns []column, held []Held) {
	label := "`" + strings.TrimSuffix(path.Base(held[0].File), ".yaml") + "`"
	if held[0].Case != "" {
		label = "&nbsp;&nbsp;" + held[0].Case
	}
	d.WriteString("| " + label + " |")
	for _, c := range columns {
		mark := ""
		for _, h := range held {
			if c.has(h) {
				mark = marks[h.State]
			}
		}
		d.WriteString(" " + mark + " |")
	}
	d.WriteString("\n")
}
