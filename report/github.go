package report

import (
	"bufio"
	"fmt"
	"strings"

	"evsim/sim"
)

// github writes the workflow commands of GitHub Actions that set an annotation
// to a place of a file: one for each failure, and for each thing that is wrong
// with a file.
type github struct {
	*bufio.Writer
	o Options
}

func (g *github) Begin([]string) {}

func (g *github) File(f *File) {
	if f.Unreadable != nil {
		g.command("error", f.Name, sim.Pos{}, "not tested", problem(f))
	}
	for _, d := range f.Diagnostics {
		level := "error"
		if d.Warning {
			level = "warning"
		}
		message := d.Message
		if d.Hint != "" {
			message += "\nhint: " + d.Hint
		}
		g.command(level, f.Name, d.Pos, "not tested", message)
	}
	for i := range f.Tests {
		for k := range f.Tests[i].Checks {
			if c := &f.Tests[i].Checks[k]; c.Failure != nil {
				g.command("error", f.Name, c.Failure.At, f.Tests[i].Policy+": "+f.Title, g.message(c))
			}
		}
	}
}

func (g *github) message(c *Check) string {
	if c.Replay == "" {
		return headline(c)
	}
	return headline(c) + "\nsee it: " + c.Replay
}

// command is one workflow command. What its parser would take for its own is
// escaped, as actions/toolkit does; control characters are replaced.
func (g *github) command(level, file string, at sim.Pos, title, message string) {
	data := strings.NewReplacer("%", "%25")
	property := strings.NewReplacer("%", "%25", ":", "%3A", ",", "%2C")
	place := ""
	if at != (sim.Pos{}) {
		place = fmt.Sprintf(",line=%d,col=%d", at.Line, at.Col)
	}
	lines := strings.Split(message, "\n")
	for i := range lines {
		lines[i] = data.Replace(Shown(lines[i]))
	}
	fmt.Fprintf(g, "::%s file=%s%s,title=%s::%s\n", level, property.Replace(Shown(file)), place, property.Replace(Shown(title)), strings.Join(lines, "%0A"))
}

// End says in a line of its own, which is no command, how it went.
func (g *github) End(s Summary) error {
	return (&text{Writer: g.Writer, o: g.o}).End(s)
}
