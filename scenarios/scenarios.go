// Package scenarios is the project's scenarios that the program carries.
package scenarios

import "embed"

// Seeds is the scenarios that the project began with: seeds/*.yaml.
//
//go:embed seeds/*.yaml
var Seeds embed.FS

// All is every scenario, in its folder. A program that does not use it does not
// carry it.
//
//go:embed */*.yaml
var All embed.FS
