package main

import "github.com/spf13/cobra"

// labCommand is the command that serves a page to write scenarios on.
func (a *app) labCommand() *cobra.Command {
	var o labOptions
	c := &cobra.Command{
		Use:   "lab [DIR]",
		Short: a.lang.Say("Write and run scenarios in the browser"),
		Long: a.lang.Say(`Serve a page on which you write scenarios, run them, compare runtimes and find every
order. The editor completes words and marks errors. In a lesson you first predict the
order of the lines. The command prints the address of the page. Only this machine can
open it, unless --listen says otherwise. It needs no network. Your texts are kept only
in your browser, separately for each port. So the port is always 3939, or the next free
one. Ctrl-C ends it.

With DIR the page also shows the current *.yaml files of that folder, with the code
files that they run. Those with the key "lesson" are lessons: their checks, hints and
answers are sent only when somebody asks for them. No other files are read, and none are
written.`),
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
	f.StringVar(&o.sheet, "sheet", "", a.lang.Say("write the lessons and their solutions to `FILE` as a page to print, and do not serve"))
	return c
}
