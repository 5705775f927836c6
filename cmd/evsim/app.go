package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	"evsim/internal/budget"
	"evsim/internal/escape"
	"evsim/internal/fault"
	"evsim/internal/say"
	"evsim/internal/trace"
	"evsim/scenario"
	"evsim/scenario/diagnostic"
)

// status is an exit code of the command.
type status int

// The exit codes. The documentation and `evsim --help` list them.
const (
	done        status = 0
	failed      status = 1   // an expectation failed
	unusable    status = 2   // wrong usage, an invalid scenario, or a file that cannot be read or written
	limited     status = 3   // a limit was reached that the scenario did not expect
	interrupted status = 130 // by the user, as shells count it
	unread      status = 141 // nobody reads the output any more, as shells count it
)

// exit is an error that was told already, or the empty end of a command that
// is not done: only its code is left.
type exit status

func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// app is what the commands share: where input comes from and output goes to.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer   // guarded: see escape.Guard
	bare, errBare  io.Writer   // what they stand before; see bareOutput of internal/tidy
	style          trace.Style // for stdout
	errStyle       trace.Style // for stderr
	most           budget.Budget
	lang           *say.Language // what people are told in; nil: English

	small, perPart int // of explore.Options: tests have large spaces of few paths
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *app {
	a := &app{stdin: stdin, bare: stdout, errBare: stderr, most: usual, style: styleFor(stdout), errStyle: styleFor(stderr)}
	a.stdout, a.stderr = escape.NewGuard(stdout, a.style.Colour), escape.NewGuard(stderr, a.errStyle.Colour)
	return a
}

// execute runs a command line.
func (a *app) execute(ctx context.Context, args []string) (code status) {
	defer func() {
		if failed := fault.Recovered(recover()); failed != nil {
			a.complain(failed)
			fmt.Fprintln(a.stderr, "  please report it, with this line, `evsim version`, the command line and its files")
			code = unusable
		}
	}()
	return a.performed(ctx, args)
}

func (a *app) performed(ctx context.Context, args []string) status {
	err := a.command(args).ExecuteContext(ctx)
	var code exit
	switch {
	case err == nil:
		return done
	case errors.As(err, &code):
		return status(code)
	case errors.Is(err, syscall.EPIPE):
		return unread // who has read enough need not be told
	}
	a.complain(err)
	return unusable
}

// complain tells an error of the command's own, which has no place in a file.
func (a *app) complain(err error) {
	fmt.Fprintf(a.stderr, "evsim: %s\n", plain(err, a.lang))
}

// diagnose tells what is wrong with a file, or warns of it.
func (a *app) diagnose(src *source) {
	io.WriteString(a.stderr, src.diagnostics.RenderIn(a.lang, src.text))
}

// asError is nil for done.
func (s status) asError() error {
	if s == done {
		return nil
	}
	return exit(s)
}

// source is a scenario file that was read.
type source struct {
	name        string
	text        []byte
	scenario    *scenario.Scenario // nil: the diagnostics say why
	diagnostics diagnostic.List
}

// identity says which version of the file this is, and of all that it runs:
// tokens and the pieces of an exploration are those of one.
func (s *source) identity() []byte { return s.scenario.Identity(s.text) }
