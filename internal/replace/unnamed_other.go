//go:build !linux

package replace

import (
	"errors"
	"os"
)

// unnamed is a new file without a name: there are none here.
func unnamed(string) *os.File { return nil }

// link gives a file without a name one.
func link(*os.File, string) error { return errors.ErrUnsupported }
