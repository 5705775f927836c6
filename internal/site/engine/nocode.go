//go:build js && !code

package main

import "evsim/internal/lab/answer"

// ofCode is nothing here: the program has no engine of JavaScript, which is three
// times as large as the rest.
var ofCode answer.Reader
