package main

import "github.com/spf13/cobra"

// labCommand is the command that serves a page to write scenarios on.
func (a *app) labCommand() *cobra.Command {
	var o labOptions
	c := &cobra.Command{
		Use:   "lab [DIR]",
		Short: a.lang.Say("Write and run scenarios in the browser"),
		Long: a.lang.Say(`Serve a page on which you write scenarios, with completion and with errors shown in
place, run them, compare runtimes and find every order; and on which you guess the
order of the lines of a lesson before you see it run. The command prints the page's
address. Only this machine can open it, unless --listen says otherwise. It needs no
network, and what you write is kept in your browser only, which keeps it for each port:
so the port is 3939, and another only if that is not free. Ctrl-C ends it.

With DIR the page also shows the *.yaml files of that folder as they are then, with the
files of code that they run. Those with the key "lesson" are lessons: what checks them,
their hints and answers are sent when somebody asks for them. No other files are read,
and none are written.`),
		Example: `  evsim lab
  evsim lab scenarios --open
  evsim lab course --listen 0.0.0.0:3939
  evsim lab course --frame https://course.example
  evsim lab course --sheet course.html`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			dir := ""
			if len(args) > 0 {
				dir = args[0]
			}
			return a.lab(c.Context(), dir, o)
		},
	}
	f := c.Flags()
	f.IntVar(&o.port, "port", labPort, a.lang.Say("serve at port `N` of this machine; at 0 at any free port"))
	f.StringVar(&o.listen, "listen", "", a.lang.Say("serve at `HOST:PORT`, so that others reach it; with port 0 at any free port"))
	c.MarkFlagsMutuallyExclusive("port", "listen")
	f.BoolVar(&o.open, "open", false, a.lang.Say("open the page in the browser"))
	f.StringArrayVar(&o.frames, "frame", nil, a.lang.Say("let pages of `ORIGIN` show the lab in a frame; may be given more than once"))
	f.StringVar(&o.sheet, "sheet", "", a.lang.Say("write the lessons as a page to print, with their solutions, to `FILE`, and serve nothing"))
	return c
}
