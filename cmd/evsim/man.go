package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"evsim/internal/folder"
	"evsim/internal/replace"
	"evsim/internal/say"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// page is a manual page and its file.
type page struct {
	file string
	text []byte
}

// man writes a manual page for each command into a folder.
func (a *app) man(ctx context.Context, root *cobra.Command, dir string) error {
	ctx, stop := a.untilInterrupted(ctx, promptly)
	defer stop()
	if folder.LeadsOut(dir) {
		return say.Errorf("cannot write %s: %w", dir, errLeadsOut)
	}
	var pages []page
	eachCommand(root, func(c *cobra.Command) {
		pages = append(pages, page{dashed(c) + ".1", []byte(manPage(c, a.lang))})
	})
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return newFolder(ctx, dir, pages)
	case err != nil:
		return say.Errorf("cannot make %s: %w", dir, reason(err))
	case !info.IsDir():
		return say.Errorf("cannot make %s: %w", dir, syscall.ENOTDIR)
	}
	return intoFolder(ctx, dir, pages)
}

// newFolder writes pages as a folder that is new.
func newFolder(ctx context.Context, dir string, pages []page) error {
	if err := os.MkdirAll(filepath.Dir(filepath.Clean(dir)), 0o777); err != nil {
		return say.Errorf("cannot make %s: %w", dir, reason(err))
	}
	f, err := replace.NewFolder(dir)
	if err != nil {
		return say.Errorf("cannot make %s: %w", dir, reason(err))
	}
	defer f.Discard()
	for _, p := range pages {
		if err := f.Write(p.file, p.text); err != nil {
			return say.Errorf("cannot write %s, and nothing was written: %w", filepath.Join(dir, p.file), err)
		}
	}
	if gone(ctx) {
		return exit(interrupted)
	}
	if err := f.Commit(); err != nil {
		return say.Errorf("cannot make %s: %w", dir, reason(err))
	}
	return nil
}

// intoFolder writes pages beside what a folder has.
func intoFolder(ctx context.Context, dir string, pages []page) error {
	var whole replace.Batch
	defer whole.Discard()
	for _, p := range pages {
		name := filepath.Join(dir, p.file)
		f, err := together(&whole, name)
		if err != nil {
			return err
		}
		if _, err := f.Write(p.text); err != nil {
			return say.Errorf("cannot write %s, and nothing was written: %w", name, reason(err))
		}
	}
	if gone(ctx) {
		return exit(interrupted)
	}
	return inPlace(&whole)
}

// eachCommand visits a command and those below it that help shows.
func eachCommand(c *cobra.Command, visit func(*cobra.Command)) {
	visit(c)
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			eachCommand(sub, visit)
		}
	}
}

func dashed(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPage is the manual page of a command, as man(7) has it. It bears no date:
// the same build writes the same bytes on every day. The texts of the commands
// are plain, so cobra's own pages, which read them as Markdown, will not do.
func manPage(c *cobra.Command, l *say.Language) string {
	c.InitDefaultHelpFlag()
	c.InitDefaultVersionFlag()
	page := roff{lang: l}
	page.line(".TH %q 1 \"\" evsim evsim", strings.ToUpper(dashed(c)))
	page.heading("NAME")
	page.line(`%s \- %s`, escaped(dashed(c)), escaped(c.Short))
	page.heading("SYNOPSIS")
	page.line(`\fB%s\fP%s`, escaped(c.CommandPath()), escaped(strings.TrimPrefix(c.UseLine(), c.CommandPath())))
	page.section("DESCRIPTION", c.Long)
	page.options("OPTIONS", c.NonInheritedFlags())
	page.options("OPTIONS OF EVERY COMMAND", c.InheritedFlags())
	page.section("EXAMPLES", c.Example)
	page.commands(c)
	return page.String()
}

// roff is a page in the making.
type roff struct {
	strings.Builder
	lang *say.Language
}

func (r *roff) line(format string, args ...any) { fmt.Fprintf(r, format+"\n", args...) }

func (r *roff) heading(title say.Text) { r.line(".SH %s", r.lang.Say(title)) }

// section is a heading and paragraphs; lines that are indented stay as they are.
func (r *roff) section(title say.Text, text string) {
	if text == "" {
		return
	}
	r.heading(title)
	indented, begun := false, true
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		switch now := strings.HasPrefix(line, "  "); {
		case line == "":
			begun = false
			continue
		case now && !indented:
			r.line(".PP\n.EX")
			indented = true
		case !now && indented:
			r.line(".EE")
			indented, begun = false, false
		}
		if !begun && !indented {
			r.line(".PP")
		}
		begun = true
		r.line("%s", escaped(line))
	}
	if indented {
		r.line(".EE")
	}
}

// options lists flags as help does.
func (r *roff) options(title say.Text, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	r.heading(title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		r.line(".TP")
		if f.Shorthand != "" {
			fmt.Fprintf(r, `\fB\-%s\fP, `, f.Shorthand)
		}
		fmt.Fprintf(r, `\fB\-\-%s\fP`, escaped(f.Name))
		if value != "" {
			fmt.Fprintf(r, ` \fI%s\fP`, escaped(value))
		}
		if value := defaultOf(f); value != "" {
			usage += r.lang.Sayf(" (default %s)", value)
		}
		r.line("\n%s", escaped(usage))
	})
}

// defaultOf is what a flag has that is not given, where that is something.
func defaultOf(f *pflag.Flag) string {
	if slices.Contains([]string{"", "false", "0", "0s", "[]"}, f.DefValue) {
		return ""
	}
	return strings.Trim(f.DefValue, "[]")
}

// commands names the pages of the commands below and of the one above.
func (r *roff) commands(c *cobra.Command) {
	if c.HasAvailableSubCommands() {
		r.heading("COMMANDS")
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			r.line(".TP\n\\fB%s\\fP(1)\n%s", escaped(dashed(sub)), escaped(sub.Short))
		}
	}
	if c.HasParent() {
		r.heading("SEE ALSO")
		r.line("\\fB%s\\fP(1)", escaped(dashed(c.Parent())))
	}
}

// escaped is a text that roff shows as it is.
func escaped(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", "\\`", `^`, `\(ha`, `~`, `\(ti`, `"`, `\(dq`).Replace(text)
	if strings.HasPrefix(text, ".") {
		return `\&` + text
	}
	return text
}
