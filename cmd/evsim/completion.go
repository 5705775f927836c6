package main

import (
	"io"
	"strings"

	"evsim/internal/articles"
	"evsim/internal/folder"
	"evsim/internal/say"
	"evsim/model"
	"evsim/scenario"
	"evsim/scenario/script"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// complete teaches the shells' completion, for every command, what stands
// behind its flags and as its arguments.
func complete(c *cobra.Command) {
	for _, sub := range c.Commands() {
		complete(sub)
	}
	switch _, argument, _ := strings.Cut(c.Use, " "); argument {
	case "FILE", "FILE...", "PATH...", "[PATH...]":
		c.ValidArgsFunction = scenarioFiles
	case "[NAME...]":
		c.ValidArgsFunction = cobra.FixedCompletions(policyWords(), cobra.ShellCompDirectiveNoFileComp)
	case "[ARTICLE...]":
		c.ValidArgsFunction = cobra.FixedCompletions(articleWords(), cobra.ShellCompDirectiveNoFileComp)
	case "":
		c.ValidArgsFunction = cobra.NoFileCompletions
	}
	offer := func(f *pflag.Flag) {
		_, shared := c.GetFlagCompletionFunc(f.Name) // with another command, where it was done
		if how := flagWords(f); how != nil && !shared {
			if err := c.RegisterFlagCompletionFunc(f.Name, how); err != nil {
				panic("evsim: completion of --" + f.Name + ": " + err.Error())
			}
		}
	}
	c.Flags().VisitAll(offer)
	c.PersistentFlags().VisitAll(offer)
}

// bareCommas mends the script for bash, which takes a comma for what must be
// escaped, and so finds nothing for a list as one types it.
type bareCommas struct{ io.Writer }

// Write writes a whole script.
func (b bareCommas) Write(script []byte) (int, error) {
	const compared, inserted = `comp=$(printf "%q" "${compline%%$tab*}")`, `COMPREPLY[0]=$(printf "%q" "${COMPREPLY[0]%%$tab*}")`
	mended := strings.NewReplacer(compared, compared+"\n        comp=${comp//\\\\,/,}", inserted, inserted+"\n        COMPREPLY[0]=${COMPREPLY[0]//\\\\,/,}").Replace(string(script))
	if _, err := io.WriteString(b.Writer, mended); err != nil {
		return 0, err
	}
	return len(script), nil
}

// demandShell makes a command line that names no shell an error; cobra's own
// command shows its help then, which is no script.
func demandShell(root *cobra.Command, args []string) {
	root.InitDefaultCompletionCmd(args...)
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.RunE = func(*cobra.Command, []string) error {
				return say.Errorf("name a shell: bash, zsh, fish or powershell (see evsim completion --help)")
			}
		}
	}
}

// flagWords is how a flag's value is completed, or nil for the shell's own way.
func flagWords(f *pflag.Flag) cobra.CompletionFunc {
	format, isFormat := f.Value.(*formatFlag)
	switch {
	case isFormat:
		var words []string
		for _, name := range format.of {
			words = append(words, string(name))
		}
		return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	case f.Name == "policy":
		return listWords(policyWords())
	case f.Name == "unknown":
		return listWords(script.FreeKinds())
	case f.Name == "to" && f.Value.Type() == "target":
		return cobra.FixedCompletions([]string{string(toNode), string(toBrowser), string(toEvsim)}, cobra.ShellCompDirectiveNoFileComp)
	case f.Name == "case":
		return caseNames
	case f.Name == "lang":
		return cobra.FixedCompletions([]string{string(articles.English), string(articles.Chinese)}, cobra.ShellCompDirectiveNoFileComp)
	case f.Name == "verdict":
		return cobra.FixedCompletions(verdictWords(), cobra.ShellCompDirectiveNoFileComp)
	}
	return nil
}

func policyWords() []string {
	words := []string{"node\tthe newest Node"}
	for _, p := range model.Policies() {
		words = append(words, p.Name+"\t"+p.Versions.String())
	}
	return words
}

// listWords completes the last of several words with commas between them.
func listWords(words []string) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexByte(typed, ',')+1]
		all := make([]cobra.Completion, len(words))
		for i, word := range words {
			all[i] = before + word
		}
		return all, cobra.ShellCompDirectiveNoFileComp
	}
}

func articleWords() []string {
	var words []string
	for _, article := range articles.All() {
		words = append(words, article.ID+"\t"+article.Title.En)
	}
	return words
}

func scenarioFiles(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return []cobra.Completion{"yaml"}, cobra.ShellCompDirectiveFilterFileExt
}

// caseNames are the cases of the files that are on the command line already.
func caseNames(_ *cobra.Command, files []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []cobra.Completion
	for _, file := range files {
		f, _, err := folder.Open(file)
		if err != nil {
			continue // it may come to be before the command is run
		}
		text, err := io.ReadAll(io.LimitReader(f, maxRead))
		f.Close()
		if s, _ := scenario.Parse(file, text); s != nil && err == nil {
			for _, c := range s.Cases {
				names = append(names, c.Name)
			}
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
