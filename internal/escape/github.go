package escape

import "strings"

// Property is one property of a workflow command.
type Property struct{ Name, Value string }

// GitHub is a workflow command of GitHub Actions, such as
// `::error file=a.yaml,line=1::it fails`, as one line with its end. The name of
// the command and those of the properties are the caller's own; their values and
// the message are escaped as actions/toolkit does (packages/core, command.ts),
// and the message may have several lines.
func GitHub(command string, properties []Property, message string) string {
	var b strings.Builder
	b.WriteString("::" + command)
	for i, p := range properties {
		b.WriteString([]string{" ", ","}[min(i, 1)])
		b.WriteString(p.Name + "=" + strings.NewReplacer("%", "%25", ":", "%3A", ",", "%2C").Replace(Line(p.Value)))
	}
	b.WriteString("::" + strings.NewReplacer("%", "%25", "\n", "%0A").Replace(Lines(message)) + "\n")
	return b.String()
}
