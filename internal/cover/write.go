package cover

import (
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"evsim/internal/escape"
)

// Text is the coverage for people: a line for each policy, and the rules that
// nothing exercises.
func (c *Coverage) Text() string {
	var b strings.Builder
	b.WriteString("rules of order that the scenarios exercise\n")
	names := 0
	for i := range c.policies {
		names = max(names, len(c.policies[i].Name), len("chrome69"))
	}
	for i := range c.policies {
		exercised, all := c.Count(c.policies[i].Name)
		fmt.Fprintf(&b, "  %-*s  %3d of %3d\n", names, c.policies[i].Name, exercised, all)
	}
	exercised, all := c.Count("")
	fmt.Fprintf(&b, "  %-*s  %3d of %3d, %.1f%%\n", names, "in all", exercised, all, c.Percent())
	b.WriteString(c.gaps())
	return b.String()
}

// gaps is the rules that nothing exercises, a line each.
func (c *Coverage) gaps() string {
	var b strings.Builder
	gaps := c.Missing()
	if len(gaps) > 0 {
		b.WriteString("not exercised:\n")
	}
	width := 0
	for _, gap := range gaps {
		width = max(width, len(gap.Rule.ID))
	}
	for _, gap := range gaps {
		fmt.Fprintf(&b, "  %-*s  %s\n", width, gap.Rule.ID, strings.Join(gap.Policies, ", "))
	}
	return b.String()
}

// document is the coverage in JSON.
type document struct {
	Percent   float64          `json:"percent"`
	Exercised int              `json:"exercised"`
	Rules     int              `json:"rules"`
	Policies  []documentPolicy `json:"policies"`
}

type documentPolicy struct {
	Policy    string         `json:"policy"`
	Exercised int            `json:"exercised"`
	Rules     []documentRule `json:"rules"`
}

type documentRule struct {
	ID string `json:"id"`
	By string `json:"by,omitempty"` // the file that exercised it first
}

// JSON is the coverage as one document.
func (c *Coverage) JSON() (string, error) {
	out := document{Percent: c.Percent()}
	out.Exercised, out.Rules = c.Count("")
	for i := range c.policies {
		p := &c.policies[i]
		d := documentPolicy{Policy: p.Name, Exercised: len(p.By)}
		for _, r := range c.rules {
			if p.holds(r) {
				d.Rules = append(d.Rules, documentRule{r.ID, p.By[r.ID]})
			}
		}
		out.Policies = append(out.Policies, d)
	}
	text, err := escape.JSONIndented(out)
	return string(text) + "\n", err
}

//go:embed page.html
var page string

// pageRow is a rule on the page.
type pageRow struct {
	ID, Says string
	Cells    []pageCell
}

type pageCell struct {
	Policy, Class, Sign, By string
}

// HTML is the coverage as a page that needs nothing else: a row for each rule,
// a column for each policy.
func (c *Coverage) HTML() (string, error) {
	t, err := template.New("page").Parse(page)
	if err != nil {
		return "", fmt.Errorf("the page of coverage: %w", err)
	}
	data := struct {
		Percent        string
		Exercised, All int
		Policies       []Policy
		Rows           []pageRow
	}{Percent: fmt.Sprintf("%.1f", c.Percent()), Policies: c.policies}
	data.Exercised, data.All = c.Count("")
	for _, r := range c.rules {
		row := pageRow{ID: r.ID, Says: strings.ReplaceAll(r.Says, "`", "")}
		for i := range c.policies {
			row.Cells = append(row.Cells, c.policies[i].cell(r.ID, c.policies[i].holds(r)))
		}
		data.Rows = append(data.Rows, row)
	}
	var b strings.Builder
	err = t.Execute(&b, data)
	return b.String(), err
}

func (p *Policy) cell(id string, holds bool) pageCell {
	switch {
	case !holds:
		return pageCell{Policy: p.Name, Class: "none"}
	case p.By[id] == "":
		return pageCell{p.Name, "open", "✗", "not exercised"}
	}
	return pageCell{p.Name, "done", "✓", p.By[id]}
}
