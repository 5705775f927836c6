// Package licences holds the texts under which the program passes on the work
// of others: of Go, of each Go module that is linked into the command on any
// system, and of each JavaScript package in the bundle of its pages. The test
// makes the file anew with -update, from the module cache and internal/viewer/vendor.
package licences

import _ "embed" // the text

//go:embed third-party.txt
var text string

// Text is the list of them, each with its name, its version and its licence,
// for reading.
func Text() string { return text }
