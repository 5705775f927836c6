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
