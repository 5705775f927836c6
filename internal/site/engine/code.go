//go:build js && code

package main

import "evsim/internal/code"

// ofCode reads code.
var ofCode = code.Text
