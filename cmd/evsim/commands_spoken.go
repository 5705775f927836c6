package main

import (
	"strings"

	"evsim/internal/say"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// headings are the words that the library's template of help has, the longer
// ones first of those that are a part of others.
var headings = []say.Text{
	"Global Flags:", "Flags:", "Usage:", "Aliases:", "Examples:", "Available Commands:", "Additional Commands:", "Additional help topics:",
	"for more information about a command.", `Use "{{`,
}

// inLanguage says the library's own words of help in the language of the user.
func (a *app) inLanguage(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Short = a.lang.Say("Help about any command")
			c.Long = a.lang.Say("Show the help of any command. It is the same as the flag --help behind that command.")
		case "completion":
			c.Short = a.lang.Say("Generate the autocompletion script for the specified shell")
			c.Long = c.Short
		}
	}
	template := root.UsageTemplate()
	for _, heading := range headings {
		template = strings.ReplaceAll(template, heading.String(), a.lang.Say(heading))
	}
	root.SetUsageTemplate(template)
	show := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		c.InitDefaultHelpFlag()
		c.InitDefaultVersionFlag()
		c.Flags().VisitAll(func(f *pflag.Flag) {
			switch f.Name {
			case "help":
				f.Usage = a.lang.Sayf("help for %s", c.DisplayName())
			case "version":
				f.Usage = a.lang.Sayf("version for %s", c.DisplayName())
			}
			if value := defaultOf(f); value != "" {
				f.Usage += a.lang.Sayf(" (default %s)", value)
				f.DefValue = nothing(f) // it is told
			}
		})
		show(c, args)
	})
}

// nothing is the default of a flag of this type of which the library's help says
// nothing.
func nothing(f *pflag.Flag) string {
	switch f.Value.Type() {
	case "stringSlice", "stringArray":
		return "[]"
	case "int", "uint64", "float64":
		return "0"
	case "duration":
		return "0s"
	}
	return ""
}
