package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp/syntax"
	"strconv"
	"strings"

	"evsim/internal/say"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError says in plain words what is wrong with a flag, and where help is.
func flagError(c *cobra.Command, err error) error {
	return say.Errorf("%w (see %s --help)", wrongFlag(err), c.CommandPath())
}

func wrongFlag(err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var value *pflag.InvalidValueError
	var form *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown):
		return say.Errorf("unknown flag %s", flagName(unknown.GetSpecifiedName()))
	case errors.As(err, &bare):
		return say.Errorf("flag %s needs a value", flagName(bare.GetSpecifiedName()))
	case errors.As(err, &value):
		return say.Errorf("--%s cannot be %q: %s", value.GetFlag().Name, value.GetValue(), wantedValue(value))
	case errors.As(err, &form):
		return say.Errorf("flag %q is not written as --name or --name=value", form.GetSpecifiedFlag())
	}
	return err
}

// wantedValue says what a flag takes. The numbers and truth values of the
// library tell only in the words of their parsers.
func wantedValue(e *pflag.InvalidValueError) say.Text {
	var number *strconv.NumError
	cause := errors.Unwrap(e)
	switch kind := e.GetFlag().Value.Type(); {
	case kind == "bool":
		return "it is true or false"
	case errors.As(cause, &number) && errors.Is(number.Err, strconv.ErrRange):
		return "the number is too large"
	case strings.HasPrefix(kind, "uint"):
		return "it is a whole number of at least 0"
	case strings.HasPrefix(kind, "int"), kind == "count":
		return "it is a whole number"
	case strings.HasPrefix(kind, "float"):
		return "it is a number"
	case kind == "duration":
		return "it is a time such as 500ms, 30s or 5m"
	}
	return say.OfError(cause)
}

func flagName(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// plain is an error in a language, without the words of the libraries that it comes from.
func plain(err error, l *say.Language) string {
	text := ofSystem(l.Say(say.OfError(err)), l)
	if told := ofCobra(text); told != "" {
		return l.Say(told)
	}
	var pattern *syntax.Error
	var document *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var number *strconv.NumError
	switch {
	case errors.As(err, &pattern):
		return strings.ReplaceAll(text, pattern.Error(), l.Sayf("this is not a regular expression: %s: `%s`", pattern.Code, pattern.Expr))
	case errors.As(err, &document):
		return strings.ReplaceAll(text, document.Error(), l.Say("this is not JSON"))
	case errors.As(err, &kind):
		return strings.ReplaceAll(text, kind.Error(), l.Sayf("%q is of the wrong kind", kind.Field))
	case errors.As(err, &number):
		return strings.ReplaceAll(text, number.Error(), l.Sayf("%q is not a number", number.Num))
	}
	return text
}

// systemErrors are what the system says most often, last in an error.
var systemErrors = []say.Text{
	"no such file or directory", "permission denied", "is a directory", "not a directory", "file exists",
	"no space left on device", "read-only file system", "file name too long", "too many open files", "address already in use",
}

// ofSystem is an error with what the system said of it in a language.
func ofSystem(text string, l *say.Language) string {
	if l == nil {
		return text
	}
	for _, says := range systemErrors {
		if before, ok := strings.CutSuffix(text, says.String()); ok {
			return before + l.Say(says)
		}
	}
	return text
}

// ofCobra is an error of the library that reads the command line, as a text;
// "": it is none. The library has no types for these.
func ofCobra(text string) say.Text {
	if rest, ok := strings.CutPrefix(text, "if any flags in the group ["); ok {
		group, _, _ := strings.Cut(rest, "]")
		first, second, _ := strings.Cut(group, " ") // no group has more
		return say.Of("these flags cannot be used together: --%s and --%s", first, second)
	}
	if rest, ok := strings.CutPrefix(text, "unknown command "); ok {
		what, near, _ := strings.Cut(rest, "\n\nDid you mean this?\n")
		name, of, found := strings.Cut(what, " for ")
		switch {
		case !found:
			return ""
		case near != "":
			return say.Of("unknown command %s for %s\n\nDid you mean this?\n%s", name, of, near)
		}
		return say.Of("unknown command %s for %s", name, of)
	}
	var most, got int
	if n, _ := fmt.Sscanf(text, "accepts at most %d arg(s), received %d", &most, &got); n == 2 {
		return say.Of("accepts at most %d arg(s), received %d", most, got)
	}
	return ""
}
