package main

import (
	"io"
	"slices"
	"strings"

	"evsim/internal/say"

	"github.com/spf13/cobra"
)

// The files commands*.go, completion.go and man.go are the only ones that know
// which library reads the command line.

const aboutExits say.Text = `Exit codes:
  0    done
  1    test: an expectation failed; diff and observe: a log is not possible; fmt: a file
       is not formatted; lint: a mistake was found; why: no run logs both lines
  2    wrong usage, an invalid scenario, or a file that cannot be read or written
  3    a run reached a limit that its scenario did not expect, or a result is not proved
  130  interrupted
  141  the program that read the output closed it`

// command is the whole command line.
func (a *app) command(args []string) *cobra.Command {
	a.lang = askedFor(args, a.lang)
	root := &cobra.Command{
		Use:   "evsim",
		Short: a.lang.Say("Run JavaScript event loops on a virtual clock"),
		Long: a.lang.Say(`evsim runs scenarios, which are small scripts of timers, promises, I/O and so on,
on a model of the JavaScript event loop with a virtual clock. A policy is the rules
of one runtime, such as Node 22 or Firefox. The same input gives the same output
on every machine.`) + "\n\n" + a.lang.Say(aboutExits),
		Example:       "  evsim run scenarios/seeds/seed3-05-timer1-timer2-promise3.yaml --policy node10,node22",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.PersistentFlags().Var((*langFlag)(a), "lang", a.lang.Say("use this `LANGUAGE` for all text: en or zh (default: what LC_ALL, LC_MESSAGES or LANG says)"))
	root.PersistentFlags().Lookup("lang").DefValue = "" // the environment's
	root.SetArgs(args)
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(flagError)
	first := ""
	if len(args) > 0 {
		first = args[0]
	}
	a.addCommands(root, first)
	if a.lang != nil {
		a.inLanguage(root)
	}
	if first == cobra.ShellCompRequestCmd || first == cobra.ShellCompNoDescRequestCmd {
		complete(root)
	}
	if first == "help" {
		demandTopic(root)
	}
	if first == "completion" {
		root.SetOut(bareCommas{a.bare})
		demandShell(root, args)
	}
	return root
}

// commands are the commands by name. A command line that names one makes no
// other, for making them all takes longer than a short run does.
var commands = []struct {
	name string
	make func(*app) *cobra.Command
}{
	{"run", (*app).runCommand},
	{"check", (*app).checkCommand},
	{"test", (*app).testCommand},
	{"review", (*app).reviewCommand},
	{"explore", (*app).exploreCommand},
	{"why", (*app).whyCommand},
	{"diff", (*app).diffCommand},
	{"export", (*app).exportCommand},
	{"trace", (*app).traceCommand},
	{"report", (*app).reportCommand},
	{"step", (*app).stepCommand},
	{"lab", (*app).labCommand},
	{"observe", (*app).observeCommand},
	{"policies", (*app).policiesCommand},
	{"articles", (*app).articlesCommand},
	{"version", (*app).versionCommand},
	{"init", (*app).initCommand},
	{"fmt", (*app).fmtCommand},
	{"lint", (*app).lintCommand},
	{"schema", (*app).schemaCommand},
}

// addCommands adds the command of this name; if there is none such, all.
func (a *app) addCommands(root *cobra.Command, name string) {
	for _, c := range commands {
		if c.name == name {
			root.AddCommand(c.make(a))
			root.CompletionOptions.DisableDefaultCmd = true
			return
		}
	}
	root.Version = versionLine()
	root.SetVersionTemplate("{{.Version}}\n")
	for _, c := range commands {
		root.AddCommand(c.make(a))
	}
	root.AddCommand(a.manCommand()) // it writes of all
}

func (a *app) runCommand() *cobra.Command {
	var o runOptions
	c := &cobra.Command{
		Use:   "run FILE...",
		Short: a.lang.Say("Run scenarios and show what happens, and when"),
		Long: a.lang.Say(`Run scenarios and show what happens, and when. Each scenario runs under the policies
that it names, or those of --policy. A length of time that is given as a range has its
lowest value; with --seed it is drawn from the range. "-" is standard input.

The formats: text is for people; if several policies log the same lines at the same
times, it shows the run only once (but not with --pace, --polls or --stats). log has
only the lines that the script logs, under a heading "# policy file" if there is more
than one run. ndjson has one JSON object for each event, one a line.

--polls adds a row for each visit of Node's poll phase. It says how long poll may wait
for events and for which timer, or why it does not wait.`),
		Example: `  evsim run race.yaml
  evsim run race.yaml --policy node22 --polls
  evsim run race.yaml --policy node10,node22 --format log
  evsim run race.yaml --set clock.startup=2ms --set 'files={./a: {latency: 5ms}}'
  evsim run race.yaml --case 'the loop starts late'
  evsim run race.yaml --policy browser --pace 0.1x
  evsim run long.yaml --format log --stats --profile cpu=cpu.pprof
  evsim run - < race.yaml`,
		Args: wants("FILE"),
		RunE: func(c *cobra.Command, args []string) error { return a.run(c.Context(), args, o) },
	}
	f := c.Flags()
	a.worldFlags(c, &o)
	f.Var(newFormat(&o.format, formatText, formatLog, formatNDJSON), "format", a.lang.Say("the `FORMAT`: text, log or ndjson (json means ndjson)"))
	f.StringVar(&o.pace, "pace", "", a.lang.Say("show the run at a `SPEED` of real time, such as 1x or 0.5x"))
	f.BoolVar(&o.polls, "polls", false, a.lang.Say("in text: also show for how long poll may wait, and why"))
	f.BoolVar(&o.stats, "stats", false, a.lang.Say("also write to standard error how much ran, how fast, and how long the queues were"))
	f.StringArrayVar(&o.profiles, "profile", nil, a.lang.Say("write a profile for go tool pprof: `cpu=FILE` or heap=FILE; may be repeated"))
	return c
}

func (a *app) checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check PATH...",
		Short: a.lang.Say("Show what is wrong with scenarios, without running them"),
		Long: a.lang.Say(`Read scenarios and show all that is wrong with them. When nothing is wrong, nothing
is printed. A folder means the scenarios in it. "-" is standard input.`),
		Example: `  evsim check race.yaml
  evsim check scenarios`,
		Args: wants("PATH"),
		RunE: func(_ *cobra.Command, args []string) error { return a.check(args) },
	}
}

