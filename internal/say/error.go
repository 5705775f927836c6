package say

import (
	"errors"
	"fmt"
)

// Error is an error whose message can be said in every language.
type Error struct {
	text  Text
	under error
}

// Errorf is [fmt.Errorf] with a message that can be said in every language. It
// wraps the one argument that `%w` stands for.
func Errorf(format Format, args ...any) error {
	e := &Error{}
	if wrapped := errors.Unwrap(fmt.Errorf(string(format), args...)); wrapped != nil {
		e.under = wrapped
	}
	e.text = Of(format, args...)
	return e
}

// Error is the message in English.
func (e *Error) Error() string { return e.text.String() }

// Unwrap is the error that `%w` stood for.
func (e *Error) Unwrap() error { return e.under }

// OfError is the message of an error: that of [Errorf], or what its method Told
// says. What nobody wrote as a Text is the same in every language.
func OfError(err error) Text {
	switch e := err.(type) {
	case *Error:
		return e.text
	case interface{ Told() Text }:
		return e.Told()
	}
	return Word(err.Error())
}
