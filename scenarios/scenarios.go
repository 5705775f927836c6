// Package scenarios is the project's scenarios that the program carries.
package scenarios

import "embed"

// Seeds is the scenarios that the project began with: seeds/*.yaml.
//
//go:embed seeds/*.yaml
var Seeds embed.FS
