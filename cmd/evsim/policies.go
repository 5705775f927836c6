package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"evsim/model"
)

// policies lists the policies.
func (a *app) policies(verbose bool) error {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "POLICY\tSTANDS FOR\tWHAT IS ITS OWN")
	for _, p := range model.Policies() {
		fmt.Fprintf(w, "%s\t%s\t%s\n", p.Name, p.Versions, p.Title)
	}
	w.Flush()
	b.WriteString("\nnode is the newest Node; node18 the newest release of 18; node@18.20.8 that release.\n")
	return a.writeAll(b.String())
}
