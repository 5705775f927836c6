//go:build !js

package main

import (
	"fmt"
	"os"
)

// main says what the program is for, where it cannot run.
func main() {
	fmt.Fprintln(os.Stderr, "engine: it runs in a page: build it with GOOS=js GOARCH=wasm")
	os.Exit(2)
}
