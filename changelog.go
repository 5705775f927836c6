// Package evsim carries what lies at the root of the repository and belongs into the program: the changelog.
package evsim

import _ "embed" // the changelog

// Changelog is CHANGELOG.md, in the form of Keep a Changelog: a heading of the second level for each version, the newest first.
//
//go:embed CHANGELOG.md
var Changelog string
