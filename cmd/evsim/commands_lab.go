package main

import "github.com/spf13/cobra"

// labCommand is the command that serves a page to write scenarios on.
func (a *app) labCommand() *cobra.Command {
	var o labOptions
	c := &cobra.Command{
		Use:   "lab [DIR]",
		Short: "Write, run and predict scenarios on a page of your own",
		Long: `Serve a page on which scenarios are written, with completion and errors in
place, run, compared and explored, and on which you put the lines of a lesson in
order before you see it run. It prints the page's address. Only this machine can
reach it, unless --listen says otherwise; it needs no other network, and keeps
nothing but in the browser. Ctrl-C ends it.

With DIR the page also shows the *.yaml in that folder, as they are then; it
reads nothing else, and writes nothing.`,
		Example: `  evsim lab
  evsim lab scenarios --listen 127.0.0.1:8080 --open`,
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
	f.StringVar(&o.listen, "listen", "127.0.0.1:0", "serve at `HOST:PORT`; port 0 is any that is free")
	f.BoolVar(&o.open, "open", false, "open the page in the browser")
	return c
}
