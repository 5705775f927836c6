package report

import (
	"bufio"
	"fmt"

	"evsim/internal/escape"
	"evsim/scenario/diagnostic"
	"evsim/sim"
)

// github writes the workflow commands of GitHub Actions that set an annotation
// to a place of a file: one for each thing that failed or is not proved, whatever
// the number of policies, and for each thing that is wrong with a file.
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
		g.WriteString(Annotation(d, "not tested"))
	}
	for _, c := range f.checks() {
		level := "error"
		if c.what.unproved() {
			level = "warning"
		}
		g.command(level, f.Name, c.what.at(), c.names()+": "+f.Title.String(), g.message(c.what))
	}
	if f.Empty() {
		g.command("warning", f.Name, sim.Pos{}, f.Title.String(), nothingExpected.String())
	}
}

func (g *github) message(c *Check) string {
	if c.Replay == "" {
		return headline(c, nil)
	}
	return headline(c, nil) + "\nsee it: " + c.Replay
}

// Annotation is a diagnostic as a workflow command of GitHub Actions, under a
// title.
func Annotation(d diagnostic.Diagnostic, title string) string {
	level, message := "error", d.Message.String()
	if d.Warning {
		level = "warning"
	}
	if d.Hint != "" {
		message += "\nhint: " + d.Hint.String()
	}
	return command(level, d.File, d.Pos, title, message)
}

func (g *github) command(level, file string, at sim.Pos, title, message string) {
	g.WriteString(command(level, file, at, title, message))
}

// command is one workflow command.
func command(level, file string, at sim.Pos, title, message string) string {
	properties := []escape.Property{{Name: "file", Value: file}}
	if at != (sim.Pos{}) {
		properties = append(properties, escape.Property{Name: "line", Value: fmt.Sprint(at.Line)}, escape.Property{Name: "col", Value: fmt.Sprint(at.Col)})
	}
	return escape.GitHub(level, append(properties, escape.Property{Name: "title", Value: title}), message)
}

// End says in a line of its own, which is no command, how it went.
func (g *github) End(s Summary) error {
	return (&text{Writer: g.Writer, o: g.o}).End(s)
}
