package main

import (
	"github.com/spf13/cobra"
)

// The commands that help to write scenarios.

func (a *app) initCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init FILE",
		Short: "Begin a scenario",
		Long: `Write a first scenario, with comments that say what its parts are, into a new
file. A file that is there already is left as it is.`,
		Example: `  evsim init race.yaml
  evsim test race.yaml`,
		Args: wantsOne("FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return a.init(args[0]) },
	}
}

func (a *app) fmtCommand() *cobra.Command {
	var o fmtOptions
	c := &cobra.Command{
		Use:   "fmt [PATH...]",
		Short: "Put scenario files into one form",
		Long: `Put scenario files into one form and print them: two spaces a level, one space
where one is wanted, quotes where they are needed, at most one blank line.
Comments, line breaks and the order of keys are the author's and stay, and so
does all that the file means. Without a PATH, or for "-", standard input is read.

With --list, --diff or --format github the exit code is 1 when a file is not in
form.`,
		Example: `  evsim fmt -w race.yaml
  evsim fmt -d scenarios
  evsim fmt --format github scenarios
  evsim fmt < race.yaml`,
		RunE: func(_ *cobra.Command, args []string) error { return a.format(args, o) },
	}
	f := c.Flags()
	f.Var(newFormat(&o.format, formatText, formatGitHub), "format", "the `FORMAT`: text, or github: an annotation for each file that is not in form")
	f.BoolVarP(&o.list, "list", "l", false, "print the names of files that are not in form")
	f.BoolVarP(&o.diff, "diff", "d", false, "print what would change, as patch reads it")
	f.BoolVarP(&o.write, "write", "w", false, "write files that are not in form anew, whole or not at all")
	c.MarkFlagsMutuallyExclusive("format", "diff")
	return c
}

func (a *app) lintCommand() *cobra.Command {
	var f format
	c := &cobra.Command{
		Use:   "lint [PATH...]",
		Short: "Find what is legal in scenarios and surely a mistake",
		Long: `Find what is legal in scenarios and surely a mistake. A folder stands for every
*.yaml in it, no PATH for the folder that this is. The exit code is 1 when
anything is found. The rules:

` + lintRules(),
		Example: `  evsim lint race.yaml
  evsim lint scenarios --format json
  evsim lint scenarios --format github`,
		RunE: func(c *cobra.Command, args []string) error { return a.lint(c.Context(), args, f) },
	}
	c.Flags().Var(newFormat(&f, formatText, formatJSON, formatGitHub), "format", "the `FORMAT`: text, json or github")
	return c
}

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of scenario files, for editors",
		Long: `Print the JSON Schema of scenario files (draft 7). Editors with a YAML language
server complete and check files by it that name it in their first line:

  # yaml-language-server: $schema=scenario.schema.json`,
		Example: "  evsim schema > scenario.schema.json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.schema() },
	}
}

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write manual pages",
		Long: `Write a manual page for each command into a folder, which is made if it is not
there.`,
		Example: `  evsim man ~/.local/share/man/man1
  man evsim-run`,
		Args: wantsOne("DIR"),
		RunE: func(c *cobra.Command, args []string) error { return a.man(c.Root(), args[0]) },
	}
}
