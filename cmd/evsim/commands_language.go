package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// The commands that help to write scenarios.

func (a *app) initCommand() *cobra.Command {
	from := ""
	c := &cobra.Command{
		Use:   "init FILE",
		Short: a.lang.Say("Write a first scenario to begin with"),
		Long: a.lang.Say(`Write a first scenario, with comments that explain its parts, to a new file. A file
that exists already is not changed.

With --from, the scenario runs a file of JavaScript or TypeScript. It has a length for
each wait that 64 runs of the code found. By default FILE is beside the code: app.yaml
for app.js.`),
		Example: `  evsim init race.yaml
  evsim test race.yaml
  evsim init --from app.js`,
		RunE: func(c *cobra.Command, args []string) error {
			if from == "" || len(args) > 0 {
				if err := wantsOne("FILE")(c, args); err != nil {
					return err
				}
			}
			if from == "" {
				return a.init(args[0])
			}
			return a.initFrom(c.Context(), from, strings.Join(args, ""))
		},
	}
	c.Flags().StringVar(&from, "from", "", a.lang.Say("write the scenario in which this file of `CODE` runs"))
	return c
}

func (a *app) fmtCommand() *cobra.Command {
	var o fmtOptions
	c := &cobra.Command{
		Use:   "fmt [PATH...]",
		Short: a.lang.Say("Format scenario files"),
		Long: a.lang.Say(`Format scenario files and print them: two spaces for each level, single spaces,
quotes only where they are needed, at most one blank line. Comments, line breaks and
the order of keys stay as they are, and so does the meaning of the file. Without a
PATH, or for "-", standard input is read.

With --list, --diff or --format github the exit code is 1 when a file is not
formatted.`),
		Example: `  evsim fmt -w race.yaml
  evsim fmt -d scenarios
  evsim fmt --format github scenarios
  evsim fmt < race.yaml`,
		RunE: func(_ *cobra.Command, args []string) error { return a.format(args, o) },
	}
	f := c.Flags()
	f.Var(newFormat(&o.format, formatText, formatGitHub), "format", a.lang.Say("the `FORMAT`: text, or github: an annotation for each file that is not formatted"))
	f.BoolVarP(&o.list, "list", "l", false, a.lang.Say("print the names of files that are not formatted"))
	f.BoolVarP(&o.diff, "diff", "d", false, a.lang.Say("print what would change, as a patch"))
	f.BoolVarP(&o.write, "write", "w", false, a.lang.Say("write the formatted text to the files"))
	c.MarkFlagsMutuallyExclusive("format", "diff")
	return c
}

func (a *app) lintCommand() *cobra.Command {
	var f format
	c := &cobra.Command{
		Use:   "lint [PATH...]",
		Short: a.lang.Say("Find mistakes in scenarios that are valid"),
		Long: a.lang.Sayf(`Find code in scenarios that is valid but surely a mistake. A folder means every *.yaml
and *.yml in it that has the key evsim; without a PATH the current folder is read. The
exit code is 1 if anything is found. The rules:

%s`, lintRules(a.lang)),
		Example: `  evsim lint race.yaml
  evsim lint scenarios --format json
  evsim lint scenarios --format github`,
		RunE: func(c *cobra.Command, args []string) error { return a.lint(c.Context(), args, f) },
	}
	c.Flags().Var(newFormat(&f, formatText, formatJSON, formatGitHub), "format", a.lang.Say("the `FORMAT`: text, json or github"))
	return c
}

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: a.lang.Say("Print the JSON Schema of scenario files, for editors"),
		Long: a.lang.Say(`Print the JSON Schema of scenario files (draft 7). An editor with a YAML language
server completes and checks a file with it if the file's first line names it:

  # yaml-language-server: $schema=scenario.schema.json`),
		Example: "  evsim schema > scenario.schema.json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return a.schema() },
	}
}

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: a.lang.Say("Write manual pages"),
		Long: a.lang.Say(`Write a manual page for each command into a folder, which is made if it does not
exist.`),
		Example: `  evsim man ~/.local/share/man/man1
  man evsim-run`,
		Args: wantsOne("DIR"),
		RunE: func(c *cobra.Command, args []string) error { return a.man(c.Context(), c.Root(), args[0]) },
	}
}