func (a *app) policiesCommand() *cobra.Command {
	var verbose bool
	c := &cobra.Command{
		Use:   "policies [NAME...]",
		Short: a.lang.Say("List the policies: runtimes, and which versions each is"),
		Long: a.lang.Say(`List the policies, and for which versions of which runtime each is. With names, say
which policy is used for each name. A release of Node in which a few rules differ
from its neighbours, such as node@20.11.0, has a policy of its own, and these rules
are listed.`),
		Example: `  evsim policies
  evsim policies -v
  evsim policies node@20.11.0 node24`,
		RunE: func(_ *cobra.Command, names []string) error {
			switch {
			case len(names) == 0:
				return a.policies(verbose)
			case verbose:
				return say.Errorf("--verbose works only with the list of all policies: leave out NAME")
			}
			return a.policiesOf(names)
		},
	}
	c.Flags().BoolVarP(&verbose, "verbose", "v", false, a.lang.Say("also list the rules in which they differ, and what each has"))
	return c
}

func (a *app) versionCommand() *cobra.Command {
	var withLicences bool
	var since string
	c := &cobra.Command{
		Use:   "version",
		Short: a.lang.Say("Print the version of evsim"),
		Long: a.lang.Say(`Print the version of evsim, the commit if it is a release, the version of the
scenario language, and that of Go. With --licenses, print the licences of third-party
code in it. With --since, print what changed after a version: for example new policies
and corrected rules, whose logs can differ from those of that version.`),
		Example: `  evsim version
  evsim version --licenses
  evsim version --since 1.2.0`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if c.Flags().Changed("since") {
				return a.changesSince(since)
			}
			return a.version(withLicences)
		},
	}
	c.Flags().StringVar(&since, "since", "", a.lang.Say("print what changed after a `VERSION`"))
	c.Flags().BoolVar(&withLicences, "licenses", false, a.lang.Say("print the licences of third-party code in it"))
	c.MarkFlagsMutuallyExclusive("since", "licenses")
	return c
}

// demandTopic makes help for what there is not an error, as any other command
// line with it is.
func demandTopic(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() == "help" {
			show := c.Run
			c.Run, c.RunE = nil, func(c *cobra.Command, args []string) error {
				if _, _, err := root.Find(args); err != nil {
					return err
				}
				show(c, args)
				return nil
			}
		}
	}
}

// wants demands at least one argument.
func wants(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return say.Errorf("a %s is missing (see %s --help)", what, c.CommandPath())
		}
		if slices.Contains(args, "") {
			return say.Errorf("the name of a %s is empty", what)
		}
		return nil
	}
}

// format is how output is written.
type format string

// The formats.
const (
	formatText   format = "text"
	formatLog    format = "log"
	formatNDJSON format = "ndjson"
	formatJSON   format = "json"
	formatGitHub format = "github"

	formatMarble   format = "marble"
	formatMermaid  format = "mermaid"
	formatSVG      format = "svg"
	formatPerfetto format = "perfetto"
)

// formatFlag is a flag's value: one of the formats that a command has.
type formatFlag struct {
	value *format
	of    []format
}

// newFormat is a flag with the first of the formats to begin with.
func newFormat(value *format, of ...format) *formatFlag {
	*value = of[0]
	return &formatFlag{value, of}
}

// sameFormat are names that mean the other where a command has only that: both
// are JSON, in one document or one on each line.
var sameFormat = map[format]format{formatJSON: formatNDJSON, formatNDJSON: formatJSON}

func (f *formatFlag) String() string { return string(*f.value) }

func (f *formatFlag) Type() string { return "format" }

// Set is called with what the user wrote (pflag.Value).
func (f *formatFlag) Set(text string) error {
	wanted := format(text)
	if other, ok := sameFormat[wanted]; ok && !slices.Contains(f.of, wanted) {
		wanted = other
	}
	if slices.Contains(f.of, wanted) {
		*f.value = wanted
		return nil
	}
	var names []string
	for _, name := range f.of {
		names = append(names, string(name))
	}
	last := len(names) - 1
	return say.Errorf("it is %s or %s", joined(names[:last]), names[last])
}

// joined is a list for a message.
func joined(words []string) string { return strings.Join(words, ", ") }

// writeAll writes a finished text.
func (a *app) writeAll(text string) error {
	if _, err := io.WriteString(a.stdout, text); err != nil {
		return say.Errorf("cannot write: %w", reason(err))
	}
	return nil
}
