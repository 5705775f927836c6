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
	see := fmt.Sprintf(" (see %s --help)", c.CommandPath())
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var value *pflag.InvalidValueError
	var form *pflag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown):
		return fmt.Errorf("unknown flag %s%s", flagName(unknown.GetSpecifiedName()), see)
	case errors.As(err, &bare):
		return fmt.Errorf("flag %s needs a value%s", flagName(bare.GetSpecifiedName()), see)
	case errors.As(err, &value):
		return fmt.Errorf("--%s cannot be %q: %s%s", value.GetFlag().Name, value.GetValue(), wantedValue(value), see)
	case errors.As(err, &form):
		return fmt.Errorf("flag %q is not written as --name or --name=value%s", form.GetSpecifiedFlag(), see)
	}
	return fmt.Errorf("%w%s", err, see)
}

// wantedValue says what a flag takes. The numbers and truth values of the
// library tell only in the words of their parsers.
func wantedValue(e *pflag.InvalidValueError) string {
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
	return cause.Error()
}

func flagName(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// plain is an error in a language, without the words of the libraries that it comes from.
func plain(err error, l *say.Language) string {
	text := l.Say(say.OfError(err))
	if rest, ok := strings.CutPrefix(text, "if any flags in the group ["); ok {
		group, _, _ := strings.Cut(rest, "]")
		return "flags that do not go together: --" + strings.Join(strings.Fields(group), " and --")
	}
	var pattern *syntax.Error
	var document *json.SyntaxError
	var kind *json.UnmarshalTypeError
	var number *strconv.NumError
	switch {
	case errors.As(err, &pattern):
		return strings.ReplaceAll(text, pattern.Error(), fmt.Sprintf("this is no regular expression: %s: `%s`", pattern.Code, pattern.Expr))
	case errors.As(err, &document):
		return strings.ReplaceAll(text, document.Error(), "this is not JSON")
	case errors.As(err, &kind):
		return strings.ReplaceAll(text, kind.Error(), fmt.Sprintf("%q is of the wrong kind", kind.Field))
	case errors.As(err, &number):
		return strings.ReplaceAll(text, number.Error(), fmt.Sprintf("%q is not a number", number.Num))
	}
	return text
}
